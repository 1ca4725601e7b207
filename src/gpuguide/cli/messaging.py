"""The commands under `messages`: their options and their help.

Refuses to hold logic: each command calls one function of `translating`.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from gpuguide.cli import accenting, translating
from gpuguide.cli.console import Screen
from gpuguide.cli.options import Project, SiteId

app = typer.Typer(help="Translations: extract, update and see how complete they are.", no_args_is_help=True)


@app.command()
def extract(project: Project = Path(), site: SiteId = None) -> None:
    """Write the message templates (locales/*.pot).

    Example: gpuguide messages extract
    """
    raise typer.Exit(translating.extract(project, site, Screen()))


@app.command()
def update(
    project: Project = Path(),
    site: SiteId = None,
    prune: Annotated[bool, typer.Option("--prune", help="Leave out translations of messages that no page has any more.")] = False,
    numbers: Annotated[bool, typer.Option("--numbers", help="Say above each message what its placeholders print today.")] = False,
) -> None:
    """Bring every catalog up to date with the pages; changed sentences become fuzzy.

    Example: gpuguide messages update --site a-site
    """
    raise typer.Exit(translating.update(project, site, prune, numbers, Screen()))


@app.command()
def pseudo(
    project: Project = Path(),
    site: SiteId = None,
    out: Annotated[Path, typer.Option("--out", help="The folder of these pages.")] = Path("pseudo"),
) -> None:
    """Build the sites in a made-up language, to see what is too long and what cannot be translated; exit code 1 for the latter.

    Example: gpuguide messages pseudo --site a-site
    """
    raise typer.Exit(accenting.accented(project, project / out, site, Screen()))


@app.command()
def status(
    project: Project = Path(),
    site: SiteId = None,
    todo: Annotated[str | None, typer.Option("--todo", help="All that a translator into this language has to do.")] = None,
    json: Annotated[bool, typer.Option("--json", help="As JSON on standard output.")] = False,
) -> None:
    """Show how complete each language is; exit code 1 when something is missing.

    Example: gpuguide messages status --todo pt
    """
    raise typer.Exit(translating.status(project, site, todo, json, Screen()))
