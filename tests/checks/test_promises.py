"""A page keeps what its source promises: its guarded blocks, the rows of its tables, the members of its lists."""

from __future__ import annotations

import pytest

from tests.checks.defects import DATA_OF_SITE, EN, Change, Judged, rules_after

FIGURES_YAML, TABLES_YAML = f"{DATA_OF_SITE}/figures.yaml", f"{DATA_OF_SITE}/tables.yaml"
SOURCE = "templates/pages/tiny/guide.md"

DEFECTS = [
    ("guard lost", EN, ' data-claim="alpha_is_faster beta_is_roomy"', "", "block-lost locale-claims"),
    ("order of a list", FIGURES_YAML, "sort: -bandwidth/gpu", "sort: bandwidth/gpu", "list-members"),
    ("member of a list", FIGURES_YAML, "sort: -bandwidth/gpu", "where: [gpu.fast = false, gpu.vendor != acme]", ""),
    ("members left out of a list", FIGURES_YAML, "rows: gpu in prices", "rows: gpu", ""),
    ("order of a table", TABLES_YAML, "sort: -bandwidth/gpu", "sort: bandwidth/gpu", "table-rows download"),
    ("rows of a table", TABLES_YAML, "sort: -bandwidth/gpu", "where: [gpu.fast = true]", "table-rows download"),
    ("column of a table", TABLES_YAML, "figure: hour/gpu", "figure: monthly/gpu", "table-rows download"),
    ("order of columns", TABLES_YAML, "figure: weekly/gpu", "figure: hour/gpu", "table-rows download"),
    ("table that is not declared", SOURCE, "::table cards", "::table costs", "source record-stray structured-data"),
    ("list that is not declared", SOURCE, "{list:all_cards}", "{list:some_cards}", "source"),
    ("strip of names", SOURCE, "::table cards", "::strip sizes", "record-stray structured-data"),
    ("strip that does not stand", SOURCE, "::table cards", "::strip sources", "list-members record-stray structured-data"),
]


@pytest.mark.parametrize(("file", "old", "new", "rules"), [pytest.param(*case[1:], id=case[0]) for case in DEFECTS])
def test_a_page_keeps_what_its_source_promises(change: Change, judged: Judged, file: str, old: str, new: str, rules: str) -> None:
    """What the data puts into a table or list stands there, in its order."""
    assert rules_after(change, judged, file, old, new) == set(rules.split())
