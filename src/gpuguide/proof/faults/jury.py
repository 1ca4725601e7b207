"""Asks the judge about a site with some of its files changed.

Knows how to put files before the judge and take them away again. Refuses to judge by itself, and to change the clean site.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Protocol

from gpuguide.checks import Court, Finding
from gpuguide.proof.faults.scene import Changed, Files


class Jury(Protocol):
    """Says what is wrong with a site some of whose files were changed."""

    def findings(self, changed: Changed) -> tuple[Finding, ...]:
        """The findings of the judge; none for a clean site."""
        ...


class FolderJury:
    """A jury that has the clean site in a folder of its own, and changes files there while it judges."""

    def __init__(self, project: Path, out: Path, site: str, files: Files) -> None:
        """Write the clean site into `out`, which must be empty."""
        self.out, self.site, self.files = out, site, files
        self.court = Court(project, out, site)
        for path, content in files.items():
            self._put(path, content)

    def findings(self, changed: Changed) -> tuple[Finding, ...]:
        """Judge the whole site with these changes."""
        with self._changed(changed):
            return self.court.report().findings

    @contextmanager
    def _changed(self, changed: Changed) -> Iterator[None]:
        try:
            for path, content in changed.items():
                self._put(path, content)
            yield
        finally:
            for path in changed:
                self._put(path, self.files.get(path))

    def _put(self, path: str, content: bytes | None) -> None:
        target = self.out / self.site / path
        if content is None:
            target.unlink(missing_ok=True)
            return
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)
