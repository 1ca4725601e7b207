"""The working of a number beside it: opened by mouse, key or tap, left by Esc, and a link where there are no scripts."""

import gzip
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.builds import LOCALES, PAGE
from tests.web.conftest import Opened

pytestmark = pytest.mark.web

MEMORY = 'a.figure[href="#d-memory-70b-fp8-8k"]'


def panel(page: Page):
    return page.locator("#working")


@pytest.mark.parametrize("locale", LOCALES)
def test_a_click_opens_the_working_of_the_number(opened: Opened, locale: str):
    """Label and value, names, values, result, and the inputs: what the list at the end says of it; the address stays."""
    page = opened(f"{locale}/{PAGE}/")
    page.locator(MEMORY).first.click()
    expect(panel(page)).to_be_visible()
    entry = page.locator("#d-memory-70b-fp8-8k")
    assert panel(page).locator("h3").inner_text() == entry.locator("h3").inner_text()
    assert panel(page).locator(".formula").all_inner_texts() == entry.locator(".formula").all_inner_texts()
    assert panel(page).locator("li").count() == 3
    assert "#" not in page.url


def test_an_input_that_is_a_fact_has_its_source_and_day(opened: Opened):
    """The overhead of two gigabytes is the site's own, as of the day of its facts."""
    page = opened(f"en/{PAGE}/")
    page.locator(MEMORY).first.click()
    overhead = panel(page).locator("li", has_text="overhead")
    assert overhead.locator("time").get_attribute("datetime") == "2026-09-01"


@pytest.mark.parametrize("key", ["Enter", "Space"])
def test_keys_open_it_and_esc_returns_to_the_number(opened: Opened, key: str):
    """Focus goes into the working, and back to the number that was left."""
    page = opened(f"en/{PAGE}/")
    number = page.locator(MEMORY).first
    number.focus()
    page.keyboard.press(key)
    expect(panel(page)).to_be_visible()
    assert page.evaluate("document.getElementById('working').contains(document.activeElement)")
    expect(number).to_have_attribute("aria-expanded", "true")
    page.keyboard.press("Escape")
    expect(panel(page)).to_be_hidden()
    expect(number).to_be_focused()
    expect(number).to_have_attribute("aria-expanded", "false")


def test_tab_goes_from_the_number_into_its_working(opened: Opened):
    """The close button is the first stop; it closes."""
    page = opened(f"en/{PAGE}/")
    page.locator(MEMORY).first.focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Shift+Tab")
    expect(panel(page).get_by_role("button", name="Close")).to_be_focused()
    page.keyboard.press("Enter")
    expect(panel(page)).to_be_hidden()


def test_one_working_is_open_at_a_time(opened: Opened):
    """A click on the next number shows the next working; the first number is closed."""
    page = opened(f"en/{PAGE}/")
    first, second = page.locator(".headline a.figure").nth(0), page.locator(".headline a.figure").nth(1)
    first.click()
    second.click()
    expect(panel(page)).to_be_visible()
    expect(first).to_have_attribute("aria-expanded", "false")
    expect(second).to_have_attribute("aria-expanded", "true")
    assert second.inner_text() in panel(page).locator("h3").inner_text()


def test_an_input_leads_on_and_back(opened: Opened):
    """Inside the working an input opens its own, and Back returns to the first."""
    page = opened(f"en/{PAGE}/")
    page.locator(MEMORY).first.click()
    first = panel(page).locator("h3").inner_text()
    panel(page).locator("li a").first.click()
    assert panel(page).locator("h3").inner_text() != first
    panel(page).get_by_role("button", name="Back").click()
    assert panel(page).locator("h3").inner_text() == first
    expect(panel(page).get_by_role("button", name="Back")).to_be_hidden()


@pytest.mark.parametrize("width", [320, 360, 768, 1280])
def test_the_working_stays_inside_the_window(opened: Opened, width: int):
    """Beside its number or as a sheet: never out of sight, and the number that was asked about never under it."""
    page = opened(f"ja/{PAGE}/", width)
    for number in (page.locator("#vram a.figure").first, page.locator("#fp8 a.figure").last):
        number.scroll_into_view_if_needed()
        number.click()
        box = panel(page).bounding_box()
        assert box is not None
        assert box["x"] >= 0 and box["y"] >= 0
        assert box["x"] + box["width"] <= width and box["y"] + box["height"] <= 800
        page.keyboard.press("Escape")


def test_hovering_opens_nothing(opened: Opened):
    """Nothing appears that was not asked for."""
    page = opened(f"en/{PAGE}/")
    page.locator(MEMORY).first.hover()
    expect(panel(page)).to_be_hidden()


def test_a_click_with_a_modifier_is_left_to_the_browser(opened: Opened):
    """A number is a link still: it can be opened elsewhere."""
    page = opened(f"en/{PAGE}/")
    page.locator(MEMORY).first.click(modifiers=["Alt"])
    expect(panel(page)).to_be_hidden()


def test_the_script_is_small():
    """At most 2 KB as it is sent."""
    script = Path(__file__).parents[2] / "templates/assets/scripts/reading.js"
    assert len(gzip.compress(script.read_bytes(), 9)) <= 2048
