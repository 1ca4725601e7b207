"""Judges tables: every number of a row belongs to the member that the row is named after, and is in its head's unit.

Knows the axes of a figure, and units. Refuses to judge the numbers themselves.
"""

from __future__ import annotations

from gpuguide.checks.bench import Bench
from gpuguide.checks.languages import Language
from gpuguide.checks.pages import Carrier, Page


def judge_rows(bench: Bench, page: Page) -> None:
    """In a row that one member heads, a figure over that member's axis is that member's."""
    rows: dict[tuple[int, int], list[Carrier]] = {}
    for carrier in page.carriers:
        if carrier.cell is not None:
            rows.setdefault((carrier.cell.table, carrier.cell.row), []).append(carrier)
    for carriers in rows.values():
        heads = {one.get("data-name") for one in carriers if one.kind == "name" and one.cell is not None and one.cell.header}
        if len(heads) == 1:
            collection, _, member = heads.pop().partition("/")
            for carrier in carriers:
                _judge_cell(bench, carrier, collection, member)


def judge_head_units(bench: Bench, page: Page, language: Language) -> None:
    """A head that states a unit states the one of the bare numbers under it."""
    for carrier in page.carriers:
        if carrier.head_unit:
            due = "".join(bench.writer.around(language, carrier.get("data-unit"), "table")).replace("\u00a0", " ").strip()
            if carrier.head_unit.replace("\u00a0", " ") != due:
                message = f"the head over {carrier.get('data-figure')} states another unit"
                bench.docket.add(carrier.where, "head-unit", message, due, carrier.head_unit)


def _judge_cell(bench: Bench, carrier: Carrier, collection: str, member: str) -> None:
    family, *members = carrier.get("data-figure").split("/")
    declared = bench.site.declared.families.get(family)
    if declared is None:
        return
    for axis, of in zip(declared.over, members, strict=False):
        if bench.answers.facts.axes.get(axis) == collection and of != member:
            key = carrier.get("data-figure")
            bench.docket.add(carrier.where, "row-mismatch", f"{key} stands in the row of {member}", member, of)
