"""The calculator's answer to one question: memory, cache, verdict and what the engine would say, each with its step.

Knows the order of the steps. Refuses to hold formulas: each step is a function of another module. Sizes are exact bytes of one
card; what is uncertain is an interval.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from gpuguide.sizing import budget, engines, formats
from gpuguide.sizing.formats import Interval
from gpuguide.sizing.pools import Pool, fixed_on_card, kv_on_card, pool_of, weights_on_card
from gpuguide.sizing.request import Request


@dataclass(frozen=True)
class Step:
    """One line of a derivation: what is computed, how, and what comes out, as a number or an interval, in a unit."""

    name: str
    how: str
    value: Fraction | Interval
    unit: str


@dataclass(frozen=True)
class Answer:
    """What a card holds, and what the engine would do."""

    weights: Fraction
    loaded: Interval
    kv_per_token: Fraction
    kv_fixed: Fraction
    budget: Interval
    overhead: Interval
    pool: Interval
    needed: Fraction
    margin: Interval
    tokens: tuple[int, int]
    concurrency: Interval
    verdict: str
    longest: tuple[int, int]
    message: str
    rows: tuple[str, ...]
    steps: tuple[Step, ...]


def answer(request: Request) -> Answer:
    """Size a request; every number is of one card."""
    weights = weights_on_card(request)
    loaded = request.form.loaded.times(weights).plus(request.tower)
    allowed = budget.budget(request.card.visible, request.fraction)
    overhead = engines.overhead(
        request.engine,
        request.version,
        request.card.card_class,
        request.start,
        request.model.vocabulary,
        budget.prefill_width(request.model),
    )
    left = budget.pool(allowed, loaded, overhead)
    shared = pool_of(request)
    needed = shared.needed(request.context)
    margin = budget.margin(left, needed)
    verdict = budget.verdict(margin)
    longest = (shared.longest(left.low), shared.longest(left.high))
    applied = engines.applicable(request.engine, request.version, request.card.card_class, request.start)
    return Answer(
        weights=weights,
        loaded=loaded,
        kv_per_token=kv_on_card(request),
        kv_fixed=fixed_on_card(request),
        budget=allowed,
        overhead=overhead,
        pool=left,
        needed=needed,
        margin=margin,
        tokens=(shared.tokens(left.low) * request.parallel.data, shared.tokens(left.high) * request.parallel.data),
        concurrency=Interval(shared.concurrency(left.low), shared.concurrency(left.high)).times(request.parallel.data),
        verdict=verdict,
        longest=longest,
        message=message(request, verdict, left, needed, shared),
        rows=tuple(row for one in applied for row in one.rows),
        steps=_steps(request, weights, loaded, allowed, overhead, left, needed, margin, shared),
    )


def message(request: Request, verdict: str, left: Interval, needed: Fraction, shared: Pool) -> str:
    """What the engine prints when it does not start: of an interval, the best case that fails; empty when it starts."""
    if verdict == budget.STARTS:
        return ""
    available = left.high if verdict == budget.FAILS else left.low
    sentence = request.behaviour.sentence if available > 0 else request.behaviour.nothing_left
    return sentence.format(
        asked=request.context,
        needed=two_places(needed / budget.GIBIBYTE),
        available=two_places(available / budget.GIBIBYTE),
        tokens=shared.tokens(available),
        longest=shared.longest(available),
        fraction=two_places(request.fraction),
        needed_mib=two_places(needed / budget.MEBIBYTE),
        weights_mib=two_places(weights_on_card(request) / budget.MEBIBYTE),
    )


def two_places(value: Fraction) -> str:
    """A number as engines print it: two decimals, the nearest, ties to even."""
    hundredths = round(value * 100)
    sign = "-" if hundredths < 0 else ""
    return f"{sign}{abs(hundredths) // 100}.{abs(hundredths) % 100:02d}"


def _steps(
    request: Request,
    weights: Fraction,
    loaded: Interval,
    allowed: Interval,
    overhead: Interval,
    left: Interval,
    needed: Fraction,
    margin: Interval,
    shared: Pool,
) -> tuple[Step, ...]:
    per_weight = formats.bits_per_weight(request.model, request.form)
    return (
        Step(
            "bits_per_weight", f"label {float(request.form.label_bits):g}; real, with scales and wide tables", per_weight, "bit"
        ),
        Step("weights_bytes_per_gpu", "parameters x bits / 8, shared between the cards", weights, "B"),
        Step("weights_loaded_bytes_per_gpu", "weights x what engines hold over the file", loaded, "B"),
        Step("engine_visible_bytes", "what the engine sees of the card", request.card.visible, "B"),
        Step("budget_bytes", f"visible x {float(request.fraction):g}", allowed, "B"),
        Step("overhead_bytes", "fixed + buffers of the sampler or of prefill", overhead, "B"),
        Step("kv_pool_bytes_per_gpu", "budget - loaded weights - overhead", left, "B"),
        Step("kv_bytes_per_token_per_gpu", "heads x (key + value) x bytes, over layers", kv_on_card(request), "B"),
        Step("kv_needed_bytes_per_gpu", f"{shared.how}, at {request.context} tokens", needed, "B"),
        Step("margin_bytes", "pool - needed by one sequence", margin, "B"),
    )
