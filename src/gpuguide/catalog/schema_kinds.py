"""The kinds of files that editors write: where each lies, which keys it has, and which of them it must have.

Knows the layouts that the loaders use, and takes the types from them. Refuses to know any project.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any

from gpuguide.catalog.families import TYPES as FAMILIES
from gpuguide.catalog.fields import NAME_PATTERN, Id, ListOnly
from gpuguide.catalog.files import REQUIRED, SHARED, SITE, TAKEN, Open
from gpuguide.catalog.gpu import Gpu
from gpuguide.catalog.measured import MeasuredCase
from gpuguide.catalog.model import Model
from gpuguide.catalog.records import Source
from gpuguide.catalog.schema_words import FILES
from gpuguide.catalog.serving import FILES as SERVING

SCHEMAS = ".vscode/schemas"
"""Where a project keeps the schemas of its files."""


@dataclass(frozen=True)
class Kind:
    """A kind of file: its name, the path of its files (`*` = any id), and its keys with their types."""

    name: str
    path: str
    types: tuple[tuple[str, Any], ...]
    required: tuple[str, ...] = ()
    whole: bool = False
    """The file is one record; otherwise its top-level keys are collections."""
    free: bool = False
    """The editor names the top-level keys; all have one type."""

    @property
    def title(self) -> str:
        """What the file is called."""
        return self.path

    @property
    def description(self) -> str:
        """What the file holds."""
        return FILES[self.name]

    @property
    def open(self) -> dict[str, Any] | None:
        """The shape of a top-level key that the editor names."""
        return {"pattern": f"^{NAME_PATTERN.pattern}$", "not": {"enum": sorted(TAKEN)}} if self.free else None

    @property
    def of_a_site(self) -> bool:
        """Whether each site has its own."""
        return self.path.startswith("data/sites/")


def kinds() -> tuple[Kind, ...]:
    """Every kind of file, shared ones first."""
    return (
        Kind("gpu", "data/gpus/*.yaml", (("gpu", Gpu),), whole=True),
        Kind("model", "data/models/*.yaml", (("model", Model),), whole=True),
        Kind("model-sources", "data/model-sources.yaml", (("sources", dict[Id, Source]),), ("sources",)),
        *(_shared(file, types) for file, types in SHARED.items()),
        *(_sizing(file, types, tuple(types)) for file, types in SERVING.items()),
        _sizing("families.yaml", FAMILIES, tuple(FAMILIES)),
        _sizing("measured.yaml", {"cases": Annotated[tuple[MeasuredCase, ...], ListOnly]}, ("cases",)),
        *(_of_site(file, types) for file, types in SITE.items()),
    )


def _shared(file: str, types: Mapping[str, Any]) -> Kind:
    name = file.removesuffix(".yaml").replace("/", "-")
    return Kind(name, f"data/{file}", tuple(types.items()), REQUIRED.get(file, ()))


def _sizing(file: str, types: Mapping[str, Any], required: tuple[str, ...]) -> Kind:
    return Kind(f"sizing-{file.removesuffix('.yaml')}", f"data/sizing/{file}", tuple(types.items()), required)


def _of_site(file: str, types: Mapping[str, Any]) -> Kind:
    name = "site-literals" if file == "literals.yaml" else file.removesuffix(".yaml")
    path = f"data/sites/*/{file}"
    if isinstance(types, Open):
        return Kind(name, path, (("*", types.kind),), free=True)
    return Kind(name, path, tuple(types.items()), REQUIRED.get(file, ()) if file != "literals.yaml" else ())


def schema_of(path: str) -> str | None:
    """The schema of a data file, as its first line names it: relative to the file; None for a file of no kind."""
    for kind in kinds():
        before, _, after = kind.path.partition("*")
        if path.startswith(before) and path.endswith(after) and "/" not in path[len(before) : len(path) - len(after)]:
            site = f"{path.split('/')[2]}/" if kind.of_a_site else ""
            if "*" in kind.path or path == kind.path:
                return f"{'../' * path.count('/')}{SCHEMAS}/{site}{kind.name}.json"
    return None


def modeline(path: str) -> str:
    """The line by which other editor programs find the schema of a data file."""
    return f"# yaml-language-server: $schema={schema_of(path)}\n"
