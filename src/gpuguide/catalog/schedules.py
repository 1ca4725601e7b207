"""Prices that change on a day: the steps that a file lists, and which of them is in force on a day.

Knows dates as data. Refuses clocks: the day is asked for. A price written as a plain number has no schedule.
"""

from __future__ import annotations

import datetime
import itertools
from collections.abc import Callable
from dataclasses import dataclass

from pydantic_core import PydanticCustomError

from gpuguide.catalog.fields import DAY, refuse, shown
from gpuguide.catalog.shapes import Shape, shape_of, shaped
from gpuguide.errors import nearest
from gpuguide.quantities import Missing, Quantity

KEYS = ("from", "value")
_HINT = "write it as [{value: 10}, {from: 2026-12-01, value: 12}]"


@dataclass(frozen=True)
class Step:
    """A value and the day it starts on; the first of a schedule may have held ever since."""

    since: datetime.date | None
    value: Quantity | Missing


@dataclass(frozen=True)
class Schedule:
    """The values of one price, earliest first."""

    steps: tuple[Step, ...]

    def index(self, day: datetime.date) -> int | None:
        """The number, from zero, of the step in force on a day; None before the first."""
        started = [number for number, step in enumerate(self.steps) if step.since is None or step.since <= day]
        return started[-1] if started else None


def dated(read: Callable[[object], Quantity | Missing]) -> Callable[[object], Quantity | Missing | Schedule]:
    """A reader that takes what `read` takes, or a list of such values with the days they start on."""

    @shaped({"anyOf": [shape_of(read), {"type": "array", "minItems": 1, "items": _step_shape(shape_of(read))}]})
    def read_or_steps(value: object) -> Quantity | Missing | Schedule:
        return _schedule(value, read) if isinstance(value, list) else read(value)

    return read_or_steps


def _step_shape(value: Shape) -> Shape:
    properties = {"from": DAY, "value": value}
    return {"type": "object", "properties": properties, "required": ["value"], "additionalProperties": False}


def _schedule(written: list[object], read: Callable[[object], Quantity | Missing]) -> Schedule:
    if not written:
        raise refuse("the list of prices is empty", _HINT)
    steps = tuple(_step(number, entry, read) for number, entry in enumerate(written, start=1))
    for number, (earlier, later) in enumerate(itertools.pairwise(steps), start=2):
        if later.since is None:
            raise refuse(f"price {number} has no day to start on", "only the first may leave its from out")
        if earlier.since is not None and later.since == earlier.since:
            raise refuse(f"two prices start on {later.since}", "keep one of them")
        if earlier.since is not None and later.since < earlier.since:
            raise refuse(f"price {number} starts on {later.since}, before the one above it", "write them earliest first")
    return Schedule(steps)


def _step(number: int, entry: object, read: Callable[[object], Quantity | Missing]) -> Step:
    if not isinstance(entry, dict):
        raise refuse(f"price {number}: expected from and value, got {shown(entry)}", _HINT)
    unknown = next((key for key in entry if key not in KEYS), None)
    if unknown is not None:
        raise refuse(f"price {number}: unknown key {unknown}", nearest(str(unknown), KEYS))
    if "value" not in entry:
        raise refuse(f"price {number}: the key value is missing", _HINT)
    since = entry.get("from")
    if since is not None and not isinstance(since, datetime.date):
        raise refuse(f"price {number}: expected a day, got {shown(since)}", "write it as from: 2026-12-01")
    try:
        return Step(since, read(entry["value"]))
    except PydanticCustomError as error:
        context = error.context or {}
        raise refuse(f"price {number}: {context.get('message', '')}", str(context.get("hint", ""))) from None
