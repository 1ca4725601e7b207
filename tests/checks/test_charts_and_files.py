"""Bars, flags, commands, structured data and the files beside a page say what the data says."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.checks.defects import DATA_OF_SITE, EN, RECORDS, ZH, Change, Judged, rules_after

CSV, JSON, LLMS = "dist/tiny/en/guide/cards.csv", "dist/tiny/en/guide/cards.json", "dist/tiny/en/llms.txt"
FEED, SITEMAP = "dist/tiny/en/feed.xml", "dist/tiny/sitemap.xml"

DEFECTS = [
    ("width of a bar", EN, 'width="45.0"', 'width="46.0"', "bar-width"),
    ("width without a number", EN, 'width="45.0"', "", "bar-width"),
    ("bar of another", EN, 'data-bar="bandwidth/beta"', 'data-bar="bandwidth/alpha"', "bar-width"),
    ("greatest of a chart", EN, 'data-of="bandwidth/alpha" width="45', 'data-of="bandwidth/beta" width="45', "bar-of"),
    ("place of a mark", EN, 'x1="100.0"', 'x1="99.0"', "bar-width"),
    ("bar of nothing", EN, 'data-bar="bandwidth/beta"', 'data-bar="bandwidth/omega"', "unknown-figure"),
    ("flag", EN, 'data-flag="gpus.beta.fast" data-state="false"', 'data-flag="gpus.beta.fast" data-state="true"', "flag"),
    ("word of a flag", EN, 'data-state="false">no', 'data-state="false">yes', "flag-text"),
    ("flag without a word", ZH, 'data-state="false">否', 'data-state="false">', "flag-text"),
    ("flag of no fact", EN, 'data-flag="gpus.beta.fast"', 'data-flag="gpus.beta.slow"', "flag"),
    ("text of a fact", EN, ">SXM5<", ">SXM6<", "name-text element-unrecorded record-not-found"),
    ("command", EN, "tiny run --cards 2\n", "tiny run --cards 3\n", "commands"),
    ("commands of no name", EN, 'data-commands="run"', 'data-commands="walk"', "commands"),
    ("price for machines", EN, '"price": 390', '"price": 391', "record-not-found unrecorded-digit"),
    ("text in structured data", EN, '"@type": "Offer"', '"@type": "Offer", "name": "Top 10"', "unrecorded-digit"),
    ("structured data that is none", EN, '{"@type"', '{"@type', "structured-data record-not-found"),
    (
        "price recorded for machines",
        RECORDS,
        '"machine", "390", "jsonld"',
        '"machine", "391", "jsonld"',
        "number-text record-not-found unrecorded-digit",
    ),
    ("cell of a CSV", CSV, ",110", ",111", "record-not-found unrecorded-digit"),
    ("row of a CSV", CSV, "Beta 24,110", "Beta 24,110\nGamma 7,", "unrecorded-digit"),
    ("name in a CSV", CSV, "Alpha 80", "Alpha 90", "record-not-found unrecorded-digit"),
    ("quotes of a CSV", CSV, "Card,", '"Card,', "file-unreadable record-not-found"),
    ("value of a JSON", JSON, '"weekly": 110', '"weekly": 110.5', "record-not-found unrecorded-digit"),
    ("value recorded for a JSON", RECORDS, '"110", "json"', '"1.1e2", "json"', "number-text record-not-found unrecorded-digit"),
    ("number in llms.txt", LLMS, "14\u00a0GB", "15\u00a0GB", "record-not-found unrecorded-digit"),
    ("title in a feed", FEED, "First published", "2 cards published", "unrecorded-digit"),
    ("feed that is no XML", FEED, "</feed>", "", "file-unreadable"),
    ("page lost from the sitemap", SITEMAP, "<url><loc>https://tiny.example/zh/guide/</loc></url>", "", "sitemap"),
    (
        "alternate of the sitemap",
        SITEMAP,
        "<loc>https://tiny.example/en/guide/</loc>",
        '<loc>https://tiny.example/en/guide/</loc><link hreflang="en" href="https://tiny.example/zh/guide/"/>',
        "sitemap",
    ),
    ("address too many in the sitemap", SITEMAP, "zh/guide/", "zh/guides/", "sitemap"),
    ("day in structured data", EN, '"seen": "2026-09-01"', '"seen": "2026-09-02"', "unrecorded-digit"),
    ("no structured data", EN, "application/ld+json", "text/plain", "record-not-found"),
    ("path of a page", f"{DATA_OF_SITE}/site.yaml", "guide: {nav: true}", "guide: {nav: true, path: guides}", "page-path"),
    (
        "page of no member",
        f"{DATA_OF_SITE}/site.yaml",
        "guide: {nav: true}",
        "guide: {each: gpu in prices, path: guide}",
        "page-path",
    ),
]


@pytest.mark.parametrize(("file", "old", "new", "rules"), [pytest.param(*case[1:], id=case[0]) for case in DEFECTS])
def test_what_is_drawn_and_filed_is_what_the_data_says(
    change: Change, judged: Judged, file: str, old: str, new: str, rules: str
) -> None:
    """Geometry, yes and no, commands and machine files are judged like text."""
    assert rules_after(change, judged, file, old, new) == set(rules.split())


def test_each_member_of_a_collection_may_have_a_page(project: Path, change: Change, judged: Judged) -> None:
    """A page with `each` stands once a member, under its path."""
    change(f"{DATA_OF_SITE}/site.yaml", "guide: {nav: true}", "guide: {each: gpu in prices, path: cards}")
    for locale in ("en", "zh"):
        (project / f"dist/tiny/{locale}/cards").mkdir()
        (project / f"dist/tiny/{locale}/guide").rename(project / f"dist/tiny/{locale}/cards/beta")
    for path in (project / "dist/tiny").rglob("*"):
        if path.is_file():
            text = path.read_text(encoding="utf-8").replace("../../zh/guide", "../../../zh/guide")
            text = text.replace("../../en/guide", "../../../en/guide").replace('"page": "guide"', '"page": "guide/beta"')
            path.write_text(text.replace("en/guide/", "en/cards/beta/").replace("zh/guide/", "zh/cards/beta/"), encoding="utf-8")
    assert [str(finding) for finding in judged().findings] == []
