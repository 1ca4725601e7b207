"""Puts a chart together for the template: title by claim, drawing, and the same numbers in a table.

Knows which function draws which kind. Refuses a title whose claim does not hold.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from markupsafe import Markup

from gpuguide.catalog.charting import ChartSpec, Finding
from gpuguide.catalog.layouts import Column, TableSpec
from gpuguide.errors import Place
from gpuguide.figures import Verdict
from gpuguide.site.charts.bars import draw_bars, draw_stacked
from gpuguide.site.charts.points import draw_lines, draw_scatter
from gpuguide.site.charts.sketch import ChartError, Drawing, Sketch
from gpuguide.site.prose import Prose
from gpuguide.site.tables import Table, Tables
from gpuguide.site.texts import Texts

DRAW: Mapping[str, Callable[[Sketch], Drawing]] = {
    "bars": draw_bars,
    "stacked": draw_stacked,
    "lines": draw_lines,
    "scatter": draw_scatter,
}


@dataclass(frozen=True)
class Chart:
    """A chart ready for the template."""

    id: str
    kind: str
    finding: Markup
    claim: str
    subject: Markup
    keys: tuple[Markup, ...]
    """Names of the segments of stacked bars, in their order; other kinds carry their names in the drawing."""
    drawing: Markup
    height: int
    table: Table
    marks: tuple[Markup, ...]
    """What the marks say, for readers who do not see the drawing."""


@dataclass(frozen=True)
class Charts:
    """Draws the charts of one page."""

    texts: Texts
    prose: Prose
    tables: Tables

    def render(self, name: str) -> Chart:
        """The chart of this name, for the page's members."""
        spec = self.prose.pen.site.charts[name]
        sketch = self._sketch(name, spec)
        drawing = DRAW[spec.kind](sketch)
        title, verdict = self._finding(name, spec)
        return Chart(
            id=name,
            kind=spec.kind,
            finding=self.prose.html(self.texts.get(title.text, sketch.place)),
            claim=verdict.key if verdict else "",
            subject=self._text(spec.subject, sketch.place),
            keys=tuple(self._text(series.label, sketch.place) for series in spec.series) if spec.kind == "stacked" else (),
            drawing=drawing.content,
            height=drawing.height,
            table=self.tables.lay(f"chart-{name}", _table(spec), ("charts.yaml", "charts", name), worked=False),
            marks=tuple(self._text(mark.text, sketch.place) for mark in spec.marks if mark.text is not None),
        )

    def _sketch(self, name: str, spec: ChartSpec) -> Sketch:
        pen = self.prose.pen.drawing()
        prose = Prose(pen, self.prose.literals, self.prose.link, None, self.prose.members)
        _, ids = pen.book.select(spec.rows, spec.where, spec.sort, ("charts.yaml", "charts", name), self.prose.members)
        sketch = Sketch(name, spec, pen, prose, self.texts, tuple(ids))
        if not ids:
            raise ChartError.at(sketch.place, "no row is left to draw", "mend `where`")
        return sketch

    def _finding(self, name: str, spec: ChartSpec) -> tuple[Finding, Verdict | None]:
        """The first title whose claim holds."""
        for line in spec.finding:
            verdict = self.prose.pen.book.verdict(line.claim, self.prose.members) if line.claim else None
            if verdict is None or verdict.holds:
                return line, verdict
        place = self.prose.pen.site.place("charts.yaml", "charts", name)
        raise ChartError.at(place, "no title of the chart is true", "add a last one without a claim")

    def _text(self, text: str, place: Place) -> Markup:
        return self.prose.html(self.texts.get(text, place), linked=False)


def _table(spec: ChartSpec) -> TableSpec:
    """The numbers of a chart as a table: a row each, its name first."""
    figures = [(series.label, series.figure) for series in spec.series]
    axes = [axis for axis in (spec.across, spec.up) if axis is not None and axis.figure is not None]
    named = [(axis.label, axis.figure) for axis in axes if axis.name is None]
    if spec.kind == "lines":
        first = Column(header=spec.header, figure=spec.across.figure, unit="cell") if named else None
        columns = figures
    else:
        first, columns = None, figures or [(label, figure or "") for label, figure in named]
    head = first or Column(header=spec.header, name=spec.labelled)
    rest = tuple(Column(header=label, figure=figure, unit="cell") for label, figure in columns)
    shown = {"caption": spec.subject, "rows": spec.rows, "where": list(spec.where), "sort": spec.sort, "columns": [head, *rest]}
    return TableSpec.model_validate(shown)
