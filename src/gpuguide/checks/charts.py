"""Judges bars and flags: the length of a bar is its share of the greatest, a yes or no is the fact's.

Knows the geometry that docs/formats.md declares. Refuses to judge looks.
"""

from __future__ import annotations

from fractions import Fraction

from gpuguide.checks.bench import Bench
from gpuguide.checks.facts import Amount, Missing, UnsoundError
from gpuguide.checks.numerals import parse_decimal, plain, rounded
from gpuguide.checks.pages import Bar, Flag, Page

_TENTH = Fraction(1, 10)


def judge_charts(bench: Bench, page: Page) -> None:
    """Judge the bars of a page against the figures that they stand for."""
    for chart in range(1, page.charts + 1):
        bars = [bar for bar in page.bars if bar.chart == chart]
        values = {key: value for bar in bars for key in (bar.key, bar.of) if (value := _value(bench, bar, key)) is not None}
        for bar in bars:
            bench.docket.counts["bars"] += 1
            _judge_bar(bench, bar, values, max((values[one.key] for one in bars if one.key in values), default=Fraction(0)))


def _judge_bar(bench: Bench, bar: Bar, values: dict[str, Fraction], greatest: Fraction) -> None:
    if bar.key not in values or bar.of not in values:
        return
    if values[bar.of] != greatest or greatest <= 0:
        bench.docket.add(
            bar.where, "bar-of", f"{bar.of} is not the greatest of the chart", plain(greatest), plain(values[bar.of])
        )
        return
    due = rounded(100 * values[bar.key] / greatest, _TENTH)
    if parse_decimal(bar.width) != due:
        bench.docket.add(bar.where, "bar-width", f"the bar of {bar.key} has another length", plain(due), bar.width)


def _value(bench: Bench, bar: Bar, key: str) -> Fraction | None:
    """The exact value of a bar's figure, in base units, so that figures in different units compare."""
    try:
        value = bench.answers.references.operand(key, {}) if key else None
    except UnsoundError as error:
        bench.docket.add(bar.where, "unknown-figure", f"{key} cannot be computed: {error}")
        return None
    if isinstance(value, Amount):
        return value.base
    bench.docket.add(bar.where, "unknown-figure", f"a bar stands for {key or 'nothing'}, which is no number")
    return None


def judge_flags(bench: Bench, page: Page) -> None:
    """Judge the yes and no of a page, and that each word means one thing."""
    words: dict[str, str] = {}
    for flag in page.flags:
        bench.docket.counts["flags"] += 1
        _judge_flag(bench, flag)
        if not flag.text.strip() or words.setdefault(flag.text.strip(), flag.state) != flag.state:
            bench.docket.add(flag.where, "flag-text", f"a word for {flag.state} says something else too", "", flag.text)


def _judge_flag(bench: Bench, flag: Flag) -> None:
    try:
        value = bench.answers.facts.fact(flag.path, {}).value
    except UnsoundError as error:
        bench.docket.add(flag.where, "flag", f"{flag.path} is no fact: {error}")
        return
    due = value.kind if isinstance(value, Missing) else str(value).lower() if isinstance(value, bool) else ""
    if flag.state != due:
        bench.docket.add(flag.where, "flag", f"{flag.path} is something else", due or "a yes or no", flag.state)
