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
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, TypeAlias

from gpuguide.checks.bench import Bench
from gpuguide.checks.findings import Report
from gpuguide.checks.judge import judge_piece, judge_site, judge_whole, pieces_of, prepared
from gpuguide.checks.parts import REST, Part
from gpuguide.errors import GuideError, Place

_WORTH = 100
"""Fewer files than these are judged before another process has started."""
Told = Callable[[str], None]
Context: TypeAlias = Any
"""How processes are started; what multiprocessing calls it has no type that all systems have."""


def judge_sites(
    project: Path, out: Path, sites: Sequence[str], jobs: int = 0, told: Told = lambda site: None, start: str = ""
) -> list[Report]:
    """What is wrong with each of the sites, the same whatever the number of `jobs`: processes, by default one a processor.

    `told` hears the name of each site when all of it was judged; `start` forces a way to start processes.
    """
    sizes = {site: sum(len(names) for _, _, names in os.walk(out / site)) for site in sites}
    count = jobs or processors()
    if count < 2 or (not jobs and sum(sizes.values()) < _WORTH):
        benches = {site: prepared(project, out, site) for site in sites}
        return [_reported(bench, [judge_piece(bench, piece) for piece in pieces_of(bench)], told) for bench in benches.values()]
    context: Context = multiprocessing.get_context(start or _start())
    *smaller, largest = sorted(sites, key=sizes.__getitem__)
    # While somebody else judges the smaller sites, the data of the largest is read; its languages are then shared out.
    receiver, sender = context.Pipe(duplex=False)
    other = context.Process(target=_whole, args=(sender, project, out, smaller))
    if smaller:
        other.start()
    sender.close()
    try:
        reports = {largest: _shared(prepared(project, out, largest), count, context, told)}
        for site in smaller:
            reports[site] = _received(receiver)
            told(site)
    finally:
        receiver.close()
        if smaller:
            other.terminate()
            other.join()
    return [reports[site] for site in sites]


def _shared(bench: Bench, count: int, context: Context, told: Told) -> Report:
    """A site judged by several processes, a language each."""
    pieces = [piece for piece in pieces_of(bench) if piece != REST]
    with ProcessPoolExecutor(min(count, len(pieces)), mp_context=context, initializer=_take, initargs=(bench,)) as pool:
        running = [pool.submit(_piece, piece) for piece in pieces]
        rest = judge_piece(bench, REST)
        return _reported(bench, [*map(_done, running), rest], told)


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
        raise _ended() from error


def _received(receiver: Connection) -> Report:
    try:
        found: Report | GuideError = receiver.recv()
    except EOFError as error:
        raise _ended() from error
    if isinstance(found, GuideError):
        raise found
    return found


def _ended() -> GuideError:
    hint = "let one process judge alone: --jobs 1"
    return GuideError.at(Place("gpuguide check"), "a process that judged was ended, as by a lack of memory", hint)


# --- In another process ---

_bench: Bench | None = None


def _take(bench: Bench) -> None:
    """Keep what was prepared; its findings stay with whoever prepared it."""
    global _bench  # noqa: PLW0603 - the one way to give it to a process once, and not with every piece
    bench.docket.handed_over()
    _bench = bench
    gc.freeze()
    gc.set_threshold(200_000, 50, 50)  # pages are read by the hundred thousand elements, and little of them is dropped


def _whole(sender: Connection, project: Path, out: Path, sites: Sequence[str]) -> None:
    """Judge sites one after the other, and send what comes of each."""
    gc.set_threshold(200_000, 50, 50)
    for site in sites:
        try:
            sender.send(judge_site(project, out, site))
        except GuideError as error:
            sender.send(error)
            return


def _piece(piece: str) -> Part:
    assert _bench is not None
    return judge_piece(_bench, piece)
