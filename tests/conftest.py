"""Fixtures that several tests share: the project, both built sites, a browser, a server for a built site."""

import fcntl
import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from hypothesis import settings
from playwright.sync_api import Browser, sync_playwright

from gpuguide.cli import building
from gpuguide.cli.console import Screen
from tests.builds import STRICT, build, copy_hub
from tests.needs import BROWSER, SERVER, Need, in_ci
from tests.served import serving

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
def built_sites(pytestconfig: pytest.Config, tmp_path_factory: pytest.TempPathFactory, project_root: Path) -> Path:
    """The folder of all sites, built once for all workers of a run; not to be changed. `--built DIR` takes one that is there."""
    if given := pytestconfig.getoption("built"):
        return Path(given).resolve()
    shared = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        shared = shared.parent
    with (shared / "sites.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # a second worker waits here until the first has built
        if not (shared / "sites").exists():
            code = building.build(project_root, shared / "sites", None, STRICT, Screen(quiet=True))
            assert code == 0, "the real sites do not build: gpuguide build --strict says why"
    return shared / "sites"


def needed(need: Need) -> str:
    """Where it stands; without it the test is skipped, but never in CI."""
    path = need.found()
    if path is None and in_ci():
        pytest.fail(f"no {need.name} on this machine, and CI must not skip the tests that need it: {need.remedy}")
    if path is None:
        pytest.skip(f"no {need.name} on this machine: {need.remedy} to run these tests")
    return path


@pytest.fixture(scope="session")
def chromium() -> str:
    """The browser's program."""
    return needed(BROWSER)


@pytest.fixture(scope="session")
def browser(chromium: str) -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=BROWSER_ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def site_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[Path], str]]:
    """Call it with a folder to have it served by nginx; it returns the address, without a slash at the end."""
    nginx = needed(SERVER)
    with ExitStack() as servers:
        yield lambda folder: servers.enter_context(serving(nginx, folder, tmp_path_factory.mktemp("nginx")))


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--built", help="a folder of built sites for the web tests, instead of building them anew")
