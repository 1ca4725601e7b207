"""Level one, the guides' rule of thumb, in the keys of the engine level: label bits, label memory, a round overhead.

Knows which of its numbers stands for which key. Refuses to know an engine: what an engine does is the other level.
"""

from __future__ import annotations

from fractions import Fraction

from gpuguide.catalog.models import Found
from gpuguide.errors import Place, UsageError
from gpuguide.figures import machines
from gpuguide.figures.sized import CONTEXT, Asked, Desk
from gpuguide.sizing import budget, cache, memory, speed
from gpuguide.sizing.answer import Answer
from gpuguide.sizing.derivation import Step
from gpuguide.sizing.formats import Interval
from gpuguide.sizing.parameters import active_parameters, parameters
from gpuguide.sizing.refusals import above_zero

WIDTH = Fraction(2)


def rule_of_thumb(desk: Desk, found: Found, asked: Asked) -> tuple[Answer, tuple[Step, ...], Fraction, int]:
    """The answer of level one, its steps, its decode ceiling in tokens a second, and the context that it assumes.

    Cards count together and by their label; of experts the active ones are read; the cache has two bytes an element whatever was
    asked.
    """
    above_zero(count=asked.count, batch=asked.batch)
    model, card = desk.architecture(found), desk.card(asked.gpu)
    context = asked.context if asked.context is not None else min(CONTEXT, found.model.max_context)
    above_zero(context=context)
    form = machines.weight_format(desk.serving, asked.weights or found.model.stored_as)
    width = form.label_bits / 8
    if width == 0:
        raise UsageError.at(Place("data/sizing/formats.yaml"), "the label has no bits", path="weights")
    weights = memory.weights(Fraction(parameters(model)), width)
    read = memory.weights(Fraction(active_parameters(model)), width)
    per_token = cache.kv_bytes_per_token(model, cache.CacheType("16 bits", WIDTH * 8))
    needed = memory.kv_cache(per_token, Fraction(context), Fraction(asked.batch))
    overhead = desk.serving.rule_of_thumb.overhead_gb * machines.GIGABYTE
    capacity = memory.capacity(card.label, Fraction(asked.count))
    left = memory.memory_free(capacity, weights + overhead)
    tokens = max(0, int(left // per_token)) if per_token else 0
    steps = _steps(desk, weights, needed, overhead, capacity)
    return (
        Answer(
            weights=weights / asked.count,
            loaded=_sure(weights / asked.count),
            kv_per_token=per_token,
            kv_fixed=Fraction(0),
            budget=_sure(capacity),
            overhead=_sure(overhead),
            pool=_sure(left / asked.count),
            needed=needed,
            margin=_sure(left - needed),
            tokens=(tokens, tokens),
            concurrency=_sure(Fraction(tokens, context)),
            verdict=budget.verdict(_sure(left - needed)),
            longest=(min(tokens, found.model.max_context),) * 2,
            rows=(),
        ),
        steps,
        speed.decode_ceiling(card.bandwidth * asked.count, read),
        context,
    )


def _steps(desk: Desk, weights: Fraction, cache: Fraction, overhead: Fraction, capacity: Fraction) -> tuple[Step, ...]:
    return (
        Step("weights_bytes", "parameters x label bits / 8", weights, "B"),
        Step("kv_bytes", "bytes a token x context x batch", cache, "B"),
        Step("overhead_bytes", desk.serving.rule_of_thumb.why, overhead, "B"),
        Step("needed_bytes", "weights + cache + overhead", memory.memory_needed(weights, cache, overhead), "B"),
        Step("capacity_bytes", "label x cards", capacity, "B"),
    )


def _sure(value: Fraction) -> Interval:
    return Interval(value, value)
