"""What a message says in a language once its placeholders are filled: the text that a title, a header or a feed must have.

Knows the catalogs, the placeholders of docs/formats.md, and how languages join names. Refuses to know where a text stands.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction

from gpuguide.checks.bench import Bench
from gpuguide.checks.dates import says_date
from gpuguide.checks.facts import Amount, Bindings, Missing, UnsoundError
from gpuguide.checks.languages import Language
from gpuguide.checks.messages import read_catalog
from gpuguide.checks.names import name_of
from gpuguide.checks.writing import Written

_PLACEHOLDER = re.compile(r"\{([^{}]+)\}")
_LINK = re.compile(r"\[([^\[\]]*)\]\([^()]*\)")
_MARKS = re.compile(r"\*\*|\*|`")
# The words for a missing value; an unknown one is the language's dash.
_MISSING = {"not_published": "not published", "none": "none", "no_offer": "no offer now"}
# Between names, before the last of three or more, and between two.
_JOINTS = {"en": (", ", ", and ", " and "), "pt": (", ", " e ", " e "), "zh": ("、", "和", "和"), "ja": ("、", "、", "、")}


@dataclass(frozen=True)
class Slot:
    """A part of a text that may be written in more than one way: how it is called, and what fits."""

    shown: str
    fits: Callable[[str], bool]


@dataclass(frozen=True)
class Saying:
    """A text that is due: fixed pieces and slots between them. A no-break space counts as a space."""

    pieces: tuple[str | Slot, ...]

    def is_said_by(self, text: str) -> bool:
        """Whether a text is the one that is due."""
        slots = [one for one in self.pieces if isinstance(one, Slot)]
        if not slots:
            return spaced(text) == str(self)
        pattern = "".join(re.escape(spaced(one)) if isinstance(one, str) else "(.+?)" for one in self.pieces)
        match = re.fullmatch(pattern, spaced(text), re.DOTALL)
        return match is not None and all(slot.fits(found) for slot, found in zip(slots, match.groups(), strict=True))

    def after(self, text: str) -> Saying:
        """The same behind another text."""
        return Saying((text, *self.pieces))

    def before(self, text: str) -> Saying:
        """The same in front of another text."""
        return Saying((*self.pieces, text))

    def then(self, other: Saying, gap: str = "") -> Saying:
        """The same followed by another saying."""
        return Saying((*self.pieces, gap, *other.pieces))

    def __str__(self) -> str:
        return spaced("".join(one if isinstance(one, str) else f"‹{one.shown}›" for one in self.pieces))


def teller(bench: Bench, language: Language) -> Teller:
    """Who tells the messages of a site in a language."""
    return bench.tellers.setdefault(language.id, Teller(bench, language))


def plainly(text: str) -> Saying:
    """A text that is due as it is."""
    return Saying((text,) if text else ())


def spaced(text: str) -> str:
    """A text with plain spaces."""
    return text.replace("\u00a0", " ").replace("\u202f", " ")


@dataclass
class Teller:
    """Tells messages of one site in one language."""

    bench: Bench
    language: Language
    _catalogs: dict[str, dict[str, str]] = field(default_factory=dict)
    _told: dict[tuple[str, tuple[tuple[str, str], ...]], Saying] = field(default_factory=dict)

    def say(self, source: str, bound: Bindings | None = None) -> Saying:
        """A message of the site as plain text; `bound` are the members that its axes stand for."""
        key = source, tuple(sorted((bound or {}).items()))
        if key not in self._told:
            self._told[key] = self._say(source, bound or {})
        return self._told[key]

    def phrase(self, source: str, placeholders: Mapping[str, str]) -> Saying:
        """One of the engine's own messages, its words in braces standing for these placeholders."""
        text = self.word(source)
        for word, placeholder in placeholders.items():
            text = text.replace(f"{{{word}}}", f"{{{placeholder}}}")
        return self._spoken(text, {}, source)

    def word(self, source: str) -> str:
        """One of the engine's own words: its catalog is asked first."""
        return self._translated(source, ("engine", self.bench.site.name))

    def name(self, key: str) -> str:
        """What a member is called."""
        return name_of(self.bench, self.language, key)

    def number(self, reference: str, form: str, bound: Bindings) -> Saying:
        """A figure or fact in a form, or the word for why it is missing."""
        return Saying((self._number(f"{reference}|{form}", bound),))

    def day(self, reference: str, bound: Bindings) -> Saying:
        """A date or a moment, or the word for why it is missing."""
        value = self.bench.answers.facts.fact(reference, bound).value
        return Saying((self.missing(value) if isinstance(value, Missing) else self._named("date", reference, bound),))

    def _say(self, source: str, bound: Bindings) -> Saying:
        return self._spoken(self._translated(source, (self.bench.site.name, "engine")), bound, source)

    def _spoken(self, text: str, bound: Bindings, source: str) -> Saying:
        parts = _PLACEHOLDER.split(_MARKS.sub("", _LINK.sub(r"\1", text)))
        return Saying(tuple(self._filled(part, bound, source) if index % 2 else part for index, part in enumerate(parts) if part))

    def _translated(self, source: str, domains: Sequence[str]) -> str:
        languages = list(self.bench.site.languages.values())
        if not languages or self.language == languages[0]:
            return source
        for domain in domains:
            text = self._catalog(domain).get(source)
            if text:
                return text
        file = f"locales/{self.language.id}/LC_MESSAGES/{self.bench.site.name}.po"
        self.bench.docket.add(file, "message-missing", f'no translation of "{source[:70]}"')
        return source

    def _catalog(self, domain: str) -> dict[str, str]:
        if domain not in self._catalogs:
            file = f"locales/{self.language.id}/LC_MESSAGES/{domain}.po"
            catalog = read_catalog(self.bench.project, file, self.language, self.bench.docket)
            entries = catalog.entries if catalog else ()
            self._catalogs[domain] = {entry.msgid: entry.msgstr for entry in entries if "fuzzy" not in entry.flags}
        return self._catalogs[domain]

    def _filled(self, placeholder: str, bound: Bindings, source: str) -> str | Slot:
        try:
            kind, colon, rest = placeholder.partition(":")
            return self._named(kind, rest, bound) if colon else self._number(placeholder, bound)
        except UnsoundError as error:
            self.bench.docket.add(f"data/sites/{self.bench.site.name}", "source", f"{{{placeholder}}} of {source[:50]}: {error}")
            return Slot(placeholder, lambda text: True)

    # --- Names, lists and dates ---

    def _named(self, kind: str, rest: str, bound: Bindings) -> str | Slot:
        facts = self.bench.answers.facts
        if kind == "date":
            day = facts.fact(rest, bound).value
            if not isinstance(day, date):
                raise UnsoundError(f"{rest} is no date")
            return Slot(rest, lambda text: says_date(self.language, day, text))
        if kind == "list":
            return self._joined(self._listed(rest))
        member = self.bench.answers.references.key(f"{kind}/{rest}", bound)
        if kind == "choice":
            return self.chosen(self.bench.answers.references.key(rest, bound))
        return self.name(member if kind == "server" else f"{facts.axes.get(kind, kind)}/{member.partition('/')[2]}")

    def chosen(self, choice: str) -> str:
        """The name of what a choice picks; empty when it picks nothing."""
        picked = self.bench.answers.choice(choice)
        if picked is None:
            return ""
        axes = self.bench.answers.facts.axes
        members = {axes.get(axis, axis): member for axis, member in picked.items()}
        if "picks" in members:
            members = {
                "gpus": self._field("picks", members["picks"], "gpu"),
                "counts": self._field("picks", members["picks"], "count"),
            }
        if "gpus" in members and "counts" in members:
            return self.name(f"server/{members['gpus']}/{members['counts']}")
        return self.name("/".join(next(iter(members.items()))))

    def _field(self, collection: str, member: str, key: str) -> str:
        value = self.bench.answers.facts.record(collection, member).get(key)
        if not isinstance(value, str):
            raise UnsoundError(f"{collection}.{member}.{key} is no id")
        return value

    def _listed(self, name: str) -> list[str]:
        declared = self.bench.site.declared.lists.get(name)
        if declared is None:
            return [self.name(f"{name}/{one}") for one in self.bench.answers.facts.members(name)]
        collection = self.bench.answers.facts.axes[self.bench.answers.references.candidates(declared.rows)[0]]
        return [self.name(f"{collection}/{one}") for one in self.bench.answers.rows(declared)]

    def _joined(self, names: list[str]) -> str | Slot:
        joints = _JOINTS.get(self.language.base)
        if joints is None:
            return Slot(", ".join(names), lambda text: all(name in text for name in names))
        between, last, two = joints
        if len(names) < 3:
            return two.join(names)
        return f"{between.join(names[:-1])}{last}{names[-1]}"

    # --- Numbers ---

    def _number(self, placeholder: str, bound: Bindings) -> str | Slot:
        reference, _, form = placeholder.partition("|")
        key = self.bench.answers.references.canonical(self.bench.site.short_names.get(reference, reference), bound)
        number = self.written(key)
        if isinstance(number, Missing):
            return self.missing(number)
        if number.compact:
            return Slot(key, lambda text: self._reads(text, number, form or "prose"))
        return self.bench.writer.text(self.language, number, form or "prose")

    def missing(self, value: Missing) -> str:
        """The word for a missing value."""
        return self.language.dash if value.kind == "unknown" else self.word(_MISSING[value.kind])

    def written(self, key: str) -> Written | Missing:
        """The number under a key, as it is printed."""
        if "." in key and "/" not in key:
            value = self.bench.answers.facts.fact(key, {}).value
            if isinstance(value, Amount):
                return Written(value.number, value.number, value.unit)
            if isinstance(value, Missing):
                return value
            raise UnsoundError(f"{key} is not a number")
        figure = self.bench.answers.figure(key)
        if isinstance(figure.value, Missing):
            return figure.value
        return Written(figure.exact, figure.printed, figure.unit, figure.line)

    def _reads(self, text: str, number: Written, form: str) -> bool:
        before, after = self.bench.writer.around(self.language, number.unit, form, "compact")
        spelt = spaced(text).removeprefix(spaced(before)).removesuffix(spaced(after))
        read: Fraction | None = self.language.read(spelt)
        return read == number.printed
