"""The records of facts: sources, precisions, sizes, prices, policies, sites.

Knows which fields each kind has and what they may hold. Refuses to know any particular card, site or price.
"""

from __future__ import annotations

from typing import Annotated, Self

from pydantic import PlainValidator, field_validator, model_validator

from gpuguide.catalog.fields import (
    Day,
    Exact,
    Flag,
    Https,
    Id,
    ListOnly,
    LongText,
    Record,
    Text,
    in_unit,
    one_of,
    or_missing,
    refuse,
    shown,
)
from gpuguide.catalog.schedules import Schedule, dated
from gpuguide.catalog.shapes import Refers, ids_of, shaped
from gpuguide.quantities import UNITS, Missing, Quantity

PRICE_TERMS = ("monthly", "weekly")
"""The terms that a card is priced for; each may carry dates."""

SOURCE_KINDS = (
    "datasheet",
    "product-page",
    "whitepaper",
    "log",
    "planner",
    "benchmark",
    "secondary",
    "derived",
    "site",
)

_CountFromZero = Annotated[Quantity, PlainValidator(in_unit("card", most=1_000_000, above=False))]
_KnownCount = Annotated[Quantity | Missing, PlainValidator(or_missing(in_unit("card", most=1_000_000, above=False)))]
_Cards = Annotated[Quantity, PlainValidator(in_unit("card", most=1024))]
MONTHLY = in_unit("USD/month", most=1_000_000)
WEEKLY = or_missing(in_unit("USD/week", most=1_000_000))
_Monthly = Annotated[Quantity | Schedule, PlainValidator(dated(MONTHLY))]
_Weekly = Annotated[Quantity | Missing | Schedule, PlainValidator(dated(WEEKLY))]
_Percent = Annotated[Quantity, PlainValidator(in_unit("%", most=99, above=False))]


class Named(Record):
    """Anything that only has a name, with its form in other languages where it differs."""

    name: Text
    name_in: dict[str, Text] | None = None


class Source(Record):
    """Where a fact was read."""

    title: Text
    publisher: Text
    url: Https | None = None
    kind: Annotated[str, PlainValidator(one_of(*SOURCE_KINDS))]
    opened: Flag
    recorded: Day


class Precision(Record):
    """A number format of weights, by its label."""

    name: Text
    name_in: dict[str, Text] | None = None
    bytes_per_parameter: Annotated[Quantity, PlainValidator(in_unit("B/parameter", most=8))]
    tensor_cores: Annotated[str, PlainValidator(one_of("fp8", "none"))]


class CacheShape(Record):
    """What decides the size of a KV cache."""

    layers: Annotated[Quantity, PlainValidator(in_unit("layer", most=1000))]
    kv_heads: Annotated[Quantity, PlainValidator(in_unit("head", most=1000))]
    head_dim: Annotated[Quantity, PlainValidator(in_unit("element", most=4096))]


class SizeClass(Record):
    """A class of models by size, and the architecture that it is sized by."""

    name: Text
    parameters: Annotated[Quantity, PlainValidator(in_unit("parameter", most=10**14))]
    cache_shape: Annotated[Id, Refers("cache_shapes")]
    models: Annotated[tuple[Annotated[Id, Refers("listed_models")], ...], ListOnly]
    row: Flag


class Context(Record):
    """A context length that the site speaks of."""

    name: Text
    tokens: Annotated[Quantity, PlainValidator(in_unit("token", most=10**9))]


def known_unit(unit: str) -> str:
    """The id of a unit of the table."""
    if unit not in UNITS:
        raise refuse(f"unknown unit {unit}", f"known units: {', '.join(sorted(UNITS))}")
    return unit


class Proved(Record):
    """When the proof was run: the day as of which the site was judged."""

    day: Day


class Measure(Record):
    """A number with its unit beside it."""

    value: Exact
    unit: Annotated[Text, Refers("known units")]

    @field_validator("unit")
    @classmethod
    def _known_unit(cls, unit: str) -> str:
        return known_unit(unit)

    @property
    def quantity(self) -> Quantity:
        """The value with its unit."""
        return Quantity(self.value * UNITS[self.unit].scale, UNITS[self.unit])


class Policy(Measure):
    """A number that a site decides, with its unit and its reason."""

    why: LongText
    source: Annotated[Id, Refers("sources")] | None = None


@shaped({"type": "object", "propertyNames": ids_of("regions", {}), "additionalProperties": {"type": "integer", "minimum": 0}})
def _stock(value: object) -> dict[str, Quantity]:
    if not isinstance(value, dict):
        raise refuse(f"expected cards by region, got {shown(value)}", "write {region-id: number}")
    read = in_unit("card", most=1_000_000, above=False)
    return {str(region): read(count) for region, count in value.items()}


class Scale(Measure):
    """A step of a scale that a site tabulates over: a load, a meter, a batch; `source` when it is somebody's number."""

    name: Text
    name_in: dict[str, Text] | None = None
    source: Annotated[Id, Refers("sources")] | None = None


class Price(Record):
    """What a site asks for a whole card, and what it has of it; a price with dates is settled by the loader."""

    monthly: _Monthly
    weekly: _Weekly
    stock: _KnownCount
    stock_by_region: Annotated[dict[Id, _CountFromZero] | Missing, PlainValidator(or_missing(_stock))]
    regions: Annotated[tuple[Annotated[Id, Refers("regions")], ...], ListOnly]
    minimum_order: _Cards
    node: Flag
    provisional: Flag
    note: LongText | None = None

    @model_validator(mode="after")
    def _stock_adds_up(self) -> Self:
        if isinstance(self.stock, Quantity) and isinstance(self.stock_by_region, dict):
            total = sum(part.amount for part in self.stock_by_region.values())
            if total != self.stock.amount:
                raise refuse(f"the regions hold {total} cards, stock says {self.stock.amount}", "make them agree")
        return self


class Tier(Record):
    """How many cards an order holds, and the discount that comes with it."""

    name: Text | None = None
    cards: _Cards
    discount_percent: _Percent


class Pick(Record):
    """The server that the site would run a job on, and why."""

    serving: LongText
    gpu: Annotated[Id, Refers("gpus")]
    count: Annotated[Id, Refers("counts")]
    size: Annotated[Id, Refers("sizes")] | None = None
    precision: Annotated[Id, Refers("precisions")] | None = None
    context: Annotated[Id, Refers("contexts")] | None = None
    why: LongText


class Region(Record):
    """A place where servers stand."""

    name: Text
    city: Text


class Literal(Record):
    """Text with digits that may stand in prose as it is, and why."""

    text: Text
    reason: LongText
