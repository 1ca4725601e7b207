"""Every effect that publishing has on the disk, one method each.

Knows files, folders and renames. Refuses to know in which order they are wanted. A test may stop the process before any of them.
"""

from __future__ import annotations

import ctypes
import ctypes.util
import os
import shutil
from pathlib import Path

_AT_FDCWD = -100
_RENAME_EXCHANGE = 2


class Disk:
    """The disk of this machine. `step` is called before each effect, with its name and its path."""

    def step(self, effect: str, path: Path) -> None:
        """Nothing: the place where a test may end the process."""

    def make(self, folder: Path) -> None:
        """A folder that everyone may read, with the folders above it."""
        for missing in reversed([one for one in (folder, *folder.parents) if not one.exists()]):
            self.step("make", missing)
            missing.mkdir(exist_ok=True)
            missing.chmod(0o755)  # whatever the umask is: a web server runs as another user

    def write(self, file: Path, content: bytes) -> None:
        """A file that everyone may read."""
        self.step("write", file)
        file.write_bytes(content)
        file.chmod(0o644)

    def sync(self, path: Path) -> None:
        """Wait until a file or a folder is on the disk; some systems cannot do so for folders."""
        if os.name == "nt" and path.is_dir():
            return
        self.step("sync", path)
        descriptor = os.open(path, os.O_RDONLY if os.name != "nt" else os.O_RDWR)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)

    def rename(self, one: Path, other: Path) -> None:
        """Give a folder another name, which nothing has."""
        self.step("rename", one)
        one.rename(other)

    def exchange(self, one: Path, other: Path) -> bool:
        """Swap two folders in one step (Linux renameat2); False where the system or the file system cannot."""
        name = ctypes.util.find_library("c")
        rename = getattr(ctypes.CDLL(name, use_errno=True), "renameat2", None) if name else None
        if rename is None:
            return False
        self.step("exchange", one)
        return bool(rename(_AT_FDCWD, os.fsencode(one), _AT_FDCWD, os.fsencode(other), _RENAME_EXCHANGE) == 0)

    def remove(self, folder: Path) -> None:
        """Take a folder away with all that is in it; what cannot be removed now is removed by the next build."""
        self.step("remove", folder)
        shutil.rmtree(folder, ignore_errors=True)
