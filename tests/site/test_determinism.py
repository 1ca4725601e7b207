"""The same sources give the same bytes, whoever builds them, where and when.

Each build runs in a process of its own under one disturbance; `disturbed/sitecustomize.py` disturbs what the environment cannot.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tests.builds import HUB, SITE, SOURCES, files_in
from tests.site.guide import write_guide

DISTURBED = Path(__file__).parent / "disturbed"
PLAIN = {"TZ": "UTC", "LC_ALL": "C.UTF-8", "PYTHONHASHSEED": "1"}


@dataclass(frozen=True)
class Machine:
    """Where a build runs: what differs from the plain machine."""

    environment: dict[str, str] = field(default_factory=dict)
    umask: int = 0o022
    flags: tuple[str, ...] = ()
    below: str = ""
    """The working folder, below the project."""

    def run(self, root: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Run Python on this machine, and wait for it."""
        engine = Path(__file__).resolve().parents[2] / "src"
        path = os.pathsep.join([str(engine), *([str(DISTURBED)] if "GPUGUIDE_DISTURB" in self.environment else [])])
        return subprocess.run(
            [sys.executable, *self.flags, *arguments],
            cwd=root / self.below,
            env={**os.environ, **PLAIN, **self.environment, "PYTHONPATH": path},
            umask=self.umask,
            capture_output=True,
            text=True,
            check=False,
        )

    def build(self, root: Path, *more: str) -> dict[str, bytes]:
        """Build the project on this machine into `out`; what was written."""
        done = self.run(root, "-m", "gpuguide", "build", "--project", str(root), "--out", str(root / "out"), *more)
        assert done.returncode == 0, done.stdout + done.stderr
        return files_in(root / "out")


MACHINES = {
    "another time zone": Machine({"TZ": "Pacific/Kiritimati"}),
    "a Japanese machine": Machine({"LC_ALL": "ja_JP.EUC-JP", "LANG": "ja_JP.EUC-JP", "LANGUAGE": "ja"}),
    "a machine without a locale": Machine({"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}),
    "another hash seed": Machine({"PYTHONHASHSEED": "4294967295"}),
    "another working folder": Machine(below="data"),
    "a closed umask": Machine(umask=0o077),
    "an open umask": Machine(umask=0),
    "a clock that is years ahead": Machine({"GPUGUIDE_DISTURB": "clock"}),
    "folders in another order": Machine({"GPUGUIDE_DISTURB": "order"}),
    "encodings that must be named": Machine(flags=("-X", "warn_default_encoding", "-W", "error::EncodingWarning")),
}

EVERYTHING = Machine(
    {
        "TZ": "America/Sao_Paulo",
        "LC_ALL": "pt_BR.ISO-8859-1",
        "PYTHONHASHSEED": "77",
        "PYTHONUTF8": "0",
        "GPUGUIDE_DISTURB": "clock order",
    },
    umask=0o077,
    below="templates",
)


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory, project_root: Path) -> dict[str, bytes]:
    """What the made-up project builds to on a plain machine."""
    return Machine().build(write_guide(tmp_path_factory.mktemp("plain") / "guide", project_root))


@pytest.mark.parametrize("machine", MACHINES.values(), ids=MACHINES)
def test_the_machine_does_not_show_in_the_bytes(plain: dict[str, bytes], machine: Machine, tmp_path: Path, project_root: Path):
    """One thing differs from the plain machine, and the folder in which the project stands: the files are the same."""
    assert_same(machine.build(write_guide(tmp_path / "elsewhere", project_root)), plain)


def test_all_of_it_at_once_does_not_show_in_a_real_page(built_hub: Path, tmp_path: Path):
    """The real page in four languages, built in this process, and on a machine on which everything differs."""
    for folder in SOURCES:
        shutil.copytree(built_hub / folder, tmp_path / "hub" / folder)
    EVERYTHING.build(tmp_path / "hub", "--site", SITE, "--strict")
    assert_same(files_in(tmp_path / "hub/out" / SITE), files_in(built_hub / HUB))


PROBE = """
import datetime, os, time, pathlib
names = sorted(f"file-{number}" for number in range(9))
for name in names:
    pathlib.Path("probe", name).touch()
print(datetime.datetime.now(datetime.UTC).year - 5 >= REAL, datetime.date.today().year - 5 >= REAL, time.time() > LATER)
print(os.listdir("probe") == names, [entry.name for entry in os.scandir("probe")] == names)
print(sorted(path.name for path in pathlib.Path("probe").iterdir()) == names)
"""


def test_the_disturbance_is_real(tmp_path: Path):
    """A build that asked for the clock or trusted the order of a folder would notice: five years, and no order of names."""
    (tmp_path / "probe").mkdir()
    machine = Machine({"GPUGUIDE_DISTURB": "clock order"})
    done = machine.run(tmp_path, "-c", PROBE.replace("REAL", "2026").replace("LATER", "1.9e9"))
    assert done.stdout.split("\n")[:3] == ["True True True", "False False", "True"], done.stderr


def assert_same(found: dict[str, bytes], expected: dict[str, bytes]) -> None:
    """The same files with the same content; else the names of those that differ."""
    assert sorted(found) == sorted(expected)
    assert [name for name in expected if found[name] != expected[name]] == []
