"""The picture that a shared link shows: the site's mark and its name, in the brand's colours.

Knows how to draw. Refuses to draw a number: nobody can read one back out of a picture, so nobody could say that it is wrong.
"""

from __future__ import annotations

import io
from functools import lru_cache
from typing import NamedTuple

from PIL import Image, ImageDraw, ImageFont

WIDTH, HEIGHT = 1200, 630
_FINE = 2  # drawn so many times as large, then reduced: edges become smooth
_MARGIN, _MARK = 80, 112
_SLOT, _GAP = (118, 62), 18
_ROWS, _COLUMNS = 6, 4
_LIT = frozenset({(1, 2), (2, 0), (2, 1), (2, 2), (3, 2), (3, 3), (4, 1)})
_NAME_SIZES = range(96, 30, -6)
_NAME_WIDTH = 1200 - 2 * _MARGIN


class Colours(NamedTuple):
    """What a brand's tokens say, each as #rrggbb."""

    ground: str
    ink: str
    line: str
    accent: str


@lru_cache(maxsize=8)
def draw_picture(name: str, colours: Colours) -> bytes:
    """A PNG of 1200 x 630. The typeface ships with Pillow and has Latin letters: a name in another script is left out."""
    image = Image.new("RGB", (WIDTH * _FINE, HEIGHT * _FINE), colours.ground)
    draw = ImageDraw.Draw(image)
    _rack(draw, colours)
    _mark(draw, colours)
    if name.isprintable() and all(ord(character) < 0x180 for character in name):
        font = _fitting(draw, name)
        place = (_MARGIN * _FINE, (HEIGHT - _MARGIN) * _FINE)
        draw.text(place, name, fill=colours.ink, font=font, anchor="ls")
    stream = io.BytesIO()
    image.resize((WIDTH, HEIGHT), Image.Resampling.LANCZOS).save(stream, "PNG", compress_level=9)
    return stream.getvalue()


def _fitting(draw: ImageDraw.ImageDraw, name: str) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    """The largest type in which the name has room."""
    fonts = [ImageFont.load_default(size * _FINE) for size in _NAME_SIZES]
    return next((font for font in fonts if draw.textlength(name, font=font) <= _NAME_WIDTH * _FINE), fonts[-1])


def _mark(draw: ImageDraw.ImageDraw, colours: Colours) -> None:
    """The icon of the site: three bars on the accent."""
    unit = _MARK * _FINE / 32
    left = top = _MARGIN * _FINE
    draw.rounded_rectangle((left, top, left + 32 * unit, top + 32 * unit), 6 * unit, fill=colours.accent)
    for x, y in ((8, 16), (14, 10), (20, 14)):
        draw.rectangle((left + x * unit, top + y * unit, left + (x + 4) * unit - 1, top + 22 * unit), fill=colours.ground)


def _rack(draw: ImageDraw.ImageDraw, colours: Colours) -> None:
    """Slots of a rack, some of them lit, that run out of the picture at the right."""
    width, height = _SLOT
    left = WIDTH - _COLUMNS * (width + _GAP) + width // 3
    for row in range(_ROWS):
        for column in range(_COLUMNS):
            x, y = left + column * (width + _GAP), 20 + row * (height + _GAP) - height // 2
            box = tuple(side * _FINE for side in (x, y, x + width, y + height))
            fill = colours.line if (row, column) in _LIT else None
            draw.rounded_rectangle(box, 10 * _FINE, fill=fill, outline=colours.line, width=3 * _FINE)
            if (row, column) in _LIT:
                lamp = tuple(side * _FINE for side in (x + width - 26, y + 22, x + width - 14, y + 34))
                draw.ellipse(lamp, fill=colours.accent)
