"""Loads the catalog of models, when somebody asks for one: a site's build does not.

Knows where the files are, how a model is called, and that ids lead somewhere. Refuses to load anything at import, and to compute.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from gpuguide.catalog.fields import ID_PATTERN, Id
from gpuguide.catalog.model import Model
from gpuguide.catalog.reader import Node, read_yaml
from gpuguide.catalog.records import Source
from gpuguide.catalog.validation import validate
from gpuguide.errors import Place, Problems, UsageError, nearest

FOLDER = Path("data") / "models"
SOURCES = Path("data") / "model-sources.yaml"


@dataclass(frozen=True)
class Found:
    """A model with its id and the place where it is written."""

    id: str
    model: Model
    place: Place


def model_ids(root: Path) -> list[str]:
    """The ids of all models: the names of their files."""
    return sorted(path.stem for path in (root / FOLDER).glob("*.yaml"))


def spelled(name: str) -> str:
    """An id as it is written in the catalog: lower case, hyphens for everything else, without the owner of a repository."""
    return "-".join("".join(char if char.isalnum() else " " for char in name.rsplit("/", 1)[-1].lower()).split())


def load_model(root: Path, name: str) -> Found:
    """One model, by its id, its name or its repository in any spelling; `UsageError` offers the nearest when there is none."""
    wanted = spelled(name)
    known = model_ids(root)
    if wanted not in known:
        alike = [one for one in known if wanted.startswith(one) and wanted[len(one) :] in ("-instruct", "-it", "-hf", "-chat")]
        alike = alike or [one for one in known if one.startswith(f"{wanted}-")]
        if len(alike) != 1:
            raise UsageError.at(Place(FOLDER.as_posix()), f"there is no model {name}", nearest(wanted, known), "model")
        wanted = alike[0]
    return load_models(root, [wanted])[wanted]


def load_models(root: Path, wanted: Iterable[str] | None = None) -> Mapping[str, Found]:
    """All models, or some of them, by id. Raises `FactsError` with every problem of all their files."""
    problems = Problems()
    sources = load_model_sources(root, problems)
    found: dict[str, Found] = {}
    for name in wanted if wanted is not None else model_ids(root):
        file = (FOLDER / f"{name}.yaml").as_posix()
        if not ID_PATTERN.fullmatch(name):
            problems.add(Place(file), f"{name} is not an id", "name the file after the model's id, as a-model.yaml")
            continue
        node = read_yaml(root / FOLDER / f"{name}.yaml", file)
        model = validate(Model, node, ("models", name), problems)
        if isinstance(model, Model):
            _check_links(name, model, node, sources, problems)
            found[name] = Found(name, model, node.place)
    _check_names(found, problems)
    problems.stop_if_any()
    return found


def load_model_sources(root: Path, problems: Problems) -> Mapping[str, Source]:
    """The sources that models cite."""
    node = read_yaml(root / SOURCES, SOURCES.as_posix())
    entry = node.value.get("sources") if isinstance(node.value, dict) else None
    sources = validate(dict[Id, Source], entry, ("sources",), problems) if entry is not None else None
    return sources or {}


def _check_links(name: str, model: Model, node: Node, sources: Mapping[str, Source], problems: Problems) -> None:
    for index, cited in enumerate(model.sources):
        if cited.source not in sources:
            problems.add(
                node.at(("sources", index, "source")),
                f"there is no {cited.source} in sources",
                nearest(cited.source, sources),
                f"models.{name}.sources.{index}",
            )


def _check_names(found: Mapping[str, Found], problems: Problems) -> None:
    names: dict[str, str] = {}
    for one in found.values():
        if one.model.name in names:
            problems.add(one.place, f"{one.model.name} is also the name of {names[one.model.name]}", "names are unique")
        names[one.model.name] = one.id
