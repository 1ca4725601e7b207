"""Message catalogs: gettext files with named placeholders, read and kept up to date with Babel.

Knows .po files. Refuses to guess: a missing, empty or fuzzy message is an error with the file and the sentence, never English.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog as BabelCatalog
from babel.messages.pofile import PoFileError, read_po, write_po

from gpuguide.errors import FactsError, GuideError, Place, Problem

PLACEHOLDER = re.compile(r"\{([^{}\s][^{}]*)\}")
_LINE = re.compile(r'(#~ *)?(msgctxt|msgid|msgid_plural|msgstr(\[\d\])?)? *"([^"\\]|\\.)*"|#.*|')
"""A line of a catalog: a comment, nothing, or one quoted text, after its keyword or alone."""


class MessageError(GuideError):
    """Messages that are missing, empty or fuzzy."""


@dataclass(frozen=True)
class Message:
    """A sentence in the source language: its text, where it stands, and a note for translators."""

    text: str
    place: Place
    note: str = ""


@dataclass(frozen=True)
class Status:
    """How complete a catalog is."""

    translated: int
    fuzzy: tuple[Message, ...]
    missing: tuple[Message, ...]
    obsolete: int


def placeholders(text: str) -> list[str]:
    """The names of a message's placeholders, in order, repeats included."""
    return PLACEHOLDER.findall(text)


class Catalog:
    """The messages of one locale and one domain."""

    def __init__(self, locale: str, babel_locale: str, domain: str, root: Path) -> None:
        """Read `locales/<locale>/LC_MESSAGES/<domain>.po`; a file that is not there has no messages."""
        self.locale = locale
        self.babel_locale = babel_locale
        self.domain = domain
        self.name = f"locales/{locale}/LC_MESSAGES/{domain}.po"
        self.path = root / self.name
        self._catalog = self._read()
        self._texts = {
            str(message.id): str(message.string)
            for message in self._catalog
            if message.id and message.string and not message.fuzzy
        }

    def _read(self) -> BabelCatalog:
        if not self.path.exists():
            return BabelCatalog(locale=self.babel_locale, domain=self.domain)
        raw = self.path.read_bytes()
        try:
            self._refuse_broken_lines(raw.decode("utf-8"))
            return read_po(BytesIO(raw), locale=self.babel_locale, domain=self.domain, abort_invalid=True)
        except (PoFileError, UnicodeDecodeError, ValueError) as error:
            raise self._unreadable((getattr(error, "lineno", None) or 0) + 1, str(error)) from error

    def _refuse_broken_lines(self, text: str) -> None:
        """Babel takes the first and last character of a text for its quotes, whatever they are."""
        for number, line in enumerate(text.split("\n"), start=1):
            if not _LINE.fullmatch(line.strip()):
                raise self._unreadable(number, f"no text in quotes: {line.strip()[:40]}")

    def _unreadable(self, line: int, reason: str) -> FactsError:
        hint = "open it in an editor for .po files"
        return FactsError.at(Place(self.name, line), f"the catalog cannot be read: {reason}", hint)

    def translate(self, text: str) -> str | None:
        """The translation, or None when it is missing, empty or fuzzy."""
        return self._texts.get(text)

    def place(self, text: str) -> Place:
        """Where a message stands in the file."""
        message = self._catalog.get(text)
        return Place(self.name, message.lineno if message is not None else None)

    def status(self, messages: Iterable[Message]) -> Status:
        """Which of the source's messages are translated, fuzzy or missing."""
        fuzzy, missing, translated = [], [], 0
        for message in messages:
            found = self._catalog.get(message.text)
            if found is None or not found.string:
                missing.append(message)
            elif found.fuzzy:
                fuzzy.append(message)
            else:
                translated += 1
        return Status(translated, tuple(fuzzy), tuple(missing), len(self._catalog.obsolete))

    def update(self, template: BabelCatalog) -> bytes:
        """The file with the template's messages: new ones empty, near ones fuzzy, old ones kept as obsolete."""
        self._revive(template)
        self._catalog.update(template, no_fuzzy_matching=False, update_creation_date=False)
        _settle(self._catalog, template)
        return _bytes(self._catalog)

    def _revive(self, template: BabelCatalog) -> None:
        """Take back what was obsolete and is a message again; Babel would start it anew."""
        for key, message in list(self._catalog.obsolete.items()):
            if template.get(message.id) is not None:
                del self._catalog.obsolete[key]
                if message.id not in self._catalog:
                    self._catalog[message.id] = message


def template_catalog(domain: str, messages: Iterable[Message]) -> BabelCatalog:
    """A catalog of source messages in their order, with places and notes."""
    catalog = BabelCatalog(domain=domain, project="gpuguide", version="1", copyright_holder="", charset="utf-8")
    count = 0
    for message in messages:
        count += 1
        # lines are left out: a moved paragraph would rewrite every catalog
        catalog.add(message.text, locations=[(message.place.file, 0)], auto_comments=[message.note] if message.note else [])
    if not count:
        raise MessageError([Problem(Place(f"{domain}.pot"), "no message was found", "check that the pages of the site exist")])
    return catalog


def template_bytes(domain: str, messages: Iterable[Message]) -> bytes:
    """The .pot file of a domain."""
    catalog = template_catalog(domain, messages)
    _settle(catalog, catalog)
    return _bytes(catalog)


def _settle(catalog: BabelCatalog, template: BabelCatalog) -> None:
    """Take clocks out of the header: a file changes only when its messages do."""
    catalog.header_comment = f"# Messages of {template.domain}. See docs/formats.md for placeholders."
    catalog.fuzzy = False


def _bytes(catalog: BabelCatalog) -> bytes:
    buffer = BytesIO()
    write_po(buffer, catalog, width=120, omit_header=False, sort_output=False, include_lineno=False)
    dates = re.compile(
        rb'"(POT-Creation-Date|PO-Revision-Date|Last-Translator|Language-Team|Generated-By|Report-Msgid-Bugs-To)[^\n]*\n'
    )
    return dates.sub(b"", buffer.getvalue())
