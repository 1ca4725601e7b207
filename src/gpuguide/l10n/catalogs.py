"""Message catalogs: gettext files with named placeholders, read and kept up to date with Babel.

Knows .po files. Refuses to guess: a missing, empty or fuzzy message is an error with the file and the sentence, never English.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from io import BytesIO, StringIO
from pathlib import Path
from typing import TypeAlias

from babel.messages.catalog import Catalog as BabelCatalog
from babel.messages.pofile import PoFileError, read_po, write_po

from gpuguide.catalog.text import read_text
from gpuguide.errors import FactsError, GuideError, Place, Problem
from gpuguide.l10n.pofiles import Entry, fresh, merged, read_entries

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


Notes: TypeAlias = Callable[[str], tuple[str, ...]]
"""What a translator is told of a message in one language, a line each."""


def no_notes(text: str) -> tuple[str, ...]:
    """Nothing to tell."""
    return ()


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
            if message.id and isinstance(message.string, str) and message.string and not message.fuzzy
        }

    def _read(self) -> BabelCatalog:
        if not self.path.exists() and not self.path.is_symlink():
            return BabelCatalog(locale=self.babel_locale, domain=self.domain)
        text = read_text(self.path, self.name)
        try:
            self._refuse_broken_lines(text)
            return read_po(StringIO(text), locale=self.babel_locale, domain=self.domain, abort_invalid=True)
        except (PoFileError, ValueError, LookupError, TypeError) as error:
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

    def is_fuzzy(self, text: str) -> bool:
        """Whether the translation of a message waits for someone to look at it."""
        message = self._catalog.get(text)
        return message is not None and isinstance(message.string, str) and bool(message.string) and message.fuzzy

    @property
    def obsolete(self) -> int:
        """How many translations it keeps of messages that are gone."""
        return len(self._catalog.obsolete)

    def entries(self) -> dict[str, Entry]:
        """Every entry by its message, those that are obsolete aside."""
        return {entry.text: entry for entry in read_entries(self._text()) if entry.text and not entry.obsolete}

    def update(self, messages: Iterable[Message], notes: Notes = no_notes, prune: bool = False) -> bytes:
        """The file with these messages: new ones empty, near ones fuzzy, old ones obsolete or, with `prune`, left out.

        What has not changed keeps its bytes, whichever tool wrote them: header, comments, line breaks, ends of line.
        """
        due = {one.text: fresh(one.text, (*filter(None, [one.note]), *notes(one.text)), [one.place.file]) for one in messages}
        _refuse_none(self.domain, due)
        old = self._text()
        text = merged(old.replace("\r\n", "\n"), header(self.domain, self.babel_locale), due, prune)
        return (text.replace("\n", "\r\n") if "\r\n" in old else text).encode("utf-8")

    def _text(self) -> str:
        return self.path.read_bytes().decode("utf-8") if self.path.exists() else ""


def template_bytes(domain: str, messages: Iterable[Message]) -> bytes:
    """The .pot file of a domain: messages in their order, with places and notes."""
    due = {one.text: fresh(one.text, filter(None, [one.note]), [one.place.file]) for one in messages}
    _refuse_none(domain, due)
    return merged("", header(domain, None), due).encode("utf-8")


def _refuse_none(domain: str, messages: Mapping[str, Entry]) -> None:
    if not messages:
        raise MessageError([Problem(Place(f"{domain}.pot"), "no message was found", "check that the pages of the site exist")])


def header(domain: str, babel_locale: str | None) -> str:
    """The header of a new file, without clocks: it changes only when its messages do."""
    catalog = BabelCatalog(locale=babel_locale, domain=domain, project="gpuguide", version="1", charset="utf-8", fuzzy=False)
    catalog.header_comment = f"# Messages of {domain}. See docs/translating.md."
    buffer = BytesIO()
    write_po(buffer, catalog, width=120)
    dates = re.compile(
        rb'"(POT-Creation-Date|PO-Revision-Date|Last-Translator|Language-Team|Generated-By|Report-Msgid-Bugs-To)[^\n]*\n'
    )
    return dates.sub(b"", buffer.getvalue()).decode("utf-8").strip()
