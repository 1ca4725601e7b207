"""Puts a built site in place in one step, or leaves the old one whole.

Knows folders and renames. Refuses to write into a folder that this project did not make, or that holds its sources.
"""

from __future__ import annotations

import ctypes
import ctypes.util
import os
import shutil
import tempfile
from collections.abc import Mapping
from pathlib import Path

from gpuguide.errors import GuideError, Place, Problem

MARKER = ".gpuguide"
_AT_FDCWD = -100
_RENAME_EXCHANGE = 2


class PublishError(GuideError):
    """The site could not be put in place; the old one stands as it was."""


def refuse_foreign(root: Path, out: Path) -> None:
    """Stop when `out` is a folder that a build must not replace."""
    place = Place(str(out))
    resolved, source = out.resolve(), root.resolve()
    if out.is_symlink() or resolved in (Path(resolved.anchor), Path.home().resolve()):
        raise PublishError.at(
            place, "the output folder is a link, the root or the home folder", "name a folder of its own, such as dist"
        )
    if source == resolved or source.is_relative_to(resolved):
        raise PublishError.at(place, "the output folder holds the project itself", "name a folder of its own, such as dist")
    for part in ("data", "templates", "locales", "src", "tests", "docs", ".git"):
        if resolved.is_relative_to(source / part):
            raise PublishError.at(place, f"the output folder is inside {part}/", "name a folder of its own, such as dist")
    if out.exists() and not out.is_dir():
        raise PublishError.at(place, "the output is a file", "name a folder")
    if out.is_dir() and any(out.iterdir()) and not (out / MARKER).exists():
        raise PublishError.at(
            place,
            f"the output folder holds files that this project did not write (no {MARKER} in it)",
            "name an empty folder",
        )


def write_site(folder: Path, files: Mapping[str, bytes]) -> None:
    """Write all files of a site below a folder; each path is checked to stay inside.

    Modes are set, whatever the umask is: a web server under another user must be able to read what is published.
    """
    for name, content in sorted(files.items()):
        target = folder / name
        if not target.resolve().is_relative_to(folder.resolve()):
            raise PublishError.at(Place(name), "the path leaves the output folder")
        target.parent.mkdir(parents=True, exist_ok=True)
        with target.open("wb") as stream:
            stream.write(content)
        target.chmod(0o644)
    for inner in (folder, *(path for path in folder.rglob("*") if path.is_dir())):
        inner.chmod(0o755)


def staging(out: Path) -> Path:
    """An empty folder beside the output, on the same file system; leftovers of killed builds are removed."""
    try:
        out.parent.mkdir(parents=True, exist_ok=True)
        for leftover in out.parent.glob(f".{out.name}.building-*"):
            shutil.rmtree(leftover, ignore_errors=True)
        folder = Path(tempfile.mkdtemp(prefix=f".{out.name}.building-", dir=out.parent))
        (folder / MARKER).write_text("made by gpuguide; the next build replaces this folder\n", encoding="utf-8")
        folder.chmod(0o755)
    except OSError as error:
        raise PublishError([Problem(Place(str(out)), f"the output cannot be written: {error.strerror}")]) from error
    return folder


def swap(staged: Path, out: Path) -> None:
    """Make `staged` the output in one step where the system can, else by two renames."""
    try:
        if not out.exists():
            staged.rename(out)
            return
        if not _exchange(staged, out):
            staged = _rename_twice(staged, out)
        shutil.rmtree(staged, ignore_errors=True)
    except OSError as error:
        raise PublishError(
            [Problem(Place(str(out)), f"the new site could not be put in place: {error.strerror}", "the old one stands")]
        ) from error


def _rename_twice(staged: Path, out: Path) -> Path:
    """Put the old site aside and the new one in its place, or the old one back; gives where the old one went."""
    aside = staged.with_name(staged.name + "-old")
    out.rename(aside)
    try:
        staged.rename(out)
    except OSError:
        aside.rename(out)
        raise
    return aside


def _exchange(one: Path, other: Path) -> bool:
    """Swap two folders atomically (Linux renameat2); False where that does not exist."""
    name = ctypes.util.find_library("c")
    rename = getattr(ctypes.CDLL(name, use_errno=True), "renameat2", None) if name else None
    if rename is None:
        return False
    return bool(rename(_AT_FDCWD, os.fsencode(one), _AT_FDCWD, os.fsencode(other), _RENAME_EXCHANGE) == 0)
