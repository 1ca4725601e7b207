"""What is left of a page once everything that may have moved is cut out of it.

Knows the markup of docs/formats.md: numbers, chosen names, blocks that lean on claims, charts, rows of tables. Refuses to know
what moved and why: it is told the keys.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from urllib.parse import quote

_TOKEN = re.compile(r"<!--.*?-->|<[^>]*>|[^<]+", re.DOTALL)
_NAME = re.compile(r"</?([a-zA-Z0-9-]+)")
_ATTRIBUTE = re.compile(r'([a-z-]+)="([^"]*)"')
_VOID = frozenset(["area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"])
CUT = "⟦cut⟧"
_CUTS = re.compile(rf"{CUT}(?:\s*{CUT})+")
_ROW, _HEAD = "␞", "␟"
_DECIDED = frozenset(("sub", "derivation", "origins", "mark", "missing", "unit", "downloads", "worked"))
"""Classes of what follows a decision: marks under a cell, the workings of the figures that are named, their origins,
the words for a choice that picks nothing, the unit over a column that may have lost
its numbers, and the workings and downloads of a table that may have
lost its rows."""


@dataclass(frozen=True)
class Moved:
    """The keys whose answer a step moved: figures and facts, choices, claims."""

    figures: frozenset[str] = frozenset()
    choices: frozenset[str] = frozenset()
    claims: frozenset[str] = frozenset()
    decided: bool = False
    """Whether a choice, a claim, a list or the rows of a table turned: then marks, workings and rows come and go."""
    names: tuple[str, ...] = ()
    """How names, dates and texts begin that may change too: another offer may be the lowest, of another seller and region."""


@dataclass
class _Element:
    """An element while it is read: its opening tag, what came of its content, and whether it is cut."""

    name: str
    tag: str
    content: list[str] = field(default_factory=list)
    cut: str | None = None
    key: str = ""


def skeleton(page: str, moved: Moved, decided: bool = False) -> str:
    """The page without what moved; rows of a table in alphabetical order, since an order is a choice too.

    Where something was `decided` anew, marks under a cell, workings and origins, and sentences that list names are cut as well,
    and each row of a table is a line of its own, so that `in_both` can tell those that came or went.
    """
    stack = [_Element("", "")]
    for match in _TOKEN.finditer(page):
        token = match[0]
        if not token.startswith("<") or token.startswith("<!"):
            stack[-1].content.append(token)
        elif token.startswith("</"):
            _close(stack, token, decided)
        else:
            _open(stack, token, moved, decided)
    while len(stack) > 1:
        _close(stack, "", decided)
    return "".join(stack[0].content)


def in_both(before: str, after: str) -> tuple[str, str]:
    """Both skeletons with the rows that the other has too, and without empty lines."""
    rows = [{line.partition(_HEAD)[0] for line in text.splitlines() if line.startswith(_ROW)} for text in (before, after)]
    common = rows[0] & rows[1]
    kept = []
    for text in (before, after):
        lines = (_CUTS.sub(CUT, line) for line in text.splitlines() if line.strip())
        kept.append("\n".join(line for line in lines if not line.startswith(_ROW) or line.partition(_HEAD)[0] in common))
    return kept[0], kept[1]


def _open(stack: list[_Element], token: str, moved: Moved, decided: bool) -> None:
    found = _NAME.match(token)
    name = found[1] if found else ""
    attributes = dict(_ATTRIBUTE.findall(token))
    cut = _cut(attributes, moved)
    if cut is None and decided and attributes.get("class", "") in _DECIDED:
        cut = CUT if attributes["class"] == "missing" else ""
    element = _Element(name, _plain_tag(token, attributes, moved), cut=cut)
    if name in _VOID or token.endswith("/>"):
        stack[-1].content.append(element.tag if element.cut is None else element.cut)
    else:
        stack.append(element)


def _close(stack: list[_Element], token: str, decided: bool) -> None:
    if len(stack) == 1:  # opened before the part of the page that is read
        stack[0].content.append(token)
        return
    element = stack.pop()
    whole = "".join((element.tag, *element.content, token))
    if element.cut is not None:
        whole = element.cut
    elif _falls_whole(element.name, whole, decided):
        whole = CUT
    elif decided and element.name == "tr" and '<th scope="row"' in whole:
        head = whole[whole.index("<th") : whole.index("</th>")]
        whole = f"\n{_ROW}{head}{_HEAD}{whole}".replace("\n", " ").replace(f" {_ROW}", f"\n{_ROW}") + "\n"
    elif decided and element.name == "table":  # the same member may stand in several tables
        whole = whole.replace(f"\n{_ROW}", f"\n{_ROW}{element.tag}")
    elif element.name == "tbody":
        rows = sorted(part for part in element.content if part.strip())
        whole = "".join((element.tag, "\n", *rows, "\n", token))
    stack[-1].content.append(whole)


def _falls_whole(name: str, whole: str, decided: bool) -> bool:
    """Whether one move may have moved all of an element: every place of a chart, or every name of a list."""
    return (name == "figure" and CUT in whole) or (decided and name in ("p", "li") and whole.count('data-name="') > 1)


def _cut(attributes: dict[str, str], moved: Moved) -> str | None:
    """What stands for an element that moved; None for one that stays."""
    if html.unescape(attributes.get("data-figure", "")) in moved.figures:
        return CUT
    if attributes.get("data-choice", "") in moved.choices:
        return CUT
    named = attributes.get("data-name", "") or attributes.get("data-fact", "")
    if moved.names and named.startswith(moved.names):
        return CUT
    leans = {*attributes.get("data-claim", "").split(), *attributes.get("data-unless", "").split()}
    return "" if leans & moved.claims else None


def _plain_tag(token: str, attributes: dict[str, str], moved: Moved) -> str:
    """A tag without the value in an address that reports a number that moved."""
    reported = re.search(r"&amp;key=([^&]*)&amp;value=[^\"&]*", token)
    if reported and any(reported[1] == quote(key, safe="") for key in moved.figures):
        return token.replace(reported[0], f"&amp;key={reported[1]}")
    return token


def without(text: str, printed: Iterable[str]) -> str:
    """A text without some of the numbers printed in it, for carriers that have no markup: title, description, files.

    A digit that a letter or another digit stands before is part of a name or of another number: FP8 GB has no 8 GB in it.
    """
    longest_first = sorted(set(printed), key=lambda one: (-len(one), one))
    if not longest_first:
        return text
    numbers = "|".join(map(re.escape, longest_first))
    return re.sub(rf"(?<![0-9A-Za-z])(?<![0-9][.,])(?:{numbers})(?![0-9])(?![.,][0-9])", CUT, text)
