"""Computes every figure, choice, list and claim again from the facts.

Knows how figures bind axes, how they go missing and how they are rounded for print. Refuses to know the engine,
its results and the pages: it is asked for a key and answers with what the data says.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, partial
from itertools import product

from gpuguide.checks.conditions import MissingError, hold, sides_of
from gpuguide.checks.declared import Declarations, Family, PrintLine, Rows
from gpuguide.checks.facts import Amount, Bindings, Facts, Missing, Operand, UnsoundError
from gpuguide.checks.formulas import FORMULAS, parameters
from gpuguide.checks.numerals import rounded
from gpuguide.checks.ordering import Memo, Trail, ordered
from gpuguide.checks.references import References
from gpuguide.checks.units import scale


@dataclass(frozen=True)
class Figure:
    """A figure as the data has it: exact, as printed, and what it was computed from."""

    key: str
    value: Amount | Missing
    line: PrintLine | None
    formula: str | None
    inputs: dict[str, str]

    @cached_property
    def unit(self) -> str:
        """The unit in which it is printed; without a print line, the unit of what it was taken from."""
        if self.line is not None:
            return self.line.unit
        return self.value.unit if isinstance(self.value, Amount) else ""

    @cached_property
    def exact(self) -> Fraction:
        """The exact number in the printed unit; ask only when it is not missing."""
        assert isinstance(self.value, Amount)
        return self.value.base / scale(self.unit)

    @cached_property
    def printed(self) -> Fraction:
        """The number that stands on a page; ask only when the figure is not missing."""
        if self.line is None or self.line.step is None:
            return self.exact
        return rounded(self.exact, self.line.step, self.line.direction)


class UnknownFormulaError(UnsoundError):
    """A formula that the judge has no arithmetic for; it never takes the engine's word."""


