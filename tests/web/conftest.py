"""The built sites, served; and pages of a browser that note what went wrong."""

import functools
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Literal, NamedTuple

import pytest
from playwright.sync_api import Browser, Page

from tests.builds import LOCALES, PAGE, SITE

SITES = ("gpu-rent-hub", "everxcloud")
FIRST = "en"
LANGUAGES = [*((SITE, locale) for locale in LOCALES), ("everxcloud", "en"), ("everxcloud", "pt")]
Opened = Callable[..., Page]
Colours = Literal["active", "none"]


class Served(NamedTuple):
    """One built site: its folder and where it is served."""

    site: str
    folder: Path
    address: str


Serve = Callable[[str], Served]


@pytest.fixture(scope="session")
def serve(built_sites: Path, site_server: Callable[[Path], str]) -> Serve:
    """Call it with a site to have it served, for all tests of a run by one server."""

    @functools.cache
    def serve_site(site: str) -> Served:
        return Served(site, built_sites / site, site_server(built_sites / site))

    return serve_site


@pytest.fixture(params=SITES)
def served(request: pytest.FixtureRequest, serve: Serve) -> Served:
    """Each site in turn."""
    return serve(str(request.param))


@pytest.fixture(scope="session")
def address(serve: Serve) -> str:
    """Where the site is served whose pages most tests read."""
    return serve(SITE).address


def page_paths(folder: Path, segment: str) -> list[str]:
    """The address of every page of a language; with the first one also the chooser and the page that says that there is none."""
    inner = sorted(path.parent.relative_to(folder).as_posix() for path in folder.glob(f"{segment}/**/index.html"))
    return [*(("", "404.html") if segment == FIRST else ()), *(f"{path}/" for path in inner)]


def kinds_of_page(folder: Path) -> list[str]:
    """One page of each kind in the first language, of cards the one with the longest name; the chooser; the error page."""
    paths = page_paths(folder, FIRST)
    cards = [path for path in paths if "/gpus/" in path]
    return [path for path in paths if path not in cards] + [max(cards, key=len)]


@pytest.fixture
def opened(browser: Browser, address: str) -> Iterator[Opened]:
    """Opens a page of the site at a width, with or without scripts; errors of any kind fail the test at its end."""
    contexts, errors = [], []

    def open_page(path: str, width: int = 1280, scripts: bool = True, at: str = address, colours: Colours | None = None) -> Page:
        context = browser.new_context(
            viewport={"width": width, "height": 800},
            java_script_enabled=scripts,
            locale="en-US",
            reduced_motion="reduce",
            forced_colors=colours,
        )
        contexts.append(context)
        context.route("**/favicon.ico", lambda route: route.fulfill(status=204))  # asked for by browsers, named by no page
        page = context.new_page()
        page.on("console", lambda message: errors.append(message.text) if message.type in ("error", "warning") else None)
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("requestfailed", lambda request: errors.append(f"{request.url}: {request.failure}"))
        page.on(
            "response", lambda response: errors.append(f"{response.url}: {response.status}") if response.status >= 400 else None
        )
        page.goto(f"{at}/{path}")
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert errors == []


def pages() -> list[str]:
    """Every page as a reader addresses it."""
    return ["", *(f"{locale}/{PAGE}/" for locale in LOCALES)]


def add_style(page: Page, css: str) -> None:
    """A reader's own style sheet, as an object: the policy of the site blocks style that is written into a page."""
    page.evaluate("css => { const own = new CSSStyleSheet(); own.replaceSync(css); document.adoptedStyleSheets.push(own) }", css)
