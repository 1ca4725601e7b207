"""Computes one figure: binds inputs to a formula, checks their dimensions, applies the declared print.

Knows one family member at a time. Refuses to look anything up by itself: the book resolves references.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING

from gpuguide.catalog.facts import Fact
from gpuguide.catalog.specs import FigureSpec, Print
from gpuguide.errors import Place, nearest
from gpuguide.figures import references
from gpuguide.figures.choosing import all_hold
from gpuguide.figures.conditions import ConditionError
from gpuguide.figures.formulas import PERIOD, PERIODS, SAME, Formula, formulas
from gpuguide.figures.model import Figure, Input
from gpuguide.figures.operands import check_words
from gpuguide.quantities import UNITS, Missing, Quantity, decimal_text, round_to_step
from gpuguide.quantities.numbers import places

if TYPE_CHECKING:
    from gpuguide.figures.book import Book

_NOTHING = UNITS["count"]


def fact_figure(fact: Fact) -> Figure:
    """A fact as a figure: printed exactly as its file says."""
    label = fact.key.rsplit(".", 1)[-1]
    if isinstance(fact.value, Quantity):
        written = fact.value.written
        return Figure(
            fact.key,
            label,
            (),
            fact.value.unit,
            fact.place,
            fact.value.amount,
            written,
            decimals=places(written),
            sources=fact.sources,
            why=fact.why,
        )
    if isinstance(fact.value, Missing):
        return Figure(fact.key, label, (), _NOTHING, fact.place, missing=fact.value, sources=fact.sources, why=fact.why)
    raise ConditionError(f"{fact.key} is not a number")


def compute(
    book: Book, key: str, spec: FigureSpec, bound: Mapping[str, str], within: Mapping[str, str] | None, place: Place
) -> Figure:
    """The figure `key` of a family; `bound` are its own members, `within` also those of a choice (None: nothing chosen)."""
    members = tuple(bound.items())
    if within is None:
        return Figure(key, spec.label, members, UNITS[spec.print[0].unit], place, missing=Missing.NONE, formula=spec.formula)
    if spec.formula is None:
        inputs: tuple[Input, ...] = (_input(book, "", spec.take or "", within),)
        value = _published(book, spec, inputs[0])
        dimension = inputs[0].figure.unit.dimension
    else:
        formula = _formula(spec.formula, spec.inputs)
        inputs = tuple(_input(book, name, spec.inputs[name], within) for name in formula.parameters)
        dimension = _dimension(formula, inputs)
        value = _apply(formula, inputs)
    sources = tuple(dict.fromkeys(source for item in inputs for source in item.figure.sources))
    if isinstance(value, Missing):
        unit = UNITS[spec.print[0].unit]
        return Figure(key, spec.label, members, unit, place, missing=value, formula=spec.formula, inputs=inputs, sources=sources)
    line = _print_line(book, spec.print, value, within, dimension)
    unit, printed = UNITS[line.unit], _rounded(value, line)
    decimals = None if line.trim else places(line.step)
    return Figure(key, spec.label, members, unit, place, value, printed, None, decimals, line.form, spec.formula, inputs, sources)


def _rounded(value: Fraction, line: Print) -> Fraction:
    """The value as a print line rounds it, in the line's unit; a price above zero never becomes zero."""
    unit = UNITS[line.unit]
    printed = round_to_step(value / unit.scale, line.step, line.round)
    if value and not printed and unit.dimension.startswith("price"):
        raise ConditionError(
            f"{decimal_text(value / unit.scale)} {unit.id} would print as 0", "add a print line with a finer step"
        )
    return printed


def _input(book: Book, parameter: str, reference: str, members: Mapping[str, str]) -> Input:
    parsed = references.parse(reference)
    return Input(parameter, book.figure(reference.removeprefix(references.PRINTED), members), parsed.printed)


def _published(book: Book, spec: FigureSpec, item: Input) -> Fraction | Missing:
    """The value taken as it is, unless the family asks for a kind of source that does not print it."""
    figure = item.figure
    if spec.published_by is None or figure.missing is not None:
        return item.value
    kinds = {book.facts.source(source).kind for source in figure.sources}
    return item.value if kinds & set(spec.published_by) else Missing.NOT_PUBLISHED


def _formula(name: str, inputs: Mapping[str, str]) -> Formula:
    known = formulas()
    if name not in known:
        raise ConditionError(f"there is no formula {name}", nearest(name, known))
    formula = known[name]
    for parameter in inputs:
        if parameter not in formula.parameters:
            raise ConditionError(f"{name} takes no {parameter}", nearest(parameter, formula.parameters))
    for parameter in formula.parameters:
        if parameter not in inputs:
            raise ConditionError(f"{name} needs {parameter}", f"add {parameter}: … to inputs")
    return formula


def _dimension(formula: Formula, inputs: Iterable[Input]) -> str:
    """The dimension of the result, after checking that each input has its parameter's dimension."""
    same = ""
    for item in inputs:
        wanted, got = formula.parameters[item.parameter], item.figure.unit.dimension
        if item.figure.missing is not None:
            continue
        if wanted == SAME or (wanted == PERIOD and got in PERIODS):
            if same and got != same:
                raise ConditionError(f"{formula.name} compares like with like: {item.parameter} is {got}, the other is {same}")
            same = got
        elif wanted != got:
            raise ConditionError(f"{formula.name} takes {wanted} as {item.parameter}, and {item.figure.key} is {got}")
    return same if formula.result in (SAME, PERIOD) else formula.result


def _apply(formula: Formula, inputs: Iterable[Input]) -> Fraction | Missing:
    values: dict[str, Fraction] = {}
    for item in inputs:
        if isinstance(item.value, Missing):
            return item.value
        values[item.parameter] = item.value
    try:
        return formula.function(**values)
    except ZeroDivisionError:
        raise ConditionError(
            f"{formula.name} divides by zero ({', '.join(f'{name} = {value}' for name, value in values.items())})"
        ) from None


def _print_line(book: Book, lines: tuple[Print, ...], value: Fraction, members: Mapping[str, str], dimension: str) -> Print:
    """The first print line that applies to the value and the members."""
    for line in lines:
        check_words(book, line.when)
        if UNITS[line.unit].dimension != dimension:
            raise ConditionError(
                f"the figure is {dimension}, and its print says {line.unit}, which is {UNITS[line.unit].dimension}",
                f"print it in {', '.join(sorted(name for name, unit in UNITS.items() if unit.dimension == dimension))}",
            )
    for line in lines:
        reached = line.at_least is None or value >= line.at_least * UNITS[line.unit].scale
        if reached and all_hold(book, line.when, members):
            return line
    raise ConditionError("no line of print applies", "end with one that has neither at_least nor when")
