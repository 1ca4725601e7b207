"""The ids that a project has, by collection, for editors to choose from.

Knows which file holds which collection. Refuses to judge a file: it takes the ids that are written, whatever stands behind them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from gpuguide.catalog.files import OFFERS, SHARED, SITE
from gpuguide.catalog.gpu import cited_fields
from gpuguide.catalog.loader import card_ids
from gpuguide.catalog.models import SOURCES, model_ids
from gpuguide.catalog.reader import Node, read_yaml
from gpuguide.quantities import UNITS

Ids = Mapping[str, Iterable[str]]


def shared_ids(root: Path) -> dict[str, Iterable[str]]:
    """The members of collections that all sites share, and the closed lists of the engine."""
    return {
        "facts of a card": cited_fields(),
        "known units": set(UNITS),
        "gpus": card_ids(root),
        "models": model_ids(root),
        "model sources": _collections(root, [SOURCES.as_posix()]).get("sources", ()),
        **_collections(root, [f"data/{file}" for file in SHARED]),
    }


def site_ids_of(root: Path, site: str, shared: Ids) -> dict[str, Iterable[str]]:
    """The members of a site's collections as well, and the names of all collections."""
    folder = f"data/sites/{site}"
    own = {"regions": (), "pages": (), **_collections(root, [f"{folder}/{file}" for file in SITE])}
    offered = {"offers": (), "feed": ()} if (root / folder / OFFERS).exists() else {}
    real = {name for name in shared if " " not in name} | set(own) | set(offered)
    return {**shared, **own, "collections": real}


def _collections(root: Path, files: Iterable[str]) -> dict[str, Iterable[str]]:
    found: dict[str, Iterable[str]] = {}
    for file in files:
        if (root / file).is_file():
            top = read_yaml(root / file, file)
            assert isinstance(top.value, dict)
            found.update({key: node.keys for key, node in top.value.items() if isinstance(node.value, dict) and _named(node)})
    return found


def _named(collection: Node) -> bool:
    """Whether a key holds members by id, not one record."""
    return isinstance(collection.value, dict) and all(isinstance(entry.value, dict | str) for entry in collection.value.values())
