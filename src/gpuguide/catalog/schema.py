"""The JSON Schema of each file that editors write, made from the types that validate it: one source, two readers.

Knows how types become shapes (pydantic) and how ids of a project become enumerations. Refuses to say twice what a type says, and
to write files. What only a record's own check or a link between files can judge, a schema lets pass; what it refuses, so does the
loader.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

from pydantic import TypeAdapter
from pydantic.json_schema import GenerateJsonSchema
from pydantic_core import core_schema

from gpuguide.catalog.schema_kinds import Kind
from gpuguide.catalog.schema_words import EXAMPLES, KEYS
from gpuguide.catalog.schema_words_fields import FIELDS
from gpuguide.catalog.shapes import Shape, shape_of

DIALECT = "https://json-schema.org/draft/2020-12/schema"


class _Shapes(GenerateJsonSchema):
    """Asks a reader what it takes, and leaves out null, which no file may hold."""

    def function_plain_schema(self, schema: core_schema.PlainValidatorFunctionSchema) -> Shape:
        return shape_of(schema["function"]["function"])

    def function_before_schema(self, schema: core_schema.BeforeValidatorFunctionSchema) -> Shape:
        inner = self.generate_inner(schema["schema"])
        outer = shape_of(schema["function"]["function"])
        return {"anyOf": [inner["items"], inner]} if outer.pop("single", False) else {**inner, **outer}

    def nullable_schema(self, schema: core_schema.NullableSchema) -> Shape:
        return self.generate_inner(schema["schema"])

    def default_schema(self, schema: core_schema.WithDefaultSchema) -> Shape:
        inner, default = self.generate_inner(schema["schema"]), schema.get("default")
        return {**inner, "default": default} if isinstance(default, bool | str | int) else inner

    def dict_schema(self, schema: core_schema.DictSchema) -> Shape:
        keys = {key: value for key, value in self.generate_inner(schema["keys_schema"]).items() if key != "type"}
        shape = {"type": "object", "additionalProperties": self.generate_inner(schema["values_schema"])}
        return {**shape, "propertyNames": keys} if keys else shape


def file_schema(kind: Kind, ids: Mapping[str, Iterable[str]]) -> Shape:
    """The schema of one kind of file; `ids` are the members of the collections that the project has, by the collection's name."""
    head = {"$schema": DIALECT, "title": kind.title, "description": kind.description}
    return {**head, **_with_ids(_bare(kind), {name: sorted(members) for name, members in ids.items()})}


@cache
def _bare(kind: Kind) -> Shape:
    """The schema without a title and without the ids of any project."""
    types = [(key, "validation", TypeAdapter(type_)) for key, type_ in kind.types]
    found, shared = TypeAdapter.json_schemas(types, schema_generator=_Shapes, ref_template="#/$defs/{model}")  # type: ignore[arg-type]
    shapes = {key: found[key, "validation"] for key, _ in kind.types}
    definitions = _used(shapes, shared.get("$defs", {}))
    if kind.whole:
        body = next(iter(shapes.values()))
    elif kind.open:
        body = {"type": "object", "propertyNames": kind.open, "additionalProperties": shapes["*"]}
    else:
        keys = {key: {**shape, "description": KEYS[key]} for key, shape in shapes.items()}
        body = {"type": "object", "properties": keys, "required": list(kind.required), "additionalProperties": False}
    return {**_plain(body), "$defs": {name: _plain(_described(name, shape)) for name, shape in definitions.items()}}


def _used(shapes: object, definitions: Mapping[str, Shape]) -> dict[str, Shape]:
    """The definitions that shapes lead to, by reference; pydantic also lists those of what a reader gives back."""
    found: dict[str, Shape] = {}
    waiting = [shapes]
    while waiting:
        shape = waiting.pop()
        inner = list(shape.values()) if isinstance(shape, dict) else shape if isinstance(shape, list) else []
        waiting.extend(inner)
        name = str(shape["$ref"]).rsplit("/", 1)[-1] if isinstance(shape, dict) and isinstance(shape.get("$ref"), str) else None
        if name and name not in found:
            found[name] = definitions[name]
            waiting.append(definitions[name])
    return dict(sorted(found.items()))


def _described(record: str, shape: Shape) -> Shape:
    """A record whose fields say what they mean and in which unit."""
    fields = {name: _field(record, name, field) for name, field in shape["properties"].items()}
    return {**shape, "properties": fields}


def _field(record: str, name: str, shape: Shape) -> Shape:
    words = FIELDS.get(f"{record}.{name}") or FIELDS[name]
    unit = _unit(shape)
    told = {"description": f"{words} Unit: {unit}." if unit else words}
    example = EXAMPLES.get(f"{record}.{name}")
    return {**shape, **told, **({} if example is None else {"examples": [example]})}


def _unit(shape: Any) -> str | None:
    """The unit that a number somewhere in a field's shape is in."""
    if isinstance(shape, dict) and "x-unit" in shape:
        return str(shape["x-unit"])
    inner = shape.values() if isinstance(shape, dict) else shape if isinstance(shape, list) else ()
    return next((unit for unit in map(_unit, inner) if unit), None)


def _plain(shape: Any) -> Any:
    """A shape without pydantic's titles and our own unit word, which the descriptions have told."""
    if isinstance(shape, list):
        return [_plain(item) for item in shape]
    if not isinstance(shape, dict):
        return shape
    kept = {key: value for key, value in shape.items() if key != "x-unit" and not (key == "title" and isinstance(value, str))}
    return {key: _plain(value) for key, value in kept.items()}


def _with_ids(shape: Any, ids: Mapping[str, list[str]]) -> Any:
    """A shape in which an id of a known collection is one of its members; of an unknown collection it may be any."""
    if isinstance(shape, list):
        return [_with_ids(item, ids) for item in shape]
    if not isinstance(shape, dict):
        return shape
    members = ids.get(str(shape.get("x-ids")))
    plain = {key: _with_ids(value, ids) for key, value in shape.items()}
    if members is None:
        plain.pop("x-ids", None)
        return plain
    told = {key: plain[key] for key in ("description", "x-ids") if key in plain}
    return {**told, "enum": members}
