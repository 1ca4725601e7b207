"""The records of the engine level: formats of weights and caches, engines with their overheads, what engines see of cards, bands.

Knows the fields of data/sizing beside precisions.yaml. Refuses to know any particular engine, format or card, and to compute.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated

from pydantic import Field, PlainValidator

from gpuguide.catalog.fields import Flag, Https, Id, ListOnly, LongText, Record, Text, Texts, number, one_of, or_missing, refuse
from gpuguide.catalog.layer_groups import Count, CountFromZero
from gpuguide.catalog.shapes import shaped
from gpuguide.quantities import Missing

PART_NAMES = [
    "default",
    "embedding",
    "output",
    "query",
    "key",
    "value",
    "attention_output",
    "latent",
    "recurrent",
    "gate_up",
    "down",
    "expert_gate_up",
    "expert_down",
    "shared",
    "router",
    "norm",
    "other",
    "tower",
]
"""The parts of a model that formats tell apart, as the calculator names them."""


@shaped({"type": "number", "minimum": 0})
def _amount(value: object) -> Fraction:
    amount = number(value)
    if amount < 0:
        raise refuse(f"expected a number from 0, got {value}")
    return amount


@shaped(
    {
        "type": "object",
        "required": ["default"],
        "propertyNames": {"enum": PART_NAMES},
        "additionalProperties": {"type": "number", "minimum": 0},
    }
)
def _part_bits(value: object) -> dict[str, Fraction]:
    if not isinstance(value, dict) or "default" not in value:
        raise refuse("expected bits by part, with a default", "write {default: 4.5, embedding: 16}")
    return {_part_name(key): _amount(bits) for key, bits in value.items()}


@shaped({"enum": PART_NAMES})
def _part_name(key: object) -> str:
    if key not in PART_NAMES:
        raise refuse(f"there is no part {key}", f"known: {', '.join(PART_NAMES)}")
    return str(key)


Amount = Annotated[Fraction, PlainValidator(_amount)]
KnownAmount = Annotated[Fraction | Missing, PlainValidator(or_missing(_amount))]
PartName = Annotated[str, PlainValidator(_part_name)]


class Span(Record):
    """Two bounds of one number."""

    low: Amount
    high: Amount
    why: LongText | None = None


class Outer(Record):
    """Layers at both ends that are stored wider."""

    layers: Count
    bits: Amount


class WeightFormat(Record):
    """A format by its bits a part."""

    name: Text
    label_bits: Amount
    bits: Annotated[dict[str, Fraction], PlainValidator(_part_bits)]
    outer: Outer | None = None
    loaded: Span
    compute: Annotated[str, PlainValidator(one_of("bf16", "fp8", "fp4", "int8"))] = "bf16"
    rows: Texts = ()
    why: LongText


class RecipePart(Record):
    """The block types of one kind of tensor in a recipe."""

    type: Id
    more: Id | None = None
    first: Id | None = None
    part: Annotated[str, PlainValidator(one_of("eighth", "sixteenth"))] | None = None
    layers: Count | None = None
    grouped: Id | None = None
    eight: Id | None = None
    deep: Id | None = None


class Recipe(Record):
    """A format by its block types a kind of tensor."""

    name: Text
    label_bits: Amount
    default: Id
    output: Id = "q6-k"
    embedding: Id | None = None
    parts: dict[PartName, RecipePart] = Field(default_factory=dict)


class CacheType(Record):
    """How an element of a cache is stored."""

    name: Text
    bits: Amount
    conv_bytes: Count = 2


class VersionRange(Record):
    """Versions, the first in the range and the first after it."""

    from_: Text | None = Field(default=None, alias="from")
    before: Text | None = None


class Default(VersionRange):
    """What an engine sets on some cards."""

    classes: Texts
    batched_tokens: Count
    sequences: Count


class Behaviour(Record):
    """How an engine allocates in some versions."""

    versions: VersionRange
    block: Count = 16
    groups: Flag = True
    in_flight_batches: Count = 1
    state_blocks: Count = 1
    alignment: Count = 16
    latent_multiple: Count = 1
    expanded_head: CountFromZero = 0
    chunked_prefill_from: CountFromZero = 0
    sentence: Text
    nothing_left: Text


class Overhead(Record):
    """What an engine takes beside weights and cache."""

    id: Id
    versions: VersionRange
    classes: Texts
    sequences: Annotated[tuple[Count, Count], ListOnly]
    inputs: Annotated[str, PlainValidator(one_of("text", "images", "any"))]
    fixed_gib: Span
    shared_gib: Span
    per_sequence_word: Span
    per_batched_width: Span
    rows: Texts
    why: LongText


class Engine(Record):
    """An engine."""

    name: Text
    kind: Annotated[str, PlainValidator(one_of("paged", "tokens", "cells"))]
    version: Text
    fraction: Amount
    window_ratio: Amount = Fraction(1)
    sources: Annotated[tuple[Https, ...], ListOnly]
    defaults: Annotated[tuple[Default, ...], ListOnly]
    behaviours: Annotated[tuple[Behaviour, ...], ListOnly]
    overheads: Annotated[tuple[Overhead, ...], ListOnly]


class Classes(Record):
    """Which cards are large."""

    large_from_gib: Amount
    small_architectures: Texts


class RuleOfThumb(Record):
    """The overhead of level one."""

    overhead_gb: Amount
    why: LongText


class Visible(Record):
    """What engines logged of a card's memory."""

    gib: Annotated[tuple[Amount, Amount], ListOnly]
    rows: Texts


class MeasuredCard(Record):
    """A card that measured cases need and the catalog of cards lacks."""

    name: Text
    architecture: Id
    memory_gb: Amount
    memory_mib_reported: KnownAmount
    bandwidth_gb_s: Amount
    bf16_dense_tflops: KnownAmount
    source: Https


class Band(Record):
    """Measured speeds over their ceilings, for rows that are alike."""

    name: Text
    label_bits: Span
    parallel: Annotated[str, PlainValidator(one_of("one card", "tensor parallel", "layer split"))]
    bandwidth_gb_s: Span
    parameters: Span
    experts: Flag
    low: Amount
    high: Amount
    rows: Texts
    why: LongText
