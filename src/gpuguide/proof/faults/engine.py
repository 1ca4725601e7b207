"""Faults in the engine's arithmetic: rounding, steps, units, formulas, order, conditions, claims.

Knows the seams of the lower layers by name. Refuses to know what a site built with them looks like: the judge must see it.
"""

from __future__ import annotations

import functools
import operator
from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from math import ceil, floor
from random import Random
from typing import Any, TypeAlias

from gpuguide.figures import choosing, compute, conditions, formulas
from gpuguide.figures.book import Book
from gpuguide.figures.model import Chosen, Figure, Verdict
from gpuguide.proof.faults.patching import Swap, everywhere
from gpuguide.quantities import UNITS, Missing, numbers

EngineKind: TypeAlias = Callable[[Random], list[Swap]]
"""What is swapped in the engine for one fault."""

Wrong: TypeAlias = Callable[..., Any]
"""Does wrongly what a function does; it gets the right function first, then what that one gets."""


def wrapped(right: Callable[..., Any], wrong: Wrong) -> Callable[..., Any]:
    """A function that does it wrongly, and otherwise looks like the right one."""

    @functools.wraps(right)
    def called(*args: Any, **named: Any) -> Any:
        return wrong(right, *args, **named)

    return called


def method(owner: type, name: str, wrong: Wrong) -> EngineKind:
    """A kind that swaps a method of a class."""
    return lambda chance: [Swap(owner, name, wrapped(owner.__dict__[name], wrong))]


def function(right: Callable[..., Any], wrong: Wrong) -> EngineKind:
    """A kind that swaps a function wherever it was imported."""
    return lambda chance: everywhere(right, wrapped(right, wrong))


def _rounding(way: Callable[[Fraction], int]) -> EngineKind:
    """All rounding done another way."""

    def wrong(right: Callable[..., Fraction], value: Fraction, step: Fraction, direction: str = "half-up") -> Fraction:
        return way(value / step) * step

    return function(numbers.round_to_step, wrong)


def _next_step(right: Callable[..., Fraction], value: Fraction, step: Fraction, direction: str = "half-up") -> Fraction:
    return right(value, step, direction) + step


def _finer(right: Callable[..., Fraction], value: Fraction, step: Fraction, direction: str = "half-up") -> Fraction:
    return right(value, step * 10, direction)


def _other_scale(chance: Random) -> list[Swap]:
    """A unit of another size: powers of two for powers of ten, or the other way round."""
    scales: dict[str, int | Fraction] = {
        "GB": 2**30,
        "TB": 2**40,
        "MiB": 10**6,
        "GB/s": 2**30,
        "TB/s": 10**9,
        "TFLOPS": 10**9,
        "USD/TB": Fraction(1, 2**40),
    }
    name = chance.choice(sorted(scales))
    return [Swap(UNITS, name, replace(UNITS[name], scale=Fraction(scales[name])))]


def _formula(wrong: Callable[[Callable[..., Fraction], dict[str, Fraction], Random], Fraction]) -> EngineKind:
    """A kind that computes one formula wrongly; what a page shows of it stays right."""

    def kind(chance: Random) -> list[Swap]:
        known = formulas.formulas()
        name = chance.choice(sorted(name for name, one in known.items() if len(one.parameters) > 1))
        seed = chance.random()
        right = known[name].function
        called = wrapped(right, lambda right, **values: wrong(right, values, Random(seed)))  # noqa: S311 - chance, not a secret
        return [Swap(known, name, replace(known[name], function=called))]

    return kind


def _operands_swapped(right: Callable[..., Fraction], values: dict[str, Fraction], chance: Random) -> Fraction:
    one, two = chance.sample(sorted(values), 2)
    return right(**{**values, one: values[two], two: values[one]})


def _operand_ignored(right: Callable[..., Fraction], values: dict[str, Fraction], chance: Random) -> Fraction:
    return right(**{**values, chance.choice(sorted(values)): Fraction(1)})


def _factor(right: Callable[..., Fraction], values: dict[str, Fraction], chance: Random) -> Fraction:
    return right(**values) * chance.choice((Fraction(1024, 1000), Fraction(1000, 1024), Fraction(2), Fraction(1, 2)))


def _compared(sign: str, other: Callable[[Any, Any], bool]) -> EngineKind:
    return lambda chance: [Swap(conditions._COMPARE, sign, other)]


def _reversed_key(right: Callable[..., Any], book: Book, text: str, members: Any) -> Any:
    last, amount = right(book, text, members)
    return last, -amount


def _missing_first(right: Callable[..., Any], book: Book, text: str, members: Any) -> Any:
    last, amount = right(book, text, members)
    return not last, amount


