"""A step of a fact moves the same in the engine and in the judge; a planted bug does not.

The guide's facts (tests/projects.py, tests/site/guide.py): Alpha costs 144 and has 24 GB and 512 GB/s; Beta costs 100 and has
12 GB and 256 GB/s; a 7B model takes 7 GB in FP8.
"""

from __future__ import annotations

import dataclasses
from fractions import Fraction
from typing import Any

import pytest

from gpuguide.catalog.facts import Fact, Facts
from gpuguide.figures import compute, formulas
from gpuguide.l10n import Writer
from gpuguide.proof import mutation
from gpuguide.proof.cutting import CUT, Moved, without
from gpuguide.proof.pages import compare
from gpuguide.proof.running import prove_facts
from gpuguide.site.page import Rendered, render_page
from tests.formed import formed_files
from tests.projects import SITE_FOLDER, replaced
from tests.proof.conftest import Open, disagreements, kinds
from tests.site.guide import PAGE, guide_files


def test_a_right_engine_agrees_with_the_judge_at_every_step(opened: Open) -> None:
    """Every fact of the guide, one, ten and twice: nothing differs, and every step is one of four things."""
    report = prove_facts(opened(), long=True)
    assert report.disagreements == ()
    assert report.tried == report.steps == report.seen + report.stopped + report.refused + report.silent
    assert report.seen > 0 and report.stopped > 0 and report.refused > 0


def test_a_price_that_moves_is_seen(opened: Open) -> None:
    """145, 154 and 288 dollars are other numbers on the page than 144."""
    assert kinds(opened(), "prices.alpha.monthly") == ["seen", "seen", "seen"]


def test_a_price_with_dates_is_stepped_where_the_value_in_force_stands(opened: Open) -> None:
    """Of three values the second holds on the as-of day: it alone is a fact of the site, and all agree on its steps."""
    listed = "monthly: [{value: 130}, {from: 2026-01-01, value: 144}, {from: 2027-01-01, value: 150}]"
    files = guide_files()
    shop = opened(replaced(files, f"{SITE_FOLDER}/prices.yaml", "monthly: 144", listed))
    at = [(fact.text, fact.place.column) for fact in shop.stepper.facts if fact.key == "prices.alpha.monthly"]
    assert at == [("144", len("  alpha: {monthly: [{value: 130}, {from: 2026-01-01, value: ") + 1)]
    assert kinds(shop, "prices.alpha.monthly") == ["seen", "seen", "seen"]
    assert disagreements(shop, "prices.alpha.monthly") == []


def test_a_stop_claim_that_turns_ends_the_build(opened: Open) -> None:
    """Beta at 257 and 266 GB/s stays behind Alpha's 512; at 512 it does not, and a claim says that it does."""
    assert kinds(opened(), "gpus.beta.bandwidth_gb_s") == ["seen", "seen", "stopped"]


def test_stock_that_no_longer_adds_up_is_refused(opened: Open) -> None:
    """Three cards in one region and two in the other are five, not six, fifteen or ten."""
    assert kinds(opened(), "prices.alpha.stock") == ["refused", "refused", "refused"]


def test_a_fact_that_no_page_reads_is_dead(opened: Open) -> None:
    """The clock of a card is kept to check its rate; no page prints it. Its price is printed."""
    dead = {fact.fact: fact.place for fact in prove_facts(opened(), facts=0).dead}
    assert dead["gpus.alpha.check.boost_mhz"] == "data/gpus/alpha.yaml:25:28"
    assert "prices.alpha.monthly" not in dead


def test_a_short_run_draws_the_same_facts_for_the_same_seed(opened: Open) -> None:
    """Three facts of three collections are nine steps at most; the same seed gives the same report."""
    shop = opened()
    first = prove_facts(shop, seed=3, facts=3)
    assert first.facts_tried == 3 and first.tried <= 9
    assert prove_facts(shop, seed=3, facts=3) == first


def test_a_number_typed_into_a_page_is_found(opened: Open) -> None:
    """A page says 512 GB/s in plain text, declared as a literal, as the figure does today: with another fact it still says so."""
    files = replaced(guide_files(), PAGE, "Bandwidth decides.", "Bandwidth decides, 512 GB/s do.")
    files = replaced(files, f"{SITE_FOLDER}/literals.yaml", "literals:\n", "literals:\n  - {text: 512 GB/s, reason: planted}\n")
    rules = {wrong.rule for wrong in disagreements(opened(files), "gpus.alpha.bandwidth_gb_s")}
    assert rules == {"512 GB/s still stands in plain text, beside"}


