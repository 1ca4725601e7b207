"""Counts what a build printed, and prints the pages that tell it.

Knows records. A page that tells the counts is counted like any other: how many numbers stand on it does not depend on what they
say, so it is rendered once to be counted and once to be published. Refuses to count what was not recorded.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from gpuguide.catalog.counted import COUNTED, counted
from gpuguide.catalog.facts import Facts
from gpuguide.figures import Book
from gpuguide.site.page import Rendered
from gpuguide.site.press import Press
from gpuguide.site.records import Used


def tells_counts(file: Rendered) -> bool:
    """Whether a count stands on the page or in one of its files."""
    records = [one.record for one in (file, *file.files) if one.record is not None]
    return any(key.startswith(f"{COUNTED}.") for record in records for key, *_ in record.figures)


def counted_press(press: Press, counts: dict[str, int]) -> Press:
    """The press with the counts as facts, and a book that has computed nothing with others."""
    facts = press.site.facts
    site = replace(press.site, facts=Facts(*counted(facts.values, facts.nodes(), counts)))
    return replace(press, site=site, book=Book(site))


def counts_of(press: Press, written: Sequence[Rendered], used: Used) -> dict[str, int]:
    """How much of each kind stands in the files of a build, and feeds it."""
    records = [file.record for file in written if file.record is not None]
    numbers = [key for record in records for key, *_ in record.figures]
    constants = sum(key.startswith("constant/") for key in numbers)
    computed = sum(figure.formula is not None for figure in used.figures.values())
    return {
        "pages": sum(file.leaf is not None for file in written),
        "languages": len(press.site.locales),
        "numbers": len(numbers),
        "backed": len(numbers) - constants,
        "constants": constants,
        "names": sum(len(record.names) for record in records),
        "dates": sum(len(record.dates) for record in records),
        "literals": sum(sum(record.literals.values()) for record in records),
        "facts": len(used.figures) - computed,
        "figures": computed,
        "choices": len(used.choices),
        "claims": len(used.verdicts),
    }
