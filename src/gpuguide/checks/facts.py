"""Facts of the catalog by their dotted path, with the unit that their field declares.

Knows collections, members, fields, ids that lead on, and the ways in which a fact is missing.
Refuses to know figures, choices and pages.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from fractions import Fraction
from typing import TypeAlias

from gpuguide.checks.documents import Record, Value, opened
from gpuguide.checks.units import field_unit, scale

MISSING = ("unknown", "not_published", "none", "no_offer")
# Being sold is not a property of a card: what a card has in these collections when they do not list it.
_UNSOLD = {"prices": "unknown", "offers": "no_offer"}


class UnsoundError(Exception):
    """Something in the data cannot be computed: a reference that leads nowhere, a circle, a unit that does not fit."""


@dataclass(frozen=True)
class Amount:
    """A number in base units, with the unit in which its source writes it."""

    base: Fraction
    unit: str

    @property
    def number(self) -> Fraction:
        """The number in its own unit."""
        return self.base / scale(self.unit)


@dataclass(frozen=True)
class Missing:
    """A value that is not there, and why: one of MISSING."""

    kind: str


Operand: TypeAlias = Amount | Missing | bool | str | date
Bindings: TypeAlias = Mapping[str, str]


@dataclass(frozen=True)
class Fact:
    """A value and the path under which it is known once every id was followed."""

    path: str
    value: Operand


@dataclass
class Facts:
    """Every collection that a site sees: its own and the shared ones."""

    collections: dict[str, Record] = field(default_factory=dict)
    axes: dict[str, str] = field(default_factory=dict)
    _known: dict[tuple[str, tuple[str | None, ...]], Fact] = field(default_factory=dict, init=False, repr=False, compare=False)
    """Facts that were found before, by path and by what its steps are bound to."""

    def members(self, collection: str) -> list[str]:
        """The ids of a collection, in the order of its file."""
        if collection not in self.collections:
            raise UnsoundError(f"there is no collection {collection}")
        return list(self.collections[collection])

    def record(self, collection: str, member: str) -> Record:
        """One member of a collection."""
        found = opened(self.collections.get(collection, Record()).get(member))
        if not isinstance(found, Record):
            raise UnsoundError(f"there is no {collection}.{member}")
        return found

    def fact(self, path: str, bound: Bindings) -> Fact:
        """The fact at a path; `bound` says which member each axis stands for."""
        known = path, tuple(map(bound.get, path.split(".")))
        if known not in self._known:
            self._known[known] = self._found(path, bound)
        return self._known[known]

    def _found(self, path: str, bound: Bindings) -> Fact:
        first, *rest = path.split(".")
        if first in bound and first in self.axes:
            rest = [bound[first], *rest]
            first = self.axes[first]
        if first not in self.collections or not rest:
            raise UnsoundError(f"{path} is no fact: there is no collection or axis {first}")
        return self._walk(path, [first], self.collections[first], rest, bound)

    def _walk(self, path: str, trail: list[str], start: Record, steps: list[str], bound: Bindings) -> Fact:
        """Follow the steps from a record on; an id met on the way leads to its own record."""
        here: Value = start
        parent = start
        for index, step in enumerate(steps):
            if isinstance(here, str) and here in MISSING:
                rest = [bound.get(one, one) for one in steps[index:]]
                return Fact(".".join([*trail, *rest]), Missing(here))
            if isinstance(here, str):
                trail = [f"{trail[-1]}s", here]
                here = self.record(*trail)
            if not isinstance(here, Record):
                raise UnsoundError(f"{path} goes on after a value: {'.'.join(trail)} has no {step}")
            key = step if step in here or step not in bound else bound[step]
            if key not in here:
                rest = [bound.get(one, one) for one in steps[index + 1 :]]
                return Fact(".".join([*trail, key, *rest]), self._absent(path, trail, key))
            parent, here = here, opened(here[key]) or here[key]
            trail = [*trail, key]
        return Fact(".".join(trail), _operand(path, trail, here, parent.get("unit") if trail[-1] == "value" else None))

    def source_kinds(self, collection: str, member: str, field_name: str) -> list[str]:
        """The kinds of the sources that a record cites for one of its fields."""
        cites = self.record(collection, member).get("cites", Record())
        cited = cites.get(field_name, []) if isinstance(cites, Record) else []
        sources = [self.record("sources", one) for one in (cited if isinstance(cited, list) else [cited]) if isinstance(one, str)]
        return [kind for source in sources if isinstance(kind := source.get("kind"), str)]

    def _absent(self, path: str, trail: list[str], key: str) -> Missing:
        """What a path means that the record does not carry: not sold, an optional field, or a mistake."""
        if len(trail) == 1 and trail[0] in _UNSOLD and key in self.collections.get("gpus", {}):
            return Missing(_UNSOLD[trail[0]])
        siblings = map(opened, self.collections.get(trail[0], Record()).values())
        if len(trail) == 2 and any(isinstance(other, Record) and key in other for other in siblings):
            return Missing("unknown")
        raise UnsoundError(f"{path} leads nowhere: {'.'.join(trail)} has no {key}")


def _operand(path: str, trail: list[str], value: Value, beside: Value | None) -> Operand:
    """A value of the catalog as something to compute and compare with; `beside` is the unit that stands next to it."""
    if isinstance(value, Record) and "value" in value and isinstance(value.get("unit", ""), str):
        return _amount(path, value["value"], str(value.get("unit", "")))
    if isinstance(value, bool | date):
        return value
    if isinstance(value, str):
        return Missing(value) if value in MISSING else value
    if isinstance(value, list) and all(isinstance(item, str) for item in value):
        return " ".join(str(item) for item in value)
    if isinstance(beside, str):
        return _amount(path, value, beside)
    unit = next((known for key in reversed(trail[1:]) if (known := field_unit(key, trail[0])) is not None), "")
    return _amount(path, value, unit)


def _amount(path: str, value: Value, unit: str) -> Operand:
    if isinstance(value, Fraction):
        return Amount(value * scale(unit), unit)
    if isinstance(value, str) and value in MISSING:
        return Missing(value)
    raise UnsoundError(f"{path} is neither a number nor text")


def days(day: date) -> Fraction:
    """A date or a moment as days, so that the two compare."""
    seconds = day.hour * 3600 + day.minute * 60 + day.second if isinstance(day, datetime) else 0
    return day.toordinal() + Fraction(seconds, 24 * 3600)


def written_day(day: date) -> str:
    """A date as 2026-09-01, a moment as 2026-11-30T09:00Z."""
    return day.strftime("%Y-%m-%dT%H:%MZ") if isinstance(day, datetime) else day.isoformat()
