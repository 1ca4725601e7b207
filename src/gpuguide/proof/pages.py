"""Compares a page before and after a step: what did not move is the same byte for byte, what moved stands in its own row.

Knows the page, its downloads and their records. Refuses to decide what may move: it is told.
"""

from __future__ import annotations

import csv
import html
import re
from collections.abc import Container, Iterator
from dataclasses import dataclass
from difflib import unified_diff

from gpuguide.proof.cutting import Moved, in_both, skeleton, without
from gpuguide.site.page import Rendered

_HEAD_END = "</head>"
_ROW = re.compile(r'<tr>\s*<th scope="row"(.*?)</th>(.*?)</tr>', re.DOTALL)
_NAME = re.compile(r'data-name="([^/"]+)/([^"]+)"')
_FIGURE = re.compile(r'data-figure="([^"]+)"')
_DATA = re.compile(r"<(?:data|tspan) ([^>]*data-figure=[^>]*)>([^<]*)</(?:data|tspan)>")
_ATTRIBUTE = re.compile(r'([a-z-]+)="([^"]*)"')
_CARRIERS = re.compile(r"<(data|time|span|tspan|pre)\b[^>]*data-(?:figure|fact|name|flag|commands)=.*?</\1>", re.DOTALL)
_TAG = re.compile(r"<[^>]*>")
_HAS_UNIT = re.compile(r"[^\W\d_]|[$%]")
_NBSP = "\u00a0"
_SHOWN = 160


@dataclass(frozen=True)
class Difference:
    """Something that changed on a page and should not have, or a number that changed in the row of another member."""

    path: str
    rule: str
    key: str = ""


def compare(
    old: Rendered, new: Rendered, moved: Moved, member: tuple[str, str], judged: Container[str] = ()
) -> Iterator[Difference]:
    """Every difference between two renderings of a page and its downloads that nothing which moved explains.

    The `judged` of the downloads, by their paths, are judged whole elsewhere: what they hold beside numbers moves too.
    """
    printed = _printed(old, moved) | _printed(new, moved)
    if not _same_by_lines(old.text, new.text, moved, printed):
        before, after = (_bare(page.text, moved, printed) for page in (old, new))
        if before != after and moved.decided:
            before, after = in_both(*(skeleton(page.text.partition(_HEAD_END)[2], moved, True) for page in (old, new)))
        yield from _first_difference(old.path, before, after)
    yield from _strays(new, moved, member)
    theirs = {file.path: file for file in new.files}
    for file in old.files:
        if file.path in theirs and file.path not in judged and not moved.decided and not moved.names:
            yield from _first_difference(file.path, *_bare_file(file, theirs[file.path], moved))


def _same_by_lines(old: str, new: str, moved: Moved, printed: set[str]) -> bool:
    """Whether each line that changed is the same without what moved: true of most pages, and soon found out."""
    heads, bodies = zip(*((text.partition(_HEAD_END)[0], text.partition(_HEAD_END)[2]) for text in (old, new)), strict=True)
    before, after = (body.splitlines() for body in bodies)
    if len(before) != len(after) or _bare_head(heads[0], moved, printed) != _bare_head(heads[1], moved, printed):
        return False
    pairs = zip(before, after, strict=True)
    return all(skeleton(one, moved) == skeleton(other, moved) for one, other in pairs if one != other)


def _bare(page: str, moved: Moved, printed: set[str]) -> str:
    """A page without what moved."""
    head, end, body = page.partition(_HEAD_END)
    return _bare_head(head, moved, printed) + end + skeleton(body, moved)


def _bare_head(head: str, moved: Moved, printed: set[str]) -> str:
    """A head without the numbers that moved; nothing of it where names may move, which it does not mark."""
    return "" if moved.names else without(head, printed)


def _bare_file(old: Rendered, new: Rendered, moved: Moved) -> tuple[str, str]:
    """Both files without the numbers that moved, their lines in alphabetical order; a cell of CSV stands between bars."""
    printed = _printed(old, moved) | _printed(new, moved)
    bare = [sorted(without(line, printed) for line in _lines(file)) for file in (old, new)]
    return "\n".join(bare[0]), "\n".join(bare[1])


def _lines(file: Rendered) -> list[str]:
    if not file.path.endswith(".csv"):
        return file.text.splitlines()
    return [" | ".join(cells) for cells in csv.reader(file.text.splitlines())]


def _printed(page: Rendered, moved: Moved) -> set[str]:
    """The texts of the moved numbers in carriers without markup, alone and with the unit as machines read it."""
    rows = page.record.figures if page.record is not None else []
    found = [(text, unit) for key, unit, _, text, carrier in rows if key in moved.figures and carrier != "text"]
    return {printed for text, unit in found for printed in (text, f"{text} {unit}")}


def _first_difference(path: str, before: str, after: str) -> Iterator[Difference]:
    """The first line that differs: one is enough to look for the rest."""
    if before == after:
        return
    lines = list(unified_diff(before.splitlines(), after.splitlines(), lineterm="", n=0))[2:]
    old = next((line[1:] for line in lines if line.startswith("-")), "nothing")
    new = next((line[1:] for line in lines if line.startswith("+")), "nothing")
    alike = next((index for index, (one, other) in enumerate(zip(old, new, strict=False)) if one != other), 0)
    start = max(0, alike - 40)
    was, became = old[start : start + _SHOWN], new[start : start + _SHOWN]
    yield Difference(path, f"a page changes where nothing moved: {was} became {became}")


def _strays(page: Rendered, moved: Moved, member: tuple[str, str]) -> Iterator[Difference]:
    """Numbers that name the stepped member and moved, in the row of another member.

    A head that names two members of one kind is a phrase ("100B to 120B, or 70B at 128k"), and its row is nobody's.
    """
    collection, mine = member
    for head, cells in _ROW.findall(page.text):
        names = _NAME.findall(head)
        named = [name for kind, name in names if kind == collection]
        if not named or mine in named or len(dict(names)) < len(set(names)):
            continue
        for key in _FIGURE.findall(cells):
            parts = re.split(r"[/.]", key)
            if key in moved.figures and mine in parts and not set(named) & set(parts):
                yield Difference(page.path, f"{mine} moved in the row of {named[0]}", key)


@dataclass(frozen=True)
class Number:
    """A number as it stands on a page."""

    key: str
    unit: str
    form: str
    text: str
    value: str


def numbers_of(page: str) -> Iterator[Number]:
    """Every number element of a page."""
    for attributes, text in _DATA.findall(page):
        said = dict(_ATTRIBUTE.findall(attributes))
        key, unit, form = (html.unescape(said.get(name, "")) for name in ("data-figure", "data-unit", "data-form"))
        yield Number(key, unit, form, html.unescape(text), said.get("value") or said.get("data-value", ""))


def left_standing(old: Rendered, new: Rendered, moved: Moved) -> Iterator[Difference]:
    """Numbers with their unit that changed, and still stand in plain text as they were: typed there, not computed."""
    kept = {number.text.replace(_NBSP, " ") for number in numbers_of(new.text)}
    texts = {number.text.replace(_NBSP, " "): number.key for number in numbers_of(old.text) if number.key in moved.figures}
    plain = html.unescape(_TAG.sub(" ", _CARRIERS.sub(" ", new.text.partition(_HEAD_END)[2]))).replace(_NBSP, " ")
    for text, key in texts.items():
        if text not in kept and _HAS_UNIT.search(text) and without(plain, [text]) != plain:
            yield Difference(new.path, f"{text} still stands in plain text, beside", key)