def _worst(right: Callable[..., Chosen], book: Book, key: str, spec: Any, bound: Any) -> Chosen:
    """The last candidate in place of the first."""
    turned = spec.model_copy(update={"by": tuple(by[1:] if by.startswith("-") else f"-{by}" for by in spec.by)})
    return right(book, key, turned, bound)


def _last_step(right: Callable[..., Chosen], book: Book, key: str, spec: Any, bound: Any) -> Chosen:
    return right(book, key, spec.model_copy(update={"steps": spec.steps[-1:]}), bound)


def _turned(right: Callable[..., Verdict], *args: Any) -> Verdict:
    """A hide claim judged the other way round; a stop claim so judged would end the build."""
    verdict = right(*args)
    return verdict if verdict.otherwise == "stop" else replace(verdict, holds=not verdict.holds)


def _first_only(right: Callable[..., bool], texts: Any, *rest: Any) -> bool:
    """Only the first of several conditions."""
    return right(list(texts)[:1], *rest)


def _missing_as_nought(right: Callable[..., Any], formula: Any, inputs: Any) -> Any:
    values = {item.parameter: Fraction(0) if isinstance(item.value, Missing) else item.value for item in inputs}
    try:
        return formula.function(**values)
    except ZeroDivisionError:
        return right(formula, inputs)


def _printed_input(right: Callable[..., Any], book: Book, parameter: str, reference: str, members: Any) -> Any:
    """Inputs as they are printed where the exact value is asked for, and exact ones for printed."""
    given = right(book, parameter, reference, members)
    return replace(given, printed=not given.printed)


def _first_line(right: Callable[..., Any], book: Book, lines: Any, *rest: Any) -> Any:
    return lines[0]


def _without_condition(right: Callable[..., Any], book: Book, rows: str, where: Any, *rest: Any) -> Any:
    return right(book, rows, (), *rest)


def _without_order(right: Callable[..., Any], book: Book, rows: str, where: Any, sort: Any, *rest: Any) -> Any:
    return right(book, rows, where, None, *rest)


def _backwards(right: Callable[..., Any], *args: Any) -> Any:
    axis, ids = right(*args)
    return axis, ids[::-1]


def _one_less(right: Callable[..., Any], *args: Any) -> Any:
    axis, ids = right(*args)
    return axis, ids[:-1] if len(ids) > 1 else ids


def _of_the_first(right: Callable[..., Figure], book: Book, family: str, ids: tuple[str, ...], reference: str) -> Figure:
    """Every figure of a family with one axis is that of the first member: a cache whose key forgets the member."""
    spec = book.site.figures[family]
    if len(spec.over) != 1:
        return right(book, family, ids, reference)
    first = next(iter(book.facts.members(book.axes[spec.over[0]])))
    return replace(right(book, family, (first,), reference), key="/".join([family, *ids]), members=((spec.over[0], ids[0]),))


KINDS: Mapping[str, EngineKind] = {
    "engine rounds half to even": _rounding(round),
    "engine rounds down": _rounding(floor),
    "engine rounds up": _rounding(ceil),
    "engine is one step off": function(numbers.round_to_step, _next_step),
    "engine rounds ten times coarser": function(numbers.round_to_step, _finer),
    "engine has a unit of another size": _other_scale,
    "engine swaps two operands of a formula": _formula(_operands_swapped),
    "engine ignores an operand of a formula": _formula(_operand_ignored),
    "engine has a factor in a formula": _formula(_factor),
    "engine takes at most for less than": _compared("<=", operator.lt),
    "engine takes at least for more than": _compared(">=", operator.gt),
    "engine takes less for more": _compared(">", operator.lt),
    "engine takes equal for unequal": _compared("=", operator.ne),
    "engine sorts the other way": function(choosing.sort_key, _reversed_key),
    "engine sorts missing values first": function(choosing.sort_key, _missing_first),
    "engine picks the worst": function(choosing.choose, _worst),
    "engine skips steps of a choice": function(choosing.choose, _last_step),
    "engine judges claims the other way round": function(choosing.judge, _turned),
    "engine looks at one condition only": function(conditions.all_hold, _first_only),
    "engine takes a missing value for nought": function(compute._apply, _missing_as_nought),
    "engine takes printed for exact inputs": function(compute._input, _printed_input),
    "engine takes the first print line": function(compute._print_line, _first_line),
    "engine forgets conditions of rows": method(Book, "select", _without_condition),
    "engine forgets the order of rows": method(Book, "select", _without_order),
    "engine turns rows round": method(Book, "select", _backwards),
    "engine loses the last row": method(Book, "select", _one_less),
    "engine gives every member the first one's figure": method(Book, "_family_member", _of_the_first),
}
