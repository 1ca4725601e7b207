"""Measure what trust costs: `check` of all sites, and a short `prove`, each in a process from start to end.

    .venv/bin/python tests/bench/bench_proof.py [--runs 3] [--against REV]

With a revision, its `check` runs on its own build in the same run, one after the other with ours, and the ratio of processor
time is printed: machines differ and are noisy. A script, not a test. Memory is the sum over all processes at one moment, sampled.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent.parent
GOALS = {"check": 10.0, "prove": 60.0}
GOAL_MB = 1024


class Run(NamedTuple):
    """One run: how long, how much of it on processors, and how much memory all its processes had at most."""

    seconds: float
    cpu_seconds: float
    peak_mb: float


def main() -> int:
    parser = argparse.ArgumentParser(description="Measure check and the short prove.")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--against", help="a revision whose check is measured too")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        trees = {"here": ROOT}
        if asked.against:
            trees[asked.against] = unpacked(asked.against, Path(folder) / "old")
        for name, tree in trees.items():
            measured(tree, ["build", "--out", f"{folder}/{name}", "--quiet"])
        print(f"{'command':<26}{'best s':>8}{'CPU s':>8}{'peak MB':>9}{'goal s':>8}")
        checks: dict[str, list[Run]] = {name: [] for name in trees}
        for _ in range(asked.runs):
            for name, tree in trees.items():
                checks[name].append(measured(tree, ["check", "--out", f"{folder}/{name}", "--quiet"]))
        for name, runs in checks.items():
            tell(f"check ({name})", runs, GOALS["check"])
        if asked.against:
            ours, theirs = (min(run.cpu_seconds for run in checks[name]) for name in trees)
            print(f"processor time of check, here / {asked.against}: {ours / theirs:.2f}")
        tell("prove (here)", [measured(ROOT, ["prove", "--quiet"]) for _ in range(asked.runs)], GOALS["prove"])
    return 0


def tell(name: str, runs: list[Run], goal: float) -> None:
    best = min(run.seconds for run in runs)
    cpu, peak = min(run.cpu_seconds for run in runs), max(run.peak_mb for run in runs)
    print(f"{name:<26}{best:8.1f}{cpu:8.1f}{peak:9.0f}{goal:8.0f}{'' if peak < GOAL_MB else '  over 1 GB'}", flush=True)


def unpacked(revision: str, folder: Path) -> Path:
    """A revision's files in a folder of their own."""
    folder.mkdir()
    archive = subprocess.run(["git", "archive", revision], cwd=ROOT, check=True, capture_output=True).stdout
    subprocess.run(["tar", "-x", "-C", str(folder)], input=archive, check=True)
    return folder


def measured(tree: Path, words: list[str]) -> Run:
    """Run a command once; one that fails ends the measuring."""
    environment = {**os.environ, "PYTHONPATH": str(tree / "src"), "PYTHONUTF8": "1"}
    started = time.perf_counter()
    process = subprocess.Popen([sys.executable, "-m", "gpuguide", *words], cwd=tree, env=environment)
    peak = 0.0
    while True:
        pid, status, usage = os.wait4(process.pid, os.WNOHANG)
        if pid:
            break
        peak = max(peak, memory(process.pid))
        time.sleep(0.1)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        sys.exit(f"gpuguide {' '.join(words)} ended with {process.returncode}")
    return Run(time.perf_counter() - started, usage.ru_utime + usage.ru_stime, peak)


def memory(root: int) -> float:
    """Memory that a process and those it started have for themselves alone or share among them, in MB; on Linux."""
    total, waiting = 0.0, [root]
    while waiting:
        pid = waiting.pop()
        try:
            for line in Path(f"/proc/{pid}/smaps_rollup").read_text(encoding="ascii").splitlines():
                if line.startswith("Pss:"):
                    total += int(line.split()[1]) / 1024
            waiting += map(int, Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii").split())
        except OSError:
            continue  # it has ended meanwhile, or this is no Linux
    return total


if __name__ == "__main__":
    sys.exit(main())
