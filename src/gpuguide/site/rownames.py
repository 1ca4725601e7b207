"""The names that a row's record leads to: of a field that holds an id, and of a list of ids.

Knows records and collections. Refuses to lay out: tables and downloads do.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from markupsafe import Markup

from gpuguide.catalog.files import collections
from gpuguide.site.pen import Pen

Row: TypeAlias = Mapping[str, str]
"""The members a row is about: its own first, then the page's."""


def held_name(pen: Pen, field: str, row: Row) -> tuple[str, str]:
    """The collection and the member that a field of the row's record names."""
    axis, member = next(iter(row.items()))
    return collections(field), getattr(pen.book.facts.members(pen.book.axes[axis])[member], field)


def listed_names(pen: Pen, reference: str, row: Row) -> list[Markup]:
    """The names of the members that a fact lists: `prices.gpu.regions` holds ids of the collection regions."""
    path = pen.book.path(reference, row)
    return [pen.name(path.rsplit(".", 1)[-1], member) for member in str(pen.book.facts.get(path).value).split()]


def commas(names: list[Markup], pen: Pen) -> Markup:
    """Names in a row, with the language's comma and no "and"."""
    comma = "、" if pen.writer.join(["a", "b", "c"]).startswith("a、") else ", "
    return Markup(comma).join(names)  # noqa: S704 - the comma is one of these two
