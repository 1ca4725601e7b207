"""The real project to be changed, the made-up one, and the command line as a function."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from gpuguide.cli import building
from gpuguide.cli.console import Screen
from gpuguide.cli.main import main
from tests.site.guide import write_guide


@dataclass(frozen=True)
class Ran:
    """How a command ended and what it wrote."""

    code: int
    out: str
    err: str


Run = Callable[..., Ran]
Change = Callable[[str, str, str], None]


@pytest.fixture
def hub(built_hub: Path, tmp_path: Path) -> Path:
    """The real project with its built page, to be changed."""
    return Path(shutil.copytree(built_hub, tmp_path / "project"))


@pytest.fixture(scope="session")
def built_guide(tmp_path_factory: pytest.TempPathFactory, project_root: Path) -> Path:
    """The made-up project, small and quick, built; not to be changed."""
    root = write_guide(tmp_path_factory.mktemp("guide") / "guide", project_root)
    assert building.build(root, root / "dist", None, False, Screen(quiet=True)) == 0
    return root


@pytest.fixture
def guide(built_guide: Path, tmp_path: Path) -> Path:
    """The made-up project, not built yet, to be changed."""
    return Path(shutil.copytree(built_guide, tmp_path / "guide", ignore=shutil.ignore_patterns("dist")))


@pytest.fixture
def published(built_guide: Path, tmp_path: Path) -> Path:
    """The made-up project with its built site, to be changed."""
    return Path(shutil.copytree(built_guide, tmp_path / "published"))


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs the command line in this process."""

    def command(*arguments: str | Path) -> Ran:
        monkeypatch.setattr(sys, "argv", ["gpuguide", *map(str, arguments)])
        capsys.readouterr()
        code: object = 0
        try:
            main()
        except SystemExit as ended:
            code = ended.code
        written = capsys.readouterr()
        return Ran(int(str(code or 0)), written.out, written.err)

    return command


@pytest.fixture
def change() -> Callable[[Path, str, str], None]:
    """Puts one text in the place of another in a file; the old one must be there."""

    def replace(path: Path, old: str, new: str) -> None:
        text = path.read_text(encoding="utf-8")
        assert old in text, f"{path} has no {old!r}"
        path.write_text(text.replace(old, new, 1), encoding="utf-8")

    return replace
