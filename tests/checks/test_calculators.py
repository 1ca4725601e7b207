"""The judge works out a calculator's file by asking the figures: each defect that would mislead a visitor is found."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Mapping
from fractions import Fraction
from pathlib import Path

import pytest

from gpuguide.checks import judge_site
from gpuguide.checks.facts import UnsoundError
from gpuguide.checks.probing import terms
from gpuguide.cli import building
from gpuguide.cli.console import Screen
from tests.formed import CALCULATORS_FILE, write_formed
from tests.projects import SITE

DATA = f"dist/{SITE}/en/guide/card.json"
HTML = f"dist/{SITE}/en/guide/index.html"
Rules = Callable[..., set[str]]


@pytest.fixture(scope="module")
def published(tmp_path_factory: pytest.TempPathFactory, project_root: Path) -> Path:
    """The project with its calculator, built."""
    root = write_formed(tmp_path_factory.mktemp("formed"), project_root)
    assert building.build(root, root / "dist", None, True, Screen(quiet=True)) == 0
    return root


@pytest.fixture
def project(published: Path, tmp_path: Path) -> Path:
    """A copy to be changed."""
    return Path(shutil.copytree(published, tmp_path / "project"))


@pytest.fixture
def rules_after(project: Path) -> Rules:
    """The rules that fire after one text of a file was put in the place of another."""

    def judged(old: str, new: str, file: str = DATA) -> set[str]:
        text = (project / file).read_text(encoding="utf-8")
        assert old in text, f"{file} has no {old!r}"
        (project / file).write_text(text.replace(old, new, 1), encoding="utf-8")
        return rules(project)

    return judged


def rules(project: Path) -> set[str]:
    """The rules that fire."""
    return {finding.rule for finding in judge_site(project, project / "dist", SITE).findings}


DEFECTS = [
    ("a term that is smaller", '"7b fp8":"9000000000"', '"7b fp8":"8000000000"'),
    ("a coefficient of what is typed", '"of":["cache"],"values":{"":"1000000000"}', '"of":["cache"],"values":{"":"1000000001"}'),
    ("a term without what is typed", '"of":["cache"]', '"of":[]'),
    (
        "a term of another option",
        '"7b bf16":"14000000000","7b fp8":"7000000000"',
        '"7b bf16":"7000000000","7b fp8":"14000000000"',
    ),
    ("an option that makes no difference", '"by":["size","precision"]', '"by":["size"]'),
    ("a step that is coarser", '"step":"1/10"', '"step":"1"'),
    ("another rounding", '"round":"half-up"', '"round":"down"'),
    ("another unit", '"pattern":"{n}\u00a0GB"', '"pattern":"{n}\u00a0TB"'),
    ("another scale", '"scale":"1000000000"', '"scale":"1000000"'),
    ("a sign of another language", '"decimal":".","group":","', '"decimal":",","group":"."'),
    ("a limit that is wider", '"most":"1000"', '"most":"9000"'),
    ("a message with another example", "such as 5.", "such as 6."),
    ("a message that is not ours", "Write a whole number", "Write anything"),
    ("an option that is not offered", '["alpha","Alpha"]', '["gamma","Gamma"]'),
    ("a card with more memory", '"rooms":["12000000000"]', '"rooms":["99000000000"]'),
    ("a card in a precision that it lacks", '"suits":{"precision":["bf16"]}', '"suits":{"precision":["bf16","fp8"]}'),
    ("the price of another", '"$30"', '"$20"'),
    ("a value that is not known", '"—"', '"$99"'),
    ("a room held against another sum", '"holds":[{"result":3', '"holds":[{"result":0'),
    ("a bar without its total", '"total":3', '"total":-1'),
    ("verdicts the wrong way round", '"verdicts":["yes","no"]', '"verdicts":["no","yes"]'),
    ("an example that sets another size", '"values":{"size":"7b"', '"values":{"size":"30b"'),
    ("an example with another name", "7B on one card", "30B on one card"),
    ("something more", '"verdicts"', '"more":1,"verdicts"'),
    ("spaces", '"decimal":', '"decimal": '),
]


@pytest.mark.parametrize(("old", "new"), [pytest.param(old, new, id=name) for name, old, new in DEFECTS])
def test_a_defect_of_the_file_is_found(old: str, new: str, rules_after: Rules):
    """Each is one change of the file that the build wrote."""
    assert rules_after(old, new) == {"calculator"}


def test_the_file_that_was_built_is_clean(published: Path):
    """Nothing to find."""
    assert rules(published) == set()


def test_rows_in_another_order_are_found(project: Path):
    """The cheapest stands first."""
    text = (project / DATA).read_text(encoding="utf-8")
    start, end = text.index('"rows":[') + len('"rows":['), text.index('],"presets"')
    beta, alpha = text[start:end].split(',{"members":["alpha"]')
    (project / DATA).write_text(f'{text[:start]}{{"members":["alpha"]{alpha},{beta}{text[end:]}', encoding="utf-8")
    assert rules(project) == {"calculator"}


def test_a_file_that_is_no_json_is_found(rules_after: Rules):
    """It is told as a file that cannot be read."""
    assert rules_after('{"decimal"', "{decimal") == {"file-unreadable"}


def test_a_file_that_is_away_is_found(project: Path):
    """A form without its numbers."""
    (project / DATA).unlink()
    assert rules(project) == {"file-missing"}


def test_a_price_that_changes_makes_the_file_stale(rules_after: Rules):
    """A higher price of Alpha's rival turns the rows round: what was built is no longer true."""
    assert "calculator" in rules_after("weekly: 30", "weekly: 31", file=f"data/sites/{SITE}/prices.yaml")


def test_a_label_that_is_not_declared_is_found(rules_after: Rules):
    """The form says what calculators.yaml says, and in its order."""
    assert rules_after(">Gigabytes of cache<", ">Terabytes of cache<", file=HTML) >= {"text"}


def test_a_declared_fact_that_leads_nowhere_is_told_at_the_file(rules_after: Rules):
    """The judge says that it cannot compute, and does not fall over."""
    assert "source" in rules_after("for: policy.cache", "for: policy.cash", file=CALCULATORS_FILE)


def test_terms_are_found_by_asking():
    """3 + 5xy and no more: asked at zero and one, and once more at other numbers."""

    def ask(typed: Mapping[str, Fraction]) -> Fraction:
        return 3 + 5 * typed["x"] * typed["y"]

    assert terms(["y", "x"], ask) == {(): 3, ("x", "y"): 5}


@pytest.mark.parametrize("power", [2, 3])
def test_a_power_is_no_sum_of_products(power: int):
    """x squared is one at one and zero at zero, as x is: the third question tells them apart."""
    with pytest.raises(UnsoundError, match="no sum of products"):
        terms(["x"], lambda typed: typed["x"] ** power)
