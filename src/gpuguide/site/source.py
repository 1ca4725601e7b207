"""Reads a page's source: front matter, parts, blocks and the `@` lines that belong to them.

Knows the block structure of docs/formats.md. Refuses to render: a block is a message with its place.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from gpuguide.catalog.reader import parse_yaml, read_text
from gpuguide.errors import FactsError, Place, Problem, Problems, nearest

FRONT_KEYS = ("title", "description", "nav")
UPDATED = "updated"
PLACED = ("table", "spec", "chart", "calculator", "commands", "strip", "changes")
ATTRIBUTES = {
    "id": ("part",),
    "label": ("part",),
    "faq": ("part",),
    "cards": ("part",),
    "box": ("heading",),
    "deck": ("paragraph",),
    "note": ("paragraph",),
    "call": ("paragraph",),
    "headline": ("list",),
    "claim": ("part", "heading", "paragraph", "list", *PLACED),
    "unless": ("part", "heading", "paragraph", "list", *PLACED),
    "page": ("part", "heading", "paragraph", "list", *PLACED),
}
_DIRECTIVE = re.compile(r"::(table|spec|chart|calculator|commands|strip)\s+([a-z][a-z0-9_]*)|::(changes)()")
_ANCHOR = re.compile(r"[a-z][a-z0-9-]*")


@dataclass(frozen=True)
class Line:
    """A message of the source with its place."""

    text: str
    place: Place


@dataclass
class Block:
    """A block: its kind, its messages, and what its `@` lines say."""

    kind: str
    lines: list[Line]
    place: Place
    attributes: dict[str, str] = field(default_factory=dict)
    blocks: list[Block] = field(default_factory=list)

    def words(self, attribute: str) -> tuple[str, ...]:
        """The words of an attribute that takes several, such as the names after `@claim`."""
        return tuple(self.attributes.get(attribute, "").split())


@dataclass
class Source:
    """A page as it is written: front matter, the blocks before the first part, and the parts."""

    id: str
    name: str
    front: dict[str, Line]
    updated: datetime.date | None
    title: Block
    lead: list[Block]
    parts: list[Block]

    def blocks(self) -> Iterator[Block]:
        """Every block of the page, parts and headings before what is in them."""
        yield self.title
        yield from self.lead
        for part in self.parts:
            yield from _walk(part)

    def lines(self) -> Iterator[Line]:
        """Every message of the page in reading order."""
        yield from self.front.values()
        for block in self.blocks():
            if "label" in block.attributes:
                yield Line(block.attributes["label"], block.place)
            yield from block.lines


def _walk(block: Block) -> Iterator[Block]:
    yield block
    for inner in block.blocks:
        yield from _walk(inner)


def read_source(path: Path, name: str) -> Source:
    """Read one page source; `FactsError` with every problem of the file."""
    text = read_text(path, name)
    problems = Problems()
    front, updated, body, offset = _front_matter(text, name, problems)
    blocks = list(_blocks(body, name, offset, problems))
    problems.stop_if_any()
    titles = [block for block in blocks if block.kind == "title"]
    if len(titles) != 1 or blocks[0] is not titles[0]:
        raise FactsError(
            [Problem(Place(name, offset + 1), "a page starts with one `# ` heading", "write `# The page's title` first")]
        )
    lead, parts = _nest(blocks[1:])
    return Source(path.stem, name, front, updated, titles[0], lead, parts)


def _front_matter(text: str, name: str, problems: Problems) -> tuple[dict[str, Line], datetime.date | None, list[str], int]:
    lines = text.split("\n")
    if lines[0] != "---" or "---" not in lines[1:]:
        raise FactsError(
            [Problem(Place(name, 1), "the front matter is missing", "start with ---, title: …, description: …, ---")]
        )
    end = lines.index("---", 1)
    node = parse_yaml("\n" + "\n".join(lines[1:end]), name)
    front: dict[str, Line] = {}
    updated: datetime.date | None = None
    for key, entry in node.value.items() if isinstance(node.value, dict) else ():
        if key == UPDATED and isinstance(entry.value, datetime.date):
            updated = entry.value
        elif key == UPDATED:
            problems.add(entry.place, f"{key} is not a day", "write it as 2026-09-01")
        elif key not in FRONT_KEYS:
            problems.add(node.keys[key], f"unknown key {key}", nearest(key, [*FRONT_KEYS, UPDATED]))
        elif not isinstance(entry.value, str) or not entry.value.strip():
            problems.add(entry.place, f"{key} is not text", "put it in quotes")
        else:
            front[key] = Line(" ".join(entry.value.split()), entry.place)
    for key in FRONT_KEYS[:2]:
        if key not in front:
            problems.add(Place(name, 1), f"the key {key} is missing from the front matter", f"write {key}: …")
    return front, updated, lines[end + 1 :], end + 1


def _blocks(lines: list[str], name: str, offset: int, problems: Problems) -> Iterator[Block]:
    attributes: dict[str, str] = {}
    chunk: list[tuple[int, str]] = []
    for number, line in enumerate([*lines, ""], start=offset + 1):
        if line.startswith("@") and not chunk:
            word, _, rest = line[1:].partition(" ")
            if word == "end":
                yield Block("end", [], Place(name, number))
            elif word not in ATTRIBUTES:
                problems.add(Place(name, number), f"unknown line @{word}", nearest(word, [*ATTRIBUTES, "end"]))
            else:
                attributes[word] = f"{attributes[word]} {rest.strip()}" if word in attributes else rest.strip()
            continue
        if line.strip():
            chunk.append((number, line.strip()))
            continue
        if chunk:
            yield from _chunk_blocks(chunk, name, attributes, problems)
            attributes, chunk = {}, []
    if attributes:
        problems.add(
            Place(name, offset + len(lines)),
            f"@{next(iter(attributes))} belongs to no block",
            "put it right above a block",
        )


def _chunk_blocks(chunk: list[tuple[int, str]], name: str, attributes: dict[str, str], problems: Problems) -> Iterator[Block]:
    number, first = chunk[0]
    place = Place(name, number)
    heading = re.fullmatch(r"(#{1,3}) (.+)", first)
    directive = _DIRECTIVE.fullmatch(first)
    if heading and len(chunk) == 1:
        kind = {1: "title", 2: "part", 3: "heading"}[len(heading[1])]
        block = Block(kind, [Line(heading[2].strip(), place)], place, attributes)
    elif directive and len(chunk) == 1:
        kind, block_name = directive[1] or directive[3], directive[2] or ""
        block = Block(kind, [], place, {**attributes, "name": block_name})
    elif first.startswith("- "):
        block = Block("list", _items(chunk, name), place, attributes)
    else:
        if first.startswith(("#", "::", "<", ">", "|", "```")):
            problems.add(
                place,
                f'"{first[:40]}" is no block of a page',
                "write a heading alone, a list, a paragraph or ::table NAME",
            )
        block = Block("paragraph", [Line(" ".join(text for _, text in chunk), place)], place, attributes)
    _check_attributes(block, problems)
    yield block


def _items(chunk: list[tuple[int, str]], name: str) -> list[Line]:
    items: list[Line] = []
    for number, text in chunk:
        if text.startswith("- "):
            items.append(Line(text[2:].strip(), Place(name, number)))
        else:
            items[-1] = Line(f"{items[-1].text} {text}", items[-1].place)
    return items


def _check_attributes(block: Block, problems: Problems) -> None:
    for word in block.attributes:
        if word != "name" and block.kind not in ATTRIBUTES[word]:
            problems.add(block.place, f"@{word} does not go with a {block.kind}", f"it goes with: {', '.join(ATTRIBUTES[word])}")
    if block.kind == "part" and not _ANCHOR.fullmatch(block.attributes.get("id", "")):
        problems.add(block.place, "a part needs an anchor", "write @id memory above it (letters, digits, hyphens)")
    if block.attributes.get("box", "yes") not in ("yes", "no"):
        problems.add(block.place, f"@box {block.attributes['box']}", "write @box yes or @box no")


def _nest(blocks: list[Block]) -> tuple[list[Block], list[Block]]:
    """Put blocks into their parts, and in a faq or a box into their headings."""
    lead: list[Block] = []
    parts: list[Block] = []
    target = lead
    for block in blocks:
        if block.kind == "part":
            parts.append(block)
            target = block.blocks
        elif block.kind == "heading":
            (parts[-1].blocks if parts else lead).append(block)
            inside = "box" in block.attributes or (parts and "faq" in parts[-1].attributes)
            target = block.blocks if inside else (parts[-1].blocks if parts else lead)
        elif block.kind == "end":
            target = parts[-1].blocks if parts else lead
        else:
            target.append(block)
            if parts and target is not parts[-1].blocks and block.kind == "list" and "faq" not in parts[-1].attributes:
                target = parts[-1].blocks  # a box is its heading and one list
    return lead, parts
