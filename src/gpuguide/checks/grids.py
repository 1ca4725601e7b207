"""What a table's CSV and JSON must hold: its headers with their units, and every cell of every row, in the language.

Knows the columns of tables.yaml. Refuses to know how a file is written.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from gpuguide.checks.bench import Bench
from gpuguide.checks.documents import Record
from gpuguide.checks.facts import Bindings, Missing, UnsoundError
from gpuguide.checks.numerals import plain
from gpuguide.checks.outline import outline, standing
from gpuguide.checks.telling import Saying, Teller, plainly


@dataclass(frozen=True)
class Grid:
    """A table as text: its caption, headers and rows."""

    caption: Saying
    heads: tuple[Saying, ...]
    rows: tuple[tuple[Saying, ...], ...]


def tables_of(bench: Bench, page: str, bound: Bindings) -> list[str]:
    """The tables that a page puts and that have rows, in the order of the page."""
    put = [block.put for block in standing(bench, outline(bench, page).blocks, bound) if block.kind == "table"]
    known = [name for name in dict.fromkeys(put) if name in bench.site.declared.tables]
    return [name for name in known if bench.answers.rows(bench.site.declared.tables[name][0], bound)]


def grid(teller: Teller, table: str, bound: Bindings) -> Grid:
    """What the files of a table hold on the page of these members."""
    rows, columns = teller.bench.site.declared.tables[table]
    axis, _ = teller.bench.answers.references.candidates(rows.rows)
    members = [{**bound, axis: member} for member in teller.bench.answers.rows(rows, bound)]
    heads = tuple(_head(teller, column, bound, members) for column in columns)
    cells = tuple(tuple(_cell(teller, column, axis, row) for column in columns) for row in members)
    return Grid(teller.say(teller.bench.site.captions.get(table, ""), bound), heads, cells)


def _head(teller: Teller, column: Record, bound: Bindings, rows: Sequence[Bindings]) -> Saying:
    """The header's words; behind them the unit, where the numbers of the column have one and the same."""
    said = teller.say(str(column.get("header", "")), bound)
    units = set(_units(teller, column, rows))
    return Saying((*said.pieces, f" [{units.pop()}]")) if len(units) == 1 else said


def _units(teller: Teller, column: Record, rows: Sequence[Bindings]) -> Iterator[str]:
    reference = column.get("figure")
    for row in rows if isinstance(reference, str) else ():
        written = teller.written(teller.bench.answers.references.canonical(str(reference), row))
        if not isinstance(written, Missing):
            yield written.unit


def _cell(teller: Teller, column: Record, axis: str, row: Bindings) -> Saying:
    for kind, tell in _TOLD.items():
        if kind in column:
            return tell(teller, column, axis, row)
    raise UnsoundError("a column of no known kind")


def _figure(teller: Teller, column: Record, axis: str, row: Bindings) -> Saying:
    """The printed value as a plain decimal, with its unit where the table keeps it in the cell; or why there is none."""
    written = teller.written(teller.bench.answers.references.canonical(str(column["figure"]), row))
    if isinstance(written, Missing):
        return plainly(written.kind)
    number = plain(written.printed)
    return plainly(f"{number} {written.unit}" if column.get("unit") == "cell" else number)


def _name(teller: Teller, column: Record, axis: str, row: Bindings) -> Saying:
    facts, name = teller.bench.answers.facts, str(column["name"])
    if name in row:
        return plainly(teller.name(f"{facts.axes[name]}/{row[name]}"))
    return plainly(teller.name(f"{name}s/{facts.record(facts.axes[axis], row[axis]).get(name)}"))


def _choice(teller: Teller, column: Record, axis: str, row: Bindings) -> Saying:
    return plainly(teller.chosen(teller.bench.answers.references.key(str(column["choice"]), row)))


def _server(teller: Teller, column: Record, axis: str, row: Bindings) -> Saying:
    parts = column["server"]
    if not isinstance(parts, list):
        raise UnsoundError("a server is a card and a count")
    return plainly(teller.name(teller.bench.answers.references.key("/".join(("server", *map(str, parts))), row)))


def _flag(teller: Teller, column: Record, axis: str, row: Bindings) -> Saying:
    value = teller.bench.answers.facts.fact(str(column["flag"]), row).value
    return plainly(value.kind if isinstance(value, Missing) else str(value).lower())


def _names(teller: Teller, column: Record, axis: str, row: Bindings) -> Saying:
    """What each id of a list is called; the list is a field named for the collection of its ids."""
    reference = str(column["names"])
    ids = teller.bench.answers.facts.fact(reference, row).value
    if not isinstance(ids, str):
        raise UnsoundError(f"{reference} is not a list")
    return plainly(", ".join(teller.name(f"{reference.rsplit('.', 1)[-1]}/{one}") for one in ids.split()))


def _fact(teller: Teller, column: Record, axis: str, row: Bindings) -> Saying:
    value = teller.bench.answers.facts.fact(str(column["fact"]), row).value
    return plainly(teller.missing(value) if isinstance(value, Missing) else str(value))


def _text(teller: Teller, column: Record, axis: str, row: Bindings) -> Saying:
    facts = teller.bench.answers.facts
    return teller.say(str(facts.record(facts.axes[axis], row[axis]).get(str(column["text"]), "")), row)


_TOLD = {
    "figure": _figure,
    "name": _name,
    "fact": _fact,
    "choice": _choice,
    "server": _server,
    "flag": _flag,
    "text": _text,
    "names": _names,
}
