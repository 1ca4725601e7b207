"""Lays out declared tables: rows by rule, cells by kind, units in headers, one row's derivation.

Knows column kinds. Refuses to sort or select by itself: the book does.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce
from typing import Any

from markupsafe import Markup

from gpuguide.catalog.specs import Column, TableSpec
from gpuguide.errors import Place
from gpuguide.figures import Figure
from gpuguide.l10n.writer import NBSP
from gpuguide.quantities import Missing
from gpuguide.site.derivations import Derivations, Working
from gpuguide.site.pen import Pen
from gpuguide.site.prose import Prose, chosen_name
from gpuguide.site.texts import Texts

NUMERIC = "numeric"
NAME = "name"
PLAIN = "plain"


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


@dataclass(frozen=True)
class Table:
    """A table ready for the template."""

    id: str
    caption: Markup
    heads: tuple[Head, ...]
    rows: tuple[tuple[Cell, ...], ...]
    worked: tuple[tuple[Markup, Working], ...]
    worked_name: Markup


class Tables:
    """Renders the tables of one page."""

    def __init__(self, pen: Pen, texts: Texts, prose: Prose, derivations: Derivations) -> None:
        """Bind the page's pen, texts, prose and derivations."""
        self.pen, self.texts, self.prose, self.derivations = pen, texts, prose, derivations

    def render(self, name: str) -> Table:
        """The table of this name."""
        spec = self.pen.site.tables[name]
        axis, ids = self.pen.book.select(spec.rows, spec.where, spec.sort, ("tables.yaml", "tables", name))
        members = [{axis: member} for member in ids]
        heads = tuple(self._head(name, index, column, members) for index, column in enumerate(spec.columns))
        rows = tuple(tuple(self._cell(name, index, column, row) for index, column in enumerate(spec.columns)) for row in members)
        worked = spec.worked if spec.worked in ids else ids[0] if ids else None
        shown = tuple(self._derivations(spec, {axis: worked})) if worked else ()
        worked_name = self._row_name(axis, worked, spec) if shown and worked else Markup("")
        return Table(name, self._text(spec.caption, name, "caption"), heads, rows, shown, worked_name)

    def _row_name(self, axis: str, member: str, spec: TableSpec) -> Markup:
        record = self.pen.book.facts.members(self.pen.book.axes[axis])[member]
        if hasattr(record, "gpu"):
            return self.pen.server(record.gpu, record.count)
        return self.pen.name(self.pen.book.axes[axis], member)

    def _head(self, table: str, index: int, column: Column, rows: list[dict[str, str]]) -> Head:
        kind = NUMERIC if column.figure else NAME if column.name else PLAIN
        unit = ""
        if column.figure and column.unit == "header":
            units = {figure.unit.id for row in rows if (figure := self._figure(column, row)).missing is None}
            if len(units) > 1:
                raise ValueError(f"table {table}: {column.header} mixes {', '.join(sorted(units))}; write unit: cell")
            unit = self._bare_unit(units.pop()) if units else ""
        return Head(kind, self._text(column.header, table, "columns", index), unit)

    def _bare_unit(self, unit: str) -> str:
        """A unit as a header shows it: its pattern without the number."""
        return self.pen.writer.pattern(unit, "table").replace("{n}", "").strip(NBSP + " ")

    def _figure(self, column: Column, row: dict[str, str]) -> Figure:
        return self.pen.book.figure(column.figure or "", row)

    def _cell(self, table: str, index: int, column: Column, row: dict[str, str]) -> Cell:
        sub = tuple(piece for name in column.sub or () if (piece := self._sub(name, row)))
        if column.figure:
            return Cell(NUMERIC, self.pen.figure(self._figure(column, row), "table" if column.unit == "cell" else "bare"), sub)
        if column.name:
            return Cell(NAME, self.pen.name(self.pen.book.axes[column.name], row[column.name]), sub)
        if column.choice:
            return Cell(PLAIN, self._choice(table, index, column, row), sub)
        if column.server:
            gpu, count = (self.pen.book.member(part, row) for part in column.server)
            return Cell(PLAIN, self.pen.server(gpu, count), sub)
        return Cell(NAME if index == 0 else PLAIN, self._field(column.text or "", row), sub)

    def _choice(self, table: str, index: int, column: Column, row: dict[str, str]) -> Markup:
        if self.pen.book.choice(column.choice or "", row).members is None:
            return Markup('<span class="missing">{}</span>').format(self.pen.missing_words[Missing.NONE])
        content = chosen_name(self.pen, column.choice or "", row)
        if column.with_:
            content += Markup(" ") + self.pen.figure(self.pen.book.figure(column.with_, row), "table")
        if column.mark and self.pen.book.verdict(column.mark, row).holds:
            key = self.pen.book.verdict(column.mark, row).key
            word = self._text(column.mark_text or "", table, "columns", index)
            content += Markup('<div class="mark" data-claim="{}">{}</div>').format(key, word)
        return content

    def _sub(self, name: str, row: dict[str, str]) -> Markup | None:
        """A small line under a name: a remark, a vocabulary word, a list of names, or a text of the row."""
        axis, member = next(iter(row.items()))
        if name == "remark":
            return self._remark(row)
        record = self.pen.book.facts.members(self.pen.book.axes[axis])[member]
        value: Any = getattr(record, name)
        if isinstance(value, tuple):
            names = [self.pen.name(f"listed_{name}", item) for item in value]
            return _commas(names, self.pen) if names else None
        collection = f"{name}s"
        if self.pen.book.facts.has(collection, value):
            return self.pen.name(collection, value)
        return self._field(name, row)

    def _remark(self, row: dict[str, str]) -> Markup | None:
        for index, remark in enumerate(self.pen.site.remarks):
            if self.pen.book.holds(remark.when, row, ("tables.yaml", "remarks", index)):
                place = self.pen.site.place("tables.yaml", "remarks", index)
                return self.prose.html(self.texts.get(remark.text, place), row, linked=False)
        return None

    def _field(self, field: str, row: dict[str, str]) -> Markup:
        axis, member = next(iter(row.items()))
        collection = self.pen.book.axes[axis]
        text = str(getattr(self.pen.book.facts.members(collection)[member], field))
        place = self.pen.site.place(f"{collection}.yaml", collection, member, field)
        return self.prose.html(self.texts.get(text, place), row, linked=False)

    def _text(self, text: str, table: str, *path: str | int) -> Markup:
        place: Place = self.pen.site.place("tables.yaml", "tables", table, *path)
        return self.prose.html(self.texts.get(text, place), linked=False)

    def _derivations(self, spec: TableSpec, row: dict[str, str]) -> list[tuple[Markup, Working]]:
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


def _commas(names: list[Markup], pen: Pen) -> Markup:
    """Names in a row, with the language's comma and no "and"."""
    comma = "、" if pen.writer.join(["a", "b", "c"]).startswith("a、") else ", "
    return reduce(lambda left, right: left + comma + right, names)
