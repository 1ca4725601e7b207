"""What a change of the real data changes, and nothing else: prices, specifications, new cards, stock."""

from __future__ import annotations

import itertools
import shutil
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import TypeAlias

import pytest

from gpuguide.catalog.loader import load_sites
from gpuguide.figures import Book, Figure
from gpuguide.figures.book import FigureError

SITE = "gpu-rent-hub"
PRICES = f"data/sites/{SITE}/prices.yaml"


class Copy:
    """A copy of the project's data that may be changed."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def change(self, file: str, old: str, new: str, after: str = "") -> None:
        """Write `new` for the first `old` that stands after the text `after`."""
        path = self.root / file
        text = path.read_text(encoding="utf-8")
        start = text.index(after)
        assert old in text[start:], f"{file} has no {old!r} after {after!r}"
        path.write_text(text[:start] + text[start:].replace(old, new, 1), encoding="utf-8")

    @property
    def book(self) -> Book:
        """The book of the data as they are now."""
        return Book(load_sites(self.root, SITE)[0])


@pytest.fixture
def data(project_root: Path, tmp_path: Path) -> Copy:
    shutil.copytree(project_root / "data", tmp_path / "data", ignore=shutil.ignore_patterns("everxcloud"))
    return Copy(tmp_path)


FEW = {
    "gpu": ("h100-sxm", "h100-pcie", "l4", "l40s", "b200-sxm"),
    "size": ("7b", "8b", "70b"),
    "precision": ("bf16", "fp8"),
    "context": ("8k",),
    "count": ("x1", "x8"),
}
"""Enough members of the large axes to see what moves and what does not."""


def keys(book: Book) -> Iterator[str]:
    """The figures of every family for a few members of its axes."""
    for family, spec in book.site.figures.items():
        pools = [FEW.get(axis) or tuple(book.facts.members(book.axes[axis]))[:4] for axis in spec.over]
        yield from ("/".join([family, *ids]) for ids in itertools.product(*pools))


Values: TypeAlias = dict[str, tuple[object, ...]]


def figures(book: Book) -> dict[str, Figure]:
    """Every figure of `keys` that has its inputs: some collections hold a few sizes only."""
    found = {}
    for key in keys(book):
        with suppress(FigureError):
            found[key] = book.figure(key)
    assert len(found) > 200
    return found


def values(book: Book) -> Values:
    return {key: (figure.exact, figure.printed, figure.missing) for key, figure in figures(book).items()}


def changed(data: Copy, edit: Callable[[], None]) -> set[str]:
    """The figures whose values the edit changes."""
    before = values(data.book)
    edit()
    after = values(data.book)
    assert before.keys() == after.keys()
    return {key for key in before if before[key] != after[key]}


def dependents(book: Book, fact: str) -> set[str]:
    """The figures whose derivation leads to a fact; they need not change, as where the fact cancels out or is rounded away."""

    def leads(figure: Figure) -> bool:
        return any(item.figure.key == fact or leads(item.figure) for item in figure.inputs)

    return {key for key, figure in figures(book).items() if leads(figure)}


def test_a_price_changes_exactly_what_depends_on_it(data: Copy):
    """H100 SXM at 1,700: its own prices, totals, hours and break-evens move; no other card's and no memory figure."""
    moved = changed(data, lambda: data.change(PRICES, "monthly: 1690", "monthly: 1700", after="  h100-sxm:"))
    by_count = ("list_total", "listing", "gpu_hour", "endpoint_hour")
    by_card = ("monthly", "smallest_order", "token_cost", "break_even_fast", "break_even_slow")
    typed = {f"{family}/h100-sxm/{count}" for family in by_count for count in FEW["count"]}
    typed |= {f"{family}/h100-sxm" for family in by_card}
    assert typed <= moved
    assert moved <= dependents(data.book, "prices.h100-sxm.monthly")


def test_bandwidth_changes_speed_and_no_price(data: Copy):
    """A faster L4 decodes faster; it costs and holds what it did, and no other card changes."""
    moved = changed(data, lambda: data.change("data/gpus/l4.yaml", "bandwidth_gb_s: 300", "bandwidth_gb_s: 320"))
    assert {"bandwidth/l4", "ceiling/l4/8b/bf16", "ceiling/l4/70b/fp8"} <= moved
    assert moved <= dependents(data.book, "gpus.l4.bandwidth_gb_s")
    assert not moved & {"monthly/l4", "capacity/l4/x1", "listing/l4/x8", "bandwidth/l40s"}


