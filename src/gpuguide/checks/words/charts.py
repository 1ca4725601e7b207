"""What the charts of a page must say: title, names and numbers of the drawing in their order, and the table below.

Knows the texts of charts.yaml. Refuses to judge places: the shapes of a drawing are judged apart.
"""

from __future__ import annotations

from collections.abc import Iterator

from gpuguide.checks.charted import Dimension, Plan
from gpuguide.checks.expected import Sheet, expected_shapes
from gpuguide.checks.facts import Bindings, UnsoundError
from gpuguide.checks.pages import Drawn
from gpuguide.checks.words.phrases import Phrases
from gpuguide.checks.words.stretches import token

_CALLED = {"bars": "Bar chart", "stacked": "Bar chart", "lines": "Line chart", "scatter": "Scatter chart"}
# Within one line of text: a total beside its name, a series beside its number.
_JOINED = {"stacked": ("name", "number"), "bars": ("number", "text")}


class Charts:
    """The charts of a site in one language."""

    def __init__(self, phrases: Phrases) -> None:
        """Bind the language's phrases."""
        self.phrases, self.answers = phrases, phrases.bench.answers

    def chart(self, name: str, page: Bindings) -> Iterator[str]:
        """The stretches of a chart."""
        plan = self.phrases.bench.site.charts.get(name)
        if plan is None:
            raise UnsoundError(f"there is no chart {name}")
        sheet = Sheet(self.phrases.bench, plan, page, tuple(self.answers.rows(plan.rows, page)))
        yield self._title(sheet)
        yield self.phrases.html(plan.subject, page)
        if plan.kind == "stacked":
            yield from (self.phrases.html(label, page) for _, label in plan.series)
        yield self.phrases.lexicon.word(_CALLED[plan.kind])
        yield self.phrases.lexicon.word("The same numbers stand in the table below the chart.")
        yield from self._drawing(sheet)
        yield self.phrases.lexicon.word("The numbers")
        yield from self._table(sheet)
        yield from (self.phrases.html(mark.text, page) for mark in plan.marks if mark.text)

    def _title(self, sheet: Sheet) -> str:
        """The first title whose claim holds."""
        for claim, text in sheet.plan.titles:
            key = sheet.key(claim) if claim else ""
            if not key or self.answers.claim(key):
                return (token(f"+{key}") if key else "") + self.phrases.html(text, sheet.bound, linked=True)
        raise UnsoundError(f"no title of {sheet.plan.name} is true")

    # --- The drawing ---

    def _drawing(self, sheet: Sheet) -> Iterator[str]:
        """The texts of a drawing, one for each line of text."""
        before, kept = "", ""
        for shape in expected_shapes(sheet):
            if shape.kind not in ("name", "number", "text"):
                continue
            text = self._said(sheet, shape)
            if (before, shape.kind) == _JOINED.get(sheet.plan.kind) and not shape.key.startswith("mark/"):
                kept += text
            else:
                yield from filter(None, (kept,))
                kept = text
            before = shape.kind
        yield kept

    def _said(self, sheet: Sheet, shape: Drawn) -> str:
        if shape.kind == "name":
            return token(shape.key)
        if shape.kind == "text":
            return self._text(sheet.plan, shape.key, sheet.bound)
        return token(f"{shape.key}|{shape.form}")

    def _text(self, plan: Plan, part: str, page: Bindings) -> str:
        kind, _, number = part.partition("/")
        if kind == "series":
            return self.phrases.html(plan.series[int(number)][1], page)
        if kind == "mark":
            return self.phrases.html(plan.marks[int(number)].text, page)
        if kind == "marks":
            return self.phrases.html(plan.marks_label, page)
        axis = plan.across if kind == "across" or plan.up is None else plan.up
        return self.phrases.html(axis.label, page) + self._unit(axis)

    def _unit(self, axis: Dimension) -> str:
        """The unit of an axis in brackets, where it is written and no names stand for it."""
        around = "".join(self.phrases.bench.writer.around(self.phrases.language, axis.unit, "table")).strip("\u00a0 ")
        mark = self.phrases.language.mark
        return f"{mark('open')}{around}{mark('close')}" if around and not axis.named else ""

    # --- The table ---

    def _table(self, sheet: Sheet) -> Iterator[str]:
        """Caption, heads and rows: a name, or the place of a row, and its numbers."""
        plan, page = sheet.plan, sheet.bound
        placed = plan.kind == "lines" and not plan.across.named
        axes = [axis for axis in (plan.across, plan.up) if axis is not None and axis.figure]
        columns = plan.series or tuple((axis.figure, axis.label) for axis in axes)
        yield self.phrases.html(plan.subject, page)
        yield self.phrases.html(plan.header, page)
        yield from (self.phrases.html(label, page) for _, label in columns)
        for row in sheet.rows:
            bound = sheet.bound_to(row)
            yield self.phrases.number(plan.across.figure, "table", bound) if placed else token(sheet.name(row).key)
            yield from (self.phrases.number(figure, "table", bound) for figure, _ in columns)
