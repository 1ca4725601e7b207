"""Finds the terms of a figure by asking it: computed again and again, each time with other numbers in the place of some facts.

Knows that a sum of products is told by its values where each factor is zero or one. Refuses to look into a formula, as the
engine does: the two ways to the same terms share nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from itertools import combinations

from gpuguide.checks.documents import Record, Value, opened
from gpuguide.checks.facts import Amount, Facts, UnsoundError
from gpuguide.checks.units import scale

Product = tuple[str, ...]
Asked = Callable[[Mapping[str, Fraction]], Fraction]
# Where the terms that were found are tried once more: no two alike, none zero or one.
_TRIAL = (2, 3, 5, 7, 11, 13)


def terms(names: list[str], ask: Asked) -> dict[Product, Fraction]:
    """The coefficient of each product of the names; `UnsoundError` when the answers are those of no sum of products."""
    found: dict[Product, Fraction] = {}
    for product in _subsets(sorted(names)):
        value = ask({name: Fraction(name in product) for name in names})
        found[product] = value - sum((found[part] for part in _subsets(list(product)) if part != product), Fraction(0))
    trial = {name: Fraction(number) for name, number in zip(sorted(names), _TRIAL, strict=False)}
    if ask(trial) != sum((coefficient * _multiplied(product, trial) for product, coefficient in found.items()), Fraction(0)):
        raise UnsoundError("it is no sum of products of what is typed")
    return {product: coefficient for product, coefficient in found.items() if coefficient}


def _subsets(names: list[str]) -> Iterator[Product]:
    for size in range(len(names) + 1):
        yield from combinations(names, size)


def _multiplied(product: Product, typed: Mapping[str, Fraction]) -> Fraction:
    value = Fraction(1)
    for name in product:
        value *= typed[name]
    return value


def substituted(facts: Facts, values: Mapping[str, Amount]) -> Facts:
    """The same facts, with other amounts at some paths."""
    collections = dict(facts.collections)
    for path, amount in values.items():
        first, *steps = path.split(".")
        collections[first] = _with(collections[first], steps, amount, path)
    return Facts(collections, facts.axes)


def _with(record: Record, steps: list[str], amount: Amount, path: str) -> Record:
    """A copy of a record, the value below these steps exchanged."""
    copy = Record(record.file, record.line)
    copy.update(record)
    step, *rest = steps
    if step not in copy:
        raise UnsoundError(f"{path} leads nowhere")
    inner = opened(copy[step])
    if rest and not isinstance(inner, Record):
        raise UnsoundError(f"{path} goes on after a value")
    copy[step] = _with(inner, rest, amount, path) if rest and isinstance(inner, Record) else _written(amount)
    return copy


def _written(amount: Amount) -> Value:
    written = Record()
    written.update({"value": amount.base / scale(amount.unit), "unit": amount.unit})
    return written
