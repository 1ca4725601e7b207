"""Names that arithmetic chooses, and lists that a rule selects."""

from collections.abc import Callable

import pytest

from tests.figures.conftest import Small

Build = Callable[..., Small]

FITS = "memory/size/precision/8k <= capacity/gpu/count"
CHEAPEST = f"""
cheapest:
  over: [size, precision]
  each: [gpu in prices, count]
  steps:
    - [gpu.vendor = acme, count = x1, {FITS}]
    - [count = x8, prices.gpu.node = true, {FITS}]
  by: [monthly/gpu, -bandwidth/gpu]
"""


@pytest.mark.parametrize(
    ("key", "gpu", "count"),
    [("cheapest/7b/fp8", "beta", "x1"), ("cheapest/70b/fp8", "alpha", "x1"), ("cheapest/70b/bf16", "alpha", "x8")],
)
def test_the_first_step_with_a_candidate_decides(small: Build, key: str, gpu: str, count: str):
    """7B fits the cheap Beta, 70B in FP8 only an 80 GB card, and in BF16 no single card: then servers of eight are asked."""
    assert small(choices=CHEAPEST).book.choice(key).members == {"gpu": gpu, "count": count}


def test_a_later_step_is_not_asked_when_an_earlier_one_has_a_candidate(small: Build):
    """Beta is cheaper, but an NVIDIA-like first rule found Alpha."""
    choices = "one: {each: [gpu in prices], steps: [[gpu.memory_gb > 50], [gpu.memory_gb > 0]], by: monthly/gpu}"
    assert small(choices=choices).book.choice("one").members == {"gpu": "alpha"}


def test_candidates_are_the_cards_of_the_collection(small: Build):
    """Delta is the fastest of the small cards, and is not in the price list."""
    choices = """
    listed: {each: [gpu in prices], steps: [[gpu.memory_gb < 50]], by: -bandwidth/gpu}
    known: {each: [gpu], steps: [[gpu.memory_gb < 50]], by: -bandwidth/gpu}
    """
    book = small(choices=choices).book
    assert book.choice("listed").members == {"gpu": "beta"}
    assert book.choice("known").members == {"gpu": "delta"}


@pytest.mark.parametrize(
    ("by", "gpu"), [("monthly/gpu", "alpha"), ("[monthly/gpu, bandwidth/gpu]", "gamma"), ("-capacity/gpu/x1", "alpha")]
)
def test_ties_go_to_the_next_order_and_then_to_the_id(small: Build, by: str, gpu: str):
    """Alpha and Gamma cost 1,500 and hold 80 GB: the slower one wins only where bandwidth is asked."""
    choices = f"one: {{each: [gpu in prices], steps: [[gpu.memory_gb > 50]], by: {by}}}"
    assert small(choices=choices).book.choice("one").members == {"gpu": gpu}


def test_nothing_is_chosen_where_no_candidate_passes(small: Build):
    """No card has a thousand gigabytes."""
    choices = "one: {each: [gpu in prices], steps: [[gpu.memory_gb > 1000]], by: monthly/gpu}"
    assert small(choices=choices).book.choice("one").members is None


def test_a_card_without_the_figure_comes_last(small: Build):
    """Beta's weekly price is unknown: it is neither the cheapest nor the dearest by the week."""
    choices = """
    cheap: {each: [gpu in prices], by: weekly/gpu}
    dear: {each: [gpu in prices], by: -weekly/gpu}
    """
    book = small(choices=choices).book
    assert book.choice("cheap").members == {"gpu": "gamma"}
    assert book.choice("dear").members == {"gpu": "alpha"}


def test_what_fits_is_compared_exactly(small: Build):
    """70 GB of weights and 10 GB of cache are more than 80 GB by the overhead; exact equality fits, a byte less does not."""
    choices = """
    at: {each: [gpu in prices], steps: [[gpu.memory_gb >= 80]], by: bandwidth/gpu}
    above: {each: [gpu in prices], steps: [[gpu.memory_gb >= 80.000000001]], by: bandwidth/gpu}
    """
    book = small(choices=choices).book
    assert book.choice("at").members == {"gpu": "gamma"}
    assert book.choice("above").members is None


LISTS = """
by_week: {rows: gpu in prices, sort: weekly/gpu}
by_week_dearest: {rows: gpu in prices, sort: -weekly/gpu}
fast: {rows: gpu, where: [bandwidth/gpu >= policy.mark], sort: -bandwidth/gpu}
as_filed: {rows: gpu in prices}
fp8: {rows: gpu in prices, where: [gpu.fp8_tensor_cores = true, prices.gpu.minimum_order = 1]}
rated: {rows: gpu in prices, sort: monthly/gpu}
"""


@pytest.mark.parametrize(
    ("name", "ids"),
    [
        ("by_week", ["gamma", "alpha", "beta"]),
        ("by_week_dearest", ["alpha", "gamma", "beta"]),
        ("fast", ["alpha", "delta"]),
        ("as_filed", ["alpha", "beta", "gamma"]),
        ("fp8", ["alpha"]),
        ("rated", ["beta", "alpha", "gamma"]),
    ],
)
def test_a_list_selects_and_sorts(small: Build, name: str, ids: list[str]):
    """Missing values stand last whichever way the order goes; equal ones by id; without sort the file decides."""
    assert small(lists=LISTS).book.names(name) == ("gpus", ids)


def test_a_collection_is_a_list_of_its_members(small: Build):
    """Prose may list the payments without a rule."""
    assert small().book.names("payments") == ("payments", ["btc"])
