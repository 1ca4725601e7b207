"""How many parameters a model has, counted from its dimensions, part by part.

Knows which matrices each group of layers has. Refuses to know how wide a parameter is stored. A part carries how many cards
can share it and how much of it one token uses, so that memory (all of it) and speed (what is read) come from one count.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from gpuguide.sizing.architecture import Architecture, Attention, Compressed, Dense, Experts, Latent, Recurrent

MANY = 1 << 30
"""Shares of a part that any number of cards can take."""


@dataclass(frozen=True)
class Part:
    """Weights of one kind in equal layers: how many in one layer, how many of them a token uses, how many cards can share them.

    `row` is the length of a row of the matrix, which block formats must be able to divide; 0 where it does not matter.
    """

    kind: str
    layers: int
    each: int
    used: int
    shares: int = MANY
    row: int = 0

    @property
    def total(self) -> int:
        """Parameters in all layers."""
        return self.layers * self.each

    @property
    def active(self) -> int:
        """Parameters that one token uses in all layers."""
        return self.layers * self.used


def _part(kind: str, layers: int, each: int, shares: int = MANY, used: int | None = None, row: int = 0) -> Part:
    return Part(kind, layers, each, each if used is None else used, shares, row)


@lru_cache(maxsize=1024)
def parts(model: Architecture) -> tuple[Part, ...]:
    """Every part of the model, in parameters; empty parts are left out."""
    return tuple(part for part in _all_parts(model) if part.each)


@lru_cache(maxsize=1024)
def parameters(model: Architecture) -> int:
    """Parameters of the decoder in all."""
    return sum(part.total for part in parts(model) if part.kind != "tower")


def active_parameters(model: Architecture) -> int:
    """Parameters that one token uses, with the embedding table counted as makers do."""
    return sum(part.active for part in parts(model))


def _all_parts(model: Architecture) -> Iterator[Part]:
    table = model.vocabulary * model.hidden
    yield _part("embedding", 1, table, row=model.hidden)
    if not model.tied:
        yield _part("output", 1, table + (model.vocabulary if model.head_bias else 0), row=model.hidden)
    elif model.head_bias:
        yield _part("norm", 1, model.vocabulary, 1)
    yield _part("norm", 1, model.final_norms * model.hidden * model.norm_vectors, 1)
    for keeper in model.keepers:
        yield from _keeper_parts(model, keeper)
    for group in model.feed_forward:
        yield from _dense_parts(model, group) if isinstance(group, Dense) else _expert_parts(model, group)
    yield from _remainder(model)


def _keeper_parts(model: Architecture, group: Attention | Latent | Compressed | Recurrent) -> Iterator[Part]:
    if isinstance(group, Attention):
        yield from _attention_parts(model, group)
    elif isinstance(group, Latent):
        yield from _latent_parts(model, group)
    elif isinstance(group, Recurrent):
        yield _part("recurrent", group.layers, group.mixer.weights(model.hidden))
        yield _norms(model, group.layers, group.norms)


def _norms(model: Architecture, layers: int, norms: int) -> Part:
    return _part("norm", layers, norms * model.hidden * model.norm_vectors, 1)


def _attention_parts(model: Architecture, group: Attention) -> Iterator[Part]:
    queries, keys, values = group.heads * group.key_dim, group.kv_heads * group.key_dim, group.kv_heads * group.value_dim
    outputs = group.heads * group.value_dim
    hidden = model.hidden
    yield _part("query", group.layers, hidden * queries + (hidden * outputs if group.gate else 0), row=hidden)
    if group.keeps:
        yield _part("key", group.layers, hidden * keys, group.kv_heads, row=hidden)
        yield _part("value", group.layers, hidden * values if group.value_projection else 0, group.kv_heads, row=hidden)
    yield _part("attention_output", group.layers, outputs * hidden, row=outputs)
    biases = {"none": 0, "qkv": queries + keys + values, "all": queries + keys + values + model.hidden}[group.bias]
    scales = {"none": 0, "head": 2 * group.key_dim, "full": queries + keys}[group.norm]
    gates = model.hidden * group.heads if group.head_gate else 0
    yield _part("norm", group.layers, biases + scales + gates + (group.heads if group.sinks else 0), 1)
    yield _norms(model, group.layers, group.norms)


def _latent_parts(model: Architecture, group: Latent) -> Iterator[Part]:
    width = group.heads * (group.nope_dim + group.rope_dim)
    folded = group.query_rank or model.hidden
    yield _part("query", group.layers, folded * width)
    yield _part("latent", group.layers, model.hidden * (group.query_rank + group.rank + group.rope_dim), 1)
    yield _part("latent", group.layers, group.rank * group.heads * (group.nope_dim + group.value_dim))
    outputs = group.heads * group.value_dim
    yield _part("attention_output", group.layers, outputs * model.hidden * (2 if group.output_gate else 1))
    yield _part("norm", group.layers, group.query_rank + group.rank, 1)
    yield _norms(model, group.layers, group.norms)


def _dense_parts(model: Architecture, group: Dense) -> Iterator[Part]:
    up = 2 if group.gated else 1
    yield _part("gate_up", group.layers, up * model.hidden * group.width, row=model.hidden)
    yield _part("down", group.layers, group.width * model.hidden, row=group.width)
    yield _part("norm", group.layers, up * group.width + model.hidden if group.bias else 0, 1)
    yield _norms(model, group.layers, group.norms)


def _expert_parts(model: Architecture, group: Experts) -> Iterator[Part]:
    up, acted = 2 if group.gated else 1, group.latent or model.hidden
    wide, narrow = up * acted * group.width, group.width * acted
    yield _part("expert_gate_up", group.layers, group.experts * wide, used=group.active * wide, row=acted)
    yield _part("expert_down", group.layers, group.experts * narrow, used=group.active * narrow, row=group.width)
    biases = up * group.width + acted if group.bias else 0
    yield _part("norm", group.layers, group.experts * biases, used=group.active * biases)
    yield _part("shared", group.layers, (up + 1) * model.hidden * group.shared * group.shared_width)
    routed = (model.hidden + group.router_bias) * group.experts + (model.hidden if group.shared_gate else 0)
    yield _part("router", group.layers, routed, 1)
    yield _part("latent", group.layers, 2 * model.hidden * group.latent, 1)
    yield _norms(model, group.layers, group.norms)


def _remainder(model: Architecture) -> Iterator[Part]:
    """What the dimensions do not give, and encoders that are loaded beside the decoder."""
    yield _part("other", 1, model.rest, used=model.rest_active)
    yield _part("tower", 1, model.towers, used=0)
