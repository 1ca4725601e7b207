"""Rounding once, by declared step: which line of print applies and what it makes of a value."""

from collections.abc import Callable
from fractions import Fraction

import pytest

from gpuguide.quantities import round_to_step
from tests.figures.conftest import Small, formula, refused

Build = Callable[..., Small]

COUNTED = """
size_of:
  label: Size
  over: [count]
  formula: capacity
  inputs: {memory: gpus.alpha.memory_gb, cards: count.cards}
  print: %s
"""


@pytest.mark.parametrize(("gpu", "printed", "unit"), [("alpha", "2", "TB/s"), ("delta", "1", "TB/s"), ("gamma", "900", "GB/s")])
def test_at_least_chooses_the_line(small: Build, gpu: str, printed: str, unit: str):
    """From 1 TB/s up in TB/s, below in GB/s; 1,000 GB/s is on the upper side."""
    figure = small().book.figure(f"bandwidth/{gpu}")
    assert (figure.printed, figure.unit.id) == (Fraction(printed), unit)


def test_when_chooses_the_line(small: Build):
    """A server of eight is rounded to hundreds, a single card is not."""
    book = small(figures=COUNTED % "[{unit: GB, step: 100, when: [count.cards >= 8]}, {unit: GB, step: 1}]").book
    assert [book.figure(f"size_of/{count}").printed for count in ("x1", "x8")] == [80, 600]


@pytest.mark.parametrize(
    ("step", "way", "printed"),
    [("30", "down", 60), ("30", "up", 90), ("32", "half-up", 96), ("100", "half-up", 100), ("160", "half-up", 160)],
)
def test_round_goes_the_declared_way(small: Build, step: str, way: str, printed: int):
    """80 GB to steps of 30 are 60 down and 90 up; 80 is the half of 160 and goes up."""
    assert small(figures=COUNTED % f"{{unit: GB, step: {step}, round: {way}}}").book.figure("size_of/x1").printed == printed


@pytest.mark.parametrize(("gigabytes", "printed"), [("58.5", 59), ("127.5", 128), ("58.499", 58), ("0.5", 1), ("2.5", 3)])
def test_halves_go_up_not_to_even(gigabytes: str, printed: int):
    """58.5 is 59 and 2.5 is 3; 58.499 is 58."""
    assert round_to_step(Fraction(gigabytes), Fraction(1)) == printed


def test_trim_drops_zeros_and_a_step_keeps_them(small: Build):
    """2 TB/s stays 2; with a step of 0.01 and no trim two decimals are printed."""
    book = small(figures=COUNTED % "{unit: TB, step: 0.01}").book
    assert (book.figure("size_of/x1").printed, book.figure("size_of/x1").decimals) == (Fraction("0.08"), 2)
    assert book.figure("bandwidth/alpha").decimals is None


def test_the_form_goes_along(small: Build):
    """A figure that prints compactly says so; the number is the same."""
    figure = small(figures=COUNTED % "{unit: B, step: 1000000000, form: compact-long}").book.figure("size_of/x1")
    assert (figure.form, figure.printed) == ("compact-long", Fraction(80_000_000_000))


def test_the_exact_value_is_in_the_printed_unit(small: Build):
    """74,684,354,560 bytes are written 74.68435456 for machines and 75 for people."""
    figure = small().book.figure("memory/70b/fp8/8k")
    assert (figure.value_text, figure.printed, figure.printed_value) == ("74.68435456", Fraction(75), Fraction(75 * 10**9))


SMALL_PRICE = (
    "meter: {label: Meter, is: policy.meter, print: %s}\n"
    f"hours: {formula('break_even_hours', 'price: prices.alpha.monthly, meter: meter', 'h')}"
)


def test_a_rounded_price_is_not_fed_on(small: Build):
    """1,500 over 0.0048 an hour are 312,500 hours; over the printed 0.005 they would be 300,000."""
    book = small(figures=SMALL_PRICE % "{unit: USD/h, step: 0.001}").book
    assert book.figure("meter").printed == Fraction("0.005")
    assert book.figure("hours").exact == 312_500


def test_a_price_never_prints_as_nothing(small: Build):
    """0.0048 an hour to the cent would read 0.00: the build says so instead."""
    project = small(figures=SMALL_PRICE % "{unit: USD/h, step: 0.01}")
    problem = refused(lambda: project.book.figure("meter"))
    assert str(problem.place).startswith(project.line_of("meter:"))
    assert problem.message == "0.0048 USD/h would print as 0"
    assert "finer step" in problem.hint


def test_no_line_of_print_applies(small: Build):
    """80 GB is below a terabyte, and there is no second line."""
    project = small(figures=COUNTED % "{unit: TB, step: 1, at_least: 1}")
    problem = refused(lambda: project.book.figure("size_of/x1"))
    assert problem.message == "no line of print applies"
    assert problem.hint == "end with one that has neither at_least nor when"
    assert str(problem.place).startswith(project.line_of("size_of:"))


@pytest.mark.parametrize("lines", ["{unit: GB/s, step: 1}", "[{unit: GB, step: 1}, {unit: GB/s, step: 1}]"])
def test_print_is_in_a_unit_of_the_figures_dimension(small: Build, lines: str):
    """A memory is not printed in GB/s, not even on a line that no value reaches yet."""
    problem = refused(lambda: small(figures=COUNTED % lines).book.figure("size_of/x1"))
    assert problem.message == "the figure is memory, and its print says GB/s, which is bandwidth"
    assert problem.hint == "print it in B, GB, GiB, MB, MiB, TB"
