"""How an answer of the calculator is shown: as JSON with stable keys, or as a table with its derivation.

Knows keys, units and rounding for people. Refuses to compute.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Any

from gpuguide.figures.priced import Asking
from gpuguide.figures.sized import Asked, Sized, crossover
from gpuguide.quantities.numbers import decimal_text, significant
from gpuguide.sizing.answer import Answer, message
from gpuguide.sizing.budget import GIBIBYTE
from gpuguide.sizing.derivation import Step, steps
from gpuguide.sizing.formats import Interval, bits_per_weight, label_bytes

DIGITS = 8


def plain(value: Fraction | int | None) -> int | float | None:
    """An exact number for JSON: whole where it is whole, else to eight significant digits."""
    if value is None:
        return None
    exact = Fraction(value)
    return int(exact) if exact.denominator == 1 else float(decimal_text(significant(exact, DIGITS)))


def span(interval: Interval | tuple[int, int], whole: bool = False) -> dict[str, int | float | None]:
    """Two bounds; whole bytes are rounded down."""
    low, high = (interval.low, interval.high) if isinstance(interval, Interval) else interval
    return {"low": int(low // 1), "high": int(high // 1)} if whole else {"low": plain(low), "high": plain(high)}


def answer_keys(answer: Answer, fraction: Fraction | None, said: str) -> dict[str, Any]:
    """The keys of memory, cache and verdict, whichever level answered."""
    return {
        "gpu_memory_utilization": plain(fraction),
        "weights_bytes_per_gpu": int(answer.weights // 1),
        "weights_loaded_bytes_per_gpu": span(answer.loaded, whole=True),
        "budget_bytes_per_gpu": span(answer.budget, whole=True),
        "overhead_bytes_per_gpu": span(answer.overhead, whole=True),
        "kv_bytes_per_token_per_gpu": plain(answer.kv_per_token),
        "kv_fixed_bytes_per_sequence": plain(answer.kv_fixed),
        "kv_needed_bytes_per_gpu": plain(answer.needed),
        "kv_pool_bytes_per_gpu": span(answer.pool, whole=True),
        "kv_pool_tokens": span(answer.tokens),
        "max_concurrency": span(answer.concurrency),
        "verdict": answer.verdict,
        "margin_bytes": span(answer.margin, whole=True),
        "max_context": answer.longest[0],
        "max_context_range": span(answer.longest),
        "engine_message": said or None,
        "overhead_rows": list(answer.rows),
    }


def sized_keys(sized: Sized, price: Asking | None) -> dict[str, Any]:
    """Everything of an answer at engine level, with stable keys."""
    request, speeds = sized.request, sized.speeds
    expected = sized.expected
    return {
        "model": sized.found.id,
        "gpu": request.card.id,
        "count": request.parallel.cards,
        "engine": request.engine.id,
        "engine_version": ".".join(map(str, request.version)),
        "weights": request.form.name,
        "kv_dtype": request.kv.name,
        "context": request.context,
        "batch": request.batch,
        "tensor_parallel": request.parallel.tensor,
        "pipeline_parallel": request.parallel.pipeline,
        "data_parallel": request.parallel.data,
        "max_batched_tokens": request.start.batched_tokens,
        "max_num_seqs": request.start.sequences,
        "label_bits": plain(request.form.label_bits),
        "bits_per_weight": plain(bits_per_weight(request.model, request.form)),
        "weights_label_bytes": int(label_bytes(request.model, request.form) // 1),
        "memory_label_bytes": plain(request.card.label),
        "memory_driver_bytes": plain(request.card.driver),
        "memory_engine_visible_bytes": {**span(request.card.visible, whole=True), "measured": request.card.measured},
        **answer_keys(sized.answer, request.fraction, message(request, sized.answer)),
        "decode_ceiling_tokens_per_s": plain(speeds.ceiling),
        "decode_ceiling_per_sequence_tokens_per_s": plain(speeds.ceiling / request.batch),
        "decode_ceiling_empty_cache_tokens_per_s": plain(speeds.ceiling_empty),
        "decode_step_bytes": int(speeds.step_bytes // 1),
        "crossover_batch": crossover(request),
        "prefill_bound_s": plain(speeds.prefill),
        "link_bound_s": plain(speeds.link),
        "expected_tokens_per_s": None
        if expected is None
        else {"low": plain(expected.low), "high": plain(expected.high), "band": expected.band, "rows": list(expected.rows)},
        **price_keys(price),
        "derivation": [step_keys(step) for step in steps(request, sized.answer)],
    }


def price_keys(price: Asking | None) -> dict[str, Any]:
    """Prices in USD, null without a site or where it does not sell the cards."""
    return {
        "monthly_price_usd": plain(price.monthly) if price else None,
        "hourly_price_usd": plain(price.hourly) if price else None,
    }


def step_keys(step: Step) -> dict[str, Any]:
    """A step of the derivation."""
    value = span(step.value) if isinstance(step.value, Interval) else plain(step.value)
    return {"name": step.name, "how": step.how, "value": value, "unit": step.unit}


def thumb_keys(
    asked: Asked, model: str, level: tuple[Answer, tuple[Step, ...], Fraction, int], price: Asking | None
) -> dict[str, Any]:
    """Everything of an answer of level one, in the same keys."""
    answer, lines, ceiling, context = level
    return {
        "model": model,
        "gpu": asked.gpu,
        "count": asked.count,
        "engine": "rule-of-thumb",
        "context": context,
        "batch": asked.batch,
        **answer_keys(answer, None, ""),
        "decode_ceiling_tokens_per_s": plain(ceiling),
        "prefill_bound_s": None,
        **price_keys(price),
        "derivation": [step_keys(step) for step in lines],
    }


def gib(value: Fraction | Interval) -> str:
    """Bytes for people, in GiB to two places."""
    if isinstance(value, Interval):
        return gib(value.low) if value.low == value.high else f"{gib(value.low)} to {gib(value.high)}"
    return f"{float(value / GIBIBYTE):.2f} GiB"


def table(keys: dict[str, Any], answer: Answer, lines: Iterable[Step]) -> Iterator[str]:
    """An answer for people: what it assumes, the derivation line by line, and what follows."""
    yield f"{keys['model']} on {keys['count']} x {keys['gpu']}, {keys['engine']} {keys.get('engine_version', '')}".rstrip()
    stored = f"{keys.get('weights', 'label')} weights, {keys.get('kv_dtype', '16-bit')} cache"
    yield f"  {stored}, context {keys['context']}, batch {keys['batch']}"
    for step in lines:
        shown = gib(step.value) if step.unit == "B" and _large(step.value) else _small(step)
        yield f"  {step.name:<32}{shown:<28}{step.how}"
    tokens, sequences = keys["kv_pool_tokens"], keys["max_concurrency"]
    yield f"  {'kv_pool_tokens':<32}{tokens['low']} to {tokens['high']}"
    yield f"  {'max_concurrency':<32}{sequences['low']:.2f} to {sequences['high']:.2f} sequences of {keys['context']} tokens"
    yield f"  {'max_context':<32}{keys['max_context']} surely, {keys['max_context_range']['high']} at best"
    yield f"  {'decode_ceiling':<32}{keys['decode_ceiling_tokens_per_s']:.1f} tokens/s at most, no estimate"
    if keys.get("expected_tokens_per_s"):
        band = keys["expected_tokens_per_s"]
        yield f"  {'expected':<32}{band['low']:.1f} to {band['high']:.1f} tokens/s, by {len(band['rows'])} rows: {band['band']}"
    if keys["prefill_bound_s"] is not None:
        yield f"  {'prefill_bound':<32}{keys['prefill_bound_s']:.3f} s at least for {keys['context']} tokens"
    if keys["hourly_price_usd"] is not None:
        yield f"  {'price':<32}${keys['hourly_price_usd']:.2f}/h, ${keys['monthly_price_usd'] or 0:.0f}/month"
    if keys.get("price_per_million_tokens_usd") is not None:
        least = keys["price_per_million_tokens_usd"]
        yield f"  {'price_per_million_tokens':<32}${least:.3f} at least, at that load of the ceiling"
    if keys.get("break_even_load") is not None:
        yield f"  {'break_even_load':<32}{keys['break_even_load']:.1%} of the ceiling, at the least, before the API is dearer"
    yield f"verdict: {keys['verdict']}, margin {gib(answer.margin)}"
    if keys["engine_message"]:
        yield f"the engine would say: {keys['engine_message']}"


def _large(value: Fraction | Interval) -> bool:
    return abs(value.high if isinstance(value, Interval) else value) >= GIBIBYTE // 64


def _small(step: Step) -> str:
    if isinstance(step.value, Interval):
        return f"{plain(step.value.low)} to {plain(step.value.high)} {step.unit}"
    return f"{plain(step.value)} {step.unit}"
