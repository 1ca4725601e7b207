"""Rule of thumb for memory: weights, KV cache, overhead, and what a card has left.

Decimal gigabytes against the label of the card. The formula of the cache is that of the attention layer: for each token, layer
and KV head a key and a value vector of `head_dim` elements are kept (Shazeer 2019, arXiv:1911.02150; Ainslie et al. 2023,
arXiv:2305.13245 for grouped heads).
"""

from __future__ import annotations

from gpuguide.quantities.declared import (
    BytesPerElement,
    BytesPerParameter,
    BytesPerToken,
    Cards,
    Count,
    Elements,
    Heads,
    Layers,
    Memory,
    Parameters,
    Requests,
    Share,
    Tokens,
)


def weights(parameters: Parameters, width: BytesPerParameter) -> Memory:
    """Bytes that hold a model's parameters at one width."""
    return parameters * width


def kv_cache_per_token(
    keys_and_values: Count, layers: Layers, kv_heads: Heads, head_dim: Elements, width: BytesPerElement
) -> BytesPerToken:
    """Bytes of KV cache that one token of one request keeps in all layers."""
    return keys_and_values * layers * kv_heads * head_dim * width


def kv_cache(per_token: BytesPerToken, context: Tokens, requests: Requests) -> Memory:
    """Bytes of KV cache for requests that each hold a full context."""
    return per_token * context * requests


def extra_cache(cache: Memory, requests: Requests) -> Memory:
    """Bytes of KV cache that further requests of the same context add."""
    return cache * requests


def memory_needed(weights: Memory, cache: Memory, overhead: Memory) -> Memory:
    """Bytes that serving needs: weights, KV cache and a fixed overhead."""
    return weights + cache + overhead


def capacity(memory: Memory, cards: Cards) -> Memory:
    """Bytes that one server's cards have together, by their label."""
    return memory * cards


def memory_free(capacity: Memory, used: Memory) -> Memory:
    """Bytes that a server has left; below zero when it does not fit."""
    return capacity - used


def usable_memory(memory: Memory, usable_share: Share) -> Memory:
    """Bytes of a card's memory that a cautious estimate counts."""
    return memory * usable_share


def cards_needed(training: Memory, memory: Memory) -> Cards:
    """Cards that hold a training state together, each its share; a part of a card counts as one, so print it rounded up."""
    return training / memory


def largest_model(memory: Memory, usable_share: Share, width: BytesPerParameter) -> Parameters:
    """Parameters whose weights fill the usable share of a card's memory."""
    return memory * usable_share / width
