"""Looks a fact up by its dotted path: the value, its unit, where it is written, and who says so.

Knows how paths walk through records and how an id in a field leads on to another collection. Refuses to compute anything.
"""

from __future__ import annotations

import dataclasses
import datetime
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from pydantic import BaseModel

from gpuguide.catalog.files import collections
from gpuguide.catalog.gpu import Gpu
from gpuguide.catalog.reader import Node
from gpuguide.catalog.records import Measure, Policy, Scale, Source
from gpuguide.errors import Place, nearest
from gpuguide.quantities import Missing, Quantity

FactValue: TypeAlias = Quantity | Missing | str | bool | datetime.date

PARTIAL = {"prices": Missing.UNKNOWN, "offers": Missing.NO_OFFER}
"""Collections that hold some cards only, and what a card that is not in them has there; that is no error."""


@dataclass(frozen=True)
class Fact:
    """A value with its path, its place, and the ids of its sources (none for what the site itself decides)."""

    key: str
    value: FactValue
    place: Place
    sources: tuple[str, ...] = ()
    why: str = ""


class UnknownFactError(Exception):
    """There is no such fact; `hint` offers the nearest name."""

    def __init__(self, message: str, hint: str) -> None:
        """Keep the sentence and the hint apart."""
        super().__init__(message)
        self.hint = hint


class Facts:
    """All collections that a site can see, with their places."""

    def __init__(self, values: Mapping[str, Any], nodes: Mapping[str, Node]) -> None:
        """Take validated collections and the nodes they were read from."""
        self._values = values
        self._nodes = nodes
        self._cache: dict[str, Fact] = {}

    @property
    def values(self) -> Mapping[str, Any]:
        """The validated collections, by name."""
        return self._values

    def members(self, collection: str) -> Mapping[str, Any]:
        """The members of a collection, in the order of its file; `UnknownFactError` when there is no such collection."""
        found = self._values.get(collection)
        if not isinstance(found, Mapping):
            known = [name for name, value in self._values.items() if isinstance(value, Mapping)]
            raise UnknownFactError(f"there is no collection {collection}", nearest(collection, known))
        return found

    def collection_names(self) -> list[str]:
        """The names of all collections that have members."""
        return [name for name, value in self._values.items() if isinstance(value, Mapping)]

    def nodes(self) -> Mapping[str, Node]:
        """What the files hold of each collection and declaration, with places."""
        return self._nodes

    def has(self, collection: str, member: str) -> bool:
        """Whether the collection has this member."""
        found = self._values.get(collection)
        return isinstance(found, Mapping) and member in found

    def has_path(self, path: str) -> bool:
        """Whether there is a fact at this path."""
        try:
            self.get(path)
        except UnknownFactError:
            return False
        return True

    def source(self, source_id: str) -> Source:
        """The source with this id."""
        found: Source = self._values["sources"][source_id]
        return found

    def get(self, path: str) -> Fact:
        """The fact at a dotted path such as `gpus.a-card.memory_gb`; `UnknownFactError` when there is none."""
        if path not in self._cache:
            self._cache[path] = self._walk(path)
        return self._cache[path]

    def _walk(self, path: str) -> Fact:
        collection, *steps = path.split(".")
        if collection not in self._values:
            raise UnknownFactError(f"there is no collection {collection}", nearest(collection, self._values))
        value, node = self._values[collection], self._nodes.get(collection)
        if collection in PARTIAL and steps and steps[0] not in value and self.has("gpus", steps[0]):
            return Fact(path, PARTIAL[collection], node.place if node else Place("data"))
        walked: list[str] = [collection]
        for index, step in enumerate(steps):
            if isinstance(value, Missing):
                break
            if isinstance(value, str):
                return self._follow(path, walked[-1], value, steps[index:])
            value = self._step(value, step, walked)
            node = node.value.get(step, node) if node and isinstance(node.value, dict) else node
            walked.append(step)
        return self._fact(path, walked, value, node)

    def _step(self, value: Any, step: str, walked: list[str]) -> Any:
        if isinstance(value, Mapping):
            if step in value:
                return value[step]
            if walked[-1] == "stock_by_region" and self.has("regions", step):
                return Missing.UNKNOWN
            raise UnknownFactError(f"{'.'.join(walked)} has no {step}", nearest(step, value))
        if isinstance(value, Scale) and step == "value":
            return value.quantity
        if step in _fields(value):
            found = getattr(value, step)
            return Missing.UNKNOWN if found is None else found
        raise UnknownFactError(f"{'.'.join(walked)} has no field {step}", _offer(value, step))

    def _follow(self, path: str, field: str, member: str, rest: list[str]) -> Fact:
        found = self.get(".".join([collections(field), member, *rest]))
        return Fact(path, found.value, found.place, found.sources, found.why)

    def _fact(self, path: str, walked: list[str], value: Any, node: Node | None) -> Fact:
        place = node.place if node else Place("data")
        if isinstance(value, Policy):
            return Fact(path, value.quantity, place, (value.source,) if value.source else (), value.why)
        if isinstance(value, Measure):
            return Fact(path, value.quantity, place)
        if isinstance(value, tuple) and all(isinstance(item, str) for item in value):
            value = " ".join(value)
        if not isinstance(value, Quantity | Missing | str | bool | datetime.date):
            raise UnknownFactError(f"{path} is not a value", _offer(value))
        return Fact(path, value, place, self._sources(walked))

    def _sources(self, walked: list[str]) -> tuple[str, ...]:
        """The ids of the sources that a record names: a card for each of its fields, a step of a scale for its value."""
        if len(walked) < 3 or not isinstance(self._values[walked[0]], Mapping):
            return ()
        record = self._values[walked[0]].get(walked[1])
        if isinstance(record, Gpu):
            return record.cites.get(walked[2], ())
        return (record.source,) if isinstance(record, Scale) and record.source is not None else ()


def _fields(value: Any) -> list[str]:
    """The fields of a record, whichever library made it."""
    if isinstance(value, BaseModel):
        return list(type(value).model_fields)
    if isinstance(value, Quantity):
        return []
    return [field.name for field in dataclasses.fields(value)] if dataclasses.is_dataclass(value) else []


def _offer(value: Any, step: str = "") -> str:
    known = list(value) if isinstance(value, Mapping) else _fields(value)
    if not known:
        return "the path ends before it"
    return nearest(step, known) if step else f"name one of its fields: {', '.join(known[:8])}"
