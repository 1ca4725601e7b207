"""Nothing is printed unrecorded, and nothing recorded is missing.

Knows how elements and records match as multisets, and which text is left when both are taken out. Refuses to know
whether a number is right: that is judged elsewhere.
"""

from __future__ import annotations

from collections import Counter

from gpuguide.checks.bench import Bench
from gpuguide.checks.languages import Language
from gpuguide.checks.matching import day_of, match_literals, match_records
from gpuguide.checks.names import judge_date_text, judge_name
from gpuguide.checks.numbers import judge_record
from gpuguide.checks.pages import DESCRIPTIONS, TITLES, Page, Passage
from gpuguide.checks.records import PageRecord, TextRecord


def judge_unrecorded(bench: Bench, page: Page, record: PageRecord, language: Language) -> None:
    """Judge the text of a page that is in no element, and match the elements with the records."""
    literals: Counter[str] = Counter()
    for passage in (*page.outside, *page.attributes):
        literals += scan(bench, passage)
    for carrier, passages in _head_passages(page).items():
        _judge_head(bench, record, carrier, passages, language)
    match_records(bench, page, record)
    match_literals(bench, page, record, literals)
    bench.docket.counts["literals"] += literals.total()


def scan(bench: Bench, passage: Passage) -> Counter[str]:
    """Note digits that nothing accounts for, and count the literals."""
    result = bench.scanner.scan(passage.text)
    for token in result.unrecorded:
        source = f" in {passage.source}" if passage.source else ""
        hint = "print it as a figure, a name or a date, or declare a literal"
        bench.docket.add(passage.where, "unrecorded-digit", f"a digit that nothing accounts for{source}", "", token, hint)
    return result.literals


def _head_passages(page: Page) -> dict[str, list[Passage]]:
    """Title and description in every place where a page repeats them."""
    return {
        "title": page.titles + [meta for meta in page.metas if meta.source in TITLES],
        "description": [meta for meta in page.metas if meta.source in DESCRIPTIONS],
        "": [meta for meta in page.metas if meta.source not in (*TITLES, *DESCRIPTIONS)],
    }


def _judge_head(bench: Bench, record: PageRecord, carrier: str, passages: list[Passage], language: Language) -> None:
    """Take the recorded texts out of each passage; what is left must be free of digits."""
    figures = [one for one in record.figures if one.carrier == carrier]
    names = [one for one in record.names if one.carrier == carrier]
    dates = [one for one in record.dates if one.carrier == carrier]
    where = passages[0].where if passages else f"{bench.shown}/{record.path}"
    for figure in figures:
        bench.docket.counts["numbers"] += 1
        judge_record(bench, language, where, figure)
    for name in names:
        bench.docket.counts["names"] += 1
        judge_name(bench, language, where, name.key, name.text)
    for one in dates:
        bench.docket.counts["dates"] += 1
        _judge_recorded_date(bench, language, where, one)
    texts = sorted([one.text for one in figures] + [one.text for one in (*names, *dates)], key=len, reverse=True)
    for passage in passages:
        scan(bench, Passage(passage.where, _without(bench, passage, texts), passage.source))


def _without(bench: Bench, passage: Passage, texts: list[str]) -> str:
    """A passage without the recorded texts, longest first, each taken out once."""
    rest = passage.text
    for text in texts:
        before, found, after = rest.partition(text)
        if not found:
            bench.docket.add(passage.where, "record-not-found", f"recorded, but not in {passage.source}", text, passage.text)
        rest = f"{before}\ufffc{after}" if found else rest
    return rest


def _judge_recorded_date(bench: Bench, language: Language, where: str, record: TextRecord) -> None:
    day = day_of(bench, record.key)
    if day is None:
        bench.docket.add(where, "date", f"{record.key} is no date")
        return
    judge_date_text(bench, language, where, day, record.text)
