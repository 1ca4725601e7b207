"""The made-up guide in a folder, its press, and what a message becomes on its page."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from markupsafe import Markup

from gpuguide.catalog.loader import load_sites
from gpuguide.errors import Place
from gpuguide.site.build import Built, build_site, make_press
from gpuguide.site.layout import Layout
from gpuguide.site.page import Page
from gpuguide.site.press import Assets, Press
from gpuguide.site.texts import Text
from tests.site.guide import write_guide

MESSAGE = Place("templates/pages/tiny/guide.md", 9)


def visible(html: str) -> str:
    """The text of some markup, every kind of space as it is."""
    return str(Markup(re.sub(r"<[^>]*>", "", html)).unescape())


class Desk:
    """The tools of one page in one language, and the record of what they wrote."""

    def __init__(self, press: Press, locale: str) -> None:
        page = Page(press, press.urls.home(), locale)
        self.press, self.pen, self.prose, self.record = press, page.pen, page.prose, page.record
        self.derivations = page.derivations

    def html(self, text: str, **members: str) -> str:
        """A message as HTML, its figures not linked."""
        return str(self.prose.html(Text(text, text, MESSAGE), members, linked=False))

    def shown(self, text: str, **members: str) -> str:
        """What a reader sees of a message."""
        return visible(self.html(text, **members))


@pytest.fixture
def guide(tmp_path: Path, project_root: Path) -> Path:
    """The made-up project, to be changed."""
    return write_guide(tmp_path / "guide", project_root)


@pytest.fixture(scope="session")
def press(tmp_path_factory: pytest.TempPathFactory, project_root: Path) -> Press:
    """The press of the made-up project as it stands."""
    return press_of(write_guide(tmp_path_factory.mktemp("guide"), project_root))


@pytest.fixture
def desk(press: Press) -> Desk:
    """An English page."""
    return Desk(press, "en")


@pytest.fixture
def chinese_desk(press: Press) -> Desk:
    return Desk(press, "zh")


@pytest.fixture
def change(guide: Path) -> Callable[[str, str, str], None]:
    """Puts one text in the place of another in a file of the guide; the old one must be there."""

    def replace(file: str, old: str, new: str) -> None:
        path = guide / file
        text = path.read_text(encoding="utf-8")
        assert old in text, f"{file} has no {old!r}"
        path.write_text(text.replace(old, new, 1), encoding="utf-8")

    return replace


@pytest.fixture
def built(guide: Path) -> Callable[[], Built]:
    """Builds the guide in memory as it stands when it is called."""
    return lambda: build_site(guide, load_sites(guide)[0], strict=False)


def press_of(root: Path) -> Press:
    layout = Layout(root / "templates")
    assets = Assets(
        "assets/site.css",
        {name: f"assets/{name}.js" for name in ("contents", "tables", "working")},
        "assets/picture.png",
        "assets/icon.svg",
    )
    return make_press(root, load_sites(root)[0], layout, assets, lambda place, text: None)
