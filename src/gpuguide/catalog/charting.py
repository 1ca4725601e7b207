"""The records of data/sites/<site>/charts.yaml: what a chart plots, on which axes, and what its title claims.

Knows the four kinds of charts and what each needs. Refuses to know what a reference or a claim means, and anything about looks.
"""

from __future__ import annotations

from typing import Annotated, Self

from pydantic import Field, PlainValidator, field_validator, model_validator

from gpuguide.catalog.fields import Conditions, ListOnly, LongText, Name, Record, Text, one_of, refuse
from gpuguide.catalog.shapes import Refers
from gpuguide.errors import nearest
from gpuguide.quantities import UNITS

KINDS = ("bars", "stacked", "lines", "scatter")
_LYING = ("bars", "stacked")
"""Kinds whose rows lie one under the other: they have no upright axis."""


class Finding(Record):
    """A title, and the claim that makes it true; the last one of a list needs no claim."""

    claim: Text | None = None
    text: LongText


class ChartAxis(Record):
    """An axis: what it measures and in which unit; `figure` gives the places of rows that are points."""

    label: LongText
    unit: Annotated[Text, Refers("known units")]
    scale: Annotated[str, PlainValidator(one_of("linear", "log"))] = "linear"
    figure: Text | None = None
    name: Name | None = None
    """The axis whose names stand in place of the numbers of `figure`."""

    @field_validator("unit")
    @classmethod
    def _unit_is_known(cls, unit: str) -> str:
        if unit not in UNITS:
            raise refuse(f"there is no unit {unit}", nearest(unit, UNITS))
        return unit


class ChartSeries(Record):
    """One figure a row, and what it is called."""

    figure: Text
    label: LongText


class ChartMark(Record):
    """A value that a line across the chart marks; without a text it is labelled by its bare number."""

    figure: Text
    text: LongText | None = None
    on: Annotated[str, PlainValidator(one_of("across", "up"))] | None = None


class ChartSpec(Record):
    """A chart: its title, its rows, its series and its axes."""

    kind: Annotated[str, PlainValidator(one_of(*KINDS))]
    finding: Annotated[tuple[Finding, ...], ListOnly]
    subject: LongText
    header: LongText
    rows: Text
    where: Conditions = ()
    sort: Text | None = None
    name: Name | None = None
    series: Annotated[tuple[ChartSeries, ...], ListOnly] = ()
    total: Text | None = None
    across: ChartAxis
    up: ChartAxis | None = None
    marks: Annotated[tuple[ChartMark, ...], ListOnly] = ()
    marks_label: LongText | None = Field(default=None)

    @property
    def labelled(self) -> str:
        """The axis whose members' names label the rows."""
        return self.name or self.rows.partition(" in ")[0].strip()

    def mark_axis(self, mark: ChartMark) -> str:
        """The axis on which a mark lies: what the numbers of the chart are measured on, unless it says otherwise."""
        return mark.on or ("across" if self.kind in _LYING else "up")

    @model_validator(mode="after")
    def _title_always(self) -> Self:
        if not self.finding or any(line.claim is None for line in self.finding[:-1]):
            raise refuse("every title but the last needs its claim", "write claim: NAME, or move it to the end")
        return self

    @model_validator(mode="after")
    def _kind_has_what_it_needs(self) -> Self:
        lying = self.kind in _LYING
        if (self.up is None) != lying:
            raise refuse(f"{self.kind} has {'no upright axis' if lying else 'two axes'}", "bars and stacked have `across` alone")
        if lying and (self.across.scale == "log" or self.across.figure is not None):
            raise refuse("the length of a bar starts at zero", "take `scale` and `figure` out of `across`")
        if (self.across.figure is None) != lying:
            raise refuse("points need the figure that places them", "write across: {figure: …}")
        if (self.kind == "scatter") != (self.up is not None and self.up.figure is not None):
            raise refuse("a scatter has a figure on both axes, lines have theirs in `series`", "write up: {figure: …} or series")
        if (self.kind == "scatter") == bool(self.series):
            raise refuse("a chart plots series, a scatter its two figures", "write series: [{figure: …, label: …}]")
        if (self.total is not None) != (self.kind == "stacked"):
            raise refuse("stacked bars, and they alone, have a total", "write total: FIGURE")
        return self
