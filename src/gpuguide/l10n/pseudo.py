"""A language that nobody speaks: every message in accents, a third longer and between brackets, so that what is none shows.

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


def pseudo(text: str, literals: Iterable[str] = ()) -> str:
    """The message as the made-up language has it, declared literals as they are.

    Each vowel stands twice, which is about what German adds to English.
    """
    declared = "|".join(map(re.escape, sorted(literals, key=len, reverse=True)))
    parts = re.split(f"({declared}|{_KEPT})" if declared else f"({_KEPT})", text)
    parts[::2] = [_VOWEL.sub(lambda vowel: vowel[0] * 2, part).translate(_ACCENTED) for part in parts[::2]]
    return f"{OPEN}{''.join(parts)}{CLOSE}"


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
