"""What a build says of itself (`counted.numbers`), counted by the judge from the records that it holds against the files.

Knows the kinds of docs/formats.md. Refuses to take a count from the build.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from gpuguide.checks.documents import Json, Record
from gpuguide.checks.records import PageRecord
from gpuguide.checks.shapes import json_object

KINDS = (
    "pages",
    "languages",
    "numbers",
    "backed",
    "constants",
    "names",
    "dates",
    "literals",
    "facts",
    "figures",
    "choices",
    "claims",
)
# The error page has records and is no page of the site.
_NO_PAGE = "404.html"


def counted_collection(counts: dict[str, int]) -> Record:
    """The counts as one more collection of facts; a kind that was not counted is nought."""
    found = Record("records.json")
    for kind in KINDS:
        amount = Record("records.json")
        amount.update({"value": Fraction(counts.get(kind, 0)), "unit": "count"})
        found[kind] = amount
    return found


def count(records: Iterable[PageRecord], figures: dict[str, Json], languages: int) -> dict[str, int]:
    """How much of each kind the records and the figures of a build hold."""
    own = list(records)
    keys = [figure.key for record in own for figure in record.figures]
    constants = sum(key.startswith("constant/") for key in keys)
    listed = [json_object(entry) for entry in json_object(figures.get("figures")).values()]
    computed = sum(entry.get("formula") is not None for entry in listed)
    return {
        "pages": sum(record.path.endswith(".html") and record.path != _NO_PAGE for record in own),
        "languages": languages,
        "numbers": len(keys),
        "backed": len(keys) - constants,
        "constants": constants,
        "names": sum(len(record.names) for record in own),
        "dates": sum(len(record.dates) for record in own),
        "literals": sum(number for record in own for _, number in record.literals),
        "facts": len(listed) - computed,
        "figures": computed,
        "choices": len(json_object(figures.get("choices"))),
        "claims": len(json_object(figures.get("claims"))),
    }
