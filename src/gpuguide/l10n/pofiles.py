"""Catalog files as their bytes: entries one by one, brought up to date so that what has not changed stays as its tool wrote it.

Knows the syntax of .po files, with previous messages (`#|`) and obsolete ones (`#~`). Refuses to know what a message is for.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from difflib import get_close_matches

from babel.messages.catalog import Message as BabelMessage
from babel.messages.pofile import normalize, unescape

_WIDTHS = (77, 79, 80, 100, 120)
"""Where Weblate, Poedit, gettext and we ourselves break lines; a file with longer ones is not broken at all."""
_NEAR = 0.6
_KEYWORD = re.compile(r'(msgctxt|msgid_plural|msgid|msgstr(?:\[\d\])?) *(".*")')


@dataclass(frozen=True)
class Entry:
    """One entry: its parts, and the lines that it was read from."""

    text: str
    strings: tuple[str, ...] = ("",)
    context: str | None = None
    plural: str | None = None
    comments: tuple[str, ...] = ()
    """What translators wrote: whole lines."""
    notes: tuple[str, ...] = ()
    places: tuple[str, ...] = ()
    flags: frozenset[str] = frozenset()
    previous: str | None = None
    """The message that a fuzzy translation was made of."""
    obsolete: bool = False
    source: tuple[str, ...] = ()
    """The lines of the message as they stand in the file; none where it is new."""
    translation: tuple[str, ...] = ()
    """The lines of the translation, likewise."""
    raw: str = ""

    @property
    def fuzzy(self) -> bool:
        """Whether someone has to look at the translation."""
        return "fuzzy" in self.flags

    @property
    def translated(self) -> bool:
        """Whether there is a translation, fuzzy or not."""
        return any(self.strings)


def read_entries(text: str) -> list[Entry]:
    """Every entry of a file, the header (an empty message) first, where there is one."""
    return [entry for lines in _chunks(text) if (entry := _entry(lines)) is not None]


def _chunks(text: str) -> Iterator[list[str]]:
    """The lines of each entry: one begins with the first line that no longer belongs to the translation before."""
    lines: list[str] = []
    done = False
    for line in text.splitlines():
        bare = line.removeprefix("#~").strip()
        starts = bare.startswith(("msgid ", 'msgid"', "msgctxt")) or (line.startswith("#") and not line.startswith("#~"))
        if done and (starts or line.startswith("#~|")):
            yield lines
            lines, done = [], False
        if line.strip():
            lines.append(line)
            done = done or bare.startswith("msgstr")
    if lines:
        yield lines


def _entry(lines: list[str]) -> Entry | None:
    parts: dict[str, str] = {}
    current = ""
    for line in lines:
        sign, body = _signed(line)
        keyword = _KEYWORD.fullmatch(body)
        if sign in ("#", "#.", "#:", "#,"):
            parts[sign] = f"{parts[sign]}\n{line}" if sign in parts else line
        elif keyword:
            current = sign + keyword[1]
            parts[current] = unescape(keyword[2])
        elif body.startswith('"'):
            parts[current] += unescape(body)
    if "msgid" not in parts:
        return None  # a comment that belongs to no message
    source, translation = _as_they_stand(lines)
    return Entry(
        text=parts["msgid"],
        strings=tuple(text for key, text in sorted(parts.items()) if key.startswith("msgstr")),
        context=parts.get("msgctxt"),
        plural=parts.get("msgid_plural"),
        comments=tuple(parts.get("#", "").splitlines()),
        notes=tuple(line[2:].strip() for line in parts.get("#.", "").splitlines()),
        places=tuple(place for line in parts.get("#:", "").splitlines() for place in line[2:].split()),
        flags=frozenset(
            flag for line in parts.get("#,", "").splitlines() for flag in re.split(r"[,\s]+", line[2:].strip()) if flag
        ),
        previous=parts.get("#|msgid"),
        obsolete=any(line.startswith("#~") for line in lines),
        source=source,
        translation=translation,
        raw="\n".join(lines),
    )


def _as_they_stand(lines: list[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The lines of the message, and those of its translation, without the mark of obsolete ones."""
    bare = [line.removeprefix("#~").strip() for line in lines]
    texts = [line for line in bare if not line.startswith(("#", "|"))]
    first = next((number for number, line in enumerate(texts) if line.startswith("msgstr")), len(texts))
    return tuple(texts[:first]), tuple(texts[first:])


