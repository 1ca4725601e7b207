"""Rule of thumb for fine-tuning: what training keeps beside the weights, with and without adapters.

Mixed-precision training keeps for each trained parameter a 16-bit weight, a 16-bit gradient, a 32-bit master weight and the
optimizer's states (Rajbhandari et al. 2020, arXiv:1910.02054, section 3.1: 2 + 2 + 12 bytes with Adam). Adapters train a few
parameters beside frozen weights (Hu et al. 2021, arXiv:2106.09685; Dettmers et al. 2023, arXiv:2305.14314 with 4-bit weights).
What activations take is an estimate (Korthikanti et al. 2022, arXiv:2205.05198). The widths of the matrices that adapters
stand beside are in `adapters`.
"""

from __future__ import annotations

from gpuguide.quantities.declared import (
    BytesPerElement,
    BytesPerParameter,
    Cards,
    Count,
    Elements,
    Layers,
    Memory,
    Parameters,
    Requests,
    Tokens,
)


def gradients(parameters: Parameters, width: BytesPerParameter) -> Memory:
    """Bytes of one gradient for each trained parameter (arXiv:1910.02054)."""
    return parameters * width


def master_weights(parameters: Parameters, width: BytesPerParameter) -> Memory:
    """Bytes of the wider copy of the weights that the optimizer updates (arXiv:1910.02054)."""
    return parameters * width


def optimizer_states(parameters: Parameters, bytes_per_parameter: BytesPerParameter) -> Memory:
    """Bytes of the optimizer's states: moments for each trained parameter (arXiv:1910.02054; in 8 bits arXiv:2110.02861)."""
    return parameters * bytes_per_parameter


def trained_parameter(
    weight: BytesPerParameter, gradient: BytesPerParameter, master: BytesPerParameter, states: BytesPerParameter
) -> BytesPerParameter:
    """Bytes that training keeps for each trained parameter; 16 with Adam in mixed precision (arXiv:1910.02054, section 3.1)."""
    return weight + gradient + master + states


def training_state(weights: Memory, gradients: Memory, master: Memory, states: Memory) -> Memory:
    """Bytes that training keeps for what it trains, from one step to the next (arXiv:1910.02054)."""
    return weights + gradients + master + states


def activations(sequence: Tokens, requests: Requests, hidden: Elements, layers: Layers, per_element: BytesPerElement) -> Memory:
    """Bytes of activations kept for the backward pass; an estimate (arXiv:2205.05198, section 4, without the attention maps)."""
    return sequence * requests * hidden * layers * per_element


def activations_checkpointed(
    sequence: Tokens,
    requests: Requests,
    hidden: Elements,
    layers: Layers,
    kept: BytesPerElement,
    per_element: BytesPerElement,
) -> Memory:
    """Bytes of activations when each layer keeps its input only and is computed again; an estimate.

    The inputs of all layers (arXiv:2205.05198, section 5), and the one layer that is being computed again in full.
    """
    return sequence * requests * hidden * (layers * kept + per_element)


def full_finetuning(
    weights: Memory, gradients: Memory, states: Memory, master: Memory, activations: Memory, overhead: Memory
) -> Memory:
    """Bytes that training all parameters needs on one card (arXiv:1910.02054, section 3)."""
    return weights + gradients + states + master + activations + overhead


def sharded_training(training: Memory, cards: Cards, activations: Memory, overhead: Memory) -> Memory:
    """Bytes that training all parameters needs on each of several cards (ZeRO stage 3, arXiv:1910.02054, section 5).

    Weights, gradients, master weights and states are split; activations and overhead are not.
    """
    return training / cards + activations + overhead


def lora(weights: Memory, adapters: Memory, activations: Memory, overhead: Memory) -> Memory:
    """Bytes that training adapters beside frozen weights needs (arXiv:2106.09685)."""
    return weights + adapters + activations + overhead


def quantization_constants(
    parameters: Parameters, block: Parameters, group: Count, width: BytesPerElement, group_width: BytesPerElement
) -> Memory:
    """Bytes of the constants of doubly quantized weights: one a block, and one for each group of blocks (arXiv:2305.14314)."""
    return parameters / block * (width + group_width / group)


def qlora(weights: Memory, constants: Memory, adapters: Memory, activations: Memory, overhead: Memory) -> Memory:
    """Bytes that training adapters beside frozen 4-bit weights needs (arXiv:2305.14314)."""
    return weights + constants + adapters + activations + overhead
