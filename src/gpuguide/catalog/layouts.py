"""The records of what a page lays out: tables, specifications, commands, remarks.

Knows their keys and shapes. Refuses to know what a reference or a condition means: the figures layer reads those.
"""

from __future__ import annotations

from typing import Annotated, Self

from pydantic import Field, PlainValidator, field_validator, model_validator

from gpuguide.catalog.fields import Conditions, Flag, Id, ListOnly, LongText, Name, Record, Text, Texts, one_of, refuse
from gpuguide.catalog.shapes import Refers

COLUMN_KINDS = ("figure", "name", "choice", "server", "text", "flag", "fact", "names")
FILTERS = ("least", "most", "one")


class Says(Record):
    """A word for a cell while a claim holds; the last one of a list needs no claim."""

    claim: Text | None = None
    text: LongText


class Column(Record):
    """A column of a table."""

    header: LongText
    figure: Text | None = None
    unit: Annotated[str, PlainValidator(one_of("header", "cell"))] = "header"
    name: Name | None = None
    sub: Texts | None = None
    choice: Text | None = None
    with_: Text | None = Field(default=None, alias="with")
    mark: Text | None = None
    mark_text: LongText | None = None
    says: Annotated[tuple[Says, ...], ListOnly] = ()
    server: Texts | None = None
    text: Name | None = None
    flag: Text | None = None
    fact: Text | None = None
    names: Text | None = None
    url: Text | None = None
    page: Name | None = None
    filter: Annotated[str | None, PlainValidator(one_of(*FILTERS))] = None

    @field_validator("server")
    @classmethod
    def _server_is_a_pair(cls, server: tuple[str, ...] | None) -> tuple[str, ...] | None:
        if server is not None and len(server) != 2:
            raise refuse("server takes a card and a count", "write server: [pick.gpu, pick.count]")
        return server

    @model_validator(mode="after")
    def _one_kind(self) -> Self:
        kinds = [kind for kind in COLUMN_KINDS if getattr(self, kind) is not None]
        if len(kinds) != 1:
            raise refuse(f"a column shows one thing, this one {len(kinds)}", f"write one of {', '.join(COLUMN_KINDS)}")
        if self.filter and not (self.figure if self.filter in ("least", "most") else self.names or self.flag or self.name):
            raise refuse(
                f"rows cannot be found by {self.filter} here", "least and most go with a figure; one with names, flag or name"
            )
        return self

    @property
    def key(self) -> str:
        """What the column is called in an address: the family of its figure, or the last word of what it shows."""
        shown = self.figure or self.choice or self.flag or self.fact or self.names or self.name or self.text or "server"
        return shown.split("/")[0].rsplit(".", 1)[-1]


class TableSpec(Record):
    """A table: which members are its rows, in which order, and its columns."""

    caption: LongText
    rows: Text
    where: Conditions = ()
    sort: Text | None = None
    worked: Id | None = None
    interactive: Flag = False
    transpose: Flag = False
    columns: Annotated[tuple[Column, ...], ListOnly]


class SpecRow(Record):
    """A line of a specification: a figure, a named field, a flag, or a text fact."""

    label: LongText
    figure: Text | None = None
    name: Name | None = None
    flag: Text | None = None
    fact: Text | None = None

    @model_validator(mode="after")
    def _one_kind(self) -> Self:
        if sum(getattr(self, kind) is not None for kind in ("figure", "name", "flag", "fact")) != 1:
            raise refuse("a line shows one thing", "write one of figure, name, flag or fact")
        return self


class SpecSheet(Record):
    """The specification of a page's member: property, value and source."""

    caption: LongText
    of: Annotated[Name, Refers("axes")]
    rows: Annotated[tuple[SpecRow, ...], ListOnly]


class CommandsSpec(Record):
    """Commands that a reader types as they are."""

    lines: Annotated[tuple[Text, ...], ListOnly]


class Remark(Record):
    """A word for a card, and when it is the one that decides."""

    when: Conditions
    text: LongText
