"""Judges what stands around the content of a page: menus, language switch, breadcrumbs, contents, footer.

Knows the engine's words and which pages, languages and addresses a page may lead to. Refuses to know their order on the page.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from gpuguide.checks.words.lexicon import Lexicon
from gpuguide.checks.words.stretches import CLOSE, LINK_END, OPEN

_LINKED = re.compile(rf"({OPEN}>[^{CLOSE}]*{CLOSE})(.*?){LINK_END}")
_TOKEN = re.compile(f"{OPEN}[^{CLOSE}]*{CLOSE}")
_PLACEHOLDER = re.compile(r"\{[^{}]*\}")
_PUNCTUATION = " ·:：,，、;；()（）.…"
Messages = tuple[frozenset[str], ...]


def blanked(text: str) -> str:
    """A text without its tokens."""
    return _TOKEN.sub("", text)


def links_of(text: str) -> list[tuple[str, str]]:
    """Where a stretch leads, and by which words."""
    return [(match[1][2:-1], match[2]) for match in _LINKED.finditer(text)]


def without_links(text: str) -> str:
    """A stretch without its links and what stands in them."""
    return _LINKED.sub("", text)


@dataclass
class EngineWords:
    """Takes a text apart into the engine's messages."""

    lexicon: Lexicon
    own: frozenset[str]
    """What the site calls itself and its languages."""
    _known: dict[str, Messages | None] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Prepare the texts, longest first."""
        texts = {_PLACEHOLDER.sub("", text): frozenset(messages) for text, messages in self.lexicon.words.items()}
        texts.update({name: frozenset((name,)) for name in self.own})
        self._texts = sorted(texts.items(), key=lambda entry: -len(entry[0]))

    def messages(self, text: str) -> Messages | None:
        """The messages that a text is made of, joined by punctuation; None when something else is in it."""
        if text not in self._known:
            self._known[text] = self._taken(blanked(text))
        return self._known[text]

    def attribute(self, name: str, text: str) -> Messages | None:
        """The messages of an attribute; a script fills the slots of `data-found`, so it holds its message with them."""
        if name != "data-found":
            return self.messages(text)
        return (frozenset(self.lexicon.words[text]),) if text in self.lexicon.words else None

    def _taken(self, text: str) -> Messages | None:
        rest = text.strip(_PUNCTUATION)
        if not rest:
            return ()
        for word, messages in self._texts:
            core = word.strip(_PUNCTUATION)
            after = rest[len(core) : len(core) + 1]
            if not core or not rest.startswith(core) or (after.isascii() and after.isalnum()):
                continue
            tail = self._taken(rest[len(core) :])
            if tail is not None:
                return (messages, *tail)
        return None
