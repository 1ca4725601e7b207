"""How a request's cards hold weights and share out their pools: by blocks, by tokens, or by cells.

Knows which engine allocates how. Refuses to know how large a pool is. Sizes are exact bytes of one card.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from math import floor

from gpuguide.sizing import blocks, cache, cells, formats
from gpuguide.sizing.request import Request

MOST_SLOTS = 4096


@dataclass(frozen=True)
class Pool:
    """How an engine shares out a pool: bytes that a sequence needs, the units that a pool's bytes hold, and what those hold.

    Units are blocks or tokens, as the engine counts them: `tokens`, `concurrency` and `longest` take their number.
    """

    needed: Callable[[int], Fraction]
    units: Callable[[Fraction], int]
    tokens: Callable[[int], int]
    concurrency: Callable[[Fraction, int], Fraction]
    longest: Callable[[int], int]
    how: Callable[[], str]


def weights_on_card(request: Request) -> Fraction:
    """Bytes of weights on the fullest card; copies of the attention share the experts between all cards."""
    parallel = request.parallel
    if request.engine.kind == "cells":
        return formats.weight_bytes_per_card(request.model, request.form, 1, parallel.cards)
    if parallel.data == 1:
        return formats.weight_bytes_per_card(request.model, request.form, parallel.tensor, parallel.pipeline)
    return formats.expert_parallel_bytes(request.model, request.form, parallel.tensor, parallel.cards)


def stage(request: Request) -> Fraction:
    """The share of the layers on the fullest card of a pipeline; of all cards where each has whole layers."""
    stages = request.parallel.cards if request.engine.kind == "cells" else request.parallel.pipeline
    return formats.stage_share(request.model, stages)


def kv_on_card(request: Request) -> Fraction:
    """Bytes by which a sequence's cache grows with a token, on one card."""
    whole = cache.kv_bytes_per_token(request.model, request.kv, request.sharing)
    return whole if request.parallel.cards == 1 else whole * stage(request)


def fixed_on_card(request: Request) -> Fraction:
    """Bytes of a sequence that do not grow with its context, on one card: windows with what is in flight, and states."""
    if request.engine.kind == "paged":
        placed = blocks.layout(request.model, request.kv, request.sharing, request.paging)
        fixed = blocks.fixed_blocks(placed, request.context, request.paging)
        return fixed * placed.block_bytes * stage(request) if fixed else Fraction(0)
    windows = cache.window_bytes(request.model, request.kv, request.context, request.sharing)
    return (windows + cache.state_bytes(request.model, request.kv, request.sharing)) * stage(request)


def pool_of(request: Request) -> Pool:
    """How the engine of the request shares out its pool."""
    return {"paged": _paged, "tokens": _tokens, "cells": _cells}[request.engine.kind](request)


def _paged(request: Request) -> Pool:
    placed = blocks.layout(request.model, request.kv, request.sharing, request.paging)
    paging, context = request.paging, request.context
    size = placed.block_bytes if request.parallel.cards == 1 else placed.block_bytes * stage(request)
    return Pool(
        needed=lambda length: blocks.blocks_of_sequence(placed, length, paging) * size,
        units=lambda pool: max(0, pool // size),
        tokens=lambda units: blocks.tokens_in_pool(placed, units, context, paging),
        concurrency=lambda _, units: blocks.concurrency(placed, units, context, paging),
        longest=lambda units: blocks.longest_context(placed, units, paging, request.max_context),
        how=lambda: f"blocks of {placed.smallest_block} tokens, {placed.groups} groups of {placed.size} layers",
    )


def _tokens(request: Request) -> Pool:
    """One pool of tokens; windows have a pool of their own, of a share of the tokens of the whole, and states lie beside it."""
    growing = kv_on_card(request)
    window = cache.window_bytes(request.model, request.kv, 1, request.sharing) * stage(request)
    token = growing + window * request.engine.window_ratio
    state = cache.state_bytes(request.model, request.kv, request.sharing) * stage(request)
    sequence = token * request.context + state

    def count(pool: Fraction) -> int:
        left = max(Fraction(0), pool - state)
        return floor(left / token) if token else (request.max_context if left else 0)

    return Pool(
        needed=lambda length: token * length + state,
        units=count,
        tokens=lambda units: units,
        concurrency=lambda pool, units: max(Fraction(0), pool / sequence) if state else Fraction(units, request.context),
        longest=lambda units: min(request.max_context, units),
        how=lambda: "one pool of tokens",
    )


def _cells(request: Request) -> Pool:
    """Cells for every slot, allocated at the start; each slot has the context that was asked, and a state of its own."""
    share, slots, batch = stage(request), request.start.sequences, request.start.batched_tokens

    def needed(length: int, count: int = slots) -> Fraction:
        start = cells.Slots(slots=count, batch=batch)
        return cells.cache_bytes(request.model, request.kv, length * count, start) * share

    def most_slots(pool: Fraction) -> int:
        return _largest(lambda count: needed(request.context, count) <= pool, MOST_SLOTS)

    return Pool(
        needed=needed,
        units=lambda pool: _largest(lambda length: needed(length) <= pool, request.max_context),
        tokens=lambda units: units * slots,
        concurrency=lambda pool, units: Fraction(most_slots(pool)),
        longest=lambda units: units,
        how=lambda: f"cells for {slots} slots",
    )


def _largest(fits: Callable[[int], bool], limit: int) -> int:
    """The largest number up to `limit` that fits, where everything smaller fits too; 0 when nothing does."""
    low, high = 0, limit
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if fits(middle) else (low, middle - 1)
    return low
