"""The text that a number must have on a page: rounded, grouped, with its unit, in the form asked for.

Knows the forms (prose, table, bare, working) and the patterns of data/units.yaml. Refuses to know where it stands.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from gpuguide.checks.declared import PrintLine
from gpuguide.checks.documents import Record
from gpuguide.checks.languages import Language
from gpuguide.checks.numerals import digits, places, significant, terminates

FORMS = ("prose", "table", "bare", "working")
# An operand of a derivation shows what a pocket calculator can take.
_WORKING_DIGITS = 6


@dataclass(frozen=True)
class Written:
    """A number ready to be written: exact and printed, both in the unit that stands beside it."""

    exact: Fraction
    printed: Fraction
    unit: str
    line: PrintLine | None = None

    @property
    def compact(self) -> bool:
        """Whether scale words shorten it (200 billion)."""
        return self.line is not None and self.line.form != "plain"


@dataclass(frozen=True)
class Writer:
    """Writes numbers with the patterns of data/units.yaml."""

    units: Record

    def text(self, language: Language, number: Written, form: str) -> str:
        """The text of a number in a form; for compact numbers, the one without scale words."""
        shown = _working(number.exact) if form == "working" else number.printed
        if form == "working":
            written = language.number(shown, places(shown))
        elif number.line is None or number.line.step is None:
            written = language.number(number.printed, places(number.printed))
        else:
            written = language.number(number.printed, places(number.line.step), trim=number.line.trim)
        if number.unit == "year":  # written without separators in every language
            written = written.replace(language.group, "")
        before, after = self.around(language, number.unit, form, "one" if shown == 1 else "")
        return f"{before}{written}{after}"

    def read(self, language: Language, text: str, unit: str, form: str, variant: str = "") -> Fraction | None:
        """The number that a text writes with its unit; None when it is not written so."""
        before, after = self.around(language, unit, form, variant)
        if not (text.startswith(before) and text.endswith(after) and len(text) > len(before) + len(after)):
            return None
        return language.read(text[len(before) : len(text) - len(after)])

    def around(self, language: Language, unit: str, form: str, variant: str = "") -> tuple[str, str]:
        """What a unit puts before and after its number; a unit without a pattern puts nothing.

        `variant` is `one` for the number 1 and `compact` for a number with scale words, where the unit has such a pattern.
        """
        patterns = self.units.get(unit)
        if form == "bare" or not isinstance(patterns, Record):
            return "", ""
        pattern = patterns.get(language.id, patterns.get("*"))
        if isinstance(pattern, Record):
            usual = pattern.get("table" if form == "table" else "prose", pattern.get("prose"))
            pattern = pattern.get(variant, usual)
        if not isinstance(pattern, str) or "{n}" not in pattern:
            return "", ""
        before, _, after = pattern.replace(" ", "\u00a0").partition("{n}")
        return before, after


def _working(exact: Fraction) -> Fraction:
    """Exact when six digits suffice, else rounded to six."""
    if terminates(exact):
        shown = "".join(digits(exact, places(exact))).strip("0")
        if len(shown) <= _WORKING_DIGITS:
            return exact
    return significant(exact, _WORKING_DIGITS)
