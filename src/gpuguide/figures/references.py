"""Reads references: facts, figures, axes and words as they are written in YAML and in prose.

Knows the grammar of docs/formats.md. Refuses to know values: it turns texts into keys for a given set of current members.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import TypeAlias

Members: TypeAlias = Mapping[str, str]
"""The current member of each axis that is bound: `{"gpu": "a-card"}`."""

PRINTED = "printed "


@dataclass(frozen=True)
class Reference:
    """A reference as it is written: its kind (fact, figure or word), its parts, and whether the printed value is meant."""

    text: str
    kind: str
    parts: tuple[str, ...]
    printed: bool


@cache
def parse(text: str) -> Reference:
    """Read a reference; a bare word may turn out to be an axis, a figure without axes, or plain text."""
    printed = text.startswith(PRINTED)
    body = text[len(PRINTED) :].strip() if printed else text.strip()
    if "/" in body:
        return Reference(text, "figure", tuple(body.split("/")), printed)
    if "." in body:
        return Reference(text, "fact", tuple(body.split(".")), printed)
    return Reference(text, "word", (body,), printed)


def fact_path(parts: tuple[str, ...], members: Members, axes: Mapping[str, str]) -> str:
    """The dotted path of a fact: an axis at the head becomes its collection and member, one inside becomes its member."""
    head, *rest = parts
    if head in members:
        return ".".join([axes[head], members[head], *rest])
    return ".".join([head, *(members.get(step, step) for step in rest)])
