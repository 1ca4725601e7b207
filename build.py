#!/usr/bin/env python3
"""The one command: makes .venv from the lock on first use, then builds the sites or runs the tests.

    python3 build.py                  build every site (gpuguide build)
    python3 build.py ARGS...          gpuguide ARGS...
    python3 build.py test [ARGS...]   linters, types, layer contracts and pytest ARGS...

It runs before anything is installed, so it uses the standard library only.
"""

from __future__ import annotations

import hashlib
import importlib.util
import json
import os
import shutil
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path
from typing import IO, TYPE_CHECKING

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
VENV_BIN = VENV / ("Scripts" if os.name == "nt" else "bin")
VENV_PYTHON = VENV_BIN / ("python.exe" if os.name == "nt" else "python")
STAMP = VENV / "stamp.json"
LOCK_FILE = VENV / "setting-up.lock"

RUN_LOCKS = ("requirements.lock",)
TEST_LOCKS = ("requirements.lock", "requirements-dev.lock")  # the second holds all of the first


class SetupError(Exception):
    """What could not be set up, why, and what to do about it."""


def main(arguments: Sequence[str]) -> int:
    try:
        require_python()
        locks, command = route(arguments)
        set_up(locks)
        return run(command)
    except (SetupError, OSError) as error:
        print(f"build.py: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130


def route(arguments: Sequence[str]) -> tuple[Sequence[str], list[str]]:
    """The locks that the request needs, and what Python is to run for it."""
    if arguments and arguments[0] == "test":
        return TEST_LOCKS, ["-m", "tests.run_all", *arguments[1:]]
    return RUN_LOCKS, ["-m", "gpuguide", *(arguments or ["build"])]


def require_python() -> None:
    if sys.version_info < (3, 11):  # noqa: UP036 - the project needs it; this file also runs on an older one
        raise SetupError(f"needs Python 3.11 or newer, this is {sys.version.split()[0]}: run it with a newer python3")


def run(command: Sequence[str]) -> int:
    """Run it in .venv; the exit code is the program's, or as in a shell 128 + the signal that ended it."""
    returned = subprocess.call([str(VENV_PYTHON), *command], cwd=ROOT, env=child_environment())
    return 128 - returned if returned < 0 else returned


def child_environment() -> dict[str, str]:
    inherited = {name: value for name, value in os.environ.items() if name != "PYTHONHOME"}
    return {**inherited, "PYTHONPATH": str(ROOT / "src"), "PYTHONUTF8": "1"}


# --- .venv ---


def set_up(locks: Sequence[str]) -> None:
    """Make .venv hold what the locks say; a .venv without a matching stamp is made anew."""
    wanted = wanted_stamp(ROOT, locks)
    if what_to_do(installed(), wanted) == "nothing":
        return
    require_own(VENV)
    VENV.mkdir(exist_ok=True)
    with only_one(LOCK_FILE):
        todo = what_to_do(installed(), wanted)  # another build.py may have done it meanwhile
        if todo == "nothing":
            return
        STAMP.unlink(missing_ok=True)
        if todo == "rebuild":
            make_venv()
        install(locks[-1])
        write_stamp(STAMP, wanted)


def require_own(venv: Path) -> None:
    """A .venv that is a link belongs to another checkout, which making it anew would empty."""
    if venv.is_symlink():
        raise SetupError(f"{venv} is a link to {venv.resolve()}: delete the link and run build.py again")


def installed() -> dict[str, str]:
    """The stamp of a .venv that still has its Python; empty when it was never finished."""
    return read_stamp(STAMP) if VENV_PYTHON.exists() else {}


def wanted_stamp(root: Path, locks: Sequence[str]) -> dict[str, str]:
    digests = {lock: hashlib.sha256((root / lock).read_bytes()).hexdigest() for lock in locks}
    return {"python": sys.version, "root": str(root), **digests}


def what_to_do(found: dict[str, str], wanted: dict[str, str]) -> str:
    """`nothing` (all of it is there), `add` (what is there is right, but not all of it) or `rebuild`."""
    if wanted.items() <= found.items():
        return "nothing"
    if found and found.items() <= wanted.items():
        return "add"
    return "rebuild"


def read_stamp(path: Path) -> dict[str, str]:
    """What the last completed set-up wrote; empty when there was none."""
    try:
        stamp = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return stamp if isinstance(stamp, dict) else {}


def write_stamp(path: Path, stamp: dict[str, str]) -> None:
    half_written = path.with_suffix(".new")
    half_written.write_text(json.dumps(stamp, indent=2) + "\n", encoding="utf-8")
    half_written.replace(path)


@contextmanager
def only_one(path: Path) -> Iterator[None]:
    """Hold the lock on `path`, which the system releases when this process ends, however it ends."""
    with path.open("a", encoding="utf-8") as file:
        if not try_lock(file):
            say("Waiting: another build.py is setting up .venv")
            while not try_lock(file):
                time.sleep(0.2)
        yield


def try_lock(file: IO[str]) -> bool:
    if sys.platform == "win32":
        try:
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
    else:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
    return True


def make_venv() -> None:
    if not all(importlib.util.find_spec(module) for module in ("venv", "ensurepip")):
        raise SetupError(
            "this Python cannot make virtual environments: install its venv module "
            "(Debian and Ubuntu: apt-get install python3-venv) and run build.py again"
        )
    say("Making .venv")
    try:
        for path in VENV.iterdir():
            if path == LOCK_FILE:
                continue
            shutil.rmtree(path) if path.is_dir() and not path.is_symlink() else path.unlink()
    except OSError as error:
        raise SetupError(f"cannot clear the old .venv ({error}): delete it by hand and run build.py again") from error
    python = getattr(sys, "_base_executable", None) or sys.executable  # the one outside, should this run in .venv
    run_quietly([python, "-m", "venv", str(VENV)], "cannot make .venv")


def install(lock: str) -> None:
    say(f"Installing {lock} into .venv")
    pip = [str(VENV_PYTHON), "-m", "pip", "--disable-pip-version-check", "--no-input"]
    run_quietly(
        [*pip, "install", "--quiet", "--require-hashes", "-r", str(ROOT / lock)],
        f"cannot install {lock} (is the package index reachable?)",
    )


def say(line: str) -> None:
    print(line, flush=True)


def run_quietly(command: Sequence[str], problem: str) -> None:
    """Run a program to its end; what it printed matters only if it failed."""
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    if done.returncode:
        output = done.stdout.decode("utf-8", "replace").strip()
        raise SetupError(f"{problem}. `{' '.join(command)}` said:\n{output}")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
