"""The log of what changed: its records, and the number that each change keeps.

Knows sentences and prices. Refuses to know which pages exist, and any day but the one it is asked about.
"""

from __future__ import annotations

import datetime
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Self

from pydantic import PlainValidator, ValidationInfo, field_validator, model_validator

from gpuguide.catalog.fields import Day, Id, ListOnly, LongText, Record, one_of, refuse, shown
from gpuguide.catalog.reader import Node
from gpuguide.catalog.records import MONTHLY, PRICE_TERMS, WEEKLY
from gpuguide.catalog.shapes import Refers, per_unit, shape_of, shaped
from gpuguide.quantities import Missing, Quantity


class PriceChange(Record):
    """A price that changed: whose, for which term, from what to what."""

    card: Annotated[Id, Refers("prices")]
    term: Annotated[str, PlainValidator(one_of(*PRICE_TERMS))]
    old: Quantity | Missing
    new: Quantity

    @field_validator("old", mode="plain")
    @classmethod
    @shaped(per_unit("USD a term", shape_of(WEEKLY)))
    def _old(cls, value: object, info: ValidationInfo) -> Quantity | Missing:
        return _in_the_terms_unit(value, info)

    @field_validator("new", mode="plain")
    @classmethod
    @shaped(per_unit("USD a term", shape_of(MONTHLY)))
    def _new(cls, value: object, info: ValidationInfo) -> Quantity:
        found = _in_the_terms_unit(value, info)
        if isinstance(found, Missing):
            raise refuse(f"expected a number, got {shown(value)}", "a price that went is told in a text")
        return found


def _in_the_terms_unit(value: object, info: ValidationInfo) -> Quantity | Missing:
    read = WEEKLY if info.data.get("term") == "weekly" else MONTHLY
    found: Quantity | Missing = read(value)
    return found


class Change(Record):
    """What changed on a day, for feeds, page dates and the page of changes: a sentence, or a price."""

    day: Day
    pages: Annotated[tuple[Annotated[Id, Refers("pages")], ...], ListOnly]
    text: LongText | None = None
    price: PriceChange | None = None

    @model_validator(mode="after")
    def _one_subject(self) -> Self:
        if (self.text is None) == (self.price is None):
            raise refuse("a change has either a text or a price", "write text: …, or price: {card: …, term: …, old: …, new: …}")
        return self


def made_by(changes: Sequence[Change], day: datetime.date) -> list[tuple[int, Change]]:
    """The changes that have come by a day, newest first, each with its number."""
    total = len(changes)
    return [(total - index, change) for index, change in enumerate(changes) if change.day <= day]


def numbered(values: Mapping[str, Any], nodes: Mapping[str, Node]) -> tuple[dict[str, Any], dict[str, Node]]:
    """The collections with the changes as one more: by number, from the oldest, so that a number stays a change's own."""
    changes = values.get("changes") or ()
    entries = nodes["changes"].value if "changes" in nodes else []
    if not changes or not isinstance(entries, list):
        return dict(values), dict(nodes)
    numbers = [str(len(changes) - index) for index in range(len(changes))]
    by_number = Node(dict(zip(numbers, entries, strict=True)), nodes["changes"].place)
    return {**values, "changes": dict(zip(numbers, changes, strict=True))}, {**nodes, "changes": by_number}
