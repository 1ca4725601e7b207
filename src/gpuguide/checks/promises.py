"""Judges that a page keeps what its source promises: guarded blocks, rows and order of tables, members of lists.

Knows the declarations and the order in which they put members. Refuses to look at the wording around them.
"""

from __future__ import annotations

from gpuguide.checks.bench import Bench
from gpuguide.checks.declared import Rows
from gpuguide.checks.documents import Record
from gpuguide.checks.facts import Bindings, UnsoundError
from gpuguide.checks.pages import Page
from gpuguide.checks.records import PageRecord
from gpuguide.checks.sources import Block, read_blocks


def judge_promises(bench: Bench, page: Page, record: PageRecord) -> None:
    """Hold a page against its source."""
    bound = members_of(bench, record)
    source = f"templates/pages/{bench.site.name}/{record.page.partition('/')[0]}.md"
    for block in read_blocks(bench.project / source):
        try:
            if _stands(bench, block, bound):
                _judge_block(bench, page, block, bound, f"{source}:{block.line}")
        except UnsoundError as error:
            bench.docket.add(f"{source}:{block.line}", "source", f"the block cannot be judged: {error}")


def members_of(bench: Bench, record: PageRecord) -> dict[str, str]:
    """The member that a page with `each` is about, by its axis."""
    name, _, member = record.page.partition("/")
    settings = bench.site.pages.get(name)
    each = settings.get("each") if isinstance(settings, Record) else None
    return {each.partition(" in ")[0].strip(): member} if isinstance(each, str) and member else {}


def _stands(bench: Bench, block: Block, bound: Bindings) -> bool:
    """Whether a block must be on the page: its claims and those of its part hold, and neither has another condition."""
    claims = (*block.around, *block.claims)
    return not block.conditional and all(bench.answers.claim(bench.answers.references.key(key, bound)) for key in claims)


def _judge_block(bench: Bench, page: Page, block: Block, bound: Bindings, source: str) -> None:
    keys = tuple(bench.answers.references.key(key, bound) for key in block.claims)
    guarded = [guard.claims for guard in page.guards if not guard.unless]
    if keys and not any(set(keys) <= set(claims) for claims in guarded):
        where = f"{bench.shown}/{page.path}"
        bench.docket.add(where, "block-lost", f"the block of {source} does not stand, though its claims hold", " ".join(keys))
    for name in block.lists:
        _judge_names(bench, page, name, _listed(bench, name), source)
    for name in block.strips:
        _judge_names(bench, page, name, [f"{name}/{one}" for one in bench.answers.facts.members(name)], source)
    for name in block.charts:
        if name not in {plot.name for plot in page.plots}:
            bench.docket.add(f"{bench.shown}/{page.path}", "chart-lost", f"{name}, put by {source}, does not stand")
    for name in block.tables:
        _judge_table(bench, page, name, bound, source)


def _listed(bench: Bench, name: str) -> list[str]:
    """The names of a list, in its order; a collection's when no list has the name."""
    declared = bench.site.declared.lists.get(name)
    if declared is None:
        return [f"{name}/{one}" for one in bench.answers.facts.members(name)]
    collection = bench.answers.facts.axes[bench.answers.references.candidates(declared.rows)[0]]
    return [f"{collection}/{one}" for one in bench.answers.rows(declared)]


def _judge_names(bench: Bench, page: Page, name: str, due: list[str], source: str) -> None:
    """A list's names stand on the page one after the other."""
    bench.docket.counts["lists"] += 1
    names = [carrier.get("data-name") for carrier in page.carriers if carrier.kind == "name"]
    if due and not any(names[at : at + len(due)] == due for at in range(len(names) - len(due) + 1)):
        where = f"{bench.shown}/{page.path}"
        bench.docket.add(where, "list-members", f"{name}, put by {source}, has not its members in order", " ".join(due))


def _judge_table(bench: Bench, page: Page, name: str, bound: Bindings, source: str) -> None:
    """One table of the page has the rows that the data gives, in their order."""
    if name not in bench.site.declared.tables:
        raise UnsoundError(f"there is no table {name}")
    rows, columns = bench.site.declared.tables[name]
    if rows.transposed:
        return
    bench.docket.counts["tables"] += 1
    due = _due_rows(bench, rows, columns, bound)
    found = _tables(page)
    if any(len(table) == len(due) and all(map(_in_order, due, table)) for table in found):
        return
    nearest = max(found, key=lambda table: _alike(due, table), default=[])
    shown = next((at for at, row in enumerate(due) if at >= len(nearest) or not _in_order(row, nearest[at])), len(due))
    expected = " ".join(due[shown]) if shown < len(due) else "no further row"
    actual = " ".join(nearest[shown]) if shown < len(nearest) else "no further row"
    where = f"{bench.shown}/{page.path}"
    bench.docket.add(where, "table-rows", f"table {name}, put by {source}, differs in row {shown + 1}", expected, actual)


def _due_rows(bench: Bench, rows: Rows, columns: tuple[Record, ...], bound: Bindings) -> list[list[str]]:
    """The figures of each row, column by column."""
    axis, _ = bench.answers.references.candidates(rows.rows)
    due = []
    for member in bench.answers.rows(rows, bound):
        here = {**bound, axis: member}
        references = [value for column in columns for key in ("figure", "with") if isinstance(value := column.get(key), str)]
        left_out = {column.get("with") for column in columns if _picks_nothing(bench, column, here)}
        shown = [reference for reference in references if reference not in left_out]
        due.append([bench.answers.references.canonical(reference, here) for reference in shown])
    return due


def _picks_nothing(bench: Bench, column: Record, bound: Bindings) -> bool:
    """Whether a column's choice picks nothing for a row: then nothing stands beside it."""
    choice = column.get("choice")
    return isinstance(choice, str) and bench.answers.choice(bench.answers.references.key(choice, bound)) is None


def _tables(page: Page) -> list[list[list[str]]]:
    """The figures of every table of the page, row by row; rows without a figure, such as headers, left out."""
    tables: dict[int, dict[int, list[str]]] = {}
    for carrier in page.carriers:
        if carrier.cell is not None and carrier.kind in ("number", "absent"):
            tables.setdefault(carrier.cell.table, {}).setdefault(carrier.cell.row, []).append(carrier.get("data-figure"))
    return [[row for _, row in sorted(rows.items())] for rows in tables.values()]


def _in_order(due: list[str], row: list[str]) -> bool:
    """Whether the figures stand in a row in this order; remarks may add others between them."""
    rest = iter(row)
    return all(key in rest for key in due)


def _alike(due: list[list[str]], table: list[list[str]]) -> int:
    found = {key for row in table for key in row}
    return sum(key in found for row in due for key in row)
