"""A page's source as parts, headings and blocks, and which of them stand.

Knows the lines of docs/formats.md: front matter, `@` lines, headings, `::` lines, lists. Refuses to know what a message says.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache

from gpuguide.checks.bench import Bench
from gpuguide.checks.documents import Record, UnreadableError, parse_yaml, read_text
from gpuguide.checks.facts import Bindings, UnsoundError

_FRONT = re.compile(r"\A---\n(.*?)\n---\n", re.DOTALL)
_PUT = re.compile(r"::(?:([a-z]+)\s+([a-z0-9_]+)|changes)")
_HEADS = {"# ": "title", "## ": "part", "### ": "heading"}


@dataclass
class Block:
    """A block of a source: what its `@` lines say, its messages, what it puts, and the blocks beneath it."""

    kind: str
    said: dict[str, str]
    messages: list[str]
    put: str = ""
    inner: list[Block] = field(default_factory=list)

    def within(self) -> Iterator[Block]:
        """The block and all beneath it, in the order of the page."""
        yield self
        for block in self.inner:
            yield from block.within()


@dataclass
class Outline:
    """A source: its front matter, and its blocks, those before the first part first."""

    front: Record
    blocks: list[Block]


def outline(bench: Bench, page: str) -> Outline:
    """The source of a page of the site; an empty one when it cannot be read."""
    file = f"templates/pages/{bench.site.name}/{page}.md"
    try:
        return _outline(read_text(bench.project / file), file)
    except UnreadableError:
        return Outline(Record(file), [])


@lru_cache(maxsize=256)
def _outline(text: str, file: str) -> Outline:
    front = _FRONT.match(text)
    if front is None:
        return Outline(Record(file), [])
    settings = parse_yaml(front[1], file)
    return Outline(settings if isinstance(settings, Record) else Record(file), _nested(_flat(text[front.end() :])))


def _flat(body: str) -> Iterator[Block]:
    """The blocks one after another; `@` lines wait for the block below them, also across blank lines."""
    said: dict[str, str] = {}
    for chunk in re.split(r"\n\s*\n", body):
        lines = [line.strip() for line in chunk.splitlines() if line.strip()]
        while lines and lines[0].startswith("@"):
            word, _, rest = lines.pop(0)[1:].partition(" ")
            if word == "end":
                yield Block("end", {}, [])
            else:
                said[word] = f"{said[word]} {rest.strip()}" if word in said else rest.strip()
        if lines:
            yield _block(said, lines)
            said = {}


def _block(said: dict[str, str], lines: list[str]) -> Block:
    first = lines[0]
    for mark, kind in _HEADS.items():
        if first.startswith(mark):
            return Block(kind, said, [first.removeprefix(mark).strip()])
    if put := _PUT.fullmatch(first):
        return Block(put[1] or "changes", said, [], put[2] or "")
    if not first.startswith("- "):
        return Block("paragraph", said, [" ".join(lines)])
    items = re.split(r"(?:^| )\x00", " ".join(f"\x00{line[2:].strip()}" if line.startswith("- ") else line for line in lines))
    return Block("list", said, items[1:])


def _nested(blocks: Iterator[Block]) -> list[Block]:
    """Blocks within their parts; within a heading too, where it is a question or a box."""
    top: list[Block] = []
    part: Block | None = None
    target = top
    for block in blocks:
        around = part.inner if part else top
        if block.kind == "part":
            top.append(block)
            part, target = block, block.inner
        elif block.kind == "heading":
            around.append(block)
            faq = part is not None and "faq" in part.said
            target = block.inner if faq or "box" in block.said else around
        elif block.kind == "end":
            target = around
        else:
            target.append(block)
            if block.kind == "list" and not (part and "faq" in part.said):
                target = around  # a box is its heading and one list
    return top


def standing(bench: Bench, blocks: list[Block], bound: Bindings) -> Iterator[Block]:
    """The blocks that stand, with all beneath them that stand, in the order of the page."""
    for block in blocks:
        if stands(bench, block, bound):
            yield block
            yield from standing(bench, block.inner, bound)


def stands(bench: Bench, block: Block, bound: Bindings) -> bool:
    """Whether a block is on the page: its claims hold, those after `@unless` do not, and its pages are built."""
    if not all((bench.project / f"templates/pages/{bench.site.name}/{page}.md").is_file() for page in _words(block, "page")):
        return False
    return all(_holds(bench, key, bound) for key in _words(block, "claim")) and not any(
        _holds(bench, key, bound) for key in _words(block, "unless")
    )


def _words(block: Block, key: str) -> list[str]:
    return block.said.get(key, "").split()


def _holds(bench: Bench, key: str, bound: Bindings) -> bool:
    try:
        return bench.answers.claim(bench.answers.references.key(key, bound))
    except UnsoundError:
        return False
