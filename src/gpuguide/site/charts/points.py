"""Draws points on two axes: joined to lines, or scattered and named.

Knows both axes and their ticks. Refuses labels that cover each other.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

from markupsafe import Markup

from gpuguide.catalog.charting import ChartAxis, ChartMark
from gpuguide.site.charts.axes import Axis, rows_axis
from gpuguide.site.charts.boxes import At, Side
from gpuguide.site.charts.placing import Room, place_labels
from gpuguide.site.charts.sketch import ChartError, Drawing, Sketch
from gpuguide.site.charts.svg import element, percent

LINES_HEIGHT = 320
SCATTER_HEIGHT = 420


def draw_lines(sketch: Sketch) -> Drawing:
    """A line for each series through its rows, named where it ends; a line across for each mark."""
    across, up = sketch.spec.across, _upright(sketch)
    places = [sketch.known(across.figure or "", member) for member in sketch.rows]
    values = [[sketch.known(series.figure, member) for member in sketch.rows] for series in sketch.spec.series]
    marks = sketch.marked("up")
    x_axis = rows_axis(places, across.scale == "log")
    y_axis = sketch.scale(up, [*(value for line in values for value in line), *(value for _, _, value in marks)])
    drawn = _up_ticks(sketch, y_axis, up) + _row_ticks(sketch, x_axis, places) + sketch.upright(x_axis)
    lines = [[(x_axis.place(x), 100 - y_axis.place(y)) for x, y in zip(places, line, strict=True)] for line in values]
    heights = [100 - y_axis.place(value) for _, _, value in marks]
    across_all = [((Fraction(0), y), (Fraction(100), y)) for y in heights]
    room = Room(LINES_HEIGHT, [*across_all, *(pair for points in lines for pair in pairwise(points))])
    names = Markup("").join(_line(sketch, index, points, room) for index, points in enumerate(lines))
    for (index, mark, _), y in zip(marks, heights, strict=True):
        drawn += element("g", _mark(sketch, index, mark, y, room), class_="mark")
    return Drawing(drawn + names, LINES_HEIGHT)


def _mark(sketch: Sketch, index: int, mark: ChartMark, y: Fraction, room: Room) -> Markup:
    """A line across at the height of a value, with its name on the roomiest side."""
    at = percent(y)
    line = element("line", data_mark=sketch.figure(mark.figure).key, x1="0", x2="100%", y1=at, y2=at)
    name = sketch.mark_name(mark)
    (x, _), side = room.on_mark(y, name.striptags())
    return line + sketch.mark_label(index, mark, name, x=percent(x), y=at, **_moved(side))


def _line(sketch: Sketch, index: int, points: list[At], room: Room) -> Markup:
    """Segments, points over them, and the name of the series beside."""
    series = sketch.spec.series[index]
    keys = [sketch.figure(series.figure, member).key for member in sketch.rows]
    drawn = Markup("")
    for key, (x1, y1), (x2, y2) in zip(keys[1:], points, points[1:], strict=False):
        drawn += element("line", data_segment=key, x1=percent(x1), y1=percent(y1), x2=percent(x2), y2=percent(y2))
    for key, (x, y) in zip(keys, points, strict=True):
        drawn += element("circle", data_point=key, cx=percent(x), cy=percent(y), r="3.5")
    name = sketch.text(series.label)
    (x, y), side = room.beside_line(points, name.striptags())
    drawn += sketch.label(f"series/{index}", name, x=percent(x), y=percent(y), class_="series", **_moved(side))
    return element("g", drawn, class_=f"series-{index}")


def draw_scatter(sketch: Sketch) -> Drawing:
    """A named point for each row."""
    across, up = sketch.spec.across, _upright(sketch)
    places = [sketch.known(across.figure or "", member) for member in sketch.rows]
    heights = [sketch.known(up.figure or "", member) for member in sketch.rows]
    x_axis, y_axis = sketch.scale(across, places), sketch.scale(up, heights)
    drawn = _up_ticks(sketch, y_axis, up) + _across_ticks(sketch, x_axis)
    points = [(x_axis.place(x), 100 - y_axis.place(y)) for x, y in zip(places, heights, strict=True)]
    names = [sketch.row_name(member) for member in sketch.rows]
    sides = place_labels(points, [name.striptags() for name in names], SCATTER_HEIGHT)
    if sides is None:
        raise ChartError.at(sketch.place, "the names of the points cover each other", "leave rows out with `where`")
    for member, (x, y), name, side in zip(sketch.rows, points, names, sides, strict=True):
        keys = f"{sketch.figure(across.figure or '', member).key} {sketch.figure(up.figure or '', member).key}"
        point = element("circle", data_point=keys, cx=percent(x), cy=percent(y), r="4.5")
        label = element("text", name, x=percent(x), y=percent(y), class_="name", **_moved(side))
        drawn += element("g", point + label, class_="series-0")
    return Drawing(drawn, SCATTER_HEIGHT)


def _moved(side: Side) -> dict[str, str]:
    return {"dx": str(side.dx), "dy": str(side.dy), "text_anchor": side.anchor}


def _upright(sketch: Sketch) -> ChartAxis:
    if sketch.spec.up is None:
        raise ChartError.at(sketch.place, "points need an upright axis", "write up: {label: …, unit: …}")
    return sketch.spec.up


def _up_ticks(sketch: Sketch, axis: Axis, up: ChartAxis) -> Markup:
    drawn = Markup("")
    for value in axis.ticks:
        y = percent(100 - axis.place(value))
        line = element("line", data_tick="up", x1="0", x2="100%", y1=y, y2=y)
        number = element("text", sketch.tick(value, up), x="0%", y=y, dx="-8", dy="4", text_anchor="end")
        drawn += element("g", line + number, class_="tick")
    return drawn + sketch.label("up", sketch.axis_title(up), x="0%", y="-16", class_="axis upright")


def _across_ticks(sketch: Sketch, axis: Axis) -> Markup:
    drawn = Markup("")
    for value in axis.ticks:
        drawn += _across_tick(percent(axis.place(value)), sketch.tick(value, sketch.spec.across))
    return drawn + _across_title(sketch)


def _row_ticks(sketch: Sketch, axis: Axis, places: list[Fraction]) -> Markup:
    """A tick at each row: its name, or its number."""
    across, drawn = sketch.spec.across, Markup("")
    for member, value in zip(sketch.rows, places, strict=True):
        named = across.name is not None
        text = sketch.row_name(member) if named else sketch.pen.figure(sketch.figure(across.figure or "", member), "bare")
        drawn += _across_tick(percent(axis.place(value)), text)
    return drawn + _across_title(sketch)


def _across_tick(at: str, text: Markup) -> Markup:
    line = element("line", data_tick="across", x1=at, x2=at, y1="0", y2="100%")
    return element("g", line + element("text", text, x=at, y="100%", dy="20", text_anchor="middle"), class_="tick")


def _across_title(sketch: Sketch) -> Markup:
    title = sketch.axis_title(sketch.spec.across)
    return sketch.label("across", title, x="100%", y="100%", dy="42", text_anchor="end", class_="axis")
