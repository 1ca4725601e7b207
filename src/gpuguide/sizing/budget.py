"""What a card has for the cache once an engine has loaded a model, and what that decides.

Knows the identity that engines log: fraction of the memory that they see, less weights, less overhead, is the pool. Refuses to
know how the pool is shared out. Sizes are exact bytes of one card; everything uncertain is an interval.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from gpuguide.sizing.architecture import Architecture, Dense, Experts
from gpuguide.sizing.formats import Interval
from gpuguide.sizing.refusals import refuse

STARTS, DEPENDS, FAILS = "starts", "depends", "does not start"
MEBIBYTE = 1 << 20
GIBIBYTE = 1 << 30


@dataclass(frozen=True)
class Card:
    """A card three ways, in bytes: what its label says, what the driver reports (None where unknown), what an engine sees.

    `bandwidth` and `link` (one direction, to the other cards) are bytes a second, `compute` operations a second by number format.
    `measured` says that what an engine sees was logged on this card, and is not an estimate.
    """

    id: str
    name: str
    label: Fraction
    driver: Fraction | None
    visible: Interval
    measured: bool
    card_class: str
    bandwidth: Fraction
    compute: dict[str, Fraction]
    link: Fraction | None

    def __hash__(self) -> int:
        """Cards are told apart by their id."""
        return hash(self.id)


def visible_memory(label: Fraction, driver: Fraction | None, reserve: Interval, unknown: Interval) -> Interval:
    """What an engine sees of a card on which nobody logged it: the driver's number less a reserve, or a share of the label."""
    return label_share(label, unknown) if driver is None else Interval(driver - reserve.high, driver - reserve.low)


def label_share(label: Fraction, share: Interval) -> Interval:
    """A share of the label, low and high."""
    return Interval(label * share.low, label * share.high)


def budget(visible: Interval, fraction: Fraction) -> Interval:
    """What the engine may use of a card: a fraction of the memory that it sees."""
    if not 0 < fraction <= 1:
        raise refuse("gpu_memory_utilization", fraction, "a share above 0 and at most 1")
    return visible.times(fraction)


def pool(budget: Interval, weights: Interval, overhead: Interval) -> Interval:
    """What is left for the cache; below zero when weights and overhead exceed the budget."""
    return budget.less(weights).less(overhead)


def margin(pool: Interval, needed: Fraction | int) -> Interval:
    """What is left of the pool once one sequence of the asked context has what it needs."""
    return Interval(pool.low - needed, pool.high - needed)


def verdict(margin: Interval) -> str:
    """Whether the engine starts at every, at some or at no value of the interval."""
    if margin.low >= 0:
        return STARTS
    return DEPENDS if margin.high >= 0 else FAILS


def overhead_from_log(fraction: Fraction, total: Fraction, weights: Fraction, pool: Fraction) -> Fraction:
    """The overhead that a start-up log implies: fraction of the total, less weights, less pool."""
    return fraction * total - weights - pool


def total_from_two_logs(fractions: tuple[Fraction, Fraction], pools: tuple[Fraction, Fraction]) -> Fraction:
    """The total that two logs imply which differ in the fraction alone."""
    return (pools[0] - pools[1]) / (fractions[0] - fractions[1])


@lru_cache(maxsize=1024)
def prefill_width(model: Architecture) -> int:
    """Elements that a batch keeps of one token in the widest layer: three of the feed-forward width and four of the hidden.

    From two logs of one engine that differ in the length of a batch alone; experts count the ones that a token uses.
    """
    widest = 0
    for group in model.feed_forward:
        if isinstance(group, Dense):
            widest = max(widest, group.width)
        elif isinstance(group, Experts):
            widest = max(widest, group.active * group.width + group.shared * group.shared_width)
    return 3 * widest + 4 * model.hidden
