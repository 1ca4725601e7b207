"""How the judge computes: references, missing values, print ladders, choices, lists and claims."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from gpuguide.checks.declared import declarations
from gpuguide.checks.documents import Record, read_yaml
from gpuguide.checks.facts import Amount, Facts, Missing, UnsoundError
from gpuguide.checks.findings import Docket
from gpuguide.checks.recompute import Figure, Recomputation

FACTS = """\
gpus:
  a: {name: A, vendor: acme, memory_gb: 80, bandwidth_gb_s: 999.6, fp8: true, rate_tflops: 100,
      cites: {rate_tflops: [sheet]}}
  b: {name: B, vendor: acme, memory_gb: 80, bandwidth_gb_s: 2039, fp8: false, rate_tflops: 50,
      cites: {rate_tflops: [wiki]}}
  c: {name: C, vendor: other, memory_gb: 24, bandwidth_gb_s: unknown, fp8: true, rate_tflops: none, cites: {}}
  d: {name: D, vendor: other, memory_gb: 96, bandwidth_gb_s: 100, fp8: true, rate_tflops: 1, cites: {}}
vendors: {acme: {name: Acme, since: 1990}, other: {name: Other, since: 2000}}
sources: {sheet: {kind: datasheet}, wiki: {kind: wiki}}
prices:
  b: {monthly: 900, weekly: 250, stock: {east: 3}}
  a: {monthly: 900, weekly: unknown, stock: unknown}
  c: {monthly: 100, weekly: 30, stock: {east: 0}}
counts: {x1: {cards: 1, discount_percent: 0}, x8: {cards: 8, discount_percent: 10}}
regions: {east: {name: East}}
picks:
  first: {gpu: b, count: x8}
loads: {small: {name: Small, value: 5, unit: GB}}
policy: {overhead: {value: 2, unit: GB, why: some}, share: {value: 5, unit: "%", why: some}}
site: {updated: 2026-09-01, opened: 2021-03-15}
"""
DECLARED = """\
axes: {gpu: gpus, count: counts, pick: picks, region: regions}
figures:
  bandwidth:
    over: [gpu]
    is: gpu.bandwidth_gb_s
    print:
      - {unit: TB/s, step: 0.01, at_least: 1, trim: true}
      - {unit: GB/s, step: 1}
  capacity:
    over: [gpu, count]
    formula: capacity
    inputs: {memory: gpu.memory_gb, cards: count.cards}
    print: {unit: GB, step: 1}
  of_pick: {over: [pick], is: capacity/pick.gpu/pick.count, print: {unit: GB, step: 1}}
  total:
    over: [gpu, count]
    formula: list_total
    inputs: {price: prices.gpu.monthly, cards: count.cards}
    print: {unit: USD, step: 1}
  listing:
    over: [gpu, count]
    formula: discounted
    inputs: {total: total/gpu/count, discount: count.discount_percent}
    print:
      - {unit: USD, step: 100, when: [count.cards >= 8]}
      - {unit: USD, step: 1}
  weekly_share:
    over: [gpu]
    formula: ratio
    inputs: {part: prices.gpu.weekly, whole: prices.gpu.monthly}
    print: {unit: "%", step: 1}
  exact_half:
    over: [gpu]
    formula: ratio
    inputs: {part: listing/gpu/x8, whole: policy.half}
    print: {unit: USD, step: 1}
  from_print:
    over: [gpu]
    formula: hourly
    inputs: {price: printed listing/gpu/x8, hours: counts.x8.cards}
    print: {unit: USD, step: 1}
  rate: {over: [gpu], is: gpu.rate_tflops, published_by: [datasheet], print: {unit: TFLOPS, step: 1}}
  stock: {over: [gpu, region], is: prices.gpu.stock.region, print: {unit: card, step: 1}}
  vendor_age: {over: [gpu], is: gpu.vendor.since, print: {unit: year, step: 1}}
  of_cheapest: {chosen: cheapest, is: capacity/gpu/count, print: {unit: GB, step: 1}}
  of_nothing: {chosen: nothing, is: capacity/gpu/x1, print: {unit: GB, step: 1}}
  loop_a: {is: loop_b, print: {unit: GB, step: 1}}
  loop_b: {is: loop_a, print: {unit: GB, step: 1}}
  no_line: {is: policy.overhead, print: [{unit: GB, step: 1, at_least: 5}]}
