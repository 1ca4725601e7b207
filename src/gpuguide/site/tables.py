"""Lays out declared tables: rows by rule, cells by kind, units in headers, one row's derivation.

Knows column kinds. Refuses to sort or select by itself: the book does.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from gpuguide.catalog.layouts import Column, TableSpec
from gpuguide.errors import GuideError, Place
from gpuguide.figures import Figure
from gpuguide.figures.book import Declared
from gpuguide.l10n.writer import NBSP
from gpuguide.quantities import Missing
from gpuguide.site.derivations import Derivations, Working
from gpuguide.site.pen import Pen
from gpuguide.site.prose import Prose, chosen_name
from gpuguide.site.rownames import Row, commas, held_name, listed_names
from gpuguide.site.texts import Texts

NUMERIC = "numeric"
NAME = "name"
PLAIN = "plain"
WORD = "word"


class TableError(GuideError):
    """A table that cannot be laid out as it is declared."""


@dataclass(frozen=True)
class Cell:
    """A cell: its kind, its content, and the small lines beneath."""

    kind: str
    content: Markup
    sub: tuple[Markup, ...] = ()


@dataclass(frozen=True)
class Head:
    """A column's header and the unit that its cells leave out."""

    kind: str
    content: Markup
    unit: str
    key: str
    """What the column is called in the page's address."""
    filter: str = ""
    """How rows are found by it: `least`, `most` or `one`; empty when they are not."""
    again: Markup | None = None
    """The header once more, for the control that finds by it: what is printed twice is recorded twice."""


@dataclass(frozen=True)
class Table:
    """A table ready for the template."""

    id: str
    caption: Markup
    heads: tuple[Head, ...]
    rows: tuple[tuple[Cell, ...], ...]
    ids: tuple[str, ...]
    worked: tuple[tuple[Markup, Working], ...]
    worked_name: Markup
    interactive: bool = False
    transpose: bool = False
    members: tuple[Markup, ...] = ()
    """The names of the rows once more, for the choice among them, where the table is transposed."""


