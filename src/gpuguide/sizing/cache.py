"""What a model keeps of the tokens that it has seen: growing with the context, bounded by a window, or fixed.

Knows how each kind of layer keeps tokens and how tensor parallelism shares that between cards. Refuses to know blocks, cells and
pages: engines allocate those, and `blocks` and `cells` know how. Sizes are exact bytes of one card for one sequence.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from gpuguide.sizing.architecture import Architecture, Attention, Compressed, Latent, Recurrent
from gpuguide.sizing.refusals import above_zero, refuse

BITS = 8


@dataclass(frozen=True)
class CacheType:
    """How an element of the cache is stored: bits with the scales of its block, and bytes of a convolution's element."""

    name: str
    bits: Fraction
    conv_bytes: int = 2

    @property
    def bytes(self) -> Fraction:
        """Bytes an element."""
        return self.bits / BITS


@dataclass(frozen=True)
class Sharing:
    """How cards share a model, and what an engine makes of a latent vector.

    It is padded to a multiple of `latent_multiple` elements; where `expanded_head` is not 0, the engine unfolds it into a key
    and a value of that width for every head instead.
    """

    tensor: int = 1
    latent_multiple: int = 1
    expanded_head: int = 0

    def __post_init__(self) -> None:
        """Refuse a sharing between no cards."""
        above_zero(tensor_parallel=self.tensor, latent_multiple=self.latent_multiple)


def heads_on_card(heads: int, cards: int) -> int:
    """KV heads that one card holds: shared out until each card has one, then copied (Shoeybi et al. 2019, arXiv:1909.08053)."""
    return max(1, -(-heads // cards))


def check_sharing(model: Architecture, cards: int) -> None:
    """Refuse a number of cards by which the attention heads cannot be divided, as engines do."""
    for group in model.keepers:
        heads = getattr(group, "heads", None)
        if heads is not None and heads % cards:
            raise refuse("tensor_parallel", cards, f"a divisor of the {heads} attention heads")


def layer_bytes_per_token(group: Attention | Latent | Compressed, kv: CacheType, sharing: Sharing) -> Fraction:
    """Bytes that one token takes in one layer of the group on one card, while it is kept.

    Keys and values for each KV head (2 x heads x dimension where both are as wide); one latent vector and rotary key, in one
    copy on every card; one shared vector for the window of a compressed layer.
    """
    if isinstance(group, Attention):
        return heads_on_card(group.kv_heads, sharing.tensor) * (group.key_dim + group.value_dim) * kv.bytes
    if isinstance(group, Latent) and sharing.expanded_head:
        return heads_on_card(group.heads, sharing.tensor) * 2 * sharing.expanded_head * kv.bytes
    if isinstance(group, Latent):
        return latent_elements(group, sharing.latent_multiple) * kv.bytes
    return group.width * kv.bytes


def latent_elements(group: Latent, multiple: int = 1) -> int:
    """Elements that one token takes in one latent layer, padded up to a multiple."""
    return -(-(group.rank + group.rope_dim) // multiple) * multiple


def expanded_latent_bytes_per_token(group: Latent, kv: CacheType, padded_head: int = 0) -> Fraction:
    """Bytes a token in all layers of an engine that unfolds the latent vector into keys and values of every head.

    `padded_head` is the width to which the engine pads both, 0 for their own widths.
    """
    key, value = group.nope_dim + group.rope_dim, group.value_dim
    return group.layers * group.heads * (2 * padded_head if padded_head else key + value) * kv.bytes


def grows(group: object) -> bool:
    """Whether each further token of a context takes memory in the group for good."""
    return (
        (isinstance(group, Attention) and group.keeps and group.window is None)
        or isinstance(group, Latent)
        or (isinstance(group, Compressed) and group.ratio > 0)
    )


@lru_cache(maxsize=4096)
def kv_bytes_per_token(model: Architecture, kv: CacheType, sharing: Sharing | None = None) -> Fraction:
    """Bytes by which the cache of one sequence grows with each token, on one card: layers without a window, and index keys."""
    sharing = sharing or Sharing()
    total = Fraction(0)
    for group in model.keepers:
        if isinstance(group, Compressed):
            total += group.layers * group.width * kv.bytes / group.ratio if group.ratio else 0
        elif isinstance(group, Attention | Latent) and grows(group):
            total += group.layers * layer_bytes_per_token(group, kv, sharing)
    return total + index_bytes_per_token(model)


def index_bytes_per_token(model: Architecture) -> Fraction:
    """Bytes a token that index keys take beside the cache; every card of a tensor-parallel group holds a copy."""
    return sum((indexer.layers * indexer.bytes_per_token for indexer in model.indexers), Fraction(0))


def windows(model: Architecture) -> list[Attention | Compressed]:
    """The groups that keep a window."""
    return [
        group
        for group in model.keepers
        if (isinstance(group, Attention) and group.keeps and group.window is not None) or isinstance(group, Compressed)
    ]


def window_bytes(
    model: Architecture, kv: CacheType, context: int, sharing: Sharing | None = None, in_flight: int = 0
) -> Fraction:
    """Bytes that the windows of one sequence take on one card, at a context and with tokens in flight."""
    sharing = sharing or Sharing()
    return sum(
        (
            group.layers
            * layer_bytes_per_token(group, kv, sharing)
            * min(context, group.window + (in_flight - 1 if in_flight else 0))
            for group in windows(model)
            if group.window is not None
        ),
        Fraction(0),
    )


def state_bytes_per_layer(group: Recurrent, kv: CacheType, sharing: Sharing) -> int:
    """Bytes of state and convolution tail of one layer and sequence on one card."""
    state = -(-group.mixer.state_elements // sharing.tensor) * group.state_bytes
    return state + -(-group.mixer.conv_elements // sharing.tensor) * kv.conv_bytes


def state_bytes(model: Architecture, kv: CacheType, sharing: Sharing | None = None) -> int:
    """Bytes of recurrent state that one sequence keeps on one card, whatever its length."""
    sharing = sharing or Sharing()
    return sum(
        group.layers * state_bytes_per_layer(group, kv, sharing) for group in model.keepers if isinstance(group, Recurrent)
    )


def sequence_bytes(model: Architecture, kv: CacheType, context: int, sharing: Sharing | None = None) -> Fraction:
    """Bytes that one sequence of `context` tokens keeps on one card: what grows, what a window bounds, and what is fixed."""
    growing = kv_bytes_per_token(model, kv, sharing) * context
    return growing + window_bytes(model, kv, context, sharing) + state_bytes(model, kv, sharing)
