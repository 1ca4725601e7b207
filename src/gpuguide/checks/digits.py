"""Finds digits that nothing accounts for.

Knows digits of every script and the declared literals. Refuses to know carriers: they are taken out before.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

_NUMBER_CATEGORIES = frozenset(("Nd", "Nl", "No"))
_ASCII_DIGIT = re.compile(r"[0-9]")
_TOKEN = re.compile(r"\S+")
# A literal is a whole token: no letter or digit goes on beside it, and no decimal does.
_NOT_BEFORE = r"(?<![0-9A-Za-z\u00c0-\u024f])(?<![0-9][.,])"
_NOT_AFTER = r"(?![0-9A-Za-z\u00c0-\u024f])(?![.,][0-9])"


@dataclass(frozen=True)
class Scan:
    """What a text holds beside its words: declared literals, and tokens with digits that are none."""

    literals: Counter[str]
    unrecorded: tuple[str, ...]


class Scanner:
    """Scans texts against the literals of a site, longest match first."""

    def __init__(self, literals: Iterable[str]) -> None:
        """Prepare one pattern for all literals."""
        self._declared = {_normal(literal): literal for literal in literals}
        longest_first = sorted(self._declared, key=lambda text: (-len(text), text))
        self._pattern = re.compile(_any_of(longest_first))
        self._scanned: dict[str, Scan] = {}

    def scan(self, text: str) -> Scan:
        """The literals of a text and the tokens whose digits are unaccounted for; a site says most texts many times."""
        if text not in self._scanned:
            self._scanned[text] = self._scan(text)
        return self._scanned[text]

    def _scan(self, text: str) -> Scan:
        found: Counter[str] = Counter()

        def taken(match: re.Match[str]) -> str:
            found[self._declared[match[0]]] += 1
            return "\ufffc"

        rest = self._pattern.sub(taken, _normal(text))
        tokens = [token for token in _TOKEN.findall(rest) if has_digit(token)] if has_digit(rest) else []
        return Scan(found, (*tokens, *_letterlike(text)))

    def without_literals(self, text: str) -> str:
        """A text with a mark for each literal in it."""
        return self._pattern.sub("\ufffc", _normal(text))

    def unused_words(self, texts: Iterable[str]) -> list[str]:
        """The literals without a digit, numbers in words, that stand in none of these texts."""
        everything = "\n".join(map(_normal, texts))
        return [literal for normal, literal in self._declared.items() if not has_digit(normal) and normal not in everything]


def _letterlike(text: str) -> list[str]:
    """Numerals that normalization turns into letters, such as the one sign for a Roman four."""
    if text.isascii():
        return []
    return [sign for sign in text if unicodedata.category(sign) == "Nl" and not has_digit(_normal(sign))]


@lru_cache(maxsize=8)
def scanner_of(literals: tuple[str, ...]) -> Scanner:
    """The scanner for these literals: one for all who judge the same site, so that no text is scanned twice."""
    return Scanner(literals)


def _normal(text: str) -> str:
    return unicodedata.normalize("NFKC", text)


def _any_of(literals: list[str]) -> str:
    """A pattern for any of the texts; where none of their first signs stands, none of them is tried."""
    if not literals:
        return r"(?!)"
    firsts = "".join(sorted({re.escape(literal[0]) for literal in literals}))
    return f"(?=[{firsts}])(?:{'|'.join(map(bounded, literals))})"


def bounded(literal: str) -> str:
    """A pattern for a text that stands as a whole token."""
    before = _NOT_BEFORE if literal[0].isalnum() else ""
    after = _NOT_AFTER if literal[-1].isalnum() else ""
    return f"{before}{re.escape(literal)}{after}"


def has_digit(text: str) -> bool:
    """Whether a digit of any script stands in the text."""
    if _ASCII_DIGIT.search(text):
        return True
    return not text.isascii() and any(unicodedata.category(sign) in _NUMBER_CATEGORIES for sign in text if sign > "\x7f")
