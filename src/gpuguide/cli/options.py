"""Options that several commands take, and what is made of their texts.

Knows their names and help. Refuses to act on them.
"""

from __future__ import annotations

import datetime
from pathlib import Path
from typing import Annotated

import typer

from gpuguide.cli.console import FORMS
from gpuguide.errors import Place, UsageError, nearest

Project = Annotated[
    Path,
    typer.Option("--project", help="The folder that holds data, templates and locales.", envvar="GPUGUIDE_PROJECT"),
]
Out = Annotated[Path, typer.Option("--out", help="The folder of built sites.")]
SiteId = Annotated[str | None, typer.Option("--site", help="Only this site.")]
Jobs = Annotated[int, typer.Option("--jobs", min=0, help="Processes that judge; 0 means as many as help.")]
Form = Annotated[str, typer.Option("--format", help="How findings are told: text, json, github (annotations) or sarif.")]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Only problems; exit codes stay the same.")]


def day(text: str | None) -> datetime.date | None:
    """A day as it is typed; a usage error for anything else."""
    try:
        return datetime.date.fromisoformat(text) if text else None
    except ValueError:
        raise UsageError.at(Place("day"), f"{text} is not a day", "write it as 2026-12-31") from None


def form_of(text: str) -> str:
    """A form of findings; a usage error for anything else."""
    if text not in FORMS:
        raise UsageError.at(Place("--format"), f"there is no format {text}", nearest(text, FORMS))
    return text
