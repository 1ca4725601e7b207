"""The derivation of an answer, line by line: what each number is, how it comes about, and its unit.

Knows the order in which people follow a sizing. Refuses to compute what the answer has: it shows it.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from gpuguide.sizing.answer import Answer
from gpuguide.sizing.formats import Interval, bits_per_weight
from gpuguide.sizing.pools import pool_of
from gpuguide.sizing.request import Request


@dataclass(frozen=True)
class Step:
    """One line of a derivation: what is computed, how, and what comes out, as a number or an interval, in a unit."""

    name: str
    how: str
    value: Fraction | Interval
    unit: str


def steps(request: Request, answer: Answer) -> tuple[Step, ...]:
    """The lines of an answer at engine level."""
    label, real = float(request.form.label_bits), bits_per_weight(request.model, request.form)
    return (
        Step("bits_per_weight", f"label {label:g}; real, with scales and wide tables", real, "bit"),
        Step("weights_bytes_per_gpu", "parameters x bits / 8, shared between the cards", answer.weights, "B"),
        Step("weights_loaded_bytes_per_gpu", "weights x what engines hold over the file", answer.loaded, "B"),
        Step("engine_visible_bytes", "what the engine sees of the card", request.card.visible, "B"),
        Step("budget_bytes", f"visible x {float(request.fraction):g}", answer.budget, "B"),
        Step("overhead_bytes", "fixed + buffers of the sampler or of prefill", answer.overhead, "B"),
        Step("kv_pool_bytes_per_gpu", "budget - loaded weights - overhead", answer.pool, "B"),
        Step("kv_bytes_per_token_per_gpu", "heads x (key + value) x bytes, over layers", answer.kv_per_token, "B"),
        Step("kv_needed_bytes_per_gpu", f"{pool_of(request).how()}, at {request.context} tokens", answer.needed, "B"),
        Step("margin_bytes", "pool - needed by one sequence", answer.margin, "B"),
    )
