"""What a reader of a field accepts, said once beside the reader, so that the JSON Schema of a file comes from what validates it.

Knows the vocabulary of JSON Schema. Refuses to know any field, file or record.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias, TypeVar

from pydantic import GetJsonSchemaHandler
from pydantic_core import CoreSchema

Shape: TypeAlias = dict[str, Any]
"""A JSON Schema, with two words of our own until it is finished: `x-unit` and `x-ids`."""

_Reader = TypeVar("_Reader", bound=Callable[..., Any])


def shaped(shape: Mapping[str, Any]) -> Callable[[_Reader], _Reader]:
    """Say of a reader what it takes; the reader itself stays as it is."""

    def note(read: _Reader) -> _Reader:
        read.__dict__["shape"] = dict(shape)
        return read

    return note


def shape_of(read: object) -> Shape:
    """What a reader takes. Raises `LookupError` for one that nobody has described."""
    shape = getattr(read, "shape", None)
    if shape is None:
        raise LookupError(f"{getattr(read, '__qualname__', read)} does not say what it takes: put @shaped(…) on it")
    return dict(shape)


def per_unit(unit: str, shape: Any) -> Any:
    """The same shape in another unit."""
    if isinstance(shape, list):
        return [per_unit(unit, item) for item in shape]
    if not isinstance(shape, dict):
        return shape
    return {key: unit if key == "x-unit" else per_unit(unit, value) for key, value in shape.items()}


def ids_of(collection: str, shape: Mapping[str, Any]) -> Shape:
    """A shape that takes the ids of a collection only, once they are known."""
    return {**shape, "x-ids": collection}


@dataclass(frozen=True)
class Refers:
    """Says in an annotation that a value is an id of a collection; whether it is one, `links` and the layers above judge."""

    collection: str

    def __get_pydantic_json_schema__(self, core: CoreSchema, handler: GetJsonSchemaHandler) -> Shape:
        """The shape of the value with the name of the collection."""
        return ids_of(self.collection, handler(core))


@dataclass(frozen=True)
class Also:
    """Says in an annotation what a record's own check asks for beside the type, as JSON Schema."""

    shape: Mapping[str, Any]

    def __get_pydantic_json_schema__(self, core: CoreSchema, handler: GetJsonSchemaHandler) -> Shape:
        """The shape of the value with the rest of it."""
        return {**handler(core), **self.shape}

    __hash__ = object.__hash__
