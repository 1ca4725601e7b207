"""Judges the translation catalogs: what a message loses, adds or types that its source does not have.

Knows gettext catalogs and both styles of placeholders. Refuses to know what a message means.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

import polib

from gpuguide.checks.counting import NUMBER_WORD, number_words
from gpuguide.checks.digits import Scanner
from gpuguide.checks.findings import Docket, Finding
from gpuguide.checks.glossary import Glossary, read_glossary
from gpuguide.checks.languages import Language
from gpuguide.checks.wording import LINK_TARGET, PLACEHOLDER, TAG, wording_problems, words_of

_CURRENCY = re.compile(r"[$\u00a2-\u00a5\u20a0-\u20cf\uff04\uffe0\uffe1\uffe5]|\bR\$|\bUSD\b")

_TYPED = re.compile(r"[0-9]+(?:[.,][0-9]+)*")
_PER_CENT = re.compile("[%\u2030\uff05]")


@dataclass(frozen=True)
class Catalog:
    """One catalog file and the language it should be in."""

    file: str
    language: Language
    text: str
    entries: tuple[polib.POEntry, ...] = field(compare=False)


@dataclass(frozen=True)
class Judge:
    """Judges the messages of one catalog."""

    catalog: Catalog
    scanner: Scanner
    docket: Docket
    source: str = "en"
    """The language of the messages themselves."""
    glossary: Glossary = field(default_factory=Glossary)

    def judge(self) -> None:
        """Judge every message that is not obsolete, and that none stands twice."""
        seen: set[tuple[str | None, str]] = set()
        for entry in self.catalog.entries:
            self.docket.counts["messages"] += 1
            key = (entry.msgctxt, entry.msgid)
            if key in seen:
                self._add(entry, "message-duplicate", "the message stands twice in the catalog")
            seen.add(key)
            self._judge_entry(entry)

    def _add(self, entry: polib.POEntry, rule: str, message: str, expected: str = "", actual: str = "") -> None:
        shown = f"{message} in {_short(entry.msgid)}"
        self.docket.add(f"{self.catalog.file}:{entry.linenum}", rule, shown, expected, actual)

    def _judge_entry(self, entry: polib.POEntry) -> None:
        if "fuzzy" in entry.flags:
            self._add(entry, "message-fuzzy", "a translation is marked fuzzy")
        for source in filter(None, (entry.msgid, entry.msgid_plural)):
            self._judge_typed(entry, "source", source)
        translations = _translations(entry)
        if not translations or not all(text.strip() for text in translations):
            self._add(entry, "message-empty", "a translation is missing")
        source = entry.msgid_plural or entry.msgid
        if "fuzzy" in entry.flags:
            return  # a guess of the tool: that it is one is all there is to say of it
        for text in translations:
            if text.strip():
                self._judge_translation(entry, source, text)

    def _judge_typed(self, entry: polib.POEntry, side: str, text: str) -> None:
        """No digit and no currency sign is typed: both come with a figure."""
        words = words_of(text)
        for token in self.scanner.scan(words).unrecorded:
            self._add(entry, "message-digit", f"a digit typed in the {side}", "a placeholder, or a declared literal", token)
        base = self.source if side == "source" else self.catalog.language.base
        for word in number_words(self.scanner.without_literals(words), base):
            self._add(entry, "message-number-word", f"a number written as a word in the {side}", NUMBER_WORD, word)
        if match := _CURRENCY.search(words):
            self._add(entry, "message-currency", f"a currency sign typed in the {side}", "a placeholder", match[0])

    def _judge_translation(self, entry: polib.POEntry, source: str, text: str) -> None:
        self._judge_typed(entry, "translation", text)
        for rule, what, pattern in _COUNTED:
            due, found = Counter(pattern.findall(source)), Counter(pattern.findall(text))
            if due != found:
                lost, extra = " ".join((due - found).elements()), " ".join((found - due).elements())
                self._add(entry, rule, f"not the same {what}", lost or "nothing more", extra or "nothing more")
        self._judge_literals(entry, words_of(source), words_of(text))
        for problem in (*wording_problems(source, text, self.catalog.language), *self.glossary.problems(source, text)):
            self._add(entry, problem.rule, problem.message, problem.expected, problem.actual)

    def _judge_literals(self, entry: polib.POEntry, source: str, text: str) -> None:
        """What has a digit in the source has it in the translation, and nobody adds a sign of per cent to a figure."""
        found = set(_TYPED.findall(text))
        for number in sorted(set(_TYPED.findall(source)) - found):
            self._add(entry, "message-literal", "a literal of the source is lost", number, " ".join(sorted(found)) or "none")
        due, written = len(_PER_CENT.findall(source)), len(_PER_CENT.findall(text))
        if due != written:
            self._add(entry, "message-per-cent", "not as many signs of per cent as the source", str(due), str(written))


_COUNTED = (
    ("message-placeholders", "placeholders", PLACEHOLDER),
    ("message-links", "link targets", LINK_TARGET),
    ("message-html", "HTML tags", TAG),
)


def _translations(entry: polib.POEntry) -> list[str]:
    """The forms of a translation, one unless the message has a plural."""
    if entry.msgid_plural:
        return [str(text) for _, text in sorted(entry.msgstr_plural.items())]
    return [entry.msgstr]


def _short(text: str) -> str:
    shown = " ".join(text.split())
    return f'"{shown[:60]}…"' if len(shown) > 60 else f'"{shown}"'


def judge_catalogs(project: Path, site: str, languages: dict[str, Language], scanner: Scanner, docket: Docket) -> None:
    """Judge the site's and the engine's catalogs in every language but the source."""
    texts: list[str] = []
    for domain in (site, "engine"):
        catalogs = []
        for language in list(languages.values())[1:]:
            file = f"locales/{language.id}/LC_MESSAGES/{domain}.po"
            catalog = read_catalog(project, file, language, docket)
            if catalog is not None:
                catalogs.append(catalog)
                glossary = read_glossary(project, language.id, docket)
                docket.take(*_judged(catalog, scanner, next(iter(languages.values())).base, glossary))
        _judge_sets(catalogs, docket)
        texts += [text for catalog in catalogs for entry in catalog.entries for text in (entry.msgid, *_translations(entry))]
    for literal in scanner.unused_words(texts) if texts else ():
        docket.add(f"data/sites/{site}/literals.yaml", "literal-unused", "no message has this literal", "", literal)


# Who judges a site again and again, each time with a change somewhere, has most catalogs as they were.
@lru_cache(maxsize=32)
def _judged(catalog: Catalog, scanner: Scanner, source: str, glossary: Glossary) -> tuple[tuple[Finding, ...], Counter[str]]:
    docket = Docket()
    Judge(catalog, scanner, docket, source, glossary).judge()
    return docket.handed_over()


def read_catalog(project: Path, file: str, language: Language, docket: Docket) -> Catalog | None:
    """The catalog of a file, or a finding that says why there is none."""
    path = project / file
    try:
        text = path.read_bytes().decode("utf-8")
        catalog = _parsed(text)
    except (OSError, ValueError, IndexError, AttributeError, TypeError) as error:
        docket.add(file, "catalog-unreadable", f"the catalog cannot be read: {str(error).splitlines()[0]}")
        return None
    written = str(catalog.metadata.get("Language", ""))
    known = {language.id, language.babel, language.tag}
    if written.replace("-", "_") not in {name.replace("-", "_") for name in known}:
        docket.add(f"{file}:1", "catalog-language", "the header names another language", language.babel, written or "none")
    entries = tuple(entry for entry in catalog if not entry.obsolete and entry.msgid)
    return Catalog(file, language, text, entries)


# Catalogs are long, and several rules read them.
@lru_cache(maxsize=32)
def _parsed(text: str) -> polib.POFile:
    return polib.pofile(text, encoding="utf-8")


def translations(path: Path) -> dict[str, str]:
    """The translation of each message of a catalog, empty where there is none; nothing when it cannot be read."""
    try:
        catalog = _parsed(path.read_bytes().decode("utf-8"))
    except (OSError, ValueError, IndexError, AttributeError, TypeError):
        return {}  # said where the catalogs are judged
    return {
        entry.msgid: "" if "fuzzy" in entry.flags else entry.msgstr for entry in catalog if not entry.obsolete and entry.msgid
    }


def _judge_sets(catalogs: list[Catalog], docket: Docket) -> None:
    """All languages of a domain translate the same messages."""
    sets = [{(entry.msgctxt, entry.msgid) for entry in catalog.entries} for catalog in catalogs]
    every = set[tuple[str | None, str]]().union(*sets)
    for catalog, own in zip(catalogs, sets, strict=True):
        for _, message in sorted(every - own, key=lambda key: key[1]):
            docket.add(catalog.file, "message-missing", f"another language has the message {_short(message)}")
