"""A page's source as the judge reads it: front matter, and blocks within parts, headings and boxes.

Knows the block structure of docs/formats.md. Refuses to say what is wrong with a source: what it cannot read is not on the page.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from gpuguide.checks.documents import Record, UnreadableError, parse_yaml, read_text

_PUT = re.compile(r"::(?:([a-z]+) +([a-z0-9_]+)|changes)")
_HEADING = re.compile(r"(#{1,3}) (.+)")


@dataclass
class Block:
    """One block: its kind, its messages, the `@` lines above it, and what stands in it."""

    kind: str
    messages: tuple[str, ...]
    line: int
    said: dict[str, str] = field(default_factory=dict)
    blocks: list[Block] = field(default_factory=list)

    def words(self, name: str) -> list[str]:
        """The words of one of its `@` lines."""
        return self.said.get(name, "").split()


@dataclass
class Script:
    """A page as it is written."""

    file: str
    front: Record
    title: Block
    lead: list[Block]
    parts: list[Block]

    def messages(self) -> Iterator[tuple[int, str]]:
        """Every message with its line."""
        yield from ((self.front.lines.get(key, 1) + 1, text) for key, text in self.front.items() if isinstance(text, str))
        blocks = [self.title, *self.lead, *self.parts]
        while blocks:
            block = blocks.pop()
            blocks += block.blocks
            yield from ((block.line, text) for text in (*block.messages, block.said.get("label", "")))


def read_script(project: Path, file: str) -> Script | None:
    """The source of a page; None when it cannot be read as one."""
    try:
        text = read_text(project / file)
        front, _, body = text.removeprefix("---\n").partition("\n---\n")
        record = parse_yaml(front, file)
    except UnreadableError:
        return None
    blocks = _blocks(body, 3 + front.count("\n"))
    if not isinstance(record, Record) or not blocks or blocks[0].kind != "title":
        return None
    lead, parts = _nested(blocks[1:])
    return Script(file, record, blocks[0], lead, parts)


def _blocks(body: str, first: int) -> list[Block]:
    found: list[Block] = []
    said: dict[str, str] = {}
    chunk: list[str] = []
    for number, line in enumerate([*body.split("\n"), ""], start=first):
        if line.startswith("@") and not chunk:
            word, _, rest = line[1:].partition(" ")
            if word == "end":
                found.append(Block("end", (), number))
            else:
                said[word] = f"{said.get(word, '')} {rest.strip()}".strip()
        elif line.strip():
            chunk.append(line.strip())
        elif chunk:
            found.append(_block(chunk, number - len(chunk), said))
            said, chunk = {}, []
    return found


def _block(chunk: list[str], line: int, said: dict[str, str]) -> Block:
    heading, put = _HEADING.fullmatch(chunk[0]), _PUT.fullmatch(chunk[0])
    if len(chunk) == 1 and heading:
        return Block(("title", "part", "heading")[len(heading[1]) - 1], (heading[2].strip(),), line, said)
    if len(chunk) == 1 and put:
        return Block(put[1] or "changes", (), line, {**said, "name": put[2] or ""})
    if chunk[0].startswith("- "):
        items = re.split(r"(?:^|\n)- +", "\n".join(chunk))[1:]
        return Block("list", tuple(" ".join(item.split("\n")).strip() for item in items), line, said)
    return Block("paragraph", (" ".join(chunk),), line, said)


def _nested(blocks: list[Block]) -> tuple[list[Block], list[Block]]:
    """A part holds what follows it, a question and a box what follows their heading; a box ends with its list."""
    lead: list[Block] = []
    parts: list[Block] = []
    home = within = lead
    for block in blocks:
        if block.kind == "part":
            parts.append(block)
            home = within = block.blocks
        elif block.kind == "heading":
            home.append(block)
            within = block.blocks if "box" in block.said or _is_faq(parts) else home
        elif block.kind == "end":
            within = home
        else:
            within.append(block)
            if parts and within is not home and block.kind == "list" and not _is_faq(parts):
                within = home
    return lead, parts


def _is_faq(parts: list[Block]) -> bool:
    return bool(parts) and "faq" in parts[-1].said