def _signed(line: str) -> tuple[str, str]:
    """The kind of a line and what follows it; obsolete lines are those of an entry like any other."""
    body = line.removeprefix("#~").strip()
    for sign in ("#.", "#:", "#,", "#|", "|"):
        if body.startswith(sign):
            return ("#|" if sign == "|" else sign), body[len(sign) :].strip()
    return ("#", body) if body.startswith("#") else ("", body)


def written(entry: Entry, width: int) -> str:
    """An entry as lines, without an end of line."""
    lines = list(entry.comments)
    if not entry.obsolete:
        lines += [f"#. {note}" for note in entry.notes]
        lines += [f"#: {' '.join(entry.places)}"] if entry.places else []
    if entry.flags:
        lines.append(f"#, {', '.join(sorted(entry.flags))}")
    sign = "#~ " if entry.obsolete else ""
    if entry.previous is not None:
        before = f"{sign.strip() or '#'}| "
        lines += [before + line for line in f"msgid {normalize(entry.previous, width=width)}".splitlines()]
    source = entry.source or _broken(_texts(entry), width)
    translation = entry.translation or _broken([("msgstr", entry.strings[0])], width)
    return "\n".join([*lines, *(sign + line for line in (*source, *translation))])


def _broken(texts: Iterable[tuple[str, str]], width: int) -> list[str]:
    return [line for keyword, text in texts for line in f"{keyword} {normalize(text, width=width)}".splitlines()]


def _texts(entry: Entry) -> Iterator[tuple[str, str]]:
    if entry.context is not None:
        yield "msgctxt", entry.context
    yield "msgid", entry.text
    if entry.plural is not None:
        yield "msgid_plural", entry.plural


def fresh(text: str, notes: Iterable[str], places: Iterable[str]) -> Entry:
    """The entry of a message that nobody has translated, with the flags that tools look for."""
    flags = frozenset(map(str, BabelMessage(text).flags))
    return Entry(text, notes=tuple(notes), places=tuple(places), flags=flags)


def merged(old: str, header: str, messages: Mapping[str, Entry], prune: bool = False) -> str:
    """A file with these messages, in their order; entries that say the same keep their lines, and the header its own.

    Messages that are gone become obsolete, or are left out (`prune`); one that is new and near to one that is gone takes its
    translation, marked fuzzy, with the message that it was made of.
    """
    entries = read_entries(old)
    width = _width(old)
    active = {entry.text: entry for entry in entries if entry.text and not entry.obsolete}
    kept = {entry.text: entry for entry in entries if entry.obsolete}
    gone = {text: entry for text, entry in active.items() if text not in messages and entry.translated}
    blocks = [next((entry.raw for entry in entries if not entry.text and not entry.obsolete), header)]
    for text, new in messages.items():
        found = active.get(text) or kept.pop(text, None) or _nearest(new, gone)
        blocks.append(_block(found, new, width))
    if not prune:
        left = [replace(entry, obsolete=True, notes=(), places=()) for entry in gone.values() if entry.text not in kept]
        blocks += [entry.raw for entry in kept.values()] + [written(entry, width) for entry in left]
    return "\n\n".join(blocks) + "\n"


def _nearest(new: Entry, gone: dict[str, Entry]) -> Entry | None:
    """What is near enough to a new message, taken from those that are gone; its own message is then the previous one."""
    near = get_close_matches(new.text, gone, 1, _NEAR)
    if not near:
        return None
    found = gone.pop(near[0])
    was = found.previous if found.fuzzy and found.previous is not None else found.text
    return replace(found, text=new.text, flags=found.flags | {"fuzzy"}, previous=was, source=(), raw="")


def _block(found: Entry | None, new: Entry, width: int) -> str:
    if found is None:
        return written(new, width)
    flags = (found.flags - _FORMATS) | new.flags
    previous = found.previous if "fuzzy" in flags else None
    entry = replace(found, notes=new.notes, places=new.places, flags=flags, previous=previous, obsolete=False)
    return found.raw if entry == found and found.raw else written(entry, width)


_FORMATS = frozenset({"python-format", "python-brace-format"})


def _width(text: str) -> int:
    """Where the file breaks its lines; 0 when it does not."""
    longest = max((len(line) for line in text.splitlines() if line.startswith('"') and not line.endswith('\\n"')), default=0)
    return next((width for width in _WIDTHS if longest <= width), 0) if longest else _WIDTHS[-1]
