"""What the tests of the catalog share: the tiny project in a folder, and the problems that loading it gives."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from gpuguide.catalog.loader import Site, load_sites
from gpuguide.errors import FactsError
from tests.projects import Files, tiny_project, write_project


@pytest.fixture
def load(tmp_path: Path) -> Callable[[Files], Site]:
    """Writes a project and loads its one site."""
    return lambda files: load_sites(write_project(tmp_path, files))[0]


@pytest.fixture
def problems_of(tmp_path: Path) -> Callable[[Files], list[str]]:
    """Writes a project that cannot be loaded; its problems as a person reads them, in their order."""

    def problems(files: Files) -> list[str]:
        with pytest.raises(FactsError) as caught:
            load_sites(write_project(tmp_path, files))
        return [str(problem) for problem in caught.value.problems]

    return problems


@pytest.fixture(scope="session")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> Site:
    """The tiny site as it is, loaded once; records are frozen."""
    return load_sites(write_project(tmp_path_factory.mktemp("tiny"), tiny_project()))[0]
