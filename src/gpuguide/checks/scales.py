"""The axes of charts, worked out again: domain, ticks, and the place of a value to a tenth of a hundred.

Knows the rules of docs/formats.md. Places on a logarithmic axis are found by comparing exact powers, without a logarithm.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from gpuguide.checks.numerals import plain, rounded

TENTHS = 1000
"""Steps of an axis: places are drawn to a tenth of a hundred."""
_MOST_STEPS = 5
_MOST_TICKS = 7


@dataclass(frozen=True)
class Scale:
    """An axis from its first to its last value, in base units, and the values at its ticks."""

    first: Fraction
    last: Fraction
    log: bool
    ticks: tuple[Fraction, ...] = ()

    def place(self, value: Fraction) -> Fraction:
        """Where a value lies, of a hundred."""
        if self.log:
            return Fraction(_log_tenths(value / self.first, self.last / self.first), 10)
        return rounded(100 * (value - self.first) / (self.last - self.first), Fraction(1, 10))


def percent(place: Fraction) -> str:
    """How a place is written."""
    return f"{plain(place)}%"


@lru_cache(maxsize=4096)
def _log_tenths(ratio: Fraction, whole: Fraction) -> int:
    """The step k of a thousand in which the ratio lies: whole^(2k-1) <= ratio^2000 < whole^(2k+1)."""
    power = ratio ** (2 * TENTHS)
    low, high = 0, TENTHS
    while low < high:
        middle = (low + high + 1) // 2
        if power >= whole ** (2 * middle - 1):
            low = middle
        else:
            high = middle - 1
    return low


def zero_scale(values: Sequence[Fraction]) -> Scale:
    """From zero to the greatest value, without ticks."""
    return Scale(Fraction(0), max(values), log=False)


def row_scale(values: Sequence[Fraction], log: bool) -> Scale:
    """From the least to the greatest value, a tick at each in their order."""
    return Scale(min(values), max(values), log, tuple(values))


def tick_scale(values: Sequence[Fraction], unit: Fraction, log: bool) -> Scale:
    """The axis with ticks by rule that holds the values."""
    amounts = [value / unit for value in values]
    ticks = _log_ticks(min(amounts), max(amounts)) if log else _linear_ticks(max(amounts))
    first, last = _nice_around(min(amounts), max(amounts)) if log else (ticks[0], ticks[-1])
    return Scale(first * unit, last * unit, log, tuple(tick * unit for tick in ticks))


def _nice(least: Fraction, greatest: Fraction) -> list[Fraction]:
    """1, 2 and 5 times powers of ten, from below the least to above the greatest."""
    power = Fraction(1)
    while power > least:
        power /= 10
    found: list[Fraction] = []
    while power <= 10 * greatest:
        found.extend(power * step for step in (1, 2, 5))
        power *= 10
    return found


def _nice_around(least: Fraction, greatest: Fraction) -> tuple[Fraction, Fraction]:
    nice = _nice(least, greatest)
    first = max(tick for tick in nice if tick <= least)
    return first, min(tick for tick in nice if tick >= greatest and tick > first)


def _log_ticks(least: Fraction, greatest: Fraction) -> list[Fraction]:
    first, last = _nice_around(least, greatest)
    within = [tick for tick in _nice(least, greatest) if first <= tick <= last]
    if len(within) <= _MOST_TICKS:
        return within
    return [tick for tick in within if _is_power_of_ten(tick)]


def _is_power_of_ten(value: Fraction) -> bool:
    return str(max(value.numerator, value.denominator)).strip("0") == "1" and min(value.numerator, value.denominator) == 1


def _linear_ticks(greatest: Fraction) -> list[Fraction]:
    """Multiples of the smallest step of 1, 2 or 5 times a power of ten that reaches the greatest in at most five."""
    step = min(step for step in _nice(greatest / 1000, greatest) if _MOST_STEPS * step >= greatest)
    ticks = [Fraction(0)]
    while ticks[-1] < greatest:
        ticks.append(ticks[-1] + step)
    return ticks
