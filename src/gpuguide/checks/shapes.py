"""Takes values out of records in the shape in which they are due, or says what stands there instead.

Knows shapes: text, list of text, number, mapping. Refuses to know what they are for.
"""

from __future__ import annotations

from fractions import Fraction

from gpuguide.checks.documents import Json, Record, Value


class ShapeError(Exception):
    """A value of another shape than the format has there; `where` is its place."""

    def __init__(self, where: str, message: str) -> None:
        """Keep the place beside the message."""
        self.where = where
        super().__init__(message)


def text(record: Record, key: str, default: str | None = None) -> str:
    """The text under a key."""
    value = record.get(key, default)
    if not isinstance(value, str):
        raise ShapeError(record.where(key), f"{key} is not text")
    return value


def texts(record: Record, key: str) -> tuple[str, ...]:
    """The texts under a key: a list, a single one, or none at all."""
    value = record.get(key, [])
    items = value if isinstance(value, list) else [value]
    written = tuple(item if isinstance(item, str) else _bare(item) for item in items)
    if None in written:
        raise ShapeError(record.where(key), f"{key} is not a list of texts")
    return tuple(item for item in written if item is not None)


def _bare(value: Value) -> str | None:
    """An id or word that looks like a number or a date is still that id."""
    return str(value) if isinstance(value, Fraction) else None


def number(record: Record, key: str) -> Fraction | None:
    """The number under a key, or None when the key is absent."""
    value = record.get(key)
    if value is not None and not isinstance(value, Fraction):
        raise ShapeError(record.where(key), f"{key} is not a number")
    return value


def record_at(record: Record, key: str) -> Record:
    """The mapping under a key; an empty one when the key is absent."""
    value = record.get(key, Record(record.file, record.line))
    if not isinstance(value, Record):
        raise ShapeError(record.where(key), f"{key} is not a mapping")
    return value


def records(record: Record, key: str) -> tuple[Record, ...]:
    """The mappings under a key: a list of them, a single one, or none at all."""
    value = record.get(key, [])
    found = tuple(item for item in (value if isinstance(value, list) else [value]) if isinstance(item, Record))
    if len(found) != (len(value) if isinstance(value, list) else 1):
        raise ShapeError(record.where(key), f"{key} is not a list of mappings")
    return found


def text_map(record: Record, key: str) -> dict[str, str]:
    """The mapping of text to text under a key."""
    inner = record_at(record, key)
    return {name: text(inner, name) for name in inner}


def json_object(value: Json) -> dict[str, Json]:
    """A JSON object as it is, anything else as an empty one."""
    return value if isinstance(value, dict) else {}


def json_list(value: Json) -> list[Json]:
    """A JSON list as it is, anything else as an empty one."""
    return value if isinstance(value, list) else []


def json_text(value: Json) -> str:
    """A JSON text as it is, nothing as no text, anything else as JSON would write it."""
    return value if isinstance(value, str) else "" if value is None else str(value)
