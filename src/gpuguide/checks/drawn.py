"""What a chart on a page draws, taken from its final markup.

Knows the attributes of docs/formats.md by which drawn things say what they are. Refuses to know what any of it should be.
"""

from __future__ import annotations

from collections.abc import Iterator

from lxml import etree

from gpuguide.checks.pages import Drawn, Plot

_DRAWN = frozenset(("rect", "line", "circle", "path", "polyline", "polygon", "ellipse", "text", "image", "use"))
_KINDS = ("bar", "tick", "mark", "segment", "point", "text")
_CARRIED = frozenset(("data-figure", "data-name"))
_PLACES = frozenset(("x", "y", "x1", "x2", "y1", "y2", "cx", "cy", "width", "text-anchor", "transform", "fill"))


def read_plot(figure: etree._Element, where: str) -> Plot:
    """The chart that a figure is."""
    shapes = (shape for svg in figure.iter("svg") if svg.get("class") != "key" for shape in _shapes(svg))
    return Plot(where, str(figure.get("data-chart")), tuple(shapes))


def _shapes(svg: etree._Element) -> Iterator[Drawn]:
    """Everything that is drawn, in order; what does not say what it is has the kind `stray`."""
    for element in svg.iter():
        tag = str(element.tag)
        if next(element.iterancestors("defs"), None) is not None:
            continue
        if tag == "tspan":
            if not any("data-text" in one.attrib for one in element.iterancestors("text", "tspan")):
                yield from _carried(element)
        elif tag == "text" and "data-text" not in element.attrib:
            if not any(_CARRIED & set(one.attrib) for one in element.iter("tspan")):
                yield Drawn("stray", tag, _places(element))
        elif tag in _DRAWN:
            kind = next((kind for kind in _KINDS if f"data-{kind}" in element.attrib), "stray")
            key = tag if kind == "stray" else str(element.get(f"data-{kind}"))
            yield Drawn(kind, key, _places(element))


def _carried(element: etree._Element) -> Iterator[Drawn]:
    """A number, a name or a text within a text, at its place."""
    text = next(element.iterancestors("text"), element)
    if "data-text" in element.attrib:
        yield Drawn("text", str(element.get("data-text")), _places(text))
    for kind, attribute in (("number", "data-figure"), ("name", "data-name")):
        if attribute in element.attrib:
            yield Drawn(kind, str(element.get(attribute)), _places(text))


def _places(element: etree._Element) -> dict[str, str]:
    return {str(name): str(value) for name, value in element.attrib.items() if name in _PLACES}
