"""Long lists of changes made short for a reader: a record that came or went whole is one line, and so are many such records.

Knows paths. Refuses to gather what changed: an old and a new value are always shown. JSON has every value.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import groupby

from gpuguide.review.report import FactChange

FEW = 4
"""Up to so many values, or records, stand by themselves."""


def gathered(changes: Iterable[FactChange]) -> list[FactChange]:
    """The changes with what came or went in one piece as one line."""
    records = _gathered(changes, lambda change: ".".join(change.key.split(".")[:2]), "values")
    return _gathered(records, lambda change: change.key.partition(".")[0] if _is_count(change) else change.key, "records")


def _gathered(changes: Iterable[FactChange], name_of: Callable[[FactChange], str], what: str) -> list[FactChange]:
    found: list[FactChange] = []
    for (name, came, went), group in groupby(changes, lambda one: (name_of(one), one.old is None, one.new is None)):
        members = list(group)
        if len(members) <= FEW or not (came or went):
            found.extend(members)
            continue
        count = f"{len(members)} {what}"
        found.append(FactChange(name, None if came else count, None if went else count, (), members[0].place))
    return found


def _is_count(change: FactChange) -> bool:
    return (change.new or change.old or "").endswith(" values")
