"""Fixtures that several tests share: the project, a browser, a server for a built site."""

import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from hypothesis import settings
from playwright.sync_api import Browser, sync_playwright

from tests.builds import build, copy_hub
from tests.run_all import chromium_path, in_ci

BROWSER_ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]

settings.register_profile("ci", derandomize=True, deadline=None)  # a red run must be red again when it is repeated
settings.register_profile("local", deadline=None)
settings.load_profile("ci" if in_ci() else "local")


@pytest.fixture(scope="session")
def project_root() -> Path:
    return Path(__file__).resolve().parent.parent


@pytest.fixture(scope="session")
def built_hub(tmp_path_factory: pytest.TempPathFactory, project_root: Path) -> Path:
    """A copy of the project with one page of one site, built; not to be changed."""
    root = copy_hub(project_root, tmp_path_factory.mktemp("hub") / "project")
    assert build(root) == 0, "the real project does not build: gpuguide build --strict says why"
    return root


@pytest.fixture(scope="session")
def chromium() -> str:
    """The browser's program; without one the test is skipped, but never in CI."""
    path = chromium_path()
    if path is None and in_ci():
        pytest.fail("no Chromium on this machine, and CI must not skip the browser tests")
    if path is None:
        pytest.skip("no Chromium on this machine: install chromium to run the browser tests")
    return path


@pytest.fixture(scope="session")
def browser(chromium: str) -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=BROWSER_ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def site_server() -> Iterator[Callable[[Path], str]]:
    """Call it with a folder to have it served; it returns the address, without a slash at the end."""
    with ExitStack() as servers:
        yield lambda folder: servers.enter_context(serving(folder))


@contextmanager
def serving(folder: Path) -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(QuietHandler, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()


class QuietHandler(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        """Say nothing: the log would drown the tests' own output."""
