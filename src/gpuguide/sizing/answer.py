"""The calculator's answer to one question: memory, cache, verdict and what the engine would say, and what the engine says.

Knows the order of the steps. Refuses to hold formulas: each step is a function of another module. Sizes are exact bytes of one
card; what is uncertain is an interval.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from gpuguide.sizing import budget, engines
from gpuguide.sizing.formats import Interval
from gpuguide.sizing.pools import fixed_on_card, kv_on_card, pool_of, weights_on_card
from gpuguide.sizing.request import Request


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
    rows: tuple[str, ...]


def answer(request: Request) -> Answer:
    """Size a request; every number is of one card."""
    weights = weights_on_card(request)
    loaded = request.form.loaded.times(weights)
    loaded = loaded.plus(request.tower) if request.tower.high else loaded
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
    low, high, copies = shared.units(left.low), shared.units(left.high), request.parallel.data
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
        tokens=(shared.tokens(low) * copies, shared.tokens(high) * copies),
        concurrency=Interval(shared.concurrency(left.low, low) * copies, shared.concurrency(left.high, high) * copies),
        verdict=verdict,
        longest=(shared.longest(low), shared.longest(high)),
        rows=tuple(row for one in applied for row in one.rows),
    )


def message(request: Request, answer: Answer) -> str:
    """What the engine prints when it does not start: of an interval, the best case that fails; empty when it starts."""
    if answer.verdict == budget.STARTS:
        return ""
    shared, left, needed = pool_of(request), answer.pool, answer.needed
    available = left.high if answer.verdict == budget.FAILS else left.low
    sentence = request.behaviour.sentence if available > 0 else request.behaviour.nothing_left
    return sentence.format(
        asked=request.context,
        needed=two_places(needed / budget.GIBIBYTE),
        available=two_places(available / budget.GIBIBYTE),
        tokens=shared.tokens(shared.units(available)),
        longest=shared.longest(shared.units(available)),
        fraction=two_places(request.fraction),
        needed_mib=two_places(needed / budget.MEBIBYTE),
        weights_mib=two_places(weights_on_card(request) / budget.MEBIBYTE),
    )


def two_places(value: Fraction) -> str:
    """A number as engines print it: two decimals, the nearest, ties to even."""
    hundredths = round(value * 100)
    sign = "-" if hundredths < 0 else ""
    return f"{sign}{abs(hundredths) // 100}.{abs(hundredths) % 100:02d}"
