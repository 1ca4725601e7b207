"""Every kind of page for those who use no pointer, no script, own colours, or paper."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from tests.builds import PAGE
from tests.web.conftest import Opened, Serve, Served, add_style, kinds_of_page

pytestmark = pytest.mark.web

MOST_STOPS = 60
"""Stops that are walked; a page of a thousand numbers has more, all alike."""

# The element that has the focus: whether it is outlined, and whether some of what is in the window of it lies on top.
FOCUS = """() => {
    const one = document.activeElement
    if (!one || one === document.body) return null
    const {outlineStyle, outlineWidth} = getComputedStyle(one)
    const outlined = outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2
    const seen = [...one.getClientRects()].some(box => {
        const [left, right] = [Math.max(box.left, 0), Math.min(box.right, innerWidth)]
        const [top, bottom] = [Math.max(box.top, 0), Math.min(box.bottom, innerHeight)]
        return left < right && top < bottom && [0.1, 0.5, 0.9].some(share => {
            const found = document.elementFromPoint(left + (right - left) * share, top + (bottom - top) * share)
            return found !== null && one.contains(found)
        })
    })
    return {html: one.outerHTML.slice(0, 100), outlined, seen}
}"""


def walk(page: Page) -> tuple[int, list[str]]:
    """Tab through the page: how many stops, and at which the focus could not be seen."""
    lost: list[str] = []
    for stop in range(MOST_STOPS):
        page.keyboard.press("Tab")
        focus = page.evaluate(FOCUS)
        if focus is None:
            return stop, lost
        if not (focus["outlined"] and focus["seen"]):
            lost.append(str(focus))
    return MOST_STOPS, lost


@pytest.mark.parametrize("width", [360, 1280])
def test_keys_reach_everything_and_the_place_is_seen(opened: Opened, served: Served, width: int):
    """Tab goes through each kind of page; where it stands is outlined, in the window, and under nothing."""
    faults = {}
    for path in kinds_of_page(served.folder):
        page = opened(path, width, at=served.address)
        stops, lost = walk(page)
        page.context.close()
        if lost or not stops:
            faults[path] = lost[:3]
    assert faults == {}


def test_a_place_that_is_not_seen_is_found(opened: Opened):
    """A bar over the page, and no outline."""
    page = opened(f"en/{PAGE}/")
    add_style(page, ":focus-visible { outline: none !important }")
    page.keyboard.press("Tab")
    assert page.evaluate(FOCUS)["outlined"] is False
    page.evaluate("document.body.append(Object.assign(document.createElement('div'), {className: 'over'}))")
    add_style(page, ".over { position: fixed; inset: 0; z-index: 9 }")
    page.keyboard.press("Tab")
    assert page.evaluate(FOCUS)["seen"] is False


@pytest.fixture
def plain(browser: Browser) -> Iterator[Page]:
    """A browser without scripts."""
    context = browser.new_context(java_script_enabled=False)
    yield context.new_page()
    context.close()


HIDDEN = """() => [...document.querySelectorAll('main :is(data, [data-name], td, th, svg, figure, h2, h3, li, p)')]
    .filter(one => !one.closest('details:not([open]) > :not(summary), [popover], noscript, template, form, .choose'))
    .filter(one => !one.checkVisibility()).map(one => one.outerHTML.slice(0, 120)).slice(0, 3)"""


def test_everything_is_there_without_scripts(plain: Page, served: Served):
    """Numbers, names, tables, drawings, headings: nothing waits for a script to be seen, unless a reader unfolds it."""
    hidden = {}
    for path in kinds_of_page(served.folder):
        plain.goto(f"{served.address}/{path}")
        if found := plain.evaluate(HIDDEN):
            hidden[path] = found
    assert hidden == {}


def test_paper_has_all_of_every_page(opened: Opened, served: Served):
    """What is folded is open, workings are there, and the PDF is made."""
    for path in kinds_of_page(served.folder):
        page = opened(path, at=served.address)
        page.emulate_media(media="print")
        folded = page.locator("main details > :not(summary) data").filter(visible=False).count()
        assert folded == 0, path
        assert page.locator(".derivation h3").filter(visible=False).count() == 0, path
        assert page.pdf(format="A4").startswith(b"%PDF-")
        page.context.close()


UNDRAWN = """() => [...document.querySelectorAll('.drawing :is(rect.series-0, circle, line[data-segment])')]
    .filter(one => [getComputedStyle(one).fill, getComputedStyle(one).stroke]
        .every(ink => ['none', getComputedStyle(document.body).backgroundColor].includes(ink))).length"""


def test_own_colours_leave_everything_in_sight(opened: Opened, served: Served):
    """In forced colours every kind of page has ink on its ground, and charts have lines, points and bars in ink."""
    for path in kinds_of_page(served.folder):
        page = opened(path, at=served.address, colours="active")
        ground, ink = page.evaluate("[getComputedStyle(document.body).backgroundColor, getComputedStyle(document.body).color]")
        assert ground != ink, path
        assert page.evaluate(UNDRAWN) == 0, path
        page.context.close()


def test_nothing_moves_for_those_who_ask_for_stillness(serve: Serve, browser: Browser):
    """With reduced motion there is no smooth scrolling and no animation with a duration."""
    page = browser.new_page(reduced_motion="reduce")
    page.goto(f"{serve('gpu-rent-hub').address}/en/{PAGE}/")
    assert page.evaluate("getComputedStyle(document.documentElement).scrollBehavior") == "auto"
    assert page.evaluate("document.getAnimations().filter(one => one.timeline === document.timeline).length") == 0
    page.close()
