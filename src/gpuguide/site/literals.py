"""Finds digits that somebody typed: each must belong to a declared literal.

Knows a site's literals. Refuses to know why a literal is allowed: the reason stands beside it in data.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable
from functools import cache

from gpuguide.catalog.records import Literal
from gpuguide.errors import GuideError, Place


class TypedNumberError(GuideError):
    """A number that did not come from the calculator."""


class Literals:
    """The texts with digits that may stand in prose as they are."""

    def __init__(self, literals: Iterable[Literal]) -> None:
        """Take the declared literals, longest first so that the longest match wins."""
        self._texts = sorted((literal.text for literal in literals), key=len, reverse=True)
        joined = "|".join(re.escape(text) for text in self._texts)
        self._pattern = re.compile(rf"(?<![A-Za-z0-9])(?:{joined})(?![A-Za-z0-9])") if self._texts else None

    def take(self, text: str, place: Place, counts: Counter[str] | None) -> None:
        """Count the literals of a text; a digit outside them is an error with its place."""
        rest = text
        if self._pattern is not None:
            rest = self._pattern.sub(lambda match: self._counted(match[0], counts), text)
        typed = re.search(r"\S*?[^\W\d_]*(\d|[²³¹¼-¾])\S*", unicodedata.normalize("NFKC", rest)) if _has_number(rest) else None
        if typed or _has_number(rest):
            seen = typed[0] if typed else rest
            raise TypedNumberError.at(
                place,
                f'the number in "{seen.strip()[:40]}" is typed, not computed',
                "use a placeholder such as {a_figure} or {gpu:a-card}, or declare the text in literals.yaml with a reason",
            )

    @staticmethod
    def _counted(text: str, counts: Counter[str] | None) -> str:
        if counts is not None:
            counts[text] += 1
        return ""


@cache
def _is_number(char: str) -> bool:
    """Whether Unicode calls the character a number: digits of all scripts, fractions, Roman numerals, circled numbers."""
    return unicodedata.category(char) in ("Nd", "Nl", "No")


def _has_number(text: str) -> bool:
    return any(map(_is_number, text))
