"""Rules for refusals, files, cards and speeds, and which rules speak of which kind of case.

Knows which numbers of a measured case the calculator predicts. Refuses to hold formulas: those of sizing are called.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction

from gpuguide.figures import agreement_starts as starts
from gpuguide.figures.measured import GB, GIB, MIB, Case, Compared
from gpuguide.sizing import blocks, budget, cells, formats, roofline
from gpuguide.sizing.formats import Interval


def two_logs(case: Case) -> Iterator[Compared]:
    """Two starts that differ in the fraction alone give the total."""
    if "pool_at_half_gib" not in case.entry.measured:
        return
    pools = (case.number("pool_at_half_gib", GIB), case.number("pool_at_quarter_gib", GIB))
    total = budget.total_from_two_logs((Fraction(1, 2), Fraction(1, 4)), pools)
    yield Compared("total from two logs", case.card.visible.high, total)


def refusal(case: Case) -> Iterator[Compared]:
    """What a sequence needs, and the longest that fits: the numbers of the engine's sentence."""
    placed, paging = case.layout()
    context = case.setting("context", 0)
    needed = blocks.sequence_bytes(placed, context, paging)
    if "needed_gib" in case.entry.measured:
        yield Compared("needed", Fraction(needed), case.number("needed_gib", GIB))
    if "available_gib" in case.entry.measured:
        count = blocks.blocks_in_pool(placed, case.number("available_gib", GIB))
        longest = blocks.longest_context(placed, count, paging, context)
        yield Compared("longest", Fraction(longest), case.number("longest"))
    if case.maybe("starts") == 0 and "tokens" in case.entry.measured:
        yield Compared("the context exceeds the tokens", case.number("tokens"), Fraction(context), "at least")


def cells_of_cache(case: Case) -> Iterator[Compared]:
    """Cells by slots, windows and batch, times their bytes."""
    start = cells.Slots(case.setting("slots", 1), case.setting("batch", 512))
    if "window_cells" in case.entry.measured:
        predicted = cells.window_cache_bytes(case.model, case.kv, case.setting("cells", 0), start)
    else:
        predicted = cells.cache_bytes(case.model, case.kv, case.setting("cells", 0), start)
    yield Compared("cache", predicted, case.number("cache_mib", MIB))


def file_size(case: Case) -> Iterator[Compared]:
    """A format's bits, mixed as its recipe says for this model, are the file."""
    measured = case.number("file_gib", GIB)
    if case.entry.weights == "mixed":
        yield Compared("bits", measured * 8 / (case.number("billion_parameters") * 10**9), case.number("bits"))
        return
    yield Compared("file", formats.weight_bytes(case.model, case.form), measured)
    if "bits" in case.entry.measured:
        yield Compared("bits", formats.bits_per_weight(case.model, case.form), case.number("bits"))


def memory(case: Case) -> Iterator[Compared]:
    """The catalog's driver number is what the driver printed; what engines see is what was logged."""
    if "driver_mib" in case.entry.measured:
        assert case.card.driver is not None
        yield Compared("driver", case.card.driver, case.number("driver_mib", MIB))
        yield Compared("label", case.card.label, case.number("label_gb", GB))
    if "visible_gib" in case.entry.measured:
        hundredth = Fraction(GIB, 100)
        seen = Interval(case.card.visible.low - hundredth, case.card.visible.high + hundredth)
        yield Compared("visible", seen, case.number("visible_gib", GIB))


def bandwidth(case: Case) -> Iterator[Compared]:
    """A read test stays below the data sheet."""
    yield Compared("read bandwidth", case.card.bandwidth, case.number("read_gb_s", GB), "at most")


def speed_of(case: Case) -> roofline.Speed:
    """The rates of the case's cards."""
    split = case.entry.parallel == "layer split"
    return roofline.Speed(case.card.bandwidth, None, case.card.link, case.cards, split)


def decode(case: Case) -> Iterator[Compared]:
    """One stream is slower than reading its weights."""
    yield Compared("tokens a second", ceiling(case), case.number("tokens_per_s"), "at most")


def ceiling(case: Case) -> Fraction:
    """The ceiling of one stream with an empty cache."""
    read = formats.streamed_bytes(case.model, case.form)
    return roofline.decode_ceiling(1, roofline.decode_step_seconds(read, Fraction(0), speed_of(case)))


def batch(case: Case) -> Iterator[Compared]:
    """A step of many users is slower than reading the weights once and every cache."""
    users = int(case.entry.measured["concurrency"])
    read = roofline.step_bytes(case.model, case.form, case.kv, users, int(case.entry.measured["input_tokens"]), case.cards)
    step = roofline.decode_step_seconds(read, Fraction(0), speed_of(case))
    yield Compared("step", step, case.number("tpot_ms") / 1000, "at least")
    speed = replace(speed_of(case), compute=case.card.compute[case.form.compute])
    first = roofline.prefill_seconds(case.model, case.form, int(case.entry.measured["input_tokens"]), speed)
    assert first is not None
    yield Compared("time to the first token", first, case.number("ttft_ms") / 1000, "at least")


RULES: dict[str, tuple[Callable[[Case], Iterator[Compared]], ...]] = {
    "start": (
        starts.pool_from_units,
        starts.concurrency,
        starts.weights,
        starts.identity,
        starts.overhead_interval,
        starts.shared_latent,
        starts.loaded_in_a_start,
    ),
    "refusal": (refusal, starts.weights, starts.loaded_in_a_start),
    "cells": (cells_of_cache,),
    "file": (file_size,),
    "loaded": (starts.loaded,),
    "memory": (memory, two_logs),
    "bandwidth": (bandwidth,),
    "decode": (decode,),
    "batch": (batch,),
}


def compared(case: Case) -> list[Compared]:
    """Every number of the case that a rule speaks of."""
    return [one for rule in RULES[case.entry.kind] for one in rule(case)]
