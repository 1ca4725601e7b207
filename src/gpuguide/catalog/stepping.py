"""A site's data with one number written otherwise, in memory: nothing is written, and every place stays what it was.

Knows which collections hold facts and what a written number's neighbours are. Refuses to know what follows from a change; a
number that the catalog would refuse in a file is refused here with the same sentence.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from dataclasses import dataclass, replace
from decimal import Decimal
from pathlib import Path
from typing import Any

from gpuguide.catalog.facts import Facts
from gpuguide.catalog.files import OFFERS, SHARED, SITE
from gpuguide.catalog.gpu import Gpu
from gpuguide.catalog.loader import Site
from gpuguide.catalog.offers import parse_offers
from gpuguide.catalog.reader import Node
from gpuguide.catalog.text import read_text
from gpuguide.catalog.validation import validate
from gpuguide.errors import Place, Problems

_NO_FACTS = frozenset(f"{name}.yaml" for name in ["figures", "claims", "tables", "changes", "literals", "locales", "units"])
"""Files that say what to compute or how to write, and hold no facts."""

_FEED_NUMBERS = ("price", "quantity")


@dataclass(frozen=True)
class NumericFact:
    """A number as it is written: its path from the collection on, its place, its text, and the place of what it stands in."""

    path: tuple[str | int, ...]
    place: Place
    text: str
    within: Place

    @property
    def key(self) -> str:
        """The dotted path."""
        return ".".join(map(str, self.path))

    @property
    def is_offer(self) -> bool:
        """Whether it stands in the feed, by line and column, and not in YAML."""
        return self.path[0] == OFFERS

    def steps(self) -> dict[str, str]:
        """The number one of its last digit further, ten of it further, and doubled; a step that changes nothing is left out."""
        written = Decimal(self.text)
        digit = Decimal(1).scaleb(int(written.as_tuple().exponent))
        stepped = {"+1": written + digit, "+10": written + 10 * digit, "x2": written * 2}
        found: dict[str, str] = {}
        for name, value in stepped.items():
            text = f"{value:f}"
            if value != written and text not in found.values():
                found[name] = text
        return found


class Stepper:
    """The numbers of one site's data, and the site with any of them written otherwise."""

    def __init__(self, root: Path, site: Site) -> None:
        """Take a loaded site; of its files only the feed is read again."""
        self.site = site
        self._feed_name = f"data/sites/{site.id}/{OFFERS}"
        path = root / self._feed_name
        self.feed = read_text(path, self._feed_name) if path.exists() else None
        self.facts = tuple(self._numbers())

    def stepped(self, fact: NumericFact, text: str) -> Site:
        """The site with the fact written as `text`; `FactsError` when the catalog refuses it."""
        values, nodes = dict(self.site.facts.values), dict(self.site.facts.nodes())
        problems = Problems()
        if fact.is_offer:
            cards = nodes["gpus"].keys
            offers = parse_offers(self.feed_with(fact, text), self._feed_name, self.site.spec.as_of, cards)
            values.update(offers=offers.best, feed=offers.feed)
            nodes.update(offers.nodes)
        else:
            name = str(fact.path[0])
            values[name] = self._validated(fact, text, problems)
        problems.stop_if_any()
        return replace(self.site, facts=Facts(values, nodes))

    def feed_with(self, fact: NumericFact, text: str) -> str:
        """The text of the feed with one cell written otherwise."""
        _, line, column = fact.path
        rows = list(csv.reader(io.StringIO(self.feed or "", newline="")))
        rows[int(line) - 1][rows[0].index(str(column))] = text
        stream = io.StringIO(newline="")
        csv.writer(stream, lineterminator="\n").writerows(rows)
        return stream.getvalue()

    def _validated(self, fact: NumericFact, text: str, problems: Problems) -> Any:
        """The collection with the record that holds the number made again: a card alone, any other collection whole."""
        name, *rest = fact.path
        node = self.site.facts.nodes()[str(name)]
        if name == "gpus" and isinstance(node.value, dict):
            card = str(rest[0])
            record = validate(Gpu, _written(node.value[card], rest[1:], text), ("gpus", card), problems)
            return {**self.site.facts.values["gpus"], card: record}
        return validate(_kind(str(name)), _written(node, rest, text), (str(name),), problems)

    def _numbers(self) -> Iterator[NumericFact]:
        for name, node in self.site.facts.nodes().items():
            if name == "gpus" or _file(name) not in (None, *_NO_FACTS):
                yield from _leaves((name,), node, node.place)
        if self.feed is not None:
            yield from self._cells(self.feed)

    def _cells(self, feed: str) -> Iterator[NumericFact]:
        header, *rows = csv.reader(io.StringIO(feed, newline=""))
        for line, row in enumerate(rows, start=2):
            for column in _FEED_NUMBERS if row else ():
                place = Place(self._feed_name, line)
                yield NumericFact((OFFERS, line, column), place, row[header.index(column)], place)


def _leaves(path: tuple[str | int, ...], node: Node, within: Place) -> Iterator[NumericFact]:
    """Every number below a node, in the order of the file."""
    if isinstance(node.value, dict):
        for key, inner in node.value.items():
            yield from _leaves((*path, key), inner, node.place)
    elif isinstance(node.value, list):
        for index, inner in enumerate(node.value):
            yield from _leaves((*path, index), inner, node.place)
    elif isinstance(node.value, int | Decimal) and not isinstance(node.value, bool):
        yield NumericFact(path, node.place, f"{node.value:f}" if isinstance(node.value, Decimal) else str(node.value), within)


def _written(node: Node, path: list[str | int], text: str) -> Node:
    """A node with the number at the end of the path written as `text`; what is not on the path is shared."""
    if not path:
        return Node(Decimal(text) if "." in text else int(text), node.place)
    step, *rest = path
    if isinstance(node.value, dict):
        return Node({**node.value, str(step): _written(node.value[str(step)], rest, text)}, node.place, node.keys)
    assert isinstance(node.value, list)
    items = [_written(item, rest, text) if index == step else item for index, item in enumerate(node.value)]
    return Node(items, node.place)


def _file(collection: str) -> str | None:
    """The file that holds a collection; None for what no file declares."""
    return next((file for layout in (SHARED, SITE) for file, kinds in layout.items() if collection in kinds), None)


def _kind(collection: str) -> Any:
    """The type of a collection, as its file declares it."""
    return next(kinds[collection] for layout in (SHARED, SITE) for kinds in layout.values() if collection in kinds)
