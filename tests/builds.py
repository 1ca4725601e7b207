"""The real project in a folder of its own: one page of one site, built.

The page and its site stand for all: the engine knows no other. STRICT is the one switch for builds of it: strict while every
translation is complete.
"""

from __future__ import annotations

import shutil
from pathlib import Path

from gpuguide.cli import building
from gpuguide.cli.console import Screen

SITE = "gpu-rent-hub"
PAGE = "gpu-for-llm-inference"
LOCALES = ("en", "pt", "zh", "ja")
STRICT = True

HUB = f"dist/{SITE}"
SOURCES = ("data", "locales", "templates")


def build(root: Path) -> int:
    """Build the site into `dist`; the exit code."""
    return building.build(root, root / "dist", SITE, STRICT, Screen(quiet=True))


def copy_hub(root: Path, target: Path, pages: tuple[str, ...] = (PAGE,)) -> Path:
    """Copy the sources of a project, of the site's pages only these."""
    for folder in SOURCES:
        shutil.copytree(root / folder, target / folder)
    for path in (target / "templates/pages" / SITE).glob("*.md"):
        if path.stem not in pages:
            path.unlink()
    return target


def files_in(folder: Path) -> dict[str, bytes]:
    """The content of every file below a folder, by its path from there."""
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}
