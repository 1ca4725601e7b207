"""One page of one site in all its languages, built once and served; and pages of a browser that note what went wrong."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import Browser, Page

from tests.builds import LOCALES, PAGE, SITE, build, copy_hub

Opened = Callable[..., Page]
Colours = Literal["active", "none"]
CATALOG = "gpu-catalog"


@pytest.fixture(scope="session")
def address(built_hub: Path, site_server: Callable[[Path], str]) -> str:
    """Where the built site is served."""
    return site_server(built_hub / "dist" / SITE)


@pytest.fixture(scope="session")
def catalog(
    project_root: Path, site_server: Callable[[Path], str], tmp_path_factory: pytest.TempPathFactory, chromium: str
) -> str:
    """The address of the site with its catalog, its home and the one page."""
    root = copy_hub(project_root, tmp_path_factory.mktemp("catalog") / "project", ("home", PAGE, CATALOG))
    assert build(root) == 0, "the catalog does not build: gpuguide build --strict says why"
    return site_server(root / "dist" / SITE)


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
