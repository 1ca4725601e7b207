"""JSON-LD of a page: breadcrumbs, datasets, questions, and a product where a card is for sale.

Knows schema.org's types that search engines still read. Refuses to hold a number of its own: each comes from the pen and is
recorded like any other.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import TYPE_CHECKING

from markupsafe import Markup

from gpuguide.catalog.records import Price
from gpuguide.figures import Figure
from gpuguide.site.downloads import Download
from gpuguide.site.source import Block
from gpuguide.site.views import PartView

if TYPE_CHECKING:
    from gpuguide.site.page import Page

CARRIER = "jsonld"


def scripts(page: Page, title: str, description: str, parts: Iterable[PartView], files: list[Download]) -> list[Markup]:
    """The JSON-LD blocks of a page, ready for their script elements."""
    found: list[dict[str, object]] = []
    crumbs = page.press.urls.above(page.leaf)
    if crumbs:
        found.append(_breadcrumbs(page))
    found.extend(_dataset(page, description, file) for file in files)
    if any("faq" in block.attributes for block in page.source.parts):
        found.append(_questions(page))
    product = _product(page)
    if product is not None:
        found.append(product)
    return [_script(item) for item in found]


def _script(item: dict[str, object]) -> Markup:
    text = json.dumps({"@context": "https://schema.org", **item}, ensure_ascii=False, allow_nan=False)
    # inside a script element only "</" and "<!--" could end or hide it
    return Markup(text.replace("<", "\\u003c"))  # noqa: S704 - JSON whose "<" are escaped


def _breadcrumbs(page: Page) -> dict[str, object]:
    trail = [*page.press.urls.above(page.leaf), page.leaf]
    items = [
        {
            "@type": "ListItem",
            "position": position,
            "name": page.short_title(leaf, CARRIER),
            "item": page.press.urls.url(leaf, page.locale),
        }
        for position, leaf in enumerate(trail, start=1)
    ]
    return {"@type": "BreadcrumbList", "itemListElement": items}


def _dataset(page: Page, description: str, file: Download) -> dict[str, object]:
    press, spec = page.press, page.press.site.spec
    about = page.prose.plain(page.front("description"), CARRIER)
    types = {"CSV": "text/csv", "JSON": "application/json"}
    return {
        "@type": "Dataset",
        "name": file.caption,
        "description": about,
        "url": press.urls.url(page.leaf, page.locale),
        "inLanguage": press.site.locales[page.locale].tag,
        "dateModified": spec.as_of.isoformat(),
        "creator": {"@type": "Organization", "name": spec.operator},
        "distribution": [
            {"@type": "DataDownload", "encodingFormat": types[kind], "contentUrl": press.urls.absolute(path)}
            for (kind, _), (path, _, _) in zip(file.links, file.files, strict=True)
        ],
    }


def _questions(page: Page) -> dict[str, object]:
    asked = [
        {
            "@type": "Question",
            "name": page.prose.plain(page.texts.get(block.lines[0].text, block.place), CARRIER),
            "acceptedAnswer": {"@type": "Answer", "text": _answer(page, block)},
        }
        for part in page.source.parts
        if "faq" in part.attributes and page.blocks.stands(part)
        for block in part.blocks
        if block.kind == "heading" and page.blocks.stands(block)
    ]
    return {"@type": "FAQPage", "mainEntity": asked}


def _answer(page: Page, block: Block) -> str:
    gap = page.press.site.locales[page.locale].marks.gap
    lines = [line for inner in block.blocks if page.blocks.stands(inner) for line in inner.lines]
    return gap.join(page.prose.plain(page.texts.get(line.text, line.place), CARRIER) for line in lines)


def _product(page: Page) -> dict[str, object] | None:
    """A card with its monthly price; a provisional price stays out of structured data."""
    book = page.press.book
    card = next((member for axis, member in page.leaf.members.items() if book.axes[axis] == "gpus"), None)
    price = _price(page, card) if card is not None else None
    if card is None or price is None:
        return None
    pen = page.pen.elsewhere(CARRIER)
    url = page.press.urls.url(page.leaf, page.locale)
    offer = {
        "@type": "Offer",
        "price": str(pen.machine(price)),
        "priceCurrency": "USD",
        "url": url,
        "seller": {"@type": "Organization", "name": page.press.site.spec.operator},
    }
    name = str(pen.name("gpus", card).unescape())
    return {"@type": "Product", "name": name, "category": "GPU", "url": url, "offers": offer}


def _price(page: Page, card: str) -> Figure | None:
    """A card's monthly price or its lowest offer; a provisional price stays out, and so does a card that nobody offers."""
    book = page.press.book
    if book.facts.has("prices", card):
        listed: Price = book.facts.members("prices")[card]
        return None if listed.provisional else book.figure(f"prices.{card}.monthly")
    return book.figure(f"offers.{card}.price") if book.facts.has("offers", card) else None
