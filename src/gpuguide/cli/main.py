"""The command line: one function a command, one table of exit codes, one place where errors end.

Knows options and their help. Refuses to hold logic: each command calls one function of `cli`.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Annotated

import typer

from gpuguide import __version__
from gpuguide.cli import (
    ageing,
    beginning,
    building,
    creating,
    inspecting,
    messaging,
    pricing,
    proving,
    reviewing,
    serving,
    sizing,
)
from gpuguide.cli.console import Screen, use_utf8
from gpuguide.cli.options import Form, Jobs, Out, Project, Quiet, SiteId, day, form_of
from gpuguide.errors import Exit, GuideError, Place

app = typer.Typer(
    name="gpuguide",
    help="Build guides whose every number is computed, and check that each one is.\n\n"
    "Exit codes: 0 fine, 1 findings, 2 usage, 3 facts unreadable.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)
app.add_typer(messaging.app, name="messages")
app.add_typer(sizing.app)
app.add_typer(creating.app)
app.add_typer(beginning.app, name="new")
app.add_typer(serving.app)
offers = typer.Typer(help="Offers feeds.", no_args_is_help=True)
app.add_typer(offers, name="offers")
prices = typer.Typer(help="Prices: what a site asks, and a new price with what it moves.", no_args_is_help=True)
app.add_typer(prices, name="prices")


@app.callback(invoke_without_command=True)
def root(version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False) -> None:
    """Print the version, or go on to a command."""
    if version:
        typer.echo(__version__)
        raise typer.Exit


@app.command()
def build(
    project: Project = Path(),
    out: Out = Path("dist"),
    site: SiteId = None,
    strict: Annotated[bool, typer.Option("--strict", help="A missing or fuzzy translation stops the build.")] = False,
    form: Form = "text",
    jobs: Jobs = 0,
    quiet: Quiet = False,
) -> None:
    """Build the sites, check them, and put them in place in one step.

    Example: gpuguide build --site a-site --strict
    """
    raise typer.Exit(building.build(project, project / out, site, strict, Screen(quiet, form_of(form)), jobs))


@app.command()
def check(
    project: Project = Path(),
    out: Out = Path("dist"),
    site: SiteId = None,
    form: Form = "text",
    json: Annotated[bool, typer.Option("--json", help="The same as --format json.")] = False,
    as_of: Annotated[str | None, typer.Option("--as-of", help="Also say what has aged by this day (2026-12-31).")] = None,
    jobs: Jobs = 0,
    quiet: Quiet = False,
) -> None:
    """Read the built sites and the data again and compare every number.

    Example: gpuguide check --format github --as-of 2026-12-31
    """
    screen = Screen(quiet, "json" if json else form_of(form))
    raise typer.Exit(building.check(project, project / out, site, day(as_of), screen, jobs))


@app.command()
def prove(
    project: Project = Path(),
    site: SiteId = None,
    long: Annotated[bool, typer.Option("--long", help="Every fact, every page, many more faults; takes an hour.")] = False,
    facts: Annotated[int | None, typer.Option("--facts", min=0, help="Step so many facts of each site.")] = None,
    faults: Annotated[int | None, typer.Option("--faults", min=0, help="Seed so many faults into each site.")] = None,
    seed: Annotated[int, typer.Option("--seed", help="Draws another sample of facts and faults.")] = 0,
    json: Annotated[bool, typer.Option("--json", help="The whole proof as JSON on standard output.")] = False,
    write: Annotated[
        bool, typer.Option("--write", help="Write the result for the sites' pages (data/sites/*/proof.yaml), if it holds.")
    ] = False,
    quiet: Quiet = False,
) -> None:
    """Step facts and seed faults, and see that nothing gets past the judge.

    Example: gpuguide prove --site a-site --seed 7
    """
    extent = proving.Extent(long, seed, facts, faults)
    raise typer.Exit(proving.prove(project, site, extent, write, Screen(quiet, "json" if json else "text")))


@app.command()
def figures(
    project: Project = Path(),
    site: SiteId = None,
    family: Annotated[str, typer.Argument(help="Only keys that start so.")] = "",
) -> None:
    """List the figures that the site's pages use, with their values.

    Example: gpuguide figures memory --site a-site
    """
    raise typer.Exit(inspecting.figures(project, site, family, Screen()))


@app.command()
def explain(
    key: Annotated[str, typer.Argument(help="A figure's key or short name.")],
    project: Project = Path(),
    site: SiteId = None,
) -> None:
    """Print where a number comes from, down to file, line and source.

    Example: gpuguide explain memory/70b/fp8/8k
    """
    raise typer.Exit(inspecting.explain(project, site, key, Screen()))


@app.command()
def diff(
    old: Annotated[str, typer.Argument(metavar="[REV|DIR]", help="A git revision, or a folder with a project.")] = "HEAD",
    project: Project = Path(),
    site: SiteId = None,
    form: Annotated[str, typer.Option("--format", help="text, markdown or json.")] = "text",
    exit_code: Annotated[bool, typer.Option("--exit-code", help="Exit code 1 when anything differs.")] = False,
) -> None:
    """Say what a change does: facts, figures, sentences, claims and choices, before and after.

    Example: gpuguide diff main --format markdown
    """
    raise typer.Exit(reviewing.diff(project, old, site, form, exit_code, Screen()))


@prices.command("show")
def prices_show(
    site: Annotated[str, typer.Argument(help="A site with a price list.")],
    card: Annotated[str | None, typer.Argument(help="Only this card.")] = None,
    project: Project = Path(),
) -> None:
    """List the prices of a site, those to come included.

    Example: gpuguide prices show a-site a-card
    """
    raise typer.Exit(pricing.show(project, site, card, Screen()))


@prices.command("set")
def prices_set(
    site: Annotated[str, typer.Argument(help="A site with a price list.")],
    card: Annotated[str, typer.Argument(help="A card of the list.")],
    term: Annotated[str, typer.Argument(help="monthly or weekly.")],
    value: Annotated[str, typer.Argument(help="In USD, as 1650.")],
    start: Annotated[str | None, typer.Option("--from", help="The day it starts on (2026-12-31); now when left out.")] = None,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Write without asking.")] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Show what moves and write nothing.")] = False,
    project: Project = Path(),
) -> None:
    """Set a price: show what moves in each language, ask, then write it and the change that tells it.

    Example: gpuguide prices set a-site a-card monthly 1650 --from 2026-12-01
    """
    raise typer.Exit(pricing.set_price(project, site, (card, term, value), day(start), yes, dry_run, Screen()))


@offers.command("check")
def offers_check(
    file: Annotated[Path, typer.Argument(help="A feed in the format of offers.csv.")],
    project: Project = Path(),
    as_of: Annotated[str | None, typer.Option("--as-of", help="Judge by this day instead of the site's.")] = None,
) -> None:
    """Judge an offers feed line by line, without a build.

    Example: gpuguide offers check data/sites/a-site/offers.csv
    """
    raise typer.Exit(ageing.check_offers(project, file, day(as_of), Screen()))


def main() -> None:
    """Run the command line; every error of ours ends here as sentences and an exit code."""
    use_utf8()
    try:
        app()
    except GuideError as error:
        Screen().error(error)
        sys.exit(int(error.exit_code))
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(int(Exit.OK))
    except OSError as error:  # a disk that is full, a folder that may not be written, a file where a folder must be
        Screen().error(GuideError.at(Place(str(error.filename or "files")), error.strerror or str(error), "mend that, run again"))
        sys.exit(int(Exit.FACTS))


if __name__ == "__main__":
    main()