choices:
  cheapest:
    each: [gpu in prices, count]
    steps:
      - [gpu.vendor = nobody]
      - [count = x1, gpu.memory_gb >= 80]
    by: [total/gpu/count, -capacity/gpu/count]
  widest: {each: [gpu], steps: [[gpu.memory_gb > 0]], by: [-bandwidth/gpu]}
  narrowest: {each: [gpu], steps: [[gpu.memory_gb > 0]], by: [bandwidth/gpu]}
  nothing: {each: [gpu], steps: [[gpu.vendor = nobody]], by: [gpu.memory_gb]}
lists:
  by_bandwidth: {rows: gpu, sort: -bandwidth/gpu}
  sold: {rows: gpu in prices}
  sold_fp8: {rows: gpu in prices, where: [gpu.fp8 = true]}
"""
CLAIMS = """\
claims:
  all_of: {holds: [bandwidth/b > bandwidth/a, capacity/a/x1 = capacity/b/x1], otherwise: stop}
  either: {holds: [bandwidth/b < bandwidth/a or gpus.a.fp8 = true], otherwise: stop}
  in_printed_unit: {holds: [bandwidth/b > 2, bandwidth/b < 2.04, bandwidth/a > 999], otherwise: stop}
  in_unit_of_fact:
    holds: [gpus.a.memory_gb = 80, loads.small.value < gpus.a.memory_gb, loads.small.value = 5, policy.share = 5]
    otherwise: stop
  number_first: {holds: [80 <= gpus.a.memory_gb], otherwise: stop}
  exact_not_printed: {holds: [bandwidth/b = 2.04], otherwise: hide}
  printed_on_request: {holds: [printed bandwidth/b = 2.04], otherwise: stop}
  chosen_name: {holds: [gpu of cheapest = a, count of cheapest = x1], otherwise: stop}
  with_choice: {chosen: cheapest, holds: [gpu.vendor = acme, count.cards = 1], otherwise: stop}
  of_dates: {holds: [site.opened < site.updated], otherwise: stop}
  each: {over: [gpu], holds: [gpu.memory_gb >= 80], otherwise: hide}
  missing: {holds: [bandwidth/c > bandwidth/a], otherwise: stop}
  words: {holds: [gpus.a.vendor < gpus.c.vendor], otherwise: stop}
  kinds: {holds: [gpus.a.vendor = 5], otherwise: stop}
