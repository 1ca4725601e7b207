"""What a family of configurations means beside its keys: records of data/sizing/families.yaml.

Knows the fields of a family. Refuses to know any family by name.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field, PlainValidator

from gpuguide.catalog.fields import Flag, Id, ListOnly, LongText, Record, Text, Texts, one_of
from gpuguide.catalog.layer_groups import Count, CountFromZero
from gpuguide.catalog.reader import read_yaml
from gpuguide.catalog.validation import validate
from gpuguide.errors import FactsError, Place, Problems

FILE = "data/sizing/families.yaml"


class Family(Record):
    """What a model_type says of its layers."""

    refused: LongText | None = None
    windows: Annotated[
        str, PlainValidator(one_of("none", "all", "alternate", "switched", "declared", "layers", "chunks", "hybrid"))
    ] = "none"
    pattern: Count | None = None
    bias: Annotated[str, PlainValidator(one_of("none", "qkv", "all", "key"))] = "none"
    bias_as: Annotated[str, PlainValidator(one_of("qkv", "all"))] = "all"
    norm: Annotated[str, PlainValidator(one_of("none", "head", "full", "key"))] = "none"
    norm_as: Annotated[str, PlainValidator(one_of("head", "full"))] = "head"
    norms: Annotated[tuple[CountFromZero, CountFromZero], ListOnly] = (1, 1)
    norm_vectors: CountFromZero = 1
    gated: Flag = True
    gate: Flag = False
    sinks: Flag = False
    tied: Flag = False
    images: Flag = False
    latent: Flag = False
    linear: Annotated[str, PlainValidator(one_of("gated-delta", "mamba2", "mamba1", "lightning", "channel-delta"))] | None = None
    state_bytes: Count = 4
    inner_norms: Flag = False
    alone: Flag = False
    beside: Flag = False
    expert_norms: CountFromZero | None = None
    per_layer_tables: Flag = False
    stated_only: Flag = False
    head_bias: Flag = False
    feed_bias: Flag = False
    falcon_norms: Flag = False
    expert_width: Text | None = None
    dense_width: Text | None = None
    expert_bias: Flag = False
    router_bias: CountFromZero = 0
    shared_gate: Flag = False
    shared_by_width: Flag = False
    one_shared: Flag = False
    defaults: dict[Text, Count | Flag] = Field(default_factory=dict)


TYPES: Mapping[str, Any] = {
    "families": dict[str, Family],
    "quantization": dict[str, Id],
    "renamed": dict[str, Texts],
    "telling": Texts,
    "harmless": Texts,
}
"""The keys of the file, all of which it has."""


@dataclass(frozen=True)
class Families:
    """All families, and what keys are called and mean in any of them."""

    families: Mapping[str, Family]
    quantization: Mapping[str, str]
    renamed: Mapping[str, tuple[str, ...]]
    telling: tuple[str, ...]
    harmless: tuple[str, ...]


def load_families(root: Path) -> Families:
    """The families of a project; `FactsError` with every problem of the file."""
    node = read_yaml(root / FILE, FILE)
    problems = Problems()
    entries = node.value if isinstance(node.value, dict) else {}
    if set(entries) != set(TYPES):
        raise FactsError.at(Place(FILE), f"expected the keys {', '.join(TYPES)}", "add the missing, delete the others")
    values = {key: validate(kind, entries[key], (key,), problems) for key, kind in TYPES.items()}
    problems.stop_if_any()
    return Families(**values)
