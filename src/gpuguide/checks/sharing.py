"""Judges the pieces of sites in several processes, which changes nothing but how long it takes.

Knows how many processes are worth their start, and how they are started: by fork where nothing else runs in this process, which
costs least, else anew. Refuses to let a process that ended by itself pass for one that found nothing.
"""

from __future__ import annotations

import gc
import multiprocessing
import os
import sys
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path

from gpuguide.checks.bench import Bench
from gpuguide.checks.findings import Report
from gpuguide.checks.judge import judge_piece, judge_whole, pieces_of, prepared
from gpuguide.checks.parts import REST, Part
from gpuguide.errors import GuideError, Place

_WORTH = 100
"""Fewer files than these are judged before another process has started."""
Told = Callable[[str], None]


def judge_sites(
    project: Path, out: Path, sites: Sequence[str], jobs: int = 0, told: Told = lambda site: None, start: str = ""
) -> list[Report]:
    """What is wrong with each of the sites, the same whatever the number of `jobs`: processes, by default one a processor.

    `told` hears the name of each site when all of it was judged; `start` forces a way to start processes.
    """
    benches = {site: prepared(project, out, site) for site in sites}
    languages = [(site, piece) for site, bench in benches.items() for piece in pieces_of(bench) if piece != REST]
    count = min(jobs or processors(), len(languages))
    small = not jobs and sum(len(bench.files) for bench in benches.values()) < _WORTH
    if count < 2 or small:
        return [_reported(bench, [judge_piece(bench, piece) for piece in pieces_of(bench)], told) for bench in benches.values()]
    context = multiprocessing.get_context(start or _start())
    with ProcessPoolExecutor(count, mp_context=context, initializer=_take, initargs=(benches,)) as pool:
        longest_first = sorted(languages, key=lambda one: -len(benches[one[0]].files))
        running = {one: pool.submit(_piece, *one) for one in longest_first}
        rests = {site: judge_piece(bench, REST) for site, bench in benches.items()}
        return [
            _reported(bench, [*(_done(running[site, piece]) for piece in bench.site.languages), rests[site]], told)
            for site, bench in benches.items()
        ]


def processors() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _start() -> str:
    """How processes are started: a fork takes over what other threads hold locked, and no system but Linux is sure of it."""
    return "fork" if sys.platform == "linux" and threading.active_count() == 1 else "spawn"


def _reported(bench: Bench, parts: Sequence[Part], told: Told) -> Report:
    report = judge_whole(bench, parts)
    told(bench.site.name)
    return report


def _done(piece: Future[Part]) -> Part:
    try:
        return piece.result()
    except BrokenProcessPool as error:
        hint = "let one process judge alone: --jobs 1"
        raise GuideError.at(Place("gpuguide check"), "a process that judged was ended, as by a lack of memory", hint) from error


# --- In another process ---

_benches: dict[str, Bench] = {}


def _take(benches: dict[str, Bench]) -> None:
    """Keep what was prepared; its findings stay with whoever prepared it."""
    for bench in benches.values():
        bench.docket.handed_over()
    _benches.update(benches)
    gc.freeze()


def _piece(site: str, piece: str) -> Part:
    return judge_piece(_benches[site], piece)
