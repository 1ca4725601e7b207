"""The offers feed: which lines count, and what they give."""

from __future__ import annotations

from datetime import UTC, date, datetime
from fractions import Fraction
from pathlib import Path

import pytest

from gpuguide.checks.documents import Record
from gpuguide.checks.facts import Amount, Facts, Missing
from gpuguide.checks.findings import Docket
from gpuguide.checks.offers import feed_collections

HEADER = "gpu,price,currency,seller,region,quantity,taken,expires\n"
FEED = """\
l4,0.49,USD,North,eu,24,2026-11-30T09:00Z,
l4,0.44,USD,Basalt,eu,12,2026-11-28T23:00Z,
l4,0.44,USD,Later,us,1,2026-11-30T08:55Z,2026-12-07T00:00Z
t4,1.5,USD,North,eu,2,2026-11-29T09:00Z,2026-11-30T00:00Z
"""


def read(folder: Path, text: str) -> tuple[Facts, list[tuple[str, str]]]:
    """The facts of a feed on 2026-11-30, and the rules that fired with their places."""
    path, docket, cards = folder / "offers.csv", Docket(), Record()
    path.write_text(text, encoding="utf-8")
    cards.update(l4=Record(), t4=Record(), a40=Record())
    collections = feed_collections(path, "offers.csv", cards, date(2026, 11, 30), docket)
    findings = [(finding.where, finding.rule) for finding in docket.report().findings]
    return Facts({"gpus": cards, **collections}), findings


def test_a_feed_gives_the_lowest_offer_of_each_card(tmp_path: Path) -> None:
    """The lowest, and the first of two that cost the same; age counts from the oldest."""
    facts, findings = read(tmp_path, HEADER + FEED)
    assert findings == []
    assert facts.fact("offers.l4.price", {}).value == Amount(Fraction("0.44"), "USD/GPU-h")
    assert facts.fact("offers.l4.seller", {}).value == "Basalt"
    assert facts.fact("offers.l4.count", {}).value == Amount(Fraction(3), "count")
    assert facts.fact("offers.t4.quantity", {}).value == Amount(Fraction(2), "card")
    assert facts.fact("offers.a40.price", {}).value == Missing("no_offer")
    assert facts.fact("feed.taken", {}).value == datetime(2026, 11, 30, 9, tzinfo=UTC)
    assert facts.fact("feed.age", {}).value == Amount(Fraction(2), "day")
    assert facts.fact("feed.count", {}).value == Amount(Fraction(4), "count")


@pytest.mark.parametrize(
    "line",
    [
        "h9,0.49,USD,North,eu,24,2026-11-30T09:00Z,",
        "l4,0,USD,North,eu,24,2026-11-30T09:00Z,",
        "l4,-1,USD,North,eu,24,2026-11-30T09:00Z,",
        'l4,"0,49",USD,North,eu,24,2026-11-30T09:00Z,',
        "l4,0.49,EUR,North,eu,24,2026-11-30T09:00Z,",
        "l4,0.49,USD,North,eu,24,2026-12-01T09:00Z,",
        "l4,0.49,USD,North,eu,24,2026-11-31T09:00Z,",
        "l4,0.49,USD,North,eu,24,yesterday,",
        "l4,0.49,USD,North,eu,24,2026-11-28T09:00Z,2026-11-29T00:00Z",
        "l4,49,USD,North,eu,24,2026-11-30T09:00Z,",
        "l4,0.0044,USD,North,eu,24,2026-11-30T09:00Z,",
        "l4,0.49,USD",
    ],
)
def test_a_line_that_breaks_a_rule_does_not_count(tmp_path: Path, line: str) -> None:
    """It is found with its number, and the facts are those of the other lines."""
    facts, findings = read(tmp_path, f"{HEADER}{FEED}{line}\n")
    assert findings == [("offers.csv:6", "offer-refused")]
    assert facts.fact("feed.count", {}).value == Amount(Fraction(4), "count")
    assert facts.fact("offers.l4.price", {}).value == Amount(Fraction("0.44"), "USD/GPU-h")


@pytest.mark.parametrize("text", ["", "gpu,price\nl4,1\n", HEADER + 'l4,"0'])
def test_a_feed_that_cannot_be_read_is_found(tmp_path: Path, text: str) -> None:
    """Another header, or broken quotes."""
    assert [rule for _, rule in read(tmp_path, text)[1]] == ["data-unreadable"]


def test_a_feed_without_a_valid_line_has_no_offers(tmp_path: Path) -> None:
    """Nothing offered is missing, not free."""
    facts, _ = read(tmp_path, HEADER)
    assert facts.fact("offers.l4.price", {}).value == Missing("no_offer")
    assert facts.fact("feed.age", {}).value == Missing("no_offer")
