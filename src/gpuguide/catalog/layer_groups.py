"""The records of a model's layer groups, by their dimensions.

Knows the fields of each kind of group and what they may hold. Refuses to compute, and to know any particular model.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Literal, Self, TypeAlias

from pydantic import Field, PlainValidator, model_validator

from gpuguide.catalog.fields import Flag, Record, number, one_of, or_missing, refuse
from gpuguide.catalog.shapes import shaped
from gpuguide.quantities import Missing

LARGEST = 10**15


def _whole(least: int) -> PlainValidator:
    @shaped({"type": "integer", "minimum": least, "maximum": LARGEST})
    def read(value: object) -> int:
        if type(value) is not int:
            raise refuse(f"expected a whole number, got {value}", "write plain digits")
        if not least <= value <= LARGEST:
            raise refuse(f"expected a whole number {'above 0' if least else 'from 0'}, got {value}")
        return value

    return PlainValidator(read)


@shaped({"type": "integer", "minimum": 1, "maximum": LARGEST})
def _count(value: object) -> int:
    if type(value) is not int or not 0 < value <= LARGEST:
        raise refuse(f"expected a whole number above 0, got {value}", "write plain digits")
    return value


@shaped({"type": "number", "minimum": 0, "x-unit": "B"})
def _bytes(value: object) -> Fraction:
    amount = number(value)
    if amount < 0:
        raise refuse(f"expected a number from 0, got {value}", "the field is in bytes")
    return amount


Count = Annotated[int, _whole(1)]
CountFromZero = Annotated[int, _whole(0)]
KnownCount = Annotated[int | Missing, PlainValidator(or_missing(_count))]
Bytes = Annotated[Fraction, PlainValidator(_bytes)]


class AttentionGroup(Record):
    """Equal layers with keys and values; fields as in the calculator's `Attention`."""

    kind: Literal["attention"]
    layers: Count
    heads: Count
    kv_heads: Count
    key_dim: Count
    value_dim: Count
    window: Count | None = None
    chunked: Flag = False
    keeps: Flag = True
    bias: Annotated[str, PlainValidator(one_of("none", "qkv", "all"))] = "none"
    norm: Annotated[str, PlainValidator(one_of("none", "head", "full"))] = "none"
    sinks: Flag = False
    gate: Flag = False
    head_gate: Flag = False
    value_projection: Flag = True
    norms: CountFromZero = 1


class LatentGroup(Record):
    """Equal layers with one latent vector a token; fields as in the calculator's `Latent`."""

    kind: Literal["latent"]
    layers: Count
    heads: Count
    rank: Count
    rope_dim: CountFromZero
    nope_dim: Count
    value_dim: Count
    query_rank: CountFromZero = 0
    output_gate: Flag = False
    norms: CountFromZero = 1


class CompressedGroup(Record):
    """Equal layers with one vector for several tokens; fields as in the calculator's `Compressed`."""

    kind: Literal["compressed"]
    layers: Count
    heads: Count
    width: Count
    ratio: CountFromZero
    window: Count


class RecurrentGroup(Record):
    """Equal layers with a state; `mixer` says of which kind, and the fields beside it are that mixer's."""

    kind: Literal["recurrent"]
    layers: Count
    mixer: Annotated[str, PlainValidator(one_of("gated-delta", "mamba2", "mamba1", "lightning", "channel-delta"))]
    state_bytes: Count = 4
    norms: CountFromZero = 1
    heads: Count | None = None
    head_dim: Count | None = None
    groups: Count | None = None
    state: Count | None = None
    inner: Count | None = None
    rank: Count | None = None
    key_heads: Count | None = None
    value_heads: Count | None = None
    key_dim: Count | None = None
    value_dim: Count | None = None
    conv: Count | None = None
    conv_bias: Flag = True
    inner_norms: Flag = False

    @model_validator(mode="after")
    def _has_its_fields(self) -> Self:
        for field in MIXERS[self.mixer]:
            if getattr(self, field) is None:
                raise refuse(f"the key {field} is missing for the mixer {self.mixer}", f"write {field}: …")
        return self


MIXERS: dict[str, tuple[str, ...]] = {
    "gated-delta": ("key_heads", "value_heads", "key_dim", "value_dim", "conv"),
    "mamba2": ("heads", "head_dim", "groups", "state", "conv"),
    "mamba1": ("inner", "state", "conv", "rank"),
    "lightning": ("heads", "head_dim"),
    "channel-delta": ("heads", "head_dim", "conv"),
}
"""The dimensions that each mixer has."""


class DenseGroup(Record):
    """Equal feed-forward layers; fields as in the calculator's `Dense`."""

    kind: Literal["dense"]
    layers: Count
    width: Count
    gated: Flag = True
    bias: Flag = False
    norms: CountFromZero = 1


class ExpertGroup(Record):
    """Equal layers of experts; fields as in the calculator's `Experts`."""

    kind: Literal["experts"]
    layers: Count
    experts: Count
    active: Count
    width: Count
    gated: Flag = True
    bias: Flag = False
    shared: CountFromZero = 0
    shared_width: CountFromZero = 0
    shared_gate: Flag = False
    router_bias: CountFromZero = 0
    latent: CountFromZero = 0
    norms: CountFromZero = 1


Keeper: TypeAlias = Annotated[
    AttentionGroup | LatentGroup | CompressedGroup | RecurrentGroup,
    Field(discriminator="kind"),
]
FeedForward: TypeAlias = Annotated[DenseGroup | ExpertGroup, Field(discriminator="kind")]


class Indexer(Record):
    """A cache of index keys beside the attention's."""

    layers: Count
    bytes_per_token: Bytes
