"""The clean project in a temporary folder, and what a judge says about it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from gpuguide.checks import Report, judge_site
from tests.checks.example import SITE, write_example


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """The clean project."""
    write_example(tmp_path)
    return tmp_path


@pytest.fixture
def judged(project: Path) -> Callable[[], Report]:
    """Judges the project as it stands when it is called."""
    return lambda: judge_site(project, project / "dist", SITE)


@pytest.fixture
def change(project: Path) -> Callable[[str, str, str], None]:
    """Puts one text in the place of another in a file of the project; the old one must be there."""

    def replace(file: str, old: str, new: str) -> None:
        path = project / file
        text = path.read_text(encoding="utf-8")
        assert old in text, f"{file} has no {old!r}"
        path.write_text(text.replace(old, new, 1), encoding="utf-8")

    return replace
