"""What the calculator says of a measured case, side by side with the measurement. Rules by what was measured, none by case."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cache as once
from pathlib import Path
from typing import Any

import yaml

from gpuguide.catalog.models import load_model
from gpuguide.catalog.serving import load_cards, load_serving
from gpuguide.figures import machines
from gpuguide.figures.architectures import architecture_of
from gpuguide.sizing import blocks, budget, cache, cells, engines, formats, roofline
from gpuguide.sizing.architecture import Architecture
from gpuguide.sizing.formats import Interval, Mix, WeightFormat
from gpuguide.sizing.parameters import parameters
from gpuguide.sizing.request import start_of

ROOT = Path(__file__).resolve().parents[2]
CASES = Path(__file__).with_name("ground_truth.yaml")
GIB, MIB, GB = 1 << 30, 1 << 20, 10**9
EXACT_WEIGHTS = ("bf16", "int8", "fp8-feed-forward")
"""Formats whose loaded size is the file's, to a few thousandths."""


@dataclass(frozen=True)
class Compared:
    """One number of a case: predicted and measured, and how they must stand to each other."""

    what: str
    predicted: Fraction | Interval
    measured: Fraction
    relation: str = "equals"

    def holds(self, within: Fraction) -> bool:
        if isinstance(self.predicted, Interval):
            return self.predicted.low <= self.measured <= self.predicted.high
        if self.relation == "at most":
            return self.measured <= self.predicted
        if self.relation == "at least":
            return self.measured >= self.predicted
        alike = abs(self.predicted - self.measured) <= within * abs(self.measured) or self.rounds_to_it
        return not alike if self.relation == "differs" else alike

    @property
    def rounds_to_it(self) -> bool:
        """Engines print sequences to two places."""
        return self.what == "sequences" and isinstance(self.predicted, Fraction) and round(self.predicted, 2) == self.measured


@dataclass(frozen=True)
class Case:
    """One entry of the file, with what its words mean."""

    entry: dict[str, Any]
    settings: dict[str, Any] = field(default_factory=dict)
    measured: dict[str, Any] = field(default_factory=dict)

    @property
    def within(self) -> Fraction:
        return Fraction(str(self.entry.get("within", "0.01")))

    @property
    def cards(self) -> int:
        return int(self.entry.get("cards", 1))

    def number(self, key: str, unit: int = 1) -> Fraction:
        return Fraction(str(self.measured[key])) * unit

    def maybe(self, key: str, unit: int = 1) -> Fraction | None:
        return self.number(key, unit) if key in self.measured else None

    @property
    def model(self) -> Architecture:
        return model(self.entry["model"])

    @property
    def form(self) -> WeightFormat:
        if self.entry["weights"] == "mixed":
            return WeightFormat("mixed", Fraction(4), Mix(Fraction(str(self.measured.get("bits", "3.926")))))
        return machines.weight_format(load_serving_once(), self.entry["weights"])

    @property
    def kv(self) -> cache.CacheType:
        return machines.cache_type(load_serving_once(), self.entry.get("kv", "bf16"))

    @property
    def card(self) -> budget.Card:
        return machines.card(load_serving_once(), load_cards_once(), self.entry["card"])

    @property
    def engine(self) -> engines.Engine:
        return machines.engine(load_serving_once(), self.entry["engine"])

    @property
    def version(self) -> engines.Version:
        return engines.version(self.entry.get("version") or self.entry.get("assumed_version") or self.engine.version)

    def paging(self) -> tuple[cache.Sharing, blocks.Paging]:
        behaviour = self.engine.behaviour(self.version)
        batched = self.settings.get("batched_tokens", 0) * behaviour.in_flight_batches
        paging = blocks.Paging(
            self.settings.get("block", behaviour.block),
            self.settings.get("in_flight", batched),
            behaviour.groups,
            state_blocks=behaviour.state_blocks,
            alignment=behaviour.alignment,
        )
        return cache.Sharing(self.settings.get("tensor", 1), behaviour.latent_multiple, behaviour.expanded_head), paging

    def layout(self) -> tuple[blocks.Layout, blocks.Paging]:
        sharing, paging = self.paging()
        return blocks.layout(self.model, self.kv, sharing, paging), paging


