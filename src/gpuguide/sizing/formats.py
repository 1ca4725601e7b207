"""How many bytes a model's weights take in a format, as files and engines really store them.

Knows that formats store some parts wider than their label says, that block formats mix types by layer, and how cards share
weights. Refuses to hold a format: which bits a part has is data. Sizes are exact bytes.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache

from gpuguide.sizing.architecture import Architecture, Attention, Experts
from gpuguide.sizing.parameters import Part, parts

BITS = 8
KEPT = 4096
GROUPED = 4
"""Query heads a KV head from which a recipe counts attention as grouped."""


@dataclass(frozen=True)
class Interval:
    """Two bounds of one quantity, the low one first."""

    low: Fraction
    high: Fraction

    def plus(self, other: Interval) -> Interval:
        """The interval of a sum."""
        return Interval(self.low + other.low, self.high + other.high)

    def less(self, other: Interval) -> Interval:
        """The interval of a difference: the low end takes the other's high one."""
        return Interval(self.low - other.high, self.high - other.low)

    def times(self, factor: Fraction | int) -> Interval:
        """The interval of a product with a factor that is not negative."""
        return Interval(self.low * factor, self.high * factor)


NOTHING = Interval(Fraction(0), Fraction(0))


@dataclass(frozen=True)
class Mix:
    """The bits of one kind of tensor through the layers of a model.

    `more` is used by a fixed pattern of layers: the first and the last eighth and every third between. `first` is used by the
    first layers: an `eighth` or `sixteenth` of them, or a `count`. `grouped` replaces the bits where four or more query heads
    share a KV head, `eight` where there are eight experts, `deep` in models of eighty layers whose heads are grouped.
    """

    bits: Fraction
    more: Fraction | None = None
    first: Fraction | None = None
    eighth: bool = False
    sixteenth: bool = False
    count: int = 0
    grouped: Fraction | None = None
    eight: Fraction | None = None
    deep: Fraction | None = None
    fallback: Fraction | None = None


@dataclass(frozen=True, eq=False)
class WeightFormat:
    """A format of weights: its label in bits, and the bits of each part; parts that are not named have the default's.

    `outer` feed-forward layers at either end are kept at `outer_bits`. `loaded` is what an engine holds over what the file has.
    `output_of_tied` says that a tied table is stored as an output layer; `row` is the length of blocks, 0 without blocks.
    """

    name: str
    label_bits: Fraction
    default: Mix
    parts: Mapping[str, Mix] = field(default_factory=dict)
    loaded: Interval = field(default_factory=lambda: Interval(Fraction(1), Fraction(1)))
    outer: int = 0
    outer_bits: Fraction = Fraction(16)
    output_of_tied: bool = False
    row: int = 0
    compute: str = "bf16"


@dataclass(frozen=True)
class Traits:
    """What of a model decides a recipe: its depth, whether heads are grouped, its experts, whether the table is tied."""

    depth: int
    grouped: bool
    experts: int
    tied: bool


