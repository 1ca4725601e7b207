"""Loads a project's data: shared catalogs once, then each site, and reports every problem of all files together.

Knows where files are and how they merge. Refuses to write anything, and to load anything at import.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gpuguide.catalog import links
from gpuguide.catalog.calculating import CalculatorSpec
from gpuguide.catalog.changes import Change, made_by, numbered
from gpuguide.catalog.charting import ChartSpec
from gpuguide.catalog.counted import counted
from gpuguide.catalog.facts import Facts
from gpuguide.catalog.fields import is_id
from gpuguide.catalog.files import OFFERS, REQUIRED, SHARED, SITE
from gpuguide.catalog.gpu import Gpu
from gpuguide.catalog.in_force import settle
from gpuguide.catalog.languages import Locale
from gpuguide.catalog.layouts import CommandsSpec, Remark, SpecSheet, TableSpec
from gpuguide.catalog.offers import read_offers
from gpuguide.catalog.reader import Node
from gpuguide.catalog.reading import Memory, Reading
from gpuguide.catalog.records import Literal
from gpuguide.catalog.schedules import Schedule
from gpuguide.catalog.specs import ChoiceSpec, ClaimSpec, FigureSpec, ListSpec, PageSpec, SiteSpec
from gpuguide.errors import FactsError, GuideError, Place, UsageError, nearest

NO_PROJECT = "this folder is no project; go to one, or name it with --project DIR"


@dataclass(frozen=True)
class Site:
    """One site: its facts, its declarations, and the nodes that remember their places."""

    id: str
    spec: SiteSpec
    facts: Facts
    pages: Mapping[str, PageSpec]
    addresses: Mapping[str, str]
    axes: Mapping[str, str]
    figures: Mapping[str, FigureSpec]
    choices: Mapping[str, ChoiceSpec]
    lists: Mapping[str, ListSpec]
    short_names: Mapping[str, str]
    claims: Mapping[str, ClaimSpec]
    tables: Mapping[str, TableSpec]
    specs: Mapping[str, SpecSheet]
    charts: Mapping[str, ChartSpec]
    calculators: Mapping[str, CalculatorSpec]
    commands: Mapping[str, CommandsSpec]
    remarks: tuple[Remark, ...]
    changes: tuple[Change, ...]
    schedules: Mapping[str, Schedule]
    """The prices that carry dates, by the path of the fact."""
    literals: tuple[Literal, ...]
    locales: Mapping[str, Locale]
    units: Mapping[str, Mapping[str, Any]]
    nodes: Mapping[str, Node]

    @property
    def source_locale(self) -> str:
        """The language in which the site's prose is written first."""
        return self.spec.locales[0]

    @property
    def made_changes(self) -> list[tuple[int, Change]]:
        """The changes that have come by the as-of day, newest first, numbered from the oldest of all."""
        return made_by(self.changes, self.spec.as_of)

    def place(self, file: str, *path: str | int) -> Place:
        """Where a declaration stands, as `place("claims.yaml", "claims", "tight")`."""
        node = self.nodes.get(file)
        return node.at(path) if node else Place(f"data/sites/{self.id}/{file}")

    def place_in(self, collection: str, *path: str | int) -> Place:
        """Where a value of a collection stands, whichever of the site's files holds it."""
        for file, node in self.nodes.items():
            if isinstance(node.value, dict) and collection in node.value:
                return self.place(file, collection, *path)
        return Place(f"data/{collection}")


@dataclass(frozen=True)
class Loaded:
    """The parsed top-level keys of some files: values by key, nodes by key, and nodes by file."""

    values: dict[str, Any]
    nodes: dict[str, Node]
    files: dict[str, Node]


def site_ids(root: Path) -> list[str]:
    """The ids of the project's sites: the folders of `data/sites`."""
    folder = root / "data" / "sites"
    return sorted(path.name for path in folder.iterdir() if path.is_dir()) if folder.is_dir() else []


def card_ids(root: Path) -> dict[str, str]:
    """The ids of the catalog's cards, by the names of their files."""
    return {path.stem: path.name for path in sorted((root / "data" / "gpus").glob("*.yaml"))}


def load_sites(root: Path, wanted: str | None = None, memory: Memory | None = None) -> list[Site]:
    """Load every site of the project, or one; `memory` spares the files that have not changed since it was last given.

    Raises `FactsError` with all problems of all files, `UsageError` for a site that does not exist.
    """
    known = site_ids(root)
    if wanted is not None and wanted not in known:
        raise UsageError.at(Place("data/sites"), f"there is no site {wanted}", nearest(wanted, known) if known else NO_PROJECT)
    if not known:
        raise FactsError.at(Place("data/sites"), "there is no site in this project", "add a folder with a site.yaml")
    reading = Reading(memory)
    shared = _load_shared(root, reading)
    sites = [_load_site(root, name, shared, reading) for name in ([wanted] if wanted else known)]
    reading.problems.stop_if_any()
    return [site for site in sites if site is not None]


def _load_shared(root: Path, reading: Reading) -> Loaded:
    loaded = _load_files(root, Path("data"), SHARED, reading)
    gpus, nodes = _load_gpus(root, reading)
    loaded.values["gpus"] = gpus
    loaded.nodes["gpus"] = Node(nodes, Place("data/gpus"), {name: node.place for name, node in nodes.items()})
    links.check_shared(loaded.values, loaded.nodes, reading.problems)
    return loaded


