"""The formulas again, typed from the meaning of their names and from nothing else.

Knows arithmetic on exact numbers in base units (bytes, FLOP, dollars, tokens, hours). Refuses to know the engine's
calculator: that a figure comes out the same twice is proof only while these lines are nobody's copy.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache

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
    "cards_needed": lambda training, memory: training / memory,
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
    "weekly_gpu_hour": lambda price, hours, cards: price / (hours * cards),
    "metered_price": lambda hour, multiple: hour * multiple,
    "metered_month": lambda meter, hours: meter * hours,
    # A meter that costs so many times the flat hour has cost a month's price after that part of the month.
    "break_even_at": lambda hours, multiple: hours / multiple,
    "average_speed": lambda tokens, hours, hour_length: tokens / (hours * hour_length),
    # Training: what each parameter needs beside its weight.
    "gradients": lambda parameters, width: parameters * width,
    "master_weights": lambda parameters, width: parameters * width,
    "optimizer_states": lambda parameters, bytes_per_parameter: parameters * bytes_per_parameter,
    "training_state": lambda weights, gradients, master, states: weights + gradients + master + states,
    "trained_parameter": lambda weight, gradient, master, states: weight + gradient + master + states,
    "activations": lambda sequence, requests, hidden, layers, per_element: sequence * requests * hidden * layers * per_element,
    # Each layer keeps its input, and one layer at a time is computed again in full.
    "activations_checkpointed": lambda sequence, requests, hidden, layers, kept, per_element: (
        sequence * requests * hidden * (layers * kept + per_element)
    ),
    "full_finetuning": lambda weights, gradients, states, master, activations, overhead: (
        weights + gradients + states + master + activations + overhead
    ),
    # The state is split among the cards; activations and overhead are on each of them.
    "sharded_training": lambda training, cards, activations, overhead: training / cards + activations + overhead,
    # Adapters: a matrix from i to o gets rank x (i + o) parameters, so a layer counts the inputs and outputs of its matrices.
    "key_value_width": lambda kv_heads, head_dim: kv_heads * head_dim,
    "query_value_widths": lambda hidden, query, key_value: (hidden + query) + (hidden + key_value),
    # Query and output between hidden and query; key and value between hidden and theirs.
    "attention_widths": lambda hidden, query, key_value: 2 * (hidden + query) + 2 * (hidden + key_value),
    # Gate, up and down.
    "mlp_widths": lambda hidden, mlp: 3 * (hidden + mlp),
    "linear_widths": lambda attention, mlp: attention + mlp,
    "lora_parameters": lambda rank, widths, layers: rank * widths * layers,
    "lora": lambda weights, adapters, activations, overhead: weights + adapters + activations + overhead,
    # A constant for each block of weights, and one for each group of constants.
    "quantization_constants": lambda parameters, block, group, width, group_width: (
        parameters / block * width + parameters / block / group * group_width
    ),
    "qlora": lambda weights, constants, adapters, activations, overhead: weights + constants + adapters + activations + overhead,
    "difference": lambda more, less: more - less,
    "ratio": lambda part, whole: part / whole,
}


@cache
def parameters(formula: Formula) -> frozenset[str]:
    """The names of the inputs that a formula takes."""
    return frozenset(inspect.signature(formula).parameters)
