"""Rounding and writing of exact numbers, worked by hand."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpuguide.quantities.numbers import decimal_text, magnitude, places, round_to_step, significant

NUMBERS = st.fractions(min_value=-(10**15), max_value=10**15)
STEPS = st.sampled_from([Fraction(1), Fraction(10), Fraction(1, 100), Fraction(5 * 10**9), Fraction(1, 3)])


@pytest.mark.parametrize(
    ("value", "step", "rounded"),
    [
        ("127.5", "1", "128"),
        ("58.5", "1", "59"),
        ("0.5", "1", "1"),
        ("2.5", "1", "3"),
        ("0.125", "0.01", "0.13"),
        ("2.675", "0.01", "2.68"),  # a float holds 2.67499...
        ("2.0833333", "0.01", "2.08"),
        ("0.4999999999999999999999", "1", "0"),
        ("74.68435456", "1", "75"),
        ("45", "10", "50"),
        ("44.9", "10", "40"),
        ("197500000000", "5000000000", "200000000000"),
        ("197499999999", "5000000000", "195000000000"),
        ("7", "1", "7"),
        ("0", "0.01", "0"),
        ("-0.5", "1", "-1"),
        ("-2.5", "1", "-3"),
        ("-0.4", "1", "0"),
        ("-0.125", "0.01", "-0.13"),
    ],
)
def test_half_goes_up(value, step, rounded):
    """To the nearest step; a tie goes away from zero, as people expect of prices."""
    assert round_to_step(Fraction(value), Fraction(step)) == Fraction(rounded)


@pytest.mark.parametrize(
    ("value", "step", "down", "up"),
    [
        ("127.9", "1", "127", "128"),
        ("127", "1", "127", "127"),
        ("0.129", "0.01", "0.12", "0.13"),
        ("41", "10", "40", "50"),
        ("199999999999", "5000000000", "195000000000", "200000000000"),
        ("-1.5", "1", "-2", "-1"),
    ],
)
def test_down_is_the_step_below_and_up_the_step_above(value, step, down, up):
    """A number on a step stays where it is."""
    assert round_to_step(Fraction(value), Fraction(step), "down") == Fraction(down)
    assert round_to_step(Fraction(value), Fraction(step), "up") == Fraction(up)


@pytest.mark.parametrize(("step", "direction"), [("0", "half-up"), ("-1", "half-up"), ("1", "half-even"), ("1", "")])
def test_a_step_or_direction_without_meaning_is_refused(step, direction):
    """A step is above zero and there are three directions."""
    with pytest.raises(ValueError, match=r"above 0|half-up, down or up"):
        round_to_step(Fraction(1), Fraction(step), direction)


@given(NUMBERS, STEPS)
def test_rounding_moves_by_half_a_step_at_most(value, step):
    """The result is a multiple of the step, and none is nearer."""
    rounded = round_to_step(value, step)
    assert (rounded / step).denominator == 1
    assert abs(rounded - value) <= step / 2


@given(NUMBERS, STEPS)
def test_rounding_has_no_favourite_sign(value, step):
    """Half up of -x is minus half up of x, and what is rounded stays rounded."""
    rounded = round_to_step(value, step)
    assert round_to_step(-value, step) == -rounded
    assert round_to_step(rounded, step) == rounded


@given(NUMBERS, STEPS)
def test_down_and_up_enclose_the_number(value, step):
    """Down is never above it, up never below."""
    assert round_to_step(value, step, "down") <= value <= round_to_step(value, step, "up")


@pytest.mark.parametrize(
    ("value", "power"),
    [
        ("7", 0),
        ("9.99", 0),
        ("10", 1),
        ("42", 1),
        ("1000", 3),
        ("999.999", 2),
        ("0.5", -1),
        ("0.1", -1),
        ("0.0999", -2),
        ("0.001", -3),
        ("-42", 1),
        ("-0.05", -2),
        ("0", 0),
        ("1000000000000000000000000000000", 30),
    ],
)
def test_magnitude_is_the_power_of_the_first_digit(value, power):
    """7 has 0, 42 has 1, 0.5 has -1; zero has 0."""
    assert magnitude(Fraction(value)) == power


def test_magnitude_of_a_fraction_that_never_ends():
    """1/3 = 0.333... and 1/1024 = 0.00097..."""
    assert (magnitude(Fraction(1, 3)), magnitude(Fraction(1, 1024)), magnitude(Fraction(10, 3))) == (-1, -4, 0)


@pytest.mark.parametrize(
    ("value", "digits", "rounded"),
    [
        ("0.5416666666", 6, "0.541667"),
        ("1234567", 6, "1234570"),
        ("1234565", 6, "1234570"),
        ("999999.5", 6, "1000000"),
        ("0.0001234564", 6, "0.000123456"),
        ("-1234565", 6, "-1234570"),
        ("0", 6, "0"),
        ("989.5", 2, "990"),
        ("995", 2, "1000"),
    ],
)
def test_significant_digits_are_rounded_half_up(value, digits, rounded):
    """Counted from the first digit that is not zero."""
    assert significant(Fraction(value), digits) == Fraction(rounded)


@pytest.mark.parametrize(
    ("value", "needed"),
    [("5", 0), ("0.5", 1), ("0.125", 3), ("0.01", 2), ("1/3", None), ("1/7", None), ("1/1024", 10), ("0", 0)],
)
def test_places_are_counted_or_endless(value, needed):
    """How many decimals a number needs; None when they never end."""
    assert places(Fraction(value)) == needed


def test_a_very_long_decimal_counts_as_endless():
    """1/2^40 ends after 40 places, 1/2^41 after 41."""
    assert places(Fraction(1, 2**40)) == 40
    assert places(Fraction(1, 2**41)) is None


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (Fraction("74.68435456"), "74.68435456"),
        (Fraction(80), "80"),
        (Fraction(0), "0"),
        (Fraction("0.05"), "0.05"),
        (Fraction("-0.5"), "-0.5"),
        (Fraction(-3), "-3"),
        (Fraction(10**21), "1" + "0" * 21),
        (Fraction(1, 8), "0.125"),
        (Fraction(1, 3), "0.33333333333333333333"),  # twenty digits
        (Fraction(2, 3), "0.66666666666666666667"),  # half up in the twentieth
        (Fraction(-2, 3), "-0.66666666666666666667"),
        (Fraction(100, 3), "33.333333333333333333"),
        (Fraction(1, 300), "0.0033333333333333333333"),
        (Fraction(10**25, 3), "3333333333333333333300000"),
        (Fraction(1, 3 * 10**25), "0." + "0" * 25 + "3" * 20),
        (Fraction(-1, 3 * 10**40), "-0." + "0" * 40 + "3" * 20),
    ],
)
def test_decimal_text_is_exact_or_twenty_digits(value, text):
    """Exact where the decimal ends, else twenty significant digits, half up; never an exponent."""
    assert decimal_text(value) == text


@given(NUMBERS)
def test_decimal_text_reads_back(value):
    """To itself where it ends, else to within half of the twentieth digit."""
    back = Fraction(decimal_text(value))
    assert abs(back - value) <= Fraction(10) ** (magnitude(value) - 19) / 2


@given(NUMBERS)
def test_decimal_text_is_plain(value):
    """Digits, one point, one sign; no zero after the point's last digit, no lonely minus."""
    text = decimal_text(value)
    assert set(text) <= set("0123456789.-")
    assert "." not in text or text[-1] != "0"
    assert text != "-0"
