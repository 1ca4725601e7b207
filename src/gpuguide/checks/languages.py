"""How a language writes numbers, and how its numbers are read back.

Knows separators, scale words and the pattern for a count of cards, as data/locales.yaml has them. Refuses to know
Babel: what the engine formats with a library is checked here by hand.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from gpuguide.checks import shapes
from gpuguide.checks.documents import Record
from gpuguide.checks.numerals import digits
from gpuguide.checks.shapes import ShapeError

_SPACES = " \u00a0\u2007\u2009\u202f"
"""Releases of CLDR differ in the space between thousands; a reader takes any of them."""


@dataclass(frozen=True)
class Language:
    """One entry of data/locales.yaml."""

    id: str
    babel: str
    tag: str
    og: str
    segment: str
    decimal: str
    group: str
    server: str
    dash: str
    scale_words: tuple[tuple[str, Fraction], ...]
    name: str = ""
    moment: str = "{day}, {time} UTC"
    marks: tuple[tuple[str, str], ...] = ()
    """The punctuation between pieces: colon, comma, semicolon, open, close, gap."""

    def mark(self, name: str) -> str:
        """One of the marks."""
        return dict(self.marks).get(name, "")

    @property
    def base(self) -> str:
        """The language without script or country: zh for zh-Hans."""
        return self.tag.partition("-")[0].lower()

    def number(self, value: Fraction, decimals: int, *, trim: bool = False) -> str:
        """A number of at most so many decimals as the language writes it."""
        whole, part = digits(value, decimals)
        part = part.rstrip("0") if trim else part
        grouped = re.sub(r"(?<=[0-9])(?=(?:[0-9]{3})+$)", lambda _: self.group, whole)
        return ("-" if value < 0 else "") + (f"{grouped}{self.decimal}{part}" if part else grouped)

    def read(self, text: str) -> Fraction | None:
        """The number that a text writes in this language, with scale words; None when it is not one."""
        match = _pattern(self).fullmatch(text)
        if match is None:
            return None
        sign, whole, part, words = match.group("sign", "whole", "part", "words")
        value = Fraction(re.sub("[^0-9]", "", whole) + (f".{part}" if part else ""))
        rest = words or ""
        while rest := rest.strip(" \u00a0"):
            word, factor = next((word, factor) for word, factor in self.scale_words if rest.startswith(word))
            value *= factor
            rest = rest[len(word) :]
        return -value if sign else value


@lru_cache(maxsize=64)
def _pattern(language: Language) -> re.Pattern[str]:
    group = f"[{_SPACES}]" if language.group in _SPACES else re.escape(language.group)
    decimal = re.escape(language.decimal)
    words = "|".join(re.escape(word) for word, _ in language.scale_words) or r"(?!)"
    return re.compile(
        rf"(?P<sign>[-\u2212]?)(?P<whole>[0-9]{{1,3}}(?:{group}[0-9]{{3}})+|[0-9]{{1,400}})"
        rf"(?:{decimal}(?P<part>[0-9]{{1,400}}))?(?P<words>(?:[ \u00a0]?(?:{words}))*)"
    )


def language(identifier: str, record: Record) -> Language:
    """The language that a record of data/locales.yaml describes."""
    fields = {key: shapes.text(record, key) for key in ("babel", "tag", "og", "segment", "decimal", "group", "server")}
    if "{n}" not in fields["server"] or "{name}" not in fields["server"]:
        raise ShapeError(record.where("server"), f"{identifier}: server needs {{n}} and {{name}}")
    if not fields["decimal"] or fields["decimal"] == fields["group"]:
        raise ShapeError(record.where("decimal"), f"{identifier}: decimal and group must be two different signs")
    words = shapes.record_at(record, "scale_words")
    scales = [(word, factor) for word in words if (factor := shapes.number(words, word)) is not None]
    longest_first = tuple(sorted(scales, key=lambda pair: (-len(pair[0]), pair[0])))
    dash, name = shapes.text(record, "dash", "—"), shapes.text(record, "name", identifier)
    marks = tuple(shapes.text_map(record, "marks").items())
    moment = shapes.text(record, "moment", "{day}, {time} UTC")
    return Language(identifier, **fields, dash=dash, scale_words=longest_first, name=name, marks=marks, moment=moment)
