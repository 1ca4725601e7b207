"""What a calculator works out: its fields bound to axes and facts, and each figure reduced for every combination of options.

Knows which fields a figure depends on. Refuses to write: texts and numbers of a language are the export's.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from gpuguide.catalog.calculating import AskedField, CalculatorSpec
from gpuguide.catalog.specs import Print
from gpuguide.errors import Place
from gpuguide.figures import Book, Figure
from gpuguide.site.calculator.reduction import ReductionError, depends, reduced
from gpuguide.site.calculator.terms import Product, Terms

Options = tuple[str, ...]
"""An option of each field that a figure depends on, in the order of the fields."""


@dataclass(frozen=True)
class Reduced:
    """A figure of the answer: the fields whose options it depends on, and its terms for each combination of them."""

    by: tuple[str, ...]
    terms: Mapping[Options, Terms]

    @property
    def products(self) -> list[Product]:
        """Every product that has a coefficient for some combination."""
        return sorted({product for one in self.terms.values() for product in one.coefficients})


class Plan:
    """A calculator of a site, reduced."""

    def __init__(self, book: Book, name: str) -> None:
        """Bind the declaration; nothing is reduced yet."""
        self.book, self.name = book, name
        self.spec: CalculatorSpec = book.site.calculators[name]
        self.place: Place = book.site.place("calculators.yaml", "calculators", name)
        self._reduced: dict[str, Reduced] = {}
        self._declared = ("calculators.yaml", "calculators", name)

    @cached_property
    def options(self) -> dict[str, list[str]]:
        """The ids that each choice offers, in its order."""
        return {key: self._offered(one) for key, one in self.spec.fields.items() if not one.is_number}

    def _offered(self, asked: AskedField) -> list[str]:
        if asked.takes is not None:
            return list(asked.takes)
        return self.book.select(asked.offered or "", (), asked.sort, self._declared)[1]

    def axis(self, field: str) -> str:
        """The axis whose members a choice offers."""
        return (self.spec.fields[field].offered or "").partition(" in ")[0].strip()

    @cached_property
    def _stand_ins(self) -> dict[str, str]:
        """A member for each axis at whose place a number is typed: `context.tokens` needs some context."""
        heads = [one.stands_for.partition(".")[0] for one in self.spec.fields.values() if one.is_number and one.stands_for]
        return {axis: self.book.candidates(axis)[1][0] for axis in heads if axis in self.book.axes}

    @cached_property
    def typed(self) -> dict[str, Terms]:
        """What each number stands for: the path of the fact, and the field in its place."""
        return {
            self.book.path(one.stands_for or "", self._stand_ins): Terms.field(key, one.times or Fraction(1))
            for key, one in self.spec.fields.items()
            if one.is_number
        }

    def figure(self, reference: str, members: Mapping[str, str]) -> Figure:
        """A figure with the axes of the numbers bound to some member."""
        return self.book.figure(reference, {**self._stand_ins, **members})

    def choosers(self, reference: str) -> tuple[str, ...]:
        """The choices that a figure depends on: those of its axes, and those that put a fact in another's place."""
        segments = reference.split("/")
        axes = {self.axis(key): ids[0] for key, ids in self.options.items() if not self.spec.fields[key].takes}
        found = []
        for key in self.options:
            asked = self.spec.fields[key]
            if asked.stands_for is not None:
                known = all(part not in self.book.axes or part in {**axes, **self._stand_ins} for part in segments)
                used = known and depends(self.figure(reference, axes), {asked.stands_for: Terms({})})
            else:
                used = not asked.narrows and self.axis(key) in segments
            if used:
                found.append(key)
        return tuple(found)

    def combinations(self, by: tuple[str, ...]) -> Iterator[Options]:
        """Every combination of options of these fields."""
        return itertools.product(*(self.options[key] for key in by))

    def members(self, by: tuple[str, ...], chosen: Options) -> dict[str, str]:
        """The members that a combination binds."""
        return {self.axis(key): one for key, one in zip(by, chosen, strict=True) if not self.spec.fields[key].takes}

    def reduce(self, reference: str) -> Reduced:
        """A figure as terms, for each combination of the options that it depends on."""
        if reference not in self._reduced:
            by = self.choosers(reference)
            terms = {chosen: self._terms(reference, by, chosen) for chosen in self.combinations(by)}
            self._reduced[reference] = Reduced(by, terms)
        return self._reduced[reference]

    def _terms(self, reference: str, by: tuple[str, ...], chosen: Options) -> Terms:
        given = dict(self.typed)
        for key, option in zip(by, chosen, strict=True):
            asked = self.spec.fields[key]
            if asked.takes is not None and asked.stands_for is not None:
                given[asked.stands_for] = Terms.constant(self.book.figure(asked.takes[option]).exact)
        return reduced(self.figure(reference, self.members(by, chosen)), given)

    def prints(self, reference: str) -> tuple[Print, ...]:
        """The print lines of a figure; `ReductionError` for those that a script cannot apply."""
        lines = self.book.site.figures[reference.partition("/")[0]].print
        if any(line.when or line.form != "plain" for line in lines):
            raise ReductionError.at(self.place, f"{reference} is printed by conditions or in words", "print it by steps alone")
        return lines

    @cached_property
    def rows(self) -> list[dict[str, str]]:
        """The members of each row, the best first."""
        return self.book.ranked(self.spec.each, self.spec.where, self.spec.by, self._declared)

    def suiting(self, field: str, members: Mapping[str, str]) -> list[str]:
        """The options of a field with which a row counts."""
        where, axis = self.spec.suits[field], self.axis(field)
        return [one for one in self.options[field] if self.book.holds(where, {**members, axis: one}, self._declared)]
