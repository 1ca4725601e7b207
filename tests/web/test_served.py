"""What nginx sends with the shipped configuration: the headers of `_headers`, types, caches; and that the policy blocks."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import APIResponse, Browser

from tests.web.conftest import Opened, Serve, Served, kinds_of_page

pytestmark = pytest.mark.web

ANEW = "public, max-age=0, must-revalidate"
TYPES = {
    "en/": "text/html; charset=utf-8",
    "en/feed.xml": "application/atom+xml; charset=utf-8",
    "en/llms.txt": "text/plain; charset=utf-8",
    "sitemap.xml": "application/xml; charset=utf-8",
    "robots.txt": "text/plain; charset=utf-8",
    "records.json": "application/json",
    "assets/*.css": "text/css; charset=utf-8",
    "assets/*.js": "text/javascript; charset=utf-8",
    "assets/*.svg": "image/svg+xml; charset=utf-8",
    "en/**/*.csv": "text/csv; charset=utf-8",
}


Get = Callable[[Served, str], APIResponse]


@pytest.fixture(scope="session")
def get(browser: Browser) -> Get:
    """Asks for a path of a site as a browser does, following nothing."""
    request = browser.new_context().request
    return lambda served, path: request.get(f"{served.address}/{path}", max_redirects=0)


def promised(served: Served) -> dict[str, dict[str, str]]:
    """The headers that the site's own file names, by its rules."""
    rules: dict[str, dict[str, str]] = {}
    for line in (served.folder / "_headers").read_text(encoding="utf-8").splitlines():
        if line.startswith("/"):
            rule = rules.setdefault(line, {})
        else:
            name, _, value = line.strip().partition(": ")
            rule[name.lower()] = value
    return rules


def example(served: Served, pattern: str) -> str:
    """A path of the site like this one."""
    if "*" not in pattern:
        return pattern
    return next(iter(sorted(served.folder.glob(pattern)))).relative_to(served.folder).as_posix()


@pytest.mark.parametrize("pattern", ["", "en/", "nowhere/", "en/feed.xml", "assets/*.css", "assets/nothing.css"])
def test_every_answer_has_the_headers_that_the_site_names(get: Get, served: Served, pattern: str):
    """One truth: nginx sends what `_headers` tells other hosts, with an error as with a page."""
    headers = get(served, example(served, pattern)).headers
    due = promised(served)["/*"]
    assert len(due) == 5
    assert {name: headers.get(name) for name in due} == due


def test_only_what_is_named_by_its_content_is_kept(get: Get, served: Served):
    """For a year; everything else, an error too, is asked for anew."""
    kept = promised(served)["/assets/*"]["cache-control"]
    assert "immutable" in kept
    assert get(served, example(served, "assets/*.css")).headers["cache-control"] == kept
    for path in ("", "en/", "en/feed.xml", "records.json", "nowhere/", "assets/nothing.css"):
        assert get(served, path).headers["cache-control"] == ANEW, path


@pytest.mark.parametrize("pattern", TYPES)
def test_files_say_what_they_are(get: Get, served: Served, pattern: str):
    """Their type, the letters that they are written in, compressed where that helps."""
    answer = get(served, example(served, pattern))
    assert (answer.status, answer.headers["content-type"]) == (200, TYPES[pattern])


def test_pages_are_compressed(get: Get, served: Served):
    """And caches are told that they come in two forms."""
    headers = get(served, "en/").headers
    assert (headers["content-encoding"], headers["vary"]) == ("gzip", "Accept-Encoding")


def test_what_is_not_there_is_the_error_page_in_all_languages(get: Get, served: Served):
    """With its status, at any depth."""
    answer = get(served, "en/no/such/page/")
    assert answer.status == 404
    assert answer.text() == (served.folder / "404.html").read_text(encoding="utf-8")


@pytest.mark.parametrize("path", ["_headers", ".gpuguide", "en/.hidden"])
def test_what_is_for_hosts_is_not_served(get: Get, served: Served, path: str):
    assert get(served, path).status == 404


def test_a_page_has_one_address(get: Get, served: Served):
    """Without its slash it leads to the one with it, wherever the site stands."""
    answer = get(served, "en")
    assert (answer.status, answer.headers["location"]) == (301, "/en/")


def test_no_page_breaks_its_policy(opened: Opened, served: Served):
    """Every kind of page, scripts and all, without a word in the console: `opened` fails the test if there is one."""
    for path in kinds_of_page(served.folder):
        opened(path, at=served.address)


PLANTED = "<script>document.title = 'run'</script><p style='position:fixed'>a</p><style>p { color: red }</style>"


def test_what_is_written_into_a_page_does_not_run(
    browser: Browser, serve: Serve, site_server: Callable[[Path], str], tmp_path: Path
):
    """An inline script, a style sheet and a style attribute, planted into a copy, are blocked and reported."""
    folder = serve("everxcloud").folder
    shutil.copytree(folder / "assets", tmp_path / "assets")
    (tmp_path / "en").mkdir()
    page_text = (folder / "en/index.html").read_text(encoding="utf-8")
    (tmp_path / "en/index.html").write_text(page_text.replace("<main", PLANTED + "<main", 1), encoding="utf-8")
    page = browser.new_page()
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    page.goto(f"{site_server(tmp_path)}/en/")
    assert page.title() != "run"
    assert page.locator("p[style]").evaluate("one => getComputedStyle(one).position") == "static"
    assert sum("Content Security Policy directive" in text for text in said) == 3
    page.close()
