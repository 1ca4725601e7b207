"""The made-up guide, built or not, and the command line, for cases that other projects met."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from gpuguide.catalog.loader import load_sites
from gpuguide.site.build import Built, build_site
from tests.cli.conftest import built_guide, change, guide, published, run
from tests.projects import Files
from tests.site.guide import write_guide

__all__ = ["built_guide", "change", "guide", "published", "run"]

Fit = Callable[[Files], Built]


@pytest.fixture
def fit(tmp_path: Path, project_root: Path) -> Fit:
    """Builds a guide in memory, each time in a folder of its own."""
    folders = iter(range(9))

    def build(files: Files) -> Built:
        root = write_guide(tmp_path / f"guide-{next(folders)}", project_root, files)
        return build_site(root, load_sites(root)[0], strict=False)

    return build