class Tables:
    """Renders the tables of one page."""

    def __init__(
        self, pen: Pen, texts: Texts, prose: Prose, derivations: Derivations, page_href: Callable[[str], str | None]
    ) -> None:
        """Bind the page's pen, texts, prose and derivations; `page_href` gives the link to a page by its key."""
        self.pen, self.texts, self.prose, self.derivations = pen, texts, prose, derivations
        self.page_href = page_href

    def render(self, name: str) -> Table:
        """The table of this name, for the page's members."""
        return self.lay(name, self.pen.site.tables[name], ("tables.yaml", "tables", name))

    def lay(self, name: str, spec: TableSpec, declared: Declared, worked: bool = True) -> Table:
        """A table under this id; `worked` works a row out below it."""
        page = self.prose.members
        axis, ids = self.pen.book.select(spec.rows, spec.where, spec.sort, declared, page)
        members: list[Row] = [{axis: member, **{key: value for key, value in page.items() if key != axis}} for member in ids]
        heads = tuple(self._head(name, index, column, members) for index, column in enumerate(spec.columns))
        rows = tuple(tuple(self._cell(name, index, column, row) for index, column in enumerate(spec.columns)) for row in members)
        row = (spec.worked if spec.worked in ids else ids[0] if ids else None) if worked else None
        shown = tuple(self._derivations(spec, {**page, axis: row})) if row else ()
        worked_name = self._row_name(axis, row, spec) if shown and row else Markup("")
        caption = self._text(spec.caption, name, "caption")
        again = tuple(self.pen.name(self.pen.book.axes[axis], member) for member in ids) if spec.transpose else ()
        return Table(name, caption, heads, rows, tuple(ids), shown, worked_name, spec.interactive, spec.transpose, again)

    def _row_name(self, axis: str, member: str, spec: TableSpec) -> Markup:
        record = self.pen.book.facts.members(self.pen.book.axes[axis])[member]
        if hasattr(record, "gpu"):
            return self.pen.server(record.gpu, record.count)
        first = spec.columns[0]
        if first.server:
            return self._server(first.server, {**self.prose.members, axis: member})
        return self.pen.name(self.pen.book.axes[axis], member)

    def _head(self, table: str, index: int, column: Column, rows: list[Row]) -> Head:
        kind = NUMERIC if column.figure else NAME if column.name else PLAIN
        unit = ""
        if column.figure and column.unit == "header":
            units = {figure.unit.id for row in rows if (figure := self._figure(column, row)).missing is None}
            if len(units) > 1:
                place = self.pen.site.place("tables.yaml", "tables", table, "columns", index)
                raise TableError.at(place, f"{column.header} mixes {', '.join(sorted(units))}", "write unit: cell")
            unit = self._bare_unit(units.pop()) if units else ""
        again = self._text(column.header, table, "columns", index) if column.filter else None
        return Head(kind, self._text(column.header, table, "columns", index), unit, column.key, column.filter or "", again)

    def _bare_unit(self, unit: str) -> str:
        """A unit as a header shows it: its pattern without the number."""
        return self.pen.writer.pattern(unit, "table").replace("{n}", "").strip(NBSP + " ")

    def _figure(self, column: Column, row: Row) -> Figure:
        return self.pen.book.figure(column.figure or "", row)

    def _cell(self, table: str, index: int, column: Column, row: Row) -> Cell:
        sub = tuple(piece for name in column.sub or () if (piece := self._sub(name, row)))
        says = self._says(table, index, column, row)
        if says is not None:
            sub = (says, *sub)
        if column.figure:
            form = "table" if column.unit == "cell" else "bare"
            return Cell(NUMERIC, self.pen.figure(self._figure(column, row), form), sub)
        if column.name:
            return Cell(NAME, self._linked_name(column, row), sub)
        if column.choice:
            return Cell(PLAIN, self._choice(table, index, column, row), sub)
        if column.server:
            return Cell(PLAIN, self._server(column.server, row), sub)
        if column.flag:
            return Cell(WORD, self.pen.flag(column.flag, row), sub)
        if column.names:
            return Cell(PLAIN, commas(listed_names(self.pen, column.names, row), self.pen), sub)
        if column.fact:
            return Cell(NAME if index == 0 else PLAIN, self._fact(column, row), sub)
        return Cell(NAME if index == 0 else PLAIN, self._field(column.text or "", row), sub)

    def _server(self, parts: tuple[str, ...], row: Row) -> Markup:
        """The server that a card and a count make, each a member of the row or an id."""
        gpu, count = (self.pen.book.member(part, row) for part in parts)
        return self.pen.server(gpu, count)

    def _fact(self, column: Column, row: Row) -> Markup:
        """A text as its source writes it, linked to the address that another fact gives."""
        text = self.pen.text_fact(column.fact or "", row)
        address = self.pen.book.facts.get(self.pen.book.path(column.url, row)).value if column.url else None
        return text if not address or isinstance(address, Missing) else Markup('<a href="{}">{}</a>').format(address, text)

    def _linked_name(self, column: Column, row: Row) -> Markup:
        """A member's name, linked to its own page where there is one; or the name that a field of the row's record leads to."""
        axis = column.name or ""
        if axis not in row:
            return self.pen.name(*held_name(self.pen, axis, row))
        name = self.pen.name(self.pen.book.axes[axis], row[axis])
        href = self.page_href(f"{column.page}/{row[axis]}") if column.page else None
        return name if href is None else Markup('<a href="{}">{}</a>').format(href, name)

    def _says(self, table: str, index: int, column: Column, row: Row) -> Markup | None:
        """The first word of `says` whose claim holds."""
        for position, word in enumerate(column.says):
            verdict = self.pen.book.verdict(word.claim, row) if word.claim else None
            if verdict is None or verdict.holds:
                text = self._text(word.text, table, "columns", index, "says", position)
                claim = Markup(' data-claim="{}"').format(verdict.key) if verdict else Markup("")
                return Markup('<span class="says says-{}"{}>{}</span>').format(position, claim, text)
        return None

    def _choice(self, table: str, index: int, column: Column, row: Row) -> Markup:
        if self.pen.book.choice(column.choice or "", row).members is None:
            return Markup('<span class="missing">{}</span>').format(self.pen.words["nothing"])
        content = chosen_name(self.pen, column.choice or "", row)
        if column.with_:
            content += Markup(" ") + self.pen.figure(self.pen.book.figure(column.with_, row), "table")
        if column.mark and self.pen.book.verdict(column.mark, row).holds:
            key = self.pen.book.verdict(column.mark, row).key
            word = self._text(column.mark_text or "", table, "columns", index)
            content += Markup('<div class="mark" data-claim="{}">{}</div>').format(key, word)
        return content

    def _sub(self, name: str, row: Row) -> Markup | None:
        """A small line under a name: a remark, a vocabulary word, a list of names, or a text of the row."""
        axis, member = next(iter(row.items()))
        if name == "remark":
            return self._remark(row)
        record = self.pen.book.facts.members(self.pen.book.axes[axis])[member]
        value: Any = getattr(record, name)
        if isinstance(value, tuple):
            names = [self.pen.name(f"listed_{name}", item) for item in value]
            return commas(names, self.pen) if names else None
        collection = f"{name}s"
        if self.pen.book.facts.has(collection, value):
            return self.pen.name(collection, value)
        return self._field(name, row)

    def _remark(self, row: Row) -> Markup | None:
        for index, remark in enumerate(self.pen.site.remarks):
            if self.pen.book.holds(remark.when, row, ("tables.yaml", "remarks", index)):
                place = self.pen.site.place("tables.yaml", "remarks", index)
                return self.prose.html(self.texts.get(remark.text, place), row, linked=False)
        return None

    def _field(self, field: str, row: Row) -> Markup:
        axis, member = next(iter(row.items()))
        collection = self.pen.book.axes[axis]
        text = str(getattr(self.pen.book.facts.members(collection)[member], field))
        place = self.pen.site.place_in(collection, member, field)
        return self.prose.html(self.texts.get(text, place), row, linked=False)

    def _text(self, text: str, table: str, *path: str | int) -> Markup:
        place: Place = self.pen.site.place("tables.yaml", "tables", table, *path)
        return self.prose.html(self.texts.get(text, place), linked=False)

    def _derivations(self, spec: TableSpec, row: Row) -> list[tuple[Markup, Working]]:
        """Each computed column, worked for one row."""
        shown = []
        for column in spec.columns:
            for reference in (column.figure, column.with_):
                figure = self.pen.book.figure(reference, row) if reference else None
                working = self.derivations.working(figure) if figure is not None else None
                if figure is not None and working is not None:
                    self.derivations.want(figure)
                    shown.append((self.derivations.label(figure, self.prose), working))
        return shown
