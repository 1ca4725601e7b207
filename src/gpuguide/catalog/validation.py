"""Turns nodes into records and pydantic's complaints into problems with places.

Knows both sides' shapes. Refuses to know which file or record it is working on.
"""

from __future__ import annotations

from typing import Any

from pydantic import TypeAdapter, ValidationError
from pydantic_core import ErrorDetails

from gpuguide.catalog.reader import Node
from gpuguide.errors import Problem, Problems, nearest

_SHAPES = {
    "dict_type": "expected a mapping",
    "model_type": "expected a mapping",
    "dict_attributes_type": "expected a mapping",
    "list_type": "expected a list",
    "tuple_type": "expected a list",
    "string_type": "expected text",
}


def validate(kind: Any, node: Node, path: tuple[str, ...], problems: Problems) -> Any:
    """The record of this kind, or None after noting every problem of the node."""
    try:
        return TypeAdapter(kind).validate_python(node.plain())
    except ValidationError as error:
        details = error.errors(include_url=False)
        for detail in details:
            problems.found.append(_problem(detail, kind, node, path))
        return None


def _problem(detail: ErrorDetails, kind: Any, node: Node, path: tuple[str, ...]) -> Problem:
    steps = tuple(step for step in detail["loc"] if _exists_or_last(step))
    place = node.at(steps)
    key_path = ".".join([*path, *(str(step) for step in steps)])
    message, hint = _sentence(detail, kind, steps)
    return Problem(place, message, hint, key_path)


def _exists_or_last(step: object) -> bool:
    """Pydantic puts the names of union branches and validators into the path; keys of YAML never look like these."""
    return isinstance(step, int) or (isinstance(step, str) and not any(mark in step for mark in "[]()") and step != "[key]")


def _sentence(detail: ErrorDetails, kind: Any, steps: tuple[str | int, ...]) -> tuple[str, str]:
    context = detail.get("ctx") or {}
    if detail["type"] == "field":
        return str(context["message"]), str(context["hint"])
    if detail["type"] == "missing":
        return f"the key {steps[-1]} is missing", f"write {steps[-1]}: …, or unknown where the value is not known"
    if detail["type"] == "extra_forbidden":
        return f"unknown key {steps[-1]}", nearest(str(steps[-1]), _keys_beside(kind, steps))
    if detail["type"] in _SHAPES:
        return f"{_SHAPES[detail['type']]}, got {_seen(detail['input'])}", ""
    return detail["msg"], ""


def _seen(value: object) -> str:
    if isinstance(value, dict):
        return "a mapping"
    return "a list" if isinstance(value, list | tuple) else f'"{value}"'


def _keys_beside(kind: Any, steps: tuple[str | int, ...]) -> list[str]:
    """The keys that the record takes in which an unknown key stands."""
    current = kind
    for step in steps[:-1]:
        current = _member(current, step)
    fields = getattr(current, "model_fields", {})
    return [str(info.alias or name) for name, info in fields.items()]


def _member(kind: Any, step: str | int) -> Any:
    """The type of an entry or item, found in the annotations."""
    fields = getattr(kind, "model_fields", None)
    if fields is not None:
        for name, info in fields.items():
            if step in (name, info.alias):
                return info.annotation
        return None
    arguments: tuple[Any, ...] = getattr(kind, "__args__", ())
    if getattr(kind, "__origin__", None) is dict:
        return arguments[1]
    for argument in arguments:
        if argument is not Ellipsis and argument is not type(None):
            return _member(argument, step) if getattr(argument, "__origin__", None) in (tuple, dict) else argument
    return None
