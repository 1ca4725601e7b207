"""Loads what the engine level needs beside models and cards: data/sizing/formats, engines, cards and bands.

Knows which file holds which keys. Refuses to load at import: a site's build asks for none of it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from gpuguide.catalog import served
from gpuguide.catalog.fields import ID_PATTERN, Id, Text
from gpuguide.catalog.gpu import Gpu
from gpuguide.catalog.reader import read_yaml
from gpuguide.catalog.validation import validate
from gpuguide.errors import Place, Problems, nearest

FILES: Mapping[str, Mapping[str, Any]] = {
    "formats.yaml": {
        "block_types": dict[Id, served.Amount],
        "fallbacks": dict[Id, Id],
        "weight_formats": dict[Id, served.WeightFormat],
        "recipes": dict[Id, served.Recipe],
        "cache_types": dict[Id, served.CacheType],
        "aliases": dict[Id, Id],
        "unknown_tower_gib": served.Span,
    },
    "engines.yaml": {
        "classes": served.Classes,
        "rule_of_thumb": served.RuleOfThumb,
        "engines": dict[Id, served.Engine],
    },
    "cards.yaml": {
        "visible": dict[Id, served.Visible],
        "reserve_gib": served.Span,
        "unknown_driver": served.Span,
        "links_gb_s": dict[Text, served.Amount],
        "measured_cards": dict[Id, served.MeasuredCard],
    },
    "bands.yaml": {"bands": dict[Id, served.Band]},
}


@dataclass(frozen=True)
class Serving:
    """Everything that the engine level is told."""

    block_types: Mapping[str, Fraction]
    fallbacks: Mapping[str, str]
    weight_formats: Mapping[str, served.WeightFormat]
    recipes: Mapping[str, served.Recipe]
    cache_types: Mapping[str, served.CacheType]
    aliases: Mapping[str, str]
    unknown_tower_gib: served.Span
    classes: served.Classes
    rule_of_thumb: served.RuleOfThumb
    engines: Mapping[str, served.Engine]
    visible: Mapping[str, served.Visible]
    reserve_gib: served.Span
    unknown_driver: served.Span
    links_gb_s: Mapping[str, Fraction]
    measured_cards: Mapping[str, served.MeasuredCard]
    bands: Mapping[str, served.Band]


def load_serving(root: Path) -> Serving:
    """The engine level's data. Raises `FactsError` with every problem of all its files."""
    problems = Problems()
    values: dict[str, Any] = {}
    for file, types in FILES.items():
        name = f"data/sizing/{file}"
        node = read_yaml(root / name, name)
        entries = node.value if isinstance(node.value, dict) else {}
        for key in entries:
            if key not in types:
                problems.add(node.keys[key], f"unknown key {key}", nearest(key, types), key)
        for key, kind in types.items():
            if key not in entries:
                problems.add(Place(name), f"the key {key} is missing", f"write {key}: …")
                continue
            values[key] = validate(kind, entries[key], (key,), problems)
    problems.stop_if_any()
    serving = Serving(**values)
    _check_block_types(serving, problems)
    problems.stop_if_any()
    return serving


def _check_block_types(serving: Serving, problems: Problems) -> None:
    place = Place("data/sizing/formats.yaml")
    for name, recipe in serving.recipes.items():
        used = [recipe.default, recipe.output, recipe.embedding]
        for part in recipe.parts.values():
            used += [part.type, part.more, part.first, part.grouped, part.eight, part.deep]
        for block in used:
            if block is not None and block not in serving.block_types:
                problems.add(place, f"there is no block type {block}", nearest(block, serving.block_types), f"recipes.{name}")


def load_cards(root: Path) -> Mapping[str, Gpu]:
    """The catalog of cards alone, by id, without what only a site needs."""
    problems = Problems()
    found: dict[str, Gpu] = {}
    for path in sorted((root / "data" / "gpus").glob("*.yaml")):
        if not ID_PATTERN.fullmatch(path.stem):
            continue
        node = read_yaml(path, path.relative_to(root).as_posix())
        gpu = validate(Gpu, node, ("gpus", path.stem), problems)
        if isinstance(gpu, Gpu):
            found[path.stem] = gpu
    problems.stop_if_any()
    return found
