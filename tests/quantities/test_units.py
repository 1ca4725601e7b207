"""The unit table."""

from __future__ import annotations

from fractions import Fraction

import pytest

from gpuguide.quantities import UNITS, Missing, Quantity, unit
from gpuguide.quantities.units import _TABLE


def test_no_unit_stands_twice():
    """An id means one unit, whatever it measures."""
    ids = [name for units in _TABLE.values() for name in units]
    assert sorted(set(ids)) == sorted(ids) == sorted(UNITS)


@pytest.mark.parametrize("name", sorted(UNITS))
def test_every_unit_has_a_size_and_its_own_id(name):
    """A scale above zero, or a number in it would be nothing."""
    assert UNITS[name].scale > 0
    assert UNITS[name].id == name


@pytest.mark.parametrize("dimension", sorted(_TABLE))
def test_every_dimension_has_a_base_unit(dimension):
    """A dimension with several units has one of scale one, in which its amounts are kept."""
    scales = {Fraction(scale) for scale in _TABLE[dimension].values()}
    assert Fraction(1) in scales or len(scales) == 1


@pytest.mark.parametrize(
    ("name", "scale", "dimension"),
    [
        ("GB", 10**9, "memory"),
        ("MiB", 1048576, "memory"),
        ("GiB", 1073741824, "memory"),
        ("TB/s", 10**12, "bandwidth"),
        ("TFLOPS", 10**12, "compute"),
        ("%", Fraction(1, 100), "share"),
        ("USD/Mtoken", Fraction(1, 10**6), "price per token"),
        ("kB/token", 1000, "bytes per token"),
        ("min", 60, "time"),
    ],
)
def test_scales_by_hand(name, scale, dimension):
    """GB is decimal, GiB binary; per cent is a hundredth."""
    assert (unit(name).scale, unit(name).dimension) == (scale, dimension)


def test_a_unit_that_does_not_exist_is_a_key_error():
    """The caller names the file in which it stands."""
    with pytest.raises(KeyError):
        unit("furlong")


def test_a_quantity_remembers_how_it_was_written():
    """80 GB is 80,000,000,000 B, written as 80; 81559 MiB is 85,520,809,984 B."""
    assert Quantity(Fraction(80 * 10**9), unit("GB")).written == 80
    assert Quantity(Fraction(85_520_809_984), unit("MiB")).written == 81559


def test_the_words_for_a_missing_value():
    """Four words, and none of them is a number."""
    assert {word.value for word in Missing} == {"unknown", "not_published", "none", "no_offer"}
