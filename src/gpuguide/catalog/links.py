"""Checks that ids lead somewhere: every id in a record names a member of the collection it belongs to.

Knows which fields hold ids of what. Refuses to judge values: the records do that.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from gpuguide.catalog.languages import check_languages, check_units
from gpuguide.catalog.reader import Node
from gpuguide.catalog.records import Policy, Scale
from gpuguide.errors import Place, Problems, nearest
from gpuguide.quantities import UNITS, Missing

_GPU_LINKS = {"vendor": "vendors", "architecture": "architectures", "memory_type": "memory_types"}
_PICK_LINKS = {"gpu": "gpus", "count": "counts", "size": "sizes", "precision": "precisions", "context": "contexts"}


class _Links:
    """The ids of all collections, and the problems found so far.

    An id leads somewhere when its record is written, valid or not; a collection whose file cannot be read is not judged:
    each fault is told once, at its own place.
    """

    def __init__(self, values: Mapping[str, Any], nodes: Mapping[str, Node], problems: Problems) -> None:
        self.values = values
        self.nodes = nodes
        self.problems = problems

    def members(self, collection: str) -> Mapping[str, Any]:
        found = self.values.get(collection)
        return found if isinstance(found, Mapping) else {}

    def expect(self, collection: str, member: str, *path: str | int) -> None:
        """Note a problem at `path` unless the collection has the member."""
        written = self.nodes[collection].value if collection in self.nodes else {}
        if not isinstance(written, dict) or (collection in self.values and collection not in self.nodes):
            return
        if member not in written:
            node = self.nodes.get(str(path[0]))
            place = node.at(path[1:]) if node else Place("data")
            message = f"there is no {member} in {collection}"
            self.problems.add(place, message, nearest(member, written), ".".join(map(str, path)))


def check_shared(values: Mapping[str, Any], nodes: Mapping[str, Node], problems: Problems) -> None:
    """Cards name known vendors, architectures, memory types and sources; names are unique; locales and units are whole."""
    links = _Links(values, nodes, problems)
    names: dict[str, str] = {}
    for card, gpu in links.members("gpus").items():
        for field, collection in _GPU_LINKS.items():
            links.expect(collection, getattr(gpu, field), "gpus", card, field)
        for field, sources in gpu.cites.items():
            for index, source in enumerate(sources):
                links.expect("sources", source, "gpus", card, "cites", field, index)
        if gpu.name in names:
            problems.add(
                nodes["gpus"].at((card, "name")),
                f"{gpu.name} is also the name of {names[gpu.name]}",
                "names are unique",
            )
        names[gpu.name] = card
    for name, row in links.members("agreement").items():
        links.expect("measures", row.measure, "agreement", name, "measure")
    _check_units(links)


def _check_units(links: _Links) -> None:
    for unit, texts in links.members("units").items():
        place = links.nodes["units"].at((unit,))
        if unit not in UNITS:
            links.problems.add(place, f"unknown unit {unit}", nearest(unit, UNITS), f"units.{unit}")
        for text in _patterns(texts.values()):
            if text.count("{n}") != 1:
                links.problems.add(
                    place, f'the pattern "{text}" does not hold {{n}} once', 'write it as "{n} GB"', f"units.{unit}"
                )


def _patterns(texts: Iterable[str | Mapping[str, str]]) -> Iterable[str]:
    for text in texts:
        yield from (text.values() if isinstance(text, Mapping) else (text,))


def check_site(values: Mapping[str, Any], nodes: Mapping[str, Node], problems: Problems) -> None:
    """A site's prices, sizes, picks, axes and settings name known members."""
    links = _Links(values, nodes, problems)
    site = values["site"]
    for index, locale in enumerate(site.locales):
        links.expect("locales", locale, "site", "locales", index)
    check_languages(site.locales, links.members("locales"), nodes["site"], problems)
    if "units" in nodes:
        check_units(
            [one for one in site.locales if one in links.members("locales")], links.members("units"), nodes["units"], problems
        )
    links.expect("pages", site.home, "site", "home")
    for page, spec in links.members("pages").items():
        if spec.under is not None:
            links.expect("pages", spec.under, "pages", page, "under")
    for card in links.members("names"):
        links.expect("gpus", card, "names", card)
    for card in links.members("listings"):
        links.expect("gpus", card, "listings", card)
    _check_prices(links)
    _check_changes(links)
    for name, size in links.members("sizes").items():
        links.expect("cache_shapes", size.cache_shape, "sizes", name, "cache_shape")
        for index, model in enumerate(size.models):
            links.expect("listed_models", model, "sizes", name, "models", index)
    for name, pick in links.members("picks").items():
        for field, collection in _PICK_LINKS.items():
            if getattr(pick, field) is not None:
                links.expect(collection, getattr(pick, field), "picks", name, field)
    for name, answer in links.members("answers").items():
        for field in ("gpu", "count", "precision", "context"):
            links.expect(_PICK_LINKS[field], getattr(answer, field), "answers", name, field)
    for collection in values:
        for name, record in links.members(collection).items():
            if isinstance(record, Policy | Scale) and record.source is not None:
                links.expect("sources", record.source, collection, name, "source")
    for axis, collection in links.members("axes").items():
        if collection not in values:
            problems.add(
                nodes["axes"].at((axis,)),
                f"there is no collection {collection}",
                nearest(collection, values),
                f"axes.{axis}",
            )


def _check_prices(links: _Links) -> None:
    for card, price in links.members("prices").items():
        links.expect("gpus", card, "prices", card)
        for index, region in enumerate(price.regions):
            links.expect("regions", region, "prices", card, "regions", index)
        if not isinstance(price.stock_by_region, Missing):
            for region in price.stock_by_region:
                links.expect("regions", region, "prices", card, "stock_by_region", region)


def _check_changes(links: _Links) -> None:
    """Changes name pages and cards of the site, newest first."""
    changes = links.values.get("changes") or ()
    for index, change in enumerate(changes):
        for number, page in enumerate(change.pages):
            links.expect("pages", page, "changes", index, "pages", number)
        if change.price is not None:
            links.expect("prices", change.price.card, "changes", index, "price", "card")
        if index and change.day > changes[index - 1].day:
            place = links.nodes["changes"].at((index, "day"))
            message = f"{change.day} stands below {changes[index - 1].day}"
            links.problems.add(place, message, "write the newest change first", f"changes.{index}.day")
