"""Files with blanks: every key of a card or a model, with what it means, its unit, an example and the words that it may be.

Knows JSON Schemas, which are made of the types that the loader uses: a form asks for exactly what the loader wants. Refuses to
know any key by name.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

_COLUMN, _WIDTH = 36, 130
_FEW = 8
Schema = Mapping[str, Any]


def blank_form(schema: Schema, filled: Mapping[str, str], cited: tuple[str, ...] = ()) -> str:
    """A record's file: its required keys with blanks, those that are `filled` with their texts, the others as comments.

    `cited` are the keys for which a source must be named.
    """
    definitions: Schema = schema["$defs"]
    record = _resolved(schema, definitions)
    lines: list[str] = []
    for key in record["required"]:
        lines += _entry(key, record["properties"][key], definitions, filled, cited)
    optional = [key for key in record["properties"] if key not in record["required"]]
    lines += ["", "# These may be left out:"]
    lines += (line for key in optional for line in _commented(f"# {key}:", _told(record["properties"][key], definitions)))
    return "\n".join(line.rstrip() for line in lines) + "\n"


def _entry(key: str, field: Schema, definitions: Schema, filled: Mapping[str, str], cited: tuple[str, ...]) -> Iterator[str]:
    if key in filled:
        yield f"{key}: {filled[key]}"
    elif "additionalProperties" in field:
        yield from _commented(f"{key}:", _told(field, definitions))
        yield from (f"  {one}:" for one in cited)
    elif (group := _first_group(field, definitions)) is not None:
        yield from _commented(f"{key}:", _told(field, definitions))
        for index, inner in enumerate(group["required"]):
            given = group["properties"][inner].get("const", "")
            start = f"  {'- ' if index == 0 else '  '}{inner}: {given}".rstrip()
            yield from _commented(start, _told(group["properties"][inner], definitions))
    else:
        yield from _commented(f"{key}:", _told(field, definitions))


def _first_group(field: Schema, definitions: Schema) -> Schema | None:
    """The record that a list holds, the first of those that it may hold; nothing for a list of plain values."""
    items = field.get("items", {})
    kinds = items.get("oneOf", [items])
    return definitions[kinds[0]["$ref"].rpartition("/")[2]] if "$ref" in kinds[0] and "examples" not in field else None


def _resolved(schema: Schema, definitions: Schema) -> Schema:
    found: Schema = definitions[schema["$ref"].rpartition("/")[2]] if "$ref" in schema else schema
    return found


def _told(field: Schema, definitions: Schema) -> str:
    """What a key means, in one line: description, the words it may be, an example."""
    parts = [str(field.get("description", "")).rstrip(".")]
    words = _words(_resolved(field, definitions))
    if words:
        shown = ", ".join(words[:_FEW]) + (", …" if len(words) > _FEW else "")
        parts.append(f"one of {shown}" if "anyOf" not in field else f"or {shown}")
    if "examples" in field:
        parts.append(f"such as {_flow(field['examples'][0])}")
    elif _is_list(field) and _first_group(field, definitions) is None:
        parts.append("a list, such as [a, b]; [] for none")
    elif field.get("type") == "boolean":
        parts.append("true or false")
    return "; ".join(part for part in parts if part)


def _words(field: Schema) -> list[str]:
    inner = [field, *field.get("anyOf", [])]
    return [str(word) for one in inner for word in one.get("enum", [])]


def _is_list(field: Schema) -> bool:
    return field.get("type") == "array"


def _flow(value: object) -> str:
    """A value as YAML writes it on one line."""
    if isinstance(value, list):
        return "[" + ", ".join(map(_flow, value)) + "]"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {_flow(inner)}" for key, inner in value.items()) + "}"
    return f'"{value}"' if isinstance(value, str) and value[:1].isdigit() else str(value)


def _commented(start: str, told: str) -> Iterator[str]:
    """A line with its comment behind it, broken where it grows too long."""
    room = _WIDTH - _COLUMN - 2
    rows, row = [], ""
    for word in told.split():
        if row and len(row) + 1 + len(word) > room:
            rows.append(row)
            row = word
        else:
            row = f"{row} {word}".strip()
    rows.append(row)
    yield f"{start:<{_COLUMN}}# {rows[0]}" if rows[0] else start
    yield from (f"{'':<{_COLUMN}}#   {more}" for more in rows[1:])
