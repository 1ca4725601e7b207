"""Walks the tree of a built page once and notes what people see and what carries numbers.

Knows HTML: what is a block, what is hidden from readers, what is code. Refuses to know the project's data.
"""

from __future__ import annotations

import re

from lxml import etree

from gpuguide.checks.marks import head_unit, inner_text, note_marks
from gpuguide.checks.pages import SHOWN_METAS, Carrier, Cell, Page, Passage
from gpuguide.checks.words.stretches import StretchReader

# Stands in a text where something else was taken out: a carrier, or code.
MARK = "\ufffc"

_BLOCKS = frozenset(
    re.findall(
        r"\w+",
        """
        address article aside blockquote body br button caption dd details dialog div dl dt fieldset figcaption figure
        footer form h1 h2 h3 h4 h5 h6 header hr img input label legend li main menu nav ol optgroup option p pre
        section select summary svg table tbody td text textarea tfoot th thead title tr tspan ul
        """,
    )
)
# Elements that change how the text in them is read.
_COUNTED = {
    **dict.fromkeys(("script", "style", "template"), "silent"),
    **dict.fromkeys(("code", "pre", "kbd", "samp"), "code"),
    **{"head": "head", "nav": "nav"},
}
# A space that stands alone is left as it is: replaced by itself, it would cost most of the time.
_SPACE = re.compile(r"[ \t\n\r\f]{2,}|[\t\n\r\f]")
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0e-\x1f]")


def parse_page(path: str, file: str, text: str) -> Page | None:
    """The page that an HTML text is; None when there is no document in it."""
    if _CONTROL.search(text):
        return None
    parser = etree.HTMLParser(encoding="utf-8", remove_comments=True, remove_pis=True, huge_tree=True)
    try:
        root = etree.fromstring(text.encode("utf-8"), parser)
    except (etree.LxmlError, ValueError):
        return None
    if root is None:
        return None
    return _Walk(Page(path, file)).over(root)


