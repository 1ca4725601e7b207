"""The records of declarations: figures, choices, lists, claims, tables, pages.

Knows their keys and shapes. Refuses to know what a reference or a condition means: the figures layer reads those.
"""

from __future__ import annotations

from typing import Annotated, Self

from pydantic import BeforeValidator, Field, PlainValidator, field_validator, model_validator

from gpuguide.catalog.fields import (
    ID,
    Conditions,
    Day,
    Exact,
    Flag,
    Https,
    Id,
    ListOnly,
    LongText,
    Name,
    OneOrMany,
    Record,
    Text,
    Texts,
    is_id,
    one_of,
    refuse,
)
from gpuguide.catalog.shapes import Also, Refers, shaped
from gpuguide.quantities import UNITS

_Names = Annotated[tuple[Annotated[Name, Refers("axes")], ...], ListOnly]
_Unit = Annotated[Text, Refers("known units")]


@shaped({"minItems": 1})
def _tables_of_conditions(value: object) -> object:
    if not isinstance(value, list) or not value:
        raise refuse("expected a list of steps", "write each step as a list of conditions")
    return tuple(value)


class Print(Record):
    """How a figure is printed: unit, step, direction, form, and when this line applies."""

    unit: _Unit
    step: Annotated[Exact, Also({"exclusiveMinimum": 0})]
    round: Annotated[str, PlainValidator(one_of("half-up", "down", "up"))] = "half-up"
    trim: Flag = False
    form: Annotated[str, PlainValidator(one_of("plain", "compact-long", "compact-short"))] = "plain"
    at_least: Exact | None = None
    when: Conditions = ()

    @model_validator(mode="after")
    def _known_unit_and_step(self) -> Self:
        if self.unit not in UNITS:
            raise refuse(f"unknown unit {self.unit}", f"known units: {', '.join(sorted(UNITS))}")
        if self.step <= 0:
            raise refuse(f"the step is {self.step}", "write a step above 0, such as 0.01")
        return self


class FigureSpec(Record):
    """A family of figures: a formula, or a fact or figure taken as it is, over axes."""

    label: LongText
    over: _Names = ()
    chosen: Text | None = None
    formula: Annotated[Name, Refers("formulas")] | None = None
    inputs: dict[Name, Text] = Field(default_factory=dict)
    take: Text | None = Field(default=None, alias="is")
    published_by: Texts | None = None
    print: Annotated[tuple[Print, ...], OneOrMany]

    @model_validator(mode="after")
    def _one_origin(self) -> Self:
        if (self.formula is None) == (self.take is None):
            raise refuse("a figure has either a formula or an is", "write formula and inputs, or is: REFERENCE")
        if self.take is not None and self.inputs:
            raise refuse("a figure with is has no inputs", "delete inputs, or write a formula")
        return self


class ChoiceSpec(Record):
    """A name that arithmetic chooses: candidates, steps of conditions, and the order that decides."""

    over: _Names = ()
    each: Texts
    steps: Annotated[tuple[Conditions, ...], BeforeValidator(_tables_of_conditions)] = ((),)
    by: Annotated[tuple[Text, ...], OneOrMany]


class ListSpec(Record):
    """Names that a rule selects, in an order."""

    rows: Text
    where: Conditions = ()
    sort: Text | None = None


class ClaimSpec(Record):
    """What must hold for some prose to stand, and what happens when it does not."""

    over: _Names = ()
    chosen: Text | None = None
    holds: Conditions
    otherwise: Annotated[str, PlainValidator(one_of("stop", "hide"))]
    note: LongText | None = None


@shaped({"anyOf": [ID, {"const": ""}]})
def _path(value: object) -> str:
    if not isinstance(value, str) or (value and not is_id(value)):
        raise refuse(
            f'expected one URL segment, got "{value}"', "use lower-case letters, digits and hyphens, or nothing for the root"
        )
    return value


class PageSpec(Record):
    """A page of a site, or one page for each member of a collection; it is built once its source exists."""

    nav: Flag = False
    footer: Flag = False
    each: Text | None = None
    path: Annotated[str | None, PlainValidator(_path)] = None
    under: Annotated[Id, Refers("pages")] | None = None


class SiteSpec(Record):
    """A site: who publishes it, where, in which languages, and the day its facts are judged on."""

    name: Text
    operator: Text
    since: Day | None = None
    origin: Annotated[Https, Also({"pattern": "^https://[A-Za-z0-9.-]+$", "examples": ["https://example.com"]})]
    as_of: Day
    updated: Day
    locales: Annotated[tuple[Annotated[Text, Refers("locales")], ...], ListOnly]
    brand: Id
    home: Annotated[Id, Refers("pages")]

    @field_validator("origin")
    @classmethod
    def _no_path(cls, origin: str) -> str:
        if origin.count("/") != 2:
            raise refuse(f"the origin {origin} has a path", "write scheme and host only, as https://example.com")
        return origin
