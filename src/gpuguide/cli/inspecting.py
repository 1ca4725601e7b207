"""`figures` and `explain`: what a site computes, in a terminal.

Knows how a derivation reads as text. Refuses to compute: the book does.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from gpuguide.catalog.loader import Site, load_sites
from gpuguide.cli.console import Screen
from gpuguide.errors import Exit, GuideError, Place, UsageError, nearest
from gpuguide.figures import Book, Figure
from gpuguide.figures.formulas import formulas
from gpuguide.quantities import Missing, Quantity
from gpuguide.quantities.numbers import decimal_text
from gpuguide.site.build import build_site


def figures(root: Path, wanted: str | None, family: str, screen: Screen) -> int:
    """List every figure that the pages use; a usage error when none begins as it is asked for."""
    known: set[str] = set()
    found = False
    for site in load_sites(root, wanted):
        built = build_site(root, site, strict=False)
        used = built.used.figures
        known.update(key.partition("/")[0].partition(".")[0] for key in used)
        shown = sorted(key for key in used if key.startswith(family))
        found |= bool(shown)
        screen.say(f"{site.id}: {f'{len(shown)} of ' if family else ''}{len(used)} figures and facts")
        for key in shown:
            screen.say(f"  {key}  {_printed(used[key])}")
    if family and not found:
        raise UsageError.at(Place(family), "no figure that a page uses begins so", nearest(family, known))
    return int(Exit.OK)


def explain(root: Path, wanted: str | None, key: str, screen: Screen) -> int:
    """Print a figure's derivation, for the first site that has it."""
    errors: list[GuideError] = []
    for site in load_sites(root, wanted):
        try:
            lines = _explained(site, key)
        except GuideError as error:
            errors.append(error)
            continue
        for line in lines:
            screen.say(line)
        return int(Exit.OK)
    raise type(errors[0])([problem for error in errors for problem in error.problems], Exit.USAGE)


def _explained(site: Site, key: str) -> list[str]:
    """A figure's derivation, or the decision behind a choice or a claim; `FigureError` when the site has no such key."""
    book, name = Book(site), key.partition("/")[0]
    if name in site.choices or name in site.claims:
        return list(_decision(book, key))
    return list(_derivation(site, book.figure(key), 0))


def _decision(book: Book, key: str) -> Iterator[str]:
    """What a choice picks and by which order, or whether a claim holds and on which values."""
    name = key.partition("/")[0]
    if name in book.site.choices:
        chosen = book.choice(key)
        picked = ", ".join(f"{axis} {member}" for axis, member in chosen.members.items()) if chosen.members else "nothing"
        yield f"{chosen.key} picks {picked}"
        yield f"  by {', '.join(book.site.choices[name].by)}; declared at {book.site.place('figures.yaml', 'choices', name)}"
        return
    verdict = book.verdict(key)
    yield f"{verdict.key} {'holds' if verdict.holds else 'does not hold'} (otherwise: {verdict.otherwise})"
    yield from (f"  {compared}" for compared in verdict.compared)
    yield f"  declared at {verdict.place}"


def _derivation(site: Site, figure: Figure, depth: int) -> Iterator[str]:
    pad = "  " * depth
    yield f"{pad}{figure.key} = {_printed(figure)}{_exact(figure)}"
    if figure.formula is not None and figure.missing is None:
        names = " ".join(token.text for token in formulas()[figure.formula].tokens)
        yield f"{pad}  {figure.formula} = {names}"
    yield f"{pad}  declared at {figure.place}" if not figure.is_fact else f"{pad}  written at {figure.place}"
    if figure.key in site.schedules:
        yield f"{pad}  {in_force(site, figure.key)}"
    if figure.why:
        yield f"{pad}  because {figure.why}"
    if figure.is_fact:
        for source in figure.sources:
            record = site.facts.source(source)
            opened = "" if record.opened else ", not opened"
            yield f"{pad}  source: {record.publisher}, {record.title} ({record.kind}{opened}) {record.url or ''}".rstrip()
    for item in figure.inputs:
        how = " as printed" if item.printed else ""
        yield f"{pad}  {item.parameter or 'taken from'}{how}:"
        yield from _derivation(site, item.figure, depth + 2)


def in_force(site: Site, path: str) -> str:
    """Since when a price with dates holds on the site's as-of day, and what comes after it."""
    schedule = site.schedules[path]
    number = schedule.index(site.spec.as_of) or 0
    since = schedule.steps[number].since
    begun = f"in force since {since}" if since else "in force from the start"
    later = [f"from {step.since}: {written(step.value)}" for step in schedule.steps[number + 1 :]]
    return "; ".join([begun, *later])


def written(value: Quantity | Missing) -> str:
    """A price as its file has it, with its unit."""
    return value.value if isinstance(value, Missing) else f"{decimal_text(value.written)} {value.unit.id}"


def _printed(figure: Figure) -> str:
    if figure.missing is not None:
        return figure.missing.value
    return f"{decimal_text(figure.printed)} {figure.unit.id}"


def _exact(figure: Figure) -> str:
    if figure.missing is not None or figure.printed == figure.value:
        return ""
    return f" (exactly {figure.value_text})"
