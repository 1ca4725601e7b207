"""Every figure of the exchange's page, typed by hand from its brief, against what the engine computes from the real data."""

from fractions import Fraction

import pytest

from gpuguide.figures import Book

# Card, memory, bandwidth, FP8 dense, billions that fit in 16-bit and in 4-bit, USD an hour; in the order of the page.
CARDS = """
l4                        24   300   242            9   30   0.44
rtx-4090                  24   1008  not_published  9   30   0.33
rtx-5090                  32   1792  not_published  10  40   0.69
l40s                      48   864   733            15  60   0.79
rtx-pro-6000-workstation  96   1792  not_published  35  120  1.69
a100-sxm-80gb             80   2039  none           30  100  1.79
h100-sxm                  80   3350  1979           30  100  2.88
h200-sxm                  141  4800  1979           55  180  4.19
mi300x                    192  5300  2614           75  250  4.16
"""
BILLION = 10**9


def rows() -> list[list[str]]:
    return [line.split() for line in CARDS.strip().splitlines()]


def printed(book: Book, reference: str) -> tuple[object, str]:
    figure = book.figure(reference)
    return (figure.printed if figure.missing is None else figure.missing), figure.unit.id


def test_the_table_has_these_cards_in_this_order(exchange: Book):
    """The nine cards as the site lists them."""
    spec = exchange.site.tables["cards"]
    shown = exchange.select(spec.rows, spec.where, spec.sort, ("tables.yaml", "tables", "cards"))[1]
    assert shown == [row[0] for row in rows()]


@pytest.mark.parametrize(("gpu", "memory", "bandwidth", "fp8", "in_16bit", "in_4bit", "hour"), rows())
def test_row_of_the_table(
    exchange: Book, gpu: str, memory: str, bandwidth: str, fp8: str, in_16bit: str, in_4bit: str, hour: str
):
    """The maker's figures, the sizes that fit by the 80 % rule, rounded down, and the lowest offer."""
    assert printed(exchange, f"memory/{gpu}") == (Fraction(memory), "GB")
    assert printed(exchange, f"bandwidth/{gpu}") == (Fraction(bandwidth), "GB/s")
    assert printed(exchange, f"fp8_dense/{gpu}") == (Fraction(fp8) if fp8.isdigit() else fp8, "TFLOPS")
    assert printed(exchange, f"fits_16bit/{gpu}") == (int(in_16bit) * BILLION, "parameter")
    assert printed(exchange, f"fits_4bit/{gpu}") == (int(in_4bit) * BILLION, "parameter")
    assert printed(exchange, f"from_price/{gpu}") == (Fraction(hour), "USD/GPU-h")


@pytest.mark.parametrize(
    ("figure", "exact"),
    [
        ("fits_16bit/l4", "9.6"),
        ("fits_16bit/rtx-5090", "12.8"),
        ("fits_16bit/l40s", "19.2"),
        ("fits_16bit/h200-sxm", "56.4"),
        ("fits_16bit/mi300x", "76.8"),
        ("fits_4bit/l4", "32"),
        ("fits_4bit/h200-sxm", "188"),
        ("fits_4bit/mi300x", "256"),
    ],
)
def test_sizes_are_80_percent_of_memory_over_bytes(exchange: Book, figure: str, exact: str):
    """0.8 x 24 / 2 = 9.6, 0.8 x 141 / 0.6 = 188, and so on, before they are rounded down."""
    assert exchange.figure(figure).exact == Fraction(exact) * BILLION


def test_tensor_rates_are_printed_rounded_down(exchange: Book):
    """Half of 485 is 242.5 and prints as 242; 2,614.9 as 2,614."""
    assert exchange.figure("fp8_dense/l4").exact == Fraction("242.5") * 10**12
    assert exchange.figure("fp8_dense/mi300x").exact >= 2614 * 10**12


def test_derived_rates_stand_in_the_catalog_and_not_in_the_column(exchange: Book):
    """The RTX 4090 has a rate that no product datasheet prints."""
    assert exchange.figure("gpus.rtx-4090.fp8_dense_tflops").missing is None
    assert exchange.figure("fp8_dense/rtx-4090").missing == "not_published"


@pytest.mark.parametrize(
    ("figure", "number", "unit"),
    [
        ("bandwidth/rtx-pro-6000-server", "1597", "GB/s"),
        ("example_model", "70000000000", "parameter"),
        ("weights_4bit", "40", "GB"),
        ("weights_16bit", "140", "GB"),
        ("memory/l40s", "48", "GB"),
        ("memory/h100-sxm", "80", "GB"),
        ("pair", "2", "card"),
        ("trio", "3", "card"),
        ("pair_memory/h100-sxm", "160", "GB"),
        ("trio_usable/h100-sxm", "192", "GB"),
        ("usable_share", "80", "%"),
        ("free_share", "20", "%"),
        ("width_16bit", "2", "B/parameter"),
        ("width_4bit", "0.6", "B/parameter"),
        ("fits_4bit/rtx-4090", "30000000000", "parameter"),
        ("memory/rtx-4090", "24", "GB"),
        ("rough_bandwidth/rtx-4090", "1", "TB/s"),
    ],
)
def test_figure_of_the_prose(exchange: Book, figure: str, number: str, unit: str):
    """A figure of the parts or the questions, as the brief prints it."""
    assert printed(exchange, figure) == (Fraction(number), unit)


def test_a_70b_model_needs_two_cards_for_weights_and_three_with_room(exchange: Book):
    """42 GB in 4-bit: more than 80 % of 48, less than 80 % of 80. 140 GB in 16-bit: below 160, above 128, below 192."""
    assert exchange.figure("weights_4bit").exact == 42 * BILLION
    for claim in ("example_is_the_edge_of_48gb", "example_fits_80gb_in_4bit", "example_in_16bit_by_group"):
        assert exchange.verdict(claim).holds


def test_every_claim_of_the_prose_holds_today(exchange: Book):
    """No sentence is hidden and no build stops on the data as it stands."""
    names = [name for name, spec in exchange.site.claims.items() if not spec.over]
    assert [name for name in names if not exchange.verdict(name).holds] == []
