"""The records of data/sites/<site>/calculators.yaml: what a visitor can ask of a page, and which figures answer.

Knows the kinds of fields and what each needs. Refuses to know what a reference means, any formula, and anything about looks.
"""

from __future__ import annotations

from typing import Annotated, Self

from pydantic import Field, model_validator

from gpuguide.catalog.fields import Conditions, Exact, Flag, Id, ListOnly, LongText, Name, Record, Text, Texts, refuse
from gpuguide.errors import nearest


class AskedField(Record):
    """Something that a visitor chooses or types.

    `from` offers members of an axis; with `takes` each stands for a fact that takes the place of `for`. Without `from` the
    visitor types a number in the place of the fact `for`, in units of `times`.
    """

    label: LongText
    offered: Text | None = Field(default=None, alias="from")
    sort: Text | None = None
    stands_for: Text | None = Field(default=None, alias="for")
    takes: dict[Id, Text] | None = None
    narrows: Flag = False
    named: Name | None = None
    """The axis whose members may be typed by their names in place of a number."""
    times: Exact | None = None
    least: Exact | None = None
    most: Exact | None = None
    decimals: Exact | None = None
    start: Text | Exact | None = None

    @property
    def is_number(self) -> bool:
        """Whether the visitor types a number."""
        return self.offered is None

    @property
    def _start_is_in_range(self) -> bool:
        least, most = self.least or 0, self.most or 0
        return not isinstance(self.start, str) and least <= (self.start or 0) <= most

    @model_validator(mode="after")
    def _has_what_it_needs(self) -> Self:
        if self.is_number and (self.stands_for is None or self.least is None or self.most is None or self.start is None):
            raise refuse("a number needs the fact that it stands for, its limits and a start", "write for, least, most and start")
        if self.is_number and not self._start_is_in_range:
            raise refuse("the start is not within the limits", "write a start from least to most")
        if self.takes is not None and self.start is not None and self.start not in self.takes:
            raise refuse(f"{self.start} is none of what is offered", nearest(str(self.start), list(self.takes)))
        if not self.is_number and (self.takes is None) != (self.stands_for is None):
            raise refuse("what each option takes and what it stands for go together", "write for: FACT and takes: {OPTION: FACT}")
        if self.narrows and self.takes is not None:
            raise refuse("a field that narrows the rows stands for nothing else", "take `takes` out")
        return self


class Shown(Record):
    """A figure of the answer, and what it is called."""

    label: LongText
    figure: Text


class Room(Record):
    """What a row holds: a figure of the answer that must not exceed one of the row; `header` heads the column of verdicts."""

    need: Text
    room: Text
    header: LongText | None = None


class AnswerColumn(Record):
    """A column of the rows: a figure, or a date."""

    header: LongText
    figure: Text | None = None
    date: Text | None = None

    @model_validator(mode="after")
    def _one_kind(self) -> Self:
        if (self.figure is None) == (self.date is None):
            raise refuse("a column is a figure or a date", "write figure: REF or date: FACT")
        return self


class PresetSpec(Record):
    """Examples that fill the form: members of an axis, the field that tells each (or its name), and what they set."""

    offered: Text = Field(alias="from")
    text: Name | None = None
    sets: dict[Name, Text]


class CalculatorSpec(Record):
    """A calculator: what is asked, what is shown, and which rows hold it."""

    fields: dict[Name, AskedField]
    results: Annotated[tuple[Shown, ...], ListOnly]
    total: Shown | None = None
    """The sum of the results; drawn as a bar of them."""
    caption: LongText
    header: LongText
    each: Texts
    where: Conditions = ()
    suits: dict[Name, Conditions] = Field(default_factory=dict)
    """For an option of a field, the conditions under which a row counts at all."""
    by: Texts
    holds: Annotated[tuple[Room, ...], ListOnly]
    columns: Annotated[tuple[AnswerColumn, ...], ListOnly]
    presets: PresetSpec

    @model_validator(mode="after")
    def _names_are_known(self) -> Self:
        choices = [key for key, one in self.fields.items() if not one.is_number]
        for key in self.suits:
            if key not in choices:
                raise refuse(f"{key} is no field that offers a choice", nearest(key, choices))
        for key in self.presets.sets:
            if key not in self.fields:
                raise refuse(f"{key} is no field", nearest(key, self.fields))
        known = [one.figure for one in self.shown]
        for one in self.holds:
            if one.need not in known:
                raise refuse(f"{one.need} is not shown", nearest(one.need, known))
        return self

    @property
    def shown(self) -> tuple[Shown, ...]:
        """Every figure of the answer, the total last."""
        return (*self.results, self.total) if self.total else self.results

    @property
    def texts(self) -> tuple[str, ...]:
        """Every message."""
        heads = (one.header for one in self.holds if one.header is not None)
        named = (*(one.label for one in self.fields.values()), *(one.label for one in self.shown))
        return (*named, self.caption, self.header, *heads, *(one.header for one in self.columns))
