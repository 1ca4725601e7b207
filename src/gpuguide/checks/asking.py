"""A calculator as data/sites/<site>/calculators.yaml declares it, and what its figures come to: options, terms, rows.

Knows the keys of the file and how they bind axes. Refuses to write numbers and words.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product

from gpuguide.checks import shapes
from gpuguide.checks.bench import Bench
from gpuguide.checks.conditions import hold
from gpuguide.checks.declared import Rows
from gpuguide.checks.documents import Record
from gpuguide.checks.facts import Amount, Bindings, Operand, UnsoundError
from gpuguide.checks.ordering import ordered
from gpuguide.checks.probing import Product, substituted, terms
from gpuguide.checks.recompute import Recomputation

Options = tuple[str, ...]
Terms = tuple[Options, dict[Options, dict[Product, Fraction]]]


@dataclass
class Calculator:
    """One calculator of a site."""

    bench: Bench
    name: str
    _worlds: dict[tuple[tuple[str, Amount], ...], Recomputation] = field(default_factory=dict)
    _choosers: dict[str, Options] = field(default_factory=dict)
    _terms: dict[str, Terms] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.declared = shapes.record_at(self.bench.site.calculators, self.name)
        self.answers = self.bench.answers
        held = shapes.record_at(self.declared, "fields")
        self.fields: dict[str, Record] = {key: shapes.record_at(held, key) for key in held}
        self.numbers = [key for key, asked in self.fields.items() if "from" not in asked]
        self.options = {key: self._offered(asked) for key, asked in self.fields.items() if "from" in asked}
        # The engine takes the first member where a number is typed; any member must give the same terms.
        heads = [shapes.text(self.fields[key], "for").partition(".")[0] for key in self.numbers]
        self.stand_ins = {one: self.answers.references.candidates(one)[1][-1] for one in heads if one in self.answers.facts.axes}

    def _offered(self, asked: Record) -> list[str]:
        if "takes" in asked:
            return list(shapes.record_at(asked, "takes"))
        sort = shapes.text(asked, "sort") if "sort" in asked else None
        return self.answers.rows(Rows(self.name, asked.where(), shapes.text(asked, "from"), (), sort, False))

    def axis(self, key: str) -> str:
        """The axis that a choice offers members of."""
        return shapes.text(self.fields[key], "from").partition(" in ")[0].strip()

    def times(self, key: str) -> Fraction:
        """How much one of what is typed is, in base units."""
        return shapes.number(self.fields[key], "times") or Fraction(1)

    def bound(self, by: Options, chosen: Options) -> dict[str, str]:
        """The members that options bind."""
        pairs = zip(by, chosen, strict=True)
        return {**self.stand_ins, **{self.axis(key): one for key, one in pairs if "takes" not in self.fields[key]}}

    def choosers(self, reference: str) -> Options:
        """The choices that make a difference to a figure."""
        if reference not in self._choosers:
            self._choosers[reference] = self._choosers_of(reference)
        return self._choosers[reference]

    def _choosers_of(self, reference: str) -> Options:
        parts = reference.split("/")
        free = [part for part in parts if part in self.answers.facts.axes]
        bound = {**self.stand_ins, **{self.axis(key): ids[0] for key, ids in self.options.items()}}
        found = []
        for key, ids in self.options.items():
            asked = self.fields[key]
            if "takes" in asked:
                told = all(part in bound for part in free)
                used = told and len({self._exact(reference, bound, {}, {key: one}) for one in ids}) > 1
            else:
                used = asked.get("narrows") is not True and self.axis(key) in parts
            if used:
                found.append(key)
        return tuple(found)

    def _exact(self, reference: str, bound: Bindings, typed: Mapping[str, Fraction], taken: Mapping[str, str]) -> Fraction:
        """A figure in base units, with numbers typed and facts exchanged."""
        values: dict[str, Amount] = {}
        for key, option in taken.items():
            asked = self.fields[key]
            values[shapes.text(asked, "for")] = self._amount(shapes.text(shapes.record_at(asked, "takes"), option), bound)
        for key, number in typed.items():
            path = self.answers.facts.fact(shapes.text(self.fields[key], "for"), bound).path
            values[path] = Amount(number * self.times(key), self._amount(path, {}).unit)
        world = self._worlds.get(tuple(values.items()))
        if world is None:
            world = Recomputation(substituted(self.answers.facts, values), self.answers.declared)
            self._worlds[tuple(values.items())] = world
        value = world.figure(world.references.key(reference, bound)).value
        if not isinstance(value, Amount):
            raise UnsoundError(f"{reference} is missing")
        return value.base

    def _amount(self, reference: str, bound: Bindings) -> Amount:
        value = self.answers.references.operand(reference, bound)
        if not isinstance(value, Amount):
            raise UnsoundError(f"{reference} is not a number")
        return value

    def base(self, reference: str, bound: Bindings) -> Fraction:
        """A figure or fact in base units."""
        return self._amount(reference, bound).base

    def terms(self, reference: str) -> Terms:
        """The choices that matter to a figure, and its terms for each combination of their options."""
        if reference not in self._terms:
            self._terms[reference] = self._terms_of(reference)
        return self._terms[reference]

    def _terms_of(self, reference: str) -> Terms:
        by = self.choosers(reference)
        found = {}
        for chosen in self.combinations(by):
            bound = self.bound(by, chosen)
            taken = {key: one for key, one in zip(by, chosen, strict=True) if "takes" in self.fields[key]}

            def ask(typed: Mapping[str, Fraction], bound: Bindings = bound, taken: Mapping[str, str] = taken) -> Fraction:
                return self._exact(reference, bound, typed, taken)

            found[chosen] = terms(self.numbers, ask)
        return by, found

    def combinations(self, by: Options) -> list[Options]:
        """Every combination of options."""
        return list(product(*(self.options[key] for key in by)))

    def rows(self) -> list[dict[str, str]]:
        """The members of each row, in order."""
        operand = self.answers.references.operand
        axes, pools = zip(*(self.answers.references.candidates(one) for one in shapes.texts(self.declared, "each")), strict=True)

        def value(text: str, ids: tuple[str, ...]) -> Operand:
            return operand(text, dict(zip(axes, ids, strict=True)))

        where = shapes.texts(self.declared, "where")
        kept = [ids for ids in product(*pools) if hold(where, self._lookup(dict(zip(axes, ids, strict=True))))]
        return [dict(zip(axes, ids, strict=True)) for ids in ordered(kept, shapes.texts(self.declared, "by"), value)]

    def suits(self, row: Bindings) -> dict[str, list[str]]:
        """For each field with conditions, the options with which a row counts."""
        section, found = shapes.record_at(self.declared, "suits"), {}
        for key in section:
            where, axis = shapes.texts(section, key), self.axis(key)
            found[key] = [one for one in self.options[key] if hold(where, self._lookup({**row, axis: one}))]
        return found

    def _lookup(self, bound: Bindings) -> Callable[[str], Operand]:
        return lambda text: self.answers.references.operand(text, bound)


def calculator_of(bench: Bench, name: str) -> Calculator:
    """The calculator of this name: what it comes to is the same in every language."""
    if name not in bench.asked:
        bench.asked[name] = Calculator(bench, name)
    return bench.asked[name]
