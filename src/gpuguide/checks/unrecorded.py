"""Nothing is printed unrecorded, and nothing recorded is missing.

Knows which text of a page is left when numbers, names and dates are taken out. Refuses to know whether a number is
right: that is judged elsewhere.
"""

from __future__ import annotations

from collections import Counter

from gpuguide.checks.bench import Bench
from gpuguide.checks.carriers import judge_carrier, scan
from gpuguide.checks.files import structured_passage
from gpuguide.checks.languages import Language
from gpuguide.checks.matching import match_literals, match_records
from gpuguide.checks.pages import DESCRIPTIONS, TITLES, Page, Passage
from gpuguide.checks.records import PageRecord


def judge_unrecorded(bench: Bench, page: Page, record: PageRecord, language: Language) -> None:
    """Judge the text of a page that is in no element, and match the elements with the records."""
    literals: Counter[str] = Counter()
    for passage in (*page.outside, *page.attributes):
        literals += scan(bench, passage)
    for carrier, passages in _head_passages(page).items():
        judge_carrier(bench, record, carrier, passages, language)
    # Structured data repeats parts of the page for machines, and is recorded under the page's path.
    literals += judge_carrier(bench, record, "jsonld", structured_passage(bench, page, record), language)
    match_records(bench, page, record)
    match_literals(bench, page, record, literals)
    bench.docket.counts["literals"] += literals.total()


def _head_passages(page: Page) -> dict[str, list[Passage]]:
    """Title and description in every place where a page repeats them."""
    return {
        "title": page.titles + [meta for meta in page.metas if meta.source in TITLES],
        "description": [meta for meta in page.metas if meta.source in DESCRIPTIONS],
        "": [meta for meta in page.metas if meta.source not in (*TITLES, *DESCRIPTIONS)],
    }
