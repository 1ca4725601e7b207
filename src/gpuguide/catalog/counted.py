"""Facts that a build makes itself: how many numbers, names and claims stand on the site's pages.

Knows their names. Refuses to count: the build counts what it printed, the judge counts by itself.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gpuguide.catalog.reader import Node
from gpuguide.catalog.records import Measure
from gpuguide.errors import Place

COUNTED = "counted"
"""The collection: `counted.numbers`."""
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


def counted(
    values: Mapping[str, Any], nodes: Mapping[str, Node], counts: Mapping[str, int] | None = None
) -> tuple[dict[str, Any], dict[str, Node]]:
    """The collections with what a build counted as one more; before it has counted, each kind is nought."""
    found = {kind: Measure.model_validate({"value": (counts or {}).get(kind, 0), "unit": "count"}) for kind in KINDS}
    return {**values, COUNTED: found}, {**nodes, COUNTED: Node({}, Place("records.json"))}
