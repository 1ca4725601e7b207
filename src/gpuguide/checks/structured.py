"""Judges the structured data of a page: every block is due, in its order, key for key.

Knows the types of schema.org that the site uses, and from which data each part comes. Refuses to take a name, an address or a
price from the page.
"""

from __future__ import annotations

import json
from collections.abc import Iterator

from gpuguide.checks.bench import Bench
from gpuguide.checks.documents import Json, Record, UnreadableError, parse_json
from gpuguide.checks.downloads import FORMATS
from gpuguide.checks.facts import Amount, Bindings, UnsoundError
from gpuguide.checks.grids import tables_of
from gpuguide.checks.languages import Language
from gpuguide.checks.numerals import plain
from gpuguide.checks.outline import Block, outline, standing
from gpuguide.checks.pages import Page
from gpuguide.checks.records import PageRecord
from gpuguide.checks.routes import bound_of, pages_in
from gpuguide.checks.structures import Due, differences, note
from gpuguide.checks.telling import Saying, Teller, teller

_CONTEXT = "https://schema.org"
_ENCODED = {"csv": "text/csv", "json": "application/json"}


def judge_structured(bench: Bench, page: Page, record: PageRecord, language: Language) -> None:
    """Hold the blocks of structured data of a page against those that are due."""
    where = f"{bench.shown}/{page.path}"
    try:
        due = [{"@context": _CONTEXT, **block} for block in _Due(bench, page, record, language).blocks()]
        found: list[Json] = [parse_json(block.text) for block in page.structured]
    except UnsoundError as error:
        bench.docket.add(where, "source", f"the structured data cannot be told: {error}")
        return
    except UnreadableError:
        return  # noted where its numbers are looked for
    bench.docket.counts["structured blocks"] += len(found)
    for block, value in zip(page.structured, found, strict=True):
        if json.dumps(value, ensure_ascii=False).replace("<", "\\u003c") != block.text:
            bench.docket.add(block.where, "structured-data", "not the one way to write these values")
    differing = differences(due, found, "block ")
    note(differing, lambda message, expected, actual: bench.docket.add(where, "structured-data", message, expected, actual))


class _Due:
    """The blocks that are due on one page."""

    def __init__(self, bench: Bench, page: Page, record: PageRecord, language: Language) -> None:
        self.bench, self.language, self.record = bench, language, record
        self.address = _address(bench, page.path)
        self.folder = page.path.removesuffix("index.html")
        self.name, _, _ = record.page.partition("/")
        self.bound: Bindings = bound_of(bench, record.page)
        self.teller: Teller = teller(bench, language)
        self.source = outline(bench, self.name)
        self.operator: Due = {"@type": "Organization", "name": str(bench.site.settings.get("operator", ""))}

    def blocks(self) -> Iterator[dict[str, Due]]:
        """Breadcrumbs, a data set for each table, questions, a product."""
        trail = self._trail()
        if len(trail) > 1:
            crumbs = [self._crumb(place, page) for place, page in enumerate(trail, start=1)]
            yield {"@type": "BreadcrumbList", "itemListElement": crumbs}
        for table in tables_of(self.bench, self.name, self.bound):
            yield self._dataset(table)
        if any("faq" in part.said for part in self.source.blocks):
            yield {"@type": "FAQPage", "mainEntity": list(self._questions())}
        yield from self._product()

    def _trail(self) -> list[str]:
        """The pages above this one from the top, and this one."""
        built = {page for page, _ in pages_in(self.bench, "")}
        trail = [self.record.page]
        above = self._under(self.name)
        while above in built and above not in trail:
            trail.insert(0, above)
            above = self._under(above)
        return trail

    def _under(self, page: str) -> str:
        settings = self.bench.site.pages.get(page)
        return str(settings.get("under", "")) if isinstance(settings, Record) else ""

    def _crumb(self, place: int, page: str) -> Due:
        front = outline(self.bench, page.partition("/")[0]).front
        name = self.teller.say(str(front.get("nav", front.get("title", ""))), bound_of(self.bench, page))
        path = dict(pages_in(self.bench, self.language.segment))[page]
        return {"@type": "ListItem", "position": place, "name": name, "item": _address(self.bench, path)}

    def _dataset(self, table: str) -> dict[str, Due]:
        files = [(kind, f"{self.bench.site.origin}/{self.folder}{table}.{kind}") for kind in FORMATS]
        return {
            "@type": "Dataset",
            "name": self.teller.say(self.bench.site.captions.get(table, ""), self.bound),
            "description": self.teller.say(str(self.source.front.get("description", "")), self.bound),
            "url": self.address,
            "inLanguage": self.language.tag,
            "dateModified": str(self.bench.site.settings.get("as_of", "")),
            "creator": self.operator,
            "distribution": [
                {"@type": "DataDownload", "encodingFormat": _ENCODED[kind], "contentUrl": address} for kind, address in files
            ],
        }

    def _questions(self) -> Iterator[Due]:
        for part in standing(self.bench, [one for one in self.source.blocks if "faq" in one.said], self.bound):
            if part.kind == "heading":
                yield {
                    "@type": "Question",
                    "name": self.teller.say(part.messages[0], self.bound),
                    "acceptedAnswer": {"@type": "Answer", "text": self._answer(part)},
                }

    def _answer(self, question: Block) -> Saying:
        """The messages beneath a question, one after another; between Han and kana there is no space."""
        gap = "" if self.language.base in ("zh", "ja") else " "
        said = Saying(())
        for block in standing(self.bench, question.inner, self.bound):
            for message in block.messages:
                said = said.then(self.teller.say(message, self.bound), gap if said.pieces else "")
        return said

    def _product(self) -> Iterator[dict[str, Due]]:
        """The card that a page is about, where it has a firm price."""
        facts = self.bench.answers.facts
        card = next((member for axis, member in self.bound.items() if facts.axes.get(axis) == "gpus"), None)
        price = _price(self.bench, card) if card is not None else None
        if card is None or price is None:
            return
        offer: Due = {
            "@type": "Offer",
            "price": price,
            "priceCurrency": "USD",
            "url": self.address,
            "seller": self.operator,
        }
        name = self.teller.name(f"gpus/{card}")
        yield {"@type": "Product", "name": name, "category": "GPU", "url": self.address, "offers": offer}


def _address(bench: Bench, path: str) -> str:
    return f"{bench.site.origin}/{path.removesuffix('index.html')}"


def _price(bench: Bench, card: str) -> str | None:
    """A card's monthly price, unless it is provisional, or its lowest offer."""
    facts = bench.answers.facts
    listed = facts.collections.get("prices", Record()).get(card)
    if isinstance(listed, Record):
        path = "" if listed.get("provisional") is True else f"prices.{card}.monthly"
    else:
        path = f"offers.{card}.price" if card in facts.collections.get("offers", ()) else ""
    value = facts.fact(path, {}).value if path else None
    return plain(value.number) if isinstance(value, Amount) else None
