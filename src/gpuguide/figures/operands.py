"""What stands in a condition, looked up: the value of an operand, and the words that name no member.

Knows how references, choices and words of a condition become values. Refuses to compare them.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from gpuguide.catalog.files import collections
from gpuguide.errors import nearest
from gpuguide.figures import conditions, references
from gpuguide.figures.conditions import Comparison, ConditionError, Measured, Operand
from gpuguide.figures.references import Members
from gpuguide.quantities import Missing, Quantity

if TYPE_CHECKING:
    from gpuguide.figures.book import Book


def operand(book: Book, text: str, members: Members) -> Operand:
    """The value of an operand of a condition."""
    spelled = conditions.literal(text)
    if spelled is not None:
        return spelled
    if " of " in text:
        return _chosen(book, text, members)
    parsed = references.parse(text)
    if parsed.kind == "word":
        word = parsed.parts[0]
        if word in members:
            return members[word]
        if " " in word:
            raise ConditionError(f'"{word}" is neither a reference nor a word', "write one reference, number or word")
        if word not in book.site.figures:
            return word
    if parsed.kind == "fact":
        return _measured(book.value(references.fact_path(parsed.parts, members, book.axes)))
    figure = book.figure(text.removeprefix(references.PRINTED), members)
    if figure.missing is not None:
        return figure.missing
    return Measured(figure.printed_value if parsed.printed else figure.exact, figure.unit)


def figures_in(book: Book, where: Iterable[str], members: Members) -> Iterator[str]:
    """The keys of the figures that conditions compare for these members, in order; facts and words are none."""
    for text in where:
        for comparison in conditions.parse(text):
            for side in (comparison.left, comparison.right):
                named = side.removeprefix(references.PRINTED)
                if " of " not in side and conditions.literal(side) is None and named.partition("/")[0] in book.site.figures:
                    yield book.figure(named, members).key


def check_words(book: Book, where: Iterable[str]) -> None:
    """Refuse a word that is compared with an id and names no member: a slip of the pen would just never hold."""
    for text in where:
        for comparison in conditions.parse(text):
            known = _ids_beside(book, comparison)
            word = comparison.right
            if known and word not in known and word not in book.axes and word not in set(Missing) and _is_word(word):
                raise ConditionError(f"{text}: {comparison.left} is never {word}", nearest(word, known))


def _ids_beside(book: Book, comparison: Comparison) -> Mapping[str, object]:
    """The members of which the left side is one, or nothing when it holds no id."""
    left = comparison.left.split(" of ")[0].rsplit(".", 1)[-1].strip()
    collection = book.axes.get(left, collections(left))
    if "/" in left or collection not in book.facts.collection_names():
        return {}
    members = book.facts.members(collection)
    return {} if any(isinstance(member, str) for member in members.values()) else members


def _is_word(text: str) -> bool:
    return conditions.literal(text) is None and references.parse(text).kind == "word" and " " not in text


def _chosen(book: Book, text: str, members: Members) -> Operand:
    axis, choice = (part.strip() for part in text.split(" of ", 1))
    chosen = book.choice(choice, members).members
    if chosen is None:
        return Missing.NONE
    if axis not in chosen:
        raise ConditionError(f"{choice} chooses no {axis}", nearest(axis, chosen))
    return chosen[axis]


def _measured(value: object) -> Operand:
    if isinstance(value, Quantity):
        return Measured(value.amount, value.unit)
    if isinstance(value, Missing | str | bool | datetime.date):
        return value
    raise ConditionError(f"{value} cannot be compared")
