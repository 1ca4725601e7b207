"""What a site declares to be computed: figures, choices, lists, claims, tables.

Knows the shape of these files. Refuses to compute any of it, and to trust that what they name exists.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TypeVar

from gpuguide.checks import shapes
from gpuguide.checks.documents import Record, Value
from gpuguide.checks.findings import Docket
from gpuguide.checks.shapes import ShapeError

T = TypeVar("T")


@dataclass(frozen=True)
class PrintLine:
    """How a figure is printed: unit, step, direction, and when this line is the one that applies."""

    unit: str
    step: Fraction | None
    direction: str
    trim: bool
    form: str
    at_least: Fraction | None
    when: tuple[str, ...]


@dataclass(frozen=True)
class Family:
    """A figure over axes: a formula on inputs, or a value taken as it is."""

    name: str
    where: str
    over: tuple[str, ...]
    chosen: str | None
    taken: str | None
    published_by: tuple[str, ...]
    formula: str | None
    inputs: dict[str, str]
    lines: tuple[PrintLine, ...]
    label: str = ""


@dataclass(frozen=True)
class Choice:
    """The first candidate, in the order of `by`, of the first step that has one."""

    name: str
    where: str
    over: tuple[str, ...]
    each: tuple[str, ...]
    steps: tuple[tuple[str, ...], ...]
    by: tuple[str, ...]


@dataclass(frozen=True)
class Rows:
    """Members of an axis, filtered and sorted: the rows of a table, or the names of a list."""

    name: str
    where: str
    rows: str
    conditions: tuple[str, ...]
    sort: str | None
    transposed: bool = False


@dataclass(frozen=True)
class Claim:
    """What must hold for some prose to stand, and what happens when it does not."""

    name: str
    where: str
    over: tuple[str, ...]
    chosen: str | None
    holds: tuple[str, ...]
    otherwise: str


@dataclass
class Declarations:
    """Everything that a site declares, by name."""

    families: dict[str, Family] = field(default_factory=dict)
    choices: dict[str, Choice] = field(default_factory=dict)
    lists: dict[str, Rows] = field(default_factory=dict)
    claims: dict[str, Claim] = field(default_factory=dict)
    tables: dict[str, tuple[Rows, tuple[Record, ...]]] = field(default_factory=dict)


def declarations(figures: Record, claims: Record, tables: Record, docket: Docket) -> Declarations:
    """All declarations of a site's files; what has the wrong shape is noted and left out."""
    return Declarations(
        _each(figures, "figures", _family, docket),
        _each(figures, "choices", _choice, docket),
        _each(figures, "lists", rows_of, docket),
        _each(claims, "claims", _claim, docket),
        _each(tables, "tables", _table, docket),
    )


def _each(record: Record, key: str, build: Callable[[str, Record, str], T], docket: Docket) -> dict[str, T]:
    """The declarations under a key, built one by one, so that a bad one does not hide the others."""
    built: dict[str, T] = {}
    try:
        section = shapes.record_at(record, key)
    except ShapeError as error:
        docket.add(error.where, "data-shape", str(error))
        return built
    for name in section:
        try:
            built[name] = build(name, shapes.record_at(section, name), section.where(name))
        except ShapeError as error:
            docket.add(error.where, "data-shape", f"{key}.{name}: {error}")
    return built


def _family(name: str, record: Record, where: str) -> Family:
    return Family(
        name,
        where,
        shapes.texts(record, "over"),
        shapes.text(record, "chosen") if "chosen" in record else None,
        shapes.text(record, "is") if "is" in record else None,
        shapes.texts(record, "published_by"),
        shapes.text(record, "formula") if "formula" in record else None,
        shapes.text_map(record, "inputs"),
        tuple(_line(line) for line in shapes.records(record, "print")),
        shapes.text(record, "label", ""),
    )


def _line(record: Record) -> PrintLine:
    step = shapes.number(record, "step")
    if step is not None and step <= 0:
        raise ShapeError(record.where("step"), "step is not above zero")
    direction = shapes.text(record, "round", "half-up")
    if direction not in ("half-up", "down", "up"):
        raise ShapeError(record.where("round"), f"round is none of half-up, down, up: {direction}")
    return PrintLine(
        shapes.text(record, "unit", ""),
        step,
        direction,
        record.get("trim") is True,
        shapes.text(record, "form", "plain"),
        shapes.number(record, "at_least"),
        shapes.texts(record, "when"),
    )


def _choice(name: str, record: Record, where: str) -> Choice:
    steps = record.get("steps")
    if not isinstance(steps, list):
        raise ShapeError(record.where("steps"), "steps is not a list")
    return Choice(
        name,
        where,
        shapes.texts(record, "over"),
        shapes.texts(record, "each"),
        tuple(_step(record, step) for step in steps),
        shapes.texts(record, "by"),
    )


def _step(record: Record, step: Value) -> tuple[str, ...]:
    """The conditions of a step; one alone may stand without its list."""
    conditions = step if isinstance(step, list) else [step]
    written = tuple(item for item in conditions if isinstance(item, str))
    if len(written) != len(conditions):
        raise ShapeError(record.where("steps"), "a step is not a list of conditions")
    return written


def rows_of(name: str, record: Record, where: str) -> Rows:
    """The rows that a list, a table or a chart declares."""
    sort = shapes.text(record, "sort") if "sort" in record else None
    transposed = record.get("transpose") is True
    return Rows(name, where, shapes.text(record, "rows"), shapes.texts(record, "where"), sort, transposed)


def _claim(name: str, record: Record, where: str) -> Claim:
    otherwise = shapes.text(record, "otherwise")
    if otherwise not in ("stop", "hide"):
        raise ShapeError(record.where("otherwise"), f"otherwise is neither stop nor hide: {otherwise}")
    chosen = shapes.text(record, "chosen") if "chosen" in record else None
    return Claim(name, where, shapes.texts(record, "over"), chosen, shapes.texts(record, "holds"), otherwise)


def _table(name: str, record: Record, where: str) -> tuple[Rows, tuple[Record, ...]]:
    return rows_of(name, record, where), shapes.records(record, "columns")
