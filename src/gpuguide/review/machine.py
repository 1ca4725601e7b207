"""A review as JSON with the stable keys of docs/formats.md.

Knows keys. Refuses to leave anything out.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass

from gpuguide.errors import Place
from gpuguide.review.report import Review


def as_json(review: Review) -> dict[str, object]:
    """The whole review; places read `file:line:column`."""
    found = _plain(review)
    assert isinstance(found, dict)
    return {"differs": review.differs, **found}


def _plain(value: object) -> object:
    if isinstance(value, Place):
        return str(value)
    if is_dataclass(value):
        return {field.name: _plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, Mapping):
        return {str(key): _plain(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(inner) for inner in value]
    return value
