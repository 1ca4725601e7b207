"""The engine's book and facts, with a note of which facts each answer and each page takes part of.

Knows places: a fact is known by the line and column where it is written. Refuses to compute: it listens to the engine.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TypeVar

from gpuguide.catalog.facts import Fact, Facts
from gpuguide.catalog.layouts import TableSpec
from gpuguide.catalog.loader import Site
from gpuguide.catalog.specs import ListSpec
from gpuguide.errors import GuideError, Place
from gpuguide.figures import Book, Figure
from gpuguide.figures.book import NO_MEMBERS
from gpuguide.figures.model import Chosen, Verdict
from gpuguide.figures.references import Members
from gpuguide.site.urls import Leaf

_T = TypeVar("_T")

UNSOUND = "cannot be computed"
"""The answer to a key that the data gives no answer to."""


@dataclass
class Trail:
    """Which places were read while which answer was computed or which page rendered."""

    reads: dict[str, frozenset[Place]] = field(default_factory=dict)
    _open: list[set[Place]] = field(default_factory=lambda: [set()])

    def note(self, place: Place) -> None:
        """A fact is read."""
        self._open[-1].add(place)

    @contextmanager
    def reading(self, key: str = "") -> Iterator[set[Place]]:
        """Gather what is read within; under a key it is remembered, and it counts for whatever is read around it."""
        here: set[Place] = set()
        self._open.append(here)
        try:
            yield here
        finally:
            self._open.pop()
            self._open[-1] |= here
            if key:
                self.reads.setdefault(key, frozenset(here))

    def credit(self, key: str) -> None:
        """An answer that was computed before is used: what it took part of is read again."""
        self._open[-1] |= self.reads.get(key, frozenset())


class TracedFacts(Facts):
    """Facts that note on the trail which of them were read."""

    def __init__(self, facts: Facts, trail: Trail) -> None:
        """The same facts, watched."""
        super().__init__(facts.values, facts.nodes())
        self._trail = trail

    def get(self, path: str) -> Fact:
        """The fact at a dotted path, noted by its place."""
        found = super().get(path)
        self._trail.note(found.place)
        return found


class TracedBook(Book):
    """A book that notes which facts each figure, choice and verdict takes part of."""

    def __init__(self, site: Site, trail: Trail) -> None:
        """Take a site whose facts are on the same trail."""
        super().__init__(site)
        self.trail = trail

    def figure(self, reference: str, members: Members = NO_MEMBERS) -> Figure:
        """The figure or fact that a reference means, with its reading noted."""
        with self.trail.reading() as read:
            found = super().figure(reference, members)
        self._remember(f"figure {found.key}", read)
        return found

    def choice(self, reference: str, members: Members = NO_MEMBERS) -> Chosen:
        """What a choice gives, with its reading noted."""
        with self.trail.reading() as read:
            found = super().choice(reference, members)
        self._remember(f"choice {found.key}", read)
        return found

    def verdict(self, reference: str, members: Members = NO_MEMBERS) -> Verdict:
        """Whether a claim holds, with its reading noted."""
        with self.trail.reading() as read:
            found = super().verdict(reference, members)
        self._remember(f"claim {found.key}", read)
        return found

    def _remember(self, key: str, read: Iterable[Place]) -> None:
        """The first reading of a key is the whole of it; later ones find the answer ready."""
        self.trail.reads.setdefault(key, frozenset(read))
        self.trail.credit(key)


class SteppedBook(Book):
    """A book of a stepped site that takes over the answers of the plain one which no changed fact took part in."""

    def __init__(self, site: Site, plain: Book, stale: set[str]) -> None:
        """`stale` are the keys, such as `figure memory/70b/fp8/8k`, whose answers are not taken over."""
        super().__init__(site)
        figures, choices, verdicts = plain.used()
        self._figures = _fresh("figure", figures, stale)
        self._choices = _fresh("choice", choices, stale)
        self._verdicts = _fresh("claim", verdicts, stale)


def _fresh(kind: str, known: Mapping[str, _T], stale: set[str]) -> dict[str, _T]:
    return {key: value for key, value in known.items() if f"{kind} {key}" not in stale}


def answer(book: Book, key: str) -> str:
    """A book's answer to a key as a text to compare: exact value in base units, printed value and unit; ids; true or false."""
    kind, _, name = key.partition(" ")
    try:
        if kind == "choice":
            picked = book.choice(name).members or {}
            return ", ".join(f"{axis} {member}" for axis, member in sorted(picked.items())) or "nothing"
        if kind == "claim":
            return str(book.verdict(name).holds).lower()
        if kind in ("list", "table"):
            return _rows(book, kind, name)
        if kind == "remark":
            return _remarked(book, int(name))
        return _figure_text(book.figure(name))
    except GuideError:
        return UNSOUND


def _rows(book: Book, kind: str, key: str) -> str:
    """The members of a list or table in their order; `NAME AXIS=MEMBER` is a table on one member's page."""
    name, *bound = key.split(" ")
    spec: ListSpec | TableSpec = book.site.lists[name] if kind == "list" else book.site.tables[name]
    members = dict(one.split("=", 1) for one in bound)
    return " ".join(book.select(spec.rows, spec.where, spec.sort, ("figures.yaml", "lists", name), members)[1])


def _remarked(book: Book, index: int) -> str:
    """The cards that a remark applies to."""
    axis = next(axis for axis, collection in book.axes.items() if collection == "gpus")
    return " ".join(book.select(axis, book.site.remarks[index].when, None, ("tables.yaml", "remarks", index))[1])


def _figure_text(figure: Figure) -> str:
    if figure.missing is not None:
        return figure.missing.value
    return str(figure.exact) if figure.is_fact else f"{figure.exact}, printed {figure.printed} {figure.unit.id}"


def decisions_of(site: Site, leaves: Iterable[Leaf]) -> list[str]:
    """The keys of every list, remark and table whose members or order depend on facts, a table also for each member's page."""
    pages = ["", *(f" {axis}={member}" for leaf in leaves for axis, member in leaf.members.items())]
    lists = [f"list {name}" for name, spec in site.lists.items() if spec.where or spec.sort]
    tables = [name for name, spec in site.tables.items() if spec.where or spec.sort]
    remarks = [f"remark {index}" for index in range(len(site.remarks))]
    return lists + remarks + [f"table {name}{page}" for name in tables for page in dict.fromkeys(pages)]


def keys_of(book: Book) -> list[str]:
    """Every key that a book has answered."""
    figures, choices, verdicts = book.used()
    return [f"{kind} {key}" for kind, known in (("figure", figures), ("choice", choices), ("claim", verdicts)) for key in known]
