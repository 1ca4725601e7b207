"""Turns catalog records of formats, engines and cards into what the calculator takes, by the names that people use.

Knows spellings and aliases, and which card counts as large. Refuses to compute sizes and to read files.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from gpuguide.catalog import served
from gpuguide.catalog.gpu import Gpu
from gpuguide.catalog.models import spelled
from gpuguide.catalog.serving import Serving
from gpuguide.errors import Place, UsageError, nearest
from gpuguide.quantities import Missing, Quantity
from gpuguide.sizing import engines, formats
from gpuguide.sizing.budget import GIBIBYTE, MEBIBYTE, Card, visible_memory
from gpuguide.sizing.cache import CacheType
from gpuguide.sizing.formats import Interval, Mix

GIGABYTE, TERA = 10**9, 10**12
BLOCK = 256


def _named(kind: str, name: str, known: Mapping[str, object], aliases: Mapping[str, str]) -> str:
    wanted = spelled(name)
    wanted = aliases.get(wanted, wanted)
    if wanted not in known and wanted.removeprefix("gguf-") in known:
        wanted = wanted.removeprefix("gguf-")
    if wanted not in known:
        raise UsageError.at(Place("data/sizing"), f"there is no {kind} {name}", nearest(wanted, known), kind)
    return wanted


def cache_type(serving: Serving, name: str) -> CacheType:
    """A type of cache by its name; `UsageError` offers the nearest."""
    found = serving.cache_types[_named("kv_dtype", name, serving.cache_types, serving.aliases)]
    return CacheType(found.name, found.bits, found.conv_bytes)


def weight_format(serving: Serving, name: str) -> formats.WeightFormat:
    """A format of weights by its name; `UsageError` offers the nearest."""
    known: dict[str, object] = {**serving.weight_formats, **serving.recipes}
    wanted = _named("weights", name, known, serving.aliases)
    if wanted in serving.recipes:
        return _recipe(serving, serving.recipes[wanted])
    found = serving.weight_formats[wanted]
    return formats.WeightFormat(
        name=found.name,
        label_bits=found.label_bits,
        default=Mix(found.bits["default"]),
        parts={part: Mix(bits) for part, bits in found.bits.items() if part != "default"},
        loaded=Interval(found.loaded.low, found.loaded.high),
        outer=found.outer.layers if found.outer else 0,
        outer_bits=found.outer.bits if found.outer else Fraction(16),
        compute=found.compute,
    )


def _recipe(serving: Serving, recipe: served.Recipe) -> formats.WeightFormat:
    def bits(block: str | None) -> Fraction | None:
        return None if block is None else serving.block_types[block]

    def whole(block: str) -> Mix:
        return Mix(serving.block_types[block], fallback=bits(serving.fallbacks.get(block)))

    mixes = {part: _mix(serving, one) for part, one in recipe.parts.items()}
    mixes = {**{f"expert_{part}": mix for part, mix in mixes.items() if part in ("gate_up", "down")}, **mixes}
    mixes["output"] = Mix(serving.block_types[recipe.output], fallback=serving.block_types["q8-0"])
    mixes["embedding"] = whole(recipe.embedding or recipe.default)
    mixes["norm"] = mixes["router"] = whole("f32")
    mixes["tower"] = Mix(Fraction(0))
    return formats.WeightFormat(recipe.name, recipe.label_bits, whole(recipe.default), mixes, output_of_tied=True, row=BLOCK)


def _mix(serving: Serving, part: served.RecipePart) -> Mix:
    def bits(block: str | None) -> Fraction | None:
        return None if block is None else serving.block_types[block]

    return Mix(
        bits=serving.block_types[part.type],
        more=bits(part.more),
        first=bits(part.first),
        eighth=part.part == "eighth",
        sixteenth=part.part == "sixteenth",
        count=part.layers or 0,
        grouped=bits(part.grouped),
        eight=bits(part.eight),
        deep=bits(part.deep),
        fallback=bits(serving.fallbacks.get(part.type)),
    )


def engine(serving: Serving, name: str) -> engines.Engine:
    """An engine by its name; `UsageError` offers the nearest."""
    wanted = _named("engine", name, {**serving.engines, "rule-of-thumb": None}, serving.aliases)
    found = serving.engines[wanted]
    return engines.Engine(
        id=wanted,
        name=found.name,
        kind=found.kind,
        version=found.version,
        fraction=found.fraction,
        behaviours=tuple(_behaviour(one) for one in found.behaviours),
        overheads=tuple(_overhead(one) for one in found.overheads),
        defaults=tuple(engines.Default(_versions(one), one.classes, one.batched_tokens, one.sequences) for one in found.defaults),
        window_ratio=found.window_ratio,
        sources=found.sources,
    )


def _versions(one: served.VersionRange) -> engines.Versions:
    first = engines.version(one.from_) if one.from_ else None
    return engines.Versions(first, engines.version(one.before) if one.before else None)


def _behaviour(one: served.Behaviour) -> engines.Behaviour:
    return engines.Behaviour(versions=_versions(one.versions), **one.model_dump(exclude={"versions"}))


def _overhead(one: served.Overhead) -> engines.Overhead:
    return engines.Overhead(
        id=one.id,
        versions=_versions(one.versions),
        classes=one.classes,
        sequences=one.sequences,
        inputs=one.inputs,
        fixed=_span(one.fixed_gib, GIBIBYTE),
        shared=_span(one.shared_gib, GIBIBYTE),
        per_sequence_word=_span(one.per_sequence_word),
        per_batched_width=_span(one.per_batched_width),
        rows=one.rows,
        why=one.why,
    )


def _span(span: served.Span, unit: int = 1) -> Interval:
    return Interval(span.low * unit, span.high * unit)


def card(serving: Serving, gpus: Mapping[str, Gpu], name: str) -> Card:
    """A card by its id; `UsageError` offers the nearest of the catalog and of the measured cases."""
    wanted = _named("gpu", name, {**gpus, **serving.measured_cards}, {})
    if wanted in gpus:
        return _catalog_card(serving, wanted, gpus[wanted])
    found = serving.measured_cards[wanted]
    compute = {} if isinstance(found.bf16_dense_tflops, Missing) else {"bf16": found.bf16_dense_tflops * TERA}
    driver = None if isinstance(found.memory_mib_reported, Missing) else found.memory_mib_reported * MEBIBYTE
    rates = found.bandwidth_gb_s * GIGABYTE
    return _card(serving, wanted, found.name, found.architecture, found.memory_gb * GIGABYTE, driver, rates, compute, None)


def _catalog_card(serving: Serving, name: str, gpu: Gpu) -> Card:
    fields = {
        "bf16": gpu.bf16_dense_tflops,
        "fp8": gpu.fp8_dense_tflops,
        "fp4": gpu.fp4_dense_tflops,
        "int8": gpu.int8_dense_tops,
    }
    compute = {width: rate.amount for width, rate in fields.items() if isinstance(rate, Quantity)}
    driver = gpu.memory_mib_reported.amount if isinstance(gpu.memory_mib_reported, Quantity) else None
    return _card(
        serving,
        name,
        gpu.name,
        gpu.architecture,
        gpu.memory_gb.amount,
        driver,
        gpu.bandwidth_gb_s.amount,
        compute,
        _link(serving, gpu),
    )


def _link(serving: Serving, gpu: Gpu) -> Fraction | None:
    if isinstance(gpu.interconnect_gb_s, Quantity):
        return gpu.interconnect_gb_s.amount / 2
    if isinstance(gpu.pcie_gen, Quantity):
        rate = serving.links_gb_s.get(f"pcie-{int(gpu.pcie_gen.amount)}")
        return None if rate is None else rate * GIGABYTE
    return None


def _card(
    serving: Serving,
    name: str,
    title: str,
    architecture: str,
    label: Fraction,
    driver: Fraction | None,
    bandwidth: Fraction,
    compute: dict[str, Fraction],
    link: Fraction | None,
) -> Card:
    logged = serving.visible.get(name)
    if logged:
        visible = Interval(logged.gib[0] * GIBIBYTE, logged.gib[1] * GIBIBYTE)
    else:
        reserve = _span(serving.reserve_gib, GIBIBYTE)
        visible = visible_memory(label, driver, reserve, _span(serving.unknown_driver))
    large = visible.high >= serving.classes.large_from_gib * GIBIBYTE and architecture not in serving.classes.small_architectures
    return Card(name, title, label, driver, visible, logged is not None, "large" if large else "small", bandwidth, compute, link)
