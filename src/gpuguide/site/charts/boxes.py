"""The room that texts and lines take in the narrowest drawing, in CSS pixels, and whether they meet.

Knows the narrowest drawing: what is apart there stays apart in wider ones, where places part and texts keep their size. Refuses
floats, so that the same chart comes out everywhere.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

NARROWEST = 205
"""Width of a drawing on a phone of 320 pixels, without its margins."""
MARGIN = 28
"""What a text may reach beyond the right edge."""
CAP = 13
"""Height of a line of text."""
_DESCENT = 3
_WIDE, _NARROW, _BOLD = Fraction(13), Fraction(38, 5), Fraction(42, 5)
"""Width of a character at the size of the chart's text: full-width, any other, and any other in bold; measured in a wide font."""

At: TypeAlias = tuple[Fraction, Fraction]
"""A share of the drawing's width and a share of its height, of a hundred, from its upper left corner."""


@dataclass(frozen=True)
class Box:
    """A rectangle."""

    left: Fraction
    top: Fraction
    right: Fraction
    bottom: Fraction

    def covers(self, other: Box) -> bool:
        """Whether the two share room."""
        return self.left < other.right and other.left < self.right and self.top < other.bottom and other.top < self.bottom

    def crossed(self, start: At, end: At) -> bool:
        """Whether a straight line from `start` to `end`, in pixels, passes through."""
        (x1, y1), (x2, y2) = sorted((start, end))
        left, right = max(x1, self.left), min(x2, self.right)
        if left > right or x1 == x2:
            return left <= right and min(y1, y2) < self.bottom and self.top < max(y1, y2)
        ends = [y1 + (y2 - y1) * (x - x1) / (x2 - x1) for x in (left, right)]
        return min(ends) < self.bottom and self.top < max(ends)


@dataclass(frozen=True)
class Side:
    """Where a text stands: moved by `dx` and `dy` pixels from its place, and which end of it is there."""

    dx: int
    dy: int
    anchor: str


def pixels(at: At, height: int) -> At:
    """A place in the narrowest drawing of this height."""
    return at[0] * NARROWEST / 100, at[1] * height / 100


def text_box(at: At, side: Side, text: str, bold: bool = False) -> Box:
    """The room of a text beside a place in pixels."""
    wide = text_width(text, bold)
    x, y = at[0] + side.dx, at[1] + side.dy
    left = x if side.anchor == "start" else x - wide if side.anchor == "end" else x - wide / 2
    return Box(left, y - CAP + _DESCENT, left + wide, y + _DESCENT)


def outside(box: Box) -> bool:
    """Whether a text would leave the drawing by more than its margins."""
    return box.left < 0 or box.right > NARROWEST + MARGIN or box.top < -CAP


def text_width(text: str, bold: bool = False) -> Fraction:
    """About how wide a text is, on the safe side."""
    narrow = _BOLD if bold else _NARROW
    return sum((_WIDE if unicodedata.east_asian_width(char) in "WF" else narrow for char in text), Fraction(0))
