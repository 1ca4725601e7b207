"""Exact numbers and their digits, worked by hand."""

from __future__ import annotations

from fractions import Fraction

import pytest

from gpuguide.checks.numerals import parse_decimal, places, plain, published, rounded, significant


@pytest.mark.parametrize(
    ("value", "step", "direction", "expected"),
    [
        ("127.5", "1", "half-up", "128"),  # half to even would give 128 as well ...
        ("58.5", "1", "half-up", "59"),  # ... and 58 here
        ("2.345", "0.01", "half-up", "2.35"),
        ("12168", "10", "half-up", "12170"),
        ("-2.5", "1", "half-up", "-3"),
        ("2.9", "1", "down", "2"),
        ("2.1", "1", "up", "3"),
        ("2", "1", "up", "2"),
        ("0.3", "0.25", "half-up", "0.25"),
    ],
)
def test_rounding_goes_to_a_multiple_of_the_step(value: str, step: str, direction: str, expected: str) -> None:
    """Half goes up, whatever the step."""
    assert rounded(Fraction(value), Fraction(step), direction) == Fraction(expected)


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (Fraction(7468435456, 10**8), "74.68435456"),
        (Fraction(1690, 720), "2.3472222222222222222"),  # twenty significant digits
        (Fraction(2, 3), "0.66666666666666666667"),  # half up at the twentieth
        (Fraction(20, 3), "6.6666666666666666667"),
        (Fraction(1, 2**30), "0.000000000931322574615478515625"),  # it ends, so all of it
        (Fraction(80), "80"),
        (Fraction(-1, 4), "-0.25"),
        (Fraction(0), "0"),
    ],
)
def test_a_published_value_is_exact_or_has_twenty_digits(value: Fraction, expected: str) -> None:
    """A decimal that ends is written out; one that does not has twenty significant digits."""
    assert plain(value) == expected
    assert parse_decimal(expected) == published(value)


def test_significant_digits_count_from_the_first() -> None:
    """Six digits of 2.68435456 and of 12,345,678."""
    assert significant(Fraction("2.68435456"), 6) == Fraction("2.68435")
    assert significant(Fraction(12345678), 6) == 12345700
    assert significant(Fraction("0.0001234565"), 6) == Fraction("0.000123457")


@pytest.mark.parametrize(("value", "expected"), [("1", 0), ("0.5", 1), ("0.125", 3), ("2.350", 2), ("1000", 0)])
def test_places_are_the_decimals_that_a_number_needs(value: str, expected: int) -> None:
    """No more decimals than needed."""
    assert places(Fraction(value)) == expected


@pytest.mark.parametrize("text", ["1e3", "1,000", "", " 1", "½", ".5", "5.", "0x1", "1/3", "١", None, 1])
def test_only_plain_decimals_are_numbers(text: object) -> None:
    """A value is a plain decimal; nothing else that Python might read as a number."""
    assert parse_decimal(text) is None
