"""The difference between two sentences, word by word: what stands, what went, what came.

Knows words, numbers and Han characters apart. Refuses to know colours.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator
from typing import TypeAlias

Piece: TypeAlias = tuple[str, str]
"""A text and what became of it: "" stands, "-" went, "+" came."""

_TOKEN = re.compile(r"[^\W\d_\u3040-\u30ff\u3400-\u9fff]+|\d[\d.,\u00a0\u202f]*\d|\d|\s+|.", re.DOTALL)
"""A word, a number with its marks, white space, or one character (Han, kana, punctuation)."""


def word_difference(old: str, new: str) -> tuple[list[Piece], list[Piece]]:
    """The old sentence and the new one in pieces, each marked where it differs from the other."""
    before, after = _TOKEN.findall(old), _TOKEN.findall(new)
    matcher = difflib.SequenceMatcher(None, before, after, autojunk=False)
    old_pieces: list[Piece] = []
    new_pieces: list[Piece] = []
    for kind, i, j, k, m in matcher.get_opcodes():
        same = kind == "equal"
        old_pieces.extend(_piece(before[i:j], "" if same else "-"))
        new_pieces.extend(_piece(after[k:m], "" if same else "+"))
    return old_pieces, new_pieces


def _piece(tokens: list[str], mark: str) -> Iterator[Piece]:
    if tokens:
        yield "".join(tokens), mark
