"""The engine's words that the judge learns from the pages: a field or a parameter is called one thing throughout a language.

Knows that a word is learned where it first stands and holds everywhere after. Refuses to know which word would be best.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from gpuguide.checks.findings import Docket
from gpuguide.checks.words.lexicon import Lexicon
from gpuguide.checks.words.stretches import CLOSE, OPEN

_UNKNOWN = re.compile(rf"({OPEN}=[^{CLOSE}]*{CLOSE})")


class Learned(NamedTuple):
    """A word as it was learned in one language: where, which messages of the engine it may be, and whether all are known."""

    word: str
    where: str
    messages: frozenset[str]
    closed: bool


@dataclass
class Meanings:
    """What each learned word of one language is, and where it was learned."""

    lexicon: Lexicon
    words: dict[str, str] = field(default_factory=dict)
    places: dict[str, str] = field(default_factory=dict)

    def agree(self, due: str, found: str, where: str) -> bool:
        """Whether a stretch is the one that is due; a word that nobody has met yet is learned here."""
        if f"{OPEN}=" not in due:
            return due == found
        pieces = [self.words.get(piece, piece) for piece in _UNKNOWN.split(due)]
        open_words = [piece for piece in pieces if piece.startswith(f"{OPEN}=")]
        if not open_words:
            return "".join(pieces) == found
        pattern = "".join(f"([^{OPEN}{CLOSE}]+?)" if piece in open_words else re.escape(piece) for piece in pieces)
        match = re.fullmatch(pattern, found)
        if match is None or (self.lexicon.closed and not all(word in self.lexicon.words for word in match.groups())):
            return False
        for piece, word in zip(open_words, match.groups(), strict=True):
            self.words.setdefault(piece, word)
            self.places.setdefault(piece, where)
        return all(self.words[piece] == word for piece, word in zip(open_words, match.groups(), strict=True))

    def learned(self) -> dict[str, Learned]:
        """Everything learned, for a comparison with other languages."""
        lexicon = self.lexicon
        return {
            piece: Learned(word, self.places[piece], frozenset(lexicon.words.get(word, ())), lexicon.closed)
            for piece, word in self.words.items()
        }


def judge_meanings(meanings: Mapping[str, Mapping[str, Learned]], docket: Docket) -> None:
    """A learned word says the same in every language: some message of the engine is all of them.

    A project without a template of the engine's messages has words that nobody can look up: nothing is said of those.
    """
    languages = list(meanings)
    for source, other in ((languages[0], other) for other in languages[1:]):
        for piece in sorted(meanings[source].keys() & meanings[other].keys()):
            due, found = meanings[source][piece], meanings[other][piece]
            if due.closed and found.closed and not due.messages & found.messages:
                message = f"{piece.strip(OPEN + CLOSE).lstrip('=')} is called something else than in {source}"
                docket.add(found.where, "word-meaning", message, due.word, found.word)
