"""Finds a place for each name of a chart, so that no name covers a point, a line or another name.

Knows the sides of a point and the ends of a line, in the order in which they are tried. Refuses chance: the same chart gets the
same labels everywhere.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction

from gpuguide.site.charts.boxes import At, Box, Side, outside, pixels, text_box

RADIUS = 5

SIDES = (
    Side(8, 4, "start"),
    Side(-8, 4, "end"),
    Side(0, -9, "middle"),
    Side(0, 18, "middle"),
    Side(6, -6, "start"),
    Side(6, 15, "start"),
    Side(-6, -6, "end"),
    Side(-6, 15, "end"),
)
"""Of a point: right, left, above, below, then the corners."""
ABOVE, BELOW = Side(0, -9, "end"), Side(0, 18, "end")
"""Of the end of a line."""
UNDER = Side(4, 17, "start")
"""Of a point within a line that rises: to the right, below it."""


def place_labels(points: list[At], names: list[str], height: int) -> list[Side] | None:
    """A side for each point, found by trying them in order and going back where none is free; None when there is no way."""
    spots = [pixels(point, height) for point in points]
    marks = [Box(x - RADIUS, y - RADIUS, x + RADIUS, y + RADIUS) for x, y in spots]
    chosen: list[int] = [0] if spots else []
    while chosen:
        index = len(chosen) - 1
        if chosen[-1] == len(SIDES):
            chosen.pop()
            if chosen:
                chosen[-1] += 1
            continue
        taken = [text_box(spot, SIDES[side], name) for spot, side, name in zip(spots, chosen[:-1], names, strict=False)]
        box = text_box(spots[index], SIDES[chosen[-1]], names[index])
        if outside(box) or any(box.covers(other) for other in (*taken, *marks[:index], *marks[index + 1 :])):
            chosen[-1] += 1
        elif len(chosen) == len(spots):
            return [SIDES[side] for side in chosen]
        else:
            chosen.append(0)
    return None if spots else []


@dataclass
class Room:
    """What is taken in a drawing of lines: the lines, and the names that have their place."""

    height: int
    lines: list[tuple[At, At]]
    names: list[Box] = field(default_factory=list)

    def beside_line(self, points: list[At], name: str) -> tuple[At, Side]:
        """The place of a line's name: at its end, or under one of its points; at its end when no place is free."""
        ends = [(points[-1], side) for side in (ABOVE, BELOW)]
        return self._first([*ends, *((point, UNDER) for point in reversed(points[:-1]))], name)

    def on_mark(self, y: Fraction, name: str) -> tuple[At, Side]:
        """The place of a mark's name, on the line that crosses the drawing at this share of its height."""
        right, left = (Fraction(100), y), (Fraction(0), y)
        sides = [
            (right, Side(0, -5, "end")),
            (right, Side(0, 15, "end")),
            (left, Side(4, -5, "start")),
            (left, Side(4, 15, "start")),
        ]
        return self._first(sides, name)

    def _first(self, candidates: Iterable[tuple[At, Side]], name: str) -> tuple[At, Side]:
        tried = list(candidates)
        for at, side in tried:
            box = text_box(pixels(at, self.height), side, name, bold=True)
            if not self._taken(box):
                self.names.append(box)
                return at, side
        self.names.append(text_box(pixels(tried[0][0], self.height), tried[0][1], name, bold=True))
        return tried[0]

    def _taken(self, box: Box) -> bool:
        crossed = any(box.crossed(pixels(start, self.height), pixels(end, self.height)) for start, end in self.lines)
        return outside(box) or crossed or any(box.covers(other) for other in self.names)
