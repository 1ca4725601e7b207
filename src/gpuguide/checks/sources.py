"""What a page's source promises: blocks that lean on claims, tables, lists and strips.

Knows the lines of docs/formats.md that begin with `@` and `::`. Refuses to know prose: no sentence is read.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from pathlib import Path

from gpuguide.checks.documents import UnreadableError, read_text

_DIRECTIVE = re.compile(r"@([a-z]+)(?: +(.*))?")
_PUT = re.compile(r"::(table|strip|chart) +([a-z0-9_]+)")
_PART = re.compile(r"^## ", re.MULTILINE)
_LIST = re.compile(r"\{list:([a-z0-9_]+)\}")
_FRONT = re.compile(r"\A---\n.*?\n---\n", re.DOTALL)


@dataclass(frozen=True)
class Block:
    """One block of a source: the claims it leans on, and what it puts on the page."""

    line: int
    claims: tuple[str, ...]
    conditional: bool
    tables: tuple[str, ...]
    lists: tuple[str, ...]
    strips: tuple[str, ...]
    charts: tuple[str, ...] = ()
    around: tuple[str, ...] = ()
    """The claims that its part leans on: without them it does not stand either."""


def read_blocks(path: Path) -> list[Block]:
    """The blocks of a source; none when it cannot be read, for the pages were built from something."""
    try:
        text = read_text(path)
    except UnreadableError:
        return []
    front = _FRONT.match(text)
    body = text[front.end() :] if front else text
    line = 1 + (front[0].count("\n") if front else 0)
    blocks: list[Block] = []
    part = None
    for piece in re.split(r"(\n\s*\n)", body):
        if piece.strip():
            block = _block(line, piece)
            part = block if _PART.search(piece) else part
            blocks.append(_within(part, block))
        line += piece.count("\n")
    return blocks


def _within(part: Block | None, block: Block) -> Block:
    """A block with the conditions of the part in which it stands."""
    if part is None or part is block:
        return block
    return replace(block, around=part.claims, conditional=block.conditional or part.conditional)


def _block(line: int, text: str) -> Block:
    directives = [match for match in map(_DIRECTIVE.fullmatch, text.splitlines()) if match]
    claims = [claim for match in directives if match[1] == "claim" for claim in (match[2] or "").split()]
    conditional = any(match[1] in ("unless", "page") for match in directives)
    puts = _PUT.findall(text)
    tables = tuple(name for kind, name in puts if kind == "table")
    strips = tuple(name for kind, name in puts if kind == "strip")
    charts = tuple(name for kind, name in puts if kind == "chart")
    return Block(line, tuple(claims), conditional, tables, tuple(_LIST.findall(text)), strips, charts)
