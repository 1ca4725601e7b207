"""Paths and links between the files of a site."""

import pytest

from gpuguide.site.press import Press


@pytest.mark.parametrize(
    ("source", "target", "fragment", "href"),
    [
        ("en/guide/index.html", "zh/guide/index.html", "", "../../zh/guide/"),
        ("en/guide/index.html", "en/later/index.html", "", "../later/"),
        ("en/guide/index.html", "en/later/index.html", "cards", "../later/#cards"),
        ("en/guide/index.html", "assets/site.css", "", "../../assets/site.css"),
        ("en/guide/index.html", "en/guide/index.html", "", "./"),
        ("index.html", "en/guide/index.html", "", "en/guide/"),
    ],
)
def test_links_are_relative(press: Press, source: str, target: str, fragment: str, href: str):
    """A site works under any address, and from a folder."""
    assert press.urls.href(source, target, fragment) == href
