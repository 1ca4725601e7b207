"""What kind of text each message of a page is, in words for a translator: a heading, a button, a description.

Knows the blocks of a page. Refuses to know languages and values.
"""

from __future__ import annotations

from collections.abc import Iterator

from gpuguide.l10n import Message
from gpuguide.site.source import Block, Source

_FRONT = {
    "title": "title of the page in tabs and search results, short",
    "description": "description of the page in search results, one or two sentences",
    "nav": "name of the page in menus, a word or two",
}
_KINDS = {
    "title": "heading of the page",
    "part": "heading of a part",
    "heading": "heading within a part",
    "list": "item of a list",
    "paragraph": "paragraph",
}
_ATTRIBUTES = {
    "deck": "one line under a heading",
    "note": "small print under a table",
    "call": "button that ends a page",
    "headline": "headline figure, the number stands first",
    "box": "heading of a box",
}


def page_messages(source: Source, address: str) -> Iterator[Message]:
    """Every message of a page in reading order, with its kind and the page's address below its language."""
    for key, line in source.front.items():
        yield Message(line.text, line.place, f"{_FRONT[key]}: {address}")
    for block in source.blocks():
        if "label" in block.attributes:
            yield Message(block.attributes["label"], block.place, f"label of a part, short: {address}")
        for line in block.lines:
            yield Message(line.text, line.place, f"{_kind(block)}: {address}")


def _kind(block: Block) -> str:
    return next((kind for word, kind in _ATTRIBUTES.items() if word in block.attributes), _KINDS.get(block.kind, block.kind))
