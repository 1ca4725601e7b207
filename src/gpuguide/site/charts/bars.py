"""Draws bars: one below the other with their numbers, or stacked to a total on an axis.

Knows rows of fixed height under a name. Refuses lengths that do not start at zero.
"""

from __future__ import annotations

from fractions import Fraction

from markupsafe import Markup

from gpuguide.figures import Figure
from gpuguide.site.charts.axes import Axis, full_axis
from gpuguide.site.charts.sketch import ChartError, Drawing, Sketch
from gpuguide.site.charts.svg import element, percent

NAME_HEIGHT = 20
BAR_HEIGHT = 16
BAR_STEP = 20
GAP = 10
BASELINE = 13
"""Of a text of the chart's size, below the top of its bar or line."""


def draw_bars(sketch: Sketch) -> Drawing:
    """A bar for each row and series, over the greatest of them and of the marks; every bar ends in its number."""
    rows = [[sketch.figure(series.figure, member) for series in sketch.spec.series] for member in sketch.rows]
    values = [figure.exact for figures in rows for figure in figures if figure.missing is None]
    if not values:
        raise ChartError.at(sketch.place, "there is nothing to draw", "choose rows whose figures are known")
    axis = full_axis([*values, *(value for _, _, value in sketch.marked("across"))])
    drawn, top = sketch.upright(axis), 0 if not sketch.spec.marks else NAME_HEIGHT
    for member, figures in zip(sketch.rows, rows, strict=True):
        row = element("text", sketch.row_name(member), class_="name", y=top + BASELINE)
        top += NAME_HEIGHT
        for index, figure in enumerate(figures):
            if figure.missing is None:
                row += _bar(sketch, index, figure, axis, top)
                top += BAR_STEP
        drawn += element("g", row)
        top += GAP
    return Drawing(drawn, top - GAP)


def _bar(sketch: Sketch, index: int, figure: Figure, axis: Axis, top: int) -> Markup:
    width = percent(axis.place(figure.exact))
    bar = element("rect", data_bar=figure.key, class_=f"series-{index}", x="0%", y=top, width=width, height=BAR_HEIGHT)
    value = sketch.pen.figure(figure, "table")
    if len(sketch.spec.series) > 1:
        name = sketch.text(sketch.spec.series[index].label)
        value += element("tspan", name, data_text=f"series/{index}", class_="series", dx="7")
    return bar + element("text", value, class_="value", x=width, y=top + BASELINE, dx="6")


def draw_stacked(sketch: Sketch) -> Drawing:
    """A bar for each row whose segments are the series, beside its name the total; ticks below, marks above."""
    rows = [[sketch.known(series.figure, member) for series in sketch.spec.series] for member in sketch.rows]
    totals = [sketch.known(sketch.spec.total or "", member) for member in sketch.rows]
    if totals != [sum(values) for values in rows]:
        raise ChartError.at(sketch.place, "the series do not add up to the total", "name the figure that is their sum")
    axis = sketch.scale(sketch.spec.across, [*totals, *(value for _, _, value in sketch.marked("across"))])
    height = len(rows) * (NAME_HEIGHT + BAR_HEIGHT + GAP)
    drawn = _ticks(sketch, axis) + sketch.upright(axis)
    for number, (member, values) in enumerate(zip(sketch.rows, rows, strict=True)):
        top = number * (NAME_HEIGHT + BAR_HEIGHT + GAP)
        total = element(
            "tspan", sketch.pen.figure(sketch.figure(sketch.spec.total or "", member), "table"), class_="value", dx="8"
        )
        row = element("text", sketch.row_name(member) + total, class_="name", x="2", y=top + BASELINE + GAP // 2)
        drawn += element("g", row + _segments(sketch, member, values, axis, top + NAME_HEIGHT + GAP // 2))
    return Drawing(drawn, height)


def _segments(sketch: Sketch, member: str, values: list[Fraction], axis: Axis, top: int) -> Markup:
    """Segments that meet: each runs from the drawn end of the one before it to its own."""
    drawn, below = Markup(""), Fraction(0)
    for index, (series, value) in enumerate(zip(sketch.spec.series, values, strict=True)):
        start, end = axis.place(below), axis.place(below + value)
        key = sketch.figure(series.figure, member).key
        fill = f"url(#hatch-{sketch.name})" if index == 1 else ""
        drawn += element(
            "rect",
            data_bar=key,
            class_=f"series-{index}",
            fill=fill,
            x=percent(start),
            y=top,
            width=percent(end - start),
            height=BAR_HEIGHT,
        )
        below += value
    return drawn


def _ticks(sketch: Sketch, axis: Axis) -> Markup:
    drawn = Markup("")
    for value in axis.ticks:
        at, number = percent(axis.place(value)), sketch.tick(value, sketch.spec.across)
        line = element("line", data_tick="across", x1=at, x2=at, y1="0", y2="100%")
        drawn += element("g", line + element("text", number, x=at, y="100%", dy="18", text_anchor="middle"), class_="tick")
    title = sketch.label("across", sketch.axis_title(sketch.spec.across), x="0%", y="100%", dy="38", class_="axis")
    if sketch.spec.marks_label is not None:
        title += sketch.label("marks", sketch.text(sketch.spec.marks_label), x="0%", y="-24", class_="axis")
    return drawn + title