def _load_gpus(root: Path, reading: Reading) -> tuple[dict[str, Gpu], dict[str, Node]]:
    records: dict[str, Gpu] = {}
    nodes: dict[str, Node] = {}
    for path in sorted((root / "data" / "gpus").glob("[!.]*")):
        name = path.relative_to(root).as_posix()
        if path.suffix != ".yaml" or not is_id(path.stem):
            hint = "name it after the card's id, as a-card.yaml"
            reading.problems.add(Place(name), f"{path.name} is not the name of a card's file", hint)
            continue
        node = reading.node(path, name)
        nodes[path.stem] = node or Node({}, Place(name))
        record = reading.record(Gpu, node, ("gpus", path.stem)) if node else None
        if record:
            records[path.stem] = record
    return records, nodes


def _load_files(root: Path, folder: Path, layout: Mapping[str, Mapping[str, Any]], reading: Reading) -> Loaded:
    loaded = Loaded({}, {}, {})
    for file, types in layout.items():
        path = root / folder / file
        name = (folder / file).as_posix()
        there = path.exists() or path.is_symlink()
        if not there and file in REQUIRED:
            reading.problems.add(Place(name), "the file is missing", f"write it with the keys {', '.join(REQUIRED[file])}")
        node = reading.node(path, name) if there else None
        if node is not None:
            loaded.files[file] = node
            _load_keys(file, node, types, loaded, reading)
        elif there or file in REQUIRED:
            loaded.values.update(dict.fromkeys(types))
    return loaded


def _load_keys(file: str, node: Node, types: Mapping[str, Any], loaded: Loaded, reading: Reading) -> None:
    entries = node.value if isinstance(node.value, dict) else {}
    for key in REQUIRED.get(file, ()):
        if key not in entries:
            reading.problems.add(Place(node.place.file), f"the key {key} is missing", f"write {key}: …", key)
            loaded.values[key] = None
    for key, entry in entries.items():
        if key not in types:
            hint = nearest(key, types) if types else "choose a name in lower-case letters that no other collection has"
            reading.problems.add(node.keys[key], f"unknown key {key}", hint, key)
            continue
        slot = "short_names" if (file, key) == ("figures.yaml", "names") else key
        loaded.nodes[slot] = entry
        loaded.values[slot] = reading.record(types[key], entry, (key,))


def _load_site(root: Path, name: str, shared: Loaded, reading: Reading) -> Site | None:
    folder = Path("data") / "sites" / name
    if not is_id(name):
        reading.problems.add(Place(folder.as_posix()), f"{name} is not a site id", "use lower-case letters, digits and hyphens")
        return None
    before = len(reading.problems.found)
    _unknown_files(root, folder, reading)
    own = _load_files(root, folder, SITE, reading)
    if not isinstance(own.values.get("site"), SiteSpec):
        return None
    _load_offers(root, folder, shared, own, reading)
    values, nodes, spec = {**shared.values, **own.values}, {**shared.nodes, **own.nodes}, own.values["site"]
    links.check_site(values, nodes, reading.problems)
    schedules = settle(values, nodes, spec.as_of, reading.problems)
    if len(reading.problems.found) > before or any(shared.values[key] is None for key in ("locales", "units")):
        return None
    get = values.get
    return Site(
        id=name,
        spec=spec,
        facts=Facts(*counted(*numbered(values, nodes))),
        pages=get("pages") or {},
        addresses=get("addresses") or {},
        axes=get("axes") or {},
        figures=get("figures") or {},
        choices=get("choices") or {},
        lists=get("lists") or {},
        short_names=get("short_names") or {},
        claims=get("claims") or {},
        tables=get("tables") or {},
        specs=get("specs") or {},
        charts=get("charts") or {},
        calculators=get("calculators") or {},
        commands=get("commands") or {},
        remarks=get("remarks") or (),
        changes=get("changes") or (),
        schedules=schedules,
        literals=(*(shared.values.get("literals") or ()), *(own.values.get("literals") or ())),
        locales={locale: values["locales"][locale] for locale in values["site"].locales},
        units=values["units"],
        nodes=own.files,
    )


def _load_offers(root: Path, folder: Path, shared: Loaded, own: Loaded, reading: Reading) -> None:
    path = root / folder / OFFERS
    if not path.exists() and not path.is_symlink():
        return
    try:
        offers = read_offers(path, (folder / OFFERS).as_posix(), own.values["site"].as_of, shared.nodes["gpus"].keys)
    except GuideError as error:
        reading.problems.take(error)
        return
    own.values.update(offers=offers.best, feed=offers.feed)
    own.nodes.update(offers.nodes)


def _unknown_files(root: Path, folder: Path, reading: Reading) -> None:
    for path in sorted((root / folder).glob("*")):
        if path.name not in SITE and path.name != OFFERS and not path.name.startswith("."):
            reading.problems.add(
                Place((folder / path.name).as_posix()), f"{path.name} is not a file of a site", nearest(path.name, SITE)
            )
