"""Measure a whole build of each site, as an editor runs it: a process from start to end, best and median of some runs.

    .venv/bin/python tests/bench/bench_build.py [--runs 5] [SITE ...]

A script, not a test: a machine under load would fail a test that is right. It builds into a temporary folder.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent.parent


class Run(NamedTuple):
    """One build: how long, how much of it on a processor, and how much memory at most."""

    seconds: float
    cpu_seconds: float
    peak_mb: float


def main() -> int:
    parser = argparse.ArgumentParser(description="Measure a whole build of each site.")
    parser.add_argument(
        "sites", nargs="*", default=sorted(path.name for path in (ROOT / "data/sites").iterdir() if path.is_dir())
    )
    parser.add_argument("--runs", type=int, default=5)
    asked = parser.parse_args()
    print(f"{'site':<20}{'best s':>8}{'median s':>10}{'CPU s':>8}{'peak MB':>9}")
    for site in asked.sites:
        runs = [measured(site) for _ in range(asked.runs)]
        seconds = [run.seconds for run in runs]
        cpu, peak = min(run.cpu_seconds for run in runs), max(run.peak_mb for run in runs)
        print(f"{site:<20}{min(seconds):8.2f}{statistics.median(seconds):10.2f}{cpu:8.2f}{peak:9.0f}", flush=True)
    return 0


def measured(site: str) -> Run:
    """Build the site once in a process of its own; a failed build ends the measuring."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "gpuguide", "build", "--site", site, "--out", f"{folder}/dist", "--quiet"]
        environment = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "PYTHONUTF8": "1"}
        started = time.perf_counter()
        process = subprocess.Popen(command, cwd=ROOT, env=environment)
        _, status, usage = os.wait4(process.pid, 0)
        seconds = time.perf_counter() - started
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        sys.exit(f"the build of {site} ended with {process.returncode}")
    peak = usage.ru_maxrss / (1024 if sys.platform != "darwin" else 1024 * 1024)
    return Run(seconds, usage.ru_utime + usage.ru_stime, peak)


if __name__ == "__main__":
    sys.exit(main())
