"""`build` and `check`: render, judge, publish.

Knows the order. Refuses to publish what the judge has findings about.
"""

from __future__ import annotations

import datetime
import time
from pathlib import Path

from gpuguide.catalog.loader import load_sites, site_ids
from gpuguide.checks import Finding, Report, judge_sites
from gpuguide.cli.ageing import ages
from gpuguide.cli.console import DOCUMENTS, Screen
from gpuguide.cli.telling import tell, told_too
from gpuguide.errors import Exit, Place, Problem, UsageError, nearest
from gpuguide.site.build import Built, build_site
from gpuguide.site.outputs import refuse_foreign
from gpuguide.site.publish import Publication, publication

TOLERATED_IN_DRAFTS = frozenset(
    {
        "message-missing",
        "message-fuzzy",
        "message-empty",
        "hreflang",
        "language",
        "sitemap",
        "llms",
        "menu-languages",
        "locale-elements",
    }
)
"""What a draft may have: a sentence that waits for its translation, and the page kept out of its alternates for it."""


def build(root: Path, out: Path, wanted: str | None, strict: bool, screen: Screen, jobs: int = 0) -> int:
    """Build, judge in so many processes (0: as many as help) and publish; the exit code."""
    refuse_foreign(root, out)
    with publication(out) as new, told_too(root, new.folder, screen):
        return _build(root, out, new, wanted, strict, screen, jobs)


def _build(root: Path, out: Path, new: Publication, wanted: str | None, strict: bool, screen: Screen, jobs: int) -> int:
    started = time.perf_counter()
    sites = load_sites(root, wanted)
    with screen.progress("building") as progress:
        built = [build_site(root, site, strict, progress) for site in sites]
    for one in built:
        new.add(one.site.id, one.files)
    with screen.progress("checking") as progress:
        reports = judge_sites(root, new.folder, [site.id for site in sites], jobs, progress)
    findings = [finding for report in reports for finding in report.findings if strict or finding.rule not in TOLERATED_IN_DRAFTS]
    for one in built:
        _tell(one, screen)
    tell(findings, root, new.folder, screen)
    if findings:
        _show(findings, screen)
        screen.problem(f"{len(findings)} findings; nothing was published")
        return int(Exit.FINDINGS)
    for other in site_ids(root):
        if other not in {site.id for site in sites}:
            new.keep(other)
    new.put_in_place()
    seconds = time.perf_counter() - started
    for one, report in zip(built, reports, strict=True):
        screen.say(_summary(one, report))
    screen.say(f"published in {out} in {seconds:.1f} s")
    return int(Exit.OK)


def check(root: Path, out: Path, wanted: str | None, as_of: datetime.date | None, screen: Screen, jobs: int = 0) -> int:
    """Judge built sites in so many processes (0: as many as help); the exit code."""
    with told_too(root, out, screen):
        return _check(root, out, wanted, as_of, screen, jobs)


def _check(root: Path, out: Path, wanted: str | None, as_of: datetime.date | None, screen: Screen, jobs: int) -> int:
    known = site_ids(root)
    if wanted is not None and wanted not in known:
        raise UsageError.at(Place("data/sites"), f"there is no site {wanted}", nearest(wanted, known))
    if not out.is_dir():
        raise UsageError.at(Place(str(out)), "there is nothing built here", "run gpuguide build first")
    started = time.perf_counter()
    with screen.progress("checking") as progress:
        reports = judge_sites(root, out, [wanted] if wanted else known, jobs, progress)
    findings = [finding for report in reports for finding in report.findings]
    if as_of is not None:
        findings.extend(_aged(problem) for problem in ages(root, wanted, as_of))
    tell(findings, root, out, screen)
    if screen.form not in DOCUMENTS:
        _show(findings, screen)
    for site, report in zip([wanted] if wanted else known, reports, strict=True):
        screen.say(f"{site}: {_counts(report)}")
    screen.say(f"{len(findings)} findings in {time.perf_counter() - started:.1f} s")
    return int(Exit.FINDINGS if findings else Exit.OK)


def _aged(problem: Problem) -> Finding:
    return Finding(str(problem.place), "aged", problem.message, "", "", problem.hint)


def _tell(built: Built, screen: Screen) -> None:
    for notice in built.notices:
        screen.notice(f"notice: {notice}")
    for text in built.untranslated:
        screen.notice(f"draft: {text}")


def _show(findings: list[Finding], screen: Screen) -> None:
    for finding in findings:
        screen.problem(str(finding))


def _summary(built: Built, report: Report) -> str:
    sizes = ", ".join(f"{count} {kind}" for kind, count in built.counts.items())
    return f"{built.site.id}: {sizes}; judged: {_counts(report)}"


def _counts(report: Report) -> str:
    return ", ".join(f"{count} {name}" for name, count in report.counts.items())
