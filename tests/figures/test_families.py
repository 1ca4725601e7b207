"""Families, keys, inputs and the values that say why there is no number."""

from collections.abc import Callable
from fractions import Fraction

import pytest

from gpuguide.quantities import Missing
from tests.figures.conftest import Small, formula, taken

Build = Callable[..., Small]


def test_a_key_names_a_member_for_each_axis(small: Build):
    """memory/70b/fp8/8k is 70 GB of weights, 2,684,354,560 bytes of cache and 2 GB."""
    figure = small().book.figure("memory/70b/fp8/8k")
    assert (figure.key, figure.exact, figure.printed, figure.unit.id) == (
        "memory/70b/fp8/8k",
        Fraction(74_684_354_560),
        Fraction(75),
        "GB",
    )
    assert figure.members == (("size", "70b"), ("precision", "fp8"), ("context", "8k"))


def test_a_segment_may_be_an_axis(small: Build):
    """With the size bound to 70b, weights/size/fp8 is weights/70b/fp8."""
    assert small().book.figure("weights/size/fp8", {"size": "70b"}).key == "weights/70b/fp8"


def test_a_segment_may_be_a_field_that_holds_an_id(small: Build):
    """The tiny project's one pick runs 7B in FP8 on one Alpha."""
    book = small().book
    assert book.figure("capacity/pick.gpu/pick.count", {"pick": "small"}).key == "capacity/alpha/x1"
    assert book.figure("weights/pick.size/pick.precision", {"pick": "small"}).printed == 7


def test_a_short_name_means_its_figure(small: Build):
    """Prose may say cache_70b."""
    assert small(names="cache_70b: kv_cache/70b/8k").book.figure("cache_70b").key == "kv_cache/70b/8k"


def test_a_figure_is_computed_once(small: Build):
    """The same key is the same figure, whoever asks for it."""
    book = small(names="w: weights/70b/fp8").book
    assert book.figure("w") is book.figure("weights/70b/fp8") is book.figure("memory/70b/fp8/8k").inputs[0].figure


def test_a_figure_without_axes_has_a_bare_key(small: Build):
    """A policy that prose prints is a family without members."""
    figure = small(figures=f"overhead: {taken('policy.overhead')}").book.figure("overhead")
    assert (figure.key, figure.exact, figure.printed) == ("overhead", Fraction(2 * 10**9), Fraction(2))


def test_a_fact_prints_as_its_file_says(small: Build):
    """242.5 stays 242.5, with the file and line it was read from and its source."""
    figure = small().book.figure("gpus.gamma.fp8_dense_tflops")
    assert (figure.printed, figure.unit.id, figure.decimals, figure.sources) == (Fraction("242.5"), "TFLOPS", 1, ("log",))
    assert str(figure.place).startswith("data/gpus/gamma.yaml:")
    assert figure.is_fact


EIGHT = f"""
few: {formula("extra_cache", "cache: kv_cache/size/8k, requests: policy.eight", "GB", "0.1", over="size")}
few_printed: {formula("extra_cache", "cache: printed kv_cache/size/8k, requests: policy.eight", "GB", over="size")}
"""


def test_inputs_are_exact_unless_they_say_printed(small: Build):
    """Eight times 2,684,354,560 bytes are 21.5 GB; eight times the printed 2.7 GB are 21.6, which prints as 22."""
    book = small(figures=EIGHT).book
    exact, printed = book.figure("few/70b"), book.figure("few_printed/70b")
    assert (exact.exact, exact.printed) == (Fraction(21_474_836_480), Fraction("21.5"))
    assert (printed.exact, printed.printed) == (Fraction(21_600_000_000), Fraction(22))


def test_the_derivation_says_which_inputs_were_printed(small: Build):
    """The printed cache and the exact number of requests, each with its value in base units."""
    cache, requests = small(figures=EIGHT).book.figure("few_printed/70b").inputs
    assert (cache.parameter, cache.figure.key, cache.printed, cache.value) == (
        "cache",
        "kv_cache/70b/8k",
        True,
        Fraction(2_700_000_000),
    )
    assert (requests.parameter, requests.figure.key, requests.printed, requests.value) == (
        "requests",
        "policy.eight",
        False,
        Fraction(8),
    )


