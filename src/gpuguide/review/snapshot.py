"""One state of one site, read once: its book, its sentences as readers see them, and which figures stand on which page.

Knows how pages are rendered, short of their layout. Refuses to stop at what is wrong: problems are kept beside what was read.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from gpuguide.catalog.loader import Site, load_sites
from gpuguide.errors import FactsError, GuideError, Problem
from gpuguide.figures import Figure
from gpuguide.figures.references import Members
from gpuguide.l10n import Message
from gpuguide.site.build import engine_messages, make_press, source_messages
from gpuguide.site.claims import judge_claims
from gpuguide.site.layout import Layout
from gpuguide.site.page import Page
from gpuguide.site.pen import Pen, Record
from gpuguide.site.press import Assets, Press
from gpuguide.site.source import Block, Line
from gpuguide.site.texts import Text
from gpuguide.site.urls import Leaf

QUOTE = "quote"
"""The carrier of what is rendered to be read here and stands on no page."""


@dataclass(frozen=True)
class Sentence:
    """A message on a page in one language: its English, its text with numbers filled in, and the claims it leans on."""

    source: str
    text: Text
    shown: str
    claims: tuple[str, ...]
    unless: tuple[str, ...]


@dataclass
class Snapshot:
    """A site as it is in one state, with what is wrong with it."""

    root: Path
    site: Site
    press: Press
    sentences: dict[tuple[str, str], list[Sentence]] = field(default_factory=dict)
    """By page and language, in reading order."""
    printed: dict[str, set[str]] = field(default_factory=dict)
    """The pages that each figure or fact is printed on."""
    problems: list[Problem] = field(default_factory=list)

    @property
    def pages(self) -> list[str]:
        """The keys of all pages, in the order of site.yaml."""
        return list(self.press.urls.leaves)

    def messages(self) -> list[Message]:
        """Every message of the site and of the engine's templates."""
        return [*source_messages(self.root, self.site), *engine_messages(self.root)]

    def written(self, figure: Figure, locale: str) -> str:
        """A figure as prose of this language writes it."""
        return str(self._pen(locale).figure(figure).unescape())

    def chosen(self, members: Members) -> str:
        """What a choice picked, by name: a server, or the members it picks."""
        pen = self._pen(self.site.source_locale)
        if "gpu" in members and "count" in members:
            return str(pen.server(members["gpu"], members["count"]).unescape())
        return ", ".join(pen.name_text(self.site.axes[axis], member) for axis, member in members.items())

    def name(self, axis: str, member: str) -> str:
        """The name of a member, in the source language."""
        return self._pen(self.site.source_locale).name_text(self.site.axes[axis], member)

    def _pen(self, locale: str) -> Pen:
        return self.press.pen(locale, Record(locale, "")).elsewhere(QUOTE)


def take_snapshot(root: Path, site_id: str) -> Snapshot | tuple[Problem, ...]:
    """The site's state in this folder, or the problems that keep it from being read."""
    try:
        site = load_sites(root, site_id)[0]
        press = make_press(root, site, Layout(root / "templates"), Assets("", {}, "", ""), lambda place, text: None)
    except (GuideError, FactsError) as error:
        return error.problems
    snapshot = Snapshot(root, site, press)
    try:
        judge_claims(press)
    except GuideError as error:
        snapshot.problems.extend(error.problems)
    for leaf in press.urls.leaves.values():
        for locale in site.locales:
            _read_page(snapshot, leaf, locale)
    return snapshot


def _read_page(snapshot: Snapshot, leaf: Leaf, locale: str) -> None:
    page = Page(snapshot.press, leaf, locale)
    found = snapshot.sentences.setdefault((leaf.key, locale), [])
    try:
        found.extend(_front(page))
        for block in (page.source.title, *page.source.lead, *page.source.parts):
            found.extend(_sentences(page, block))
        page.blocks.views(page.source.lead)
        for part in page.source.parts:
            page.blocks.part(part)
        page.blocks.problems.stop_if_any()
    except GuideError as error:
        snapshot.problems.extend(problem for problem in error.problems if problem not in snapshot.problems)
    if locale == snapshot.site.source_locale:
        for key, _, _, _, _ in page.record.figures:
            snapshot.printed.setdefault(key, set()).add(leaf.key)


def _front(page: Page) -> Iterator[Sentence]:
    for key in ("title", "description"):
        yield _sentence(page, page.source.front[key], (), ())


def _sentences(page: Page, block: Block) -> Iterator[Sentence]:
    """The sentences of a block that stands and of the blocks in it."""
    if not page.blocks.stands(block):
        return
    claims, unless = _keys(page, block, "claim"), _keys(page, block, "unless")
    for line in block.lines:
        yield _sentence(page, line, claims, unless)
    for inner in block.blocks:
        yield from _sentences(page, inner)


def _keys(page: Page, block: Block, attribute: str) -> tuple[str, ...]:
    return tuple(page.press.book.verdict(name, page.leaf.members).key for name in block.words(attribute))


def _sentence(page: Page, line: Line, claims: tuple[str, ...], unless: tuple[str, ...]) -> Sentence:
    text = page.texts.get(line.text, line.place)
    return Sentence(line.text, text, page.prose.plain(text, QUOTE), claims, unless)
