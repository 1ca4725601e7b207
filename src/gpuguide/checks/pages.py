"""What stands on a built page, taken from its final bytes.

Knows which elements carry numbers, names and dates, which text people see, and where each stands. Refuses to know
what any of it should be.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

from gpuguide.checks.words.stretches import Stretch

# What a reader gets from an attribute. `content` counts for the meta elements that are shown or shared.
READ_ATTRIBUTES = (
    "alt",
    "title",
    "placeholder",
    "label",
    "summary",
    "data-label",
    "data-found",
    "data-none",
    "aria-label",
    "aria-description",
    "aria-roledescription",
    "aria-valuetext",
)
TITLES = ("og:title", "twitter:title")
DESCRIPTIONS = ("description", "og:description", "twitter:description")
SHOWN_METAS = (
    *TITLES,
    *DESCRIPTIONS,
    "og:site_name",
    "og:image:alt",
    "twitter:image:alt",
    "application-name",
    "keywords",
    "author",
)

Shape: TypeAlias = tuple[str, tuple[tuple[str, str], ...]]
"""An element by its name, its attributes, and the values of those that say what it is for."""


class Cell(NamedTuple):
    """The place of something in a table, counted from one; `header` when it stands in a row header."""

    table: int
    row: int
    header: bool


class Carrier(NamedTuple):
    """An element that carries a number, a missing value, a name, a date or commands."""

    kind: str
    where: str
    text: str
    attributes: Mapping[str, str]
    cell: Cell | None = None
    head_unit: str = ""  # what the head of its row or column says for the cells that leave their unit out

    def get(self, name: str) -> str:
        """An attribute, empty when it is not there."""
        return self.attributes.get(name, "")


class Passage(NamedTuple):
    """A run of text with its place; for an attribute, `source` is its name."""

    where: str
    text: str
    source: str = ""


class Link(NamedTuple):
    """An address that a page names: which element and attribute, and what the relation is."""

    where: str
    tag: str
    address: str
    rel: str = ""
    hreflang: str = ""


@dataclass(frozen=True)
class Guard:
    """A block that leans on claims, or stands only while one does not hold."""

    where: str
    claims: tuple[str, ...]
    unless: bool


@dataclass(frozen=True)
class Drawn:
    """One thing that a chart draws: a bar, a tick, a mark, a segment, a point, a number, a name or a text."""

    kind: str
    key: str
    places: Mapping[str, str]
    form: str = ""


@dataclass(frozen=True)
class Plot:
    """A chart as it stands on a page: its name, and what it draws in order."""

    where: str
    name: str
    shapes: tuple[Drawn, ...]


@dataclass(frozen=True)
class Flag:
    """A yes or no, or a word for a missing one."""

    where: str
    path: str
    state: str
    text: str


@dataclass
class Page:
    """One built page. `path` is relative to the site's folder."""

    path: str
    file: str
    lang: str = ""
    titles: list[Passage] = field(default_factory=list)
    metas: list[Passage] = field(default_factory=list)
    locale_marks: list[Passage] = field(default_factory=list)
    carriers: list[Carrier] = field(default_factory=list)
    outside: list[Passage] = field(default_factory=list)
    prose: list[Passage] = field(default_factory=list)
    attributes: list[Passage] = field(default_factory=list)
    links: list[Link] = field(default_factory=list)
    guards: list[Guard] = field(default_factory=list)
    plots: list[Plot] = field(default_factory=list)
    flags: list[Flag] = field(default_factory=list)
    structured: list[Passage] = field(default_factory=list)
    ids: list[Passage] = field(default_factory=list)
    headings: int = 0
    nested: list[Passage] = field(default_factory=list)
    unheaded: list[Passage] = field(default_factory=list)
    """Rows of tables whose header is not where it belongs."""
    stretches: list[Stretch] = field(default_factory=list)
    drafts: list[Passage] = field(default_factory=list)
    """Elements that say they wait for their translation."""
    misnamed: list[Passage] = field(default_factory=list)
    """Elements that take their name from something outside them."""
    shapes: Counter[Shape] = field(default_factory=Counter)
    shape_places: dict[Shape, str] = field(default_factory=dict)
    tallies: dict[str, Counter[str]] = field(default_factory=dict)
    """How often it prints each figure, name and date and leans on each claim; see `locales.tallies`."""

    @property
    def anchors(self) -> frozenset[str]:
        """Every id that a link may lead to."""
        return frozenset(one.text for one in self.ids)
