"""`prove` on the made-up guide: exit code, summary and JSON."""

from __future__ import annotations

import json
from pathlib import Path

from tests.cli.conftest import Run


def test_prove_says_what_was_stepped_and_that_nothing_got_through(guide: Path, run: Run) -> None:
    """The guide is right: exit code 0; the report counts what stands on the pages and lists dead facts with their places."""
    ran = run("prove", "--project", str(guide), "--json")
    assert ran.code == 0, ran.err
    [proof] = json.loads(ran.out)
    assert proof["site"] == "tiny" and proof["holds"] is True
    assert proof["census"]["locales"] == ["en", "zh"] and proof["census"]["as_of"] == "2026-06-01"
    assert proof["mutation"]["tried"] > 0 and proof["mutation"]["disagreements"] == []
    assert "data/gpus/alpha.yaml" in {fact["place"].partition(":")[0] for fact in proof["mutation"]["dead"]}
