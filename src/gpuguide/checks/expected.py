"""What a chart has to draw, worked out again from the data: every shape in its order, with its key and its place.

Knows the rules of docs/formats.md for each kind. Takes nothing from what was built.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from gpuguide.checks.bench import Bench
from gpuguide.checks.charted import Dimension, Mark, Plan
from gpuguide.checks.facts import Amount, Bindings, UnsoundError
from gpuguide.checks.numerals import plain
from gpuguide.checks.pages import Drawn
from gpuguide.checks.scales import Scale, percent, row_scale, tick_scale, zero_scale
from gpuguide.checks.units import scale


@dataclass(frozen=True)
class Sheet:
    """A chart's plan with what it is about: the page's members and the rows."""

    bench: Bench
    plan: Plan
    bound: Bindings
    rows: tuple[str, ...]

    def key(self, reference: str, row: str = "") -> str:
        """The key of a figure for a row."""
        return self.bench.answers.references.canonical(reference, self.bound_to(row))

    def value(self, reference: str, row: str = "") -> Fraction | None:
        """Its exact value in base units; None when it is missing."""
        value = self.bench.answers.references.operand(reference, self.bound_to(row))
        return value.base if isinstance(value, Amount) else None

    def due(self, reference: str, row: str = "") -> Fraction:
        """Its exact value, which must be there."""
        value = self.value(reference, row)
        if value is None:
            raise UnsoundError(f"{self.key(reference, row)} is no number")
        return value

    def name(self, row: str) -> Drawn:
        """The name that labels a row."""
        axis = self.plan.rows.rows.partition(" in ")[0].strip()
        reference = (
            row
            if self.plan.labelled == axis
            else self.bench.answers.references.operand(f"{axis}.{self.plan.labelled}", self.bound_to(row))
        )
        return Drawn("name", f"{self.bench.answers.facts.axes[self.plan.labelled]}/{reference}", {})

    def marked(self, on: str) -> list[tuple[int, Mark, Fraction]]:
        """The marks of an axis, numbered as they are declared."""
        return [(at, mark, self.due(mark.figure)) for at, mark in enumerate(self.plan.marks) if mark.on == on]

    def ticked(self, axis: Dimension, values: list[Fraction]) -> Scale:
        """The axis with ticks by rule that holds the values."""
        if not values:
            raise UnsoundError("there is nothing to draw")
        return tick_scale(values, scale(axis.unit), axis.log)

    def bound_to(self, row: str) -> Bindings:
        """The members that a row is about, with the page's."""
        axis = self.plan.rows.rows.partition(" in ")[0].strip()
        return {**self.bound, axis: row} if row else self.bound


def expected_shapes(sheet: Sheet) -> list[Drawn]:
    """Every shape of the chart, in the order in which it is drawn."""
    kinds = {"bars": _bars, "stacked": _stacked, "lines": _lines, "scatter": _scatter}
    return list(kinds[sheet.plan.kind](sheet))


def _bars(sheet: Sheet) -> Iterator[Drawn]:
    rows = [[(reference, sheet.value(reference, row)) for reference, _ in sheet.plan.series] for row in sheet.rows]
    values = [value for row in rows for _, value in row if value is not None]
    axis = zero_scale([*values, *(value for _, _, value in sheet.marked("across"))])
    yield from _upright_marks(sheet, axis)
    for row, figures in zip(sheet.rows, rows, strict=True):
        yield sheet.name(row)
        for index, (reference, value) in enumerate(figures):
            if value is not None:
                width, key = percent(axis.place(value)), sheet.key(reference, row)
                yield Drawn("bar", key, {"x": "0%", "width": width})
                yield Drawn("number", key, {"x": width}, "table")
                if len(figures) > 1:
                    yield Drawn("text", f"series/{index}", {"x": width})


def _stacked(sheet: Sheet) -> Iterator[Drawn]:
    rows = [[sheet.due(reference, row) for reference, _ in sheet.plan.series] for row in sheet.rows]
    totals = [sheet.due(sheet.plan.total, row) for row in sheet.rows]
    if totals != [sum(values) for values in rows]:
        raise UnsoundError(f"the series do not add up to {sheet.plan.total}")
    axis = sheet.ticked(sheet.plan.across, [*totals, *(value for _, _, value in sheet.marked("across"))])
    yield from _ticks(sheet, axis, "across", sheet.plan.across)
    if sheet.plan.marks_label:
        yield Drawn("text", "marks", {})
    yield from _upright_marks(sheet, axis)
    for row, values in zip(sheet.rows, rows, strict=True):
        yield sheet.name(row)
        yield Drawn("number", sheet.key(sheet.plan.total, row), {}, "table")
        below = Fraction(0)
        for index, ((reference, _), value) in enumerate(zip(sheet.plan.series, values, strict=True)):
            start, end = axis.place(below), axis.place(below + value)
            fill = f"url(#hatch-{sheet.plan.name})" if index == 1 else ""
            yield Drawn("bar", sheet.key(reference, row), {"x": percent(start), "width": percent(end - start), "fill": fill})
            below += value


