"""Reads and judges conditions: `LEFT OP RIGHT`, joined by `or`.

Knows the grammar and how exact values compare. Refuses to know where values come from: it asks a resolver for them.
"""

from __future__ import annotations

import datetime
import operator
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import cache
from typing import Any, TypeAlias

from gpuguide.quantities import Missing, Unit

_COMPARISON = re.compile(r"(?P<left>[^<>=!]+?)\s*(?P<op><=|>=|!=|=|<|>)\s*(?P<right>[^<>=!]+)")
_NUMBER = re.compile(r"-?[0-9]+(\.[0-9]+)?")
_COMPARE: dict[str, Callable[[Any, Any], bool]] = {
    "=": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


class ConditionError(Exception):
    """A condition that cannot be read or judged, as a sentence; `hint` says what to write instead."""

    def __init__(self, message: str, hint: str = "") -> None:
        """Keep the sentence and the hint apart."""
        super().__init__(message)
        self.hint = hint


@dataclass(frozen=True)
class Measured:
    """A number met in a condition: exact in base units, and the unit that a bare number beside it counts in."""

    amount: Fraction
    unit: Unit


Operand: TypeAlias = Measured | Fraction | Missing | str | bool | datetime.date
Resolver: TypeAlias = Callable[[str], Operand]


@dataclass(frozen=True)
class Comparison:
    """One comparison as it is written."""

    left: str
    sign: str
    right: str


@cache
def parse(text: str) -> tuple[Comparison, ...]:
    """The alternatives of a condition; `ConditionError` when one is not a comparison."""
    found = []
    for part in text.split(" or "):
        match = _COMPARISON.fullmatch(part.strip())
        if match is None:
            raise ConditionError(f'"{part.strip()}" is not a comparison', "write it as a < b")
        found.append(Comparison(match["left"].strip(), match["op"], match["right"].strip()))
    return tuple(found)


def literal(text: str) -> Operand | None:
    """The number or truth value that an operand spells, or None when it is a reference or a word."""
    if _NUMBER.fullmatch(text):
        return Fraction(Decimal(text))
    return {"true": True, "false": False}.get(text)


def all_hold(conditions: Iterable[str], resolve: Resolver, on_missing: Callable[[str], None] = lambda gap: None) -> bool:
    """Whether every condition holds; a missing value makes a comparison false, after telling `on_missing`."""
    return all(any(_holds(comparison, resolve, on_missing) for comparison in parse(text)) for text in conditions)


def _holds(comparison: Comparison, resolve: Resolver, on_missing: Callable[[str], None]) -> bool:
    left, right = resolve(comparison.left), resolve(comparison.right)
    if comparison.sign in ("=", "!=") and comparison.right in set(Missing):
        # A missing value may be asked for by name: `gpu.slots = none`.
        return (isinstance(left, str) and str(left) == comparison.right) is (comparison.sign == "=")
    sides = ((comparison.left, left), (comparison.right, right))
    missing = [f"{text} is {value}" for text, value in sides if isinstance(value, Missing)]
    for gap in missing:
        on_missing(gap)
    return not missing and _COMPARE[comparison.sign](*_comparable(comparison, left, right))


def _comparable(comparison: Comparison, left: Operand, right: Operand) -> tuple[Any, Any]:
    if isinstance(left, Measured) and isinstance(right, Measured):
        if left.unit.dimension != right.unit.dimension:
            raise ConditionError(
                f"{comparison.left} is {left.unit.dimension}, {comparison.right} is {right.unit.dimension}",
                "compare like with like",
            )
        return left.amount, right.amount
    if isinstance(left, Measured) and isinstance(right, Fraction):
        return left.amount, right * left.unit.scale
    if isinstance(left, Fraction) and isinstance(right, Measured):
        return left * right.unit.scale, right.amount
    if type(left) is not type(right):
        raise ConditionError(
            f"{comparison.left} and {comparison.right} cannot be compared: one is {_kind(left)}, the other {_kind(right)}"
        )
    if isinstance(left, str | bool) and comparison.sign not in ("=", "!="):
        raise ConditionError(f"{comparison.left} is {_kind(left)}", "compare it with = or !=")
    return left, right


def _kind(value: Operand) -> str:
    if isinstance(value, Measured | Fraction):
        return "a number"
    if isinstance(value, bool):
        return "true or false"
    return "a date" if isinstance(value, datetime.date) else "a word"
