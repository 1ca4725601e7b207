"""Speed bounds from what a step really reads and computes: the roofline (Williams, Waterman, Patterson 2009).

Knows bytes, operations, bandwidth and compute. Refuses to call a bound an expectation: a band of measured rows is applied to it
elsewhere. Times are exact seconds; nothing here can be beaten by a kernel without speculation.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from gpuguide.sizing.architecture import Architecture, Attention, Compressed, Experts, Latent
from gpuguide.sizing.cache import CacheType, Sharing, kv_bytes_per_token, state_bytes, window_bytes
from gpuguide.sizing.formats import WeightFormat, streamed_bytes
from gpuguide.sizing.parameters import parts
from gpuguide.sizing.refusals import above_zero

ROUND = 10**6


@dataclass(frozen=True)
class Speed:
    """Rates of one card and how many share the work: bytes a second, operations a second, link bytes a second in one direction.

    `split` is true where cards hold whole layers and work one after another, so that their bandwidth does not add up.
    """

    bandwidth: Fraction
    compute: Fraction | None
    link: Fraction | None = None
    cards: int = 1
    split: bool = False

    @property
    def working(self) -> int:
        """Cards that work at one time."""
        return 1 if self.split else self.cards


def experts_touched(experts: int, active: int, batch: int) -> Fraction:
    """Experts of a layer that a batch reads when a router picks evenly: E (1 - (1 - k/E)^B), rounded up to a millionth."""
    above_zero(batch=batch)
    missed = (
        Fraction(experts - active, experts)
        if batch == 1
        else Fraction(((experts - active) ** batch) * ROUND // experts**batch, ROUND)
    )
    return experts * (1 - missed)


@lru_cache(maxsize=4096)
def touched_share(model: Architecture, batch: int) -> Fraction | None:
    """How many times the experts of one token a batch reads; None for a model without experts."""
    groups = [group for group in model.feed_forward if isinstance(group, Experts)]
    return experts_touched(groups[0].experts, groups[0].active, batch) / groups[0].active if groups else None


@lru_cache(maxsize=4096)
def cache_read(model: Architecture, kv: CacheType, context: int, tensor: int = 1) -> Fraction:
    """Bytes of cache that all cards together read to decode one token after `context` tokens; copies are read by each card."""
    sharing = Sharing(tensor)
    growing = kv_bytes_per_token(model, kv, sharing) * context
    fixed = window_bytes(model, kv, context, sharing) + state_bytes(model, kv, sharing)
    return (growing + fixed) * tensor


def step_bytes(model: Architecture, form: WeightFormat, kv: CacheType, batch: int, context: int, tensor: int = 1) -> Fraction:
    """Bytes that one decoding step reads: weights once, the cache of every sequence."""
    weights = streamed_bytes(model, form, touched_share(model, batch))
    return weights + batch * cache_read(model, kv, context, tensor)


@lru_cache(maxsize=4096)
def operations_per_token(model: Architecture, context: int) -> Fraction:
    """Operations that one token needs: two a weight that it uses, and four an element of keys and values that it attends to."""
    used = sum(
        part.active
        for part in parts(model)
        if part.kind not in ("embedding", "norm") or (part.kind == "embedding" and model.tied)
    )
    return Fraction(2 * used + sum(_attended(group, context) for group in model.keepers))


def _attended(group: object, context: int) -> int:
    if isinstance(group, Attention):
        seen = min(context, group.window) if group.window is not None else context
        return 2 * group.layers * group.heads * (group.key_dim + group.value_dim) * seen
    if isinstance(group, Latent):
        return 2 * group.layers * group.heads * (group.nope_dim + group.rope_dim + group.value_dim) * context
    if isinstance(group, Compressed):
        seen = min(context, group.window) + (context // group.ratio if group.ratio else 0)
        return 4 * group.layers * group.heads * group.width * seen
    return 0


def decode_step_seconds(read: Fraction, operations: Fraction, speed: Speed) -> Fraction:
    """The least time of one decoding step: reading or computing, whichever takes longer."""
    reading = read / (speed.bandwidth * speed.working)
    return reading if speed.compute is None else max(reading, operations / (speed.compute * speed.working))


def decode_ceiling(batch: int, step: Fraction) -> Fraction:
    """Tokens a second of all sequences together that no step can exceed."""
    return batch / step


def crossover_batch(model: Architecture, form: WeightFormat, kv: CacheType, context: int, speed: Speed, limit: int) -> int | None:
    """The smallest batch up to `limit` whose step computes as long as it reads; None when memory binds at all of them."""
    if speed.compute is None:
        return None
    operations = operations_per_token(model, context) / (speed.compute * speed.working)

    def computes(batch: int) -> bool:
        read = step_bytes(model, form, kv, batch, context, speed.working) / (speed.bandwidth * speed.working)
        return operations * batch >= read

    if not computes(limit):
        return None
    low, high = 1, limit
    while low < high:
        middle = (low + high) // 2
        low, high = (low, middle) if computes(middle) else (middle + 1, high)
    return low


@lru_cache(maxsize=4096)
def prefill_operations(model: Architecture, tokens: int) -> Fraction:
    """Operations that a prompt needs: each token's weights, and attention to the tokens before it, half of them on average."""
    used = operations_per_token(model, 0) * tokens
    return used + sum((Fraction(_pairs(group, tokens)) for group in model.keepers), Fraction(0))


def _pairs(group: object, tokens: int) -> Fraction:
    if isinstance(group, Attention) and group.window is not None and group.window < tokens:
        mean = group.window - Fraction(group.window * (group.window - 1), 2 * tokens)
        return Fraction(_attended(group, 1)) * mean * tokens
    return Fraction(_attended(group, tokens) * (tokens + 1), 2)


def prefill_seconds(model: Architecture, form: WeightFormat, tokens: int, speed: Speed) -> Fraction | None:
    """The least time until the first token of a prompt: computing it, or reading the weights once; None without a known rate."""
    if speed.compute is None:
        return None
    computing = prefill_operations(model, tokens) / (speed.compute * speed.working)
    return max(computing, streamed_bytes(model, form) / (speed.bandwidth * speed.working))


def link_seconds(model: Architecture, tokens: int, speed: Speed, width: int = 2) -> Fraction | None:
    """The least time in which tensor-parallel cards sum a step's activations: two sums a layer, in a ring (Patarasuk, Yuan 2009).

    Each card sends 2 (n - 1) / n of a hidden vector a token and sum; None where the link's rate is not known, zero for one card.
    """
    if speed.cards == 1 or speed.split:
        return Fraction(0)
    if speed.link is None:
        return None
    sums = 2 * model.layers
    return Fraction(sums * tokens * model.hidden * width * 2 * (speed.cards - 1), speed.cards) / speed.link