def _lines(sheet: Sheet) -> Iterator[Drawn]:
    across, up = sheet.plan.across, _up(sheet)
    places = [sheet.due(across.figure, row) for row in sheet.rows]
    values = [[sheet.due(reference, row) for row in sheet.rows] for reference, _ in sheet.plan.series]
    marks = sheet.marked("up")
    x_axis = row_scale(places, across.log)
    y_axis = sheet.ticked(up, [*(value for line in values for value in line), *(value for _, _, value in marks)])
    yield from _ticks(sheet, y_axis, "up", up)
    for row, place in zip(sheet.rows, places, strict=True):
        at = percent(x_axis.place(place))
        yield Drawn("tick", "across", {"x1": at, "x2": at, "y1": "0", "y2": "100%"})
        text = sheet.name(row) if across.named else Drawn("number", sheet.key(across.figure, row), {}, "bare")
        yield Drawn(text.kind, text.key, {"x": at, "y": "100%", "text-anchor": "middle"}, text.form)
    yield Drawn("text", "across", {})
    yield from _upright_marks(sheet, x_axis)
    for number, mark, value in marks:
        y = percent(100 - y_axis.place(value))
        yield Drawn("mark", sheet.key(mark.figure), {"x1": "0", "x2": "100%", "y1": y, "y2": y})
        yield (
            Drawn("text", f"mark/{number}", {"y": y}) if mark.text else Drawn("number", sheet.key(mark.figure), {"y": y}, "bare")
        )
    for index, ((reference, _), line) in enumerate(zip(sheet.plan.series, values, strict=True)):
        points = [(percent(x_axis.place(x)), percent(100 - y_axis.place(y))) for x, y in zip(places, line, strict=True)]
        keys = [sheet.key(reference, row) for row in sheet.rows]
        for key, ((x1, y1), (x2, y2)) in zip(keys[1:], pairwise(points), strict=True):
            yield Drawn("segment", key, {"x1": x1, "y1": y1, "x2": x2, "y2": y2})
        for key, (x, y) in zip(keys, points, strict=True):
            yield Drawn("point", key, {"cx": x, "cy": y})
        yield Drawn("text", f"series/{index}", {})


def _scatter(sheet: Sheet) -> Iterator[Drawn]:
    across, up = sheet.plan.across, _up(sheet)
    xs = [sheet.due(across.figure, row) for row in sheet.rows]
    ys = [sheet.due(up.figure, row) for row in sheet.rows]
    x_axis, y_axis = sheet.ticked(across, xs), sheet.ticked(up, ys)
    yield from _ticks(sheet, y_axis, "up", up)
    yield from _ticks(sheet, x_axis, "across", across)
    for row, x_value, y_value in zip(sheet.rows, xs, ys, strict=True):
        x, y = percent(x_axis.place(x_value)), percent(100 - y_axis.place(y_value))
        yield Drawn("point", f"{sheet.key(across.figure, row)} {sheet.key(up.figure, row)}", {"cx": x, "cy": y})
        yield Drawn("name", sheet.name(row).key, {"x": x, "y": y})


def _up(sheet: Sheet) -> Dimension:
    if sheet.plan.up is None:
        raise UnsoundError(f"{sheet.plan.name} has no upright axis")
    return sheet.plan.up


def _ticks(sheet: Sheet, axis: Scale, on: str, dimension: Dimension) -> Iterator[Drawn]:
    """A line and a number for each tick, then the title of the axis."""
    for value in axis.ticks:
        key = f"constant/{plain(value / scale(dimension.unit))}"
        if on == "across":
            at = percent(axis.place(value))
            yield Drawn("tick", on, {"x1": at, "x2": at, "y1": "0", "y2": "100%"})
            yield Drawn("number", key, {"x": at, "y": "100%", "text-anchor": "middle"})
        else:
            at = percent(100 - axis.place(value))
            yield Drawn("tick", on, {"x1": "0", "x2": "100%", "y1": at, "y2": at})
            yield Drawn("number", key, {"x": "0%", "y": at, "text-anchor": "end"})
    yield Drawn("text", on, {})


def _upright_marks(sheet: Sheet, axis: Scale) -> Iterator[Drawn]:
    for number, mark, value in sheet.marked("across"):
        at = percent(axis.place(value))
        yield Drawn("mark", sheet.key(mark.figure), {"x1": at, "x2": at, "y1": "0", "y2": "100%"})
        yield (
            Drawn("text", f"mark/{number}", {"x": at})
            if mark.text
            else Drawn("number", sheet.key(mark.figure), {"x": at}, "bare")
        )
