"""`new`: a card, a model, a page, a language or a whole site.

Knows options, questions and the order: understand, try in a copy of the project, write all or nothing, say what comes next.
Refuses to know what the files hold: `authoring` does.
"""

from __future__ import annotations

import datetime
import shutil
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

import typer

from gpuguide.authoring import languages, starting
from gpuguide.authoring.files import write_all
from gpuguide.authoring.parts import missing_parts
from gpuguide.catalog.loader import load_sites, site_ids
from gpuguide.catalog.schema_kinds import SCHEMAS
from gpuguide.cli import building, translating
from gpuguide.cli.console import Screen
from gpuguide.cli.creating import present_texts, wanted_schemas
from gpuguide.cli.options import Project
from gpuguide.errors import Exit, Place, UsageError
from gpuguide.review.states import SOURCES
from gpuguide.site.build import build_site

app = typer.Typer(help="Begin a card, a model, a page, a language or a whole site.", no_args_is_help=True)
Name = Annotated[str | None, typer.Option("--name", help="What it is called, as printed.")]

Ident = Annotated[str, typer.Argument(metavar="ID", help="Its id: lower-case letters, digits and hyphens.")]


@app.command()
def gpu(card: Ident, project: Project = Path(), name: Name = None) -> None:
    """Begin the file of a card: every field with its meaning, its unit and an example, and blanks to fill in.

    Example: gpuguide new gpu rtx-6090 --name "RTX 6090"
    """
    texts = starting.blank_card(project, card, asked(name, "--name", "What the card is called"))
    place = f"data/gpus/{card}.yaml"
    price = "give it a price in data/sites/SITE/prices.yaml"
    end(project, texts, f"fill in {place}", price, "gpuguide schema", "gpuguide build")


@app.command()
def model(ident: Ident, project: Project = Path(), name: Name = None) -> None:
    """Begin the file of a model; where there is a config.json, `gpuguide import-model` writes it without blanks.

    Example: gpuguide new model a-model-8b --name "A Model 8B"
    """
    texts = starting.blank_model(project, ident, asked(name, "--name", "What the model is called"))
    place = f"data/models/{ident}.yaml"
    end(project, texts, f"fill in {place}", f"gpuguide size --model {ident} --gpu CARD", "gpuguide schema")


@app.command()
def page(
    site: Annotated[str, typer.Argument(metavar="SITE", help="The site that gets it.")],
    slug: Annotated[str, typer.Argument(metavar="PAGE", help="Its id, and its address.")],
    project: Project = Path(),
    title: Annotated[str | None, typer.Option("--title", help="Its title, in the site's first language.")] = None,
    description: Annotated[str | None, typer.Option("--description", help="One or two sentences for search results.")] = None,
) -> None:
    """Begin a page: its source, its line in site.yaml, and its messages in every catalog.

    Example: gpuguide new page a-site about --title "Who we are" --description "Who rents the cards, and from where."
    """
    words = asked(title, "--title", "Its title"), asked(description, "--description", "What it says, in a sentence or two")
    texts = tried(project, starting.new_page(project, site, slug, *words), site)
    source = f"templates/pages/{site}/{slug}.md"
    steps = "gpuguide messages update", "gpuguide messages status", f"gpuguide serve --site {site}"
    end(project, texts, f"write {source}", *steps)


@app.command()
def locale(
    ident: Annotated[str, typer.Argument(metavar="LANGUAGE", help="Its id, as in data/locales.yaml.")],
    site: Annotated[str, typer.Option("--site", help="The site that is to speak it.")],
    project: Project = Path(),
) -> None:
    """Begin a language of a site: its line in site.yaml, and catalogs of all messages.

    A language that the project does not know yet gets an entry in data/locales.yaml first, and blanks in data/units.yaml.

    Example: gpuguide new locale pt --site a-site
    """
    starting.known_site(project, site)
    if ident not in languages.known_locales(project):
        again = f"gpuguide new locale {ident} --site {site}"
        steps = f"correct the entry in {languages.LOCALES}", f"fill in what stands empty in {languages.UNITS}", again
        end(project, languages.language_of_project(project, ident), *steps)
    texts = tried(project, languages.language_of_site(project, site, ident), site)
    catalog = f"locales/{ident}/LC_MESSAGES/{site}.po"
    end(project, texts, f"translate {catalog}", f"gpuguide messages status --todo {ident}", f"gpuguide build --site {site}")


