"""Reads one YAML file into nodes that remember their places, accepting only what cannot be misread.

Knows YAML 1.1's surprises and refuses each with what to write instead. Refuses to know what the values mean. The parser is
libyaml's (six times as fast as the pure one); only its nodes are used, scalars are read here from their source text.
"""

from __future__ import annotations

import datetime
import re
from dataclasses import dataclass, field
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import TypeAlias

import yaml

from gpuguide.catalog.text import read_text
from gpuguide.errors import FactsError, Place, Problem, Problems

__all__ = ["Node", "Scalar", "parse_yaml", "read_text", "read_yaml"]

Scalar: TypeAlias = str | int | Decimal | bool | datetime.date

MAX_DEPTH = 24
MAX_DIGITS = 40

_WHOLE = re.compile(r"-?(0|[1-9][0-9]*)")
_DECIMAL = re.compile(r"-?(0|[1-9][0-9]*)\.[0-9]+")
_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_LOOSE_DATE = re.compile(r"[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}([Tt ].*)?")
_NUMBERISH = re.compile(r"[-+]?(\d[\d.,_ ']*|\.\d[\d_]*)([eE][-+]?\d+)?%?|0[xXoObB][0-9a-fA-F_]+")
_CLOCK = re.compile(r"[-+]?\d+(:\d+)+(\.\d*)?")
_YES_NO = {"yes", "no", "on", "off", "y", "n"}
_NOT_FINITE = re.compile(r"[-+]?\.(inf|nan)", re.IGNORECASE)
_SPECIAL = re.compile(r"[&*!]")


@dataclass
class Node:
    """One value of a file: a mapping, a sequence or a scalar, with its place and the places of its keys."""

    value: dict[str, Node] | list[Node] | Scalar
    place: Place
    keys: dict[str, Place] = field(default_factory=dict)

    def at(self, path: tuple[str | int, ...]) -> Place:
        """The place of the value at a path, or of the deepest parent that exists; a key's own place for a mapping entry."""
        node, place = self, self.place
        for step in path:
            if isinstance(node.value, dict) and step in node.value:
                place = node.keys.get(str(step), place)
                node = node.value[str(step)]
            elif isinstance(node.value, list) and isinstance(step, int) and step < len(node.value):
                node = node.value[step]
                place = node.place
            elif step != 0:  # the first of a list may be written without the list
                return place
        return node.place if not isinstance(node.value, dict) else place

    def plain(self) -> object:
        """The value without places, as validators take it."""
        if isinstance(self.value, dict):
            return {key: node.plain() for key, node in self.value.items()}
        if isinstance(self.value, list):
            return [node.plain() for node in self.value]
        return self.value


def read_yaml(path: Path, name: str) -> Node:
    """Read a file whose top is a mapping.

    `name` is how problems call the file. Raises `FactsError` with every problem of the file.
    """
    return parse_yaml(read_text(path, name), name)


def parse_yaml(text: str, name: str) -> Node:
    """Read YAML text whose top is a mapping; see `read_yaml`."""
    try:
        if _SPECIAL.search(text):
            _refuse_anchors_and_tags(text, name)
        top = yaml.compose(text, Loader=yaml.CSafeLoader)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        place = Place(name, mark.line + 1, mark.column + 1) if mark else Place(name)
        raise FactsError(
            [
                Problem(
                    place,
                    f"not valid YAML: {error.problem or error.context}",
                    "check the indentation and quotes near here",
                )
            ]
        ) from error
    except (yaml.YAMLError, RecursionError, ValueError) as error:
        reason = str(error).splitlines()[0] if str(error) else type(error).__name__
        raise FactsError([Problem(Place(name), f"not valid YAML: {reason}", "write plain `key: value` lines")]) from error
    if top is None or top.value == "":
        raise FactsError([Problem(Place(name, 1, 1), "the file is empty", "write the keys it should have, or delete it")])
    problems = Problems()
    node = _convert(top, name, problems, 0)
    problems.stop_if_any()
    if not isinstance(node.value, dict):
        raise FactsError([Problem(node.place, "the top of the file is not a mapping", "write `key: value` lines")])
    return node


def _refuse_anchors_and_tags(text: str, name: str) -> None:
    problems = Problems()
    for event in yaml.parse(text, Loader=yaml.CSafeLoader):
        mark = event.start_mark
        place = Place(name, mark.line + 1, mark.column + 1) if mark else Place(name)
        if getattr(event, "anchor", None):
            problems.add(place, "anchors and aliases are not allowed", "write the value out at each place")
        if getattr(event, "tag", None) and isinstance(event, yaml.ScalarEvent | yaml.CollectionStartEvent):
            problems.add(place, f"tags are not allowed ({event.tag})", "write the plain value")
    problems.stop_if_any()


