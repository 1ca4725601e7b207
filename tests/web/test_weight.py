"""What a page costs: bytes on the wire, requests, elements, script, and what moves as it loads. No clock is read."""

import re
import urllib.request
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page

from tests.builds import PAGE
from tests.web.conftest import LANGUAGES, Serve, Served, add_style, kinds_of_page, page_paths

pytestmark = pytest.mark.web

Visit = Callable[[str], Page]

MOST_BYTES = 60 * 1024
MOST_REQUESTS = 6
MOST_SCRIPT = 10 * 1024
MOST_ELEMENTS = 5000  # the workings of every number are in the page, for those without scripts; 800 would do for the rest

ASSET = re.compile(r'<(?:script[^>]* src|link rel="(?:stylesheet|icon)" href)="([^"]+)"')

# What the browser itself counts, compressed and with headers; the page first.
COUNTED = """() => [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
    .map(one => [new URL(one.name).pathname, one.transferSize])"""
SHIFTS = """() => new Promise(done => {
    const seen = []
    new PerformanceObserver(list => seen.push(...list.getEntries())).observe({type: 'layout-shift', buffered: true})
    const places = one => one.sources.map(source => source.node?.outerHTML?.slice(0, 120))
    requestAnimationFrame(() => setTimeout(() => done(seen.flatMap(places))))
})"""


def compressed(address: str) -> int:
    """Bytes of a file as nginx sends it to a browser."""
    with urllib.request.urlopen(urllib.request.Request(address, headers={"Accept-Encoding": "gzip"})) as answer:
        return len(answer.read())


@pytest.mark.parametrize(("site", "segment"), LANGUAGES)
def test_a_first_visit_is_light(serve: Serve, site: str, segment: str):
    """At most 60 KB for a page with all that it names, at most 10 KB of script, and at most 5,000 elements, in every language."""
    served = serve(site)
    assets = {path.name: compressed(f"{served.address}/assets/{path.name}") for path in served.folder.glob("assets/*")}
    heavy = []
    for path in page_paths(served.folder, segment):
        text = (served.folder / path / "index.html" if not path.endswith(".html") else served.folder / path).read_text(
            encoding="utf-8"
        )
        named = [address.rpartition("/")[2] for address in ASSET.findall(text)]
        total = compressed(f"{served.address}/{path}" if path != "404.html" else f"{served.address}/") + sum(
            assets[name] for name in named
        )
        script = sum(assets[name] for name in named if name.endswith(".js"))
        if total > MOST_BYTES or script > MOST_SCRIPT or text.count("</") > MOST_ELEMENTS or not named:
            heavy.append((path, total, script, text.count("</")))
    assert heavy == []


@pytest.fixture
def visit(browser: Browser) -> Iterator[Visit]:
    """Opens a page on a phone that has been nowhere: nothing of the site is in its cache."""
    contexts = []

    def visit_page(address: str) -> Page:
        contexts.append(browser.new_context(viewport={"width": 360, "height": 740}, reduced_motion="reduce"))
        page = contexts[-1].new_page()
        page.goto(address, wait_until="networkidle")
        return page

    yield visit_page
    for context in contexts:
        context.close()


def test_a_first_visit_asks_little_and_nothing_moves(visit: Visit, served: Served):
    """At most 6 requests, 60 KB by the browser's own count, and no shift of the layout, on every kind of page."""
    heavy, moved = {}, {}
    for path in kinds_of_page(served.folder):
        page = visit(f"{served.address}/{path}")
        counted: list[tuple[str, int]] = page.evaluate(COUNTED)
        size = sum(size for _, size in counted)
        if len(counted) > MOST_REQUESTS or size > MOST_BYTES:
            heavy[path] = (size, counted)
        if shifts := page.evaluate(SHIFTS):
            moved[path] = shifts
        page.context.close()
    assert (heavy, moved) == ({}, {})


def test_what_moves_is_found(visit: Visit, address: str):
    """A banner that arrives late pushes the text down."""
    phone = visit(f"{address}/en/{PAGE}/")
    phone.evaluate("document.body.prepend(Object.assign(document.createElement('p'), {className: 'late', textContent: 'late'}))")
    add_style(phone, ".late { height: 200px }")
    assert phone.evaluate(SHIFTS) != []
