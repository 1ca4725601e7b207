"""Turns nodes into records and pydantic's complaints into problems with places.

Knows both sides' shapes. Refuses to know which file or record it is working on.
"""

from __future__ import annotations

from types import UnionType
from typing import Annotated, Any, Union, get_args, get_origin

from pydantic import TypeAdapter, ValidationError
from pydantic_core import ErrorDetails

from gpuguide.catalog.fields import shown
from gpuguide.catalog.reader import Node
from gpuguide.errors import Place, Problem, Problems, nearest

_MAPPING = ("expected a mapping", "write `key: value` lines below it, or {key: value}")
_LIST = ("expected a list", "write it as [a, b]")
_SHAPES = {
    "dict_type": _MAPPING,
    "model_type": _MAPPING,
    "model_attributes_type": _MAPPING,
    "list_type": _LIST,
    "tuple_type": _LIST,
    "string_type": ("expected text", "put it in quotes"),
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
    steps = _steps(detail, node)
    place = _key_place(node, steps) if detail["type"] == "extra_forbidden" else node.at(steps)
    key_path = ".".join([*path, *(str(step) for step in steps)])
    message, hint = _sentence(detail, kind, steps)
    return Problem(place, message, hint, key_path)


def _steps(detail: ErrorDetails, node: Node) -> tuple[str | int, ...]:
    """Pydantic's path without the names of validators and types in it: the keys that are written, and the one that is missing."""
    steps: list[str | int] = []
    for step in detail["loc"]:
        inner = _entry(node, step)
        if inner is not None or isinstance(step, int):
            node = inner or node
            steps.append(step)
    return (*steps, detail["loc"][-1]) if detail["type"] == "missing" else tuple(steps)


def _entry(node: Node, step: str | int) -> Node | None:
    if isinstance(node.value, dict):
        return node.value.get(str(step))
    return node.value[step] if isinstance(node.value, list) and isinstance(step, int) else None


def _sentence(detail: ErrorDetails, kind: Any, steps: tuple[str | int, ...]) -> tuple[str, str]:
    context = detail.get("ctx") or {}
    if detail["type"] == "field":
        return str(context["message"]), str(context["hint"])
    if detail["type"] == "missing":
        return f"the key {steps[-1]} is missing", f"write {steps[-1]}: …, or unknown where the value is not known"
    if detail["type"] == "extra_forbidden":
        return f"unknown key {steps[-1]}", nearest(str(steps[-1]), _keys_beside(kind, steps))
    if detail["type"] in _SHAPES:
        expected, hint = _SHAPES[detail["type"]]
        return f"{expected}, got {shown(detail['input'])}", hint
    return detail["msg"], ""


def _key_place(node: Node, steps: tuple[str | int, ...]) -> Place:
    """Where the last step is written as a key."""
    for step in steps[:-1]:
        node = _entry(node, step) or node
    return node.keys.get(str(steps[-1]), node.place)


def _keys_beside(kind: Any, steps: tuple[str | int, ...]) -> list[str]:
    """The keys that the record takes in which an unknown key stands."""
    current = kind
    for step in steps[:-1]:
        current = _member(current, step)
    fields = getattr(_unwrapped(current), "model_fields", {})
    return [str(info.alias or name) for name, info in fields.items()]


def _member(kind: Any, step: str | int) -> Any:
    """The type of an entry or item, found in the annotations."""
    kind = _unwrapped(kind)
    fields = getattr(kind, "model_fields", None)
    if fields is not None:
        return next((info.annotation for name, info in fields.items() if step in (name, info.alias)), None)
    arguments = get_args(kind)
    return arguments[1 if get_origin(kind) is dict else 0] if arguments else None


def _unwrapped(kind: Any) -> Any:
    """A type without its validators, and the first of several types."""
    if get_origin(kind) in (Annotated, Union, UnionType):
        return _unwrapped(get_args(kind)[0])
    return kind
