"""Bars, flags and commands say what the data says."""

from __future__ import annotations

import pytest

from tests.checks.defects import EN, ZH, Change, Judged, rules_after

DEFECTS = [
    ("flag", EN, 'data-flag="gpus.beta.fast" data-state="false"', 'data-flag="gpus.beta.fast" data-state="true"', "flag"),
    ("word of a flag", EN, 'data-state="false">no', 'data-state="false">yes', "flag-text"),
    ("flag without a word", ZH, 'data-state="false">否', 'data-state="false">', "flag-text"),
    ("flag of no fact", EN, 'data-flag="gpus.beta.fast"', 'data-flag="gpus.beta.slow"', "flag"),
    ("text of a fact", EN, ">SXM5<", ">SXM6<", "name-text element-unrecorded record-not-found"),
    ("command", EN, "tiny run --cards 2\n", "tiny run --cards 3\n", "commands"),
    ("commands of no name", EN, 'data-commands="run"', 'data-commands="walk"', "commands"),
]


@pytest.mark.parametrize(("file", "old", "new", "rules"), [pytest.param(*case[1:], id=case[0]) for case in DEFECTS])
def test_what_is_drawn_is_what_the_data_says(change: Change, judged: Judged, file: str, old: str, new: str, rules: str) -> None:
    """Geometry, yes and no, and commands are judged like text."""
    assert rules_after(change, judged, file, old, new) == set(rules.split())
