"""Writes JSON Schemas of all data files for editor programs, and the setting that tells Visual Studio Code which file has which.

Knows folders and settings. Refuses to know what a schema says: the catalog's types do.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from gpuguide.catalog.loader import site_ids
from gpuguide.catalog.schema import file_schema
from gpuguide.catalog.schema_ids import shared_ids, site_ids_of
from gpuguide.catalog.schema_kinds import SCHEMAS, Kind, kinds
from gpuguide.errors import Place, UsageError
from gpuguide.figures.formulas import formulas

SETTINGS = ".vscode/settings.json"
ASSOCIATIONS = "yaml.schemas"


def schema_texts(root: Path) -> dict[str, str]:
    """The text of every schema of the project, by its path below the folder of schemas. Raises `FactsError`."""
    shared = {**shared_ids(root), "formulas": set(formulas())}
    texts = {f"{kind.name}.json": _text(file_schema(kind, shared)) for kind in kinds() if not kind.of_a_site}
    for site in site_ids(root):
        ids = site_ids_of(root, site, shared)
        for kind in kinds():
            if kind.of_a_site:
                texts[f"{site}/{kind.name}.json"] = _text(file_schema(kind, ids))
    return texts


def settings_text(root: Path, present: str | None) -> str:
    """The settings with the present project's schemas in them, everything else as it was.

    Raises `UsageError` for settings that are not plain JSON.
    """
    try:
        settings = json.loads(present) if present else {}
        own = settings.get(ASSOCIATIONS, {})
        others = {schema: files for schema, files in own.items() if not schema.startswith(f"./{SCHEMAS}/")}
    except (ValueError, AttributeError):
        hint = "take its comments out, or write the schemas elsewhere with --out DIR"
        raise UsageError.at(Place(SETTINGS), "the settings are not plain JSON", hint) from None
    settings[ASSOCIATIONS] = {**others, **_associations(root)}
    return _text(settings)


def _associations(root: Path) -> dict[str, str]:
    shared = {f"./{SCHEMAS}/{kind.name}.json": kind.path for kind in kinds() if not kind.of_a_site}
    own = {
        f"./{SCHEMAS}/{site}/{kind.name}.json": _of(kind, site) for site in site_ids(root) for kind in kinds() if kind.of_a_site
    }
    return {**shared, **own}


def _of(kind: Kind, site: str) -> str:
    return kind.path.replace("*", site)


def _text(value: Mapping[str, Any]) -> str:
    return json.dumps(value, ensure_ascii=False, indent=1) + "\n"
