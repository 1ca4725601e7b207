"""Bytes that look for new branches of the loader find none that ends in a traceback; and they would tell of one."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from pathlib import Path

import pytest

NO_ATHERIS = "atheris has no wheel for this system or this Python; hypothesis fuzzes the same loader"
pytestmark = pytest.mark.skipif(importlib.util.find_spec("atheris") is None, reason=NO_ATHERIS)
SOUND = "from tests.fuzz import coverage_guided; coverage_guided.main"
BROKEN = """
from tests.fuzz import coverage_guided
def load(root, memory):
    if "alpha" not in (root / "data/gpus/alpha.yaml").read_text(encoding="utf-8", errors="replace"):
        raise KeyError("alpha")
coverage_guided.load_sites = load
coverage_guided.main"""


def fuzz(project_root: Path, folder: Path, code: str, runs: int) -> subprocess.CompletedProcess[str]:
    """Runs of one seed in a process of their own: libFuzzer ends the process in which it runs."""
    command = [sys.executable, "-c", f"{code}(['-runs={runs}', '-seed=1', '-artifact_prefix={folder}/'])"]
    paths = os.pathsep.join(map(str, (project_root / "src", project_root)))
    env = {**os.environ, "PYTHONPATH": paths}
    return subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, errors="replace", check=False)


def test_the_loader_answers_whatever_the_bytes(project_root, tmp_path):
    done = fuzz(project_root, tmp_path, SOUND, 1500)
    assert done.returncode == 0, done.stderr[-2000:] + done.stdout[-2000:]
    assert "Done 1500 runs" in done.stderr


def test_an_error_that_is_not_ours_ends_the_run(project_root, tmp_path):
    done = fuzz(project_root, tmp_path, BROKEN, 1500)
    assert done.returncode != 0
    assert "KeyError: 'alpha'" in done.stdout + done.stderr
    assert [path.name[:6] for path in tmp_path.iterdir()] == ["crash-"]
