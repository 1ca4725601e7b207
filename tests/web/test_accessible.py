"""axe-core on every kind of page of every site, light and dark, on a phone and a wide screen; the main pages in all languages.

A program finds a part of what keeps people out: the tests of keys, widths, letters and forced colours go on from there.
"""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from tests.builds import PAGE
from tests.conftest import needed
from tests.needs import AXE, PACKAGES
from tests.web.conftest import FIRST, LANGUAGES, Serve, add_style, kinds_of_page

pytestmark = pytest.mark.web

RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
COLOURS = ["color-contrast", "link-in-text-block"]
WIDTHS = (360, 1280)
# axe judges no text on a gradient. This one paints the shadow at the edge of a table; the ground of its text is the page's.
NO_SHADOW = ".table { background: none !important }"
MAIN = ("/", "/gpu-for-llm-inference/", "/gpus/")

# What axe leaves for people to judge, by the reason it gives, and why it is fine.
JUDGED = {
    "elmPartiallyObscured": "cells that scroll in the box of their table: they have the colours of the cells in sight",
    "shortTextContent": "a cell of one digit: it has the colours of the cells beside it",
    "nonBmp": "an operator between names: it has the colour of the names",
    "drawing": "letters of a chart: axe knows no ground of a drawing; the next test measures them",
}

JUDGE = """([options, judged]) => axe.run(document, options).then(result => {
    const inDrawing = node => document.querySelector(node.target[0])?.closest('.drawing')
    const reason = node => inDrawing(node) ? 'drawing' : node.any[0]?.data?.messageKey
    const left = result.incomplete.flatMap(one => one.nodes.map(node => [one.id, reason(node), node.html.slice(0, 120)]))
    const wrong = result.violations.flatMap(one => one.nodes.map(node => [one.id, 'violation', node.html.slice(0, 120)]))
    const told = [...wrong, ...left.filter(([rule, reason]) => rule !== 'color-contrast' || !judged.includes(reason))]
    return [...new Set(told.map(one => one.join(' ')))].slice(0, 5)
})"""

PALE = """() => {
    const light = colour => colour.match(/[\\d.]+/g).slice(0, 3).map(Number).map(part => part / 255)
        .map(part => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
        .reduce((sum, part, at) => sum + part * [0.2126, 0.7152, 0.0722][at], 0)
    const ground = light(getComputedStyle(document.body).backgroundColor)
    const ratio = one => { const own = light(one); return (Math.max(own, ground) + 0.05) / (Math.min(own, ground) + 0.05) }
    return [...document.querySelectorAll('.drawing :is(text, tspan)')]
        .map(one => [one.textContent, getComputedStyle(one).fill])
        .filter(([, fill]) => !fill.startsWith('rgb(') || ratio(fill) < 4.5)
}"""


@pytest.fixture(scope="module")
def page(browser: Browser) -> Iterator[Page]:
    page = browser.new_page(reduced_motion="reduce")
    yield page
    page.close()


def faults(page: Page, only: list[str]) -> list[str]:
    """What axe says of the page as it stands, and what it leaves to people who have not judged it: the rule, and the places."""
    options = {"runOnly": only, "resultTypes": ["violations", "incomplete"]}
    said: list[str] = page.evaluate(JUDGE, [options, [*JUDGED]])
    return said


def open_with_axe(page: Page, address: str) -> None:
    page.goto(address)
    add_style(page, NO_SHADOW)
    page.evaluate(AXE.read_text(encoding="utf-8"))


def main_pages(serve: Serve, site: str, segment: str) -> list[str]:
    """In the first language every kind of page, in others the main ones."""
    kinds = kinds_of_page(serve(site).folder)
    if segment == FIRST:
        return kinds
    inner = [path.removeprefix(FIRST) for path in kinds if path.startswith(f"{FIRST}/")]
    return [segment + path for path in inner if path in MAIN or path.startswith("/gpus/")]


@pytest.mark.parametrize(("site", "segment"), LANGUAGES)
def test_nobody_is_kept_out(page: Page, serve: Serve, site: str, segment: str):
    """No violation of WCAG 2.2 A and AA or of good practice, and nothing that was left to people and not judged."""
    needed(PACKAGES)
    found = set()
    for path in main_pages(serve, site, segment):
        open_with_axe(page, f"{serve(site).address}/{path}")
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 800})
            page.emulate_media(color_scheme="light")
            found |= {f"{path} {width} {said}" for said in faults(page, RULES)}
            page.emulate_media(color_scheme="dark")  # other colours, and nothing else
            found |= {f"{path} {width} dark {said}" for said in faults(page, COLOURS)}
    assert sorted(found) == []


@pytest.mark.parametrize(("site", "path"), [("gpu-rent-hub", f"en/{PAGE}/"), ("everxcloud", f"en/{PAGE}/")])
def test_letters_of_charts_can_be_read(page: Page, serve: Serve, site: str, path: str):
    """Light and dark, each has 4.5:1 to the ground of the page."""
    page.goto(f"{serve(site).address}/{path}")
    assert page.locator(".drawing text").count() > 10
    page.emulate_media(color_scheme="light")
    assert page.evaluate(PALE) == []
    page.emulate_media(color_scheme="dark")
    assert page.evaluate(PALE) == []
    add_style(page, ".drawing .name { fill: #555 }")
    assert page.evaluate(PALE) != []


def test_what_keeps_people_out_is_found(page: Page, address: str):
    """A picture without words, text too pale, a target too small: planted into a page that passes."""
    needed(PACKAGES)
    page.emulate_media(color_scheme="light")
    open_with_axe(page, f"{address}/en/")
    page.evaluate("""() => {
        const planted = document.createElement('div')
        planted.innerHTML = '<img src="/assets/x.png"><p class="pale">pale</p><a href="#a">a</a><a href="#b">b</a>'
        document.querySelector('main .part').append(planted)
        planted.querySelector('.pale').style.color = '#ccc'
        const small = {display: 'inline-block', width: '8px', height: '8px', overflow: 'hidden'}
        for (const link of planted.querySelectorAll('a')) Object.assign(link.style, small)
    }""")
    assert {said.split()[0] for said in faults(page, RULES)} >= {"image-alt", "color-contrast", "target-size"}
