"""A clean site gives no findings, and what was judged is counted."""

from __future__ import annotations

from collections.abc import Callable

from gpuguide.checks import Report


def test_a_clean_site_has_no_findings(judged: Callable[[], Report]) -> None:
    """Nothing is wrong with the example, so nothing is found."""
    assert [str(finding) for finding in judged().findings] == []


def test_what_was_judged_is_counted(judged: Callable[[], Report]) -> None:
    """A judge that found nothing says what it looked at, or nobody could tell it from a blind one."""
    counts = judged().counts
    # On each of two pages: eleven numbers and one in the title; beside it six in the CSV, six in the JSON, one in llms.txt.
    # Ten names, one of the title, two in each file of the table, one in llms.txt; a date, and one in the JSON; FP8 in the
    # text and in the structured data; two flags; a CSV, a JSON, a feed and an llms.txt.
    assert counts["pages"] == 4
    assert counts["numbers"] == 50
    assert counts["missing values"] == 2
    assert counts["names"] == 32
    assert counts["chosen names"] == 2
    assert counts["flags"] == 4
    assert counts["files"] == 8
    assert counts["tables"] == 2
    assert counts["lists"] == 2
    assert counts["dates"] == 4
    assert counts["literals"] == 4
    assert counts["figures recomputed"] == 21  # thirteen figures and the eight facts that they take
    assert counts["choices recomputed"] == 1
    assert counts["claims"] == 3
    assert counts["messages"] == 14
    assert counts["structured blocks"] == 2
    assert counts["assets"] == 2
