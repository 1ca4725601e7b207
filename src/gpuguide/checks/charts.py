"""Judges charts: that each draws what the data says, all of it, in order and at its place.

Knows how the shapes of a chart are held against those that are due. Refuses to judge looks, and words:
what a chart says is judged with the words of its page.
"""

from __future__ import annotations

from gpuguide.checks.bench import Bench
from gpuguide.checks.expected import Sheet, expected_shapes
from gpuguide.checks.facts import Bindings, UnsoundError
from gpuguide.checks.pages import Drawn, Page, Plot

# What would move or hide a shape without changing its place.
_UNTOUCHED = {"transform": "", "fill": ""}


def judge_charts(bench: Bench, page: Page, bound: Bindings) -> None:
    """Judge every chart of a page; `bound` are the members that the page is about."""
    for plot in page.plots:
        bench.docket.counts["charts"] += 1
        plan = bench.site.charts.get(plot.name)
        if plan is None:
            bench.docket.add(plot.where, "chart-unknown", "there is no such chart", "", plot.name)
            continue
        try:
            sheet = Sheet(bench, plan, bound, tuple(bench.answers.rows(plan.rows, bound)))
            _judge_shapes(bench, plot, expected_shapes(sheet))
        except UnsoundError as error:
            bench.docket.add(plot.where, "chart-unsound", f"{plot.name} cannot be worked out: {error}")


def _judge_shapes(bench: Bench, plot: Plot, due: list[Drawn]) -> None:
    """Every shape that is due is drawn in its order and at its place, and nothing else is."""
    bench.docket.counts["shapes"] += len(plot.shapes)
    for index, (wanted, found) in enumerate(zip(due, plot.shapes, strict=False)):
        if (wanted.kind, wanted.key) != (found.kind, found.key):
            message = f"{plot.name} draws something else as its shape {index + 1}"
            bench.docket.add(plot.where, "chart-order", message, f"{wanted.kind} {wanted.key}", f"{found.kind} {found.key}")
            return
        for name, place in {**_UNTOUCHED, **wanted.places}.items():
            if found.places.get(name, "") != place:
                message = f"{name} of the {wanted.kind} {wanted.key} in {plot.name} is another"
                bench.docket.add(plot.where, "chart-place", message, place, found.places.get(name, ""))
    if len(due) != len(plot.shapes):
        longer = due if len(due) > len(plot.shapes) else list(plot.shapes)
        first = longer[min(len(due), len(plot.shapes))]
        what = "leaves out" if longer is due else "draws besides"
        bench.docket.add(plot.where, "chart-order", f"{plot.name} {what} the {first.kind} {first.key}")
