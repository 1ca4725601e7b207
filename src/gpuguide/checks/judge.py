"""Judges one built site: gathers the data and the pages, then asks every rule.

Knows the order of the work. Refuses to judge anything itself.
"""

from __future__ import annotations

import os
from pathlib import Path

from gpuguide.checks.bench import LEADING, Bench
from gpuguide.checks.built import judge_figures_file
from gpuguide.checks.carriers import scan
from gpuguide.checks.charts import judge_charts
from gpuguide.checks.claims import judge_claims, judge_guards
from gpuguide.checks.counted import count, counted_collection
from gpuguide.checks.digits import Scanner
from gpuguide.checks.documents import Json, UnreadableError, read_json, read_text
from gpuguide.checks.files import judge_files
from gpuguide.checks.findings import Docket, Report
from gpuguide.checks.flags import judge_flags
from gpuguide.checks.links import Addresses, default_of, judge_alternates, judge_head, judge_self, judge_structure
from gpuguide.checks.locales import Group, grouped, judge_locales
from gpuguide.checks.messages import judge_catalogs
from gpuguide.checks.names import judge_names
from gpuguide.checks.numbers import judge_numbers
from gpuguide.checks.pages import Page
from gpuguide.checks.parsing import parse_page
from gpuguide.checks.project import read_site
from gpuguide.checks.promises import judge_promises, members_of
from gpuguide.checks.prose import judge_prose
from gpuguide.checks.recompute import Recomputation
from gpuguide.checks.records import read_records
from gpuguide.checks.shapes import json_object
from gpuguide.checks.sitemaps import judge_sitemap
from gpuguide.checks.structured import judge_structured
from gpuguide.checks.tables import judge_head_units, judge_rows
from gpuguide.checks.unrecorded import judge_unrecorded
from gpuguide.checks.words.judge import judge_words
from gpuguide.checks.writing import Writer


def judge_site(project: Path, out: Path, site: str) -> Report:
    """Everything that is wrong with one built site; `out` is the folder that contains the site's folder."""
    bench = _bench(project, out, site)
    files = _files(bench.folder)
    _read_pages(bench, files)
    judge_catalogs(project, site, bench.site.languages, bench.scanner, bench.docket)
    judge_figures_file(bench)
    judge_claims(bench)
    addresses = Addresses(bench, files)
    for page in bench.pages.values():
        judge_structure(bench, page)
        judge_guards(bench, page)
        addresses.judge(page)
        judge_flags(bench, page)
    _judge_recorded(bench, addresses)
    judge_words(bench)
    judge_files(bench, files)
    judge_sitemap(bench, files)
    return bench.docket.report()


def _bench(project: Path, out: Path, site: str) -> Bench:
    docket = Docket()
    data = read_site(project, site, docket)
    folder = out / site
    shown = folder.relative_to(project).as_posix() if folder.is_relative_to(project) else folder.as_posix()
    records = read_records(folder / "records.json", f"{shown}/records.json", docket)
    counts = count(records.values(), _figures(folder), len(data.languages))
    data.facts.collections["counted"] = counted_collection(counts)
    answers = Recomputation(data.facts, data.declared)
    return Bench(project, folder, shown, data, answers, Writer(data.units), Scanner(data.literals), docket, records)


def _figures(folder: Path) -> dict[str, Json]:
    """What figures.json lists; nothing when it cannot be read, which another rule says."""
    try:
        return json_object(read_json(folder / "figures.json"))
    except UnreadableError:
        return {}


def _files(folder: Path) -> frozenset[str]:
    """Every file below the folder, by its path with strokes."""
    found = [Path(base, name) for base, _, names in os.walk(folder) for name in names]
    return frozenset(path.relative_to(folder).as_posix() for path in found)


def _read_pages(bench: Bench, files: frozenset[str]) -> None:
    """Read every HTML file; recorded pages must be there, and pages must be recorded."""
    for path in sorted(files):
        if path.endswith((".html", ".htm")):
            _read_page(bench, path)
    for path in sorted(set(bench.records) - files):
        bench.docket.add(f"{bench.shown}/{path}", "page-missing", "recorded, but there is no such file")
    if not bench.pages:
        bench.docket.add(bench.shown, "no-pages", "there is no page to judge", hint="build the site first")
    bench.docket.counts["pages"] = len(bench.pages)


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
    for path, record in bench.records.items():
        if path in bench.pages and record.locale not in bench.site.languages:
            message = "of a locale that the site does not have"
            bench.docket.add(f"{bench.shown}/{path}", "record-shape", message, "", record.locale)
    for page, record, language in bench.printed():
        judge_numbers(bench, page, language)
        judge_names(bench, page, language)
        judge_unrecorded(bench, page, record, language)
        judge_prose(bench, page, language)
        judge_head_units(bench, page, language)
    for page, record, language in bench.recorded():
        judge_head(bench, page, record, language)
        judge_rows(bench, page)
        judge_promises(bench, page, record)
        judge_charts(bench, page, members_of(bench, record))
        judge_self(bench, addresses, page)
        judge_structured(bench, page, record, language)
    for key, group in grouped(bench).items():
        judge_locales(bench, key, group)
        _judge_alternates(bench, addresses, group)


def _judge_alternates(bench: Bench, addresses: Addresses, group: Group) -> None:
    siblings = {bench.site.languages[locale].tag: page.path for locale, (page, _) in group.items()}
    defaults = {default_of(addresses, page) for page, _ in group.values()}
    for page, _ in group.values():
        judge_alternates(bench, addresses, page, siblings)
        if len(defaults) > 1:
            where = f"{bench.shown}/{page.path}"
            bench.docket.add(where, "hreflang", "the locales of a page name different defaults", "", ", ".join(sorted(defaults)))