@lru_cache(maxsize=KEPT)
def traits(model: Architecture) -> Traits:
    """The traits of a model."""
    ratios = [group.heads // group.kv_heads for group in model.keepers if isinstance(group, Attention)]
    experts = max((group.experts for group in model.feed_forward if isinstance(group, Experts)), default=0)
    return Traits(model.depth, bool(ratios) and min(ratios) >= GROUPED, experts, model.tied)


def more_bits_layers(layers: int) -> int:
    """Layers that the pattern of a medium recipe gives more bits: first eighth, last eighth, every third between."""
    eighth = layers // 8
    return sum(1 for layer in range(layers) if layer < eighth or layer >= 7 * layers // 8 or (layer - eighth) % 3 == 2)


def mean_bits(mix: Mix, layers: int, model: Traits) -> Fraction:
    """Bits a weight of a tensor kind, over all layers of a model."""
    bits = mix.bits
    if mix.eight is not None and model.experts == 8:
        return mix.eight
    if mix.grouped is not None and model.grouped:
        bits = mix.grouped
    if mix.deep is not None and model.grouped and model.depth == 80:
        bits = mix.deep
    if mix.more is not None:
        share = Fraction(more_bits_layers(layers), layers)
        return mix.more * share + bits * (1 - share)
    if mix.first is not None:
        count = min(layers, layers // 8 if mix.eighth else layers // 16 if mix.sixteenth else mix.count)
        return (mix.first * count + bits * (layers - count)) / layers
    return bits


def part_bits(part: Part, form: WeightFormat, model: Traits) -> Fraction:
    """Bits a weight of one part of the model in a format."""
    kind = "output" if part.kind == "embedding" and model.tied and form.output_of_tied else part.kind
    mix = form.parts.get(kind, form.default)
    if form.row and part.row % form.row and mix.fallback is not None:
        return mix.fallback
    bits = mean_bits(mix, part.layers, model)
    if form.outer and kind in ("gate_up", "down") and part.layers > form.outer:
        return (bits * (part.layers - form.outer) + form.outer_bits * form.outer) / part.layers
    return bits


@lru_cache(maxsize=KEPT)
def weight_bytes(model: Architecture, form: WeightFormat) -> Fraction:
    """Bytes of all weights in a format, as in a file."""
    found = traits(model)
    return sum((part.total * part_bits(part, form, found) for part in parts(model)), Fraction(0)) / BITS


def bits_per_weight(model: Architecture, form: WeightFormat) -> Fraction:
    """Mean bits a weight: what the file really has, beside its label."""
    return weight_bytes(model, form) * BITS / sum(part.total for part in parts(model) if part.kind != "tower")


def label_bytes(model: Architecture, form: WeightFormat) -> Fraction:
    """Bytes of all weights if every one had the bits of the label."""
    return sum(part.total for part in parts(model)) * form.label_bits / BITS


@lru_cache(maxsize=KEPT)
def weight_bytes_per_card(model: Architecture, form: WeightFormat, tensor: int = 1, pipeline: int = 1) -> Fraction:
    """Bytes of weights on the fullest card: each part shared by as many cards as it can be, layers by the stages of a pipeline.

    The first and last stage hold the table and the output layer; the fullest of them decides.
    """
    found, ends, inner = traits(model), [Fraction(0), Fraction(0)], Fraction(0)
    for part in parts(model):
        size = part.total * part_bits(part, form, found) / BITS / min(tensor, part.shares)
        if part.kind == "embedding":
            ends[0] += size
            ends[1] += size if model.tied and pipeline > 1 else 0
        elif part.kind == "output":
            ends[1] += size
        else:
            inner += size
    return inner + sum(ends) if pipeline == 1 else inner * stage_share(model, pipeline) + max(ends)


def expert_parallel_bytes(model: Architecture, form: WeightFormat, tensor: int, cards: int) -> Fraction:
    """Bytes of weights on one card when cards hold copies of the attention and share the routed experts between all of them."""
    found = traits(model)
    total = Fraction(0)
    for part in parts(model):
        routed = part.kind in ("expert_gate_up", "expert_down")
        total += part.total * part_bits(part, form, found) / BITS / (cards if routed else min(tensor, part.shares))
    return total


def stage_share(model: Architecture, pipeline: int) -> Fraction:
    """The share of the layers that the fullest stage of a pipeline holds."""
    return Fraction(-(-model.depth // pipeline), model.depth)


@lru_cache(maxsize=KEPT)
def streamed_bytes(model: Architecture, form: WeightFormat, touched: Fraction | None = None) -> Fraction:
    """Bytes of weights that one decoding step reads, at the least.

    An untied embedding table is not streamed: a step looks up one row. Of experts it reads `touched` of them in each layer,
    those of one token where that is not given.
    """
    found = traits(model)
    total = Fraction(0)
    for part in parts(model):
        if part.kind == "embedding" and not model.tied:
            continue
        used = Fraction(part.used)
        if touched is not None and part.used < part.each and part.kind in ("expert_gate_up", "expert_down", "norm"):
            used = min(Fraction(part.each), part.used * touched)
        total += part.layers * used * part_bits(part, form, found)
    return total / BITS
