"""Finding cards in the catalog: by their columns, with the question in the address; a plain table without scripts."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import Opened

pytestmark = pytest.mark.web

CATALOG = "gpu-catalog"
Catalog = Callable[..., Page]


@pytest.fixture
def shop(opened: Opened) -> Catalog:
    """Opens the catalog with a question in its address."""
    return lambda query="", locale="en", **how: opened(f"{locale}/{CATALOG}/{query}", **how)


def cards(page: Page) -> list[str]:
    """The cards whose rows can be seen, in the order of the page."""
    names = page.locator("#t-catalog tbody th [data-name^='gpus/']").filter(visible=True)
    return [str(name).removeprefix("gpus/") for name in names.evaluate_all("all => all.map(one => one.dataset.name)")]


def values(page: Page, figure: str) -> list[float]:
    """The exact values of a column of the rows that can be seen."""
    column = page.locator(f'#t-catalog tbody tr:not([hidden]) data[data-figure^="{figure}/"]')
    return [float(value) for value in column.evaluate_all("all => all.map(one => one.value)")]


def test_without_scripts_it_is_a_plain_table(shop: Catalog):
    """All rows, no control that would do nothing."""
    page = shop(scripts=False)
    assert len(values(page, "capacity")) == 15
    expect(page.locator(".finder")).to_be_hidden()


def test_memory_and_price_narrow_the_rows(shop: Catalog):
    """At least 80 GB for at most $1,490: each row that is left has both, and the count is said politely."""
    page = shop()
    page.get_by_label("VRAM").select_option("80")
    page.get_by_label("Monthly").select_option("1490")
    assert min(values(page, "capacity")) == 80
    assert max(values(page, "monthly")) == 1490
    shown = len(values(page, "capacity"))
    assert 0 < shown < 15
    expect(page.get_by_role("status")).to_have_text(f"Rows shown: {shown} of 15")
    assert page.url.endswith("?capacity=80&monthly=1490")


def test_region_and_fp8_are_chosen_by_name(shop: Catalog):
    """A row passes when one of its regions is the one."""
    page = shop()
    page.get_by_label("Regions").select_option(label="PDX-1")
    page.get_by_label("FP8").select_option(label="yes")
    rows = page.locator("#t-catalog tbody tr:not([hidden])")
    assert rows.count() > 0
    assert rows.count() == rows.locator('[data-name="regions/pdx-1"]').count() == rows.locator('[data-state="true"]').count()


def test_back_undoes_the_last_question(shop: Catalog):
    """Each question is a step of the history; typing is one step."""
    page = shop()
    page.get_by_label("VRAM").select_option("80")
    with_memory = cards(page)
    page.get_by_label("Contains").press_sequentially("h100")
    assert cards(page) == ["h100-sxm", "h100-pcie"]
    page.go_back()
    assert cards(page) == with_memory
    expect(page.get_by_label("Contains")).to_have_value("")
    page.go_back()
    assert len(cards(page)) == 15
    page.go_forward()
    assert cards(page) == with_memory


def test_an_address_is_a_question(shop: Catalog):
    """Opened again, or in another language, it shows the same rows in the same order."""
    query = "?capacity=48&sort=-bandwidth"
    english, japanese = shop(query), shop(query, "ja")
    assert cards(english) == cards(japanese)
    bandwidths = values(english, "bandwidth")
    assert bandwidths == sorted(bandwidths, reverse=True)


def test_what_an_address_does_not_know_is_ignored(shop: Catalog):
    """A value that no option has, a column that there is not, a stranger's parameter: all rows, and the parameter stays."""
    page = shop("?capacity=79&sort=colour&regions=atlantis&utm=x")
    assert len(cards(page)) == 15
    page.get_by_label("VRAM").select_option("80")
    assert "utm=x" in page.url


def test_no_row_is_said(shop: Catalog):
    """When nothing matches, the status says so; the reset brings all back."""
    page = shop()
    page.get_by_label("Contains").fill("nothing like it")
    expect(page.get_by_role("status")).to_have_text("No row matches.")
    page.get_by_role("button", name="Show all").click()
    expect(page.get_by_role("status")).to_have_text("Rows shown: 15 of 15")
    assert "?" not in page.url


def test_a_head_sorts_by_key_and_says_so(shop: Catalog):
    """Enter sorts upwards, again downwards; what is unknown stays last; focus stays on the head."""
    page = shop()
    head = page.locator('th[data-column="weekly"]')
    head.get_by_role("button").focus()
    page.keyboard.press("Enter")
    assert head.get_attribute("aria-sort") == "ascending"
    upwards = values(page, "weekly")
    assert upwards == sorted(upwards)
    page.keyboard.press("Enter")
    assert head.get_attribute("aria-sort") == "descending"
    assert values(page, "weekly") == upwards[::-1]
    expect(head.get_by_role("button")).to_be_focused()
    last = page.locator("#t-catalog tbody tr").last
    assert last.locator('td [data-absent][data-figure^="weekly/"]').count() == 1


@pytest.mark.parametrize("locale", ["en", "pt", "zh", "ja"])
def test_the_catalog_fits_a_phone(shop: Catalog, locale: str):
    """At 320 px only the table's own box scrolls."""
    page = shop(locale=locale, width=320)
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
