"""The records of a build, records.json, as typed entries; what has another shape is noted, never trusted.

Knows the format of the file. Refuses to know whether any entry is right.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from gpuguide.checks.documents import Json, UnreadableError, read_json
from gpuguide.checks.findings import Docket
from gpuguide.checks.shapes import json_list, json_object, json_text

HEAD_CARRIERS = ("title", "description")
# Carriers that are files of their own, and the page's structured data.
FILE_CARRIERS = ("csv", "json", "feed", "llms")
CARRIERS = ("text", *HEAD_CARRIERS, "jsonld", *FILE_CARRIERS)
_KEYS = ("locale", "page", "figures", "names", "dates", "literals")


@dataclass(frozen=True, order=True)
class FigureRecord:
    """A number or missing value that was printed."""

    key: str
    unit: str
    form: str
    text: str
    carrier: str


@dataclass(frozen=True, order=True)
class TextRecord:
    """A name or a date that was printed."""

    key: str
    text: str
    carrier: str


@dataclass(frozen=True)
class PageRecord:
    """Everything with digits that the build says it printed on one page."""

    path: str
    locale: str
    page: str
    figures: tuple[FigureRecord, ...] = ()
    names: tuple[TextRecord, ...] = ()
    dates: tuple[TextRecord, ...] = ()
    literals: tuple[tuple[str, int], ...] = ()


def read_records(path: Path, where: str, docket: Docket) -> dict[str, PageRecord]:
    """The records of all pages, by path."""
    content = json_object(_json(path, where, docket))
    _note_keys(content, ("pages",), where, docket)
    pages = json_object(content.get("pages"))
    if not pages:
        docket.add(where, "records-missing", "no page is recorded", hint="build the site first")
    return {path: _page(path, json_object(value), where, docket) for path, value in pages.items()}


def _json(path: Path, where: str, docket: Docket) -> Json:
    try:
        return read_json(path)
    except UnreadableError as error:
        docket.add(where, "records-missing", str(error), hint="build the site again")
        return None


def _note_keys(value: dict[str, Json], known: tuple[str, ...], where: str, docket: Docket) -> None:
    """A key that nobody knows is one that nobody judges."""
    for key in sorted(value.keys() - set(known)):
        docket.add(where, "record-shape", "a key that nobody knows", ", ".join(known), key)


def _page(path: str, value: dict[str, Json], where: str, docket: Docket) -> PageRecord:
    shown = f"{where} {path}"
    _note_keys(value, _KEYS, shown, docket)
    figures = [FigureRecord(*row) for row in _rows(value, "figures", 5, shown, docket)]
    names = [TextRecord(*row) for row in _rows(value, "names", 3, shown, docket)]
    dates = [TextRecord(*row) for row in _rows(value, "dates", 3, shown, docket)]
    carriers = {one.carrier for one in figures} | {one.carrier for one in (*names, *dates)}
    for carrier in sorted(carriers - set(CARRIERS)):
        docket.add(shown, "record-shape", "a record has a carrier that no page has", ", ".join(CARRIERS), carrier)
    literals = json_object(value.get("literals"))
    counts = [(text, count) for text, count in literals.items() if isinstance(count, int)]
    if len(counts) != len(literals):
        docket.add(shown, "record-shape", "a literal has no whole number as its count")
    locale, page = json_text(value.get("locale")), json_text(value.get("page"))
    return PageRecord(path, locale, page, tuple(figures), tuple(names), tuple(dates), tuple(counts))


def _rows(value: dict[str, Json], key: str, length: int, where: str, docket: Docket) -> list[list[str]]:
    """The rows under a key as lists of text; a row of another length is noted and left out."""
    rows = [json_list(row) for row in json_list(value.get(key))]
    if any(len(row) != length for row in rows):
        docket.add(where, "record-shape", f"a row of {key} has not {length} entries")
    return [[json_text(entry) for entry in row] for row in rows if len(row) == length]
