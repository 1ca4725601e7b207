"""What renting costs: worked by hand, in dollars."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gpuguide.pricing import rental

HOURS = Fraction(720)
PERCENT = Fraction(1, 100)
TB = Fraction(10**12)
DOLLARS = st.fractions(Fraction(1, 100), 10**6)
rule = settings(derandomize=True, deadline=None, max_examples=60)


def test_the_list_total_is_price_times_cards():
    """Two cards of 990 are 1,980."""
    assert rental.list_total(Fraction(990), Fraction(2)) == 1980


@pytest.mark.parametrize(
    ("price", "cards", "percent", "total"),
    [(990, 2, 5, "1881"), (1690, 8, 10, "12168"), (3890, 8, 10, "28008"), (1590, 8, 10, "11448"), (1090, 8, 10, "7848")],
)
def test_a_discount_comes_off_the_list_total(price: int, cards: int, percent: int, total: str):
    """5 % off 1,980 leave 1,881; a node's 10 % leave an amount that is not yet rounded."""
    listed = rental.list_total(Fraction(price), Fraction(cards))
    assert rental.discounted(listed, percent * PERCENT) == Fraction(total)


def test_an_hour_is_a_share_of_the_month():
    """1,881 a month over 720 hours are 2.6125 an hour for the whole server."""
    assert rental.hourly(Fraction(1881), HOURS) == Fraction("2.6125")


def test_a_gpu_hour_divides_by_hours_and_cards():
    """12,170 over 720 hours and 8 cards: 2.11284..., and 1,690 over one card 2.34722..."""
    assert rental.gpu_hour(Fraction(12_170), HOURS, Fraction(8)) == Fraction(1217, 576)
    assert rental.gpu_hour(Fraction(1690), HOURS, Fraction(1)) == Fraction(169, 72)


def test_a_small_price_is_not_cut_before_it_is_multiplied():
    """0.0048 an hour for 730 hours is 3.504, not 2.92: what a page shows is never fed on."""
    assert rental.overage(Fraction("730"), Fraction("0.0048")) == Fraction("3.504")


def test_a_token_costs_the_month_over_its_tokens():
    """250 over ten million tokens are 25 a million."""
    assert rental.price_per_token(Fraction(250), Fraction(10**7)) * 10**6 == 25


def test_traffic_holds_tokens():
    """20 TB at 100 bytes a token are 200 billion tokens."""
    assert rental.tokens_in_traffic(20 * TB, Fraction(100)) == 200 * 10**9


def test_break_even_is_price_over_meter():
    """1,690 a month against 3.49 an hour breaks even at 484.2 hours, against 2.49 at 678.7."""
    assert rental.break_even_hours(Fraction(1690), Fraction("3.49")) == Fraction(169_000, 349)
    assert rental.break_even_hours(Fraction(1690), Fraction("2.49")) == Fraction(169_000, 249)


def test_overage_is_paid_by_the_terabyte():
    """Three terabytes at 4 a TB are 12."""
    assert rental.overage(3 * TB, 4 / TB) == 12


def test_a_difference_is_how_much_more_the_first_is():
    """2,290 is 700 more than 1,590, and 1,590 is 700 less."""
    assert rental.difference(Fraction(2290), Fraction(1590)) == 700
    assert rental.difference(Fraction(1590), Fraction(2290)) == -700


def test_a_ratio_is_a_share():
    """230 of 990 is 23/99, a little below a quarter."""
    assert rental.ratio(Fraction(230), Fraction(990)) == Fraction(23, 99) < Fraction(1, 4)


@rule
@given(DOLLARS, st.fractions(0, 1))
def test_a_discount_never_makes_dearer(total: Fraction, discount: Fraction):
    """A discounted price is between nothing and the total, and no discount changes nothing."""
    assert 0 <= rental.discounted(total, discount) <= total
    assert rental.discounted(total, Fraction(0)) == total


@rule
@given(DOLLARS, DOLLARS, DOLLARS)
def test_break_even_falls_as_the_meter_rises(price: Fraction, meter: Fraction, rise: Fraction):
    """Against a dearer meter, fewer hours pay for the month."""
    assert rental.break_even_hours(price, meter + rise) < rental.break_even_hours(price, meter)


@rule
@given(DOLLARS, DOLLARS)
def test_at_break_even_both_cost_the_same(price: Fraction, meter: Fraction):
    """The meter's price for that many hours is the month's price, to the last digit."""
    hours = rental.break_even_hours(price, meter)
    assert type(hours) is Fraction
    assert hours * meter == price


@rule
@given(DOLLARS, st.integers(1, 64).map(Fraction))
def test_card_hours_add_up_to_the_servers_hour(price: Fraction, cards: Fraction):
    """All cards' hours together cost what the server's hour costs."""
    assert rental.gpu_hour(price, HOURS, cards) * cards == rental.hourly(price, HOURS)


def test_a_meter_at_a_multiple_breaks_even_at_a_share_of_the_month():
    """At one and a half times 2.50, 3.75 an hour, 720 hours cost 2,700, and 480 of them the 1,800 of the month."""
    meter = rental.metered_price(Fraction("2.5"), Fraction("1.5"))
    assert (meter, rental.metered_month(meter, HOURS)) == (Fraction("3.75"), Fraction(2700))
    assert rental.break_even_at(HOURS, Fraction("1.5")) == 480 == rental.break_even_hours(Fraction(1800), meter)