def cases() -> list[Case]:
    entries = yaml.load(CASES.read_text(encoding="utf-8"), Loader=yaml.CSafeLoader)["cases"]
    return [Case(entry, entry.get("settings", {}), entry["measured"]) for entry in entries]


@once
def load_serving_once():
    return load_serving(ROOT)


@once
def load_cards_once():
    return load_cards(ROOT)


@once
def model(name: str) -> Architecture:
    found = load_model(ROOT, name)
    return architecture_of(found.model, found.place)


def compared(case: Case) -> list[Compared]:
    """Every number of the case that a rule speaks of."""
    return [one for rule in RULES[case.entry["kind"]] for one in rule(case)]


def pool_bytes(case: Case) -> Fraction | None:
    for key, unit in (("pool_gib", GIB), ("pool_mib", MIB)):
        if key in case.measured:
            return case.number(key, unit)
    total = case.maybe("pool_gib_all_cards", GIB)
    return None if total is None else total / case.cards


def pool_from_units(case: Case) -> Iterator[Compared]:
    """Blocks, or tokens of one kind of layers, times their bytes are the pool."""
    pool, trap = pool_bytes(case), case.entry["holds"] == "trap"
    placed, _ = case.layout()
    if pool and case.measured.get("blocks"):
        yield Compared("pool from blocks", case.number("blocks") * placed.block_bytes, pool)
    if pool and "tokens" in case.measured and len(placed.kinds) == 1:
        yield Compared("pool from tokens", case.number("tokens") * placed.block_bytes / placed.smallest_block, pool)
    if "keys_gib" in case.measured:
        both = case.number("keys_gib", GIB) + case.number("values_gib", GIB)
        yield Compared("keys and values from tokens", case.number("tokens") * placed.block_bytes / placed.smallest_block, both)
    if pool and "logged_tokens" in case.measured:
        logged = case.number("logged_tokens")
        growth = cache.kv_bytes_per_token(case.model, case.kv, case.paging()[0])
        yield Compared("tokens as logged", Fraction(blocks.logged_tokens(placed, blocks.blocks_in_pool(placed, pool))), logged)
        if trap:
            yield Compared("bytes of a logged token are no growth", growth, pool / logged, "differs")


def concurrency(case: Case) -> Iterator[Compared]:
    """Sequences of a context: blocks over the blocks of one."""
    context = case.settings.get("context")
    if "sequences" not in case.measured or not context:
        return
    placed, paging = case.layout()
    measured = case.number("sequences")
    if case.entry["holds"] == "trap":
        yield Compared("logged tokens are not sequences x context", case.number("logged_tokens"), measured * context, "differs")
        return
    pool = pool_bytes(case)
    if "blocks" in case.measured:
        count = int(case.measured["blocks"])
    elif "tokens" in case.measured and len(placed.kinds) == 1:
        count = int(case.measured["tokens"]) // placed.smallest_block
    elif pool is not None:
        count = blocks.blocks_in_pool(placed, pool)
    else:
        return
    yield Compared("sequences", blocks.concurrency(placed, count, context, paging), measured)
    if "tokens" in case.measured and len(placed.kinds) > 1:
        yield Compared("tokens", Fraction(blocks.tokens_in_pool(placed, count, context, paging)), case.number("tokens"))


def weights(case: Case) -> Iterator[Compared]:
    """Weights of one card, where the format's loaded size is the file's."""
    measured = case.maybe("weights_gib", GIB)
    if measured is None or case.entry.get("weights") not in EXACT_WEIGHTS:
        return
    predicted = formats.weight_bytes_per_card(case.model, case.form, case.settings.get("tensor", 1))
    if case.entry["holds"] == "tight" and predicted < measured:
        yield Compared("weights, without encoders", predicted, measured, "at least")
    else:
        yield Compared("weights", predicted, measured)


