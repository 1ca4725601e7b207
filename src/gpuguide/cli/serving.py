"""`serve`: the sites of a project in a browser while their files are edited.

Knows its options and which site stands on which port. Refuses to answer requests: the preview does, imported when it runs.
"""

from __future__ import annotations

import asyncio
import webbrowser
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gpuguide.catalog.loader import NO_PROJECT, site_ids
from gpuguide.cli.console import Screen
from gpuguide.errors import Exit, Place, UsageError, nearest

if TYPE_CHECKING:
    from gpuguide.preview.ports import Listening

app = typer.Typer()


@app.command("serve")
def command(
    project: Annotated[
        Path,
        typer.Option("--project", help="The folder that holds data, templates and locales.", envvar="GPUGUIDE_PROJECT"),
    ] = Path(),
    site: Annotated[str | None, typer.Option("--site", help="Only this site.")] = None,
    port: Annotated[
        int | None, typer.Option("--port", help="The port of the first site; the next free one when left out.")
    ] = None,
    opens: Annotated[bool, typer.Option("--open", help="Open a browser.")] = False,
) -> None:
    """Show the sites in a browser while their files are edited: a saved change is on the screen at once.

    Example: gpuguide serve --site a-site --port 8001
    """
    raise typer.Exit(serve(project, site, port, opens, Screen()))


def serve(root: Path, wanted: str | None, port: int | None, opens: bool, screen: Screen) -> int:
    """Serve until Ctrl-C; a usage error for a site that is not there or a port that is taken."""
    from gpuguide.preview.ports import FIRST, listen  # noqa: PLC0415 - a server that no other command needs
    from gpuguide.preview.server import addresses  # noqa: PLC0415 - as above

    known = site_ids(root)
    if not known:
        raise UsageError.at(Place("data/sites"), "there is no site", NO_PROJECT)
    if wanted is not None and wanted not in known:
        raise UsageError.at(Place("data/sites"), f"there is no site {wanted}", nearest(wanted, known))
    sites = [wanted] if wanted else known
    ports = dict(zip(sites, listen(len(sites), port), strict=True))
    first = ports[sites[0]].port
    if port is None and first != FIRST:
        screen.notice(f"port {FIRST} is taken; serving from {first} on")
    for site, address in addresses(ports):
        screen.say(f"{site}: {address}")
        if opens:
            webbrowser.open(address)
    screen.say("Ctrl-C ends it")
    with suppress(KeyboardInterrupt):
        asyncio.run(_run(root, ports))
    return int(Exit.OK)


async def _run(root: Path, ports: dict[str, Listening]) -> None:
    from gpuguide.preview.server import Preview  # noqa: PLC0415 - as above

    await Preview(root, ports).run()
