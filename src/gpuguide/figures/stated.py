"""Holds a model's dimensions against what its sources state of the whole: where they disagree, nothing is said.

A window or a head that is missing from an entry shows here, before a number is made of it. Refuses to decide which is wrong.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from gpuguide.catalog.model import Model, Stated
from gpuguide.errors import FactsError, Place, Problem
from gpuguide.quantities import Missing
from gpuguide.sizing.architecture import Architecture
from gpuguide.sizing.cache import CacheType, index_bytes_per_token, kv_bytes_per_token, state_bytes, window_bytes
from gpuguide.sizing.parameters import active_parameters, parameters

SIXTEEN = CacheType("16 bits", Fraction(16))
"""What is stated of a cache is stated at two bytes an element."""


def check_stated(model: Model, built: Architecture, place: Place) -> None:
    """Refuse, at `place`, a model whose dimensions give another total than is stated; nothing stated, nothing compared."""
    problems = [
        Problem(
            place,
            f"the dimensions give {given}, and {said} is stated",
            "write the dimension that is missing (a window, a group of layers), or correct what is stated",
            f"stated.{field}",
        )
        for field, said, given in (_totals(model.stated, built) if model.stated else ())
        if said != given
    ]
    if problems:
        raise FactsError(problems)


def _totals(stated: Stated, built: Architecture) -> Iterator[tuple[str, object, object]]:
    """Field, what is stated and what the dimensions give; an unknown total is not compared."""
    if not isinstance(stated.parameters, Missing):
        yield "parameters", stated.parameters, parameters(built)
    if not isinstance(stated.active_parameters, Missing):
        yield "active_parameters", stated.active_parameters, active_parameters(built)
    index = index_bytes_per_token(built)
    yield "kv_bytes_per_token", stated.kv_bytes_per_token, kv_bytes_per_token(built, SIXTEEN) - index
    yield "kv_index_bytes_per_token", stated.kv_index_bytes_per_token or 0, index
    yield "window_bytes_per_token", stated.window_bytes_per_token or 0, window_bytes(built, SIXTEEN, 1)
    yield "state_bytes", stated.state_bytes or 0, state_bytes(built, SIXTEEN)
