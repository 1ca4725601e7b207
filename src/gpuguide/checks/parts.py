"""One part of a site under judgement: the files of one language, or those that belong to none.

Knows which rules look at one page or one file alone, and what of a part the rules for the whole site still need. Refuses to
compare parts: a part may be judged in another process, so what it hands back is small and can be sent.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace

from gpuguide.checks.bench import LEADING, Anchored, Bench
from gpuguide.checks.built import judge_listing
from gpuguide.checks.carriers import scan
from gpuguide.checks.charts import judge_charts
from gpuguide.checks.claims import judge_guards
from gpuguide.checks.documents import UnreadableError, read_text
from gpuguide.checks.files import judge_file
from gpuguide.checks.findings import Finding
from gpuguide.checks.flags import judge_flags
from gpuguide.checks.hooks import judge_hooks
from gpuguide.checks.links import Addresses, judge_head, judge_self, judge_structure
from gpuguide.checks.locales import tallies
from gpuguide.checks.names import judge_names
from gpuguide.checks.numbers import judge_numbers
from gpuguide.checks.pages import Page
from gpuguide.checks.parsing import parse_page
from gpuguide.checks.promises import judge_promises, members_of
from gpuguide.checks.prose import judge_prose
from gpuguide.checks.structured import judge_structured
from gpuguide.checks.tables import judge_head_units, judge_rows
from gpuguide.checks.unrecorded import judge_unrecorded
from gpuguide.checks.waiting import judge_drafts
from gpuguide.checks.words.judge import Said, judge_words

REST = ""
"""The part that is of no language."""
_HTML = (".html", ".htm")
_LEADING_ON = frozenset(("a", "area", "use"))


@dataclass(frozen=True)
class Part:
    """What came of judging a part: findings and counts, and of its pages what they are compared by."""

    findings: tuple[Finding, ...]
    counts: Counter[str]
    pages: dict[str, Page] = field(default_factory=dict)
    anchored: tuple[Anchored, ...] = ()
    said: Said = field(default_factory=Said)


def part_of(bench: Bench, path: str) -> str:
    """The part that a file is judged in: its record's language, or none."""
    record = bench.records.get(path)
    return record.locale if record is not None and record.locale in bench.site.languages else REST


def judge_part(bench: Bench, part: str) -> Part:
    """Judge the pages and files of one part; whatever the bench has noted before is handed back too."""
    bench.pages, bench.anchored = {}, []
    paths = sorted(path for path in bench.files if part_of(bench, path) == part)
    for path in paths:
        if path.endswith(_HTML):
            _read_page(bench, path)
    addresses = Addresses(bench, bench.files)
    for page in bench.pages.values():
        judge_listing(bench, page)
        judge_structure(bench, page)
        judge_guards(bench, page)
        addresses.judge(page)
        judge_flags(bench, page)
    _judge_recorded(bench, addresses)
    said = judge_words(bench)
    for path in paths:
        judge_file(bench, path)
    pages = {path: _gist(bench, page) for path, page in bench.pages.items()}
    findings, counts = bench.docket.handed_over()
    anchored, bench.pages, bench.anchored = tuple(bench.anchored), {}, []
    return Part(findings, counts, pages, anchored, said)


def _read_page(bench: Bench, path: str) -> None:
    where = f"{bench.shown}/{path}"
    try:
        page = parse_page(path, where, read_text(bench.folder / path))
    except UnreadableError as error:
        bench.docket.add(where, "page-unreadable", str(error))
        return
    if page is None:
        bench.docket.add(where, "page-unreadable", "is no HTML document")
        return
    bench.pages[path] = page
    if path not in bench.records:
        _judge_unlisted(bench, page)


def _judge_unlisted(bench: Bench, page: Page) -> None:
    """A file that only leads to pages (language chooser, root of a locale, error page) prints no number."""
    roots = {f"{language.segment}/index.html" for language in bench.site.languages.values()}
    if page.path not in LEADING | roots:
        bench.docket.add(f"{bench.shown}/{page.path}", "page-unrecorded", "the page is not in records.json")
    for passage in (*page.outside, *page.attributes, *page.titles, *page.metas):
        scan(bench, passage)
    for carrier in page.carriers:
        bench.docket.add(
            carrier.where, "element-unrecorded", "a number, name or date on a page without records", "", carrier.text
        )


def _judge_recorded(bench: Bench, addresses: Addresses) -> None:
    for page, record, language in bench.printed():
        judge_numbers(bench, page, language)
        judge_names(bench, page, language)
        judge_unrecorded(bench, page, record, language)
        judge_prose(bench, page, language)
        judge_head_units(bench, page, language)
    for page, record, language in bench.recorded():
        judge_head(bench, page, record, language)
        judge_drafts(bench, page, language)
        judge_rows(bench, page)
        judge_promises(bench, page, record)
        judge_hooks(bench, page, record)
        judge_charts(bench, page, members_of(bench, record))
        judge_self(bench, addresses, page)
        judge_structured(bench, page, record, language)


def _gist(bench: Bench, page: Page) -> Page:
    """Of a judged page what others are compared with and lead to: its ids, its elements, and the files that it names."""
    record = bench.records.get(page.path)
    return replace(
        Page(page.path, page.file, page.lang),
        ids=page.ids,
        links=[link for link in page.links if link.tag not in _LEADING_ON or "assets/" in link.address],
        shapes=page.shapes,
        shape_places=page.shape_places,
        tallies=tallies(page, record) if record is not None else {},
    )
