"""What the tests of publishing share: an old and a new state, and processes of their own that publish."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from pathlib import Path

from gpuguide.site.disk import Disk
from gpuguide.site.outputs import MARKER
from gpuguide.site.publish import publication

OLD = {"index.html": b"old" * 9000, "en/index.html": b"old"}
NEW = {"index.html": b"new" * 9000, "en/other/index.html": b"new", "assets/site.css": b"new"}


class TwoRenames(Disk):
    """The disk of a system that cannot exchange two folders."""

    def exchange(self, one: Path, other: Path) -> bool:
        """It cannot."""
        return False


def put(out: Path, files: dict[str, bytes], disk: Disk | None = None) -> None:
    """Publish the files as the site `hub`."""
    with publication(out, disk) as new:
        new.add("hub", files)
        new.put_in_place()


def files_in(folder: Path) -> dict[str, bytes]:
    """The content of every file of the site, by its path."""
    paths = [path for path in sorted(folder.rglob("*")) if path.is_file() and path.name != MARKER]
    return {path.relative_to(folder / "hub").as_posix(): path.read_bytes() for path in paths}


def beside(out: Path) -> list[str]:
    """What stands beside the output and was made for it."""
    return sorted(path.name for path in out.parent.iterdir() if path.name.startswith(f".{out.name}"))


def in_process(action: Callable[[], None]) -> int:
    """What became of an action in a process of its own: 0, 1 for an error, or minus the signal that ended it."""
    child = os.fork()
    if child == 0:
        try:
            action()
        except BaseException as error:  # it says what went wrong, and must not go on as pytest
            os.write(2, f"{error!r}\n".encode())
            os._exit(1)
        os._exit(0)
    _, status = os.waitpid(child, 0)
    return os.waitstatus_to_exitcode(status)


def dying(kind: type[Disk], at: int) -> Disk:
    """A disk whose process is killed before the effect of this number."""

    class Dying(kind):  # type: ignore[valid-type,misc]  # mypy does not follow a class that is a parameter
        seen = 0

        def step(self, effect: str, path: Path) -> None:
            self.seen += 1
            if self.seen == at:
                os.kill(os.getpid(), signal.SIGKILL)

    return Dying()
