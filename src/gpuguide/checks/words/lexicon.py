"""The texts that a site may print in one language: its own messages and the engine's words.

Knows catalogs. Refuses to know where a message stands. A message without a translation is given as it is: that it has none is
judged with the catalogs.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass, field
from pathlib import Path

from gpuguide.checks.languages import Language
from gpuguide.checks.messages import translations

# What the engine calls its own: the judge's copy of the few words that it has to find at a certain place.
MISSING_WORDS = {"not_published": "not published", "none": "none", "no_offer": "no offer now"}
FLAG_WORDS = {"true": "yes", "false": "no"}
SOURCE_KINDS = {
    "datasheet": "datasheet",
    "product-page": "product page",
    "whitepaper": "white paper",
    "log": "public log",
    "planner": "maker's planner",
    "benchmark": "benchmark",
    "secondary": "secondary source",
    "derived": "derived",
    "": "the site itself",
}

_OWN = (*MISSING_WORDS.values(), *FLAG_WORDS.values(), *SOURCE_KINDS.values(), "nothing fits")
_MESSAGE = re.compile(r"""\b_\(\s*(?:"([^"]*)"|'([^']*)')""")


@dataclass
class Lexicon:
    """The messages of one language."""

    language: Language
    site: dict[str, str] = field(default_factory=dict)
    engine: dict[str, str] = field(default_factory=dict)
    words: dict[str, set[str]] = field(default_factory=dict)
    """The engine's texts in this language, each with the messages that it may stand for."""
    closed: bool = False
    """Whether every word of the engine is known: a project without catalogs has only those of its templates."""

    def message(self, text: str) -> str:
        """A message of the site in this language."""
        return self.site.get(text) or self.engine.get(text) or text

    def word(self, text: str) -> str:
        """A word of the engine in this language."""
        return self.engine.get(text) or self.site.get(text) or text

    def absent(self, kind: str) -> str:
        """What says that a value is missing."""
        return self.word(MISSING_WORDS[kind]) if kind in MISSING_WORDS else self.language.dash


def read_lexicons(project: Path, site: str, languages: dict[str, Language], wanted: Collection[str]) -> dict[str, Lexicon]:
    """The lexicons of the wanted languages; a site's first is the source language, whose texts are the messages themselves."""
    found = {}
    known = translations(project / "locales" / "engine.pot")
    messages = dict.fromkeys([*known, *_OWN, *_template_messages(project / "templates")])
    for index, language in enumerate(languages.values()):
        if language.id not in wanted:
            continue
        lexicon = Lexicon(language)
        if index:
            folder = project / "locales" / language.id / "LC_MESSAGES"
            lexicon.site, lexicon.engine = translations(folder / f"{site}.po"), translations(folder / "engine.po")
        for message in messages:
            lexicon.words.setdefault(lexicon.word(message), set()).add(message)
        lexicon.closed = bool(known)
        found[language.id] = lexicon
    return found


def _template_messages(folder: Path) -> list[str]:
    """Every message that a template names."""
    texts = [path.read_text(encoding="utf-8", errors="replace") for path in sorted(folder.rglob("*.html"))]
    return [first or second for text in texts for first, second in _MESSAGE.findall(text)]
