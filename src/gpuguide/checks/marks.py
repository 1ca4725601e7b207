"""What an element says by its attributes: addresses, labels, claims, charts, flags, structured data.

Knows the attributes of HTML that people read or that lead somewhere, and those of docs/formats.md. Refuses to judge.
"""

from __future__ import annotations

from lxml import etree

from gpuguide.checks.drawn import read_plot
from gpuguide.checks.pages import READ_ATTRIBUTES, SHOWN_METAS, Flag, Guard, Link, Page, Passage

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

# Attributes whose value says what an element is for; those of the others are judged where they matter.
_TELLING = frozenset(
    (
        "class",
        "rel",
        "role",
        "scope",
        "type",
        "name",
        "property",
        "http-equiv",
        "charset",
        "tabindex",
        "aria-hidden",
        "data-form",
        "data-state",
        "data-absent",
        "data-by",
        "data-column",
        "data-for",
        "data-interactive",
        "data-member",
        "download",
        "hidden",
        "content",
        "lang",
    )
)

_PLAINLY = _TELLING - {"content", "lang"}

# All that is noted of an element beside its shape stands in one of these.
_NOTED = frozenset(
    (
        *_ADDRESSES.values(),
        *READ_ATTRIBUTES,
        *("property", "srcset", "type", "aria-labelledby", "data-claim", "data-unless", "data-chart", "data-flag"),
    )
)

# What these say is a page's own, and judged elsewhere.
_OWN_CONTENT = frozenset((*SHOWN_METAS, "og:url", "og:image", "og:locale", "og:locale:alternate"))


def note_marks(page: Page, element: etree._Element, tag: str, said: dict[str, str], where: str) -> None:
    """Note everything that the attributes of an element say."""
    if said:
        values = [
            (name, value if name in _PLAINLY or (name in _TELLING and _tells(name, tag, said)) else "")
            for name, value in said.items()
        ]
        shape = tag, tuple(values)
    else:
        shape = tag, ()
    page.shapes[shape] += 1
    page.shape_places.setdefault(shape, where)
    if _NOTED.isdisjoint(said):
        return  # most elements of a page say nothing
    _note_addresses(page, said, tag, where)
    if "aria-labelledby" in said:
        _note_labels(page, element, said["aria-labelledby"].split(), where)
    page.attributes.extend(Passage(where, said[name], name) for name in READ_ATTRIBUTES if said.get(name, "").strip())
    for name in ("data-claim", "data-unless"):
        if name in said:
            page.guards.append(Guard(where, tuple(said[name].split()), name == "data-unless"))
    if "data-chart" in said:
        page.plots.append(read_plot(element, where))
    if "data-flag" in said:
        page.flags.append(Flag(where, said["data-flag"], said.get("data-state", ""), inner_text(element)))
    if tag == "script" and said.get("type") == "application/ld+json":
        page.structured.append(Passage(where, inner_text(element), "structured data"))


def _note_labels(page: Page, element: etree._Element, labels: list[str], where: str) -> None:
    """Note what an element is called by without holding it."""
    within = {inner.get("id") for inner in element.iter()}
    page.misnamed.extend(Passage(where, name, "aria-labelledby") for name in labels if name not in within)


def _tells(name: str, tag: str, said: dict[str, str]) -> bool:
    """Whether the value of an attribute is part of what an element is."""
    if name == "content":
        return (said.get("name") or said.get("property") or said.get("http-equiv")) not in _OWN_CONTENT
    if name == "lang":  # the links to a page's languages differ in it, and so do the pages
        return tag != "html" and "hreflang" not in said
    return True


def _note_addresses(page: Page, said: dict[str, str], tag: str, where: str) -> None:
    address = said.get(_ADDRESSES.get(tag, ""))
    if address is not None:
        page.links.append(Link(where, tag, address, said.get("rel", ""), said.get("hreflang", "")))
    if tag == "meta" and said.get("property") in ("og:url", "og:image"):
        page.links.append(Link(where, tag, said.get("content", ""), said["property"]))
    for part in said.get("srcset", "").split(","):
        if image := part.strip().partition(" ")[0]:
            page.links.append(Link(where, tag, image))


def head_unit(element: etree._Element) -> str:
    """The unit that a table's head states for the cell around an element: its row's head, else its column's."""
    cell = next(element.iterancestors("td"), None)
    row = None if cell is None else cell.getparent()
    table = next(element.iterancestors("table"), None)
    if cell is None or row is None or table is None:
        return ""
    place = row.index(cell)
    column = next(table.iter("tr")).findall("th")[place : place + 1]
    units = [unit for head in (*row.findall("th"), *column) for unit in head.findall("div[@class='unit']")]
    return inner_text(units[0]) if units else ""


def inner_text(element: etree._Element) -> str:
    """All text within an element."""
    return "".join(str(text) for text in element.itertext())
