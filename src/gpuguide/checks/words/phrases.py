"""What a message says on a page: its words in a language, with tokens where numbers, names, dates and links stand.

Knows the placeholders and the inline Markdown of docs/formats.md. Refuses to write a number or a name: a token says which is due.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from gpuguide.checks.bench import Bench
from gpuguide.checks.documents import Record, Value
from gpuguide.checks.facts import Amount, Bindings, Missing, UnsoundError
from gpuguide.checks.languages import Language
from gpuguide.checks.routes import due_paths
from gpuguide.checks.words.lexicon import FLAG_WORDS, Lexicon
from gpuguide.checks.words.stretches import collapsed, link, place_of, token

_PLACEHOLDER = re.compile(r"\{([^{}\s][^{}]*)\}")
_CODE = re.compile(r"`([^`]*)`")
_LINK = re.compile(r"\[([^\]]*)\]\(([^()\s]*)\)")
_STRONG = re.compile(r"\*\*(.+?)\*\*")
_EMPHASIS = re.compile(r"\*(.+?)\*")
# Between the items of a list, before the last of several, and between two.
_JOINS = {"en": (", ", ", and ", " and "), "pt": (", ", " e ", " e "), "zh": ("、", "和", "和"), "ja": ("、", "、", "、")}
Key = tuple[str, bool, tuple[tuple[str, str], ...]]


@dataclass
class Phrases:
    """The messages of one language of a site, each worked out once for each member that it is about."""

    bench: Bench
    lexicon: Lexicon
    _known: dict[Key, str] = field(default_factory=dict)

    @property
    def language(self) -> Language:
        """The language."""
        return self.lexicon.language

    def html(self, message: str, bound: Bindings, *, linked: bool = False) -> str:
        """The stretch that a message of the site must be; its figures lead to their derivations where `linked`."""
        # Most messages name no axis: one answer serves every member.
        about = tuple(sorted(bound.items())) if "{" in message else ()
        key = (message, linked, about)
        if key not in self._known:
            self._known[key] = self._html(self.lexicon.message(" ".join(message.split())), bound, linked)
        return self._known[key]

    def engine(self, message: str, placeholders: Mapping[str, str]) -> str:
        """The stretch of a message of the engine, its words in braces standing for these placeholders."""
        text = self.lexicon.word(message)
        for word, placeholder in placeholders.items():
            text = text.replace(f"{{{word}}}", f"{{{placeholder}}}")
        return self._html(text, {}, False)

    def _html(self, text: str, bound: Bindings, linked: bool) -> str:
        body = _PLACEHOLDER.sub(lambda match: self._placeholder(match[1], bound, linked), text)
        return collapsed("".join(_CODE.sub(r"\1", part) if part.startswith("`") else self._marked(part) for part in _split(body)))

    def _marked(self, text: str) -> str:
        text = _LINK.sub(lambda match: self._link(match[1], match[2]), text)
        return _EMPHASIS.sub(r"\1", _STRONG.sub(r"\1", text))

    def _link(self, content: str, target: str) -> str:
        kind, _, name = target.partition(":")
        if target.startswith("#"):
            return link(target, content)
        if kind == "to":
            return link(self.address(name), content)
        page, mark, fragment = name.partition("#")
        place = self.page_place(page)
        return content if place is None else link(place + mark + fragment, content)

    def page_place(self, page: str) -> str | None:
        """Where a page stands in this language; None for one that is not built."""
        return next(
            (place_of(path) for path in due_paths(self.bench, self.language.segment, page) if path in self.bench.files), None
        )

    def address(self, name: str) -> str:
        """An address outside the site; empty when the site has none of this name."""
        found = self.bench.answers.facts.collections.get("addresses", Record()).get(name)
        return found if isinstance(found, str) else ""

    # --- Placeholders ---

    def _placeholder(self, name: str, bound: Bindings, linked: bool) -> str:
        kind, colon, rest = name.partition(":")
        if colon:
            return self._named(kind, rest, bound)
        reference, _, form = name.partition("|")
        written = self.number(reference, form, bound)
        return link(f"#{anchor(self.key(reference, bound))}", written) if linked else written

    def key(self, reference: str, bound: Bindings) -> str:
        """The key of a figure or fact, however it is spelt."""
        text = self.bench.site.short_names.get(reference, reference)
        if "/" in text or "." not in text:
            return self.bench.answers.references.key(text, bound)
        first, *rest = text.split(".")
        # A fact is known by the way that leads to it: an id met on the way is not followed in its name.
        path = [self.bench.answers.facts.axes[first], bound[first]] if first in bound else [first]
        return ".".join([*path, *(bound.get(step, step) for step in rest)])

    def number(self, reference: str, form: str, bound: Bindings) -> str:
        """The token of a figure or fact, or of the word for why it is missing."""
        key = self.key(reference, bound)
        missing = self.missing(key)
        return token(f"{key}|{form}" if missing is None else f"{key}~{self.lexicon.absent(missing.kind)}")

    def missing(self, key: str) -> Missing | None:
        """In which way a figure or fact is missing, if it is."""
        answers = self.bench.answers
        value = answers.facts.fact(key, {}).value if "." in key and "/" not in key else answers.figure(key).value
        return value if isinstance(value, Missing) else None

    def _named(self, kind: str, rest: str, bound: Bindings) -> str:
        if kind == "date":
            return token(f"@{self.bench.answers.facts.fact(rest, bound).path}")
        if kind == "list":
            return self.joined([token(name) for name in self.listed(rest)])
        if kind == "choice":
            return self.chosen(rest, bound)
        if kind == "server":
            return self.server(*(self.member(part, bound) for part in rest.split("/")))
        collection = self.bench.answers.facts.axes.get(kind, kind)
        return token(f"{collection}/{self.member(rest, bound)}")

    def member(self, segment: str, bound: Bindings) -> str:
        """The id that a segment stands for."""
        return self.bench.answers.references.key(f"x/{segment}", bound).partition("/")[2]

    def server(self, gpu: str, count: str, chosen: str = "") -> str:
        """A card alone by its name, several as the language counts them."""
        cards = self.bench.answers.facts.fact(f"counts.{count}.cards", {}).value
        name = f"gpus/{gpu}" if isinstance(cards, Amount) and cards.base == 1 else f"server/{gpu}/{count}"
        return token(f"{name}!{chosen}" if chosen else name)

    def chosen(self, reference: str, bound: Bindings) -> str:
        """The name that a choice gives; empty when it picks nothing."""
        key = self.bench.answers.references.key(self.bench.site.short_names.get(reference, reference), bound)
        picked = self.bench.answers.choice(key)
        if picked is None:
            return ""
        if "gpu" in picked and "count" in picked:
            return self.server(picked["gpu"], picked["count"], key)
        axis, member = next(iter(picked.items()))
        collection = self.bench.answers.facts.axes[axis]
        if collection == "picks":
            pick = self.bench.answers.facts.record("picks", member)
            return self.server(str(pick.get("gpu")), str(pick.get("count")), key)
        return token(f"{collection}/{member}!{key}")

    def listed(self, name: str) -> list[str]:
        """The names of a declared list, or of a whole collection."""
        answers = self.bench.answers
        declared = self.bench.site.declared.lists.get(name)
        if declared is None:
            return [f"{name}/{one}" for one in answers.facts.members(name)]
        collection = answers.facts.axes[answers.references.candidates(declared.rows)[0]]
        return [f"{collection}/{one}" for one in answers.rows(declared)]

    def joined(self, items: list[str]) -> str:
        """Names as the language lists them."""
        comma, last, two = _JOINS.get(self.language.base, _JOINS["en"])
        if len(items) < 3:
            return two.join(items)
        return comma.join(items[:-1]) + last + items[-1]

    def commas(self, items: list[str]) -> str:
        """Names in a row, without a word before the last."""
        return ("、" if self.language.base in ("zh", "ja") else ", ").join(items)

    def flag(self, reference: str, bound: Bindings) -> str:
        """Yes or no, or why there is neither."""
        fact = self.bench.answers.facts.fact(reference, bound)
        if isinstance(fact.value, Missing):
            return token(f"{fact.path}~{self.lexicon.absent(fact.value.kind)}")
        return token(f"?{fact.path}") + self.lexicon.word(FLAG_WORDS[str(fact.value).lower()])

    def text_fact(self, reference: str, bound: Bindings) -> str:
        """A text as its source writes it, or why there is none."""
        fact = self.bench.answers.facts.fact(reference, bound)
        if isinstance(fact.value, Missing):
            return token(f"{fact.path}~{self.lexicon.absent(fact.value.kind)}")
        return token(f"fact/{fact.path}")

    def guard(self, keys: Mapping[str, list[str]]) -> str:
        """What stands before a block that leans on claims."""
        return "".join(token(f"{mark}{' '.join(names)}") for mark, names in keys.items() if names)


def text_of(value: Value | None) -> str:
    """A text of a YAML file."""
    if isinstance(value, str):
        return value
    raise UnsoundError("a text is missing")


@lru_cache(maxsize=16384)
def anchor(key: str) -> str:
    """Where the derivation of a figure stands on its page."""
    return "d-" + re.sub(r"[^a-z0-9]+", "-", key.lower()).strip("-")


def _split(text: str) -> list[str]:
    """Code and what stands between."""
    return re.split(r"(`[^`]*`)", text)
