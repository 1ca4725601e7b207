"""Compares a structure of a machine file, part for part, with the one that is due.

Knows objects, lists, texts and numbers. Refuses to know what any of them means: whoever asks says what is due.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TypeAlias

from lxml import etree

from gpuguide.checks.documents import Json
from gpuguide.checks.telling import Saying

Due: TypeAlias = "Mapping[str, Due] | Sequence[Due] | Saying | str | int"
Difference: TypeAlias = tuple[str, str, str, str]
"""Where in the structure, what is wrong, what is due and what stands there."""


def differences(due: Due, found: Json, place: str = "") -> Iterator[Difference]:
    """Every place where a structure is not the one that is due; a key that nobody knows is one too."""
    if isinstance(due, Saying):
        if not (isinstance(found, str) and due.is_said_by(found)):
            yield place, "another text", str(due), _shown(found)
    elif isinstance(due, str | int):
        if found != due or type(found) is not type(due):
            yield place, "another value", str(due), _shown(found)
    elif isinstance(due, Mapping):
        yield from _of_objects(due, found, place)
    else:
        yield from _of_lists(due, found, place)


def _of_objects(due: Mapping[str, Due], found: Json, place: str) -> Iterator[Difference]:
    if not isinstance(found, dict):
        yield place, "no object", ", ".join(due), _shown(found)
        return
    for key in found.keys() - due.keys():
        yield f"{place}.{key}", "a key that nobody knows", "", _shown(found[key])
    for key in due:
        if key in found:
            yield from differences(due[key], found[key], f"{place}.{key}")
        else:
            yield f"{place}.{key}", "the key is missing", "", ""


def _of_lists(due: Sequence[Due], found: Json, place: str) -> Iterator[Difference]:
    if not isinstance(found, list):
        yield place, "no list", f"{len(due)} entries", _shown(found)
        return
    if len(found) != len(due):
        yield place, "another number of entries", str(len(due)), str(len(found))
    for index, (one, other) in enumerate(zip(due, found, strict=False), start=1):
        yield from differences(one, other, f"{place}[{index}]")


def is_element(node: etree._Element) -> bool:
    """Whether a node of an XML tree is an element, and not a comment, an instruction or an entity."""
    return not isinstance(node, etree._Comment | etree._ProcessingInstruction | etree._Entity)


def note(differing: Iterator[Difference], add: Callable[[str, str, str], None]) -> None:
    """Hand on each difference: the message with its place, what is due and what stands there."""
    for place, message, due, found in differing:
        add(f"{place.lstrip('.') or 'the whole'}: {message}", due, found)


def _shown(found: Json) -> str:
    text = found if isinstance(found, str) else repr(found)
    return text if len(text) < 160 else f"{text[:159]}…"