class Recomputation:
    """Answers for keys, each computed once."""

    def __init__(self, facts: Facts, declared: Declarations, trail: Trail | None = None) -> None:
        """Nothing is computed before it is asked for; a trail notes which facts each answer takes part of."""
        self.facts = facts
        self.declared = declared
        self.figure = Memo(self._figure, "figure", trail)
        self.choice = Memo(self._choice, "choice", trail)
        self.claim = Memo(self._claim, "claim", trail)
        self.references = References(facts, declared, self._value, self.choice)
        # Asked for by words, files, charts and structured data alike; on a trail each of them must be seen to read its facts.
        self._rows: dict[tuple[Rows, tuple[tuple[str, str], ...]], list[str]] | None = {} if trail is None else None

    def claim_keys(self, name: str) -> Iterator[str]:
        """The keys of a claim, one for each combination of members of its axes."""
        axes = [self.references.candidates(axis)[1] for axis in self.declared.claims[name].over]
        for members in product(*axes):
            yield "/".join((name, *members))

    def rows(self, rows: Rows, bound: Bindings | None = None) -> list[str]:
        """The members that a list or a table shows, in its order; `bound` are the axes of a page of one member."""
        outer = bound or {}
        if self._rows is None:
            return self._selected(rows, outer)
        key = rows, tuple(outer.items())
        if key not in self._rows:
            self._rows[key] = self._selected(rows, outer)
        return list(self._rows[key])

    def _selected(self, rows: Rows, outer: Bindings) -> list[str]:
        axis, members = self.references.candidates(rows.rows)
        kept = [(one,) for one in members if hold(rows.conditions, self._lookup({**outer, axis: one}))]
        if rows.sort is not None:
            kept = ordered(kept, [rows.sort], lambda text, item: self.references.operand(text, {**outer, axis: item[0]}))
        return [one for (one,) in kept]

    def _lookup(self, bound: Bindings) -> Callable[[str], Operand]:
        return lambda text: self.references.operand(text, bound)

    def _value(self, reference: str, printed: bool) -> Amount | Missing:
        """What another figure or a condition takes from a figure: the exact value, or the printed one."""
        figure = self.figure(reference)
        if isinstance(figure.value, Missing):
            return figure.value
        return Amount(figure.printed * scale(figure.unit) if printed else figure.value.base, figure.unit)

    # --- Figures ---

    def bound(self, key: str) -> dict[str, str] | None:
        """The member of each axis of a figure, those of its choice too; None when the choice picks nothing."""
        name, *members = key.split("/")
        family = self.declared.families[name]
        return self._with_choice(family.chosen, self.references.bind(key, family.over, members))

    def _figure(self, key: str) -> Figure:
        name, *members = key.split("/")
        family = self.declared.families.get(name)
        if family is None:
            raise UnsoundError(f"there is no figure {name}")
        bound = self._with_choice(family.chosen, self.references.bind(key, family.over, members))
        if bound is None:
            return Figure(key, Missing("none"), None, family.formula, {})
        references = {"is": family.taken} if family.taken is not None else family.inputs
        inputs = {parameter: self.references.canonical(text, bound) for parameter, text in references.items()}
        value = self._taken(family, bound) if family.taken is not None else self._calculated(family, bound)
        line = None if isinstance(value, Missing) else self._line(family, value, bound)
        return Figure(key, value, line, family.formula, inputs)

    def _with_choice(self, chosen: str | None, bound: dict[str, str]) -> dict[str, str] | None:
        """The bindings with those of a choice added; None when the choice picks nothing."""
        if chosen is None:
            return bound
        picked = self.choice(self.references.key(chosen, bound))
        return None if picked is None else {**bound, **picked}

    def _taken(self, family: Family, bound: Bindings) -> Amount | Missing:
        assert family.taken is not None
        value = self.references.operand(family.taken, bound)
        if not isinstance(value, Amount | Missing):
            raise UnsoundError(f"{family.taken} is not a number")
        if isinstance(value, Amount) and family.published_by and not self._is_published(family, bound):
            return Missing("not_published")
        return value

    def _is_published(self, family: Family, bound: Bindings) -> bool:
        """Whether a source of one of the kinds prints the fact that the figure takes."""
        assert family.taken is not None
        collection, member, *rest = self.references.canonical(family.taken, bound).split(".")
        return any(kind in family.published_by for kind in self.facts.source_kinds(collection, member, ".".join(rest)))

    def _calculated(self, family: Family, bound: Bindings) -> Amount | Missing:
        if family.formula is None:
            raise UnsoundError(f"{family.name} has neither `is` nor a formula")
        formula = FORMULAS.get(family.formula)
        if formula is None:
            raise UnknownFormulaError(f"{family.name}: the judge knows no formula {family.formula}")
        if set(family.inputs) != parameters(formula):
            due = ", ".join(sorted(parameters(formula)))
            raise UnsoundError(f"{family.name}: {family.formula} takes {due}, not {', '.join(sorted(family.inputs))}")
        values = {name: self.references.operand(text, bound) for name, text in family.inputs.items()}
        missing = next((value for value in values.values() if isinstance(value, Missing)), None)
        if missing is not None:
            return missing
        numbers = {name: value.base for name, value in values.items() if isinstance(value, Amount)}
        if len(numbers) != len(values):
            raise UnsoundError(f"{family.name}: {', '.join(sorted(set(values) - set(numbers)))} is not a number")
        try:
            return Amount(formula(**numbers), "")
        except ZeroDivisionError as error:
            raise UnsoundError(f"{family.name} divides by zero") from error

    def _line(self, family: Family, value: Amount, bound: Bindings) -> PrintLine | None:
        """The first print line that applies."""
        for line in family.lines:
            reached = line.at_least is None or value.base / scale(line.unit) >= line.at_least
            if reached and hold(line.when, self._lookup(bound)):
                return line
        if family.lines:
            raise UnsoundError(f"no print line of {family.name} applies")
        return None

    # --- Choices and claims ---

    def _choice(self, key: str) -> dict[str, str] | None:
        name, *members = key.split("/")
        choice = self.declared.choices.get(name)
        if choice is None:
            raise UnsoundError(f"there is no choice {name}")
        bound = self.references.bind(key, choice.over, members)
        axes, pools = zip(*(self.references.candidates(text) for text in choice.each or ("",)), strict=True)

        def value_of(text: str, ids: tuple[str, ...]) -> Operand:
            return self.references.operand(text, {**bound, **dict(zip(axes, ids, strict=True))})

        for step in choice.steps:
            fitting = [ids for ids in product(*pools) if hold(step, partial(value_of, ids=ids))]
            if fitting:
                return dict(zip(axes, ordered(fitting, choice.by, value_of)[0], strict=True))
        return None

    def rests_on(self, key: str) -> list[str]:
        """The figures that a claim compares; none where what it speaks of is chosen and nothing is."""
        name, *members = key.split("/")
        claim = self.declared.claims[name]
        bound = self._with_choice(claim.chosen, self.references.bind(key, claim.over, members))
        if bound is None:
            return []
        sides = [text.removeprefix("printed ") for condition in claim.holds for text in sides_of(condition)]
        return [self.references.key(text, bound) for text in sides if text.partition("/")[0] in self.declared.families]

    def _claim(self, key: str) -> bool:
        name, *members = key.split("/")
        claim = self.declared.claims.get(name)
        if claim is None:
            raise UnsoundError(f"there is no claim {name}")
        bound = self._with_choice(claim.chosen, self.references.bind(key, claim.over, members))
        if bound is None:
            return False
        try:
            return hold(claim.holds, self._lookup(bound), strict=claim.otherwise == "stop")
        except MissingError as error:
            raise UnsoundError(str(error)) from error