def test_a_formula_that_ignores_an_input_is_found(opened: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    """Weights without their width are right in FP8, where it is one byte; with two bytes only the judge moves."""
    known = dict(formulas.formulas())

    def parameters_alone(parameters: Fraction, width: Fraction) -> Fraction:
        return parameters

    known["weights"] = dataclasses.replace(known["weights"], function=parameters_alone)
    monkeypatch.setattr(compute, "formulas", lambda: known)
    found = disagreements(opened(), "precisions.fp8.bytes_per_parameter")
    assert ("figure weights/7b/fp8", "7000000000, printed 7 GB", "14000000000, printed 14 GB") in {
        (wrong.key, wrong.engine, wrong.independent) for wrong in found
    }


def test_a_figure_of_another_card_is_found(opened: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    """Beta's rate is read from Alpha, which has the same today: a step of Beta's moves nothing in the engine."""
    right = Facts.get

    def of_alpha(self: Facts, path: str) -> Fact:
        return right(self, path.replace("gpus.beta.bf16", "gpus.alpha.bf16"))

    files = guide_files()
    files = replaced(files, "data/gpus/beta.yaml", "bf16_dense_tflops: 60", "bf16_dense_tflops: 120")
    files = replaced(files, f"{SITE_FOLDER}/figures.yaml", "  stream:", _RATE + "  stream:")
    files = replaced(files, PAGE, "Bandwidth decides.", "Bandwidth decides: {rate/beta}.")
    monkeypatch.setattr(Facts, "get", of_alpha)
    found = disagreements(opened(files), "gpus.beta.bf16_dense_tflops")
    assert ("+1 (120 to 121)", "figure rate/beta") in {(wrong.step, wrong.key) for wrong in found}


_RATE = "  rate: {label: BF16 rate, over: [gpu], is: gpu.bf16_dense_tflops, print: {unit: TFLOPS, step: 1}}\n"


def test_a_language_that_stays_behind_is_found(opened: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    """Chinese keeps writing 144 dollars whatever Alpha costs: the step changes in English only, and the text is wrong."""
    right = Writer._quantity

    def stale(self: Writer, value: Fraction, *rest: Any) -> str:
        return right(self, Fraction(144) if self.id == "zh" and value == 145 else value, *rest)

    monkeypatch.setattr(Writer, "_quantity", stale)
    found = disagreements(opened(), "prices.alpha.monthly")
    assert {(wrong.locale, wrong.key, wrong.rule) for wrong in found if wrong.rule.startswith("changes")} >= {
        ("zh", "monthly/alpha", "changes only in en:")
    }


def test_rounding_half_to_even_is_found(opened: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    """511.5 rounds to 512 either way; ten tenths more are 512.5, which is 513, and 512 to even."""

    def to_even(value: Fraction, step: Fraction, direction: str = "half-up") -> Fraction:
        return round(value / step) * step

    monkeypatch.setattr(compute, "round_to_step", to_even)
    files = replaced(guide_files(), "data/gpus/alpha.yaml", "bandwidth_gb_s: 512", "bandwidth_gb_s: 511.5")
    found = disagreements(opened(files), "gpus.alpha.bandwidth_gb_s")
    assert (
        "+10 (511.5 to 512.5)",
        "figure bandwidth/alpha",
        "512500000000, printed 512 GB/s",
        "512500000000, printed 513 GB/s",
    ) in {(wrong.step, wrong.key, wrong.engine, wrong.independent) for wrong in found}


def test_a_calculator_holds_the_stepped_numbers(opened: Open) -> None:
    """Overhead of 3, 12 and 4 GB: the constant of a term that no number of the page prints, and the judge has the same."""
    shop = opened(formed_files())
    assert disagreements(shop, "policy.overhead.value") == []
    assert kinds(shop, "policy.overhead.value") == ["seen", "seen", "seen"]


def test_a_calculator_that_stays_behind_is_found(opened: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    """The page is made of the stepped facts, the file of its calculator is that of the day before."""
    shop = opened(formed_files())
    leaf = next(key for key, _ in shop.pages if any(file.path.endswith("card.json") for file in shop.pages[key, "en"].files))
    before = shop.pages[leaf, "en"].files

    def stale(*asked: Any) -> Rendered:
        page = render_page(*asked)
        return dataclasses.replace(page, files=before) if page.path == shop.pages[leaf, "en"].path else page

    monkeypatch.setattr(mutation, "render_page", stale)
    rules = {wrong.rule.partition(":")[0] for wrong in disagreements(shop, "policy.overhead.value")}
    assert "a calculator holds something else" in rules


def test_a_row_headed_by_a_phrase_is_nobodys(opened: Open) -> None:
    """A row of Alpha that shows a number of Beta is found; one that is headed "Alpha or Gamma" is a phrase."""
    row = '<tr><th scope="row">{}</th><td><data value="1" data-figure="bandwidth/beta" data-unit="GB/s">1</data></td></tr>'
    alpha, gamma = '<span data-name="gpus/alpha">A</span>', '<span data-name="gpus/gamma">C</span>'
    page = next(iter(opened().pages.values()))
    moved = Moved(frozenset({"bandwidth/beta"}), frozenset(), frozenset(), False, ())

    def rules(head: str) -> list[str]:
        shown = dataclasses.replace(page, text=f"<head></head><table>{row.format(head)}</table>", files=())
        return [one.rule for one in compare(shown, shown, moved, ("gpus", "beta"))]

    assert rules(alpha) == ["beta moved in the row of alpha"]
    assert rules(f"{alpha} or {gamma}") == []


@pytest.mark.parametrize(
    ("text", "printed", "rest"),
    [
        ("8 GB of 80 GB", "8 GB", "… of 80 GB"),
        ("FP8 GB", "8 GB", "FP8 GB"),
        ("needs 8 GB.", "8 GB", "needs …."),
        ("18 GB and 1.8 GB", "8 GB", "18 GB and 1.8 GB"),
        ("US$ 230 or $230", "$230", "US$ 230 or …"),
        ("需要8 GB显存", "8 GB", "需要…显存"),
    ],
)
def test_a_number_is_cut_where_it_stands_by_itself(text: str, printed: str, rest: str) -> None:
    """Not within another number, and not within a name."""
    assert without(text, [printed]).replace(CUT, "…") == rest
