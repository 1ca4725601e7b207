"""How a page is read: contents that say where one is, paper, forced colours, a phone's menu."""

import pytest
from playwright.sync_api import Page, expect

from tests.builds import PAGE
from tests.web.conftest import Opened

pytestmark = pytest.mark.web


def current(page: Page):
    return page.locator(".contents a[aria-current]")


def test_the_part_being_read_is_marked(opened: Opened):
    """One entry at a time, that of the part in the upper half of the window."""
    page = opened(f"en/{PAGE}/")
    for part in ("bandwidth", "limits", "vram"):
        page.locator(f"#{part}").evaluate("part => part.scrollIntoView({block: 'start'})")
        expect(current(page)).to_have_count(1)
        expect(current(page)).to_have_attribute("href", f"#{part}")


def test_contents_stay_in_sight_on_a_wide_screen(opened: Opened):
    """They need no opening there, and go along."""
    page = opened(f"en/{PAGE}/")
    page.locator("#limits").evaluate("part => part.scrollIntoView({block: 'start'})")
    expect(page.locator('.contents a[href="#limits"]')).to_be_in_viewport()
    expect(page.locator(".contents summary")).to_be_hidden()


@pytest.mark.parametrize("scripts", [True, False])
def test_contents_are_folded_on_a_phone(opened: Opened, scripts: bool):
    """One line until it is asked for, with scripts and without."""
    page = opened(f"en/{PAGE}/", 360, scripts)
    entry = page.locator('.contents a[href="#fp8"]')
    expect(entry).to_be_hidden()
    page.locator(".contents summary").click()
    entry.click()
    assert page.url.endswith("#fp8")
    expect(page.locator("#fp8-heading")).to_be_in_viewport()


@pytest.mark.parametrize("scripts", [True, False])
def test_a_phone_has_one_menu_for_pages_and_languages(opened: Opened, scripts: bool):
    """It needs no script."""
    page = opened(f"en/{PAGE}/", 360, scripts)
    link = page.locator('.languages a[hreflang="ja"]')
    expect(link).to_be_hidden()
    page.locator(".menu-button").click()
    link.click()
    assert page.locator("html").get_attribute("lang") == "ja"


def test_paper_has_the_workings_and_no_controls(opened: Opened):
    """Derivations and answers are printed; menus, contents and buttons are not."""
    page = opened(f"en/{PAGE}/")
    page.emulate_media(media="print")
    for gone in (".menu", ".contents", ".call", ".downloads", ".report", ".crumbs"):
        assert page.locator(gone).filter(visible=True).count() == 0, gone
    expect(page.locator("#d-memory-70b-fp8-8k")).to_be_visible()
    expect(page.locator("details.question p").first).to_be_visible()
    assert page.locator("main data[data-figure]").filter(visible=False).count() == 0


def test_forced_colours_keep_the_signs(opened: Opened):
    """Advice has a word and a sign, and the page carries no ground of its own under its text."""
    page = opened(f"en/{PAGE}/", colours="active")
    signs = page.locator(".box h3").evaluate_all("all => all.map(one => getComputedStyle(one, '::before').content)")
    assert [sign.split('"')[1] for sign in signs] == ["✓", "✕"]
    assert page.locator(".table").first.evaluate("table => getComputedStyle(table).backgroundImage") == "none"
    page.locator(".headline a.figure").first.click()
    expect(page.locator("#working")).to_be_visible()


def test_targets_are_large_enough(opened: Opened):
    """Buttons and links outside sentences are at least 24 pixels high and wide."""
    page = opened(f"en/{PAGE}/", 360)
    page.locator(".menu-button").click()
    small = page.evaluate(
        """() => [...document.querySelectorAll('button, summary, input, select, nav a, footer a, .call a, .downloads a')]
            .filter(one => one.checkVisibility())
            .map(one => [one.outerHTML.slice(0, 80), one.getBoundingClientRect()])
            .filter(([, box]) => box.width && (box.width < 24 || box.height < 24))
            .map(([html, box]) => `${html} ${box.width} x ${box.height}`)"""
    )
    assert small == []


def test_nothing_moves_after_it_was_drawn(opened: Opened):
    """Scripts fill places that are kept for them."""
    page = opened(f"en/{PAGE}/")
    shifts = page.evaluate(
        """() => new Promise(done => new PerformanceObserver(list => done(list.getEntries().length))
            .observe({type: 'layout-shift', buffered: true}) || requestAnimationFrame(() => setTimeout(() => done(0))))"""
    )
    assert shifts == 0