@app.command()
def site(
    ident: Ident,
    project: Project = Path(),
    name: Name = None,
    locales: Annotated[str, typer.Option("--locales", help="Its languages; the first is en.")] = "en,pt",
    cards: Annotated[str, typer.Option("--cards", help="The two cards that it begins with.")] = "",
) -> None:
    """Begin a small site that works at once, in a project or in an empty folder: data, a page, and its translations.

    Example: gpuguide new site my-cards --name "My Cards" --locales en,ja --project my-guide
    """
    called = asked(name, "--name", "What the site is called")
    wanted = starting.NewSite(ident, called, _listed(locales), _listed(cards), datetime.date.today())
    texts = tried(project, starting.new_site(project, wanted), ident, strict=True)
    where = "" if project == Path() else f" --project {project}"
    steps = f"gpuguide build --site {ident} --strict{where}", f"gpuguide serve --site {ident} --open{where}"
    end(project, texts, f"write your prices in data/sites/{ident}/prices.yaml", *steps)


@app.command()
def parts(project: Project = Path()) -> None:
    """Copy the parts that the project lacks: layouts, styles, scripts, cards, units, the engine's words. What is there stays.

    Example: gpuguide new parts --project my-guide
    """
    known = languages.known_locales(project) if (project / languages.LOCALES).is_file() else {}
    used = [locale for locale in known if (project / "locales" / locale).is_dir()]
    end(project, missing_parts(project, used), "gpuguide build", "gpuguide diff")


def asked(given: str | None, option: str, question: str) -> str:
    """What was given, or what a person at the terminal answers; a usage error where nobody can be asked."""
    if given is None and sys.stdin.isatty():
        given = str(typer.prompt(question))
    if not given or not given.strip() or not given.isprintable():
        raise UsageError.at(Place(option), "it is not given" if not given else "it is no line of text", f'write {option} "…"')
    return given.strip()


def tried(root: Path, texts: Mapping[str, str], site_id: str, strict: bool = False) -> dict[str, str]:
    """The texts and all that follows from them: catalogs, and schemas where the project has them or is new.

    They are made in a copy, where the site must load, and build if `strict`: what does not work is not written.
    """
    for parent in {parent for name in texts for parent in Path(name).parents}:
        if (root / parent).is_file():
            raise UsageError.at(Place(parent.as_posix()), "a file stands where a folder must be", "move it away")
    with tempfile.TemporaryDirectory(prefix="gpuguide-new-") as folder:
        copy = Path(folder)
        for name in (*SOURCES, ".vscode"):
            if (root / name).is_dir():
                shutil.copytree(root / name, copy / name)
        for name, text in texts.items():
            (copy / name).parent.mkdir(parents=True, exist_ok=True)
            (copy / name).write_bytes(text.encode("utf-8"))
        translating.update(copy, site_id, False, False, Screen(quiet=True))
        translating.extract(copy, site_id, Screen(quiet=True))
        loaded = load_sites(copy, site_id)[0]
        if strict and building.build(copy, copy / "dist", site_id, strict, Screen(quiet=True)):
            raise UsageError.at(Place(site_id), "with that the site does not build", "mend what is said above")
        build_site(copy, loaded, strict=False)
        found = {**texts, **_texts_of(copy / "locales", copy)}
        if (root / SCHEMAS).is_dir() or not site_ids(root):
            found |= wanted_schemas(copy)
    return {name: text for name, text in found.items() if present_texts(root, [name])[name] != text}


def end(root: Path, texts: Mapping[str, str], *steps: str) -> None:
    """Write the files, none of which may be there already unless it is one that gained lines, and say what comes next."""
    known = present_texts(root, list(texts))
    for name, before in known.items():
        if before is not None and name.startswith(("data/gpus/", "data/models/", "templates/pages/")):
            raise UsageError.at(Place(name), "there is such a file already", "take another id, or change that file")
    write_all(root, texts, known)
    screen = Screen()
    for name in texts:
        screen.say(f"{'written' if known[name] is None else 'changed'}  {name}")
    screen.say("next:")
    for step in steps:
        screen.say(f"  {step}")
    raise typer.Exit(int(Exit.OK))


def _listed(text: str) -> list[str]:
    return [part.strip() for part in text.split(",") if part.strip()]


def _texts_of(folder: Path, root: Path) -> dict[str, str]:
    files = (path for path in sorted(folder.rglob("*.po*")) if path.is_file())
    return {path.relative_to(root).as_posix(): path.read_bytes().decode("utf-8") for path in files}
