"""An axis: where it begins and ends, its ticks, and the place of a value between its ends.

Knows linear and logarithmic scales, exactly: no float. Refuses to know what is plotted and in which language.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Context, Decimal
from fractions import Fraction
from itertools import count
from math import ceil

from gpuguide.quantities.numbers import magnitude
from gpuguide.site.charts.svg import tenth

STEPS = (1, 2, 5)
MOST_STEPS = 5
MOST_TICKS = 7
_LOGARITHMS = Context(prec=40)
"""Correctly rounded, so the same on every machine."""
_SURE_PLACES = 20
"""A place that is a plain fraction, as that of 2 between 1 and 65536, comes out as that fraction."""


@dataclass(frozen=True)
class Axis:
    """From `least` to `greatest`, in base units, with the ticks between them."""

    least: Fraction
    greatest: Fraction
    ticks: tuple[Fraction, ...] = ()
    log: bool = False

    def place(self, value: Fraction) -> Fraction:
        """Where a value lies, of a hundred, to one decimal."""
        if not self.log:
            return tenth(100 * (value - self.least) / (self.greatest - self.least))
        part = _LOGARITHMS.divide(_logarithm(value / self.least), _logarithm(self.greatest / self.least))
        return tenth(Fraction(round(part, _SURE_PLACES)) * 100)


def _logarithm(ratio: Fraction) -> Decimal:
    return _LOGARITHMS.ln(_LOGARITHMS.divide(Decimal(ratio.numerator), Decimal(ratio.denominator)))


def full_axis(values: Iterable[Fraction]) -> Axis:
    """From zero to the greatest value, without ticks: every bar says its own number."""
    return Axis(Fraction(0), max(values))


def linear_axis(values: Iterable[Fraction], unit: Fraction) -> Axis:
    """From zero, in at most five steps of 1, 2 or 5 times a power of ten, to the first tick that no value exceeds."""
    greatest = max(values) / unit
    start = magnitude(greatest) - 1
    steps = (step * Fraction(10) ** power for power in count(start) for step in STEPS)
    step = next(step for step in steps if greatest <= MOST_STEPS * step)
    ticks = tuple(step * number * unit for number in range(ceil(greatest / step) + 1))
    return Axis(ticks[0], ticks[-1], ticks)


def log_axis(values: Iterable[Fraction], unit: Fraction) -> Axis:
    """Between the nearest 1, 2 or 5 times powers of ten around the values; more than seven ticks leave powers of ten alone."""
    known = [value / unit for value in values]
    least, greatest = min(known), max(known)
    powers = range(magnitude(least) - 1, magnitude(greatest) + 2)
    nice = [step * Fraction(10) ** power for power in powers for step in STEPS]
    low = max(tick for tick in nice if tick <= least)
    high = min(tick for tick in nice if tick >= greatest and tick > low)
    between = [tick for tick in nice if low <= tick <= high]
    tens = [tick for tick in between if tick == Fraction(10) ** magnitude(tick)]
    ticks = between if len(between) <= MOST_TICKS else tens
    return Axis(low * unit, high * unit, tuple(tick * unit for tick in ticks), log=True)


def rows_axis(values: Iterable[Fraction], log: bool) -> Axis:
    """From the least row to the greatest, a tick at each."""
    ticks = tuple(values)
    return Axis(min(ticks), max(ticks), ticks, log)
