"""The project's data as the judge reads it: facts, declarations, languages, units and literals of one site.

Knows which file holds what (docs/formats.md). Refuses to read anything that was built.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date
from functools import partial
from pathlib import Path

from gpuguide.checks import shapes
from gpuguide.checks.changes import log_collection
from gpuguide.checks.charted import Plan, plans
from gpuguide.checks.counted import counted_collection
from gpuguide.checks.declared import Declarations, declarations
from gpuguide.checks.documents import Pending, Record, UnreadableError, read_yaml
from gpuguide.checks.facts import Facts
from gpuguide.checks.findings import Docket
from gpuguide.checks.languages import Language, language
from gpuguide.checks.offers import feed_collections
from gpuguide.checks.schedules import settled_prices
from gpuguide.checks.shapes import ShapeError

# One record a file, named by the file.
_RECORD_FOLDERS = ("gpus", "models")
# Files of a site that declare what to compute or how to read, and hold no facts.
_NOT_FACTS = ("figures", "claims", "tables", "charts", "calculators", "literals")
_SHARED_NOT_FACTS = ("locales", "units", "literals", "model-sources", "glossary")
# What only the engine level of the calculator reads: no page refers to it.
_ENGINE_LEVEL = ("formats", "engines", "cards", "bands", "families", "measured")


@dataclass
class Site:
    """Everything that the data says about one site."""

    name: str
    facts: Facts
    declared: Declarations
    settings: Record
    languages: dict[str, Language] = field(default_factory=dict)
    units: Record = field(default_factory=Record)
    literals: tuple[str, ...] = ()
    card_names: dict[str, str] = field(default_factory=dict)
    short_names: dict[str, str] = field(default_factory=dict)
    pages: Record = field(default_factory=Record)
    origin: str = ""
    commands: dict[str, str] = field(default_factory=dict)
    charts: dict[str, Plan] = field(default_factory=dict)
    calculators: Record = field(default_factory=Record)
    captions: dict[str, str] = field(default_factory=dict)
    layouts: Record = field(default_factory=Record)


@dataclass
class _Reader:
    """Reads the files of a project and notes what cannot be read."""

    project: Path
    docket: Docket

    def file(self, name: str, *, due: bool = True) -> Record:
        """The mapping of a file; an empty one when it cannot be read, and a finding unless it need not exist."""
        if not due and not (self.project / name).is_file():
            return Record(name)
        try:
            return read_yaml(self.project / name, name)
        except UnreadableError as error:
            where = name if error.line is None else f"{name}:{error.line}"
            self.docket.add(where, "data-unreadable", str(error))
            return Record(name)

    def folder(self, folder: str, skip: Iterable[str] = ()) -> list[Record]:
        """The mappings of all YAML files of a folder, in order of their names."""
        paths = sorted((self.project / folder).glob("*.yaml"))
        return [self.file(f"{folder}/{path.name}") for path in paths if path.stem not in skip]


def read_site(project: Path, site: str, docket: Docket) -> Site:
    """The data of one site."""
    reader = _Reader(project, docket)
    home = f"data/sites/{site}"
    own = reader.file(f"{home}/site.yaml")
    figures = reader.file(f"{home}/figures.yaml")
    tables = reader.file(f"{home}/tables.yaml", due=False)
    claims = reader.file(f"{home}/claims.yaml", due=False)
    facts = Facts(_collections(reader, home), _guarded(docket, figures, "axes"))
    facts.collections["counted"] = counted_collection({})
    facts.collections["changes"] = log_collection(_changes(docket, reader.file(f"{home}/changes.yaml", due=False)))
    _settle(facts, own, docket)
    read = Site(site, facts, declarations(figures, claims, tables, docket), _record(docket, own, "site"))
    read.units = _record(docket, reader.file("data/units.yaml"), "units")
    read.literals = _literals(reader, home)
    read.card_names = {**_listed_names(own), **_guarded(docket, own, "names")}
    read.short_names = _guarded(docket, figures, "names")
    read.pages = _record(docket, own, "pages")
    read.commands = _commands(docket, tables)
    read.charts = plans(reader.file(f"{home}/charts.yaml", due=False), docket)
    read.calculators = _record(docket, reader.file(f"{home}/calculators.yaml", due=False), "calculators")
    read.captions = _captions(tables)
    read.layouts = tables
    facts.collections.update(_offers(reader, home, facts, read.settings))
    read.origin = _origin(docket, read.settings)
    read.languages = _languages(reader.file("data/locales.yaml"), read.settings, docket)
    return read


def _collections(reader: _Reader, home: str) -> dict[str, Record]:
    """Every collection of facts, shared ones first; a collection in several files is one."""
    found: dict[str, Record] = {}
    for folder in _RECORD_FOLDERS:
        found[folder] = Record(f"data/{folder}")
        for path in sorted((reader.project / f"data/{folder}").glob("*.yaml")):
            found[folder][path.stem] = Pending(partial(reader.file, f"data/{folder}/{path.name}"))
    files = (
        reader.folder("data", _SHARED_NOT_FACTS) + reader.folder("data/sizing", _ENGINE_LEVEL) + reader.folder(home, _NOT_FACTS)
    )
    for file in files:
        for key, value in file.items():
            if isinstance(value, Record):
                found.setdefault(key, Record(value.file, value.line)).update(value)
    return found


def _settle(facts: Facts, own: Record, docket: Docket) -> None:
    """Put prices with dates to what holds on the site's day."""
    site, prices = own.get("site"), facts.collections.get("prices")
    as_of = site.get("as_of") if isinstance(site, Record) else None
    if prices is not None and isinstance(as_of, date):
        facts.collections["prices"] = settled_prices(prices, as_of, docket)


