"""Seeds many faults, reproducibly, and counts which the judge finds.

Knows chance: kinds come in turn, in an order that the seed shuffles, and each fault draws its place from the seed, its kind and
its number, so that any of them can be made again alone. Refuses to judge, and to leave a kind out because it survives.
"""

from __future__ import annotations

import os
import tempfile
from collections import Counter
from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from random import Random

from gpuguide.catalog.loader import load_sites
from gpuguide.errors import GuideError, Place, Problem
from gpuguide.proof.faults.copies import ProjectCopy
from gpuguide.proof.faults.jury import FolderJury, Jury
from gpuguide.proof.faults.kinds import ENGINE, OUTPUTS, SOURCES
from gpuguide.proof.faults.trial import Outcome, Verdict, try_engine, try_output, try_source
from gpuguide.proof.report import FaultReport

BATCH = 48
"""Faults that share one copy of the project and the same few pages."""
_FURTHER = 1
_WAVES = 4


@dataclass(frozen=True)
class Seeded:
    """One fault and what came of it."""

    number: int
    kind: str
    outcome: Outcome


def seed_faults(root: Path, site: str, seed: int, count: int, *, kinds: Iterable[str] = (), jobs: int = 0) -> FaultReport:
    """Seed `count` faults into a site of the project at `root`, of all kinds or those named, and report what got through.

    Faults that change nothing, and kinds that the site has no place for, are no faults: others take their turn.
    """
    order = _order(seed, kinds)
    found: list[Seeded] = []
    for _ in range(_WAVES):
        due = count - _judged(found)
        if due <= 0:
            break
        first = len(found)
        found.extend(_wave(root, site, seed, order, range(first, first + due), jobs or os.cpu_count() or 1))
    return _report(seed, found)


def seed_one(root: Path, site: str, seed: int, number: int, *, kinds: Iterable[str] = ()) -> Seeded:
    """One of these faults again, alone."""
    return _batch(root, site, seed, _order(seed, kinds), [number])[0]


def _order(seed: int, kinds: Iterable[str]) -> list[str]:
    wanted = frozenset(kinds)
    names = sorted(name for name in (*OUTPUTS, *SOURCES, *ENGINE) if not wanted or name in wanted)
    Random(seed).shuffle(names)  # noqa: S311 - chance that can be repeated, not a secret
    return names


def _judged(found: Iterable[Seeded]) -> int:
    return sum(one.outcome.verdict in (Verdict.KILLED, Verdict.SURVIVED) for one in found)


def _wave(root: Path, site: str, seed: int, order: list[str], numbers: range, jobs: int) -> list[Seeded]:
    """All faults of these numbers, batch by batch, in as many processes as there are jobs."""
    batches = [[number for number in numbers if number // BATCH == at] for at in sorted({number // BATCH for number in numbers})]
    if jobs < 2 or len(batches) < 2:
        return [one for batch in batches for one in _batch(root, site, seed, order, batch)]
    with ProcessPoolExecutor(min(jobs, len(batches)), mp_context=get_context("spawn")) as pool:
        running = [pool.submit(_batch, root, site, seed, order, batch) for batch in batches]
        return [one for job in running for one in job.result()]


def _batch(root: Path, site: str, seed: int, order: list[str], numbers: Sequence[int]) -> list[Seeded]:
    """Faults of one batch, in a copy of the project with a few pages that the seed chooses."""
    chance = Random(f"{seed}/{site}/{numbers[0] // BATCH}")  # noqa: S311 - chance that can be repeated, not a secret
    with tempfile.TemporaryDirectory(prefix="gpuguide-faults-") as folder:
        copy = ProjectCopy(root, site, Path(folder) / "project", _pages(root, site, chance))
        jury = FolderJury(copy.folder, Path(folder) / "dist", site, copy.files)
        _stop_if_unclean(jury)
        return [_seeded(copy, jury, seed, order[number % len(order)], number) for number in numbers]


def _stop_if_unclean(jury: Jury) -> None:
    """Where the judge has findings before anything was changed, every fault would seem to be found."""
    findings = jury.findings({})
    if findings:
        hint = "mend it, then prove again"
        raise GuideError([Problem(Place(one.where), f"{one.rule}: {one.message}", hint) for one in findings])


def _pages(root: Path, site: str, chance: Random) -> list[str]:
    """The home page and a few others; not those of each card, which are many: the others stand for them."""
    loaded = load_sites(root, site)[0]
    built = [page for page in loaded.pages if (root / "templates/pages" / site / f"{page}.md").is_file()]
    others = [page for page in built if page != loaded.spec.home and not loaded.pages[page].each]
    return [loaded.spec.home, *chance.sample(others, min(_FURTHER, len(others)))]


def _seeded(copy: ProjectCopy, jury: Jury, seed: int, kind: str, number: int) -> Seeded:
    chance = Random(f"{seed}/{copy.site}/{kind}/{number}")  # noqa: S311 - chance that can be repeated, not a secret
    if kind in OUTPUTS:
        return Seeded(number, kind, try_output(OUTPUTS[kind], copy.built, jury, chance))
    if kind in SOURCES:
        return Seeded(number, kind, try_source(SOURCES[kind], copy, jury, chance))
    return Seeded(number, kind, try_engine(ENGINE[kind], copy, jury, chance))


def _report(seed: int, found: Iterable[Seeded]) -> FaultReport:
    counts: dict[str, Counter[Verdict]] = {}
    for one in found:
        counts.setdefault(one.kind, Counter())[one.outcome.verdict] += 1
    killed = sum(count[Verdict.KILLED] for count in counts.values())
    survivors = [one for one in found if one.outcome.verdict is Verdict.SURVIVED]
    return FaultReport(
        seeded=killed + len(survivors),
        killed=killed,
        survivors=tuple(f"{one.kind} (seed {seed}, fault {one.number}): {one.outcome.told}" for one in survivors),
        by_kind={
            kind: (count[Verdict.KILLED] + count[Verdict.SURVIVED], count[Verdict.KILLED])
            for kind, count in sorted(counts.items())
        },
        equivalent=sum(count[Verdict.EQUIVALENT] for count in counts.values()),
    )
