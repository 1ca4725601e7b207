"""Changes a YAML file at one place and leaves every other byte as it was: comments, order, quotes, spacing, line ends.

Knows where ruamel.yaml found each node. Refuses to write a document out again: a text is cut and joined, never reformatted.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from ruamel.yaml import YAML
from ruamel.yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode


@dataclass(frozen=True)
class Splice:
    """A text to put in the place of the characters from `start` to `end`."""

    start: int
    end: int
    text: str


def spliced(text: str, splices: Iterable[Splice]) -> str:
    """The text with each splice made."""
    for splice in sorted(splices, key=lambda one: -one.start):
        text = text[: splice.start] + splice.text + text[splice.end :]
    return text


def compose(text: str) -> Node | None:
    """The tree of a document that is known to be valid; None for an empty one."""
    return YAML(typ="safe", pure=True).compose(text)  # type: ignore[no-any-return]  # ruamel's own has no type


def child(node: Node | None, *path: str) -> Node | None:
    """The node at a path of keys; None when a key is not there."""
    for key in path:
        entries = node.value if isinstance(node, MappingNode) else []
        node = next((value for name, value in entries if isinstance(name, ScalarNode) and name.value == key), None)
    return node


def replace(node: Node, text: str) -> Splice:
    """A splice that puts a text in the place of a scalar."""
    return Splice(node.start_mark.index, node.end_mark.index, text)


def insert_item(text: str, sequence: SequenceNode, index: int, item: str) -> Splice:
    """A splice that makes a flow-style item the one with this number, in whichever style the sequence is written."""
    if sequence.flow_style:
        return _insert_in_flow(sequence, index, item)
    indent = " " * int(sequence.start_mark.column)
    if index < len(sequence.value):
        dash = text.rfind("-", 0, sequence.value[index].start_mark.index)
        start = text.rfind("\n", 0, dash) + 1
        return Splice(start, start, f"{indent}- {item}{line_end(text)}")
    end = text.find("\n", end_of(sequence.value[-1]))
    if end < 0:
        return Splice(len(text), len(text), f"{line_end(text)}{indent}- {item}{line_end(text)}")
    end -= text[end - 1] == "\r"
    return Splice(end, end, f"{line_end(text)}{indent}- {item}")


def line_end(text: str) -> str:
    """How the lines of a text end."""
    return "\r\n" if "\r\n" in text else "\n"


def _insert_in_flow(sequence: SequenceNode, index: int, item: str) -> Splice:
    if index > 0:
        at = int(sequence.value[index - 1].end_mark.index)
        return Splice(at, at, f", {item}")
    at = int(sequence.start_mark.index) + 1
    return Splice(at, at, f"{item}, " if sequence.value else item)


def end_of(node: Node) -> int:
    """Where the last character of a node is written; the mark of a block lies beyond the blank lines after it."""
    if not isinstance(node, MappingNode | SequenceNode) or node.flow_style or not node.value:
        return int(node.end_mark.index)
    last = node.value[-1]
    return end_of(last[1] if isinstance(node, MappingNode) else last)
