"""Writes down what the build computed and printed, for the judge and for anyone who wants to check.

Knows the shape of figures.json and records.json in docs/formats.md. Refuses to add anything that was not used.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from gpuguide.figures import Book, Chosen, Figure, Verdict
from gpuguide.quantities.numbers import decimal_text

if TYPE_CHECKING:
    from gpuguide.site.page import Rendered


def used_by(books: Iterable[Book]) -> tuple[dict[str, Figure], dict[str, Chosen], dict[str, Verdict]]:
    """Every figure, choice and verdict that the books computed; where two differ, the later book's."""
    figures: dict[str, Figure] = {}
    choices: dict[str, Chosen] = {}
    verdicts: dict[str, Verdict] = {}
    for book in books:
        own_figures, own_choices, own_verdicts = book.used()
        figures.update(own_figures)
        choices.update(own_choices)
        verdicts.update(own_verdicts)
    return figures, choices, verdicts


def figures_json(books: Sequence[Book]) -> dict[str, object]:
    """Every figure, fact, choice and claim that was used."""
    figures, choices, verdicts = used_by(books)
    site = books[0].site
    return {
        "site": site.id,
        "as_of": site.spec.as_of.isoformat(),
        "figures": {key: _figure(figure) for key, figure in figures.items()},
        "choices": {key: dict(chosen.members) if chosen.members else None for key, chosen in choices.items()},
        "claims": {key: verdict.holds for key, verdict in verdicts.items()},
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
