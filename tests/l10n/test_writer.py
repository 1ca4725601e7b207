"""What the writer refuses, and what it never depends on."""

import datetime
import os
import subprocess
import sys
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from gpuguide.l10n import Writer

NBSP = "\u00a0"


def test_a_number_that_needs_rounding_is_refused(writer: Callable[[str], Writer]):
    """Babel would round half to even: 2.345 is rounded before it is written, never here."""
    with pytest.raises(ValueError, match="not rounded to 2 decimals; round it before it is written"):
        writer("en").number(Fraction("2.345"), 2)


def test_a_number_that_never_ends_is_refused(writer: Callable[[str], Writer]):
    """A third has no decimal of its own."""
    with pytest.raises(ValueError, match="1/3 is not rounded"):
        writer("en").number(Fraction(1, 3))


@pytest.mark.parametrize("value", [2.0, True, None, float("nan"), float("inf"), "2", Decimal("NaN"), Decimal(2)])
def test_only_exact_numbers_are_written(writer: Callable[[str], Writer], value: Any):
    """A float, a bool, None, a text, NaN and infinity are no numbers of ours, even after an equal number was written."""
    for locale in ("en", "ja"):
        writer(locale).number(Fraction(2))
        writer(locale).number(Fraction(1))
        writer(locale).quantity(Fraction(1), "GB")
        with pytest.raises(ValueError, match="expected an exact number"):
            writer(locale).number(value)
        with pytest.raises(ValueError, match="expected an exact number"):
            writer(locale).quantity(value, "GB")


@pytest.mark.parametrize("value", [True, 2.0, None, float("nan")])
def test_a_compact_number_is_exact_too(writer: Callable[[str], Writer], value: Any):
    """The compact form refuses what the plain form refuses."""
    with pytest.raises(ValueError, match="expected an exact number"):
        writer("en").compact(value, "long")


def test_a_compact_number_is_whole(writer: Callable[[str], Writer]):
    """One and a half tokens have no compact form."""
    with pytest.raises(ValueError, match="not a whole number"):
        writer("pt").compact(Fraction(3, 2), "long")


@pytest.mark.parametrize("value", [None, "2026-09-01", 20260901])
def test_only_dates_are_written_as_dates(writer: Callable[[str], Writer], value: Any):
    """Babel prints today for None; a build has no clock."""
    with pytest.raises(ValueError, match="is not a date"):
        writer("en").date(value)


def test_minus_zero_is_zero(writer: Callable[[str], Writer]):
    """No page says -0."""
    assert writer("en").number(Fraction("-0.0"), 1) == "0.0"


def test_a_unit_without_a_pattern_prints_the_number_alone(writer: Callable[[str], Writer]):
    """Cards are counted by the sentence around the number."""
    assert writer("zh").quantity(Fraction(265), "card") == "265"


def test_a_unit_is_tied_to_its_number(writer: Callable[[str], Writer]):
    """80 GB never breaks at the end of a line."""
    assert writer("en").quantity(Fraction(80), "GB") == f"80{NBSP}GB"


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        ("2684354560", "2684350000"),  # ten digits are rounded half up to six
        ("2.684354", "2.68435"),
        ("2.684355", "2.68436"),
        ("655360", "655360"),  # six stay as they are
        ("1.5", "1.5"),
        ("5/3", "1.66667"),
        ("1/3", "0.333333"),
    ],
)
def test_an_operand_has_at_most_six_digits(writer: Callable[[str], Writer], value: str, shown: str):
    """An operand of a derivation is exact when it is short, else rounded half up to six significant digits."""
    assert writer("en").working(Fraction(value)) == Fraction(shown)


SCRIPT = """
import sys
from pathlib import Path
from fractions import Fraction
from datetime import date
from gpuguide.catalog.loader import load_sites
from gpuguide.l10n import Writer
site = load_sites(Path(sys.argv[1]))[0]
writer = Writer("en", site.locales["en"], site.units)
print(ascii([writer.number(Fraction("1234.5")), writer.compact(Fraction(200_000_000_000), "long"),
             writer.date(date(2026, 3, 9)), writer.join(["A", "B", "C"])]))
"""


@pytest.mark.parametrize("machine", ["pt_BR.UTF-8", "C", "ja_JP.UTF-8"])
def test_the_machine_has_no_say(project_root: Path, machine: str):
    """LC_ALL of the machine changes nothing: the locale is always named."""
    environment = {**os.environ, "LC_ALL": machine, "LANG": machine, "PYTHONPATH": str(project_root / "src")}
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, str(project_root)], env=environment, capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == ascii(["1,234.5", f"200{NBSP}billion", "March 9, 2026", "A, B, and C"])


def test_a_moment_is_to_the_minute(writer: Callable[[str], Writer]):
    """A feed's moment is printed without seconds, in UTC."""
    moment = datetime.datetime(2026, 9, 1, 9, 5, 59, tzinfo=datetime.UTC)
    assert writer("en").date(moment) == f"September 1, 2026, 09:05{NBSP}UTC"
