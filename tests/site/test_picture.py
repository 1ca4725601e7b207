"""The picture for shared links: its size, its colours, and no sign for a letter that its typeface lacks."""

from __future__ import annotations

import io

import pytest
from PIL import Image

from gpuguide.site.picture import Colours, draw_picture

DARK = Colours("#0c332b", "#f2f8f6", "#2a5a4e", "#6fd3b6")
NAME_BOX = (80, 460, 1120, 600)  # where the name stands


def colours_in(picture: bytes, box: tuple[int, int, int, int]) -> set[tuple[int, ...]]:
    with Image.open(io.BytesIO(picture)) as image:
        assert (image.format, image.size) == ("PNG", (1200, 630))
        found = image.convert("RGB").crop(box).getcolors(1 << 20) or []
    return {colour for _, colour in found if isinstance(colour, tuple)}


def test_the_name_stands_in_ink_on_the_ground():
    found = colours_in(draw_picture("Corner", DARK), NAME_BOX)
    assert {(0x0C, 0x33, 0x2B), (0xF2, 0xF8, 0xF6)} <= found


def test_the_mark_is_the_accent():
    assert (0x6F, 0xD3, 0xB6) in colours_in(draw_picture("Corner", DARK), (80, 80, 192, 192))


@pytest.mark.parametrize("name", ["显卡", "角のGPU", "a\u202fb", "a\nb"])
def test_a_name_that_the_typeface_cannot_write_is_left_out(name: str):
    assert colours_in(draw_picture(name, DARK), NAME_BOX) == {(0x0C, 0x33, 0x2B)}


def test_a_long_name_has_room():
    picture = draw_picture("A guide whose name is so long that it has no room in large type", DARK)
    assert colours_in(picture, (1121, 460, 1200, 600)) == {(0x0C, 0x33, 0x2B)}
