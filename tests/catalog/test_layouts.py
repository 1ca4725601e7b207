"""The records of what a page lays out: one thing a cell, and the pairs that belong together."""

from __future__ import annotations

from typing import Any

import pytest

from gpuguide.catalog.layouts import Column, SpecRow
from gpuguide.catalog.reader import parse_yaml
from gpuguide.catalog.validation import validate
from gpuguide.errors import Problems


def problems_of(kind: Any, text: str) -> list[str]:
    problems = Problems()
    validate(kind, parse_yaml(text, "a.yaml"), (), problems)
    assert all(problem.hint for problem in problems.found)
    return [str(problem) for problem in problems.found]


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        (Column, "{header: GPU, name: gpu, sub: [remark]}"),
        (Column, "{header: VRAM, figure: capacity/gpu, unit: cell}"),
        (Column, "{header: Pick, server: [pick.gpu, pick.count]}"),
        (Column, "{header: Cheapest, choice: cheapest/size, with: price/size, mark: tight/size, mark_text: tight}"),
        (Column, "{header: Regions, names: prices.gpu.regions, filter: one}"),
        (Column, "{header: VRAM, figure: capacity/gpu, filter: least}"),
        (SpecRow, "{label: Memory, figure: memory/gpu}"),
    ],
)
def test_one_thing_a_cell(kind, text):
    """A figure, a name, a choice, a server or a text."""
    assert problems_of(kind, text) == []


@pytest.mark.parametrize(
    ("kind", "text", "said"),
    [
        (Column, "{header: GPU}", "a column shows one thing, this one 0; write one of figure, name, choice, server"),
        (Column, "{header: GPU, name: gpu, figure: a/b}", "a column shows one thing, this one 2; write one of"),
        (
            Column,
            "{header: P, server: [pick.gpu]}",
            "server: server takes a card and a count; write server: [pick.gpu, pick.count]",
        ),
        (Column, "{header: P, figure: a/b, unit: both}", "unit: expected one of header, cell, got"),
        (Column, "{header: P, figure: a/b, filter: between}", "filter: expected one of least, most, one, got"),
        (
            Column,
            "{header: P, names: a.gpu.b, filter: least}",
            "rows cannot be found by least here; least and most go with a figure",
        ),
        (Column, "{header: P, figure: a/b, filter: one}", "rows cannot be found by one here"),
        (SpecRow, "{label: Memory}", "a line shows one thing; write one of figure, name, flag or fact"),
        (SpecRow, "{label: Memory, figure: a/b, name: gpu}", "a line shows one thing; write one of"),
    ],
)
def test_a_cell_without_a_thing_or_with_two_is_refused(kind, text, said):
    """Which one would be printed?"""
    (problem,) = problems_of(kind, text)
    assert said in problem


@pytest.mark.parametrize(
    ("shown", "key"),
    [
        ("figure: capacity/gpu/x1", "capacity"),
        ("flag: gpu.fp8_tensor_cores", "fp8_tensor_cores"),
        ("names: prices.gpu.regions", "regions"),
    ],
)
def test_a_column_has_a_short_name_in_addresses(shown, key):
    """The family of its figure, or the last word of what it shows."""
    assert validate(Column, parse_yaml(f"{{header: H, {shown}}}", "a.yaml"), (), Problems()).key == key
