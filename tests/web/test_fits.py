"""Every page in every language stays inside its window: the narrowest phone, wide letters, large text, paper."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from gpuguide.cli.accenting import accented
from gpuguide.cli.console import Screen
from tests.builds import PAGE
from tests.web.conftest import LANGUAGES, SITES, Serve, add_style, kinds_of_page, page_paths

pytestmark = pytest.mark.web

# What WCAG 1.4.12 asks a page to bear.
SPACED = """
* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
p { margin-bottom: 2em !important }
"""
LARGE = ":root { font-size: 200% }"
PAPER = 688  # CSS pixels between the margins of A4

OVERFLOW = """() => {
    const width = document.documentElement.scrollWidth
    const wide = [...document.querySelectorAll('body *')]
        .filter(one => Math.max(one.getBoundingClientRect().right, one.scrollWidth) > innerWidth + 1)
        .filter(one => getComputedStyle(one).overflowX === 'visible' && !one.closest('.table *'))
    return width <= innerWidth ? null : `${width} px: ${wide.slice(-2).map(one => one.outerHTML.slice(0, 120)).join(' … ')}`
}"""


@pytest.fixture(scope="module")
def page(browser: Browser) -> Iterator[Page]:
    """One page for all addresses: what it showed before does not matter."""
    page = browser.new_page(reduced_motion="reduce")
    yield page
    page.close()


def overflowing(page: Page, width: int) -> str | None:
    page.set_viewport_size({"width": width, "height": 800})
    found: str | None = page.evaluate(OVERFLOW)
    return f"at {width} px {found}" if found else None


def faults(page: Page) -> Iterator[tuple[str, str | None]]:
    """What overflows, by how the page is looked at."""
    for width in (320, 768):
        yield "screen", overflowing(page, width)
    page.emulate_media(media="print")
    yield "paper", overflowing(page, PAPER)
    page.emulate_media(media="screen")
    add_style(page, SPACED)
    yield "spaced", overflowing(page, 360)
    page.evaluate("document.adoptedStyleSheets.pop()")
    add_style(page, LARGE)
    yield "large", overflowing(page, 640)


@pytest.mark.parametrize(("site", "segment"), LANGUAGES)
def test_nothing_overflows(page: Page, serve: Serve, site: str, segment: str):
    """At 320 px, with the spacing of WCAG 1.4.12 at 360 px, at 200 % text in 640 px, and on paper, in every language."""
    served = serve(site)
    found = []
    for path in (paths := page_paths(served.folder, segment)):
        page.goto(f"{served.address}/{path}")
        found += [f"{path} {how} {fault}" for how, fault in faults(page) if fault]
    assert paths
    assert found == []


@pytest.mark.parametrize("site", SITES)
def test_a_longer_language_has_room_and_every_text(
    page: Page, project_root: Path, tmp_path: Path, site_server: Callable[[Path], str], site: str
):
    """The made-up language says every text of the real pages, 40 % longer, and one of each kind stays within a narrow phone."""
    assert accented(project_root, tmp_path / "pseudo", site, Screen(quiet=True)) == 0, "gpuguide messages pseudo says which"
    folder = tmp_path / "pseudo" / site
    address, found = site_server(folder), []
    for path in (paths := [one.replace("en/", "pt/", 1) for one in kinds_of_page(folder) if one.startswith("en/")]):
        page.goto(f"{address}/{path}")
        found += [f"{path} {fault}" for width in (320, 360) if (fault := overflowing(page, width))]
    assert len(paths) > 10
    assert found == []


def test_what_overflows_is_found(page: Page, address: str):
    """A word that cannot break, on a page that fitted."""
    page.goto(f"{address}/en/{PAGE}/")
    page.evaluate("document.querySelector('h1').append('W'.repeat(200))")
    page.evaluate("document.querySelector('h1').classList.add('unbreakable')")
    add_style(page, ".unbreakable { white-space: nowrap; overflow-wrap: normal }")
    assert "<h1" in (overflowing(page, 320) or "")
