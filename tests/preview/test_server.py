"""What the preview answers, from real files over real connections."""

from __future__ import annotations

import re
import shutil

import pytest

from tests.preview.conftest import Served
from tests.site.guide import MESSAGES, PAGE

PRICES = "data/sites/tiny/prices.yaml"
FIGURES = "data/sites/tiny/figures.yaml"
PAGE_PATH = "/en/guide/"


def version_of(text: str) -> str:
    found = re.search(r'data-version="([0-9a-f]+)"', text)
    assert found is not None, "the page has no script that reloads it"
    return found[1]


def test_a_page_is_what_is_built_and_a_script_that_reloads_it(served: Served):
    got = served.get(PAGE_PATH)
    assert got.status == 200
    assert "Alpha" in got.text
    assert '<script src="/-/reload.js"' in got.text
    assert "script-src 'self'" in got.headers["content-security-policy"]


def test_a_saved_price_is_on_the_page_that_is_asked_for_next(served: Served):
    """The browser that waits is told when the page is another; then the page has the new price."""
    before = served.get(PAGE_PATH).text
    assert "$1,234" not in before
    with served.told(PAGE_PATH, version_of(before)) as following:
        assert following() == "badge"
        served.change(PRICES, "monthly: 144", "monthly: 1234")
        assert following() == "page"
    assert "1,234" in served.get(PAGE_PATH).text


def test_a_change_that_no_reader_would_see_reloads_nothing(served: Served):
    """A comment is saved, then a price: the first thing that is told is the price."""
    before = served.get(PAGE_PATH).text
    with served.told(PAGE_PATH, version_of(before)) as following:
        assert following() == "badge"
        served.change(PRICES, "prices:", "# what we ask\nprices:")
        served.change(PRICES, "monthly: 144", "monthly: 1234")
        assert following() == "page"


def test_a_fault_stands_in_place_of_the_page_with_place_reason_and_line(served: Served):
    served.change(PRICES, "monthly: 144", "monthly: -3")
    served.change("data/sites/tiny/policy.yaml", "value: 2,", "value: two,")
    got = served.get(PAGE_PATH)
    assert got.status == 500
    assert f"<code>{PRICES}:2:" in got.text
    assert "data/sites/tiny/policy.yaml:2:" in got.text, "all faults are told at once"
    assert re.search(r"<pre>2 \|   alpha: \{monthly: -3.*\n +\| +\^</pre>", got.text), "the line with a caret below the column"


def test_a_claim_that_became_false_quotes_its_sentences_in_every_language(served: Served):
    served.change("data/gpus/alpha.yaml", "bandwidth_gb_s: 512", "bandwidth_gb_s: 100")
    served.change("data/gpus/alpha.yaml", "mem_mhz: 8000, bus_bits: 256", "mem_mhz: 1562.5, bus_bits: 256")
    text = served.get(PAGE_PATH).text
    assert "alpha_is_faster is no longer true" in text
    assert "[en] leans on alpha_is_faster" in text
    assert "[zh] leans on alpha_is_faster" in text


def test_mended_files_bring_the_page_back(served: Served):
    served.change(PRICES, "monthly: 144", "monthly: -3")
    broken = served.get(PAGE_PATH).text
    with served.told(PAGE_PATH, version_of(broken)) as following:
        assert following() == "badge"
        served.change(PRICES, "monthly: -3", "monthly: 144")
        assert following() == "page"
    assert served.get(PAGE_PATH).status == 200


def test_a_file_replaced_by_a_rename_is_seen(served: Served):
    """Many editors write a new file and rename it over the old one."""
    before = served.get(PAGE_PATH).text
    with served.told(PAGE_PATH, version_of(before)) as following:
        assert following() == "badge"
        shutil.copy(served.root / PRICES, served.root / f"{PRICES}.tmp")
        served.change(f"{PRICES}.tmp", "monthly: 144", "monthly: 1234")
        (served.root / f"{PRICES}.tmp").replace(served.root / PRICES)
        assert following() == "page"


def test_a_translation_that_is_fuzzy_is_marked_on_the_page(served: Served):
    """The sentence stands in English with the mark of drafts, and the badge names the catalog."""
    catalog = (served.root / MESSAGES).read_text(encoding="utf-8")
    first = re.search(r'\nmsgid "[^"]', catalog)
    assert first is not None
    marked = re.sub(r'\nmsgid "(?=[^"])', '\n#, fuzzy\nmsgid "', catalog)
    (served.root / MESSAGES).write_text(marked, encoding="utf-8")
    got = served.get("/zh/guide/")
    assert got.status == 200
    assert 'class="untranslated"' in got.text


def test_a_page_that_was_removed_is_missed(served: Served):
    (served.root / PAGE).unlink()
    assert "the site has no page" in served.get(PAGE_PATH).text


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/", 200),
        ("/en/feed.xml", 200),
        ("/sitemap.xml", 200),
        ("/en/llms.txt", 200),
        ("/robots.txt", 200),
        ("/records.json", 200),
        ("/en/guide/cards.csv", 200),
        ("/en/guide/cards.json", 200),
        ("/en/guide/nothing.csv", 404),
        ("/xx/feed.xml", 404),
        ("/_headers", 404),
        ("/404.html", 404),
    ],
)
def test_everything_that_a_built_site_has_is_served(served: Served, path: str, status: int):
    assert served.get(path).status == status


def test_every_asset_of_a_page_is_served(served: Served):
    for path in re.findall(r'(?:href|src)="[./]*(assets/[^"]+)"', served.get(PAGE_PATH).text):
        assert served.get(f"/{path}").status == 200


def test_a_folder_without_its_stroke_leads_to_the_page(served: Served):
    got = served.get("/en/guide")
    assert (got.status, got.headers["location"]) == (308, "/en/guide/")


def test_an_unknown_path_gives_the_sites_own_page_and_what_was_meant(served: Served):
    got = served.get("/en/giude/")
    assert got.status == 404
    assert '<a href="/en/guide/">' in got.text


@pytest.mark.parametrize(
    "path",
    [
        "/../data/units.yaml",
        "/en/../../data/units.yaml",
        "/%2e%2e/data/units.yaml",
        "/..%2fdata%2funits.yaml",
        "/..%5cdata%5cunits.yaml",
        "//etc/passwd",
        "/data/units.yaml",
        "/-/../server.py",
        "/-/%2e%2e/server.py",
        "/en/guide/%00",
    ],
)
def test_no_file_is_served_that_is_not_part_of_the_site(served: Served, path: str):
    got = served.get(path)
    assert got.status == 404
    assert "GB/s" not in got.text


@pytest.mark.parametrize("path", [PAGE_PATH, "/-/events?path=/en/guide/"])
@pytest.mark.parametrize("host", ["evil.example", "evil.example:{port}", "127.0.0.1.evil.example:{port}", "127.0.0.1:1"])
def test_a_name_that_is_not_this_machine_is_refused(served: Served, path: str, host: str):
    """A page elsewhere may have its own name lead here (DNS rebinding): then Host is that name."""
    assert served.get(path, host.format(port=served.port)).status == 403


def test_localhost_is_this_machine(served: Served):
    assert served.get(PAGE_PATH, f"localhost:{served.port}").status == 200
