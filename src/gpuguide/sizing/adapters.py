"""How many parameters low-rank adapters train: the widths of the matrices they stand beside, times the rank.

An adapter of rank r beside a matrix from n inputs to m outputs is a pair of matrices of n x r and r x m: r x (n + m)
parameters (Hu et al. 2021, arXiv:2106.09685, section 4). The widths below are those of a decoder layer with grouped queries
and a gated MLP: query, key, value and output projections; gate, up and down projections.
"""

from __future__ import annotations

from gpuguide.quantities.declared import Count, Elements, Heads, Layers, Parameters


def key_value_width(kv_heads: Heads, head_dim: Elements) -> Elements:
    """Outputs of the key projection, and of the value projection (arXiv:2305.13245)."""
    return kv_heads * head_dim


def query_value_widths(hidden: Elements, query: Elements, key_value: Elements) -> Elements:
    """Inputs and outputs of the query and value projections, the pair that the LoRA paper adapts (arXiv:2106.09685)."""
    return (hidden + query) + (hidden + key_value)


def attention_widths(hidden: Elements, query: Elements, key_value: Elements) -> Elements:
    """Inputs and outputs of the query, key, value and output projections (arXiv:2106.09685)."""
    return (hidden + query) + (hidden + key_value) + (hidden + key_value) + (query + hidden)


def mlp_widths(hidden: Elements, mlp: Elements) -> Elements:
    """Inputs and outputs of the gate, up and down projections of a gated MLP (arXiv:2002.05202)."""
    return (hidden + mlp) + (hidden + mlp) + (mlp + hidden)


def linear_widths(attention: Elements, mlp: Elements) -> Elements:
    """Inputs and outputs of all linear projections of a layer, which QLoRA adapts (arXiv:2305.14314, section 4)."""
    return attention + mlp


def lora_parameters(rank: Count, widths: Elements, layers: Layers) -> Parameters:
    """Parameters that adapters train: rank times inputs and outputs of the adapted matrices, in every layer."""
    return rank * widths * layers
