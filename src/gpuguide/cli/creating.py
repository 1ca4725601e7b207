"""`schema`: the schemas that editor programs read.

Knows which are stale, and writes all or nothing. Refuses to know formats: `authoring` does.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from gpuguide.authoring.files import write_all
from gpuguide.authoring.schemas import SETTINGS, schema_texts, settings_text
from gpuguide.catalog.schema_kinds import SCHEMAS
from gpuguide.cli.console import Screen
from gpuguide.cli.options import Project
from gpuguide.errors import Exit

app = typer.Typer()


@app.command()
def schema(
    project: Project = Path(),
    out: Annotated[str, typer.Option("--out", help="The folder of schemas, in the project.")] = SCHEMAS,
    check: Annotated[bool, typer.Option("--check", help="Write nothing; exit code 1 when one is stale.")] = False,
) -> None:
    """Write the JSON Schema of every data file, for editors that complete and check while one types.

    Example: gpuguide schema --check
    """
    screen = Screen()
    texts = wanted_schemas(project, out)
    known = present_texts(project, texts)
    stale = [name for name, text in texts.items() if known[name] != text]
    gone = _gone(project, out, texts)
    if check:
        for name in [*stale, *gone]:
            screen.problem(f"{name}: {'stale' if name in stale else 'not a file of this project'}; run gpuguide schema")
        raise typer.Exit(int(Exit.FINDINGS if stale or gone else Exit.OK))
    write_all(project, {name: texts[name] for name in stale}, {name: known[name] for name in stale})
    for name in gone:
        (project / name).unlink()
    screen.say(f"{len(texts)} files, {len(stale)} written, {len(gone)} deleted")
    raise typer.Exit(int(Exit.OK))


def wanted_schemas(root: Path, out: str = SCHEMAS) -> dict[str, str]:
    """The texts of all schemas by path, and of the settings where they lie in the usual place."""
    texts = {f"{out}/{name}": text for name, text in schema_texts(root).items()}
    if out == SCHEMAS:
        texts[SETTINGS] = settings_text(root, present_texts(root, [SETTINGS])[SETTINGS])
    return texts


def present_texts(root: Path, names: dict[str, str] | list[str]) -> dict[str, str | None]:
    """What stands in files now; None for one that is not there."""
    return {name: (root / name).read_bytes().decode("utf-8") if (root / name).is_file() else None for name in names}


def _gone(root: Path, out: str, texts: dict[str, str]) -> list[str]:
    """Schemas of sites and kinds that are no more."""
    there = sorted(path.relative_to(root).as_posix() for path in (root / out).glob("**/*.json"))
    return [name for name in there if name not in texts] if out == SCHEMAS else []
