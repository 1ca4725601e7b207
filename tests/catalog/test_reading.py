"""A reading that remembers: what has not changed is not read again, what has changed is."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from gpuguide.catalog.loader import load_sites
from gpuguide.catalog.reading import Memory, stamp
from gpuguide.errors import FactsError
from gpuguide.quantities import Quantity
from tests.projects import SITE_FOLDER, replaced, tiny_project, write_project

PRICES = f"{SITE_FOLDER}/prices.yaml"
DEARER = replaced(tiny_project(), PRICES, "monthly: 144", "monthly: 1500")
BROKEN = replaced(tiny_project(), PRICES, "monthly: 144", "monthly: -3")


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return write_project(tmp_path, tiny_project())


def monthly(root: Path, memory: Memory) -> Fraction:
    """The monthly price of the one card, in dollars, as the reading that remembers has it."""
    price = load_sites(root, None, memory)[0].facts.get("prices.alpha.monthly").value
    assert isinstance(price, Quantity)
    return price.amount


def test_a_file_that_has_not_changed_keeps_its_node_and_its_records(root: Path):
    """One price is written anew: the cards are the very records of before."""
    memory = Memory()
    before = load_sites(root, None, memory)[0]
    write_project(root, DEARER)
    after = load_sites(root, None, memory)[0]
    assert after.facts.members("gpus")["alpha"] is before.facts.members("gpus")["alpha"]
    assert after.nodes["figures.yaml"] is before.nodes["figures.yaml"]
    assert after.nodes["prices.yaml"] is not before.nodes["prices.yaml"]


def test_a_changed_price_is_read(root: Path):
    memory = Memory()
    load_sites(root, None, memory)
    write_project(root, DEARER)
    assert monthly(root, memory) == 1500


def test_a_fault_is_told_as_often_as_it_is_asked_for_and_goes_when_it_is_mended(root: Path):
    memory = Memory()
    write_project(root, BROKEN)
    for _ in range(2):
        with pytest.raises(FactsError, match=f"{PRICES}:3"):
            load_sites(root, None, memory)
    write_project(root, tiny_project())
    assert load_sites(root, None, memory)[0].id == "tiny"


def test_a_file_whose_stamp_lies_is_read_when_somebody_saw_it_change(root: Path):
    """Of the same size and within one tick of the clock: only who watched knows."""
    memory = Memory()
    load_sites(root, None, memory)
    write_project(root, replaced(tiny_project(), PRICES, "monthly: 144", "monthly: 145"))
    memory.files[PRICES].stamp = stamp(root / PRICES)
    assert monthly(root, memory) == 144
    memory.forget(PRICES)
    assert monthly(root, memory) == 145


def test_a_file_that_went_is_missed(root: Path):
    memory = Memory()
    load_sites(root, None, memory)
    (root / SITE_FOLDER / "figures.yaml").unlink()
    with pytest.raises(FactsError, match="the file is missing"):
        load_sites(root, None, memory)


def test_a_file_that_became_a_link_is_refused(root: Path, tmp_path: Path):
    memory = Memory()
    load_sites(root, None, memory)
    (root / PRICES).rename(tmp_path / "elsewhere.yaml")
    (root / PRICES).symlink_to(tmp_path / "elsewhere.yaml")
    with pytest.raises(FactsError, match="symbolic link"):
        load_sites(root, None, memory)
