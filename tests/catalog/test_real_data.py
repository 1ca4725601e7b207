"""The data in this repository: it loads, its numbers agree with each other, and every source is used."""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path

import pytest

from gpuguide.catalog.gpu import Gpu
from gpuguide.catalog.loader import Site, load_sites
from gpuguide.catalog.records import Scale
from gpuguide.quantities import Quantity

ROOT = Path(__file__).resolve().parents[2]
CARDS = sorted(path.stem for path in (ROOT / "data/gpus").glob("*.yaml"))
RATE_MAY_DIFFER, BANDWIDTH_MAY_DIFFER = Fraction(4, 100), Fraction(3, 100)


@pytest.fixture(scope="module")
def sites() -> list[Site]:
    return load_sites(ROOT)


@pytest.fixture(scope="module")
def gpus(sites: list[Site]) -> dict[str, Gpu]:
    return dict(sites[0].facts.members("gpus"))


def amount(value: object) -> Fraction | None:
    """A check's number, or a fact in the unit in which it is written."""
    return value.written if isinstance(value, Quantity) else None


def agrees(told: Fraction, computed: Fraction, share: Fraction) -> bool:
    return abs(told - computed) <= share * computed


def doubted(gpu: Gpu, field: str) -> bool:
    return any(field in doubt.fields for doubt in gpu.doubts)


def test_it_loads(sites):
    """Without a single problem, every site."""
    assert len(sites) == sum(path.is_dir() for path in (ROOT / "data/sites").iterdir())
    assert len(sites[0].facts.members("gpus")) == len(CARDS)


@pytest.mark.parametrize("card", CARDS)
def test_the_rate_follows_from_the_clock(gpus, card):
    """SM x boost clock x operations per clock is within 4 % of the BF16 rate; where it is not, a doubt says so."""
    gpu = gpus[card]
    inputs = [amount(getattr(gpu.check, name, None)) for name in ("sm", "boost_mhz", "flop_clk_sm_bf16")]
    rate = amount(gpu.bf16_dense_tflops)
    if rate is None or None in inputs:
        return
    sm, mhz, operations = (value for value in inputs if value is not None)
    computed = sm * mhz * operations / 10**6  # MHz x operations = 10^6 FLOP/s; TFLOPS = 10^12
    assert agrees(rate, computed, RATE_MAY_DIFFER) or doubted(gpu, "bf16_dense_tflops"), f"{float(computed):.1f} TFLOPS"


@pytest.mark.parametrize("card", CARDS)
def test_the_bandwidth_follows_from_the_memory_clock(gpus, card):
    """2 x memory clock x bus / 8 is within 3 % of the bandwidth; where it is not, a doubt says so."""
    gpu = gpus[card]
    mhz, bits = (amount(getattr(gpu.check, name, None)) for name in ("mem_mhz", "bus_bits"))
    if mhz is None or bits is None:
        return
    computed = 2 * mhz * bits / 8 / 1000  # MB/s to GB/s
    assert agrees(gpu.bandwidth_gb_s.written, computed, BANDWIDTH_MAY_DIFFER) or doubted(gpu, "bandwidth_gb_s"), (
        f"{float(computed):.0f} GB/s"
    )


def test_enough_cards_can_be_recomputed(gpus):
    """A check that looks at nothing would pass: most cards give their clocks, a dozen their memory clock."""
    assert sum(gpu.check is not None and gpu.check.sm is not None for gpu in gpus.values()) > len(gpus) / 2
    assert sum(gpu.check is not None and gpu.check.mem_mhz is not None for gpu in gpus.values()) >= 12


def test_the_agreement_would_be_missed():
    """4 % off is told, and no doubt about another field excuses it."""
    assert agrees(Fraction(104), Fraction(100), RATE_MAY_DIFFER)
    assert not agrees(Fraction("104.1"), Fraction(100), RATE_MAY_DIFFER)
    assert not agrees(Fraction("95.9"), Fraction(100), RATE_MAY_DIFFER)


@pytest.mark.parametrize("card", CARDS)
def test_the_driver_reports_about_what_the_maker_prints(gpus, card):
    """The label is decimal or binary, and the driver keeps some: within 8 % below either, never above the binary one."""
    gpu = gpus[card]
    label, reported = gpu.memory_gb.written, gpu.memory_mib_reported
    if not isinstance(reported, Quantity):
        return
    gib = reported.amount / 2**30
    assert label * Fraction(85, 100) <= gib <= label * Fraction(101, 100) or doubted(gpu, "memory_mib_reported")


def test_every_source_is_cited(sites):
    """By a card, a decision of a site or a step of a scale; the others are clutter, or a lost citation."""
    gpus = sites[0].facts.members("gpus").values()
    cited = {source for gpu in gpus for ids in gpu.cites.values() for source in ids}
    cited |= {policy.source for site in sites for policy in site.facts.members("policy").values() if policy.source}
    for facts in (site.facts for site in sites):
        steps = (step for name in facts.collection_names() for step in facts.members(name).values())
        cited |= {step.source for step in steps if isinstance(step, Scale) and step.source}
    assert sorted(set(sites[0].facts.members("sources")) - cited) == []


@pytest.mark.parametrize("card", CARDS)
def test_every_fact_from_memory_to_ecc_is_cited(gpus, card):
    """As the formats promise: every field from memory_gb to ecc names a source."""
    fields = list(Gpu.model_fields)
    facts = fields[fields.index("memory_gb") : fields.index("ecc") + 1]
    assert [name for name in facts if getattr(gpus[card], name) is not None and name not in gpus[card].cites] == []


def test_notes_hold_no_forgotten_work(gpus):
    """Nothing says that it is still to be done."""
    texts = [text for gpu in gpus.values() for text in (gpu.notes, *(doubt.note for doubt in gpu.doubts)) if text]
    assert [text for text in texts if re.search(r"\b(TODO|FIXME|XXX)\b", text)] == []
