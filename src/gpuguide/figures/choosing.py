"""Choices and claims: picks the candidate that conditions and order decide on, and judges what must hold.

Knows steps, orders and comparisons. Refuses to look values up by itself: the book resolves operands.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING

from gpuguide.catalog.specs import ChoiceSpec, ClaimSpec
from gpuguide.errors import Place
from gpuguide.figures import conditions
from gpuguide.figures.conditions import ConditionError, Measured
from gpuguide.figures.model import Chosen, Verdict
from gpuguide.figures.operands import check_words, figures_in, operand
from gpuguide.figures.references import Members
from gpuguide.quantities import Missing, decimal_text, significant

if TYPE_CHECKING:
    from gpuguide.figures.book import Book


def choose(book: Book, key: str, spec: ChoiceSpec, bound: Members) -> Chosen:
    """The best candidate of the first step that any candidate passes; ties go by id."""
    pools = [book.candidates(each) for each in spec.each]
    axes = [axis for axis, _ in pools]
    candidates = [dict(zip(axes, ids, strict=True)) for ids in itertools.product(*(ids for _, ids in pools))]
    for step in spec.steps:
        check_words(book, step)
    for step in spec.steps:
        passed = [picked for picked in candidates if all_hold(book, step, {**bound, **picked})]
        if passed:
            return Chosen(key, min(passed, key=lambda picked: _order(book, spec.by, bound, picked)))
    return Chosen(key, None)


def ranked(book: Book, each: Iterable[str], where: Iterable[str], by: Iterable[str]) -> list[dict[str, str]]:
    """Every candidate that passes the conditions, the best first; ties go by id."""
    pools = [book.candidates(one) for one in each]
    check_words(book, where)
    picked = [dict(zip((axis for axis, _ in pools), ids, strict=True)) for ids in itertools.product(*(ids for _, ids in pools))]
    passed = [members for members in picked if all_hold(book, where, members)]
    return sorted(passed, key=lambda members: _order(book, by, {}, members))


def judge(book: Book, key: str, spec: ClaimSpec, within: Members | None, place: Place) -> Verdict:
    """Whether a claim holds for these members; `ConditionError` when a stop claim meets a missing value."""
    if within is None:
        return Verdict(key, False, spec.otherwise, (f"{spec.chosen} chooses nothing",), (), place)
    check_words(book, spec.holds)
    gaps: list[str] = []
    holds = conditions.all_hold(spec.holds, lambda text: operand(book, text, within), gaps.append)
    if gaps and not holds and spec.otherwise == "stop":
        raise ConditionError(f"it cannot be judged: {', '.join(gaps)}")
    compared = tuple(_compared(book, spec.holds, within))
    return Verdict(key, holds, spec.otherwise, compared, tuple(figures_in(book, spec.holds, within)), place)


def all_hold(book: Book, where: Iterable[str], members: Members) -> bool:
    """Whether every condition holds for these members."""
    return conditions.all_hold(where, lambda text: operand(book, text, members))


def sort_key(book: Book, text: str, members: Members) -> tuple[bool, Fraction]:
    """A key that puts missing values last whichever way the order goes."""
    value = operand(book, text.removeprefix("-"), members)
    if isinstance(value, Missing):
        return True, Fraction(0)
    if not isinstance(value, Measured):
        raise ConditionError(f"{text} is not a number to sort by")
    return False, -value.amount if text.startswith("-") else value.amount


def _order(book: Book, by: Iterable[str], bound: Members, picked: Mapping[str, str]) -> tuple[object, ...]:
    return (*(sort_key(book, text, {**bound, **picked}) for text in by), *picked.values())


def _compared(book: Book, holds: Iterable[str], members: Members) -> Iterator[str]:
    """Each comparison with its values, for people."""
    for text in holds:
        for one in conditions.parse(text):
            yield f"{_spell(book, one.left, members)} {one.sign} {_spell(book, one.right, members)}"


def _spell(book: Book, text: str, members: Members) -> str:
    value = operand(book, text, members)
    if isinstance(value, Measured):
        return f"{text} ({decimal_text(significant(value.amount / value.unit.scale, 6))} {value.unit.id})"
    return text if str(value) == text or isinstance(value, Fraction) else f"{text} ({value})"
