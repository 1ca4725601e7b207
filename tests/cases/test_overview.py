"""docs/cases.md and the named cases say the same."""

from __future__ import annotations

import ast
import re
from pathlib import Path

from tests.cases import test_po_faults as po

HERE = Path(__file__).parent
OVERVIEW = HERE.parents[1] / "docs/cases.md"
ROW = re.compile(r"^\| ([BP][0-9]{2}) \| ([^|]+) \| (?:[^|]|\\\|)+ \| `(test_[a-z_]+\.py)::(\w+)` \|$", re.M)
REPORTS = "test_bug_reports_*.py"


def table() -> list[tuple[str, ...]]:
    """Case, kind, file and name of each row."""
    return ROW.findall(OVERVIEW.read_text("utf-8"))


def cases(path: Path) -> list[str]:
    """The tests of a file."""
    found = ast.parse(path.read_text("utf-8")).body
    return [node.name for node in found if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")]


def test_every_row_names_a_test_that_exists():
    """A test that was renamed takes its row along."""
    reports = [row for row in table() if row[0].startswith("B")]
    assert len(reports) == 22
    for case, kind, file, name in reports:
        assert name.startswith(f"test_{case.lower()}_{kind.replace('-', '_')}"), f"{case} is not what {name} is called"
        assert name in cases(HERE / file), f"{file} has no {name}"


def test_every_named_case_has_a_row():
    """Whoever adds a case says what is impossible here, and why."""
    rows = {(case.lower(), kind.replace("-", "_")) for case, kind, _, _ in table()}
    for path in HERE.glob(REPORTS):
        for name in cases(path):
            assert any(name.startswith(f"test_{case}_{kind}") for case, kind in rows), f"docs/cases.md does not know {name}"


def test_every_case_names_the_threads_it_was_reported_in():
    """A comment above its tests: B01 vram-underestimate: owner/repository#1."""
    text = "".join(path.read_text("utf-8") for path in HERE.glob(REPORTS))
    for case, kind, _, _ in table():
        if case.startswith("B"):
            assert re.search(rf"^# --- {case} {kind}: \S+/?\S*[ #]\S+", text, re.M), f"{case} names no thread"


def test_every_translation_fault_is_in_the_list_that_its_row_names():
    """Refused by the engine, waiting for a translator, or found by the judge."""
    rows = [(case, name) for case, _, file, name in table() if file == "test_po_faults.py"]
    lists = {"REFUSED": po.REFUSED, "WAITING": po.WAITING, "FOUND": po.FOUND}
    assert sorted(rows) == sorted((fault.id[:3], name) for name, faults in lists.items() for fault in faults)
    assert len(rows) == 17
