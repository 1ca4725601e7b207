"""Writes down what the build computed and printed, for the judge and for anyone who wants to check.

Knows the shape of figures.json and records.json in docs/formats.md. Refuses to add anything that was not used.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from gpuguide.catalog.loader import Site
from gpuguide.figures import Book, Chosen, Figure, Verdict
from gpuguide.quantities.numbers import decimal_text

if TYPE_CHECKING:
    from gpuguide.site.page import Rendered


class Used(NamedTuple):
    """What a build's files rest on."""

    figures: dict[str, Figure]
    """The figures and facts that stand in a file, those that claims compare, and what these were computed from."""
    choices: dict[str, Chosen]
    verdicts: dict[str, Verdict]


def used_by(books: Iterable[Book], files: Iterable[Rendered]) -> Used:
    """What the files say, of what the books computed; where two books differ, the later one's.

    What was computed and does not show, as the cards that a choice passed over, is left out: how far an engine looks is no
    fact of the site.
    """
    figures: dict[str, Figure] = {}
    used = Used({}, {}, {})
    for book in books:
        computed, choices, verdicts = book.used()
        figures.update(computed)
        used.choices.update(choices)
        used.verdicts.update(verdicts)
    waiting = [key for verdict in used.verdicts.values() for key in verdict.figures]
    waiting += (key for file in files if file.record is not None for key, *_ in file.record.figures)
    while waiting:
        key = waiting.pop()
        if key not in used.figures and key in figures:
            used.figures[key] = figures[key]
            waiting += (one.figure.key for one in figures[key].inputs)
    return used


def figures_json(site: Site, used: Used) -> dict[str, object]:
    """Every figure, fact, choice and claim that the site's files use."""
    return {
        "site": site.id,
        "as_of": site.spec.as_of.isoformat(),
        "figures": {key: _figure(figure) for key, figure in sorted(used.figures.items())},
        "choices": {key: dict(chosen.members) if chosen.members else None for key, chosen in used.choices.items()},
        "claims": {key: verdict.holds for key, verdict in used.verdicts.items()},
    }


def _figure(figure: Figure) -> dict[str, object]:
    missing = figure.missing is not None
    return {
        "value": None if missing else figure.value_text,
        "printed": None if missing else decimal_text(figure.printed),
        "absent": figure.missing.value if figure.missing is not None else None,
        "unit": figure.unit.id,
        "formula": figure.formula,
        "inputs": {item.parameter or "is": ("printed " if item.printed else "") + item.figure.key for item in figure.inputs},
        "sources": list(figure.sources),
        "place": str(figure.place),
    }


def records_json(pages: Iterable[Rendered]) -> dict[str, object]:
    """What stands on each page, in the order in which it was written."""
    return {
        "pages": {
            page.path: {
                "locale": page.record.locale,
                "page": page.record.page,
                "figures": page.record.figures,
                "names": page.record.names,
                "dates": page.record.dates,
                "literals": dict(sorted(page.record.literals.items())),
            }
            for page in pages
            if page.record is not None
        }
    }
