"""A language that nobody speaks: every message in accents, longer and between brackets, so that what is none shows.

Knows which parts of a message are no words: placeholders, targets of links, code, tags, and words with digits. Refuses to be
published: nobody could read it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from gpuguide.l10n.catalogs import Catalog

OPEN, CLOSE = "⟦", "⟧"
_KEPT = r"\{[^{}]*\}|\]\([^)]*\)|`[^`]*`|<[^>]+>|&#?\w+;|\b\w*[0-9][\w.-]*"
_ACCENTED = str.maketrans(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ",
    "áƀçđéƒĝĥíĵķłɱñóþǫřšţúṽŵẋýžÁƁÇĐÉƑĜĤÍĴĶŁṀÑÓÞǪŘŠŢÚṼŴẊÝŽ",
)
_VOWEL = re.compile("[aeiou]")
_LENGTHS = ((10, 20), (20, 17))
"""Up to so many characters, how many tenths as long: one in twenty of the Portuguese translations is longer than that."""
_LONGER = 14
_FILLING = "·"
_WORD = 5


def pseudo(text: str, literals: Iterable[str] = ()) -> str:
    """The message as the made-up language has it, declared literals with a digit as they are.

    Each vowel stands twice, so that words are longer; points after the words make up for the rest, 40 % in all, more for a
    label of one or two words.
    """
    declared = "|".join(re.escape(one) for one in sorted(literals, key=len, reverse=True) if re.search("[0-9]", one))
    parts = re.split(f"({declared}|{_KEPT})" if declared else f"({_KEPT})", text)
    words = len("".join(parts[::2]))
    parts[::2] = [_VOWEL.sub(lambda vowel: vowel[0] * 2, part).translate(_ACCENTED) for part in parts[::2]]
    made = len("".join(parts[::2])) + len(OPEN + CLOSE)
    return f"{OPEN}{''.join(parts)}{_filling(_due(words) - made)}{CLOSE}"


def _due(length: int) -> int:
    tenths = next((tenths for most, tenths in _LENGTHS if length <= most), _LONGER)
    return length * tenths // 10


def _filling(length: int) -> str:
    """Points that break into lines as words do, the first of them at the last word."""
    return " ".join(_FILLING * min(_WORD, length - start) for start in range(0, length, _WORD + 1))


class PseudoCatalog(Catalog):
    """A catalog that has every message."""

    literals: tuple[str, ...] = ()

    def translate(self, text: str) -> str | None:
        """The message in the made-up language."""
        return pseudo(text, self.literals)

    def is_fuzzy(self, text: str) -> bool:
        """Never: nothing waits."""
        return False


def pseudo_reader(literals: Iterable[str]) -> type[PseudoCatalog]:
    """Catalogs that leave these literals alone."""
    kept = tuple(literals)

    class Kept(PseudoCatalog):
        """One of a site."""

        literals = kept

    return Kept
