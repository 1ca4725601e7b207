"""Runs the worked examples of this folder, which anyone who knows the field can write: see memory.yaml for the form."""

from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
import yaml

from gpuguide.figures.formulas import PERIOD, PERIODS, SAME, formulas
from gpuguide.quantities import UNITS, Unit, round_to_step

FILES = sorted(Path(__file__).parent.glob("*.yaml"))
KEYS = {"name", "formula", "inputs", "expect", "because"}


def situations() -> list[Any]:
    # The base loader leaves every number as text, so that it can be read exactly.
    loaded = [(path.stem, item) for path in FILES for item in yaml.load(path.read_text("utf-8"), yaml.BaseLoader)["situations"]]
    return [pytest.param(item, id=f"{file}: {item['name']}") for file, item in loaded]


def measured(text: str) -> tuple[Fraction, Unit]:
    number, unit = text.split(" ", 1)
    return Fraction(number), UNITS[unit]


@pytest.mark.parametrize("situation", situations())
def test_situation(situation: Mapping[str, Any]):
    """The formula gives what was computed by hand, exactly or to the step that is printed."""
    assert set(situation) - {"step"} == KEYS
    formula = formulas()[situation["formula"]]
    inputs = {name: measured(text) for name, text in situation["inputs"].items()}
    expected, unit = measured(situation["expect"])
    for name, (_, given) in inputs.items():
        assert accepts(formula.parameters[name], given), f"{name} is {formula.parameters[name]}, not {given.dimension}"
    got = formula.function(**{name: number * given.scale for name, (number, given) in inputs.items()}) / unit.scale
    assert type(got) is Fraction
    assert accepts(formula.result, unit)
    assert (round_to_step(got, Fraction(situation["step"])) if "step" in situation else got) == expected, situation["because"]


def accepts(dimension: str, unit: Unit) -> bool:
    return dimension in (SAME, unit.dimension) or (dimension == PERIOD and unit.dimension in PERIODS)


def test_every_formula_has_a_situation():
    """A formula without a worked example is not finished."""
    assert set(formulas()) - {param.values[0]["formula"] for param in situations()} == set()


@pytest.mark.parametrize("formula", formulas().values(), ids=lambda formula: formula.name)
def test_every_formula_can_be_shown(formula: Any):
    """A formula is one expression of its parameters and constants, so that a page can show it as it is computed."""
    shown = {token.text for token in formula.tokens if token.is_parameter}
    assert shown == set(formula.parameters)
    assert formula.summary.endswith(".")
