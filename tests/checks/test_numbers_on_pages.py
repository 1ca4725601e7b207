"""A number, name or date on a page that differs from the data makes its rule fire."""

from __future__ import annotations

import pytest

from tests.checks.defects import EN, ZH, Change, Judged, rules_after

NUMBERS = [
    ("value", 'value="14"', 'value="15"', "number-value"),
    ("value with a rounded end", "2.0833333333333333333", "2.08", "number-value"),
    ("no value", 'value="14"', "", "number-value"),
    ("value in another notation", 'value="14"', 'value="1.4e1"', "number-value"),
    (
        "unit",
        'data-unit="TB/s">2&nbsp;TB',
        'data-unit="GB/s">2&nbsp;TB',
        "number-unit element-unrecorded record-not-found",
    ),
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
    (
        "another figure",
        'data-figure="share"',
        'data-figure="sharp"',
        "unknown-figure figure-unlisted element-unrecorded record-not-found locale-figures",
    ),
    ("a missing value of another kind", 'data-absent="unknown"', 'data-absent="none"', "absent-kind"),
    (
        "a missing value without a word",
        'data-absent="unknown">—',
        'data-absent="unknown"> ',
        "absent-text element-unrecorded record-not-found",
    ),
    (
        "a carrier in a carrier",
        "2&nbsp;TB/s</data>, which",
        "2&nbsp;<data data-figure='x'>TB/s</data></data>, which",
        "nested-carrier",
    ),
]


@pytest.mark.parametrize(("old", "new", "rules"), [pytest.param(*case[1:], id=case[0]) for case in NUMBERS])
def test_a_number_says_what_the_data_says(change: Change, judged: Judged, old: str, new: str, rules: str) -> None:
    """Key, exact value, unit, form and text of each number are what the data gives."""
    assert rules_after(change, judged, EN, old, new) == set(rules.split())


NAMES = [
    (
        "name",
        EN,
        '"gpus/alpha">Alpha 80</span> reads',
        '"gpus/alpha">Alpha 81</span> reads',
        "name-text element-unrecorded record-not-found",
    ),
    (
        "unknown name",
        EN,
        '"gpus/alpha">Alpha 80</span> reads',
        '"gpus/omega">Alpha 80</span> reads',
        "unknown-name element-unrecorded record-not-found locale-names",
    ),
    ("count of cards", EN, "2x Beta 24", "3x Beta 24", "name-text element-unrecorded record-not-found"),
    (
        "choice",
        EN,
        '"gpus/beta" data-choice="cheapest/7b">Beta 24',
        '"gpus/alpha" data-choice="cheapest/7b">Alpha 80',
        "choice element-unrecorded record-not-found locale-names",
    ),
    ("unknown choice", EN, 'data-choice="cheapest/7b"', 'data-choice="dearest/7b"', "unknown-choice"),
    ("day", EN, 'datetime="2026-09-01"', 'datetime="2026-09-02"', "date element-unrecorded record-not-found"),
    ("day in the text", EN, "September 1, 2026", "September 2, 2026", "date-text element-unrecorded record-not-found"),
    ("month in the text", EN, "September 1, 2026", "October 1, 2026", "date-text element-unrecorded record-not-found"),
    ("month in Chinese", ZH, "2026年9月1日", "2026年8月1日", "date-text element-unrecorded record-not-found"),
    ("fact of a date", EN, 'data-fact="site.updated"', 'data-fact="site.name"', "date locale-dates"),
]


@pytest.mark.parametrize(("file", "old", "new", "rules"), [pytest.param(*case[1:], id=case[0]) for case in NAMES])
def test_a_name_is_the_one_in_the_data(change: Change, judged: Judged, file: str, old: str, new: str, rules: str) -> None:
    """Names, chosen names and dates are those of the data."""
    assert rules_after(change, judged, file, old, new) == set(rules.split())
