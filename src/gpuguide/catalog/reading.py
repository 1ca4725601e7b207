"""One reading of a project's files, which may remember what an earlier one found in the files that are as they were.

Knows files by their texts and by what the system says of them. Refuses to know what they mean: a record is what its type makes
of a node.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeAlias

from gpuguide.catalog.reader import Node, parse_yaml
from gpuguide.catalog.text import read_text
from gpuguide.catalog.validation import validate
from gpuguide.errors import FactsError, GuideError, Problem, Problems

Stamp: TypeAlias = tuple[int, int, int]
"""What tells a file from its next version without reading it: its inode, size and time."""


def stamp(path: Path) -> Stamp | None:
    """The stamp of a file; None when it is not there, or is a link, which is never taken on trust."""
    try:
        found = path.lstat()
    except OSError:
        return None
    return None if path.is_symlink() else (found.st_ino, found.st_size, found.st_mtime_ns)


@dataclass
class _Remembered:
    """A file as it was read: its stamp, its text, and what it holds."""

    stamp: Stamp | None
    text: str
    node: Node
    records: dict[tuple[str, ...], tuple[Node, Any, tuple[Problem, ...]]] = field(default_factory=dict)


@dataclass
class Memory:
    """What the files of a project held when they were last read; each is read again when it has changed.

    Nodes and records are never changed after they are made, so that two readings may share them.
    """

    files: dict[str, _Remembered] = field(default_factory=dict)

    def forget(self, name: str) -> None:
        """Read a file again whatever its stamp says: somebody saw it change."""
        if name in self.files:
            self.files[name].stamp = None

    def node(self, path: Path, name: str) -> Node:
        """What the file holds; `FactsError` as from `read_yaml`."""
        now, known = stamp(path), self.files.get(name)
        if known is not None and now is not None and known.stamp == now:
            return known.node
        text = read_text(path, name)
        if known is None or known.text != text:
            known = self.files[name] = _Remembered(now, text, parse_yaml(text, name))
        known.stamp = now
        return known.node

    def record(self, kind: Any, node: Node, path: tuple[str, ...], problems: Problems) -> Any:
        """The record of this kind in the node; see `validate`."""
        file = self.files.get(node.place.file)
        found = file.records.get(path) if file is not None else None
        if found is None or found[0] is not node:
            own = Problems()
            found = node, validate(kind, node, path, own), tuple(own.found)
            if file is not None:
                file.records[path] = found
        problems.found.extend(found[2])
        return found[1]


class Reading:
    """Files become nodes, nodes become records, and what is wrong with them is gathered."""

    def __init__(self, memory: Memory | None = None) -> None:
        """Begin without a problem; without a memory everything is read anew."""
        self.problems = Problems(FactsError)
        self._memory = memory or Memory()

    def node(self, path: Path, name: str) -> Node | None:
        """What a file holds; None after noting why it cannot be read."""
        try:
            return self._memory.node(path, name)
        except GuideError as error:
            self.problems.take(error)
            return None

    def record(self, kind: Any, node: Node, path: tuple[str, ...]) -> Any:
        """The record of this kind, or None after noting every problem of the node."""
        return self._memory.record(kind, node, path, self.problems)
