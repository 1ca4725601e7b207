"""What an element says by its attributes: addresses, labels, claims, bars, flags, structured data.

Knows the attributes of HTML that people read or that lead somewhere, and those of docs/formats.md. Refuses to judge.
"""

from __future__ import annotations

from lxml import etree

from gpuguide.checks.pages import READ_ATTRIBUTES, Bar, Flag, Guard, Link, Page, Passage

_ADDRESSES = {
    "a": "href",
    "area": "href",
    "link": "href",
    "img": "src",
    "script": "src",
    "source": "src",
    "iframe": "src",
    "use": "href",
    "image": "href",
    "form": "action",
}


def note_marks(page: Page, element: etree._Element, tag: str, where: str) -> None:
    """Note everything that the attributes of an element say."""
    _note_addresses(page, element, tag, where)
    for name in READ_ATTRIBUTES:
        if (text := _get(element, name)).strip():
            page.attributes.append(Passage(where, text, name))
    for name in ("data-claim", "data-unless"):
        if element.get(name) is not None:
            page.guards.append(Guard(where, tuple(_get(element, name).split()), name == "data-unless"))
    if tag == "figure" or (tag == "svg" and next(element.iterancestors("figure"), None) is None):
        page.charts += 1
    if element.get("data-bar") is not None:
        length = _get(element, "x1") if tag == "line" else _get(element, "width")
        bar = Bar(where, _get(element, "data-bar"), _get(element, "data-of"), length, page.charts)
        page.bars.append(bar)
    if element.get("data-flag") is not None:
        page.flags.append(Flag(where, _get(element, "data-flag"), _get(element, "data-state"), inner_text(element)))
    if tag == "script" and _get(element, "type") == "application/ld+json":
        page.structured.append(Passage(where, inner_text(element), "structured data"))


def _note_addresses(page: Page, element: etree._Element, tag: str, where: str) -> None:
    if tag in _ADDRESSES and element.get(_ADDRESSES[tag]) is not None:
        address, rel, hreflang = (_get(element, name) for name in (_ADDRESSES[tag], "rel", "hreflang"))
        page.links.append(Link(where, tag, address, rel, hreflang))
    for part in _get(element, "srcset").split(","):
        if image := part.strip().partition(" ")[0]:
            page.links.append(Link(where, tag, image))


def _get(element: etree._Element, name: str) -> str:
    return str(element.get(name) or "")


def inner_text(element: etree._Element) -> str:
    """All text within an element."""
    return "".join(str(text) for text in element.itertext())
