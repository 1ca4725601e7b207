"""Judges built sites: gathers the data, has every part of a site judged, and asks the rules that need all of it.

Knows the order of the work. Refuses to judge anything itself.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from gpuguide.checks.bench import Bench
from gpuguide.checks.built import judge_figures_file
from gpuguide.checks.claims import judge_claims
from gpuguide.checks.counted import count, counted_collection
from gpuguide.checks.digits import scanner_of
from gpuguide.checks.documents import Json, UnreadableError, read_json
from gpuguide.checks.files import judge_files
from gpuguide.checks.findings import Docket, Report
from gpuguide.checks.links import Addresses, default_of, judge_alternates, judge_anchor
from gpuguide.checks.locales import Group, grouped, judge_locales
from gpuguide.checks.messages import judge_catalogs
from gpuguide.checks.parts import REST, Part, judge_part
from gpuguide.checks.project import read_site
from gpuguide.checks.recompute import Recomputation
from gpuguide.checks.records import read_records
from gpuguide.checks.shapes import json_object
from gpuguide.checks.sitemaps import judge_sitemap
from gpuguide.checks.words.judge import compare_words
from gpuguide.checks.writing import Writer


def judge_site(project: Path, out: Path, site: str) -> Report:
    """Everything that is wrong with one built site; `out` is the folder that contains the site's folder."""
    return judge_bench(prepared(project, out, site))


def judge_bench(bench: Bench) -> Report:
    """Everything that is wrong with a site whose data was read."""
    return judge_whole(bench, [judge_piece(bench, piece) for piece in pieces_of(bench)])


def pieces_of(bench: Bench) -> list[str]:
    """What may be judged apart, in any order and anywhere: the files of each language, and the rest."""
    return [*bench.site.languages, REST]


def judge_piece(bench: Bench, piece: str) -> Part:
    """Judge one piece of a site; with the files that are of no language come the figures, the claims and the catalogs."""
    if piece == REST:
        judge_catalogs(bench.project, bench.site.name, bench.site.languages, bench.scanner, bench.docket)
        judge_figures_file(bench)
        judge_claims(bench)
    return judge_part(bench, piece)


def judge_whole(bench: Bench, parts: Iterable[Part]) -> Report:
    """Everything that is wrong with a site whose parts were judged."""
    parts = list(parts)
    for part in parts:
        bench.docket.take(part.findings, part.counts)
    bench.pages = dict(sorted((path, page) for part in parts for path, page in part.pages.items()))
    for link in (link for part in parts for link in part.anchored):
        judge_anchor(bench, link)
    _judge_pages(bench)
    addresses = Addresses(bench, bench.files)
    for key, group in grouped(bench).items():
        judge_locales(bench, key, group)
        _judge_alternates(bench, addresses, group)
    compare_words(bench, [part.said for part in parts])
    judge_files(bench, bench.files)
    judge_sitemap(bench, bench.files)
    return bench.docket.report()


def prepared(project: Path, out: Path, site: str) -> Bench:
    """The data of a site and what its build says of itself, read and ready to be judged."""
    docket = Docket()
    data = read_site(project, site, docket)
    folder = out / site
    shown = folder.relative_to(project).as_posix() if folder.is_relative_to(project) else folder.as_posix()
    answers = Recomputation(data.facts, data.declared)
    bench = Bench(project, folder, shown, data, answers, Writer(data.units), scanner_of(data.literals), docket)
    bench.counts = _read_built(bench)
    data.facts.collections["counted"] = counted_collection(bench.counts)
    return bench


def reopened(bench: Bench) -> Bench | None:
    """The bench with the build as it stands now, its docket empty; None when the build counts otherwise than it did."""
    bench.pages, bench.anchored = {}, []
    return bench if _read_built(bench) == bench.counts else None


def _read_built(bench: Bench) -> dict[str, int]:
    """Read what the build says of itself; how much it counts."""
    bench.records = read_records(bench.folder / "records.json", f"{bench.shown}/records.json", bench.docket)
    figures = _figures(bench.folder)
    bench.files = _files(bench.folder)
    bench.listed = None if figures is None else frozenset(json_object(figures.get("figures")))
    return count(bench.records.values(), figures or {}, len(bench.site.languages))


def _figures(folder: Path) -> dict[str, Json] | None:
    """What figures.json lists; nothing when it cannot be read, which another rule says."""
    try:
        return json_object(read_json(folder / "figures.json"))
    except UnreadableError:
        return None


def _files(folder: Path) -> frozenset[str]:
    """Every file below the folder, by its path with strokes."""
    found = [Path(base, name) for base, _, names in os.walk(folder) for name in names]
    return frozenset(path.relative_to(folder).as_posix() for path in found)


def _judge_pages(bench: Bench) -> None:
    """Recorded pages are there, in languages of the site."""
    for path in sorted(set(bench.records) - bench.files):
        bench.docket.add(f"{bench.shown}/{path}", "page-missing", "recorded, but there is no such file")
    if not bench.pages:
        bench.docket.add(bench.shown, "no-pages", "there is no page to judge", hint="build the site first")
    bench.docket.counts["pages"] = len(bench.pages)
    for path, record in bench.records.items():
        if path in bench.pages and record.locale not in bench.site.languages:
            message = "of a locale that the site does not have"
            bench.docket.add(f"{bench.shown}/{path}", "record-shape", message, "", record.locale)


def _judge_alternates(bench: Bench, addresses: Addresses, group: Group) -> None:
    siblings = {bench.site.languages[locale].tag: page.path for locale, (page, _) in group.items()}
    defaults = {default_of(addresses, page) for page, _ in group.values()}
    for page, _ in group.values():
        judge_alternates(bench, addresses, page, siblings)
        if len(defaults) > 1:
            where = f"{bench.shown}/{page.path}"
            bench.docket.add(where, "hreflang", "the locales of a page name different defaults", "", ", ".join(sorted(defaults)))
