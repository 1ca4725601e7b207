"""The text of numbers, form by form and language by language."""

from __future__ import annotations

from fractions import Fraction

import pytest

from gpuguide.checks.declared import PrintLine
from gpuguide.checks.documents import Record
from gpuguide.checks.languages import Language
from gpuguide.checks.writing import Writer, Written

EN = Language("en", "en", "en", "en_US", "en", ".", ",", "{n}x {name}", "—", (("billion", Fraction(10**9)),))
PT = Language(
    "pt", "pt", "pt-BR", "pt_BR", "pt", ",", ".", "{n}x {name}", "—",
    (("milhões", Fraction(10**6)), ("mil", Fraction(1000))),
)  # fmt: skip
ZH = Language("zh", "zh_Hans", "zh-Hans", "zh_CN", "zh", ".", ",", "{n}×{name}", "—", (("亿", Fraction(10**8)),))


def record(**values: str | Record) -> Record:
    """A mapping of a YAML file."""
    made = Record()
    made.update(values)
    return made


UNITS = Record()
UNITS["GB"] = record(**{"*": "{n} GB"})
UNITS["USD"] = record(en="${n}", pt="US$ {n}", zh=record(prose="{n}美元", table="${n}"))


def line(unit: str, step: str, *, trim: bool = False) -> PrintLine:
    """A print line without conditions."""
    return PrintLine(unit, Fraction(step), "half-up", trim, "plain", None, ())


PRICE = Written(Fraction(1690), Fraction(1690), "USD", line("USD", "1"))
HOUR = Written(Fraction(1690, 720), Fraction("2.35"), "USD", line("USD", "0.01"))
EVEN = Written(Fraction("5.4"), Fraction("5.4"), "USD", line("USD", "0.01"))
TRIMMED = Written(Fraction("5.3"), Fraction("5.3"), "GB", line("GB", "0.01", trim=True))
FACT = Written(Fraction("989.5"), Fraction("989.5"), "GB")


@pytest.mark.parametrize(
    ("language", "number", "form", "text"),
    [
        (EN, PRICE, "prose", "$1,690"),
        (PT, PRICE, "prose", "US$\u00a01.690"),
        (ZH, PRICE, "prose", "1,690美元"),
        (ZH, PRICE, "table", "$1,690"),
        (PT, PRICE, "bare", "1.690"),
        (PT, HOUR, "prose", "US$\u00a02,35"),
        (EN, HOUR, "working", "$2.34722"),
        (EN, EVEN, "bare", "5.40"),
        (EN, EVEN, "working", "$5.4"),
        (EN, TRIMMED, "prose", "5.3\u00a0GB"),
        (PT, FACT, "prose", "989,5\u00a0GB"),
    ],
)
def test_a_number_is_written_in_its_language_and_form(language: Language, number: Written, form: str, text: str) -> None:
    """Separators, decimals and unit are those of the language; the form decides what goes with the number."""
    assert Writer(UNITS).text(language, number, form) == text


@pytest.mark.parametrize(
    ("language", "text", "number"),
    [
        (EN, "1,690", "1690"),
        (EN, "16,90", None),
        (EN, "1.690", "1.69"),
        (PT, "1.690", "1690"),
        (PT, "200 mil\u00a0milhões", "200000000000"),
        (ZH, "2000亿", "200000000000"),
        (EN, "200\u00a0billion", "200000000000"),
        (EN, "billion", None),
        (EN, "", None),
    ],
)
def test_a_text_is_read_in_its_language(language: Language, text: str, number: str | None) -> None:
    """The same signs are another number in another language."""
    assert language.read(text) == (None if number is None else Fraction(number))
