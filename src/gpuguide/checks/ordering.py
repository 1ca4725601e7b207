"""Answers that are computed once, and candidates put in order.

Knows memory, circles, and how values sort (missing ones last, whichever the direction). Refuses to know what is asked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import date
from fractions import Fraction
from typing import Generic, TypeVar

from gpuguide.checks.facts import Amount, Missing, Operand, UnsoundError, days

T = TypeVar("T")
Item = TypeVar("Item", bound="tuple[str, ...]")


class Memo(Generic[T]):
    """Computes the answer for a key once; a key that needs itself is a circle, not an endless loop."""

    def __init__(self, compute: Callable[[str], T]) -> None:
        """Remember how an answer is computed."""
        self._compute = compute
        self._known: dict[str, T | UnsoundError] = {}
        self._open: set[str] = set()

    def __call__(self, key: str) -> T:
        """The answer for a key, or the error that it is."""
        if key not in self._known:
            self._known[key] = self._first_answer(key)
        answer = self._known[key]
        if isinstance(answer, UnsoundError):
            raise answer
        return answer

    def _first_answer(self, key: str) -> T | UnsoundError:
        if key in self._open:
            return UnsoundError(f"{key} is computed from itself")
        self._open.add(key)
        try:
            return self._compute(key)
        except UnsoundError as error:
            return error
        except RecursionError:
            return UnsoundError(f"{key} leans on a chain too long to follow")
        finally:
            self._open.discard(key)


def ordered(items: Iterable[Item], by: Sequence[str], value_of: Callable[[str, Item], Operand]) -> list[Item]:
    """The items by each reference in turn (`-` for highest first), then by their ids."""
    result = sorted(items)
    for reference in reversed(by):
        values = {item: value_of(reference.removeprefix("-"), item) for item in result}
        known = [item for item in result if not isinstance(values[item], Missing)]
        missing = [item for item in result if isinstance(values[item], Missing)]
        if len({_kind(values[item]) for item in known}) > 1:
            raise UnsoundError(f"{reference} sorts values of different kinds")
        known.sort(key=lambda item: _comparable(values[item]), reverse=reference.startswith("-"))
        result = known + missing
    return result


def _kind(value: Operand) -> str:
    return "text" if isinstance(value, str) else "number"


def _comparable(value: Operand) -> tuple[Fraction, str]:
    """Words compare as words, everything else as a number."""
    if isinstance(value, Amount):
        return value.base, ""
    if isinstance(value, date):
        return days(value), ""
    return (Fraction(0), value) if isinstance(value, str) else (Fraction(value is True), "")
