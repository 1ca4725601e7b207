"""A pool of equal blocks, as paged-attention engines keep it: how many blocks there are and how many one sequence takes.

Knows how layers of several kinds are put into groups that share one pool (Kwon et al. 2023, arXiv:2309.06180, and the engine's
hybrid cache manager): every block holds one page in each layer of a group, pages are as large as the largest kind's. Refuses to
know how large the pool is. Sizes are exact bytes of one card.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from math import ceil

from gpuguide.sizing.architecture import Architecture, Attention, Compressed, Latent, Recurrent
from gpuguide.sizing.cache import (
    CacheType,
    Sharing,
    index_bytes_per_token,
    layer_bytes_per_token,
    state_bytes_per_layer,
)


@dataclass(frozen=True)
class Paging:
    """How an engine pages: tokens a block, and what it does with layers that do not keep the whole context.

    `in_flight` is the number of tokens that a window must hold beside its own. `groups` is false for engines that give every
    layer a full context. `state_blocks` is the number of blocks that a recurrent group takes a sequence, `alignment` the multiple
    of tokens to which blocks of such models are rounded up.
    """

    block: int = 16
    in_flight: int = 0
    groups: bool = True
    state_blocks: int = 1
    alignment: int = 16
    uneven: Fraction = Fraction(5, 4)


@dataclass(frozen=True)
class Kind:
    """Layers that keep tokens alike: how many, the bytes a token in one of them, and how far they look back."""

    layers: int
    per_token: Fraction
    window: int | None = None
    chunked: bool = False
    state: int = 0


@dataclass(frozen=True)
class Layout:
    """How a model's layers are laid out in blocks: groups of `size` layers, pages of `page` bytes."""

    kinds: tuple[tuple[Kind, int, int], ...]
    size: int
    page: Fraction

    @cached_property
    def block_bytes(self) -> Fraction:
        """Bytes of a block: one page in each layer of a group."""
        return self.size * self.page

    @property
    def groups(self) -> int:
        """Groups of layers that take blocks of their own."""
        return sum(count for _, count, _ in self.kinds)

    @property
    def smallest_block(self) -> int:
        """Tokens of the smallest block of any kind."""
        return min(tokens for kind, _, tokens in self.kinds if not kind.state or len(self.kinds) == 1)


def kinds(model: Architecture, kv: CacheType, sharing: Sharing, groups: bool = True) -> list[Kind]:
    """The kinds of layers that take blocks, in the order of the model; layers alike in one kind."""
    found: dict[tuple[Fraction, int | None, bool, int], int] = {}
    index = index_bytes_per_token(model)
    for group in model.keepers:
        if isinstance(group, Recurrent):
            key: tuple[Fraction, int | None, bool, int] = (Fraction(0), None, False, state_bytes_per_layer(group, kv, sharing))
        elif isinstance(group, Attention) and not group.keeps:
            continue
        else:
            window = group.window if isinstance(group, Attention | Compressed) and groups else None
            per_token = layer_bytes_per_token(group, kv, sharing)
            if isinstance(group, Latent) and index:
                per_token += index / group.layers
            key = (per_token, window, isinstance(group, Attention) and group.chunked and groups, 0)
        found[key] = found.get(key, 0) + group.layers
    return [Kind(layers, *key) for key, layers in found.items()]


