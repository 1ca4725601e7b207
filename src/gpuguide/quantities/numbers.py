"""Rounding and writing of exact numbers, independent of any language.

Knows how a number is rounded to a step and how it is written as a machine-readable decimal. Refuses to know separators of a
language: that is l10n's.
"""

from __future__ import annotations

from fractions import Fraction
from math import ceil, floor

MAX_PLACES = 40
"""A terminating decimal longer than this is written like one that never ends."""


def round_to_step(value: Fraction, step: Fraction, direction: str = "half-up") -> Fraction:
    """The multiple of `step` that `value` rounds to; ties go away from zero (half up), as people expect of prices."""
    if step <= 0:
        raise ValueError(f"a step is above 0, got {step}")
    steps = value / step
    if direction == "down":
        return floor(steps) * step
    if direction == "up":
        return ceil(steps) * step
    if direction != "half-up":
        raise ValueError(f"rounding is half-up, down or up, got {direction}")
    whole = floor(abs(steps) + Fraction(1, 2))
    return (whole if steps >= 0 else -whole) * step


def magnitude(value: Fraction) -> int:
    """The power of ten of the first significant digit: 0 for 7, 1 for 42, -1 for 0.5; 0 for zero."""
    if value == 0:
        return 0
    size = abs(value)
    power = len(str(floor(size))) - 1 if size >= 1 else -len(str(floor(1 / size)))
    while Fraction(10) ** power > size:
        power -= 1
    while Fraction(10) ** (power + 1) <= size:
        power += 1
    return power


def significant(value: Fraction, digits: int) -> Fraction:
    """`value` rounded half up to this many significant digits."""
    return round_to_step(value, Fraction(10) ** (magnitude(value) - digits + 1))


def places(value: Fraction) -> int | None:
    """How many decimal places `value` needs, or None when its decimal never ends (or is longer than `MAX_PLACES`)."""
    needed = _places_at_any_length(value)
    return needed if needed is not None and needed <= MAX_PLACES else None


def _places_at_any_length(value: Fraction) -> int | None:
    denominator = value.denominator
    twos = fives = 0
    while denominator % 2 == 0:
        denominator, twos = denominator // 2, twos + 1
    while denominator % 5 == 0:
        denominator, fives = denominator // 5, fives + 1
    return max(twos, fives) if denominator == 1 else None


def decimal_text(value: Fraction) -> str:
    """`value` as a plain decimal: exact where it ends, else to twenty significant digits."""
    needed = places(value)
    if needed is None:
        value = significant(value, 20)
        needed = _places_at_any_length(value) or 0
    digits = str(abs(value.numerator) * 10**needed // value.denominator).rjust(needed + 1, "0")
    sign = "-" if value < 0 else ""
    return sign + digits[: len(digits) - needed] + ("." + digits[len(digits) - needed :] if needed else "")
