"""What every locale prints, against a table typed by hand."""

import datetime
from collections.abc import Callable, Iterator
from fractions import Fraction
from importlib.metadata import version
from pathlib import Path
from typing import Any

import babel.core
import pytest
import yaml

from gpuguide.l10n import Writer

GOLDEN = yaml.safe_load((Path(__file__).parent / "golden.yaml").read_text(encoding="utf-8"))
LOCALES: list[str] = GOLDEN.pop("locales")


def samples() -> Iterator[Any]:
    for kind, rows in GOLDEN.items():
        for row in rows:
            for locale, expected in zip(LOCALES, row["as"], strict=True):
                name = f"{kind}-{row['value']}-{row.get('unit', '')}-{locale}"
                yield pytest.param(kind, row, locale, expected.replace("~", "\u00a0"), id=name)


@pytest.mark.parametrize(("kind", "row", "locale", "expected"), list(samples()))
def test_a_locale_prints_what_the_table_says(
    writer: Callable[[str], Writer], kind: str, row: dict[str, Any], locale: str, expected: str
):
    """Each sample of golden.yaml, in each locale."""
    assert written(writer(locale), kind, row) == expected


def written(writer: Writer, kind: str, row: dict[str, Any]) -> str:
    value, decimals = row["value"], row.get("decimals")
    match kind:
        case "numbers":
            return writer.number(Fraction(value), decimals)
        case "prose" | "table":
            return writer.quantity(Fraction(value), row["unit"], decimals, "plain", kind)
        case "compact-long" | "compact-short":
            return writer.quantity(Fraction(value), row.get("unit", "count"), None, kind)
        case "dates" if "T" in value:
            return writer.date(datetime.datetime.fromisoformat(value))
        case "dates":
            return writer.date(datetime.date.fromisoformat(value))
        case _:
            return writer.join(value, "or" if kind == "either" else "standard")


def test_the_table_has_sixty_samples_for_each_locale():
    """A short table would prove little."""
    assert sum(len(rows) for rows in GOLDEN.values()) >= 60


def test_every_unit_pattern_is_in_the_table(project_root: Path):
    """A new unit comes with its sample."""
    units = yaml.safe_load((project_root / "data/units.yaml").read_text(encoding="utf-8"))["units"]
    sampled = {row["unit"] for row in GOLDEN["prose"]}
    forms = {row["unit"] for row in GOLDEN["table"]}
    two_forms = {unit for unit, texts in units.items() if any("table" in text for text in texts.values())}
    assert set(units) - sampled == set()
    assert two_forms - forms == set()


def test_every_locale_is_in_the_table(project_root: Path):
    """A new language comes with its column."""
    locales = yaml.safe_load((project_root / "data/locales.yaml").read_text(encoding="utf-8"))["locales"]
    assert sorted(locales) == sorted(LOCALES)


def test_babel_is_the_release_of_the_table():
    """Another CLDR writes other separators: 2.19 is CLDR 49, and 34 samples of 120 changed from 2.18."""
    assert version("babel").startswith("2.19.")
    assert babel.core.get_cldr_version() == "49"
