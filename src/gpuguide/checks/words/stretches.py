"""The text of a built page as stretches: one for each block, with a token in place of everything that is judged elsewhere.

Knows HTML and the carriers of docs/formats.md. Refuses to know what a page should say. A token stands between two control
characters, which no text may hold: `⟦memory/7b|table⟧` is a number, `⟦gpus/a-card⟧` a name, `⟦>en/pricing⟧` … `⟦<⟧` a link,
`⟦+claim⟧` a guard.
"""

from __future__ import annotations

import posixpath
import re
from functools import lru_cache
from typing import NamedTuple

from lxml import etree

OPEN, CLOSE = "\x02", "\x03"
LINK_END = f"{OPEN}<{CLOSE}"
_INLINE = frozenset(
    re.findall(
        r"\w+",
        "a abbr b bdi cite code data em i kbd mark q s samp small span strong sub sup time tspan u var wbr",
    )
)
_SILENT = frozenset(("head", "script", "style", "template"))
# A space that stands alone is left as it is: replaced by itself, it would cost most of the time.
_SPACE = re.compile(r"[ \t\n\r\f]{2,}|[\t\n\r\f]")
HIDDEN = f"{OPEN}%hidden{CLOSE}"
CHROME, MAIN = "chrome", "main"


class Stretch(NamedTuple):
    """The text of one block; `region` is main, chrome (menus, footer), or the id of the derivation that it is in."""

    line: int
    text: str
    region: str


def token(text: str) -> str:
    """A token."""
    return f"{OPEN}{text}{CLOSE}"


def link(destination: str, content: str) -> str:
    """A content that leads somewhere."""
    return f"{OPEN}>{destination}{CLOSE}{content}{LINK_END}"


def collapsed(text: str) -> str:
    """White space as a browser shows it."""
    return _SPACE.sub(" ", text).strip(" ")


def shown(text: str) -> str:
    """A stretch as findings print it."""
    return text.replace(OPEN, "⟦").replace(CLOSE, "⟧")


def place_of(path: str) -> str:
    """A file by the address that leads to it: a folder's page by its folder."""
    return path.removesuffix("index.html").rstrip("/") or "."


@lru_cache(maxsize=16384)
def destination(folder: str, address: str) -> str:
    """Where an address on a page of a folder leads: a file of the site by its place, anything else as it is written."""
    if address.startswith("#") or re.match(r"[A-Za-z][A-Za-z0-9+.-]*:|//", address):
        return address
    path, mark, fragment = address.partition("#")
    joined = posixpath.normpath(posixpath.join(folder, path) if not path.startswith("/") else path.lstrip("/") or ".")
    return place_of(joined) + mark + fragment


class StretchReader:
    """Reads the stretches of a page while somebody walks over it: told of every start and end of an element, in order."""

    def __init__(self, path: str) -> None:
        """`path` is where the page stands."""
        self.folder = posixpath.dirname(path)
        self.skipped: etree._Element | None = None
        self.found: list[Stretch] = []
        self.parts: list[str] = []
        self.line = 0
        self.regions: list[tuple[etree._Element | None, str]] = [(None, CHROME)]
        self.hidden: list[etree._Element] = []

    def enter(self, element: etree._Element, tag: str, said: dict[str, str], text: str | None) -> None:
        """An element starts, with its attributes and the text before anything in it."""
        if self.skipped is not None:
            return
        if tag in _SILENT or self._is_closed(element, tag, said):
            self.skipped = element
        elif text:
            self._text(text)

    def leave(self, element: etree._Element, tag: str, tail: str | None) -> None:
        """An element ends, with the text that follows it."""
        if self.skipped is not None:
            if element is not self.skipped:
                return
            self.skipped = None
        self._leave(element, tag)
        if tail:
            self._text(tail)

    def finish(self) -> list[Stretch]:
        """The stretches of the page in reading order."""
        self._flush()
        return self.found

    def _text(self, text: str) -> None:
        if self.hidden and not text.isspace():
            self.parts.append(HIDDEN)
        self.parts.append(text.replace(OPEN, "\ufffd").replace(CLOSE, "\ufffd"))

    def _is_closed(self, element: etree._Element, tag: str, said: dict[str, str]) -> bool:
        """Note what an element is; true when nothing in it is to be read."""
        if tag not in _INLINE:
            self._flush()
            self.line = _line_of(element)
        if not said:
            self._region(element, tag, "")
            return False
        self._region(element, tag, said.get("class", ""))
        if said.get("aria-hidden") == "true" or "hidden" in said or "inert" in said:
            self.hidden.append(element)
        for name, mark in (("data-claim", "+"), ("data-unless", "-")):
            if name in said:
                self.parts.append(token(mark + said[name]))
        if tag == "a" and "href" in said:
            self.parts.append(token(f">{destination(self.folder, said['href'])}"))
        carried = _carried(element, tag, said)
        if carried is None:
            return False
        if self.hidden:
            self.parts.append(HIDDEN)
        self.parts.append(token(carried))
        return "data-flag" not in said

    def _region(self, element: etree._Element, tag: str, kind: str) -> None:
        if tag == "main":
            self.regions.append((element, MAIN))
        elif tag in ("nav", "header", "footer"):
            self.regions.append((element, CHROME))
        elif kind == "derivation":
            self.regions.append((element, str(element.get("id", ""))))

    def _leave(self, element: etree._Element, tag: str) -> None:
        if tag == "a" and "href" in element.attrib:
            self.parts.append(LINK_END)
        elif tag not in _INLINE:
            self._flush()
        if self.hidden and element is self.hidden[-1]:
            self.hidden.pop()
        if element is self.regions[-1][0]:
            self.regions.pop()

    def _flush(self) -> None:
        if self.parts:
            text = collapsed("".join(self.parts))
            if text:
                self.found.append(Stretch(self.line, text, self.regions[-1][1]))
            self.parts.clear()


def _line_of(element: etree._Element) -> int:
    line: object = element.sourceline
    return line if isinstance(line, int) else 0


def _carried(element: etree._Element, tag: str, said: dict[str, str]) -> str | None:
    """The token of a carrier."""
    get = said.get
    if tag in ("data", "tspan") and "data-figure" in said:
        return f"{get('data-figure')}|{get('data-form', '')}"
    if "data-absent" in said:
        return f"{get('data-figure')}~{''.join(map(str, element.itertext()))}"
    if "data-name" in said:
        chosen = get("data-choice")
        return f"{get('data-name')}!{chosen}" if chosen else str(get("data-name"))
    if tag == "time" and "data-fact" in said:
        return f"@{get('data-fact')}"
    for name, mark in (("data-commands", "$"), ("data-flag", "?")):
        if name in said:
            return f"{mark}{get(name)}"
    return None
