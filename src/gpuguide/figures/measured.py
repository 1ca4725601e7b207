"""A measured case of data/sizing/measured.yaml as a question to the calculator, and what agreement means.

Knows what the words of an entry stand for. Refuses to know which numbers are compared: the rules do.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from gpuguide.catalog.measured import MeasuredCase, load_measured
from gpuguide.figures.sized import Desk
from gpuguide.sizing import blocks, budget, cache, engines
from gpuguide.sizing.architecture import Architecture
from gpuguide.sizing.formats import Interval, Mix, WeightFormat

GIB, MIB, GB = 1 << 30, 1 << 20, 10**9
MIXED_BITS = Fraction("3.926")
"""Bits a weight of the one mixed recipe that cases measure, where a case does not say them."""


@dataclass(frozen=True)
class Compared:
    """One number of a case: predicted and measured, and how they must stand to each other.

    `slack` is what rounding in the log allows beside the case's tolerance.
    """

    what: str
    predicted: Fraction | Interval
    measured: Fraction
    relation: str = "equals"
    slack: Fraction = Fraction(0)

    def holds(self, within: Fraction) -> bool:
        """Whether the two stand to each other as they must."""
        if isinstance(self.predicted, Interval):
            return self.predicted.low <= self.measured <= self.predicted.high
        if self.relation == "at most":
            return self.measured <= self.predicted
        if self.relation == "at least":
            return self.measured >= self.predicted
        off = abs(self.predicted - self.measured)
        if self.slack:
            return off <= self.slack
        alike = off <= within * abs(self.measured) or self.rounds_to_it
        return not alike if self.relation == "differs" else alike

    @property
    def rounds_to_it(self) -> bool:
        """Engines print sequences to two places."""
        return self.what == "sequences" and isinstance(self.predicted, Fraction) and round(self.predicted, 2) == self.measured


@dataclass(frozen=True)
class Case:
    """One entry of the file, with what its words mean."""

    entry: MeasuredCase
    desk: Desk

    @property
    def within(self) -> Fraction:
        """The tolerance, as a share of what was measured."""
        return self.entry.within

    @property
    def cards(self) -> int:
        """How many cards there were."""
        return self.entry.cards

    def has(self, key: str) -> bool:
        """Whether the case measured this."""
        return key in self.entry.measured

    def number(self, key: str, unit: int = 1) -> Fraction:
        """A measured number in base units."""
        return Fraction(self.entry.measured[key]) * unit

    def maybe(self, key: str, unit: int = 1) -> Fraction | None:
        """A measured number, or None."""
        return self.number(key, unit) if self.has(key) else None

    def setting(self, key: str, default: int) -> int:
        """A whole number that the engine was started with."""
        return int(self.entry.settings.get(key, default))

    @property
    def fraction(self) -> Fraction:
        """The engine's share of the card."""
        return Fraction(self.entry.settings["fraction"])

    @property
    def model(self) -> Architecture:
        """The architecture of the case's model."""
        assert self.entry.model is not None
        return self.desk.architecture(self.desk.model(self.entry.model))

    @property
    def form(self) -> WeightFormat:
        """The format of its weights."""
        assert self.entry.weights is not None
        if self.entry.weights == "mixed":
            return WeightFormat("mixed", Fraction(4), Mix(self.maybe("bits") or MIXED_BITS))
        return self.desk.form(self.entry.weights)

    @property
    def kv(self) -> cache.CacheType:
        """The type of its cache."""
        return self.desk.kv(self.entry.kv)

    @property
    def card(self) -> budget.Card:
        """The card it ran on."""
        assert self.entry.card is not None
        return self.desk.card(self.entry.card)

    @property
    def engine(self) -> engines.Engine:
        """The engine that it was measured with."""
        assert self.entry.engine is not None
        return self.desk.engine(self.entry.engine)

    @property
    def version(self) -> engines.Version:
        """The engine's version, as logged or assumed."""
        return engines.version(self.entry.version or self.entry.assumed_version or self.engine.version)

    def paging(self) -> tuple[cache.Sharing, blocks.Paging]:
        """How the engine shares heads out and pages its pool."""
        behaviour = self.engine.behaviour(self.version)
        batched = self.setting("batched_tokens", 0) * behaviour.in_flight_batches
        paging = blocks.Paging(
            self.setting("block", behaviour.block),
            self.setting("in_flight", batched),
            behaviour.groups,
            state_blocks=behaviour.state_blocks,
            alignment=behaviour.alignment,
        )
        return cache.Sharing(self.setting("tensor", 1), behaviour.latent_multiple, behaviour.expanded_head), paging

    def layout(self) -> tuple[blocks.Layout, blocks.Paging]:
        """How the model's layers lie in the pool."""
        sharing, paging = self.paging()
        return blocks.layout(self.model, self.kv, sharing, paging), paging


def load_cases(desk: Desk) -> list[Case]:
    """Every measured case, in the order of the file."""
    return [Case(entry, desk) for entry in load_measured(desk.root)]


def pool_bytes(case: Case) -> Fraction | None:
    """The measured pool of one card, however the case writes it."""
    for key, unit in (("pool_gib", GIB), ("pool_mib", MIB)):
        if case.has(key):
            return case.number(key, unit)
    total = case.maybe("pool_gib_all_cards", GIB)
    return None if total is None else total / case.cards