"""


@pytest.fixture
def answers(tmp_path: Path) -> Recomputation:
    """What the judge computes from the data above."""
    records: list[Record] = []
    for name, content in (("facts", FACTS), ("figures", DECLARED), ("claims", CLAIMS)):
        (tmp_path / name).write_text(content, encoding="utf-8")
        records.append(read_yaml(tmp_path / name, name))
    facts, figures, claims = records
    docket = Docket()
    declared = declarations(figures, claims, Record(), docket)
    assert docket.report().findings == ()
    collections = {name: value for name, value in facts.items() if isinstance(value, Record)}
    axes = {"gpu": "gpus", "count": "counts", "pick": "picks", "region": "regions"}
    return Recomputation(Facts(collections, axes), declared)


def shown(figure: Figure) -> str:
    """A figure as a reader would say it."""
    return figure.value.kind if isinstance(figure.value, Missing) else f"{figure.printed} {figure.unit}"


@pytest.mark.parametrize(
    ("key", "text"),
    [
        ("bandwidth/b", "51/25 TB/s"),  # 2039 GB/s is above 1 TB/s: 2.04
        ("bandwidth/a", "1000 GB/s"),  # 999.6 GB/s is below, though it prints as 1000
        ("bandwidth/c", "unknown"),
        ("capacity/b/x8", "640 GB"),
        ("of_pick/first", "640 GB"),
        ("listing/a/x1", "900 USD"),
        ("listing/a/x8", "6500 USD"),  # 7200 less 10 % is 6480, listed to the nearest hundred
        ("from_print/a", "813 USD"),  # 6500 / 8 = 812.5, half up; from the exact 6480 it would be 810
        ("total/d/x1", "unknown"),  # D is not sold
        ("weekly_share/b", "28 %"),  # 250 / 900 = 27.8 %
        ("weekly_share/a", "unknown"),
        ("rate/a", "100 TFLOPS"),
        ("rate/b", "not_published"),  # only a wiki has it
        ("rate/c", "none"),  # it has none, whoever prints it
        ("stock/b/east", "3 card"),
        ("stock/c/east", "0 card"),
        ("stock/a/east", "unknown"),
        ("vendor_age/a", "1990 year"),
        ("of_cheapest", "80 GB"),
        ("of_nothing", "none"),
    ],
)
def test_a_figure_is_computed_from_the_facts(answers: Recomputation, key: str, text: str) -> None:
    """References, missing values, ladders and rounding."""
    assert shown(answers.figure(key)) == text


@pytest.mark.parametrize(
    "key",
    ["nothing/a", "bandwidth", "bandwidth/z", "bandwidth/a/b", "loop_a", "no_line", "exact_half/a", "", "/", "gpus.a.name"],
)
def test_a_figure_that_cannot_be_computed_says_so(answers: Recomputation, key: str) -> None:
    """A wrong key, a circle, no print line, a policy that is not there."""
    with pytest.raises(UnsoundError):
        answers.figure(key)


def test_the_inputs_of_a_figure_are_known_by_their_places(answers: Recomputation) -> None:
    """Axes are bound, so that another spelling of the same reference is the same input."""
    assert answers.figure("listing/a/x8").inputs == {"total": "total/a/x8", "discount": "counts.x8.discount_percent"}
    assert answers.figure("from_print/b").inputs["price"] == "printed listing/b/x8"
    assert answers.figure("stock/a/east").inputs == {"is": "prices.a.stock.east"}
    assert answers.figure("vendor_age/a").inputs == {"is": "vendors.acme.since"}


@pytest.mark.parametrize(
    ("key", "picked"),
    [
        ("cheapest", {"gpu": "a", "count": "x1"}),  # A and B cost and hold the same: the first id
        ("widest", {"gpu": "b"}),
        ("narrowest", {"gpu": "d"}),  # C has no bandwidth: last in either direction
        ("nothing", None),
    ],
)
def test_a_choice_picks_the_first_of_the_first_step(answers: Recomputation, key: str, picked: dict[str, str] | None) -> None:
    """Steps in turn, then the order, then the ids."""
    assert answers.choice(key) == picked


def test_a_list_keeps_the_order_of_the_file_unless_sorted(answers: Recomputation) -> None:
    """Sorted lists put missing values last."""
    lists = answers.declared.lists
    assert answers.rows(lists["by_bandwidth"]) == ["b", "a", "d", "c"]
    assert answers.rows(lists["sold"]) == ["b", "a", "c"]
    assert answers.rows(lists["sold_fp8"]) == ["a", "c"]


@pytest.mark.parametrize(
    ("key", "holds"),
    [
        ("all_of", True),
        ("either", True),
        ("in_printed_unit", True),
        ("in_unit_of_fact", True),
        ("number_first", True),
        ("exact_not_printed", False),
        ("printed_on_request", True),
        ("chosen_name", True),
        ("with_choice", True),
        ("of_dates", True),
        ("each/a", True),
        ("each/c", False),
    ],
)
def test_a_claim_holds_on_exact_values(answers: Recomputation, key: str, holds: bool) -> None:
    """Exact values in base units; a bare number counts in the unit of its other side."""
    assert answers.claim(key) is holds


@pytest.mark.parametrize("key", ["missing", "words", "kinds", "each", "each/z", "nobody"])
def test_a_claim_that_cannot_be_judged_says_so(answers: Recomputation, key: str) -> None:
    """A missing value, an order of words, two kinds of values, or no such claim."""
    with pytest.raises(UnsoundError):
        answers.claim(key)


def test_exact_values_are_kept_in_base_units(answers: Recomputation) -> None:
    """80 GB are 80,000,000,000 bytes."""
    assert answers.figure("capacity/a/x1").value == Amount(Fraction(80 * 10**9), "")
