"""Whether a calculator asks what it can answer: every field matters, every start is offered, a total is the sum of its results.

Knows a plan. Refuses to mend anything: it says what is wrong and what to write.
"""

from __future__ import annotations

from collections.abc import Iterator

from gpuguide.errors import Problem, nearest
from gpuguide.quantities import Quantity
from gpuguide.site.calculator.plan import Plan
from gpuguide.site.calculator.reduction import ReductionError
from gpuguide.site.calculator.terms import Terms


def refuse_unsound(plan: Plan) -> None:
    """Raise `ReductionError` with all that is wrong in what is asked, else in what is answered, at the calculator's place."""
    for faults in (_asked, _answered):
        found = [Problem(plan.place, message, hint) for message, hint in faults(plan)]
        if found:
            raise ReductionError(found)


def _asked(plan: Plan) -> Iterator[tuple[str, str]]:
    yield from _numbers(plan)
    for key, ids in plan.options.items():
        start = plan.spec.fields[key].start
        if start is not None and start not in ids:
            yield f"{key} starts with {start}, which it does not offer", nearest(str(start), ids)
    yield from _told(plan)


def _answered(plan: Plan) -> Iterator[tuple[str, str]]:
    yield from _without_effect(plan)
    yield from _no_sum(plan)


def _numbers(plan: Plan) -> Iterator[tuple[str, str]]:
    for path in plan.typed:
        known = plan.book.facts.has_path(path)
        if not known or not isinstance(plan.book.facts.get(path).value, Quantity):
            yield f"{path} is no fact that is a number", "write a fact such as policy.overhead"


def _told(plan: Plan) -> Iterator[tuple[str, str]]:
    """The field that tells an example is there."""
    told = plan.spec.presets.text
    axis, ids = plan.book.candidates(plan.spec.presets.offered)
    members = plan.book.facts.members(plan.book.axes[axis])
    if told is not None and any(not isinstance(getattr(members[one], told, None), str) for one in ids):
        yield f"an example is told by {told}, which is no text of {plan.book.axes[axis]}", "write the name of a text field"


def _without_effect(plan: Plan) -> Iterator[tuple[str, str]]:
    found = {key for key, one in plan.spec.fields.items() if one.narrows} | set(plan.spec.suits)
    for one in plan.spec.shown:
        reduced = plan.reduce(one.figure)
        found.update(reduced.by, *reduced.products)
    for column in plan.spec.columns:
        found.update(plan.choosers(column.figure) if column.figure else ())
    for key in plan.spec.fields:
        if key not in found:
            yield f"nothing that is shown depends on {key}", "take the field out, or show a figure over it"


def _no_sum(plan: Plan) -> Iterator[tuple[str, str]]:
    if plan.spec.total is None:
        return
    total = plan.reduce(plan.spec.total.figure)
    parts = [plan.reduce(one.figure) for one in plan.spec.results]
    for chosen, due in total.terms.items():
        options = dict(zip(total.by, chosen, strict=True))
        found = Terms({})
        for part in parts:
            if set(part.by) <= set(total.by):
                found += part.terms[tuple(options[key] for key in part.by)]
        if found.coefficients != due.coefficients:
            yield f"{plan.spec.total.figure} is not the sum of the results", "show every term of the sum, or leave `total` out"
            return
