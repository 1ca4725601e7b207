"""The registry of formulas: which exist, what each parameter and result is, and how the formula reads.

Knows the calculator's functions by their signatures and their single expression, from which the displayed formula is taken, so
that what a reader sees cannot drift from what is computed. Refuses to hold formulas of its own.
"""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from types import ModuleType
from typing import get_type_hints

from gpuguide.pricing import rental
from gpuguide.sizing import adapters, finetuning, memory, speed

SAME = "same"
"""The dimension of parameters that take any one dimension."""

PERIOD = "period price"
PERIODS = frozenset({"price", "price per month", "price per week", "price per hour"})

_OPERATORS = {ast.Add: ("+", 1), ast.Sub: ("−", 1), ast.Mult: ("×", 2), ast.Div: ("÷", 2)}


@dataclass(frozen=True)
class Token:
    """A piece of a displayed formula: an operator or bracket, or the name of a parameter."""

    text: str
    is_parameter: bool = False


@dataclass(frozen=True)
class Formula:
    """A function of the calculator, with the dimension of each parameter and of the result."""

    name: str
    function: Callable[..., Fraction]
    parameters: dict[str, str]
    result: str
    summary: str

    @property
    def tokens(self) -> tuple[Token, ...]:
        """The formula as it is displayed, from its one expression."""
        return _tokens(self.function)


@cache
def formulas() -> dict[str, Formula]:
    """Every public function of the calculator, by name."""
    return {formula.name: formula for module in (memory, speed, finetuning, adapters, rental) for formula in _of_module(module)}


def _of_module(module: ModuleType) -> Iterator[Formula]:
    for name, function in inspect.getmembers(module, inspect.isfunction):
        if function.__module__ == module.__name__ and not name.startswith("_"):
            yield _formula(name, function)


def _formula(name: str, function: Callable[..., Fraction]) -> Formula:
    hints = {key: hint.__metadata__[0] for key, hint in get_type_hints(function, include_extras=True).items()}
    result = hints.pop("return")
    return Formula(name, function, hints, result, (inspect.getdoc(function) or "").splitlines()[0])


@cache
def _tokens(function: Callable[..., Fraction]) -> tuple[Token, ...]:
    tree = ast.parse(textwrap.dedent(inspect.getsource(function)))
    returned = [node.value for node in ast.walk(tree) if isinstance(node, ast.Return) and node.value is not None]
    if len(returned) != 1:
        raise TypeError(f"{function.__name__} is not one expression; write the formula as a single return")
    return tuple(_express(returned[0], 0))


def _express(node: ast.expr, outer: int, right: bool = False) -> Iterator[Token]:
    if isinstance(node, ast.BinOp):
        sign, rank = _OPERATORS[type(node.op)]
        bracket = rank < outer or (right and rank == outer)
        if bracket:
            yield Token("(")
        yield from _express(node.left, rank)
        yield Token(sign)
        yield from _express(node.right, rank, right=isinstance(node.op, ast.Sub | ast.Div))
        if bracket:
            yield Token(")")
    elif isinstance(node, ast.Name):
        yield Token(node.id, is_parameter=True)
    else:
        raise TypeError(f"a formula holds only parameters and + − × ÷, got {ast.dump(node)}")
