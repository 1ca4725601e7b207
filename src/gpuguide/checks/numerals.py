"""Exact numbers and their decimal digits: rounding to a step, plain decimal text, significant digits.

Knows fractions and digits. Refuses to know units, languages and what a number counts.
"""

from __future__ import annotations

import re
from fractions import Fraction

_PLAIN = re.compile(r"-?[0-9]{1,400}(?:\.[0-9]{1,400})?")
EXACT_DIGITS = 20


def parse_decimal(text: object) -> Fraction | None:
    """The number that a plain decimal text writes; None for anything else."""
    return Fraction(text) if isinstance(text, str) and _PLAIN.fullmatch(text) else None


def rounded(value: Fraction, step: Fraction, direction: str = "half-up") -> Fraction:
    """The multiple of `step` that `value` is printed as; half goes away from zero."""
    steps = abs(value) / step
    whole = steps.numerator // steps.denominator
    rest = steps - whole
    if direction == "up":
        whole += rest > 0
    elif direction == "half-up":
        whole += rest >= Fraction(1, 2)
    return whole * step * (-1 if value < 0 else 1)


def terminates(value: Fraction) -> bool:
    """Whether finitely many decimal digits write the number."""
    twos, fives = _times(value.denominator, 2), _times(value.denominator, 5)
    return bool(value.denominator == 2**twos * 5**fives)


def significant(value: Fraction, digits: int) -> Fraction:
    """The number rounded half up to so many significant digits."""
    return rounded(value, Fraction(10) ** (magnitude(value) - digits + 1)) if value else value


def magnitude(value: Fraction) -> int:
    """The power of ten of the leading digit."""
    size = abs(value)
    power = len(str(size.numerator)) - len(str(size.denominator))
    while Fraction(10) ** power > size:
        power -= 1
    while Fraction(10) ** (power + 1) <= size:
        power += 1
    return power


def published(value: Fraction) -> Fraction:
    """The number as a `value` attribute carries it: exact when it terminates, else twenty significant digits."""
    return value if terminates(value) else significant(value, EXACT_DIGITS)


def places(value: Fraction) -> int:
    """How many decimals an exact, terminating number needs."""
    return max(_times(value.denominator, 2), _times(value.denominator, 5))


def _times(number: int, prime: int) -> int:
    """How often a prime divides a number."""
    count = 0
    while number % prime == 0:
        number //= prime
        count += 1
    return count


def digits(value: Fraction, decimals: int) -> tuple[str, str]:
    """Whole and decimal digits of the size of a number that has at most so many decimals."""
    scaled = abs(value) * 10**decimals
    text = str(scaled.numerator // scaled.denominator).rjust(decimals + 1, "0")
    return (text[:-decimals], text[-decimals:]) if decimals else (text, "")


def plain(value: Fraction) -> str:
    """A number as plain decimal text, for messages and comparison."""
    shown = published(value)
    whole, part = digits(shown, places(shown))
    return ("-" if value < 0 else "") + (f"{whole}.{part}" if part else whole)
