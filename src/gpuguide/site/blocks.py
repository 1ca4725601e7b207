"""Turns a page's source blocks into views: which stand, and what is in them.

Knows the rules by which a block is dropped (a hide claim, a page that is not built). Refuses to judge claims: the book does.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from functools import partial

from markupsafe import Markup

from gpuguide.errors import GuideError, Place, Problems, nearest
from gpuguide.figures import Book, Verdict
from gpuguide.site.calculator import Calculators
from gpuguide.site.charts import Charts
from gpuguide.site.prose import Prose
from gpuguide.site.sheets import Sheets
from gpuguide.site.source import Block, Line
from gpuguide.site.tables import Tables
from gpuguide.site.texts import Texts
from gpuguide.site.urls import Urls
from gpuguide.site.views import BlockView, ChangeView, PartView


class BlockError(GuideError):
    """A block that refers to something that does not exist."""


@dataclass
class Blocks:
    """Renders the blocks of one page in one language; `notice` takes what the build leaves out."""

    book: Book
    texts: Texts
    prose: Prose
    tables: Tables
    sheets: Sheets
    charts: Charts
    calculators: Calculators
    urls: Urls
    notice: Callable[[Place, str], None]
    changes: Callable[[], tuple[ChangeView, ...]]
    problems: Problems = field(default_factory=lambda: Problems(GuideError))

    def views(self, blocks: list[Block]) -> tuple[BlockView, ...]:
        """The views of the blocks that stand; one that cannot be rendered is noted in `problems`, and the next one tried."""
        found = []
        for block in blocks:
            try:
                if self.stands(block):
                    found.append(self._view(block))
            except GuideError as error:
                self.problems.take(error)
        return tuple(found)

    def part(self, block: Block) -> PartView | None:
        """A part with its blocks, or None when it does not stand."""
        if not self.stands(block):
            return None
        deck = next((inner for inner in block.blocks if "deck" in inner.attributes), None)
        rest = [inner for inner in block.blocks if inner is not deck]
        label = Line(block.attributes["label"], block.place) if "label" in block.attributes else block.lines[0]
        return PartView(
            id=block.attributes["id"],
            label=self._html(label),
            entry=self._html(label),
            heading=self._html(block.lines[0]),
            faq="faq" in block.attributes,
            cards="cards" in block.attributes,
            claim=self._keys(block, "claim"),
            unless=self._keys(block, "unless"),
            deck=self._view(deck) if deck is not None and self.stands(deck) else None,
            blocks=self.views(rest),
        )

    def stands(self, block: Block) -> bool:
        """Whether a block is on the page: its hide claims hold, its unless claims do not, its pages are built."""
        for page in block.words("page"):
            if page not in self.book.site.pages:
                raise BlockError.at(block.place, f"there is no page {page}", nearest(page, self.book.site.pages))
            if page not in self.urls.pages:
                self.notice(block.place, f"left out: it leads to {page}, which is not built yet")
                return False
        claims, unless = self._verdicts(block, "claim"), self._verdicts(block, "unless")
        return all(verdict.holds for verdict in claims) and not any(verdict.holds for verdict in unless)

    def _verdicts(self, block: Block, attribute: str) -> list[Verdict]:
        try:
            return [self.book.verdict(name, self.prose.members) for name in block.words(attribute)]
        except GuideError as error:
            raise BlockError.at(block.place, error.problems[0].message, error.problems[0].hint) from None

    def _keys(self, block: Block, attribute: str) -> str:
        """The claims of a block with the page's members filled in."""
        return " ".join(verdict.key for verdict in self._verdicts(block, attribute))

    def _view(self, block: Block) -> BlockView:
        claim, unless = self._keys(block, "claim"), self._keys(block, "unless")
        if block.kind == "changes":
            return BlockView(block.kind, Markup(""), claim=claim, unless=unless, changes=self.changes())
        if block.kind in ("table", "spec", "chart", "calculator", "commands", "strip"):
            return self._placed(block, claim, unless)
        texts = [self.texts.get(line.text, line.place) for line in block.lines]
        linked = block.kind not in ("heading", "title") and "call" not in block.attributes
        rendered = tuple(self.prose.html(text, linked=linked) for text in texts)
        untranslated = any(text.untranslated for text in texts)
        inner = self.views(block.blocks)
        return BlockView(self._kind(block), rendered[0], rendered, claim, unless, blocks=inner, untranslated=untranslated)

    def _placed(self, block: Block, claim: str, unless: str) -> BlockView:
        """A block that puts something declared: a table, a specification, a chart, commands or a strip of names."""
        name, site = block.attributes["name"], self.book.site
        declared: dict[str, Collection[str]] = {
            "table": site.tables,
            "spec": site.specs,
            "chart": site.charts,
            "calculator": site.calculators,
            "commands": site.commands,
            "strip": [*site.lists, *self.book.facts.collection_names()],
        }
        if name not in declared[block.kind]:
            raise BlockError.at(block.place, f"there is no {block.kind} {name}", nearest(name, declared[block.kind]))
        view = partial(BlockView, block.kind, Markup(""), claim=claim, unless=unless)
        if block.kind == "table":
            return view(table=self.tables.render(name))
        if block.kind == "spec":
            return view(sheet=self.sheets.spec(name))
        if block.kind == "chart":
            return view(chart=self.charts.render(name))
        if block.kind == "calculator":
            return view(calculator=self.calculators.render(name))
        if block.kind == "commands":
            return view(id=name, lines=site.commands[name].lines)
        collection, ids = self.book.names(name)
        return view(items=tuple(self.prose.pen.name(collection, member) for member in ids))

    @staticmethod
    def _kind(block: Block) -> str:
        if "box" in block.attributes:
            return f"box-{block.attributes['box']}"
        return next((word for word in ("note", "call", "headline", "deck") if word in block.attributes), block.kind)

    def _html(self, line: Line) -> Markup:
        return self.prose.html(self.texts.get(line.text, line.place), linked=False)
