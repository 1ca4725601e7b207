"""Matches the elements of a page with the records of the build, as multisets, both ways.

Knows what makes an element and a record the same entry. Refuses to know whether either is right.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from datetime import date, datetime

from gpuguide.checks.bench import Bench
from gpuguide.checks.facts import UnsoundError, written_day
from gpuguide.checks.pages import Carrier, Page
from gpuguide.checks.records import FigureRecord, PageRecord

Entry = tuple[str, ...]


def match_records(bench: Bench, page: Page, record: PageRecord) -> None:
    """Every element of the text has its record, and every record of the text its element."""
    by_kind = {kind: [one for one in page.carriers if one.kind == kind] for kind in ("number", "absent", "name", "date")}
    figures = Counter(_figure(one) for one in record.figures if one.carrier == "text")
    names = Counter[Entry]((one.key, one.text) for one in record.names if one.carrier == "text")
    dates = Counter[Entry]((_iso(bench, one.key), one.text) for one in record.dates if one.carrier == "text")
    numbers = _places(_number(one) for one in by_kind["number"])
    # A missing value has no unit and no form to match: its key and text are its entry.
    absent = _places(_keyed(one, "data-figure") for one in by_kind["absent"])
    beyond = figures - Counter({entry: len(places) for entry, places in numbers.items()})
    missing = Counter[Entry]()
    for entry, count in beyond.items():
        if (entry[0], entry[3]) in absent:
            missing[entry[0], entry[3]] += count
            figures[entry] -= count
    _compare(bench, page, "number", numbers, figures)
    _compare(bench, page, "missing value", absent, missing)
    _compare(bench, page, "name", _places(_keyed(one, "data-name") for one in by_kind["name"]), names)
    _compare(bench, page, "date", _places(_keyed(one, "datetime") for one in by_kind["date"]), dates)


def _figure(record: FigureRecord) -> Entry:
    return record.key, record.unit, record.form or "prose", record.text


def _number(carrier: Carrier) -> tuple[Entry, str]:
    get = carrier.get
    return (get("data-figure"), get("data-unit"), get("data-form") or "prose", carrier.text), carrier.where


def _keyed(carrier: Carrier, key: str) -> tuple[Entry, str]:
    return (carrier.get(key), carrier.text), carrier.where


def _places(entries: Iterable[tuple[Entry, str]]) -> dict[Entry, list[str]]:
    """The places of each entry, in the order of the page."""
    found: dict[Entry, list[str]] = {}
    for entry, where in entries:
        found.setdefault(entry, []).append(where)
    return found


def _compare(bench: Bench, page: Page, kind: str, found: dict[Entry, list[str]], recorded: Counter[Entry]) -> None:
    """Note what stands unrecorded, and what is recorded and does not stand."""
    for entry, places in found.items():
        for where in places[recorded[entry] :]:
            bench.docket.add(where, "element-unrecorded", f"a {kind} that records.json does not have", "", _shown(entry))
    for entry, count in recorded.items():
        lost = count - len(found.get(entry, []))
        if lost > 0:
            where = f"{bench.shown}/{page.path}"
            bench.docket.add(where, "record-not-found", f"a {kind} is recorded, but does not stand here", _shown(entry))


def _shown(entry: Entry) -> str:
    return " ".join(part for part in entry if part)


def _iso(bench: Bench, key: str) -> str:
    day = day_of(bench, key)
    return written_day(day) if day is not None else key


def day_of(bench: Bench, key: str) -> date | None:
    """The day or moment that a record names: as such, or as the fact that holds it."""
    for kind in (date, datetime):
        try:
            return kind.fromisoformat(key)
        except ValueError:
            continue
    try:
        value = bench.answers.facts.fact(key, {}).value
    except UnsoundError:
        return None
    return value if isinstance(value, date) else None


def match_literals(bench: Bench, page: Page, record: PageRecord, found: Counter[str]) -> None:
    """Each literal stands as often as the records say."""
    recorded = Counter(dict(record.literals))
    where = f"{bench.shown}/{page.path}"
    for text in sorted(found.keys() | recorded.keys()):
        if text not in bench.site.literals:
            bench.docket.add(where, "literal-unknown", "recorded as a literal, but not declared", "", text)
        elif found[text] != recorded[text]:
            message = f"the literal {text} stands another number of times than recorded"
            bench.docket.add(where, "literal-count", message, str(recorded[text]), str(found[text]))
