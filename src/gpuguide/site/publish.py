"""Puts built sites in place in one step, or leaves the old ones whole: after a crash, on a full disk, beside another build.

Knows the order: lock, repair, write beside, sync, swap, sync, tidy. Refuses to know what is in a file.
"""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, ExitStack, contextmanager
from pathlib import Path, PurePosixPath

from gpuguide.errors import GuideError, Place, Problem
from gpuguide.site.disk import Disk
from gpuguide.site.locks import locked
from gpuguide.site.outputs import MARKER

_NOTE = b"made by gpuguide; the next build replaces this folder\n"


class PublishError(GuideError):
    """The sites could not be put in place; the old ones stand as they were."""


class Publication:
    """The next state of an output folder, written beside it."""

    def __init__(self, out: Path, disk: Disk) -> None:
        """Nothing is written before the first site is added."""
        self.out, self._disk = out, disk
        self._staged: Path | None = None
        self._bytes = 0

    @property
    def folder(self) -> Path:
        """Where the new sites stand until they are put in place; made when it is first asked for."""
        if self._staged is None:
            with self._told():
                self._disk.step("make", self.out)
                self._staged = Path(tempfile.mkdtemp(prefix=_prefix(self.out), dir=self.out.parent))
                self._staged.chmod(0o755)
                self._disk.write(self._staged / MARKER, _NOTE)
        return self._staged

    def add(self, site: str, files: Mapping[str, bytes]) -> None:
        """Write all files of a site; each path is checked to stay inside the site."""
        for name in files:
            if PurePosixPath(name).is_absolute() or ".." in name.split("/") or "\\" in name or ":" in name:
                raise PublishError.at(Place(name), "the path leaves the output folder")
        self._bytes += sum(map(len, files.values()))
        folder = self.folder / site
        with self._told():
            for name, content in sorted(files.items()):
                self._disk.make((folder / name).parent)
                self._disk.write(folder / name, content)

    def keep(self, site: str) -> None:
        """A site that this build does not make stays as it is."""
        standing = self.out / site
        with self._told():
            paths = [path for path in standing.rglob("*") if path.is_file() and not path.is_symlink()]
            files = {path.relative_to(standing).as_posix(): path.read_bytes() for path in paths}
        if files:
            self.add(site, files)

    def put_in_place(self) -> None:
        """Make the new sites the output, in one step where the system can."""
        staged = self.folder
        with self._told():
            for path in sorted(staged.rglob("*"), reverse=True):
                self._disk.sync(path)  # what is in a folder before the folder
            self._disk.sync(staged)
            if not self.out.exists():
                self._disk.rename(staged, self.out)
                self._staged = None
            elif not self._disk.exchange(staged, self.out):
                self._rename_twice(staged)
            self._disk.sync(self.out.parent)

    def _rename_twice(self, staged: Path) -> None:
        """Put the old sites aside and the new ones in their place, or the old ones back.

        A crash between the two is repaired by the next build: it finds the old sites aside and no output.
        """
        aside = _aside(self.out)
        self._disk.rename(self.out, aside)
        try:
            self._disk.rename(staged, self.out)
        except OSError:
            self._disk.rename(aside, self.out)
            raise
        self._disk.sync(self.out.parent)
        # under the name of a leftover, so that half of it is never taken for the old sites
        self._disk.rename(aside, staged)

    def tidy(self) -> None:
        """Take away what is left beside the output: the new sites that were not wanted, or the old ones."""
        if self._staged is not None:
            self._disk.remove(self._staged)
            self._staged = None

    def _told(self) -> AbstractContextManager[None]:
        return _told(self.out, self._bytes)


@contextmanager
def publication(out: Path, disk: Disk | None = None) -> Iterator[Publication]:
    """The one way to write an output folder: it is locked, what a crash left is repaired, and nothing is left beside it."""
    effects, place = disk or Disk(), out.resolve()
    with ExitStack() as stack:
        with _told(place):
            effects.make(place.parent)
            stack.enter_context(locked(place))
            _repair(place, effects)
        new = Publication(place, effects)
        stack.callback(new.tidy)
        yield new


def _repair(out: Path, disk: Disk) -> None:
    """Bring the old sites back if a crash left them aside, and remove what killed builds left: the lock says that none lives."""
    aside = _aside(out)
    if aside.is_dir():
        disk.rename(aside, out.with_name(f"{_prefix(out)}{aside.name}") if out.exists() else out)
    for leftover in sorted(out.parent.glob(f"{_prefix(out)}*")):
        if leftover.is_dir() and not leftover.is_symlink():
            disk.remove(leftover)


@contextmanager
def _told(out: Path, needed: int = 0) -> Iterator[None]:
    """Turns an error of the system into one of ours that says what was needed."""
    try:
        yield
    except OSError as error:
        raise _problem(out, error, needed) from error


def _prefix(out: Path) -> str:
    return f".{out.name}.building-"


def _aside(out: Path) -> Path:
    return out.with_name(f".{out.name}.replaced")


def _problem(out: Path, error: OSError, needed: int) -> PublishError:
    message = f"the new sites could not be put in place: {error.strerror or error}"
    if needed:
        message += f"; they need {_megabytes(needed)} beside the old ones, {_free(out)}"
    hint = "the old ones stand; make room, or name another folder with --out"
    return PublishError([Problem(Place(str(error.filename or out)), message, hint)])


def _megabytes(size: int) -> str:
    return f"{-(-size // 1_000_000)} MB"


def _free(out: Path) -> str:
    try:
        return f"{shutil.disk_usage(out.parent).free // 1_000_000} MB are free"
    except OSError:
        return "and nobody can say what is free"
