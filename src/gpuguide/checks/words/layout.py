"""What the main part of a page must say, stretch by stretch, written down from its source.

Knows which blocks stand and in which order docs/formats.md puts them. Refuses to look at the built page.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from gpuguide.checks.documents import Record
from gpuguide.checks.facts import Bindings, UnsoundError
from gpuguide.checks.shapes import ShapeError
from gpuguide.checks.words.charts import Charts
from gpuguide.checks.words.forms import calculator_stretches
from gpuguide.checks.words.log import log_stretches
from gpuguide.checks.words.script import Block, Script
from gpuguide.checks.words.sheets import Sheets
from gpuguide.checks.words.stretches import token
from gpuguide.checks.words.tables import Tables

# What the judge of words does not lay out itself: forms have rules of their own.
FREE = token("=free:")


@dataclass(frozen=True)
class Due:
    """A stretch that must stand on a page, and where its source is."""

    text: str
    where: str


class Layout:
    """Lays out the source of one page in one language, for the member that the page is about."""

    def __init__(self, tables: Tables, sheets: Sheets, charts: Charts, script: Script, bound: Bindings, path: str) -> None:
        """`path` is where the page stands."""
        self.tables, self.sheets, self.charts, self.phrases = tables, sheets, charts, tables.phrases
        self.script, self.bound, self.path = script, bound, path
        self.problems: list[Due] = []

    def main(self) -> list[Due]:
        """Everything before the derivations, in order."""
        found = [Due(self._html(self.script.title.messages[0]), self._where(self.script.title))]
        found += self._blocks(self.script.lead)
        for part in self.script.parts:
            found += self._part(part)
        return found

    def entries(self) -> list[tuple[str, str, str]]:
        """Guard, label and anchor of each part that stands, for the list of contents."""
        return [
            (self._guard(part), self._label(part), part.said.get("id", "")) for part in self.script.parts if self._stands(part)
        ]

    def _where(self, block: Block) -> str:
        return f"{self.script.file}:{block.line}"

    def _html(self, message: str, *, linked: bool = False) -> str:
        return self.phrases.html(message, self.bound, linked=linked)

    def _label(self, part: Block) -> str:
        return self._html(part.said.get("label", part.messages[0]))

    def _stands(self, block: Block) -> bool:
        built = all(self.phrases.page_place(page) is not None for page in block.words("page"))
        claim = self.phrases.bench.answers.claim
        return built and all(map(claim, self._keys(block, "claim"))) and not any(map(claim, self._keys(block, "unless")))

    def _keys(self, block: Block, name: str) -> list[str]:
        return [self.phrases.bench.answers.references.key(key, self.bound) for key in block.words(name)]

    def _guard(self, block: Block) -> str:
        return self.phrases.guard({"+": self._keys(block, "claim"), "-": self._keys(block, "unless")})

    def _part(self, part: Block) -> list[Due]:
        try:
            if not self._stands(part):
                return []
            where, faq = self._where(part), "faq" in part.said
            texts = [self._guard(part), self._label(part), self._html(part.messages[0])]
            found = [Due(text, where) for text in texts if text]
        except (UnsoundError, ShapeError, KeyError, ValueError) as error:
            self.problems.append(Due(str(error), self._where(part)))
            return []
        deck = [block for block in part.blocks if "deck" in block.said][:1]
        found += self._blocks(deck)
        return found + self._blocks([block for block in part.blocks if block not in deck], faq=faq)

    def _blocks(self, blocks: list[Block], *, faq: bool = False) -> list[Due]:
        found: list[Due] = []
        for block in blocks:
            try:
                if self._stands(block):
                    texts = list(self._own(block, faq))
                    found += [Due(text, self._where(block)) for text in texts if text]
                    found += self._blocks(block.blocks)
            except (UnsoundError, ShapeError, KeyError, ValueError) as error:
                self.problems.append(Due(str(error), self._where(block)))
        return found

    def _own(self, block: Block, faq: bool) -> Iterator[str]:
        """The stretches of a block without those in it."""
        guard, name = self._guard(block), block.said.get("name", "")
        if block.kind == "paragraph":
            yield guard + self._html(block.messages[0], linked="call" not in block.said)
        elif block.kind == "heading" and not faq and "box" not in block.said:
            yield guard + self._html(block.messages[0])
        elif block.kind == "commands":
            yield guard + token(f"${name}")
        else:
            yield guard
            yield from self._inside(block, name)

    def _inside(self, block: Block, name: str) -> Iterator[str]:
        if block.kind in ("heading", "list"):
            yield from (self._html(message, linked=block.kind == "list") for message in block.messages)
        elif block.kind == "table":
            yield from self.tables.table(name, self.bound, self.path)
        elif block.kind == "spec":
            yield from self.sheets.spec(name, self.bound)
        elif block.kind == "chart":
            yield from self.charts.chart(name, self.bound)
        elif block.kind == "calculator":
            yield from calculator_stretches(self.phrases, name, self.bound)
        elif block.kind == "strip":
            yield from (token(one) for one in self.phrases.listed(name))
        elif block.kind == "changes":
            yield from log_stretches(self.phrases)
        else:
            yield FREE

    def title(self) -> str:
        """What menus call the page."""
        front: Record = self.script.front
        return self._html(str(front.get("nav") or front.get("title", "")))
