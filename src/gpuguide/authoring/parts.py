"""The parts that a project starts from: layouts, styles, scripts, the catalog of cards, units, languages, the engine's words.

Knows where they lie: beside the package in a wheel, in the repository otherwise. Refuses to overwrite: a project owns its parts
once it has them (docs/decisions/0012-a-project-owns-its-parts.md).
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from gpuguide.errors import Place, UsageError

_PACKAGED = Path(__file__).resolve().parent.parent / "parts"
_REPOSITORY = Path(__file__).resolve().parents[3]
FOLDERS = ("templates/layouts", "templates/components", "templates/assets/styles", "templates/assets/scripts", "data/gpus")
"""Folders that every project has whole."""
FILES = (
    "data/glossary.yaml",
    "data/literals.yaml",
    "data/locales.yaml",
    "data/sources.yaml",
    "data/units.yaml",
    "data/vocabulary.yaml",
    "data/sizing/precisions.yaml",
    "locales/engine.pot",
)


def missing_parts(root: Path, locales: Iterable[str]) -> dict[str, str]:
    """The texts of the parts that a project does not have, by path; a folder that it has in part stays as it is."""
    source = _source()
    wanted = [*FILES, *(f"locales/{locale}/LC_MESSAGES/engine.po" for locale in locales)]
    for folder in FOLDERS:
        if not (root / folder).is_dir():
            wanted += (path.relative_to(source).as_posix() for path in sorted((source / folder).iterdir()) if path.is_file())
    found = {name: source / name for name in wanted if not (root / name).exists()}
    return {name: path.read_text(encoding="utf-8") for name, path in found.items() if path.is_file()}


def _source() -> Path:
    for folder in (_PACKAGED, _REPOSITORY):
        if (folder / FILES[0]).is_file():
            return folder
    hint = "install gpuguide again from its wheel or its repository"
    raise UsageError.at(Place(str(_PACKAGED)), "the parts that a project starts from are not there", hint)
