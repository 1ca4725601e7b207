"""A digit that nothing accounts for, or a record that nothing stands for, is found."""

from __future__ import annotations

import pytest

from tests.checks.defects import EN, RECORDS, ZH, Change, Judged, rules_after

UNRECORDED = [
    ("digit", EN, "more than the other", "3 more than the other", "unrecorded-digit"),
    ("full-width digit", ZH, "快得多", "快３倍", "unrecorded-digit"),
    ("fraction", EN, "more than the other", "½ more than the other", "unrecorded-digit"),
    ("roman numeral sign", EN, "more than the other", "Ⅳ times the other", "unrecorded-digit"),
    ("part of a literal", EN, "in FP8,", "in FP80,", "unrecorded-digit literal-count"),
    ("literal within a word", EN, "in FP8,", "in xFP8,", "unrecorded-digit literal-count"),
    ("label", EN, 'aria-label="All cards"', 'aria-label="All 2 cards"', "unrecorded-digit"),
    ("title", EN, "<title>Guide: 14", "<title>Guide, part 2: 14", "unrecorded-digit"),
    (
        "shared title",
        EN,
        'og:title" content="Guide: 14',
        'og:title" content="Guide: 15',
        "unrecorded-digit record-not-found",
    ),
    ("description", EN, 'content="Cards', 'content="9 cards', "unrecorded-digit"),
    ("language chooser", "dist/tiny/index.html", ">English", ">English 2", "leading unrecorded-digit"),
    (
        "number on the chooser",
        "dist/tiny/index.html",
        "English</a>",
        'English <data data-figure="share" value="26">26%</data></a>',
        "element-unrecorded leading",
    ),
    ("literal count", RECORDS, '"literals": {"FP8": 2}', '"literals": {"FP8": 1}', "literal-count"),
    ("undeclared literal", RECORDS, '"literals": {"FP8": 2}', '"literals": {"FP8": 2, "x": 1}', "literal-unknown"),
    ("key of a record that nobody knows", RECORDS, '"literals": {"FP8": 2}', '"literals": {"FP8": 2}, "x": 1', "record-shape"),
    ("key of the records that nobody knows", RECORDS, '{"pages"', '{"day": 1, "pages"', "record-shape"),
    ("record too many", RECORDS, '["share"', '["share", "%", "", "26%", "text"], ["share"', "record-not-found"),
    (
        "record too few",
        RECORDS,
        '["share", "%", "", "26%", "text"]',
        '["share", "%", "", "26%", "title"]',
        "element-unrecorded record-not-found locale-figures",
    ),
    (
        "number of the title",
        RECORDS,
        '["memory/7b", "GB", "", "14\u00a0GB", "title"]',
        '["memory/7b", "GB", "", "15\u00a0GB", "title"]',
        "number-text record-not-found unrecorded-digit",
    ),
    (
        "name of the title",
        RECORDS,
        '["sizes/7b", "7B", "title"]',
        '["sizes/7b", "8B", "title"]',
        "name-text record-not-found unrecorded-digit",
    ),
    ("carrier", RECORDS, '"text"', '"footer"', "record-shape element-unrecorded"),
    ("row of a record", RECORDS, '"14\u00a0GB", "text"]', '"14\u00a0GB"]', "record-shape element-unrecorded"),
]


@pytest.mark.parametrize(("file", "old", "new", "rules"), [pytest.param(*case[1:], id=case[0]) for case in UNRECORDED])
def test_nothing_is_printed_unrecorded(change: Change, judged: Judged, file: str, old: str, new: str, rules: str) -> None:
    """Digits stand in numbers, names, dates and declared literals only; elements and records match both ways."""
    assert rules_after(change, judged, file, old, new) == set(rules.split())
