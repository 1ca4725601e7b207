"""Figures as terms: the same values as the formulas give, for whatever is typed; and what is no sum of products is refused."""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpuguide.cli import building
from gpuguide.cli.console import Screen
from gpuguide.errors import GuideError
from gpuguide.site.calculator.plan import Plan
from gpuguide.site.calculator.terms import TermError, Terms
from tests.asked import Asked
from tests.formed import CALCULATORS_FILE, FIGURES_FILE, formed_files, write_formed
from tests.projects import SITE, Files, replaced

CALCULATORS = [("gpu-rent-hub", "server"), ("everxcloud", "model")]
X, Y = Terms.field("x", Fraction(1000)), Terms.field("y", Fraction(1))
TWO = Terms.constant(Fraction(2))


@cache
def asked(site: str, name: str) -> Asked:
    """A calculator of the real project; read once."""
    return Asked(Path(__file__).resolve().parents[2], site, name)


@pytest.mark.parametrize(("site", "name"), CALCULATORS)
@given(seed=st.integers(min_value=0))
def test_the_terms_are_the_formulas(site: str, name: str, seed: int):
    """For any options and numbers, each sum of terms is the exact figure of a book in which the facts themselves were changed."""
    calculator = asked(site, name)
    plan = Plan(calculator.book, name)
    values = calculator.at_random(Random(seed))
    typed = {key: Fraction(values[key]) for key, one in calculator.spec.fields.items() if one.is_number}
    for one, figure in zip(calculator.spec.shown, calculator.exact(values), strict=True):
        reduced = plan.reduce(one.figure)
        assert reduced.terms[tuple(values[key] for key in reduced.by)].at(typed) == figure.exact


def test_the_reduction_of_a_sum_that_is_known():
    """70B: 80 layers x 8 heads x 128 x 2 (key and value) x 2 B = 327,680 B a token and request; in FP8 half; 70 GB and 2 GB."""
    reduced = Plan(asked("gpu-rent-hub", "server").book, "server").reduce("batch_memory/size/precision/context/batch")
    assert reduced.by == ("size", "precision", "cache")
    assert reduced.terms["70b", "fp8", "bf16"].coefficients == {(): 72 * 10**9, ("context", "requests"): 327680}
    assert reduced.terms["70b", "bf16", "fp8"].coefficients == {(): 142 * 10**9, ("context", "requests"): 163840}


def test_arithmetic_of_terms():
    """(2 + 1000x)(y) / 2 - y is 500xy; at x = 3 and y = 1/2 that is 750."""
    found = (TWO + X) * Y / TWO - Y
    assert found.coefficients == {("x", "y"): 500}
    assert found.at({"x": Fraction(3), "y": Fraction(1, 2)}) == 750


@pytest.mark.parametrize(
    ("operation", "said"),
    [
        (lambda: X * X, "x × x is a power"),
        (lambda: TWO / X, "divides by what is typed"),
        (lambda: X / (TWO - TWO), "divides by zero"),
    ],
)
def test_what_a_script_shall_not_do_is_no_term(operation: Callable[[], Terms], said: str):
    """Powers, and to divide by what a visitor types."""
    with pytest.raises(TermError, match=said):
        operation()


def built(tmp_path: Path, project_root: Path, files: Files | None = None) -> Path:
    """The made-up project with its calculator, built strictly and judged."""
    root = write_formed(tmp_path, project_root, files)
    assert building.build(root, root / "dist", None, True, Screen(quiet=True)) == 0
    return root / "dist" / SITE


def test_the_file_holds_what_was_worked_out_by_hand(tmp_path: Path, project_root: Path):
    """See tests/formed.py: 9 GB for 7B in FP8, a billion bytes a gigabyte; Beta, the cheaper, has no FP8."""
    data = json.loads((built(tmp_path, project_root) / "en/guide/card.json").read_text(encoding="utf-8"))
    by, terms = data["results"][3]["by"], data["results"][3]["terms"]
    assert by == ["size", "precision"]
    assert [one["of"] for one in terms] == [[], ["cache"]]
    assert terms[0]["values"] == {
        "7b bf16": "16000000000",
        "7b fp8": "9000000000",
        "30b bf16": "62000000000",
        "30b fp8": "32000000000",
    }
    assert set(terms[1]["values"].values()) == {"1000000000"}
    beta, alpha = data["rows"]
    assert (beta["name"], beta["rooms"], beta["suits"]) == ("Beta", ["12000000000"], {"precision": ["bf16"]})
    assert (alpha["name"], alpha["rooms"], alpha["suits"]) == ("Alpha", ["24000000000"], {"precision": ["bf16", "fp8"]})
    assert alpha["cells"][:2] == [{"": "512\u00a0GB/s"}, {"": "—"}]
    assert data["presets"] == [{"name": "7B on one card", "values": {"size": "7b", "precision": "fp8", "cache": "5"}}]
    assert data["results"][1]["prints"][0]["step"] == "1/10"


def test_the_script_and_the_file_are_only_where_they_are_used(tmp_path: Path, project_root: Path):
    """A page without a calculator loads neither."""
    files = formed_files()
    page = next(path for path in files if path.endswith("guide.md"))
    plain = built(tmp_path, project_root, {**files, page: files[page].replace("::calculator card", "Nothing is asked.")})
    assert not (plain / "en/guide/card.json").exists()
    assert "calculator" not in (plain / "en/guide/index.html").read_text(encoding="utf-8")


C, F = CALCULATORS_FILE, FIGURES_FILE
TOTAL = "total: {label: Memory needed, figure: need/size/precision}"
REFUSED = [
    (C, "for: policy.cache,", "for: policy.cash,", "policy.cash is no fact that is a number"),
    (C, "for: policy.cache,", "for: policy.month,", "nothing that is shown depends on cache"),
    (C, "suits: {precision:", "suits: {precisio:", "precisio is no field that offers a choice; did you mean precision"),
    (C, "sets: {size:", "sets: {siz:", "siz is no field"),
    (C, "start: 7b", "start: 7c", "size starts with 7c, which it does not offer"),
    (C, "start: 5}", "start: 5000}", "the start is not within the limits"),
    (C, "least: 0, ", "", "a number needs the fact that it stands for, its limits and a start"),
    (C, "need: need/size/precision", "need: need/size", "need/size is not shown"),
    (C, "room: gpu.memory_gb", "room: weekly/gpu", "weekly/alpha is missing; leave the row out by `where`"),
    (C, "each: [gpu in prices]", "each: [gpu in price]", "there is no collection price"),
    (C, "text: serving", "text: servin", "an example is told by servin, which is no text of picks"),
    (C, "      - {label: Overhead, figure: overhead}\n", "", "need/size/precision is not the sum of the results"),
    (F, "cache: cache, over", "cache: printed cache, over", "cache is taken as printed"),
    (F, "step: 0.1}", "step: 0.1, form: compact-short}", "cache is printed by conditions or in words"),
]


@pytest.mark.parametrize(("file", "old", "new", "said"), REFUSED)
def test_a_calculator_that_cannot_be_is_refused(file: str, old: str, new: str, said: str, tmp_path: Path, project_root: Path):
    """The message names what is wrong, at its file and line."""
    root = write_formed(tmp_path, project_root, replaced(formed_files(), file, old, new))
    with pytest.raises(GuideError, match=rf"data/sites/{SITE}/(calculators|figures)\.yaml:\d+:\d+: .*{said}"):
        building.build(root, root / "dist", None, True, Screen(quiet=True))
