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
    # A month of so many hours, each of so many seconds.
    "average_speed": lambda tokens, hours, hour_length: tokens / (hours * hour_length),
    "extra_cache": lambda cache, requests: cache * requests,
    "usable_memory": lambda memory, usable_share: memory * usable_share,
    "largest_model": lambda memory, usable_share, width: memory * usable_share / width,
    "list_total": lambda price, cards: price * cards,
    "discounted": lambda total, discount: total - total * discount,
    "gpu_hour": lambda price, hours, cards: price / (hours * cards),
    "weekly_gpu_hour": lambda price, hours, cards: price / (hours * cards),
    "hourly": lambda price, hours: price / hours,
    "price_per_token": lambda price, tokens: price / tokens,
    "tokens_in_traffic": lambda traffic, bytes_per_token: traffic / bytes_per_token,
    # The hours after which a metered price has cost as much as the flat one.
    "break_even_hours": lambda price, meter: price / meter,
    # A meter at a multiple of an hour's price, and what it comes to when it runs all month.
    "metered_price": lambda hour, multiple: hour * multiple,
    "metered_month": lambda meter, hours: meter * hours,
    "break_even_at": lambda hours, multiple: hours / multiple,
    "overage": lambda traffic, rate: traffic * rate,
    "difference": lambda more, less: more - less,
    "ratio": lambda part, whole: part / whole,
    # Training: a gradient, a wider weight and moments for each trained parameter, beside the weight itself.
    "gradients": lambda parameters, width: parameters * width,
    "master_weights": lambda parameters, width: parameters * width,
    "optimizer_states": lambda parameters, bytes_per_parameter: parameters * bytes_per_parameter,
    "trained_parameter": lambda weight, gradient, master, states: weight + gradient + master + states,
    "training_state": lambda weights, gradients, master, states: weights + gradients + master + states,
    "full_finetuning": lambda weights, gradients, states, master, activations, overhead: (
        weights + gradients + states + master + activations + overhead
    ),
    # All that is trained is split over the cards; what a card works on and its overhead are its own.
    "sharded_training": lambda training, cards, activations, overhead: training / cards + activations + overhead,
    # Activations: for each token, hidden element and layer so many bytes.
    "activations": lambda sequence, requests, hidden, layers, per_element: sequence * requests * hidden * layers * per_element,
    # With checkpoints: the input of every layer, and one layer in full.
    "activations_checkpointed": lambda sequence, requests, hidden, layers, kept, per_element: (
        sequence * requests * hidden * layers * kept + sequence * requests * hidden * per_element
    ),
    # Adapters: rank times the rows and columns of each matrix beside which they stand.
    "key_value_width": lambda kv_heads, head_dim: kv_heads * head_dim,
    "query_value_widths": lambda hidden, query, key_value: 2 * hidden + query + key_value,
    "attention_widths": lambda hidden, query, key_value: 4 * hidden + 2 * query + 2 * key_value,
    "mlp_widths": lambda hidden, mlp: 3 * (hidden + mlp),
    "linear_widths": lambda attention, mlp: attention + mlp,
    "lora_parameters": lambda rank, widths, layers: rank * widths * layers,
    "lora": lambda weights, adapters, activations, overhead: weights + adapters + activations + overhead,
    # A constant for each block, and a second one for each group of blocks.
    "quantization_constants": lambda parameters, block, group, width, group_width: (
        parameters / block * width + parameters / (block * group) * group_width
    ),
    "qlora": lambda weights, constants, adapters, activations, overhead: weights + constants + adapters + activations + overhead,
}


def parameters(formula: Formula) -> frozenset[str]:
    """The names of the inputs that a formula takes."""
    return frozenset(inspect.signature(formula).parameters)
