"""Prices that start on a day: what a file may say, and which price a site's as-of day finds."""

from __future__ import annotations

from pathlib import Path

import pytest

from gpuguide.catalog.loader import Site, load_sites
from gpuguide.errors import FactsError
from tests.projects import SITE_FOLDER, replaced, tiny_project, write_project

PRICES = f"{SITE_FOLDER}/prices.yaml"
SITE = f"{SITE_FOLDER}/site.yaml"


def site_with(root: Path, monthly: str, as_of: str = "2026-06-01") -> Site:
    files = replaced(tiny_project(), PRICES, "monthly: 144", f"monthly: {monthly}")
    return load_sites(write_project(root, replaced(files, SITE, "as_of: 2026-06-01", f"as_of: {as_of}")))[0]


def refusal(root: Path, monthly: str) -> str:
    with pytest.raises(FactsError) as caught:
        site_with(root, monthly)
    (problem,) = caught.value.problems
    assert problem.place.file == PRICES
    assert problem.path == "prices.alpha.monthly"
    return f"{problem.message}; {problem.hint}"


TWO = "[{value: 144}, {from: 2026-07-01, value: 150}]"


@pytest.mark.parametrize(
    ("as_of", "price"),
    [("2026-06-01", 144), ("2026-06-30", 144), ("2026-07-01", 150), ("2027-01-01", 150)],
)
def test_the_as_of_day_finds_its_price(tmp_path: Path, as_of: str, price: int):
    """A price starts on its day, not after it."""
    fact = site_with(tmp_path, TWO, as_of).facts.get("prices.alpha.monthly")
    assert fact.value.amount == price  # type: ignore[union-attr]


def test_the_fact_stands_where_the_price_in_force_is_written(tmp_path: Path):
    """The line of the value, not of the list."""
    steps = "\n    - value: 144\n    - from: 2026-05-01\n      value: 150\n    - {from: 2026-07-01, value: 160}"
    fact = site_with(tmp_path, steps).facts.get("prices.alpha.monthly")
    assert (fact.place.line, fact.value.amount) == (6, 150)  # type: ignore[union-attr]


def test_a_plain_number_has_no_schedule(tmp_path: Path):
    """And one with dates has its own, by the path of its fact."""
    assert site_with(tmp_path / "plain", "144").schedules == {}
    (path,) = site_with(tmp_path / "dated", TWO).schedules
    assert path == "prices.alpha.monthly"


@pytest.mark.parametrize(
    ("monthly", "told"),
    [
        ("[]", "the list of prices is empty"),
        ("[{value: 1}, {value: 2}]", "price 2 has no day to start on"),
        ("[{from: 2026-05-01, value: 1}, {from: 2026-05-01, value: 2}]", "two prices start on 2026-05-01; keep one of them"),
        ("[{from: 2026-05-02, value: 1}, {from: 2026-05-01, value: 2}]", "price 2 starts on 2026-05-01, before the one above it"),
        ("[{from: 2026-06-02, value: 1}]", "there is no price on 2026-06-01, the site's as-of day"),
        ("[{from: soon, value: 1}]", "price 1: expected a day"),
        ("[{form: 2026-05-01, value: 1}]", "price 1: unknown key form; did you mean from?"),
        ("[{from: 2026-05-01}]", "price 1: the key value is missing"),
        ("[{value: 144}, {from: 2026-07-01, value: -3}]", "price 2: expected a number above 0"),
        ("[{value: unknown}]", "price 1: expected a number"),
        ("[144]", "price 1: expected from and value"),
    ],
)
def test_what_makes_no_sense_is_told_with_its_price(tmp_path: Path, monthly: str, told: str):
    """Order, duplicates, gaps, days, numbers; each with what to write."""
    assert told in refusal(tmp_path, monthly)


def test_a_weekly_price_may_have_been_unknown(tmp_path: Path):
    """From its day on it is a number."""
    weekly = "[{value: unknown}, {from: 2026-06-01, value: 40}]"
    files = replaced(tiny_project(), PRICES, "weekly: unknown", f"weekly: {weekly}")
    fact = load_sites(write_project(tmp_path, files))[0].facts.get("prices.alpha.weekly")
    assert fact.value.amount == 40  # type: ignore[union-attr]
