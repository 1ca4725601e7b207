"""What data/sites/<site>/charts.yaml declares: rows, series, axes, marks and titles of charts.

Knows the shape of the file. Refuses to compute any of it.
"""

from __future__ import annotations

from dataclasses import dataclass

from gpuguide.checks import shapes
from gpuguide.checks.declared import Rows, rows_of
from gpuguide.checks.documents import Record
from gpuguide.checks.findings import Docket
from gpuguide.checks.shapes import ShapeError

KINDS = ("bars", "stacked", "lines", "scatter")


@dataclass(frozen=True)
class Dimension:
    """An axis: its title, its unit, and the figure that places rows along it, if it is rows that it places."""

    label: str
    unit: str
    log: bool
    figure: str
    named: bool


@dataclass(frozen=True)
class Mark:
    """A marked value, its text if it has one, and the axis on which it lies."""

    figure: str
    text: str
    on: str


@dataclass(frozen=True)
class Plan:
    """A chart as it is declared. `titles` are claim and text, the claim empty for the last resort."""

    name: str
    kind: str
    titles: tuple[tuple[str, str], ...]
    subject: str
    header: str
    rows: Rows
    labelled: str
    series: tuple[tuple[str, str], ...]
    total: str
    across: Dimension
    up: Dimension | None
    marks: tuple[Mark, ...]
    marks_label: str


def plans(file: Record, docket: Docket) -> dict[str, Plan]:
    """The charts of a site; what has the wrong shape is noted and left out."""
    found: dict[str, Plan] = {}
    try:
        section = shapes.record_at(file, "charts")
    except ShapeError as error:
        docket.add(error.where, "data-shape", str(error))
        return found
    for name in section:
        try:
            found[name] = _plan(name, shapes.record_at(section, name), section.where(name))
        except ShapeError as error:
            docket.add(error.where, "data-shape", f"charts.{name}: {error}")
    return found


def _plan(name: str, record: Record, where: str) -> Plan:
    kind = shapes.text(record, "kind")
    if kind not in KINDS:
        raise ShapeError(record.where("kind"), f"kind is none of {', '.join(KINDS)}")
    rows = rows_of(name, record, where)
    own = rows.rows.partition(" in ")[0].strip()
    titles = tuple((shapes.text(line, "claim", ""), shapes.text(line, "text")) for line in shapes.records(record, "finding"))
    series = tuple((shapes.text(one, "figure"), shapes.text(one, "label")) for one in shapes.records(record, "series"))
    usual = "across" if kind in ("bars", "stacked") else "up"
    return Plan(
        name,
        kind,
        titles,
        shapes.text(record, "subject"),
        shapes.text(record, "header"),
        rows,
        shapes.text(record, "name", own),
        series,
        shapes.text(record, "total", ""),
        _dimension(shapes.record_at(record, "across")),
        _dimension(shapes.record_at(record, "up")) if "up" in record else None,
        tuple(
            Mark(shapes.text(one, "figure"), shapes.text(one, "text", ""), shapes.text(one, "on", usual))
            for one in shapes.records(record, "marks")
        ),
        shapes.text(record, "marks_label", ""),
    )


def _dimension(record: Record) -> Dimension:
    return Dimension(
        shapes.text(record, "label"),
        shapes.text(record, "unit"),
        shapes.text(record, "scale", "linear") == "log",
        shapes.text(record, "figure", ""),
        "name" in record,
    )
