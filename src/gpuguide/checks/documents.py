"""Reads files of the project into plain values, and says where they cannot be read.

Knows YAML as far as docs/formats.md allows it, and JSON. Refuses to know what any key means.
A number becomes a Fraction from its own digits, so no binary rounding ever takes part.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from datetime import date
from fractions import Fraction
from functools import cached_property, lru_cache
from pathlib import Path
from typing import TypeAlias

from ruamel.yaml import YAML
from ruamel.yaml.error import YAMLError
from ruamel.yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

Value: TypeAlias = "Fraction | bool | str | date | list[Value] | Record | Pending"
Json: TypeAlias = "bool | int | float | str | list[Json] | dict[str, Json] | None"

_NUMBER = re.compile(r"-?[0-9]{1,400}(\.[0-9]{1,400})?")
_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


class UnreadableError(Exception):
    """A file that cannot be read as what it should be; `line` is where, when that is known."""

    def __init__(self, message: str, line: int | None = None) -> None:
        """Keep the reason and the line, counted from one."""
        self.line = line
        super().__init__(message)


class Record(dict[str, Value]):
    """A mapping of a YAML file that remembers its file and the line of each key."""

    def __init__(self, file: str = "", line: int = 1) -> None:
        """An empty record that starts on this line of this file."""
        super().__init__()
        self.file = file
        self.line = line
        self.lines: dict[str, int] = {}

    def where(self, key: str = "") -> str:
        """The place of a key as `file:line`, or of the record itself."""
        return f"{self.file}:{self.lines.get(key, self.line)}"


class Pending:
    """A mapping whose file is read when someone asks for it: most cards and models of a catalog stand on no page."""

    def __init__(self, read: Callable[[], Record]) -> None:
        """Remember how to read it."""
        self._read = read

    @cached_property
    def record(self) -> Record:
        """The mapping of the file."""
        return self._read()


def opened(value: Value | None) -> Value | None:
    """A value, read now if it was pending."""
    return value.record if isinstance(value, Pending) else value


def read_text(path: Path) -> str:
    """The text of a UTF-8 file, without a byte order mark."""
    try:
        content = path.read_bytes()
        if content.startswith(b"\xef\xbb\xbf"):
            raise UnreadableError("begins with a byte order mark")
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        raise UnreadableError(f"is not UTF-8 at byte {error.start}") from error
    except OSError as error:
        raise UnreadableError(error.strerror or "cannot be opened") from error


def read_json(path: Path) -> Json:
    """The value of a JSON file."""
    return parse_json(read_text(path))


def parse_json(text: str) -> Json:
    """The value of a JSON text; a key that stands twice is refused, for readers differ in which one they take."""
    try:
        value: Json = json.loads(text, object_pairs_hook=_unique, parse_constant=_no_number)
    except json.JSONDecodeError as error:
        raise UnreadableError(f"is not JSON: {error.msg}", error.lineno) from error
    except (RecursionError, ValueError) as error:
        raise UnreadableError("is not JSON that anyone could mean: too deep, or a number too long") from error
    return value


def _unique(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    found = dict(pairs)
    if len(found) != len(pairs):
        names = [name for name, _ in pairs]
        raise UnreadableError(f"a key stands twice: {next(name for name in names if names.count(name) > 1)}")
    return found


def _no_number(text: str) -> Json:
    raise UnreadableError(f"is not JSON: {text} is no number")


def read_yaml(path: Path, file: str) -> Record:
    """The mapping that a YAML file holds; `file` is the name under which its places are known."""
    value = _read(path, file)
    if not isinstance(value, Record):
        raise UnreadableError("holds no mapping")
    return value


def read_yaml_list(path: Path) -> list[Value]:
    """The list that a YAML file holds."""
    value = _read(path, path.name)
    if not isinstance(value, list):
        raise UnreadableError("holds no list")
    return value


def _read(path: Path, file: str) -> Value:
    return parse_yaml(read_text(path), file)


# Two sites share most of their files, and reading YAML is what a judgement spends most of its time on.
@lru_cache(maxsize=512)
def parse_yaml(text: str, file: str) -> Value:
    """The value of a YAML text; `file` is the name under which its places are known."""
    try:
        return _built(YAML(typ="safe", pure=True).compose(text), file)
    except YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        problem = getattr(error, "problem", None) or "cannot be parsed"
        raise UnreadableError(f"is not YAML: {problem}", mark.line + 1 if mark else None) from error
    except (RecursionError, ValueError, TypeError, AttributeError, IndexError) as error:
        raise UnreadableError(f"is not YAML that can be read: {error}") from error


def _built(node: Node | None, file: str) -> Value:
    """The plain value of a node of the YAML tree."""
    if node is None:
        raise UnreadableError("is empty")
    line = int(node.start_mark.line) + 1
    if getattr(node, "anchor", None) is not None:
        raise UnreadableError("anchors and aliases are not part of the format", line)
    if isinstance(node, MappingNode):
        return _built_record(node, file, line)
    if isinstance(node, SequenceNode):
        return [_built(item, file) for item in node.value]
    if isinstance(node, ScalarNode):
        return _built_scalar(str(node.value), quoted=node.style in ("'", '"', "|", ">"))
    raise UnreadableError("holds something that is neither mapping, list nor text", line)


def _built_record(node: MappingNode, file: str, line: int) -> Record:
    record = Record(file, line)
    for key_node, value_node in node.value:
        key_line = int(key_node.start_mark.line) + 1
        if not isinstance(key_node, ScalarNode):
            raise UnreadableError("a key is not text", key_line)
        key = str(key_node.value)
        if key in record:
            raise UnreadableError(f"duplicate key {key}", key_line)
        record.lines[key] = key_line
        record[key] = _built(value_node, file)
    return record


def _built_scalar(text: str, *, quoted: bool) -> Value:
    """A plain scalar by its own looks; YAML's table of implicit types is not trusted."""
    if quoted:
        return text
    if text in ("true", "false"):
        return text == "true"
    if _NUMBER.fullmatch(text):
        return Fraction(text)
    if _DATE.fullmatch(text):
        try:
            return date.fromisoformat(text)
        except ValueError:
            return text
    return text
