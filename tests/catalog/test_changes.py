"""The log of changes: what an entry may hold, and the number that it keeps."""

from __future__ import annotations

from pathlib import Path

import pytest

from gpuguide.catalog.loader import Site, load_sites
from gpuguide.errors import FactsError
from tests.projects import SITE_FOLDER, tiny_project, write_project

CHANGES = f"{SITE_FOLDER}/changes.yaml"
FIRST = "  - {day: 2026-05-01, pages: [guide], text: First published}\n"
PRICE = "  - {day: 2026-06-01, pages: [guide], price: {card: alpha, term: monthly, old: 150, new: 144}}\n"
LATER = "  - {day: 2026-07-01, pages: [guide], price: {card: alpha, term: weekly, old: unknown, new: 40}}\n"


def site_with(root: Path, *entries: str) -> Site:
    return load_sites(write_project(root, {**tiny_project(), CHANGES: "changes:\n" + "".join(entries)}))[0]


def test_changes_are_numbered_from_the_oldest(tmp_path: Path):
    """So a number stays a change's own when newer ones are put above it."""
    assert [number for number, _ in site_with(tmp_path, PRICE, FIRST).made_changes] == [2, 1]


def test_a_change_is_made_when_its_day_has_come(tmp_path: Path):
    """The site's as-of day is the first of June."""
    site = site_with(tmp_path, LATER, PRICE, FIRST)
    assert [number for number, _ in site.made_changes] == [2, 1]
    assert len(site.changes) == 3


def test_the_prices_of_a_change_are_facts(tmp_path: Path):
    """In the unit of their term; the day is one too."""
    facts = site_with(tmp_path, LATER, PRICE, FIRST).facts
    old, new = facts.get("changes.2.price.old"), facts.get("changes.2.price.new")
    assert [(one.value.amount, one.value.unit.id) for one in (old, new)] == [(150, "USD/month"), (144, "USD/month")]  # type: ignore[union-attr]
    assert facts.get("changes.3.price.new").value.unit.id == "USD/week"  # type: ignore[union-attr]
    assert str(facts.get("changes.2.day").value) == "2026-06-01"
    assert new.place.line == 3


@pytest.mark.parametrize(
    ("entries", "told"),
    [
        ([FIRST, PRICE], "2026-06-01 stands below 2026-05-01; write the newest change first"),
        (["  - {day: 2026-05-01, pages: [guide]}\n"], "a change has either a text or a price"),
        ([PRICE.replace("}}", "}, text: x}")], "a change has either a text or a price"),
        ([PRICE.replace("alpha", "alfa")], "there is no alfa in prices; did you mean alpha?"),
        ([PRICE.replace("monthly", "mothly")], "did you mean monthly?"),
        ([PRICE.replace("old: 150", "old: -1")], "expected a number above 0"),
        ([LATER.replace("new: 40", "new: unknown")], "expected a number"),
        ([FIRST.replace("guide", "giude")], "there is no giude in pages; did you mean guide?"),
    ],
)
def test_a_change_that_makes_no_sense_is_told(tmp_path: Path, entries: list[str], told: str):
    """With its line and the way out."""
    with pytest.raises(FactsError) as caught:
        site_with(tmp_path, *entries)
    assert told in str(caught.value)
    assert all(problem.place.file == CHANGES for problem in caught.value.problems)


@pytest.mark.parametrize("old", ["old: 150, new: 145", "old: 144, new: 150"])
def test_a_change_that_tells_of_another_price_is_refused(tmp_path: Path, old: str):
    """Alpha costs 144: a log that says otherwise would be printed on the page of changes, and in the feed."""
    wrong = PRICE.replace("old: 150, new: 144", old)
    with pytest.raises(
        FactsError, match=r"changes.yaml:2:.*the last change says that prices\.alpha\.monthly is 1(45|50), the list says 144"
    ):
        site_with(tmp_path, wrong, FIRST)


def test_only_the_last_change_of_a_price_tells_it(tmp_path: Path):
    """An older one tells what was; one whose day has not come tells what will be."""
    before = PRICE.replace("2026-06-01", "2026-05-02").replace("old: 150, new: 144", "old: 160, new: 150")
    later = PRICE.replace("2026-06-01", "2026-07-01").replace("old: 150, new: 144", "old: 144, new: 130")
    assert len(site_with(tmp_path, later, PRICE, before, FIRST).changes) == 4
