"""The engine's words that the judge learns from the pages: a field or a parameter is called one thing throughout a language.

Knows that a word is learned where it first stands and holds everywhere after. Refuses to know which word would be best.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from gpuguide.checks.findings import Docket
from gpuguide.checks.words.lexicon import Lexicon
from gpuguide.checks.words.stretches import CLOSE, OPEN

_UNKNOWN = re.compile(rf"({OPEN}=[^{CLOSE}]*{CLOSE})")


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


def judge_meanings(meanings: list[Meanings], docket: Docket) -> None:
    """A learned word says the same in every language: some message of the engine is all of them.

    A project without a template of the engine's messages has words that nobody can look up: nothing is said of those.
    """
    for source in meanings[:1] if all(one.lexicon.closed for one in meanings) else ():
        for other in meanings[1:]:
            for piece in sorted(source.words.keys() & other.words.keys()):
                due = source.lexicon.words.get(source.words[piece], set())
                found = other.lexicon.words.get(other.words[piece], set())
                if not due & found:
                    name = piece.strip(OPEN + CLOSE).lstrip("=")
                    message = f"{name} is called something else than in {source.lexicon.language.id}"
                    docket.add(other.places[piece], "word-meaning", message, source.words[piece], other.words[piece])
