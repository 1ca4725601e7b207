"""Writes SVG elements: names, attributes in the order given, escaped.

Knows that places across are shares of the drawing, so that one drawing fits every width. Refuses to know looks: classes, and CSS.
"""

from __future__ import annotations

from fractions import Fraction

from markupsafe import Markup, escape

from gpuguide.quantities import decimal_text, round_to_step

TENTH = Fraction(1, 10)


def element(tag: str, content: Markup | str = "", /, **attributes: str | int) -> Markup:
    """An element; `_` in an attribute's name is written `-`, a final one dropped, and empty attributes are left out."""
    names = {name.rstrip("_").replace("_", "-"): str(value) for name, value in attributes.items()}
    written = "".join(f' {name}="{escape(value)}"' for name, value in names.items() if value)
    if not content:
        return Markup(f"<{tag}{written}/>")  # noqa: S704 - attributes are escaped right here
    return Markup(f"<{tag}{written}>") + escape(content) + Markup(f"</{tag}>")  # noqa: S704 - as above


def tenth(share: Fraction) -> Fraction:
    """A share of a hundred as it is drawn: to one decimal, half up."""
    return round_to_step(share, TENTH)


def percent(share: Fraction) -> str:
    """A share of a hundred as SVG takes it."""
    return f"{decimal_text(share)}%"
