"""Reduces a figure to terms: the same formulas over the same inputs, with some facts left to the visitor.

Knows the tree of a figure's inputs. Refuses a printed value that depends on what is typed: rounding is no term.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gpuguide.errors import GuideError
from gpuguide.figures import Figure
from gpuguide.figures.formulas import formulas
from gpuguide.site.calculator.terms import TermError, Terms


class ReductionError(GuideError):
    """A figure that cannot be worked out by a page's script."""


def reduced(figure: Figure, given: Mapping[str, Terms]) -> Terms:
    """The figure in base units as a sum of terms, `given` standing for facts by their path; `ReductionError` when it is none."""
    try:
        return _reduced(figure, given)
    except TermError as error:
        hint = "a calculator multiplies and adds what is typed, and divides by constants"
        raise ReductionError.at(figure.place, f"{figure.key} is no sum of products: {error}", hint) from None


def _reduced(figure: Figure, given: Mapping[str, Terms]) -> Terms:
    if figure.key in given:
        return given[figure.key]
    if figure.missing is not None:
        raise TermError(f"{figure.key} is missing ({figure.missing.value})")
    if not figure.inputs:
        return Terms.constant(figure.exact)
    values: dict[str, Any] = {}
    for item in figure.inputs:
        values[item.parameter] = _reduced(item.figure, given)
        if item.printed and depends(item.figure, given):
            raise TermError(f"{item.figure.key} is taken as printed")
        if item.printed:
            values[item.parameter] = Terms.constant(item.figure.printed_value)
    if figure.formula is None:
        (taken,) = values.values()
        return _as_terms(taken)
    return _as_terms(formulas()[figure.formula].function(**values))


def depends(figure: Figure, given: Mapping[str, Terms]) -> bool:
    """Whether anything that the figure rests on is left to the visitor."""
    return figure.key in given or any(depends(item.figure, given) for item in figure.inputs)


def _as_terms(value: object) -> Terms:
    if not isinstance(value, Terms):
        raise TermError("its formula has numbers of its own")
    return value