def test_nothing_is_a_float(small: Build):
    """Every amount of every figure that was computed is an exact fraction."""
    book = small(figures=EIGHT).book
    book.figure("few_printed/70b"), book.figure("memory/70b/fp8/32k"), book.figure("bandwidth/alpha")
    assert {type(amount) for figure in book.used()[0].values() for amount in (figure.exact, figure.printed)} == {Fraction}


MISSING = f"""
week_of_eight: {formula("list_total", "price: weekly/gpu, cards: counts.x8.cards", "USD/week", over="gpu")}
sparse: {formula("sparse_rate", "dense: gpu.fp8_dense_tflops, sparsity: policy.two", "TFLOPS", over="gpu")}
rate: {taken("gpu.fp8_dense_tflops", "{unit: TFLOPS, step: 1}", "over: [gpu], published_by: [datasheet], ")}
rates: {formula("sparse_rate", "dense: rate/gpu, sparsity: policy.two", "TFLOPS", over="gpu")}
two_gaps: {formula("ratio", "part: gpu.interconnect_gb_s, whole: prices.gpu.stock", "%", over="gpu")}
other_way: {formula("ratio", "part: prices.gpu.stock, whole: gpu.interconnect_gb_s", "%", over="gpu")}
offer: {taken("offers.gpu.price", "{unit: USD/GPU-h, step: 0.01}", "over: [gpu], ")}
"""


@pytest.mark.parametrize(
    ("key", "kind"),
    [
        ("weekly/beta", Missing.UNKNOWN),
        ("week_of_eight/beta", Missing.UNKNOWN),
        ("sparse/beta", Missing.NONE),
        ("rates/gamma", Missing.NOT_PUBLISHED),
        ("two_gaps/beta", Missing.NONE),
        ("other_way/beta", Missing.UNKNOWN),
        ("monthly/delta", Missing.UNKNOWN),
    ],
)
def test_a_figure_is_missing_as_its_first_missing_input(small: Build, key: str, kind: Missing):
    """Unknown stays unknown, none stays none, and neither becomes a number; a card without a price has unknown there."""
    assert small(figures=MISSING).book.figure(key).missing is kind


def test_a_card_without_an_offer_says_so(small: Build):
    """The feed offers Alpha at 0.44 an hour and nobody offers Beta."""
    offers = "gpu,price,currency,seller,region,quantity,taken,expires\nalpha,0.44,USD,Seller,eu,2,2026-05-30T09:00Z,\n"
    book = small(figures=MISSING, offers=offers).book
    assert book.figure("offer/alpha").printed == Fraction("0.44")
    assert book.figure("offer/beta").missing is Missing.NO_OFFER


def test_published_by_asks_who_prints_the_value(small: Build):
    """Alpha's rate is in a datasheet; Gamma's stands in a log only and counts as not published; Beta has none."""
    book = small(figures=MISSING).book
    assert book.figure("rate/alpha").printed == 240
    assert book.figure("rate/gamma").missing is Missing.NOT_PUBLISHED
    assert book.figure("rate/beta").missing is Missing.NONE


def test_a_figure_carries_the_sources_of_its_inputs(small: Build):
    """The doubled rate leans on the datasheet that prints the rate."""
    assert small(figures=MISSING).book.figure("rates/alpha").sources == ("sheet",)


CHOSEN = """
spare:
  label: Left
  over: [size, precision]
  chosen: cheapest/size/precision
  formula: memory_free
  inputs: {capacity: capacity/gpu/count, used: memory/size/precision/8k}
  print: {unit: GB, step: 1}
"""
CHEAPEST = """
cheapest:
  over: [size, precision]
  each: [gpu in prices, count]
  steps: [[count = x1, memory/size/precision/8k <= capacity/gpu/count]]
  by: monthly/gpu
"""


def test_chosen_binds_the_axes_that_a_choice_picks(small: Build):
    """70B in FP8 needs 74.7 GB; the cheapest card that holds it has 80, and 5 stay free."""
    figure = small(figures=CHOSEN, choices=CHEAPEST).book.figure("spare/70b/fp8")
    assert [item.figure.key for item in figure.inputs] == ["capacity/alpha/x1", "memory/70b/fp8/8k"]
    assert (figure.printed, figure.members) == (Fraction(5), (("size", "70b"), ("precision", "fp8")))


def test_where_nothing_is_chosen_the_figure_is_none(small: Build):
    """No single card holds 70B in BF16, so there is nothing left free on it."""
    assert small(figures=CHOSEN, choices=CHEAPEST).book.figure("spare/70b/bf16").missing is Missing.NONE