def _convert(node: yaml.Node, name: str, problems: Problems, depth: int) -> Node:
    place = Place(name, node.start_mark.line + 1, node.start_mark.column + 1)
    if depth > MAX_DEPTH:
        raise FactsError([Problem(place, f"nested more than {MAX_DEPTH} levels deep", "write it flatter")])
    if isinstance(node, yaml.MappingNode):
        return _mapping(node, place, name, problems, depth)
    if isinstance(node, yaml.SequenceNode):
        return Node([_convert(item, name, problems, depth + 1) for item in node.value], place)
    if isinstance(node, yaml.ScalarNode):
        return Node(_scalar(node, place, problems), place)
    raise FactsError([Problem(place, "not a value that YAML knows", "write text or a number")])


def _mapping(node: yaml.MappingNode, place: Place, name: str, problems: Problems, depth: int) -> Node:
    entries: dict[str, Node] = {}
    keys: dict[str, Place] = {}
    for key_node, value_node in node.value:
        key_place = Place(name, key_node.start_mark.line + 1, key_node.start_mark.column + 1)
        key = key_node.value if isinstance(key_node, yaml.ScalarNode) else None
        if key is None or key == "<<" or (not key_node.style and not isinstance(_scalar(key_node, key_place, problems), str)):
            problems.add(key_place, f"keys are text, got {key if key is not None else 'a collection'}", 'write it in quotes: "…"')
            key = str(key)
        if key in entries:
            first = keys[key]
            problems.add(key_place, f"duplicate key {key}, first at line {first.line}", "keep one of them", key)
            continue
        entries[key] = _convert(value_node, name, problems, depth + 1)
        keys[key] = key_place
    return Node(entries, place, keys)


def _scalar(node: yaml.ScalarNode, place: Place, problems: Problems) -> Scalar:
    text = str(node.value)
    if node.style:  # libyaml gives "" for a plain scalar
        return text
    if _WHOLE.fullmatch(text) or _DECIMAL.fullmatch(text):
        return _number(text, place, problems)
    if text in ("true", "false"):
        return text == "true"
    if _DATE.fullmatch(text):
        return _date(text, place, problems)
    complaint = _misreadable(text)
    if complaint:
        problems.add(place, complaint[0], complaint[1])
    return text


def _number(text: str, place: Place, problems: Problems) -> int | Decimal:
    if len(text) > MAX_DIGITS:
        problems.add(place, f"a number of {len(text)} characters", f"keep it to {MAX_DIGITS}")
        return 0
    if text.startswith("-") and not text.strip("-0."):
        problems.add(place, f"{text} is a negative zero", "write 0")
        return 0
    return Decimal(text) if "." in text else int(text)


def _date(text: str, place: Place, problems: Problems) -> datetime.date | str:
    try:
        return datetime.date.fromisoformat(text)
    except ValueError:
        problems.add(place, f"{text} is not a day of the calendar", "write it as 2026-09-01")
        return text


def _misreadable(text: str) -> tuple[str, str] | None:
    """What is wrong with a plain scalar that YAML readers disagree about, and what to write."""
    lower = text.lower()
    if lower in ("", "~", "null"):
        return "an empty value", "write the value, or unknown, not_published or none"
    if lower in _YES_NO or lower in ("true", "false"):
        return f"{text} reads as yes or no in YAML", f'write true or false, or "{text}" in quotes'
    if _NOT_FINITE.fullmatch(text):
        return f"{text} is not a finite number", "write a number"
    if _CLOCK.fullmatch(text):
        return f"{text} reads as a number in base sixty", f'write "{text}" in quotes'
    if _LOOSE_DATE.fullmatch(text):
        return f"{text} is not a plain date", "write it as 2026-09-01"
    if text[0] == "0" and text[1:].isdigit():
        return f"{text} reads as an octal number", f'write {text.lstrip("0") or "0"}, or "{text}" in quotes'
    if _NUMBERISH.fullmatch(text):
        return f'expected a number or text, got "{text[:60]}"', f"write {_plain_digits(text)}, or put it in quotes"
    return None


def _plain_digits(text: str) -> str:
    """The same number as we write it, where it can only mean one."""
    try:
        written = Decimal(text)
    except InvalidOperation:
        return "plain digits with a point for decimals"
    short = len(text) <= MAX_DIGITS and abs(written.adjusted()) < MAX_DIGITS
    return f"{written:f}" if short else "plain digits with a point for decimals"