class _Walk:
    """The state of one walk: which elements are open, and the text of the block that is being read."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.stretches = StretchReader(page.path)
        self.said: list[dict[str, str]] = []
        self.open: dict[str, int] = dict.fromkeys(("silent", "code", "foreign", "head", "nav", "row-header"), 0)
        self.carrier: etree._Element | None = None
        self.anchors: list[str] = []
        self.tables: list[tuple[int, int]] = []
        self.table_count = 0
        self.outside: list[str] = []
        self.prose: list[str] = []
        self.where = page.file
        self.start = page.file

    def over(self, root: etree._Element) -> Page:
        """Walk the whole tree, however deep, and hand back the page."""
        self.page.lang = str(root.get("lang", ""))
        for event, element in etree.iterwalk(root, events=("start", "end")):
            tag = element.tag
            if not isinstance(tag, str):
                continue
            if event == "start":
                said = dict(element.items())
                self.said.append(said)
                self._enter(element, tag, said)
                text = element.text
                self.stretches.enter(element, tag, said, text)
            else:
                self._leave(element, tag, self.said.pop())
                text = element.tail
                self.stretches.leave(element, tag, text)
            if text:
                self._text(text)
        self._flush()
        self.page.stretches = self.stretches.finish()
        return self.page

    # --- Entering and leaving ---

    def _enter(self, element: etree._Element, tag: str, said: dict[str, str]) -> None:
        if self._is_block(tag):
            self._flush()
        self._place(element, tag, said)
        self._count(tag, said, 1)
        note_marks(self.page, element, tag, said, self.where)
        if tag in ("title", "meta") and self.open["head"]:
            self._head(element, tag)
        if said:
            if "untranslated" in said.get("class", "").split():
                self.page.drafts.append(Passage(self.where, "untranslated", tag))
            self._carry(element, tag, said)

    def _leave(self, element: etree._Element, tag: str, said: dict[str, str]) -> None:
        self._count(tag, said, -1)
        if element is self.carrier:
            self.carrier = None
        if tag == "table" and self.tables:
            self.tables.pop()
        if "id" in said:
            self.anchors.pop()
        if self._is_block(tag):
            self._flush()

    def _is_block(self, tag: str) -> bool:
        return tag in _BLOCKS or (tag == "a" and self.open["nav"] > 0)

    def _count(self, tag: str, said: dict[str, str], step: int) -> None:
        """Keep count of the elements around the current text that change how it is read."""
        if tag in _COUNTED:
            self.open[_COUNTED[tag]] += step
        if said:
            if tag == "th" and said.get("scope") == "row":
                self.open["row-header"] += step
            if "lang" in said and said["lang"] != self.page.lang:
                self.open["foreign"] += step

    def _place(self, element: etree._Element, tag: str, said: dict[str, str]) -> None:
        """Note ids and table rows, and say where the element stands."""
        anchor = said.get("id")
        if anchor is not None:
            self.anchors.append(anchor)
        if tag == "table":
            self.table_count += 1
            self.tables.append((self.table_count, 0))
        if tag == "tr" and self.tables:
            table, row_number = self.tables[-1]
            self.tables[-1] = table, row_number + 1
        row = f" row {self.tables[-1][1]}" if self.tables and self.tables[-1][1] else ""
        near = f" #{self.anchors[-1]}" if self.anchors else ""
        self.where = f"{self.page.file}:{element.sourceline}{near}{row}"
        if anchor is not None:
            self.page.ids.append(Passage(self.where, anchor))
        if tag == "h1":
            self.page.headings += 1
        if tag == "tr" and not _is_headed(element):
            self.page.unheaded.append(Passage(self.where, _collapsed(inner_text(element)).strip()))

    # --- What elements say ---

    def _head(self, element: etree._Element, tag: str) -> None:
        if tag == "title":
            self.page.titles.append(Passage(self.where, _collapsed(inner_text(element)).strip(), "title"))
            return
        name = str(element.get("name") or element.get("property") or "")
        content = Passage(self.where, str(element.get("content") or ""), name)
        if name in SHOWN_METAS:
            self.page.metas.append(content)
        elif name in ("og:locale", "og:locale:alternate"):
            self.page.locale_marks.append(content)

    def _carry(self, element: etree._Element, tag: str, said: dict[str, str]) -> None:
        kind = _carrier_kind(tag, said)
        if kind is None or self.open["silent"]:
            return
        if self.carrier is not None:
            self.page.nested.append(Passage(self.where, tag))
            return
        self.carrier = element
        self.outside.append(MARK)
        cell = Cell(*self.tables[-1], self.open["row-header"] > 0) if self.tables else None
        unit = head_unit(element) if cell is not None and said.get("data-form") == "bare" else ""
        self.page.carriers.append(Carrier(kind, self.where, inner_text(element), said, cell, unit))

    # --- Text ---

    def _text(self, text: str) -> None:
        if self.open["silent"] or self.open["head"]:
            return
        if not self.prose and not self.outside:
            self.start = self.where
        if self.carrier is None:
            self.outside.append(text)
        if not self.open["foreign"]:
            self.prose.append(MARK if self.open["code"] else text)

    def _flush(self) -> None:
        """End the block that was being read."""
        for parts, passages in ((self.outside, self.page.outside), (self.prose, self.page.prose)):
            if not parts:
                continue
            text = _collapsed("".join(parts)).strip(" ")
            if text and text != MARK:
                passages.append(Passage(self.start, text))
            parts.clear()


def _is_headed(row: etree._Element) -> bool:
    """Whether a row of a table begins with its one header, or consists of the headers of columns."""
    cells = [(str(cell.tag), cell.get("scope")) for cell in row]
    if all(cell == ("th", "col") for cell in cells):
        return next(row.iterancestors("tbody"), None) is None
    return cells[:1] == [("th", "row")] and all(tag == "td" for tag, _ in cells[1:])


def _carrier_kind(tag: str, said: dict[str, str]) -> str | None:
    """What an element carries, if anything; only these elements may."""
    if "data-absent" in said:
        return "absent"
    if tag in ("data", "tspan") and "data-figure" in said:
        return "number"
    if "data-name" in said:
        return "name"
    if "data-commands" in said:
        return "commands"
    return "date" if tag == "time" and "data-fact" in said else None


def _collapsed(text: str) -> str:
    return _SPACE.sub(" ", text)