@lru_cache(maxsize=4096)
def layout(model: Architecture, kv: CacheType, sharing: Sharing, paging: Paging) -> Layout:
    """How the engine lays the model out.

    Blocks of the kinds with small pages hold more tokens, so that all pages are alike; a recurrent state takes one page, and the
    attention's blocks grow until their page holds it. Groups have as many layers as the smallest kind, or as the largest where
    that is less than a quarter more.
    """
    found = kinds(model, kv, sharing, paging.groups)
    state = max((kind.state for kind in found), default=0)
    attention = [kind for kind in found if not kind.state]
    block = paging.block
    if state and attention:
        widest = max(kind.per_token for kind in attention)
        block = max(block, ceil(state / widest / paging.alignment) * paging.alignment)
    page = max([kind.per_token * block for kind in attention] or [Fraction(state)])
    layers = [kind.layers for kind in found]
    size = max(layers) if max(layers) < min(layers) * paging.uneven else min(layers)
    placed = []
    for kind in found:
        tokens = int(block * max(1, page // (kind.per_token * block))) if kind.per_token else block
        placed.append((kind, -(-kind.layers // size), tokens))
    return Layout(tuple(placed), size, page)


def blocks_of_sequence(layout: Layout, context: int, paging: Paging) -> int:
    """Blocks that one sequence of `context` tokens may take in all groups."""
    return sum(count * _blocks_of_kind(kind, tokens, context, paging) for kind, count, tokens in layout.kinds)


def _blocks_of_kind(kind: Kind, tokens: int, context: int, paging: Paging) -> int:
    if kind.state:
        return paging.state_blocks
    if kind.window is None:
        return -(-context // tokens)
    if kind.chunked:
        return -(-min(kind.window + paging.in_flight, context) // tokens)
    return window_blocks(kind.window, tokens, context, paging.in_flight)


def window_blocks(window: int, tokens: int, context: int, in_flight: int) -> int:
    """Blocks of a sliding window: what it looks back on and what is in flight, and one block because windows start anywhere."""
    return -(-min(window - 1 + in_flight, context) // tokens) + 1


def fixed_blocks(layout: Layout, context: int, paging: Paging) -> int:
    """Blocks of one sequence that do not grow with its context: windows and states."""
    return sum(
        count * _blocks_of_kind(kind, tokens, context, paging)
        for kind, count, tokens in layout.kinds
        if kind.state or kind.window is not None
    )


def blocks_in_pool(layout: Layout, pool: int | Fraction) -> int:
    """Whole blocks that a pool of this many bytes holds; none when it is not above zero."""
    return max(0, int(pool // layout.block_bytes))


def sequence_bytes(layout: Layout, context: int, paging: Paging) -> int:
    """Bytes of the blocks that one sequence of `context` tokens needs."""
    return int(blocks_of_sequence(layout, context, paging) * layout.block_bytes)


def concurrency(layout: Layout, blocks: int, context: int, paging: Paging) -> Fraction:
    """Sequences of `context` tokens for which the blocks last."""
    return Fraction(blocks, blocks_of_sequence(layout, context, paging))


def tokens_in_pool(layout: Layout, blocks: int, context: int, paging: Paging) -> int:
    """Tokens that the blocks hold: of one kind of layers, all of them; of several, in sequences of `context` tokens."""
    if len(layout.kinds) == 1 and layout.kinds[0][0].window is None and not layout.kinds[0][0].state:
        return blocks * layout.kinds[0][2]
    return int(concurrency(layout, blocks, context, paging) * context)


def logged_tokens(layout: Layout, blocks: int) -> int:
    """The number of tokens that earlier engines log for a pool of several groups: blocks shared out to groups, in small blocks.

    It counts every layer as if it kept the whole context, and is no cost of a token.
    """
    return blocks // layout.groups * layout.smallest_block


def longest_context(layout: Layout, blocks: int, paging: Paging, limit: int) -> int:
    """The longest sequence, in tokens up to `limit`, whose blocks the pool holds; 0 when not even one token fits."""
    if len(layout.kinds) == 1 and layout.kinds[0][0].window is None and not layout.kinds[0][0].state:
        return min(limit, blocks * layout.kinds[0][2])
    if blocks_of_sequence(layout, limit, paging) <= blocks:
        return limit
    low, high = 0, limit if blocks_of_sequence(layout, 1, paging) <= blocks else 0
    while low < high:
        middle = (low + high + 1) // 2
        if blocks_of_sequence(layout, middle, paging) <= blocks:
            low = middle
        else:
            high = middle - 1
    return low
