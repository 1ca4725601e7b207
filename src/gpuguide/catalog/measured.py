"""Loads the measured cases: data/sizing/measured.yaml, what public logs, files and benchmarks say.

Knows the keys of a case. Refuses to know what the calculator says of it.
"""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Annotated

from pydantic import Field, PlainValidator

from gpuguide.catalog.fields import Exact, Https, Id, ListOnly, LongText, Record, Text, one_of, refuse, shown
from gpuguide.catalog.reader import read_yaml
from gpuguide.catalog.shapes import shaped
from gpuguide.catalog.validation import validate
from gpuguide.errors import FactsError, Place, Problems

FILE = Path("data") / "sizing" / "measured.yaml"
KINDS = ("start", "refusal", "cells", "file", "loaded", "memory", "bandwidth", "decode", "batch")
HOLDS = ("exact", "tight", "bound", "trap", "report")


@shaped({"type": "object", "additionalProperties": {"type": ["number", "boolean"]}})
def _numbers(value: object) -> dict[str, Fraction]:
    """Names with numbers; yes and no count as one and zero."""
    if not isinstance(value, dict) or not all(isinstance(one, bool | int | Decimal) for one in value.values()):
        raise refuse(f"expected names with numbers, got {shown(value)}", "write {name: number}")
    return {str(key): Fraction(one) for key, one in value.items()}


_Numbers = Annotated[dict[str, Fraction], PlainValidator(_numbers)]


class MeasuredCase(Record):
    """One measured case: where it was read, what ran, and what came out."""

    id: Id
    kind: Annotated[str, PlainValidator(one_of(*KINDS))]
    holds: Annotated[str, PlainValidator(one_of(*HOLDS))]
    within: Exact = Fraction(1, 100)
    source: Https
    date: Text | None = None
    card: Id | None = None
    model: Id | None = None
    cards: int = 1
    engine: Text | None = None
    version: Text | None = None
    assumed_version: Text | None = None
    weights: Id | None = None
    kv: Id = "bf16"
    parallel: Text | None = None
    settings: _Numbers = Field(default_factory=dict)
    measured: _Numbers
    note: LongText | None = None


def load_measured(root: Path) -> tuple[MeasuredCase, ...]:
    """Every case, in the order of the file. Raises `FactsError` with every problem of the file."""
    node = read_yaml(root / FILE, FILE.as_posix())
    problems = Problems()
    written = node.value.get("cases") if isinstance(node.value, dict) else None
    if written is None:
        raise FactsError.at(Place(FILE.as_posix()), "the key cases is missing", "write cases: …", "cases")
    found = validate(Annotated[tuple[MeasuredCase, ...], ListOnly], written, ("cases",), problems)
    problems.stop_if_any()
    assert isinstance(found, tuple)
    return found
