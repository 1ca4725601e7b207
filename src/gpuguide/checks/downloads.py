"""Judges the CSV and JSON of every table: header words and units, number and order of columns and rows, every cell.

Knows the two formats. Refuses to take anything from the files: what is due comes from the data and the messages.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator

from gpuguide.checks.bench import Bench
from gpuguide.checks.documents import UnreadableError, parse_json
from gpuguide.checks.facts import UnsoundError
from gpuguide.checks.grids import Grid, grid, tables_of
from gpuguide.checks.languages import Language
from gpuguide.checks.records import PageRecord
from gpuguide.checks.routes import bound_of
from gpuguide.checks.structures import Difference, Due, differences, note
from gpuguide.checks.telling import teller

FORMATS = ("csv", "json")


def due_downloads(bench: Bench, path: str, record: PageRecord) -> list[str]:
    """The files that stand beside a page: each of its tables in each format."""
    folder = path.removesuffix("index.html")
    bound = bound_of(bench, record.page)
    try:
        tables = tables_of(bench, record.page.partition("/")[0], bound)
    except UnsoundError as error:
        bench.docket.add(f"{bench.shown}/{path}", "source", f"the tables of the page cannot be told: {error}")
        return []
    return [f"{folder}{table}.{kind}" for table in tables for kind in FORMATS]


def judge_download(bench: Bench, path: str, text: str, record: PageRecord, language: Language) -> None:
    """Hold one file of a table against the data."""
    table, _, kind = path.rpartition("/")[2].rpartition(".")
    where = f"{bench.shown}/{path}"
    if table not in bench.site.declared.tables:
        return  # no rule accounts for the file, which is a finding of its own
    try:
        due = _grid(bench, table, record.page, language)
        differing = _of_csv(due, text) if kind == "csv" else _of_json(bench, due, text)
        note(differing, lambda message, expected, found: bench.docket.add(where, "download", message, expected, found))
    except UnsoundError as error:
        bench.docket.add(where, "source", f"table {table} cannot be computed: {error}")
    except (UnreadableError, csv.Error):
        return  # noted where its numbers are looked for


def _grid(bench: Bench, table: str, page: str, language: Language) -> Grid:
    key = language.id, table, page
    if key not in bench.grids:
        bench.grids[key] = grid(teller(bench, language), table, bound_of(bench, page))
    return bench.grids[key]


def _of_csv(due: Grid, text: str) -> Iterator[Difference]:
    rows = list(csv.reader(io.StringIO(text, newline=""), strict=True))
    yield from differences([due.heads, *due.rows], [[*row] for row in rows], "line ")
    stream = io.StringIO(newline="")
    csv.writer(stream, lineterminator="\r\n").writerows(rows)
    if stream.getvalue() != text:
        yield "", "not the one way to write these cells: comma, double quotes only where needed, CRLF", "", ""


def _of_json(bench: Bench, due: Grid, text: str) -> Iterator[Difference]:
    site = bench.site.settings
    content: Due = {
        "table": due.caption,
        "site": str(site.get("name", "")),
        "as_of": str(site.get("as_of", "")),
        "columns": due.heads,
        "rows": due.rows,
    }
    found = parse_json(text)
    yield from differences(content, found)
    if json.dumps(found, ensure_ascii=False, indent=1) + "\n" != text:
        yield "", "not the one way to write these values: indented by one, a line end behind", "", ""
