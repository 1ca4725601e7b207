"""The clean project in a temporary folder, and what a judge says about it.

The project is tests/checks/example: one page in two languages, written by hand. Its numbers were computed with pencil
and paper, none by the code under test:

- memory/7b      7,000,000,000 x 2 B = 14 GB
- bandwidth      2000 GB/s = 2 TB/s; 900 GB/s stays in GB/s
- hour/alpha     1500 / 720 = 2.08333... -> 2.08
- hour/beta      390 / 720 = 0.541666... -> 0.54, and 0.541667 as an operand
- tokens         20 TB / 100 B = 200,000,000,000
- share          390 / 1500 = 26 %
- cheapest/7b    14 GB fits both cards; Beta costs 390, Alpha 1500
"""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from gpuguide.checks import Report, judge_site

EXAMPLE = Path(__file__).parent / "example"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """The clean project."""
    for part, target in (("data", "data"), ("locales", "locales"), ("templates", "templates"), ("built", "dist/tiny")):
        shutil.copytree(EXAMPLE / part, tmp_path / target)
    return tmp_path


@pytest.fixture
def judged(project: Path) -> Callable[[], Report]:
    """Judges the project as it stands when it is called."""
    return lambda: judge_site(project, project / "dist", "tiny")


@pytest.fixture
def change(project: Path) -> Callable[[str, str, str], None]:
    """Puts one text in the place of another in a file of the project; the old one must be there."""

    def replace(file: str, old: str, new: str) -> None:
        path = project / file
        text = path.read_bytes().decode("utf-8")  # a CSV keeps its line ends
        assert old in text, f"{file} has no {old!r}"
        path.write_bytes(text.replace(old, new, 1).encode("utf-8"))

    return replace
