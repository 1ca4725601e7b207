"""Watches the files of a project, and tells which of them changed, many at once as one change.

Knows which files belong to a project and which are an editor's own. Refuses to read any.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

from watchfiles import Change, awatch

FOLDERS = ("data", "templates", "locales")
ENDINGS = frozenset({".yaml", ".csv", ".md", ".html", ".css", ".js", ".po", ""})
"""Those of a project's files; what has none may be a folder that came or went."""
QUIET_MS = 15
"""How long nothing more must change before a change is told; a checkout writes its files closer together."""
LONGEST_MS = 500


def belongs(path: str) -> bool:
    """Whether a changed file is one of a project, and not a swap file, a backup or a hidden file of an editor."""
    name = Path(path).name
    return Path(name).suffix in ENDINGS and not name.startswith((".", "#", "~"))


async def changes(root: Path, stop: asyncio.Event) -> AsyncIterator[set[str]]:
    """The paths from the project of the files that changed, whenever some did, until `stop`."""
    root = root.resolve()
    folders = [folder for name in FOLDERS if (folder := root / name).is_dir()]
    found: set[tuple[Change, str]]
    async for found in awatch(
        *folders,
        watch_filter=lambda change, path: belongs(path),
        step=QUIET_MS,
        debounce=LONGEST_MS,
        stop_event=stop,
        rust_timeout=500,
        yield_on_timeout=False,
    ):
        yield {Path(path).relative_to(root).as_posix() for _, path in found}
