"""A copy of a project with a few pages of one site, in which faulty sources and a faulty engine are tried.

Knows how to build such a copy and to keep it clean. Refuses to judge.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path

from gpuguide.catalog.loader import Site, load_sites
from gpuguide.catalog.reading import Memory
from gpuguide.proof.faults.scene import Changed, Files, Scene, Tongue
from gpuguide.site.build import build_site

PARTS = ("data", "locales", "templates")


class ProjectCopy:
    """The copy: what it is built from, and the clean site built from it."""

    def __init__(self, root: Path, site: str, folder: Path, pages: Iterable[str] = ()) -> None:
        """Copy the sources of a project into `folder`, of the site's pages only these (none named: all)."""
        self.folder, self.site = folder, site
        self._memory = Memory()
        for part in PARTS:
            shutil.copytree(root / part, folder / part)
        kept = frozenset(pages)
        for path in sorted((folder / "templates/pages" / site).glob("*.md")):
            if kept and path.stem not in kept:
                path.unlink()
        self.files = self.build()
        self.built = Scene(self.files, tongues(self._loaded()))

    @cached_property
    def sources(self) -> Scene:
        """The files that the site is built from."""
        own = ("data/", f"templates/pages/{self.site}/", "templates/layouts/", "templates/components/")
        other = tuple(f"data/sites/{path.name}/" for path in (self.folder / "data/sites").iterdir() if path.name != self.site)
        names = [path.relative_to(self.folder).as_posix() for path in sorted(self.folder.rglob("*")) if path.is_file()]
        kept = [name for name in names if name.startswith(own) and not name.startswith(other)]
        kept += [name for name in names if name.endswith((f"/{self.site}.po", "/engine.po"))]
        return Scene({name: (self.folder / name).read_bytes() for name in kept}, {})

    def build(self) -> Files:
        """Build the site strictly, in memory; raises what the engine raises."""
        return build_site(self.folder, self._loaded()).files

    @contextmanager
    def changed(self, changed: Changed) -> Iterator[None]:
        """The copy with some of its sources otherwise for a while."""
        before = {name: (self.folder / name).read_bytes() for name in changed}
        try:
            for name, content in changed.items():
                self._write(name, content or b"")
            yield
        finally:
            for name, content in before.items():
                self._write(name, content)

    def _write(self, name: str, content: bytes) -> None:
        (self.folder / name).write_bytes(content)
        self._memory.forget(name)

    def _loaded(self) -> Site:
        return load_sites(self.folder, self.site, self._memory)[0]


def tongues(site: Site) -> dict[str, Tongue]:
    """The languages of a site by the folder that each stands in."""
    return {one.segment: Tongue(name, one.segment, one.tag, one.decimal, one.group) for name, one in site.locales.items()}


def differing(clean: Files, faulty: Files) -> dict[str, bytes | None]:
    """The files that differ; None for those that the faulty site does not have."""
    names = sorted(clean.keys() | faulty.keys())
    return {name: faulty.get(name) for name in names if clean.get(name) != faulty.get(name)}
