"""The made-up guide opened for the proof, as it stands and with a bug planted in it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from gpuguide.catalog.loader import load_sites
from gpuguide.proof.report import Disagreement
from gpuguide.proof.running import step_fact
from gpuguide.proof.workshop import Workshop, open_workshop
from tests.projects import Files
from tests.site.guide import guide_files, write_guide

Open = Callable[..., Workshop]


@pytest.fixture
def opened(tmp_path: Path, project_root: Path) -> Open:
    """Opens the guide, or another project with its templates."""

    def open_guide(files: Files | None = None) -> Workshop:
        root = write_guide(tmp_path / "guide", project_root, files or guide_files())
        return open_workshop(root, load_sites(root)[0])

    return open_guide


def disagreements(shop: Workshop, fact: str) -> list[Disagreement]:
    """What does not agree once a fact is stepped, over all its steps and every page."""
    stepped = step_fact(shop, True, 0, next(one for one in shop.stepper.facts if one.key == fact))
    return [wrong for outcome in stepped.outcomes for wrong in outcome.disagreements]


def kinds(shop: Workshop, fact: str) -> list[str]:
    """What came of each step of a fact."""
    stepped = step_fact(shop, True, 0, next(one for one in shop.stepper.facts if one.key == fact))
    return [outcome.kind for outcome in stepped.outcomes]