def identity(case: Case) -> Iterator[Compared]:
    """Fraction of the total, less weights, less what is measured beside them, is the pool."""
    total, pool = case.maybe("visible_gib", GIB), pool_bytes(case)
    beside = case.maybe("activation_gib", GIB)
    if total is None or pool is None or "outside_gib" not in case.measured:
        return
    fraction = Fraction(str(case.settings["fraction"]))
    taken = case.number("weights_gib", GIB) + beside if beside is not None else case.number("peak_gib", GIB)
    predicted = fraction * total - taken - case.number("outside_gib", GIB)
    slack = Fraction(GIB, 50)  # five terms, each printed to two places
    yield Compared("pool by the identity", Interval(predicted - slack, predicted + slack), pool)


def overhead_interval(case: Case) -> Iterator[Compared]:
    """What a start implies as overhead lies in the interval that names the case."""
    pool, weights_held = pool_bytes(case), case.maybe("weights_gib", GIB)
    if pool is None and "tokens" in case.measured and case.entry["kind"] == "start":
        placed, _ = case.layout()
        pool = case.number("tokens") * placed.block_bytes / placed.smallest_block if len(placed.kinds) == 1 else None
    named = [one for one in case.engine.overheads if case.entry["id"] in one.rows]
    if not named or pool is None or "fraction" not in case.settings:
        return
    if weights_held is None:
        weights_held = formats.weight_bytes_per_card(case.model, case.form, case.settings.get("tensor", 1))
    start = start_of(
        case.engine,
        case.version,
        case.card,
        case.settings.get("context", 8192),
        case.cards,
        batched_tokens=case.settings.get("batched_tokens"),
        sequences=case.settings.get("sequences"),
    )
    visible = case.maybe("visible_gib", GIB) or case.maybe("visible_bytes")
    seen = case.card.visible if visible is None else Interval(visible, visible)
    implied = budget.overhead_from_log(Fraction(str(case.settings["fraction"])), seen.low, weights_held, pool)
    width = budget.prefill_width(case.model)
    found = engines.overhead(case.engine, case.version, case.card.card_class, start, case.model.vocabulary, width)
    yield Compared("overhead", found, implied)


def shared_latent(case: Case) -> Iterator[Compared]:
    """Copies of the attention hold different sequences; tensor-parallel ranks hold the same."""
    if "ratio" not in case.measured:
        return
    kv, model_ = case.kv, case.model
    alone, ranks = cache.kv_bytes_per_token(model_, kv), cache.kv_bytes_per_token(model_, kv, cache.Sharing(case.cards))
    yield Compared("capacity of copies over ranks", case.cards * ranks / alone, case.number("ratio"), "at most")
    yield Compared("ranks do not share the latent vector", ranks, alone / case.cards, "differs")


def two_logs(case: Case) -> Iterator[Compared]:
    """Two starts that differ in the fraction alone give the total."""
    if "pool_at_half_gib" not in case.measured:
        return
    pools = (case.number("pool_at_half_gib", GIB), case.number("pool_at_quarter_gib", GIB))
    total = budget.total_from_two_logs((Fraction(1, 2), Fraction(1, 4)), pools)
    yield Compared("total from two logs", case.card.visible.high, total)


def refusal(case: Case) -> Iterator[Compared]:
    """What a sequence needs, and the longest that fits: the numbers of the engine's sentence."""
    placed, paging = case.layout()
    context = case.settings["context"]
    needed = blocks.sequence_bytes(placed, context, paging)
    if "needed_gib" in case.measured:
        yield Compared("needed", Fraction(needed), case.number("needed_gib", GIB))
    if "available_gib" in case.measured:
        count = blocks.blocks_in_pool(placed, case.number("available_gib", GIB))
        longest = blocks.longest_context(placed, count, paging, context)
        yield Compared("longest", Fraction(longest), case.number("longest"))
    if case.measured.get("starts") is False and "tokens" in case.measured:
        yield Compared("the context exceeds the tokens", case.number("tokens"), Fraction(context), "at least")