def test_a_larger_overhead_moves_every_memory_cell_and_no_price(data: Copy):
    """Three gigabytes instead of two: memory needed and what is left; prices and speeds stay."""
    moved = changed(data, lambda: data.change(f"data/sites/{SITE}/policy.yaml", "overhead: {value: 2,", "overhead: {value: 3,"))
    assert {key for key in keys(data.book) if key.startswith("memory/")} <= moved
    unmoved = {"weights", "kv_cache", "capacity", "bandwidth", "ceiling", "monthly", "weekly", "listing", "gpu_hour"}
    assert not {key.split("/")[0] for key in moved} & unmoved


def test_a_slower_a100_makes_the_claim_false(data: Copy):
    """Below the H100 PCIe's 2,000 GB/s the sentence is no longer true, and the build must stop."""
    data.change("data/gpus/a100-sxm-80gb.yaml", "bandwidth_gb_s: 2039", "bandwidth_gb_s: 1999")
    verdict = data.book.verdict("a100_outruns_h100_pcie")
    assert (verdict.holds, verdict.otherwise) == (False, "stop")
    assert "1.999 TB/s" in verdict.compared[0] or "1999 GB/s" in verdict.compared[0]


def test_a_new_card_takes_its_place(data: Copy):
    """A card file and a price are enough: 48 GB at 1,000 GB/s for 440 stands after the RTX 4090 and is the cheapest for 34B."""
    card = (data.root / "data/gpus/rtx-6000-ada.yaml").read_text(encoding="utf-8")
    card = card.replace("name: RTX 6000 Ada\n", "name: New Card\n").replace("bandwidth_gb_s: 960", "bandwidth_gb_s: 1000")
    (data.root / "data/gpus/new-card.yaml").write_text(card, encoding="utf-8")
    data.change(
        PRICES,
        "\ncounts:",
        "  new-card:\n    monthly: 440\n    weekly: unknown\n    stock: unknown\n    stock_by_region: unknown\n"
        "    regions: [dfw-1]\n    minimum_order: 1\n    node: false\n    provisional: false\n\ncounts:",
    )
    book = data.book
    spec = book.site.tables["speed"]
    order = book.select(spec.rows, spec.where, spec.sort, ("tables.yaml", "tables", "speed"))[1]
    assert order[order.index("new-card") - 1 : order.index("new-card") + 2] == ["rtx-4090", "new-card", "rtx-6000-ada"]
    assert book.choice("cheapest/34b/fp8/8k").members == {"gpu": "new-card", "count": "x1"}
    assert "new-card" in book.names("fp8_cards")[1]


def test_the_cheapest_changes_with_the_prices(data: Copy):
    """The L4 above every other small FP8 card is the cheapest no longer, in the cell and in the head."""
    data.change(PRICES, "monthly: 250", "monthly: 395", after="  l4:")
    book = data.book
    assert book.choice("cheapest/7b/fp8/8k").members == {"gpu": "rtx-4090", "count": "x1"}
    assert book.choice("cheapest_pick").members == {"gpu": "rtx-4090", "pick": "small-low-latency"}
    assert book.figure("lowest_pick").printed == 390


def test_stock_in_one_region_hides_the_caution(data: Copy):
    """Eight B200 in Dallas fill a node: the page stops saying that none can be filled."""
    assert data.book.verdict("no_region_fills_a_b200_node").holds
    data.change(PRICES, "{dfw-1: 6, iad-1: 0, pdx-1: 2}", "{dfw-1: 8, iad-1: 0, pdx-1: 0}")
    verdict = data.book.verdict("no_region_fills_a_b200_node")
    assert (verdict.holds, verdict.otherwise) == (False, "hide")
    assert data.book.figure("fullest_stock/b200-sxm").printed == 8


def test_unknown_stock_hides_the_caution_too(data: Copy):
    """What is not known is not said."""
    data.change(PRICES, "stock_by_region: {dfw-1: 6, iad-1: 0, pdx-1: 2}", "stock_by_region: unknown")
    assert not data.book.verdict("no_region_fills_a_b200_node").holds
