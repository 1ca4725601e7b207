"""The record of a model: its layer groups, each fact with its sources, and what is stated of the whole.

Knows the fields of a model and what they may hold. Refuses to know any particular model and to compute: counts and cache sizes
that sources state stand here to be compared with what the calculator makes of the dimensions.
"""

from __future__ import annotations

from typing import Annotated, Self

from pydantic import PlainValidator, model_validator

from gpuguide.catalog.fields import Day, Flag, Id, ListOnly, LongText, Record, Text, Texts, one_of, refuse
from gpuguide.catalog.gpu import Doubt
from gpuguide.catalog.layer_groups import Bytes, Count, CountFromZero, FeedForward, Indexer, Keeper, KnownCount
from gpuguide.catalog.shapes import Refers


class Rest(Record):
    """Parameters that the dimensions do not give, and why."""

    parameters: Count
    active: CountFromZero
    why: LongText


class Towers(Record):
    """Encoders that are loaded beside the decoder, in parameters."""

    parameters: Count
    why: LongText


class Stated(Record):
    """What sources say of the whole, in parameters and in bytes at two bytes an element."""

    parameters: KnownCount
    active_parameters: KnownCount
    published: Text | None = None
    published_active: Text | None = None
    stored: Count | None = None
    kv_bytes_per_token: Bytes
    kv_index_bytes_per_token: Bytes | None = None
    window_bytes_per_token: Bytes | None = None
    state_bytes: Count | None = None


class Cited(Record):
    """A source and the place in it."""

    source: Annotated[Id, Refers("model sources")]
    at: Text | None = None


class Model(Record):
    """A model's decoder by its dimensions, with its sources."""

    name: Text
    family: Text
    repository: Text
    licence: Text
    hidden: Count
    vocabulary: Count
    tied_embeddings: Flag
    max_context: Count
    stored_as: Text
    attention: Annotated[tuple[Keeper, ...], ListOnly]
    feed_forward: Annotated[tuple[FeedForward, ...], ListOnly]
    indexers: Annotated[tuple[Indexer, ...], ListOnly] = ()
    norm_vectors: CountFromZero = 1
    final_norms: CountFromZero = 1
    head_bias: Flag = False
    rest: Rest | None = None
    towers: Towers | None = None
    images: Flag = False
    stated: Stated | None = None
    origin: Annotated[str, PlainValidator(one_of("architecture facts", "measured cases", "config.json"))]
    verified: Flag
    read_in: Text
    unverified: Texts
    sources: Annotated[tuple[Cited, ...], ListOnly]
    checked_against: Texts = ()
    recorded: Day | None = None
    doubts: Annotated[tuple[Doubt, ...], ListOnly]
    notes: LongText | None = None

    @model_validator(mode="after")
    def _has_layers(self) -> Self:
        if not self.attention:
            raise refuse("attention has no groups", "name at least one group of layers")
        return self
