"""Answers that are computed once, and candidates put in order.

Knows memory, circles, and how values sort (missing ones last, whichever the direction). Refuses to know what is asked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction
from typing import Generic, TypeVar

from gpuguide.checks.facts import Amount, Missing, Operand, UnsoundError, days

T = TypeVar("T")
Item = TypeVar("Item", bound="tuple[str, ...]")


@dataclass
class Trail:
    """Which facts were read while an answer was computed, whether for itself or through other answers."""

    reads: dict[str, frozenset[str]] = field(default_factory=dict)
    _open: list[set[str]] = field(default_factory=lambda: [set()])

    def note(self, path: str) -> None:
        """A fact is read."""
        self._open[-1].add(path)

    @contextmanager
    def reading(self, key: str) -> Iterator[None]:
        """What is read within is read for this key, and for whatever is being computed around it."""
        self._open.append(set())
        try:
            yield
        finally:
            read = frozenset(self._open.pop())
            self._open[-1] |= self.reads.setdefault(key, read)


class Memo(Generic[T]):
    """Computes the answer for a key once; a key that needs itself is a circle, not an endless loop."""

    def __init__(self, compute: Callable[[str], T], kind: str, trail: Trail | None = None) -> None:
        """Remember how an answer is computed, and what kind it is; a trail notes which facts took part."""
        self._compute = compute
        self._kind = kind
        self._trail = trail
        self._known: dict[str, T | UnsoundError] = {}
        self._open: set[str] = set()

    def __call__(self, key: str) -> T:
        """The answer for a key, or the error that it is."""
        if self._trail is not None:
            with self._trail.reading(f"{self._kind} {key}"):
                return self._answer(key)
        return self._answer(key)

    def _answer(self, key: str) -> T:
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
