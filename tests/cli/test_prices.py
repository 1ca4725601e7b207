"""`gpuguide prices`: what is shown, what is asked, what is written, and how it ends. On the made-up guide."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.builds import files_in
from tests.cli.conftest import Run
from tests.projects import SITE_FOLDER

Replace = Callable[[Path, str, str], None]
PRICES, CHANGES = f"{SITE_FOLDER}/prices.yaml", f"{SITE_FOLDER}/changes.yaml"
SET = ("prices", "set", "tiny", "beta", "monthly", "120")


def text(guide: Path, name: str) -> str:
    return (guide / name).read_text(encoding="utf-8")


def test_a_price_is_set_and_told(guide: Path, run: Run):
    """What moves in each language is shown first; then both files are written, and the site builds."""
    before = text(guide, PRICES)
    ran = run(*SET, "--project", guide, "--yes")
    assert ran.code == 0, ran.err
    assert ran.out.startswith("beta monthly: 100 USD/month -> 120 USD/month\n")
    assert "    [en] - Yes, for $0.14 an hour." in ran.out
    assert "    [en] + Yes, for $0.17 an hour." in ran.out
    assert "[zh] + " in ran.out
    assert text(guide, PRICES) == before.replace("monthly: 100", "monthly: 120")
    told = "price: {card: beta, term: monthly, old: 100, new: 120}"
    assert text(guide, CHANGES) == f"changes:\n  - {{day: 2026-06-01, pages: [guide], {told}}}\n"
    assert run("build", "--project", guide).code == 0


def test_a_price_that_starts_later_moves_nothing_yet(guide: Path, run: Run, change: Replace):
    """What it will move is shown; the as-of day brings it."""
    assert run(*SET, "--project", guide, "--from", "2026-07-01", "--yes").code == 0
    assert "beta: {monthly: [{value: 100}, {from: 2026-07-01, value: 120}]," in text(guide, PRICES)
    assert "hour/beta  0.14 USD/h" in run("figures", "hour", "--project", guide).out
    change(guide / f"{SITE_FOLDER}/site.yaml", "as_of: 2026-06-01", "as_of: 2026-07-01")
    assert "hour/beta  0.17 USD/h" in run("figures", "hour", "--project", guide).out
    assert "in force since 2026-07-01" in run("explain", "prices.beta.monthly", "--project", guide).out


@pytest.mark.parametrize(("arguments", "answer"), [(["--dry-run"], ""), ([], "n\n")])
def test_nothing_is_written_unless_somebody_agrees(
    guide: Path, run: Run, monkeypatch: pytest.MonkeyPatch, arguments: list[str], answer: str
):
    """A trial, or no for an answer."""
    before = files_in(guide)
    monkeypatch.setattr("sys.stdin", io.StringIO(answer))
    ran = run(*SET, "--project", guide, *arguments)
    assert ran.code == 0
    assert ran.out.endswith("nothing was written\n")
    assert files_in(guide) == before


def test_yes_for_an_answer_writes(guide: Path, run: Run, monkeypatch: pytest.MonkeyPatch):
    """Typed at the question."""
    monkeypatch.setattr("sys.stdin", io.StringIO("y\n"))
    assert run(*SET, "--project", guide).code == 0
    assert "monthly: 120" in text(guide, PRICES)


@pytest.mark.parametrize(
    ("arguments", "code", "told"),
    [
        (["tinny", "beta", "monthly", "120"], 2, "did you mean tiny?"),
        (["tiny", "betta", "monthly", "120"], 2, "did you mean beta?"),
        (["tiny", "beta", "montly", "120"], 2, "did you mean monthly?"),
        (["tiny", "beta", "monthly", "12o"], 2, "12o is no price"),
        (["tiny", "beta", "monthly", "100"], 2, "is 100 USD/month already"),
        (["tiny", "beta", "monthly", "120", "--from", "soon"], 2, "soon is not a day"),
        (["tiny", "beta", "monthly", "120", "--from", "2026-01-01"], 2, "lies before 2026-06-01"),
        (["tiny", "beta", "monthly", "9999999"], 3, "expected a number above 0 to 1000000"),
        (["tiny", "beta", "monthly", "120"], 2, "nobody answered"),
    ],
)
def test_what_cannot_be_set_is_told_and_nothing_is_written(
    guide: Path, run: Run, monkeypatch: pytest.MonkeyPatch, arguments: list[str], code: int, told: str
):
    """2 for what was asked, 3 for facts that would not load."""
    before = files_in(guide)
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    ran = run("prices", "set", *arguments, "--project", guide)
    assert ran.code == code
    assert told in ran.err
    assert files_in(guide) == before


def test_unreadable_facts_are_told_first(guide: Path, run: Run, change: Replace):
    """Exit code 3, with their place."""
    change(guide / PRICES, "monthly: 144", "monthly: -3")
    ran = run(*SET, "--project", guide, "--yes")
    assert ran.code == 3
    assert f"{PRICES}:2:" in ran.err


def test_prices_are_listed_with_what_comes(guide: Path, run: Run):
    """Each term, with its place; one card alone when it is named."""
    run(*SET, "--project", guide, "--from", "2026-07-01", "--yes")
    ran = run("prices", "show", "tiny", "--project", guide)
    assert "alpha weekly: unknown  " in ran.out
    assert "beta monthly: 100 USD/month  (in force from the start; from 2026-07-01: 120 USD/month)  " in ran.out
    assert "alpha" not in run("prices", "show", "tiny", "beta", "--project", guide).out
    assert "did you mean beta?" in run("prices", "show", "tiny", "betta", "--project", guide).err
