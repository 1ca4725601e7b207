"""One build at a time for an output folder.

Knows the lock that the system takes back when a process ends, however it ends: a lock file that is left behind blocks nobody.
Refuses to know what is built.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from gpuguide.errors import Place, UsageError

if sys.platform == "win32":
    import msvcrt

    _FAR = 1 << 30  # beyond the text: a locked byte can be read by nobody else

    def _taken(descriptor: int) -> bool:
        os.lseek(descriptor, _FAR, os.SEEK_SET)
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

else:
    import fcntl

    def _taken(descriptor: int) -> bool:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True


def lock_file(out: Path) -> Path:
    """Where the lock of an output folder stands: beside it, whatever way leads there."""
    return out.resolve().with_name(f".{out.resolve().name}.lock")


@contextmanager
def locked(out: Path) -> Iterator[None]:
    """Hold the lock of an output folder; a usage error names the process that holds it already."""
    path = lock_file(out)
    descriptor = _open(path, out)
    try:
        os.ftruncate(descriptor, 0)
        os.lseek(descriptor, 0, os.SEEK_SET)
        os.write(descriptor, f"{os.getpid()}\n".encode())
        yield
    finally:
        with suppress(OSError):
            path.unlink()  # while it is held: whoever opened it in between sees that it is gone, and opens it anew
        os.close(descriptor)


def _open(path: Path, out: Path) -> int:
    """The descriptor of the lock, held."""
    while True:
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o644)
        if not _taken(descriptor):
            os.lseek(descriptor, 0, os.SEEK_SET)
            holder = os.read(descriptor, 32).decode("ascii", "replace").strip() or "unknown"
            os.close(descriptor)
            hint = f"wait for it, or end process {holder}"
            raise UsageError.at(Place(str(out)), f"another build (pid {holder}) is writing {out}", hint)
        if _is_there(path, descriptor):
            return descriptor
        os.close(descriptor)  # it was taken away between opening and locking


def _is_there(path: Path, descriptor: int) -> bool:
    try:
        return os.path.samestat(path.stat(), os.fstat(descriptor))
    except FileNotFoundError:
        return False
