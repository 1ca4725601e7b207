"""Conditions: `LEFT OP RIGHT`, several joined by ` or `, a list of which all must hold.

Knows how a condition is taken apart and when two values compare. Refuses to know where the values come from:
whoever asks hands in a way to look up an operand.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterable
from datetime import date
from fractions import Fraction
from functools import lru_cache

from gpuguide.checks.facts import Amount, Missing, Operand, UnsoundError, days
from gpuguide.checks.numerals import parse_decimal
from gpuguide.checks.units import scale

Lookup = Callable[[str], Operand]

_COMPARISON = re.compile(r"\s*(\S.*?)\s+(=|!=|<=|>=|<|>)\s+(\S.*?)\s*")
_ORDERS: dict[str, Callable[[Fraction, Fraction], bool]] = {
    "=": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


# A missing value can be asked for by its name.
_ABSENT = frozenset(("unknown", "not_published", "none", "no_offer"))


class MissingError(Exception):
    """A value that a claim compares is missing."""


@lru_cache(maxsize=4096)
def _alternatives(condition: str) -> tuple[tuple[str, str, str], ...]:
    """The comparisons of a condition, of which one must hold."""
    found = []
    for part in condition.split(" or "):
        match = _COMPARISON.fullmatch(part)
        if match is None:
            raise UnsoundError(f"`{part.strip()}` is no comparison: LEFT OP RIGHT")
        found.append((match[1], match[2], match[3]))
    return tuple(found)


def sides_of(condition: str) -> tuple[str, ...]:
    """Both sides of a condition that is one comparison; none of one with alternatives."""
    found = _alternatives(condition)
    return (found[0][0], found[0][2]) if len(found) == 1 else ()


def hold(conditions: Iterable[str], lookup: Lookup, *, strict: bool = False) -> bool:
    """Whether all conditions hold; where `strict`, a missing value is an error instead of false."""
    return all(any(_compare(part, lookup, strict) for part in _alternatives(one)) for one in conditions)


def _compare(comparison: tuple[str, str, str], lookup: Lookup, strict: bool) -> bool:
    left_text, sign, right_text = comparison
    left_number, right_number = parse_decimal(left_text), parse_decimal(right_text)
    left = Amount(left_number, "") if left_number is not None else lookup(left_text)
    right = Amount(right_number, "") if right_number is not None else lookup(right_text)
    if right_text in _ABSENT and sign in ("=", "!="):
        return (isinstance(left, Missing) and left.kind == right_text) is (sign == "=")
    for text, value in ((left_text, left), (right_text, right)):
        if isinstance(value, Missing):
            if strict:
                raise MissingError(f"{text} is {value.kind}")
            return False
    # A bare number counts in the unit of what it is compared with.
    if right_number is not None and isinstance(left, Amount):
        right = Amount(right_number * scale(left.unit), left.unit)
    elif left_number is not None and isinstance(right, Amount):
        left = Amount(left_number * scale(right.unit), right.unit)
    return _judged(left, sign, right, " ".join(comparison))


def _judged(left: Operand, sign: str, right: Operand, shown: str) -> bool:
    if isinstance(left, Amount) and isinstance(right, Amount):
        return _ORDERS[sign](left.base, right.base)
    if isinstance(left, date) and isinstance(right, date):
        return _ORDERS[sign](days(left), days(right))
    if type(left) is not type(right):
        raise UnsoundError(f"`{shown}` compares two different kinds of values")
    if sign not in ("=", "!="):
        raise UnsoundError(f"`{shown}` puts words in order")
    return (left == right) is (sign == "=")
