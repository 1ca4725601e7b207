"""One defect at a time in a clean site: each makes its rule fire, and no other than the rules named."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from gpuguide.checks import Report

Change = Callable[[str, str, str], None]
Judged = Callable[[], Report]

EN, ZH = "dist/tiny/en/guide/index.html", "dist/tiny/zh/guide/index.html"
FIGURES, RECORDS = "dist/tiny/figures.json", "dist/tiny/records.json"
SITE = "data/sites/tiny"
PO = "locales/zh/LC_MESSAGES/tiny.po"


def rules_after(change: Change, judged: Judged, file: str, old: str, new: str) -> set[str]:
    """The rules that fire after one change."""
    change(file, old, new)
    return {finding.rule for finding in judged().findings}


NUMBERS = [
    ("value", 'value="14"', 'value="15"', "number-value"),
    ("value with a rounded end", "2.0833333333333333333", "2.08", "number-value"),
    ("no value", 'value="14"', "", "number-value"),
    ("value in another notation", 'value="14"', 'value="1.4e1"', "number-value"),
    ("unit", 'data-unit="TB/s">2&nbsp;TB', 'data-unit="GB/s">2&nbsp;TB', "number-unit element-unrecorded record-not-found"),
    ("text", "900&nbsp;GB/s<", "901&nbsp;GB/s<", "number-text element-unrecorded record-not-found"),
    ("typed space before a unit", ">14&nbsp;GB<", ">14 GB<", "number-text element-unrecorded record-not-found"),
    ("decimal comma", "$2.08<", "$2,08<", "number-text element-unrecorded record-not-found"),
    ("working digits", "$0.541667", "$0.541666", "number-text element-unrecorded record-not-found"),
    ("grouping", "7,000,000,000<", "7000000000<", "number-text element-unrecorded record-not-found"),
    ("scale word", "200&nbsp;billion", "20&nbsp;billion", "number-text element-unrecorded record-not-found"),
    ("no such form", 'data-form="bare">110', 'data-form="nude">110', "number-form element-unrecorded record-not-found"),
    ("form", 'data-form="bare">110', 'data-form="table">110', "number-text element-unrecorded record-not-found"),
    ("constant", ">2</data>, and", ">3</data>, and", "constant element-unrecorded record-not-found"),
    ("a digit after the number", "14&nbsp;GB</data>", "14&nbsp;GB</data>0", "unrecorded-digit"),
    ("another figure", 'data-figure="share"', 'data-figure="sharp"',
     "unknown-figure figure-unlisted element-unrecorded record-not-found locale-figures"),
    ("a missing value of another kind", 'data-absent="unknown"', 'data-absent="none"', "absent-kind"),
    ("a missing value without a word", 'data-absent="unknown">—', 'data-absent="unknown"> ',
     "absent-text element-unrecorded record-not-found"),
    ("a carrier in a carrier", "2&nbsp;TB/s</data>, which", "2&nbsp;<data data-figure='x'>TB/s</data></data>, which",
     "nested-carrier"),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "rules"), [pytest.param(*case[1:], id=case[0]) for case in NUMBERS])
def test_a_number_says_what_the_data_says(change: Change, judged: Judged, old: str, new: str, rules: str) -> None:
    """Key, exact value, unit, form and text of each number are what the data gives."""
    assert rules_after(change, judged, EN, old, new) == set(rules.split())


NAMES = [
    ("name", EN, '"gpus/alpha">Alpha 80</span> reads', '"gpus/alpha">Alpha 81</span> reads',
     "name-text element-unrecorded record-not-found"),
    ("unknown name", EN, '"gpus/alpha">Alpha 80</span> reads', '"gpus/omega">Alpha 80</span> reads',
     "unknown-name element-unrecorded record-not-found locale-names"),
    ("count of cards", EN, "2x Beta 24", "3x Beta 24", "name-text element-unrecorded record-not-found"),
    ("choice", EN, '"gpus/beta" data-choice="cheapest/7b">Beta 24', '"gpus/alpha" data-choice="cheapest/7b">Alpha 80',
     "choice element-unrecorded record-not-found locale-names"),
    ("unknown choice", EN, 'data-choice="cheapest/7b"', 'data-choice="dearest/7b"', "unknown-choice"),
    ("day", EN, 'datetime="2026-09-01"', 'datetime="2026-09-02"', "date element-unrecorded record-not-found"),
    ("day in the text", EN, "September 1, 2026", "September 2, 2026", "date-text element-unrecorded record-not-found"),
    ("month in the text", EN, "September 1, 2026", "October 1, 2026", "date-text element-unrecorded record-not-found"),
    ("month in Chinese", ZH, "2026年9月1日", "2026年8月1日", "date-text element-unrecorded record-not-found"),
    ("fact of a date", EN, 'data-fact="site.updated"', 'data-fact="site.name"', "date locale-dates"),
]  # fmt: skip


@pytest.mark.parametrize(("file", "old", "new", "rules"), [pytest.param(*case[1:], id=case[0]) for case in NAMES])
def test_a_name_is_the_one_in_the_data(
    change: Change, judged: Judged, file: str, old: str, new: str, rules: str
) -> None:
    """Names, chosen names and dates are those of the data."""
    assert rules_after(change, judged, file, old, new) == set(rules.split())


UNRECORDED = [
    ("digit", EN, "more than the other", "3 more than the other", "unrecorded-digit"),
    ("full-width digit", ZH, "快得多", "快３倍", "unrecorded-digit"),
    ("fraction", EN, "more than the other", "½ more than the other", "unrecorded-digit"),
    ("roman numeral sign", EN, "more than the other", "Ⅳ times the other", "unrecorded-digit"),
    ("part of a literal", EN, "in FP8,", "in FP80,", "unrecorded-digit literal-count"),
    ("literal within a word", EN, "in FP8,", "in xFP8,", "unrecorded-digit literal-count"),
    ("label", EN, 'aria-label="All cards"', 'aria-label="All 2 cards"', "unrecorded-digit"),
    ("title", EN, "<title>Guide: 14", "<title>Guide, part 2: 14", "unrecorded-digit"),
    ("shared title", EN, 'og:title" content="Guide: 14', 'og:title" content="Guide: 15', "unrecorded-digit record-not-found"),
    ("description", EN, 'content="Cards', 'content="9 cards', "unrecorded-digit"),
    ("language chooser", "dist/tiny/index.html", "English", "English 2", "unrecorded-digit"),
    ("number on the chooser", "dist/tiny/index.html", "English", '<data data-figure="share" value="26">26%</data>',
     "element-unrecorded"),
    ("literal count", RECORDS, '"literals": {"FP8": 1}', '"literals": {"FP8": 2}', "literal-count"),
    ("undeclared literal", RECORDS, '"literals": {"FP8": 1}', '"literals": {"FP8": 1, "x": 1}', "literal-unknown"),
    ("record too many", RECORDS, '["share"', '["share", "%", "", "26%", "text"], ["share"', "record-not-found"),
    ("record too few", RECORDS, '["share", "%", "", "26%", "text"]', '["share", "%", "", "26%", "title"]',
     "element-unrecorded record-not-found locale-figures"),
    ("number of the title", RECORDS, '["memory/7b", "GB", "", "14\u00a0GB", "title"]',
     '["memory/7b", "GB", "", "15\u00a0GB", "title"]', "number-text record-not-found unrecorded-digit"),
    ("name of the title", RECORDS, '["sizes/7b", "7B", "title"]', '["sizes/7b", "8B", "title"]',
     "name-text record-not-found unrecorded-digit"),
    ("carrier", RECORDS, '"text"', '"footer"', "record-shape element-unrecorded"),
    ("row of a record", RECORDS, '"14\u00a0GB", "text"]', '"14\u00a0GB"]', "record-shape element-unrecorded"),
]  # fmt: skip


@pytest.mark.parametrize(("file", "old", "new", "rules"), [pytest.param(*case[1:], id=case[0]) for case in UNRECORDED])
def test_nothing_is_printed_unrecorded(
    change: Change, judged: Judged, file: str, old: str, new: str, rules: str
) -> None:
    """Digits stand in numbers, names, dates and declared literals only; elements and records match both ways."""
    assert rules_after(change, judged, file, old, new) == set(rules.split())


BUILD = [
    ("value", '"value": "2.0833333333333333333"', '"value": "2.09"', "figure-value"),
    ("printed", '"printed": "2.08"', '"printed": "2.09"', "figure-printed"),
    ("unit", '"unit": "TB/s"', '"unit": "GB/s"', "figure-unit"),
    ("formula", '"formula": "hourly"', '"formula": "ratio"', "figure-formula"),
    ("input", "printed monthly/alpha", "monthly/alpha", "figure-inputs"),
    ("input taken", "gpus.alpha.bandwidth_gb_s", "gpus.beta.bandwidth_gb_s", "figure-inputs"),
    ("missing in another way", '"absent": "unknown"', '"absent": "none"', "figure-absent"),
    ("fact", '"value": "7000000000"', '"value": "8000000000"', "figure-value"),
    ("unknown figure", '"policy.width": {', '"policy.depth": {', "unknown-figure"),
    ("source", '"acme-sheet"', '"acme-leaf"', "unknown-source"),
    ("choice", '"gpu": "beta"', '"gpu": "alpha"', "choice"),
    ("claim", '"alpha_is_faster": true', '"alpha_is_faster": false', "claim-value"),
    ("unknown claim", '"alpha_is_faster": true', '"alpha_is_slower": true', "unknown-claim"),
    ("site", '"site": "tiny"', '"site": "huge"', "figures-site"),
    ("day", '"as_of": "2026-09-01"', '"as_of": "2026-09-02"', "figures-site"),
    ("unlisted figure", '"share":', '"bandwidth/beta":', "figure-unlisted figure-value figure-printed figure-formula "
     "figure-unit figure-inputs"),
    ("no JSON", '"site"', "site", "figures-missing"),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "rules"), [pytest.param(*case[1:], id=case[0]) for case in BUILD])
def test_what_the_build_wrote_is_computed_again(change: Change, judged: Judged, old: str, new: str, rules: str) -> None:
    """Every figure, choice and claim of figures.json is what the data gives."""
    assert rules_after(change, judged, FIGURES, old, new) == set(rules.split())


LOCALES = [
    ("lang", EN, '<html lang="en">', '<html lang="en-GB">', "lang"),
    ("og:locale", EN, 'content="en_US"', 'content="en_GB"', "og-locale"),
    ("number twice in one locale", ZH, "写作", '写作<data value="26" data-figure="share" data-unit="%">26%</data>',
     "locale-figures element-unrecorded"),
    ("claim of one locale", ZH, ' data-claim="alpha_is_faster beta_is_roomy"', "", "locale-claims"),
    ("alternate lost", EN, '<link rel="alternate" hreflang="zh-Hans" href="https://tiny.example/zh/guide/">', "", "hreflang"),
    ("alternate relative", EN, 'hreflang="zh-Hans" href="https://tiny.example/zh', 'hreflang="zh-Hans" href="/zh', "hreflang"),
    ("alternate of another page", EN, 'hreflang="zh-Hans" href="https://tiny.example/zh/guide/"',
     'hreflang="zh-Hans" href="https://tiny.example/en/guide/"', "hreflang"),
    ("default differs", EN, 'hreflang="x-default" href="https://tiny.example/en/guide/"',
     'hreflang="x-default" href="https://tiny.example/zh/guide/"', "hreflang"),
    ("canonical", EN, 'rel="canonical" href="https://tiny.example/en/', 'rel="canonical" href="https://tiny.example/zh/', "canonical"),
    ("no canonical", EN, 'rel="canonical"', 'rel="bookmark"', "canonical"),
    ("link", EN, 'href="../../zh/guide/"', 'href="../../zh/guides/"', "link-broken"),
    ("link out of the site", EN, 'href="../../zh/guide/"', 'href="../../../../zh/guide/"', "link-broken"),
    ("anchor", EN, 'href="#d-memory"', 'href="#d-memories"', "anchor-broken"),
    ("scheme", EN, 'href="../../zh/guide/"', 'href="javascript:go()"', "link-scheme"),
    ("asset", EN, "site.0a1b2c.css", "site.ffffff.css", "link-broken"),
    ("id twice", EN, '<p id="d-memory">', '<p id="memory">', "duplicate-id anchor-broken"),
    ("second h1", EN, "<p>Updated", "<h1>Again</h1><p>Updated", "heading"),
    ("no title", EN, "<title>Guide: 14\u00a0GB for a 7B model</title>", "", "title"),
    ("wrong language", ZH, "模型在", "これはにほんごのぶんしょうですからこのページにはあいません模型在", "language"),
    ("typed space", ZH, "模型在FP8下", "模型在 FP8下", "typed-space"),
    ("typed space beside a number", ZH, "需要<a", "需要 <a", "typed-space"),
    ("markup", EN, "more than the other", "more **than** the other", "leftover"),
    ("placeholder", EN, "more than the other", "more than {memory_b}", "leftover"),
    ("row", EN, 'data-figure="weekly/beta" data-unit="USD/week" data-form="bare">110',
     'data-figure="weekly/beta" data-unit="USD/week" data-form="bare">110</data></td><td><data value="900" '
     'data-figure="bandwidth/alpha" data-unit="GB/s" data-form="bare">900',
     "row-mismatch number-unit number-value number-text element-unrecorded locale-figures"),
]  # fmt: skip


@pytest.mark.parametrize(("file", "old", "new", "rules"), [pytest.param(*case[1:], id=case[0]) for case in LOCALES])
def test_a_page_is_whole_and_the_same_in_every_locale(
    change: Change, judged: Judged, file: str, old: str, new: str, rules: str
) -> None:
    """A page names itself and its translations truly, its links lead somewhere, its words are in its language."""
    assert rules_after(change, judged, file, old, new) == set(rules.split())


CLAIMS = [
    ("stop", f"{SITE}/claims.yaml", "bandwidth/alpha > bandwidth/beta", "bandwidth/alpha < bandwidth/beta",
     "claim-stop claim-block claim-value"),
    ("hide", f"{SITE}/claims.yaml", "memory/7b < gpus.beta.memory_gb", "memory/7b > gpus.beta.memory_gb",
     "claim-block claim-value"),
    ("unless", f"{SITE}/claims.yaml", "memory/7b > 20", "memory/7b > 2", "claim-block claim-value"),
    ("missing value", f"{SITE}/claims.yaml", "bandwidth/alpha > bandwidth/beta", "weekly/alpha > weekly/beta", "unknown-claim"),
    ("unknown claim", EN, "alpha_is_faster beta_is_roomy", "alpha_is_faster beta_is_empty", "unknown-claim locale-claims"),
]  # fmt: skip


@pytest.mark.parametrize(("file", "old", "new", "rules"), [pytest.param(*case[1:], id=case[0]) for case in CLAIMS])
def test_claims_are_judged_on_the_data(
    change: Change, judged: Judged, file: str, old: str, new: str, rules: str
) -> None:
    """A false claim stops, and no block stands against its claim."""
    assert rules_after(change, judged, file, old, new) == set(rules.split())


DATA = [
    ("duplicate key", f"{SITE}/sizes.yaml", "sizes:", "sizes: {}\nsizes:", "data-unreadable"),
    ("anchor", f"{SITE}/claims.yaml", "otherwise: stop", "otherwise: &a stop", "data-unreadable"),
    ("shape", f"{SITE}/figures.yaml", "{gpu: gpus, size: sizes, count: counts}", "[gpu]", "data-shape"),
    ("formula", f"{SITE}/figures.yaml", "formula: hourly", "formula: hourless", "unknown-formula"),
    ("circle", f"{SITE}/figures.yaml", "{part: monthly/beta", "{part: share", "unknown-figure"),
    ("parameter", f"{SITE}/figures.yaml", "{part: monthly/beta", "{parts: monthly/beta", "unknown-figure"),
    ("step", f"{SITE}/figures.yaml", "step: 0.01}", "step: 0}", "data-shape"),
    ("number elsewhere", f"{SITE}/prices.yaml", "monthly: 390", "monthly: 391", "figure-value"),
]  # fmt: skip


@pytest.mark.parametrize(("file", "old", "new", "rule"), [pytest.param(*case[1:], id=case[0]) for case in DATA])
def test_bad_data_is_found(change: Change, judged: Judged, file: str, old: str, new: str, rule: str) -> None:
    """Data that cannot be read or computed is a finding, whatever else follows from it."""
    assert rule in rules_after(change, judged, file, old, new)


@pytest.mark.parametrize(
    ("name", "rule"),
    [
        (FIGURES, "figures-missing"),
        (RECORDS, "records-missing"),
        (EN, "page-missing"),
        (PO, "catalog-unreadable"),
        (f"{SITE}/figures.yaml", "data-unreadable"),
        ("data/locales.yaml", "data-unreadable"),
    ],
)
def test_what_is_not_there_is_a_finding(project: Path, judged: Judged, name: str, rule: str) -> None:
    """A missing file is a finding, not a crash."""
    (project / name).unlink()
    assert rule in {finding.rule for finding in judged().findings}


def test_a_page_that_nobody_recorded_is_a_finding(project: Path, judged: Judged) -> None:
    """A page on disk that the build does not list was not written by it."""
    stray = project / "dist/tiny/en/stray/index.html"
    stray.parent.mkdir()
    stray.write_text('<html lang="en"><p>Stray</p></html>', encoding="utf-8")
    assert [finding.rule for finding in judged().findings] == ["page-unrecorded"]


def test_a_site_that_was_not_built_is_a_finding(tmp_path: Path, judged: Judged, project: Path) -> None:
    """No build at all gives findings that say so."""
    (project / "dist").rename(project / "gone")
    assert {"no-pages", "figures-missing", "records-missing"} <= {finding.rule for finding in judged().findings}


def test_a_finding_names_the_line(change: Change, judged: Judged) -> None:
    """A finding says where: file, line, the nearest anchor and the row of the table."""
    change(EN, "900&nbsp;GB/s<", "901&nbsp;GB/s<")
    where = next(finding.where for finding in judged().findings if finding.rule == "number-text")
    assert where.startswith(f"{EN}:")
    assert where.endswith("#cards row 3")
