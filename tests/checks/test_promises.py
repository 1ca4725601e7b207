"""A page keeps what its source promises: its guarded blocks, the rows of its tables, the members of its lists."""

from __future__ import annotations

from pathlib import Path

import pytest

from gpuguide.checks.sources import read_blocks
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


def test_a_block_has_the_conditions_of_its_part(tmp_path: Path) -> None:
    """A strip in a part that waits for a page promises nothing; one in a part with a claim leans on it; the next part is free."""
    source = tmp_path / "page.md"
    source.write_text(
        "@page later\n## One\n\n::strip a\n\n@claim dear\n## Two\n\n::strip b\n\n## Three\n\n::strip c\n", encoding="utf-8"
    )
    strips = [(block.strips, block.conditional, block.around) for block in read_blocks(source) if block.strips]
    assert strips == [(("a",), True, ()), (("b",), False, ("dear",)), (("c",), False, ())]
    first, second, third = (block for block in read_blocks(source) if block.strips)
    assert (first.conditional, first.around) == (True, ())
    assert (second.conditional, second.around) == (False, ("dear",))
    assert (third.conditional, third.around) == (False, ())
