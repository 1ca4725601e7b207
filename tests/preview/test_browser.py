"""What an editor sees: a real browser on a page, files that are saved, and no hand that reloads."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.preview.conftest import Served
from tests.site.guide import MESSAGES

pytestmark = pytest.mark.web

PRICES = "data/sites/tiny/prices.yaml"
TEMPLATE = "templates/layouts/guide.html"
OVERLAY = ".gpuguide-overlay"
BADGE = ".gpuguide-badge"
PRICE = "data[data-figure='monthly/alpha']"


@pytest.fixture
def page(browser: Browser, served: Served) -> Iterator[Page]:
    """A browser at the English page; an error of a script, or a thing that the policy refuses, fails the test."""
    context = browser.new_context(viewport={"width": 1000, "height": 600}, reduced_motion="reduce")
    page, errors = context.new_page(), list[str]()
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", lambda message: errors.append(message.text) if "Content Security Policy" in message.text else None)
    with page.expect_request("**/-/events?*"):
        page.goto(f"{served.address}/en/guide/")
    yield page
    context.close()
    assert errors == []


def test_a_saved_price_is_on_the_screen(page: Page, served: Served):
    """144 becomes 1234, and nobody reloads."""
    expect(page.locator(PRICE).first).to_have_text(re.compile(r"\$144\b"))
    served.change(PRICES, "monthly: 144", "monthly: 1234")
    expect(page.locator(PRICE).first).to_have_text(re.compile(r"\$1,234\b"))


def test_the_reader_stays_where_the_page_was(page: Page, served: Served):
    """The end of the page is in sight before and after, its head is not."""
    page.locator("footer").scroll_into_view_if_needed()
    served.change(PRICES, "monthly: 144", "monthly: 1234")
    expect(page.locator(PRICE).first).to_have_text(re.compile(r"\$1,234\b"))
    expect(page.locator("footer")).to_be_in_viewport()
    expect(page.locator("h1")).not_to_be_in_viewport()


def test_a_fault_covers_the_page_until_it_is_mended(page: Page, served: Served):
    """File, line and column, what was seen, the line itself; two faults, both told; then the page is where it was."""
    page.locator("footer").scroll_into_view_if_needed()
    served.change(PRICES, "monthly: 144", "monthly: -3")
    expect(page.locator(OVERLAY)).to_contain_text("expected a number above 0")
    expect(page.locator(f"{OVERLAY} code")).to_have_text(f"{PRICES}:2:20")
    expect(page.locator(f"{OVERLAY} pre")).to_contain_text("alpha: {monthly: -3")
    served.change(PRICES, "monthly: 100", "monthly: none")
    expect(page.locator(f"{OVERLAY} li")).to_have_count(2)
    served.change(PRICES, "monthly: -3", "monthly: 144")
    expect(page.locator(f"{OVERLAY} li")).to_have_count(1)
    served.change(PRICES, "monthly: none", "monthly: 100")
    expect(page.locator(PRICE).first).to_be_attached()
    expect(page.locator("footer")).to_be_in_viewport()
    expect(page.locator("h1")).not_to_be_in_viewport()


def test_a_broken_template_covers_the_page(page: Page, served: Served):
    served.change(TEMPLATE, "</main>", "{% if %}</main>")
    expect(page.locator(OVERLAY)).to_contain_text(TEMPLATE)
    served.change(TEMPLATE, "{% if %}</main>", "</main>")
    expect(page.locator(OVERLAY)).to_have_count(0)


def test_a_draft_is_marked_and_the_badge_counts_it(page: Page, served: Served):
    """One Chinese sentence is fuzzy: it stands in English with the mark, and one draft is listed."""
    page.goto(f"{served.address}/zh/guide/")
    served.change(MESSAGES, '\nmsgid "Bandwidth decides."', '\n#, fuzzy\nmsgid "Bandwidth decides."')
    expect(page.locator(".untranslated")).to_contain_text("Bandwidth decides.")
    expect(page.locator(f"{BADGE} summary")).to_have_text(re.compile("^1 draft"))
    page.locator(f"{BADGE} summary").click()
    expect(page.locator(f"{BADGE} li").first).to_contain_text(MESSAGES)


def test_a_page_that_went_is_told_as_missing_and_comes_back(page: Page, served: Served):
    """The page leaves site.yaml and the folder, as when a branch without it is checked out, and returns."""
    path = served.root / "templates/pages/tiny/guide.md"
    text = path.read_text(encoding="utf-8")
    path.unlink()
    expect(page.locator(OVERLAY)).to_be_visible()
    path.write_text(text, encoding="utf-8")
    expect(page.locator(PRICE).first).to_be_attached()