def cells_of_cache(case: Case) -> Iterator[Compared]:
    """Cells by slots, windows and batch, times their bytes."""
    start = cells.Slots(case.settings.get("slots", 1), case.settings.get("batch", 512))
    if "window_cells" in case.measured:
        predicted = cells.window_cache_bytes(case.model, case.kv, case.settings["cells"], start)
    else:
        predicted = cells.cache_bytes(case.model, case.kv, case.settings["cells"], start)
    yield Compared("cache", predicted, case.number("cache_mib", MIB))


def file_size(case: Case) -> Iterator[Compared]:
    """A format's bits, mixed as its recipe says for this model, are the file."""
    measured = case.number("file_gib", GIB)
    if case.entry["weights"] == "mixed":
        yield Compared("bits", measured * 8 / (case.number("billion_parameters") * 10**9), case.number("bits"))
        return
    yield Compared("file", formats.weight_bytes(case.model, case.form), measured)
    if "bits" in case.measured:
        yield Compared("bits", formats.bits_per_weight(case.model, case.form), case.number("bits"))


def loaded(case: Case) -> Iterator[Compared]:
    """What an engine holds lies in the format's interval over the file."""
    held = case.number("weights_gib", GIB)
    predicted = case.form.loaded.times(formats.weight_bytes_per_card(case.model, case.form, case.settings.get("tensor", 1)))
    yield Compared("loaded", predicted, held)


def loaded_in_a_start(case: Case) -> Iterator[Compared]:
    known = load_serving_once().weight_formats
    if case.entry.get("weights") in known and case.entry["id"] in known[case.entry["weights"]].rows:
        yield from loaded(case)


def memory(case: Case) -> Iterator[Compared]:
    """The catalog's driver number is what the driver printed; what engines see is what was logged."""
    if "driver_mib" in case.measured:
        assert case.card.driver is not None
        yield Compared("driver", case.card.driver, case.number("driver_mib", MIB))
        yield Compared("label", case.card.label, case.number("label_gb", GB))
    if "visible_gib" in case.measured:
        hundredth = Fraction(GIB, 100)
        seen = Interval(case.card.visible.low - hundredth, case.card.visible.high + hundredth)
        yield Compared("visible", seen, case.number("visible_gib", GIB))


def bandwidth(case: Case) -> Iterator[Compared]:
    yield Compared("read bandwidth", case.card.bandwidth, case.number("read_gb_s", GB), "at most")


def speed_of(case: Case) -> roofline.Speed:
    split = case.entry.get("parallel") == "layer split"
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
    users = int(case.measured["concurrency"])
    read = roofline.step_bytes(case.model, case.form, case.kv, users, int(case.measured["input_tokens"]), case.cards)
    step = roofline.decode_step_seconds(read, Fraction(0), speed_of(case))
    yield Compared("step", step, case.number("tpot_ms") / 1000, "at least")
    speed = replace(speed_of(case), compute=case.card.compute[case.form.compute])
    first = roofline.prefill_seconds(case.model, case.form, int(case.measured["input_tokens"]), speed)
    assert first is not None
    yield Compared("time to the first token", first, case.number("ttft_ms") / 1000, "at least")


RULES: dict[str, tuple[Callable[[Case], Iterator[Compared]], ...]] = {
    "start": (pool_from_units, concurrency, weights, identity, overhead_interval, shared_latent, loaded_in_a_start),
    "refusal": (refusal, weights, loaded_in_a_start),
    "cells": (cells_of_cache,),
    "file": (file_size,),
    "loaded": (loaded,),
    "memory": (memory, two_logs),
    "bandwidth": (bandwidth,),
    "decode": (decode,),
    "batch": (batch,),
}


def parameters_of(name: str) -> int:
    return parameters(model(name))
