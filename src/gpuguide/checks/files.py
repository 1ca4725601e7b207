"""Judges what is built beside the pages: tables as CSV and JSON, feeds, llms.txt, the sitemap, structured data.

Knows which parts of such a file people or programs take numbers from. Refuses to judge how a file is laid out.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator
from datetime import date

from lxml import etree

from gpuguide.checks.bench import LEADING, Bench
from gpuguide.checks.calculators import due_calculators, judge_calculator
from gpuguide.checks.carriers import judge_carrier
from gpuguide.checks.documents import Json, Record, UnreadableError, parse_json, read_text
from gpuguide.checks.downloads import due_downloads, judge_download
from gpuguide.checks.facts import written_day
from gpuguide.checks.feeds import judge_feed, judge_llms
from gpuguide.checks.languages import Language
from gpuguide.checks.leading import judge_leading
from gpuguide.checks.matching import day_of
from gpuguide.checks.pages import Page, Passage
from gpuguide.checks.plainfiles import judge_assets, judge_plain
from gpuguide.checks.records import FILE_CARRIERS, PageRecord
from gpuguide.checks.routes import pages_in

# Files that print no number of the data: what the build says about itself, and what only lists addresses.
_OWN = frozenset(("figures.json", "records.json", "robots.txt", "sitemap.xml", "_headers"))
_ADDRESS = re.compile(r"[a-z]+://[^\s)\"'<>]+|\]\([^)\s]*\)")
_MACHINE_ELEMENTS = frozenset(("id", "link", "updated", "published", "uri", "generator"))


def judge_files(bench: Bench, files: frozenset[str]) -> None:
    """Judge that exactly the files stand there which are due, and those that stand once for all languages."""
    judge_set(bench, files)
    judge_plain(bench, files)
    judge_leading(bench, files)
    judge_assets(bench, files)


def judge_file(bench: Bench, path: str) -> None:
    """Judge one file beside the pages; one that carries nothing to read is judged elsewhere."""
    carrier = None if path in _OWN else _carrier(path)
    languages = list(bench.site.languages.values())
    calculator = due_calculators(bench).get(path)
    if calculator is not None:
        judge_calculator(bench, path, *calculator)
    if carrier is None or calculator is not None or not languages:
        return
    bench.docket.counts["files"] += 1
    if path not in bench.records:
        bench.docket.add(f"{bench.shown}/{path}", "page-unrecorded", "the file is not in records.json")
    record = bench.records.get(path, PageRecord(path, "", ""))
    own = next((one for one in languages if path in _of_language(one)), languages[0])
    language = bench.site.languages.get(record.locale, own)
    passage = _passage(bench, path, carrier, record)
    for kind in FILE_CARRIERS:
        judge_carrier(bench, record, kind, [passage] if kind == carrier and passage else [], language)
    if passage is not None:
        _judge_content(bench, path, carrier, record, language)


def _judge_content(bench: Bench, path: str, carrier: str, record: PageRecord, language: Language) -> None:
    """Hold all of a file against what is due in it."""
    text = read_text(bench.folder / path)
    if carrier in ("csv", "json"):
        judge_download(bench, path, text, record, language)
    elif path not in _of_language(language):
        bench.docket.add(f"{bench.shown}/{path}", "file-language", "the file is not of the language of its record", language.id)
    elif carrier == "feed":
        judge_feed(bench, path, text, language)
    else:
        judge_llms(bench, path, text, language)


def _of_language(language: Language) -> tuple[str, str]:
    """The files that each language has beside its pages."""
    return f"{language.segment}/feed.xml", f"{language.segment}/llms.txt"


def judge_set(bench: Bench, files: frozenset[str]) -> None:
    """Every file that is due is there, and no other is."""
    due = {*_OWN, *LEADING, *bench.records, *due_calculators(bench)}
    for language in bench.site.languages.values():
        due.update(_of_language(language))
    for page, record, _ in bench.recorded():
        due.update(due_downloads(bench, page.path, record))
    for path in sorted(due - files - set(bench.records)):
        bench.docket.add(f"{bench.shown}/{path}", "file-missing", "a file that is due is not there")
    known = due_records(bench)
    for path in sorted(set(bench.records) - known):
        bench.docket.add(f"{bench.shown}/{path}", "record-stray", "recorded, but no rule accounts for such a file")
    for path in sorted(files - due):
        if not path.startswith("assets/") and not path.endswith((".html", ".htm")):
            bench.docket.add(f"{bench.shown}/{path}", "file-stray", "no rule accounts for this file")


def due_records(bench: Bench) -> set[str]:
    """Every file that may have a record: pages, their downloads, and what each language has."""
    known: set[str] = set(LEADING)
    for language in bench.site.languages.values():
        known.update(_of_language(language))
        for page, path in pages_in(bench, language.segment):
            known.add(path)
            known.update(due_downloads(bench, path, PageRecord(path, language.id, page)))
    return known


def _carrier(path: str) -> str | None:
    """Which carrier a file is, by its name; None for one that carries nothing to read."""
    name = path.rpartition("/")[2]
    if name == "llms.txt":
        return "llms"
    ending = name.rpartition(".")[2]
    return {"csv": "csv", "json": "json", "xml": "feed"}.get(ending)


def _passage(bench: Bench, path: str, carrier: str, record: PageRecord) -> Passage | None:
    """What is read of a file, piece under piece."""
    where = f"{bench.shown}/{path}"
    try:
        text = read_text(bench.folder / path)
        pieces = _READERS[carrier](text)
    except (UnreadableError, ValueError, RecursionError, csv.Error, etree.LxmlError) as error:
        bench.docket.add(where, "file-unreadable", f"the file cannot be read: {error}")
        return None
    silent = {one.key for one in record.figures} | _known_days(bench, record)
    return Passage(where, "\n".join(piece for piece in pieces if piece not in silent), path.rpartition("/")[2])


def _csv_pieces(text: str) -> list[str]:
    return [cell for row in csv.reader(text.splitlines(), strict=True) for cell in row]


def _json_pieces(text: str) -> list[str]:
    return list(_scalars(parse_json(text)))


def _scalars(value: Json) -> Iterator[str]:
    """Every text and number of a JSON value; what begins with @ says what things are, and addresses lead somewhere."""
    if isinstance(value, dict):
        for name, inner in value.items():
            if not name.startswith("@"):
                yield from _scalars(inner)
    elif isinstance(value, list):
        for place, inner in enumerate(value, start=1):
            yield from _scalars(_without_position(inner, place))
    elif isinstance(value, str):
        yield _ADDRESS.sub("", value)
    elif value is not None and not isinstance(value, bool):
        yield str(value)


def _without_position(item: Json, place: int) -> Json:
    """A list item whose position is its place in the list says nothing of its own; any other position is a number to judge."""
    if isinstance(item, dict) and item.get("@type") == "ListItem" and item.get("position") == place:
        return {name: inner for name, inner in item.items() if name != "position"}
    return item


def _feed_pieces(text: str) -> list[str]:
    parser = etree.XMLParser(resolve_entities=False, no_network=True)
    root = etree.fromstring(text.encode("utf-8"), parser)
    elements = [element for element in root.iter() if isinstance(element.tag, str)]
    named = [(etree.QName(element).localname, element.text or "") for element in elements]
    return [_ADDRESS.sub("", content) for name, content in named if name not in _MACHINE_ELEMENTS]


def _llms_pieces(text: str) -> list[str]:
    return [_ADDRESS.sub("", line) for line in text.splitlines()]


_READERS = {"csv": _csv_pieces, "json": _json_pieces, "feed": _feed_pieces, "llms": _llms_pieces}


def structured_passage(bench: Bench, page: Page, record: PageRecord) -> list[Passage]:
    """What a page's structured data says, as one passage."""
    pieces: list[str] = []
    days = _known_days(bench, record)
    for block in page.structured:
        try:
            pieces.extend(piece for piece in _json_pieces(block.text) if piece not in days)
        except UnreadableError as error:
            bench.docket.add(block.where, "structured-data", f"the structured data {error}")
    return [Passage(page.structured[0].where, "\n".join(pieces), "structured data")] if pieces else []


def _known_days(bench: Bench, record: PageRecord) -> set[str]:
    """The days of the site and of the page as machines write them: they need no record of their own, but may have one."""
    site = bench.answers.facts.collections.get("site", Record())
    known = [value for value in site.values() if isinstance(value, date)]
    recorded = [day for one in record.dates if one.carrier == "text" and (day := day_of(bench, one.key)) is not None]
    return {written_day(day) for day in known + recorded} - {one.text for one in record.dates}
