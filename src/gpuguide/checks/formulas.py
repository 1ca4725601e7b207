"""The formulas again, typed from the meaning of their names and from nothing else.

Knows arithmetic on exact numbers in base units (bytes, FLOP, dollars, tokens, hours). Refuses to know the engine's
calculator: that a figure comes out the same twice is proof only while these lines are nobody's copy.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from fractions import Fraction

Formula = Callable[..., Fraction]

FORMULAS: Mapping[str, Formula] = {
    # Memory that the weights take: parameters times bytes a parameter.
    "weights": lambda parameters, width: parameters * width,
    # A key and a value for each layer and KV head, each as long as a head.
    "kv_cache_per_token": lambda keys_and_values, layers, kv_heads, head_dim, width: (
        keys_and_values * layers * kv_heads * head_dim * width
    ),
    "kv_cache": lambda per_token, context, requests: per_token * context * requests,
    "memory_needed": lambda weights, cache, overhead: weights + cache + overhead,
    "memory_free": lambda capacity, used: capacity - used,
    "capacity": lambda memory, cards: memory * cards,
    # At batch one a token reads all weights once.
    "decode_ceiling": lambda bandwidth, weights: bandwidth / weights,
    "arithmetic_intensity": lambda compute, bandwidth: compute / bandwidth,
    "operations_per_byte": lambda operations, width: operations / width,
    "sparse_rate": lambda dense, sparsity: dense * sparsity,
    "extra_cache": lambda cache, requests: cache * requests,
    "usable_memory": lambda memory, usable_share: memory * usable_share,
    "largest_model": lambda memory, usable_share, width: memory * usable_share / width,
    "list_total": lambda price, cards: price * cards,
    "discounted": lambda total, discount: total - total * discount,
    "gpu_hour": lambda price, hours, cards: price / (hours * cards),
    "hourly": lambda price, hours: price / hours,
    "price_per_token": lambda price, tokens: price / tokens,
    "tokens_in_traffic": lambda traffic, bytes_per_token: traffic / bytes_per_token,
    # The hours after which a metered price has cost as much as the flat one.
    "break_even_hours": lambda price, meter: price / meter,
    "overage": lambda traffic, rate: traffic * rate,
    "difference": lambda more, less: more - less,
    "ratio": lambda part, whole: part / whole,
}


def parameters(formula: Formula) -> frozenset[str]:
    """The names of the inputs that a formula takes."""
    return frozenset(inspect.signature(formula).parameters)
