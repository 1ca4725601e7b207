"""Gives every table as CSV and JSON: printed values as plain decimals, names as the language has them.

Knows the two formats. Refuses to compute or to select: the rows are the table's own.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from gpuguide.catalog.layouts import Column
from gpuguide.site.pen import Record
from gpuguide.site.prose import Prose, chosen_name
from gpuguide.site.rownames import held_name, listed_names
from gpuguide.site.views import BlockView

if TYPE_CHECKING:
    from gpuguide.site.page import Page

FORMATS = ("csv", "json")


@dataclass(frozen=True)
class Download:
    """The files of one table, and the links to them."""

    table: str
    caption: str
    links: tuple[tuple[str, str], ...]
    files: tuple[tuple[str, str, Record], ...]


def downloads(page: Page, blocks: Iterable[BlockView]) -> list[Download]:
    """The downloads of every table on a page."""
    return [_download(page, table) for table in dict.fromkeys(_tables(blocks))]


def _tables(blocks: Iterable[BlockView]) -> Iterator[str]:
    for block in blocks:
        if block.table is not None and block.table.rows:
            yield block.table.id
        yield from _tables(block.blocks)


def _download(page: Page, table: str) -> Download:
    files: list[tuple[str, str, Record]] = []
    for kind in FORMATS:
        record = Record(page.locale, page.leaf.key)
        heads, rows = _content(page, table, kind, record)
        text = _csv(heads, rows) if kind == "csv" else _json(page, table, record, heads, rows)
        files.append((page.path.removesuffix("index.html") + f"{table}.{kind}", text, record))
    links = tuple((kind.upper(), path.rsplit("/", 1)[-1]) for kind, (path, _, _) in zip(FORMATS, files, strict=True))
    spec = page.press.site.tables[table]
    place = page.press.site.place("tables.yaml", "tables", table, "caption")
    caption = page.prose.plain(page.texts.get(spec.caption, place), "jsonld")
    return Download(table, caption, links, tuple(files))


def _content(page: Page, table: str, kind: str, record: Record) -> tuple[list[str], list[list[str]]]:
    """Headers and rows of a table, recorded under the file's own record."""
    press, spec, members = page.press, page.press.site.tables[table], page.leaf.members
    pen = press.pen(page.locale, record).elsewhere(kind)
    prose = Prose(pen, press.literals, lambda target, place: None, None, members)
    place = press.site.place("tables.yaml", "tables", table)
    axis, ids = press.book.select(spec.rows, spec.where, spec.sort, ("tables.yaml", "tables", table), members)
    rows = [{axis: member, **{key: value for key, value in members.items() if key != axis}} for member in ids]
    heads = [prose.plain(page.texts.get(column.header, place), kind) + _unit(page, column, rows) for column in spec.columns]
    return heads, [[_cell(page, prose, column, row) for column in spec.columns] for row in rows]


def _unit(page: Page, column: Column, rows: list[dict[str, str]]) -> str:
    """The unit of a column of figures, in brackets."""
    if column.figure is None:
        return ""
    units = {figure.unit.id for row in rows if (figure := page.press.book.figure(column.figure, row)).missing is None}
    return f" [{units.pop()}]" if len(units) == 1 else ""


def _cell(page: Page, prose: Prose, column: Column, row: dict[str, str]) -> str:
    pen, book = prose.pen, page.press.book
    if column.figure:
        figure = book.figure(column.figure, row)
        return str(pen.machine(figure, with_unit=column.unit == "cell"))
    if column.name:
        held = (book.axes[column.name], row[column.name]) if column.name in row else held_name(pen, column.name, row)
        return str(pen.name(*held).unescape())
    if column.fact:
        return str(pen.text_fact(column.fact, row).unescape())
    if column.choice:
        chosen = book.choice(column.choice, row)
        return str(chosen_name(pen, column.choice, row).unescape()) if chosen.members else ""
    if column.server:
        gpu, count = (book.member(part, row) for part in column.server)
        return str(pen.server(gpu, count).unescape())
    if column.names:
        return ", ".join(str(name.unescape()) for name in listed_names(pen, column.names, row))
    if column.flag:
        return str(book.facts.get(book.path(column.flag, row)).value).lower()
    axis, member = next(iter(row.items()))
    collection = book.axes[axis]
    text = str(getattr(book.facts.members(collection)[member], column.text or ""))
    place = page.press.site.place_in(collection, member, column.text or "")
    return prose.plain(page.texts.get(text, place), pen.carrier, row)


def _csv(heads: list[str], rows: list[list[str]]) -> str:
    stream = io.StringIO(newline="")
    csv.writer(stream, lineterminator="\r\n").writerows([heads, *rows])
    return stream.getvalue()


def _json(page: Page, table: str, record: Record, heads: list[str], rows: list[list[str]]) -> str:
    press, spec = page.press, page.press.site.tables[table]
    pen = press.pen(page.locale, record).elsewhere("json")
    prose = Prose(pen, press.literals, lambda target, place: None, None, page.leaf.members)
    caption = prose.plain(page.texts.get(spec.caption, press.site.place("tables.yaml", "tables", table)), "json")
    as_of = pen.day("site.as_of")
    data = {"table": caption, "site": press.site.spec.name, "as_of": as_of, "columns": heads, "rows": rows}
    return json.dumps(data, ensure_ascii=False, indent=1) + "\n"
