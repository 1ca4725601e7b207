"""Judges what is built beside the pages: tables as CSV and JSON, feeds, llms.txt, the sitemap, structured data.

Knows which parts of such a file people or programs take numbers from. Refuses to judge how a file is laid out.
"""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Iterator
from datetime import date

from lxml import etree

from gpuguide.checks.bench import Bench
from gpuguide.checks.carriers import judge_carrier
from gpuguide.checks.documents import Json, Record, UnreadableError, read_text
from gpuguide.checks.facts import written_day
from gpuguide.checks.matching import day_of
from gpuguide.checks.pages import Page, Passage
from gpuguide.checks.records import FILE_CARRIERS, PageRecord

# Files that print no number of the data: what the build says about itself, and what only lists addresses.
_OWN = frozenset(("figures.json", "records.json", "robots.txt", "sitemap.xml", "_headers"))
_ADDRESS = re.compile(r"[a-z]+://[^\s)\"'<>]+|\]\([^)\s]*\)")
_MACHINE_ELEMENTS = frozenset(("id", "link", "updated", "published", "uri", "generator"))


def judge_files(bench: Bench, files: frozenset[str]) -> None:
    """Judge every file beside the pages that carries text or numbers."""
    languages = list(bench.site.languages.values())
    for path in sorted(files - _OWN):
        carrier = _carrier(path)
        if carrier is None or not languages:
            continue
        bench.docket.counts["files"] += 1
        record = bench.records.get(path, PageRecord(path, "", ""))
        language = bench.site.languages.get(record.locale, languages[0])
        passage = _passage(bench, path, carrier, record)
        for kind in FILE_CARRIERS:
            judge_carrier(bench, record, kind, [passage] if kind == carrier and passage else [], language)


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
    return list(_scalars(json.loads(text)))


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
        except (ValueError, RecursionError) as error:
            bench.docket.add(block.where, "structured-data", f"the structured data is not JSON: {error}")
    return [Passage(page.structured[0].where, "\n".join(pieces), "structured data")] if pieces else []


def _known_days(bench: Bench, record: PageRecord) -> set[str]:
    """The days of the site and of the page as machines write them: they need no record of their own, but may have one."""
    site = bench.answers.facts.collections.get("site", Record())
    known = [value for value in site.values() if isinstance(value, date)]
    recorded = [day for one in record.dates if one.carrier == "text" and (day := day_of(bench, one.key)) is not None]
    return {written_day(day) for day in known + recorded} - {one.text for one in record.dates}


def judge_sitemap(bench: Bench, files: frozenset[str]) -> None:
    """A sitemap lists every recorded page, and nothing else."""
    if "sitemap.xml" not in files:
        return
    where = f"{bench.shown}/sitemap.xml"
    try:
        parser = etree.XMLParser(resolve_entities=False, no_network=True)
        root = etree.fromstring(read_text(bench.folder / "sitemap.xml").encode("utf-8"), parser)
    except (UnreadableError, ValueError, etree.LxmlError) as error:
        bench.docket.add(where, "file-unreadable", f"the file cannot be read: {error}")
        return
    listed = {(element.text or "").strip() for element in root.iter("{*}loc")}
    due = {f"{bench.site.origin}/{page.path.removesuffix('index.html')}": page for page, _, _ in bench.recorded()}
    for address in sorted(due.keys() - listed):
        bench.docket.add(where, "sitemap", "a page is not listed", address)
    for address in sorted(listed - due.keys()):
        bench.docket.add(where, "sitemap", "an address is listed that is no page", "", address)
    for entry in root.iter("{*}url"):
        page = due.get((entry.findtext("{*}loc") or "").strip())
        if page is not None:
            _judge_alternates(bench, entry, page)


def _judge_alternates(bench: Bench, entry: etree._Element, page: Page) -> None:
    """An entry of the sitemap that names other languages names those that its page names, at the same addresses."""
    listed = sorted(f"{link.get('hreflang', '')} {link.get('href', '')}" for link in entry.iter("{*}link"))
    due = sorted(f"{link.hreflang} {link.address}" for link in page.links if link.tag == "link" and link.hreflang)
    if listed and listed != due:
        where = f"{bench.shown}/sitemap.xml:{entry.sourceline}"
        wrong = ", ".join(sorted(set(due) - set(listed))), ", ".join(sorted(set(listed) - set(due)))
        bench.docket.add(where, "sitemap", f"the alternates of {page.path} are not those of the page", *wrong)
