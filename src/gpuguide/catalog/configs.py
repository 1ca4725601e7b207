"""Reads a Hugging Face config.json so that no key is misread: each value is taken as what it must be, or refused by its key.

Knows JSON as people publish it: nested text parts, nulls, numbers in quotes, Infinity. Refuses to know what a key means for a
model.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NoReturn

from gpuguide.errors import FactsError, Place, Problem

NESTED = ("text_config", "language_config", "llm_config", "thinker_config", "language_model_config")
DEEPEST = 60


def refuse(file: str, key: str, message: str, hint: str = "") -> NoReturn:
    """Stop with the key and the reason."""
    raise FactsError([Problem(Place(file), message, hint, key)])


@dataclass
class Config:
    """One configuration: its own keys, those around it, the names under which a dimension may stand, and what was read."""

    file: str
    values: Mapping[str, Any]
    outer: Mapping[str, Any]
    renamed: Mapping[str, tuple[str, ...]]
    defaults: Mapping[str, int | bool] = field(default_factory=dict)
    read: set[str] = field(default_factory=set)

    def refuse(self, key: str, message: str, hint: str = "") -> NoReturn:
        """Stop with the key and the reason."""
        refuse(self.file, key, message, hint)

    def found(self, key: str) -> tuple[str, Any]:
        """The name under which a key is set and its value; None for null and for absent keys, after the class's default."""
        names = [name for name in self.renamed.get(key, (key,)) if self.values.get(name) is not None]
        self.read.update(names)
        return (names[0], self.values[names[0]]) if names else (key, self.defaults.get(key))

    def get(self, key: str) -> Any:
        """The value of a key, None when it is null or absent."""
        return self.found(key)[1]

    def whole(self, key: str, default: int | None = None, least: int = 1) -> int:
        """A whole number; refused when it is missing without a default, or is no whole number from `least`."""
        name, value = self.found(key)
        if value is None:
            if default is None:
                self.refuse(key, "the dimension is missing", "a configuration must state it; nothing is guessed")
            return default
        number = self._number(name, value)
        if number < least:
            self.refuse(name, f"expected a whole number from {least}, got {number}")
        return number

    def optional(self, key: str) -> int | None:
        """A whole number from 0, or None."""
        return None if self.get(key) is None else self.whole(key, least=0)

    def flag(self, key: str, default: bool = False) -> bool:
        """True or false; numbers 0 and 1 count."""
        name, value = self.found(key)
        if value is None:
            return default
        if isinstance(value, bool) or value in (0, 1):
            return bool(value)
        if isinstance(value, str) and value.lower() in ("true", "false"):
            return value.lower() == "true"
        self.refuse(name, f"expected true or false, got {value!r}")

    def text(self, key: str, default: str = "") -> str:
        """A text."""
        name, value = self.found(key)
        if value is None:
            return default
        if not isinstance(value, str):
            self.refuse(name, f"expected text, got {value!r}")
        return value

    def sequence(self, key: str, length: int | None = None) -> Sequence[Any] | None:
        """A list, of `length` items where that is given, or None."""
        name, value = self.found(key)
        if value is None:
            return None
        if not isinstance(value, list):
            self.refuse(name, f"expected a list, got {value!r}")
        if length is not None and len(value) != length:
            self.refuse(name, f"expected one item for each of the {length} layers, got {len(value)}")
        return value

    def part(self, key: str) -> Config | None:
        """A mapping as a configuration of its own, or None."""
        value = self.get(key)
        if value is None:
            return None
        if not isinstance(value, dict):
            self.refuse(key, f"expected a mapping, got {value!r}")
        return Config(self.file, value, self.values, self.renamed)

    def _number(self, name: str, value: Any) -> int:
        if isinstance(value, str) and re.fullmatch(r"[0-9]{1,15}", value.strip()):
            return int(value)
        if isinstance(value, float) and math.isfinite(value) and value == int(value):
            return int(value)
        if type(value) is not int:
            self.refuse(name, f"expected a whole number, got {value!r}", "it is a dimension; write plain digits")
        return value


def read_config(text: str, file: str, renamed: Mapping[str, tuple[str, ...]]) -> Config:
    """The text part of a configuration. `FactsError` when it is no JSON mapping or holds several text parts."""
    try:
        whole = json.loads(text, object_pairs_hook=lambda pairs: _without_duplicates(pairs, file))
    except (json.JSONDecodeError, RecursionError) as error:
        line = getattr(error, "lineno", None)
        raise FactsError([Problem(Place(file, line), f"not valid JSON: {getattr(error, 'msg', 'nested too deep')}")]) from error
    if not isinstance(whole, dict):
        raise FactsError([Problem(Place(file), "the top of the file is not a mapping")])
    inner, depth = whole, 0
    while True:
        nested = [key for key in NESTED if isinstance(inner.get(key), dict) and inner[key]]
        if not nested:
            return Config(file, _flattened(inner), whole, renamed)
        if len(nested) > 1 or depth > DEEPEST:
            refuse(file, nested[-1], f"there are several text parts: {', '.join(nested)}")
        inner, depth = inner[nested[0]], depth + 1


def _without_duplicates(pairs: list[tuple[str, Any]], file: str) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found and found[key] != value:
            refuse(file, key, f"the key stands twice, as {found[key]!r} and {value!r}")
        found[key] = value
    return found


def _flattened(values: Mapping[str, Any]) -> Mapping[str, Any]:
    """Dimensions that some configurations keep in parts of their own, beside the others; the outer ones win."""
    flat: dict[str, Any] = {}
    for key in ("attn_config", "ffn_config", "ssm_cfg"):
        if isinstance(values.get(key), dict):
            flat.update(values[key])
    return {**flat, **{key: value for key, value in values.items() if value is not None or key not in flat}}
