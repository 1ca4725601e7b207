"""What is left to translate: for each catalog, for each page, and message by message.

Knows catalogs, pages and days. Refuses to print: it gives lines and plain values.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from gpuguide.l10n import Catalog, Message
from gpuguide.l10n.catalogs import Notes
from gpuguide.review.since import History


@dataclass(frozen=True)
class Open:
    """A message that someone has to look at, and how it stands."""

    state: str
    """fuzzy or missing."""
    message: Message
    since: datetime.date | None
    """The day on which the English last changed; None when git does not know it."""
    previous: str | None
    translation: str
    values: tuple[str, ...]

    def as_dict(self) -> dict[str, Any]:
        """Plain values, for JSON."""
        return {
            "state": self.state,
            "place": str(self.message.place),
            "since": str(self.since) if self.since else None,
            "kind": self.message.note,
            "message": self.message.text,
            "previous": self.previous,
            "translation": self.translation,
            "values": list(self.values),
        }

    def lines(self) -> Iterator[str]:
        """All that a translator needs for it."""
        yield f"{self.state}, {told(self.since)}: {self.message.place}"
        if self.message.note:
            yield f"  kind     {self.message.note}"
        if self.previous is not None:
            yield f"  was      {self.previous}"
        yield f"  English  {self.message.text}"
        if self.translation:
            yield f"  so far   {self.translation}"
        yield from (f"  {value}" for value in self.values)


@dataclass(frozen=True)
class Standing:
    """How complete a catalog is."""

    catalog: Catalog
    messages: list[Message]
    open: tuple[Open, ...]

    @property
    def counts(self) -> dict[str, int]:
        """How many messages of each kind."""
        return _counts(self.messages, self.open) | {"obsolete": self.catalog.obsolete}

    def pages(self) -> dict[str, dict[str, Any]]:
        """The counts for each file that messages stand in, with the oldest day among what is open."""
        files = dict.fromkeys(message.place.file for message in self.messages)
        return {file: self._page(file) for file in files}

    def _page(self, file: str) -> dict[str, Any]:
        waiting = [one for one in self.open if one.message.place.file == file]
        days = [one.since for one in waiting if one.since]
        counts = _counts([message for message in self.messages if message.place.file == file], waiting)
        return counts | {"since": str(min(days)) if days else None}

    def as_dict(self) -> dict[str, Any]:
        """Plain values, for JSON."""
        head = {"file": self.catalog.name, "locale": self.catalog.locale, "domain": self.catalog.domain}
        return head | self.counts | {"pages": self.pages(), "open": [one.as_dict() for one in self.open]}

    def lines(self) -> Iterator[str]:
        """One line for the catalog, one for each page that is not whole, one for each open message."""
        yield f"{self.catalog.name}: {_told_counts(self.counts)}, {self.counts['obsolete']} obsolete"
        for file, counts in self.pages().items():
            if counts["translated"] < counts["messages"]:
                yield f"  {file}: {_told_counts(counts)}, {told(counts['since'])}"
        for one in self.open:
            yield f"  {one.state}: {one.message.place}: {one.message.text[:90]}"


def standing(history: History, catalog: Catalog, messages: list[Message], notes: Notes) -> Standing:
    """What stands in a catalog of what should."""
    entries = catalog.entries()
    waiting = []
    for message in messages:
        entry = entries.get(message.text)
        if entry is not None and entry.translated and not entry.fuzzy:
            continue
        fuzzy = entry is not None and entry.translated
        said = (entry.previous, entry.strings[0]) if entry is not None else (None, "")
        waiting.append(
            Open("fuzzy" if fuzzy else "missing", message, history.changed_on(message.place), *said, notes(message.text))
        )
    return Standing(catalog, messages, tuple(waiting))


def told(day: datetime.date | str | None) -> str:
    """A day, or that there is none."""
    return f"since {day}" if day else "git does not know since when"


def _counts(messages: list[Message], waiting: list[Open] | tuple[Open, ...]) -> dict[str, int]:
    fuzzy = sum(one.state == "fuzzy" for one in waiting)
    missing = len(waiting) - fuzzy
    return {"messages": len(messages), "translated": len(messages) - len(waiting), "fuzzy": fuzzy, "missing": missing}


def _told_counts(counts: dict[str, Any]) -> str:
    return f"{counts['translated']} of {counts['messages']} translated, {counts['fuzzy']} fuzzy, {counts['missing']} missing"
