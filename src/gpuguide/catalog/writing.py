"""Writes a catalog entry as YAML of the project's one safe subset.

Knows how values are quoted and which stand on one line. Refuses to write what the reader would not take back.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

_PLAIN = re.compile(r"[A-Za-z][A-Za-z0-9_ ./+-]*")
_WORDS = {"yes", "no", "on", "off", "true", "false", "null", "none", "y", "n", "unknown"}


def entry_text(entry: Mapping[str, Any]) -> str:
    """The text of a file whose top is this entry."""
    return "\n".join(_lines(entry)) + "\n"


def _lines(entry: Mapping[str, Any]) -> Iterator[str]:
    for key, value in entry.items():
        if isinstance(value, list) and value and isinstance(value[0], dict):
            yield f"{key}:"
            yield from (f"  - {_inline(item)}" for item in value)
        else:
            yield f"{key}: {_inline(value)}"


def _inline(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {_inline(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(_inline(item) for item in value) + "]"
    text = str(value)
    plain = _PLAIN.fullmatch(text) and text.lower() not in _WORDS and text == text.strip()
    return text if plain else json.dumps(text, ensure_ascii=False)
