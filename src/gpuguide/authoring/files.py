"""Writes several files so that all of them are new or all of them are old.

Knows temporary files beside their targets. Refuses to overwrite a file that somebody changed in the meantime.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Mapping
from pathlib import Path

from gpuguide.errors import Place, UsageError


def write_all(root: Path, texts: Mapping[str, str], known: Mapping[str, str | None]) -> None:
    """Write texts by path, if each file still holds what is known of it (None: it is not there yet).

    Raises `UsageError`, or the system's error; then every file is as it was.
    """
    for name, before in known.items():
        path = root / name
        present = path.read_bytes() if path.exists() else None
        if present != (None if before is None else before.encode("utf-8")):
            raise UsageError.at(Place(name), "the file was changed in the meantime", "ask again")
    staged: dict[Path, Path] = {}
    try:
        for name, text in texts.items():
            staged[root / name] = _beside(root / name, text.encode("utf-8"))
        _put_in_place(staged)
    finally:
        for temporary in staged.values():
            temporary.unlink(missing_ok=True)


def _put_in_place(staged: Mapping[Path, Path]) -> None:
    """Rename each over its target; when one fails, those before it get their old content back."""
    before = {path: path.read_bytes() if path.exists() else None for path in staged}
    done: list[Path] = []
    try:
        for path, temporary in staged.items():
            temporary.replace(path)
            done.append(path)
    except OSError:
        for path in done:
            content = before[path]
            if content is None:
                path.unlink()
            else:
                _beside(path, content).replace(path)
        raise


def _beside(path: Path, content: bytes) -> Path:
    """A file with this content in the same folder, safely on the disk, with the mode of the file it is meant for."""
    path.parent.mkdir(parents=True, exist_ok=True)
    descriptor, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    with os.fdopen(descriptor, "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    if path.exists():
        shutil.copymode(path, name)
    else:
        Path(name).chmod(0o644)
    return Path(name)


def read_text_of(root: Path, name: str) -> str:
    """What a file of the project holds, with its ends of line; `UsageError` when it is not there."""
    path = root / name
    if not path.is_file():
        hint = "name the project with --project DIR, or start one with gpuguide new site"
        raise UsageError.at(Place(name), "there is no such file", hint)
    return path.read_bytes().decode("utf-8")
