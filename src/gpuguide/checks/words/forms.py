"""What the form of a calculator must say before any script runs: labels, heads, and the engine's few words, in their order.

Knows the texts of calculators.yaml. Refuses to judge numbers: those are in the calculator's file, which is judged apart.
"""

from __future__ import annotations

from collections.abc import Iterator

from gpuguide.checks.facts import Bindings
from gpuguide.checks.shapes import record_at, records, text
from gpuguide.checks.words.phrases import Phrases


def calculator_stretches(phrases: Phrases, name: str, page: Bindings) -> Iterator[str]:
    """The stretches of a calculator."""
    word, declared = phrases.lexicon.word, record_at(phrases.bench.site.calculators, name)
    yield word("The form needs JavaScript. The table of examples on this page does not.")
    yield word("Example")
    yield word("Choose an example")
    fields = record_at(declared, "fields")
    for field in fields:
        yield phrases.html(text(record_at(fields, field), "label"), page)
    yield word("Start again")
    for shown in (*records(declared, "results"), *records(declared, "total")):
        yield phrases.html(text(shown, "label"), page)
    yield phrases.html(text(declared, "caption"), page)
    yield phrases.html(text(declared, "header"), page)
    for column in (*records(declared, "holds"), *records(declared, "columns")):
        if "header" in column:
            yield phrases.html(text(column, "header"), page)
