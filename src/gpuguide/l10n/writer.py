"""Writes numbers, quantities, dates and lists as one locale does.

Knows the unit patterns of data/units.yaml and CLDR through Babel, pinned to one release. Refuses numbers that still need
rounding, and anything that is not a finite number.
"""

from __future__ import annotations

import datetime
from collections.abc import Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache

from babel import Locale as BabelLocale
from babel import UnknownLocaleError
from babel.dates import format_date
from babel.lists import format_list
from babel.numbers import format_compact_decimal, format_decimal, get_group_symbol

from gpuguide.catalog.languages import Locale
from gpuguide.errors import FactsError, Place
from gpuguide.quantities import decimal_text, significant
from gpuguide.quantities.numbers import magnitude, places

UnitPatterns = Mapping[str, Mapping[str, "str | Mapping[str, str]"]]

NBSP = "\u00a0"
WORKING_DIGITS = 6
"""Significant digits of an operand in a derivation."""

COMPACT = {"compact-long": "long", "compact-short": "short"}
UNGROUPED = frozenset({"year"})
"""Units whose numbers are names more than amounts: 2022, never 2,022."""


class Writer:
    """How one locale writes; made once, asked often."""

    def __init__(self, locale_id: str, locale: Locale, units: UnitPatterns) -> None:
        """Take the locale's record and the unit patterns of all locales."""
        self.id = locale_id
        self.locale = locale
        self._babel = _known(locale_id, locale.babel)
        self._units = units
        self._foreign_group = get_group_symbol(self._babel)
        # typed: True and 1.0 equal 1 as keys, and would be answered without being refused
        self.number = lru_cache(maxsize=None, typed=True)(self._number)
        self.quantity = lru_cache(maxsize=None, typed=True)(self._quantity)
        self.working = lru_cache(maxsize=None, typed=True)(self._working)

    def _number(self, value: Fraction, decimals: int | None = None) -> str:
        """A number alone, with this many decimals, or as many as it needs."""
        needed = places(_finite(value))
        if needed is None or (decimals is not None and needed > decimals):
            raise ValueError(f"{value} is not rounded to {decimals} decimals; round it before it is written")
        shown = needed if decimals is None else decimals
        pattern = "#,##0" + ("." + "0" * shown if shown else "")
        exact = Decimal(decimal_text(value))
        text = format_decimal(exact, format=pattern, locale=self._babel, decimal_quantization=False)
        return text.replace(self._foreign_group, self.locale.group) if self._foreign_group != self.locale.group else text

    def _quantity(
        self, value: Fraction, unit: str, decimals: int | None = None, form: str = "plain", style: str = "prose"
    ) -> str:
        """A number with its unit, in the unit's prose or table pattern."""
        number = self.compact(value, COMPACT[form]) if form in COMPACT else self.number(value, decimals)
        if unit in UNGROUPED:
            number = number.replace(self.locale.group, "")
        variant = "compact" if form in COMPACT else "one" if value == 1 else ""
        return self.pattern(unit, style, variant).replace(" ", NBSP).replace("{n}", number)

    @staticmethod
    def _working(value: Fraction) -> Fraction:
        """An operand of a derivation: exact when short, else to six significant digits."""
        needed = places(value)
        short = needed is not None and needed + magnitude(value) + 1 <= WORKING_DIGITS
        return value if short else significant(value, WORKING_DIGITS)

    def pattern(self, unit: str, style: str = "prose", variant: str = "") -> str:
        """The pattern of a unit, `{n} GB`, in its variant for one or for compact numbers where it has one.

        A unit without a pattern prints the number alone.
        """
        texts = self._units.get(unit, {})
        text = texts.get(self.id, texts.get("*", "{n}"))
        return text if isinstance(text, str) else text.get(variant, text.get(style, text["prose"]))

    def compact(self, value: Fraction, form: str) -> str:
        """A large number with a word for its power of ten: 200 billion, 2000亿, 9B."""
        needed = places(_finite(value))
        if needed is None or needed > 0:
            raise ValueError(f"{value} is not a whole number; round it before it is written")
        overrides = (self.locale.compact or {}).get(form, {})
        power = magnitude(value)
        if str(power) in overrides:
            base = Fraction(10) ** (power - power % 3)
            return overrides[str(power)].replace(" ", NBSP).replace("{n}", self.number(value / base))
        # as many digits as the number has: Babel would round what is left, half to even
        text = format_compact_decimal(int(value), format_type=form, locale=self._babel, fraction_digits=power)  # type: ignore[arg-type]  # Babel's stub wants a Literal
        return text.replace(" ", NBSP)

    def date(self, value: datetime.date) -> str:
        """A date in the locale's long form."""
        if not isinstance(value, datetime.date):
            raise ValueError(f"{value} is not a date")  # Babel would print today for None
        day = format_date(value, format="long", locale=self._babel)
        if not isinstance(value, datetime.datetime):
            return day
        # a feed's moments are in UTC and to the minute; the hour has one form for all languages, as engineers write it
        return self.locale.moment.replace("{day}", day).replace("{time}", f"{value:%H:%M}").replace(" UTC", f"{NBSP}UTC")

    def join(self, items: Sequence[str], style: str = "standard") -> str:
        """Items joined as the language does, with its word for "and"."""
        return format_list(list(items), style=style, locale=self._babel)  # type: ignore[arg-type]  # Babel's stub wants a Literal


def _finite(value: object) -> Fraction:
    if isinstance(value, bool) or not isinstance(value, Fraction | int):
        raise ValueError(f"expected an exact number, got {value!r}")
    return Fraction(value)


def _known(locale_id: str, babel: str) -> BabelLocale:
    """Babel's own record of a language; `FactsError` where it has none of this id."""
    try:
        return BabelLocale.parse(babel)
    except (ValueError, UnknownLocaleError) as error:
        place, path = Place("data/locales.yaml"), f"locales.{locale_id}.babel"
        raise FactsError.at(place, f"Babel has no locale {babel}", "write one that it has, such as ja or pt_PT", path) from error
