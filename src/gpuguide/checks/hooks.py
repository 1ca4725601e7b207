"""Judges what the scripts of a page hold on to: which tables can be searched or chosen among, and by which columns.

Knows the hooks of docs/formats.md and what tables.yaml declares. Refuses to know scripts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from gpuguide.checks.bench import Bench
from gpuguide.checks.facts import UnsoundError
from gpuguide.checks.grids import tables_of
from gpuguide.checks.pages import Page
from gpuguide.checks.records import PageRecord
from gpuguide.checks.routes import bound_of
from gpuguide.checks.shapes import record_at, records, text

HOOKS = ("data-interactive", "data-for", "data-column", "data-by", "data-member")
_SHOWN = ("figure", "choice", "flag", "fact", "names", "name", "text")
_Hooks = Counter[tuple[str, str]]


def judge_hooks(bench: Bench, page: Page, record: PageRecord) -> None:
    """The hooks of a page are those of its tables, each as often as it is due."""
    found: _Hooks = Counter()
    for (_, attributes), count in page.shapes.items():
        for name, value in attributes:
            if name in HOOKS:
                found[name, value] += count
    try:
        due = Counter(_due(bench, record))
    except UnsoundError:
        return  # said where the page's words are judged
    for name, value in sorted((due - found).keys() | (found - due).keys()):
        times = (f"{counted[name, value]} times" for counted in (due, found))
        bench.docket.add(f"{bench.shown}/{page.path}", "hook", f'{name}="{value}" stands more or less often', *times)


def _due(bench: Bench, record: PageRecord) -> Iterator[tuple[str, str]]:
    bound = bound_of(bench, record.page)
    for name in tables_of(bench, record.page.partition("/")[0], bound):
        rows, _ = bench.site.declared.tables[name]
        spec = record_at(record_at(bench.site.layouts, "tables"), name)
        interactive = spec.get("interactive") is True
        if interactive or rows.transposed:
            yield "data-for", f"t-{name}"
        if interactive:
            yield "data-interactive", ""
            yield from (("data-by", text(column, "filter")) for column in records(spec, "columns") if "filter" in column)
        if rows.transposed:
            yield from (("data-member", member) for member in bench.answers.rows(rows, bound))
        elif interactive:
            for column in records(spec, "columns"):
                shown = next((text(column, key) for key in _SHOWN if key in column), "server")
                yield "data-column", shown.partition("/")[0].rpartition(".")[2]
