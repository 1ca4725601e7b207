"""Judges numbers, names and dates that only records carry: in title and description, structured data and files.

Knows how a recorded text is taken out of what it stands in, so that what is left can be scanned. Refuses to know formats.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache

from gpuguide.checks.bench import Bench
from gpuguide.checks.digits import bounded
from gpuguide.checks.languages import Language
from gpuguide.checks.matching import day_of
from gpuguide.checks.names import judge_date_text, judge_name
from gpuguide.checks.numbers import judge_record
from gpuguide.checks.pages import Passage
from gpuguide.checks.records import PageRecord, TextRecord


def judge_carrier(bench: Bench, record: PageRecord, carrier: str, passages: list[Passage], language: Language) -> Counter[str]:
    """Judge what a carrier's records say, take their texts out of each passage, scan the rest and count its literals."""
    figures = [one for one in record.figures if one.carrier == carrier]
    names = [one for one in record.names if one.carrier == carrier]
    dates = [one for one in record.dates if one.carrier == carrier]
    where = passages[0].where if passages else f"{bench.shown}/{record.path}"
    for figure in figures:
        judge_record(bench, language, where, figure)
    for name in names:
        judge_name(bench, language, where, name.key, name.text)
    for one in dates:
        _judge_date(bench, language, where, one)
    bench.docket.counts.update(numbers=len(figures), names=len(names), dates=len(dates))
    texts = [one.text for one in figures] + [one.text for one in (*names, *dates)]
    for text in () if passages else filter(None, texts):
        bench.docket.add(where, "record-not-found", f"recorded for {carrier}, which is not there", text)
    literals: Counter[str] = Counter()
    for passage in passages:
        literals += scan(bench, Passage(passage.where, _without(bench, passage, texts), passage.source))
    return literals


def scan(bench: Bench, passage: Passage) -> Counter[str]:
    """Note digits that nothing accounts for, and count the literals."""
    result = bench.scanner.scan(passage.text)
    for token in result.unrecorded:
        source = f" in {passage.source}" if passage.source else ""
        hint = "print it as a figure, a name or a date, or declare a literal"
        bench.docket.add(passage.where, "unrecorded-digit", f"a digit that nothing accounts for{source}", "", token, hint)
    return result.literals


def _without(bench: Bench, passage: Passage, texts: list[str]) -> str:
    """A passage without the recorded texts, each taken out once: whole lines first, then longest first within lines."""
    lines = passage.text.split("\n")
    whole = Counter(lines)
    within = []
    for text in filter(None, texts):
        if whole[text] > 0:
            whole[text] -= 1
        else:
            within.append(text)
    rest = "\n".join(_left(lines, whole))
    for text in sorted(within, key=len, reverse=True):
        rest, found = _token(text).subn("\ufffc", rest, count=1)
        if not found:
            shown = passage.text if len(passage.text) < 200 else ""
            bench.docket.add(passage.where, "record-not-found", f"recorded, but not in {passage.source}", text, shown)
    return rest


@lru_cache(maxsize=8192)
def _token(text: str) -> re.Pattern[str]:
    return re.compile(bounded(text))


def _left(lines: list[str], whole: Counter[str]) -> Iterator[str]:
    """The lines that no recorded text was."""
    for line in lines:
        if whole[line] > 0:
            whole[line] -= 1
            yield line


def _judge_date(bench: Bench, language: Language, where: str, record: TextRecord) -> None:
    day = day_of(bench, record.key)
    if day is None:
        bench.docket.add(where, "date", f"{record.key} is no date")
        return
    judge_date_text(bench, language, where, day, record.text)
