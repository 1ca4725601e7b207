"""What every kind of chart is drawn with: its rows and figures, its axes, its texts in the language of the page.

Knows the records of charts.yaml. Refuses to know the shape of any kind.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from markupsafe import Markup

from gpuguide.catalog.charting import ChartAxis, ChartMark, ChartSpec
from gpuguide.errors import GuideError, Place
from gpuguide.figures import Figure
from gpuguide.l10n.writer import NBSP
from gpuguide.quantities import UNITS
from gpuguide.site.charts.axes import Axis, linear_axis, log_axis
from gpuguide.site.charts.svg import element, percent
from gpuguide.site.pen import Pen
from gpuguide.site.prose import Prose
from gpuguide.site.texts import Texts


class ChartError(GuideError):
    """A chart that cannot be drawn as it is declared."""


@dataclass(frozen=True)
class Drawing:
    """The content of an SVG drawing and its height in CSS pixels; its width is the reader's."""

    content: Markup
    height: int


@dataclass(frozen=True)
class Sketch:
    """The tools of one chart on one page. `pen` and `prose` write into the drawing."""

    name: str
    spec: ChartSpec
    pen: Pen
    prose: Prose
    texts: Texts
    rows: tuple[str, ...]

    @property
    def place(self) -> Place:
        """Where the chart is declared."""
        return self.pen.site.place("charts.yaml", "charts", self.name)

    def figure(self, reference: str, member: str | None = None) -> Figure:
        """The figure of a row, or of the page."""
        axis = self.spec.rows.partition(" in ")[0].strip()
        row = {} if member is None else {axis: member}
        return self.pen.book.figure(reference, {**self.prose.members, **row})

    def known(self, reference: str, member: str | None = None) -> Fraction:
        """The exact value of a figure in base units; one that is missing cannot be drawn."""
        figure = self.figure(reference, member)
        if figure.missing is not None:
            raise ChartError.at(self.place, f"{figure.key} is {figure.missing.value}", "leave its row out with `where`")
        return figure.exact

    def row_name(self, member: str) -> Markup:
        """The name that labels a row."""
        axis = self.spec.labelled
        own = self.spec.rows.partition(" in ")[0].strip()
        if axis == own:
            return self.pen.name(self.pen.book.axes[axis], member)
        record = self.pen.book.facts.members(self.pen.book.axes[own])[member]
        return self.pen.name(self.pen.book.axes[axis], getattr(record, axis))

    def text(self, text: str) -> Markup:
        """A text of the chart in the page's language."""
        return self.prose.html(self.texts.get(text, self.place), linked=False)

    def axis_title(self, axis: ChartAxis) -> Markup:
        """What an axis measures, with its unit in brackets where the unit is written."""
        unit = self.pen.writer.pattern(axis.unit, "table").replace("{n}", "").strip(NBSP + " ")
        marks = self.pen.writer.locale.marks
        return self.text(axis.label) + (f"{marks.open}{unit}{marks.close}" if unit and axis.name is None else "")

    def scale(self, axis: ChartAxis, values: Iterable[Fraction]) -> Axis:
        """The axis with ticks by rule that holds these values."""
        held, unit = list(values), UNITS[axis.unit].scale
        if axis.scale == "linear":
            return linear_axis(held, unit)
        if min(held) <= 0:
            raise ChartError.at(self.place, "a logarithmic axis holds nothing at or below zero", "write scale: linear")
        return log_axis(held, unit)

    def tick(self, value: Fraction, axis: ChartAxis) -> Markup:
        """The number of a tick, in the axis's unit."""
        return self.pen.constant(value / UNITS[axis.unit].scale)

    def marked(self, on: str) -> list[tuple[int, ChartMark, Fraction]]:
        """The marks on one axis, each with its number in the list and its value."""
        marks = enumerate(self.spec.marks)
        return [(index, mark, self.known(mark.figure)) for index, mark in marks if self.spec.mark_axis(mark) == on]

    def upright(self, on: Axis) -> Markup:
        """A line from top to bottom for each mark on the axis across, with its label at the top."""
        drawn = Markup("")
        for index, mark, value in self.marked("across"):
            at = on.place(value)
            key = self.figure(mark.figure).key
            line = element("line", data_mark=key, x1=percent(at), x2=percent(at), y1="0", y2="100%")
            side = ("middle", "0") if mark.text is None else ("end", "-5") if at > _MIDDLE else ("start", "5")
            label = self.mark_label(
                index,
                mark,
                self.mark_name(mark),
                x=percent(at),
                y="-6" if mark.text is None else "12",
                dx=side[1],
                text_anchor=side[0],
            )
            drawn += element("g", line + label, class_="mark")
        return drawn

    def mark_name(self, mark: ChartMark) -> Markup:
        """What a mark is called: its text, or its bare number."""
        return self.pen.figure(self.figure(mark.figure), "bare") if mark.text is None else self.text(mark.text)

    def mark_label(self, index: int, mark: ChartMark, name: Markup, **attributes: str) -> Markup:
        """The name of a mark in the drawing."""
        return element("text", name, **attributes) if mark.text is None else self.label(f"mark/{index}", name, **attributes)

    @staticmethod
    def label(part: str, content: Markup, **attributes: str) -> Markup:
        """A text of the chart in the drawing; the judge reads from `data-text` which one it is."""
        return element("text", content, data_text=part, **attributes)


_MIDDLE = 50
"""Labels of marks stand on the roomier side."""
