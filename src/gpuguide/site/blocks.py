"""Turns a page's source blocks into views: which stand, and what is in them.

Knows the rules by which a block is dropped (a hide claim, a page that is not built). Refuses to judge claims: the book does.
"""

from __future__ import annotations

from collections.abc import Callable

from markupsafe import Markup

from gpuguide.errors import GuideError, Place
from gpuguide.figures import Book
from gpuguide.site.prose import Prose
from gpuguide.site.source import Block, Line
from gpuguide.site.tables import Tables
from gpuguide.site.texts import Texts
from gpuguide.site.urls import Urls
from gpuguide.site.views import BlockView, PartView


class BlockError(GuideError):
    """A block that refers to something that does not exist."""


class Blocks:
    """Renders the blocks of one page in one language."""

    def __init__(
        self, book: Book, texts: Texts, prose: Prose, tables: Tables, urls: Urls, notice: Callable[[Place, str], None]
    ) -> None:
        """Bind the page's tools; `notice` takes what the build leaves out."""
        self.book, self.texts, self.prose, self.tables, self.urls, self.notice = (
            book,
            texts,
            prose,
            tables,
            urls,
            notice,
        )

    def views(self, blocks: list[Block]) -> tuple[BlockView, ...]:
        """The views of the blocks that stand."""
        return tuple(self._view(block) for block in blocks if self.stands(block))

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
            claim=block.attributes.get("claim", ""),
            unless=block.attributes.get("unless", ""),
            deck=self._html(deck.lines[0]) if deck is not None and self.stands(deck) else None,
            blocks=self.views(rest),
        )

    def stands(self, block: Block) -> bool:
        """Whether a block is on the page: its hide claims hold, its unless claims do not, its pages are built."""
        for page in block.words("page"):
            if page not in self.book.site.pages:
                raise BlockError.at(block.place, f"there is no page {page}", "name a page of site.yaml")
            if page not in self.urls.built:
                self.notice(block.place, f"left out: it leads to {page}, which is not built yet")
                return False
        try:
            claims = [self.book.verdict(name) for name in block.words("claim")]
            unless = [self.book.verdict(name) for name in block.words("unless")]
        except GuideError as error:
            raise BlockError.at(block.place, error.problems[0].message, error.problems[0].hint) from None
        return all(verdict.holds for verdict in claims) and not any(verdict.holds for verdict in unless)

    def _view(self, block: Block) -> BlockView:
        kind = self._kind(block)
        claim, unless = block.attributes.get("claim", ""), block.attributes.get("unless", "")
        if block.kind == "table":
            name = block.attributes["name"]
            if name not in self.book.site.tables:
                raise BlockError.at(block.place, f"there is no table {name}", "name a table of tables.yaml")
            return BlockView(kind, Markup(""), claim=claim, unless=unless, table=self.tables.render(name))
        if block.kind == "strip":
            collection, ids = self.book.names(block.attributes["name"])
            items = tuple(self.prose.pen.name(collection, member) for member in ids)
            return BlockView(kind, Markup(""), items, claim, unless)
        texts = [self.texts.get(line.text, line.place) for line in block.lines]
        linked = block.kind not in ("heading", "title") and "call" not in block.attributes
        rendered = tuple(self.prose.html(text, linked=linked) for text in texts)
        untranslated = any(text.untranslated for text in texts)
        return BlockView(kind, rendered[0], rendered, claim, unless, blocks=self.views(block.blocks), untranslated=untranslated)

    @staticmethod
    def _kind(block: Block) -> str:
        if "box" in block.attributes:
            return f"box-{block.attributes['box']}"
        return next((word for word in ("note", "call", "headline", "deck") if word in block.attributes), block.kind)

    def _html(self, line: Line) -> Markup:
        return self.prose.html(self.texts.get(line.text, line.place), linked=False)
