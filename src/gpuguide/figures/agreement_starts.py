"""Rules for starts of engines: what a log's numbers must be, by what was measured and never by case.

Knows which numbers of a start depend on each other. Refuses to hold formulas: those of sizing are called.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from gpuguide.figures.measured import GIB, Case, Compared, pool_bytes
from gpuguide.figures.sized import CONTEXT
from gpuguide.sizing import blocks, budget, cache, engines, formats
from gpuguide.sizing.formats import Interval
from gpuguide.sizing.request import start_of

EXACT_WEIGHTS = ("bf16", "int8", "fp8-feed-forward")
"""Formats whose loaded size is the file's, to a few thousandths."""


def pool_from_units(case: Case) -> Iterator[Compared]:
    """Blocks, or tokens of one kind of layers, times their bytes are the pool."""
    pool, trap = pool_bytes(case), case.entry.holds == "trap"
    placed, _ = case.layout()
    if pool and case.entry.measured.get("blocks"):
        yield Compared("pool from blocks", case.number("blocks") * placed.block_bytes, pool)
    if pool and "tokens" in case.entry.measured and len(placed.kinds) == 1:
        yield Compared("pool from tokens", case.number("tokens") * placed.block_bytes / placed.smallest_block, pool)
    if "keys_gib" in case.entry.measured:
        both = case.number("keys_gib", GIB) + case.number("values_gib", GIB)
        yield Compared("keys and values from tokens", case.number("tokens") * placed.block_bytes / placed.smallest_block, both)
    if pool and "logged_tokens" in case.entry.measured:
        logged = case.number("logged_tokens")
        growth = cache.kv_bytes_per_token(case.model, case.kv, case.paging()[0])
        yield Compared("tokens as logged", Fraction(blocks.logged_tokens(placed, blocks.blocks_in_pool(placed, pool))), logged)
        if trap:
            yield Compared("bytes of a logged token are no growth", growth, pool / logged, "differs")


def concurrency(case: Case) -> Iterator[Compared]:
    """Sequences of a context: blocks over the blocks of one."""
    context = case.setting("context", 0)
    if "sequences" not in case.entry.measured or not context:
        return
    placed, paging = case.layout()
    measured = case.number("sequences")
    if case.entry.holds == "trap":
        yield Compared("logged tokens are not sequences x context", case.number("logged_tokens"), measured * context, "differs")
        return
    pool = pool_bytes(case)
    if "blocks" in case.entry.measured:
        count = int(case.entry.measured["blocks"])
    elif "tokens" in case.entry.measured and len(placed.kinds) == 1:
        count = int(case.entry.measured["tokens"]) // placed.smallest_block
    elif pool is not None:
        count = blocks.blocks_in_pool(placed, pool)
    else:
        return
    yield Compared("sequences", blocks.concurrency(placed, count, context, paging), measured)
    if "tokens" in case.entry.measured and len(placed.kinds) > 1:
        yield Compared("tokens", Fraction(blocks.tokens_in_pool(placed, count, context, paging)), case.number("tokens"))


def weights(case: Case) -> Iterator[Compared]:
    """Weights of one card, where the format's loaded size is the file's."""
    measured = case.maybe("weights_gib", GIB)
    if measured is None or case.entry.weights not in EXACT_WEIGHTS:
        return
    predicted = formats.weight_bytes_per_card(case.model, case.form, case.setting("tensor", 1))
    if case.entry.holds == "tight" and predicted < measured:
        yield Compared("weights, without encoders", predicted, measured, "at least")
    else:
        yield Compared("weights", predicted, measured)


def identity(case: Case) -> Iterator[Compared]:
    """Fraction of the total, less weights, less what is measured beside them, is the pool."""
    total, pool = case.maybe("visible_gib", GIB), pool_bytes(case)
    beside = case.maybe("activation_gib", GIB)
    if total is None or pool is None or "outside_gib" not in case.entry.measured:
        return
    taken = case.number("weights_gib", GIB) + beside if beside is not None else case.number("peak_gib", GIB)
    predicted = case.fraction * total - taken - case.number("outside_gib", GIB)
    slack = Fraction(GIB, 50)  # five terms, each printed to two places
    yield Compared("pool by the identity", predicted, pool, slack=slack)


def overhead_interval(case: Case) -> Iterator[Compared]:
    """What a start implies as overhead lies in the interval that names the case."""
    pool, weights_held = pool_bytes(case), case.maybe("weights_gib", GIB)
    if pool is None and "tokens" in case.entry.measured and case.entry.kind == "start":
        placed, _ = case.layout()
        pool = case.number("tokens") * placed.block_bytes / placed.smallest_block if len(placed.kinds) == 1 else None
    named = [one for one in case.engine.overheads if case.entry.id in one.rows]
    if not named or pool is None or "fraction" not in case.entry.settings:
        return
    if weights_held is None:
        weights_held = formats.weight_bytes_per_card(case.model, case.form, case.setting("tensor", 1))
    start = start_of(
        case.engine,
        case.version,
        case.card,
        case.setting("context", CONTEXT),
        case.cards,
        batched_tokens=case.setting("batched_tokens", 0) or None,
        sequences=case.setting("sequences", 0) or None,
    )
    visible = case.maybe("visible_gib", GIB) or case.maybe("visible_bytes")
    seen = case.card.visible if visible is None else Interval(visible, visible)
    implied = budget.overhead_from_log(case.fraction, seen.low, weights_held, pool)
    width = budget.prefill_width(case.model)
    found = engines.overhead(case.engine, case.version, case.card.card_class, start, case.model.vocabulary, width)
    yield Compared("overhead", found, implied)


def shared_latent(case: Case) -> Iterator[Compared]:
    """Copies of the attention hold different sequences; tensor-parallel ranks hold the same."""
    if "ratio" not in case.entry.measured:
        return
    kv, model_ = case.kv, case.model
    alone, ranks = cache.kv_bytes_per_token(model_, kv), cache.kv_bytes_per_token(model_, kv, cache.Sharing(case.cards))
    yield Compared("capacity of copies over ranks", case.cards * ranks / alone, case.number("ratio"), "at most")
    yield Compared("ranks do not share the latent vector", ranks, alone / case.cards, "differs")


def loaded_in_a_start(case: Case) -> Iterator[Compared]:
    """The same for a start that the format names as a row."""
    form = case.desk.serving.weight_formats.get(case.entry.weights or "")
    if form is not None and case.entry.id in form.rows:
        yield from loaded(case)


def loaded(case: Case) -> Iterator[Compared]:
    """What an engine holds lies in the format's interval over the file."""
    held = case.number("weights_gib", GIB)
    predicted = case.form.loaded.times(formats.weight_bytes_per_card(case.model, case.form, case.setting("tensor", 1)))
    yield Compared("loaded", predicted, held)