def _offers(reader: _Reader, home: str, facts: Facts, settings: Record) -> dict[str, Record]:
    """What the feed of a site gives, if it has one."""
    file, as_of = f"{home}/offers.csv", settings.get("as_of")
    if not (reader.project / file).is_file() or not isinstance(as_of, date):
        return {}
    return feed_collections(reader.project / file, file, facts.collections["gpus"], as_of, reader.docket)


def _commands(docket: Docket, tables: Record) -> dict[str, str]:
    """The commands that a reader types, line under line."""
    try:
        blocks = shapes.record_at(tables, "commands")
        return {name: "\n".join(shapes.texts(shapes.record_at(blocks, name), "lines")) for name in blocks}
    except ShapeError as error:
        docket.add(error.where, "data-shape", str(error))
        return {}


def _captions(tables: Record) -> dict[str, str]:
    """The caption of every table."""
    declared = tables.get("tables")
    members = declared.items() if isinstance(declared, Record) else ()
    return {name: str(table.get("caption", "")) for name, table in members if isinstance(table, Record)}


def _changes(docket: Docket, file: Record) -> tuple[Record, ...]:
    """What changed, newest first."""
    try:
        return shapes.records(file, "changes")
    except ShapeError as error:
        docket.add(error.where, "data-shape", str(error))
        return ()


def _listed_names(own: Record) -> dict[str, str]:
    """What a site that lists cards calls them."""
    listings = own.get("listings")
    members = listings.items() if isinstance(listings, Record) else ()
    named = {member: record.get("name") for member, record in members if isinstance(record, Record)}
    return {member: name for member, name in named.items() if isinstance(name, str)}


def _literals(reader: _Reader, home: str) -> tuple[str, ...]:
    """The texts that may carry digits, longest first, so that the longest match wins."""
    texts: set[str] = set()
    for name in (f"{home}/literals.yaml", "data/literals.yaml"):
        try:
            entries = shapes.records(reader.file(name, due=False), "literals")
            texts.update(shapes.text(entry, "text") for entry in entries)
        except ShapeError as error:
            reader.docket.add(error.where, "data-shape", str(error))
    return tuple(sorted(filter(None, texts), key=lambda text: (-len(text), text)))


def _languages(file: Record, settings: Record, docket: Docket) -> dict[str, Language]:
    """The languages of the site, the source language first."""
    found: dict[str, Language] = {}
    try:
        for locale in shapes.texts(settings, "locales"):
            record = shapes.record_at(shapes.record_at(file, "locales"), locale)
            found[locale] = language(locale, record)
    except ShapeError as error:
        docket.add(error.where, "data-shape", str(error))
    return found


def _origin(docket: Docket, settings: Record) -> str:
    """The address at which the site is published, without a final stroke."""
    try:
        return shapes.text(settings, "origin").rstrip("/")
    except ShapeError as error:
        docket.add(error.where, "data-shape", str(error))
        return ""


def _record(docket: Docket, file: Record, key: str) -> Record:
    try:
        return shapes.record_at(file, key)
    except ShapeError as error:
        docket.add(error.where, "data-shape", str(error))
        return Record(file.file)


def _guarded(docket: Docket, file: Record, key: str) -> dict[str, str]:
    try:
        return shapes.text_map(file, key)
    except ShapeError as error:
        docket.add(error.where, "data-shape", str(error))
        return {}
