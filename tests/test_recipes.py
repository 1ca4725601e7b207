"""Every recipe of the documents does what it says, on a fresh copy of the guide to practise on, made as the document says."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import Run, run
from tests.recipes import Look, apply, as_promised, recipes_in, setting_up

__all__ = ["run"]  # the command line as a function, as in the tests of the commands

DOCS = Path(__file__).parent.parent / "docs"
DOCUMENT = (DOCS / "editing.md").read_text(encoding="utf-8")
TEN = recipes_in(DOCUMENT)
README = (DOCS.parent / "README.md").read_text(encoding="utf-8")
RECIPES = {**TEN, **recipes_in((DOCS / "developing.md").read_text(encoding="utf-8"))}


@pytest.fixture(scope="session")
def checkout(tmp_path_factory: pytest.TempPathFactory, project_root: Path) -> Path:
    """A folder like the repository, with `practice` in it made by the lines of the document; not to be changed."""
    root = tmp_path_factory.mktemp("checkout")
    for name in ("data", "docs", "locales", "templates"):
        (root / name).symlink_to(project_root / name)
    lines, _ = setting_up(DOCUMENT)
    subprocess.run(["bash", "-ec", "\n".join(lines)], cwd=root, check=True)
    return root


@pytest.fixture
def look(checkout: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run: Run) -> Callable[[Look], None]:
    """Runs the commands of a step in a folder with a fresh copy of `practice`, and compares."""
    shutil.copytree(checkout / "practice", tmp_path / "practice")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GPUGUIDE_PROJECT", "practice")

    return lambda step: keeps_its_word(step, run)


def keeps_its_word(step: Look, run: Run) -> None:
    """Run the commands; they end and print as promised."""
    printed = ""
    for command in step.commands:
        ran = run(*command.words)
        printed += ran.err + ran.out
        assert ran.code == command.code, printed
    assert as_promised(step.promised, printed), f"promised:\n{chr(10).join(step.promised)}\n\nprinted:\n{printed}"


def test_there_are_ten_recipes():
    assert [name.split(".")[0] for name in TEN] == [str(number) for number in range(1, 11)]


def test_the_guide_to_practise_on_builds(look: Callable[[Look], None]):
    """The first commands of the document print what it says."""
    _, first = setting_up(DOCUMENT)
    look(first)


@pytest.mark.parametrize("name", RECIPES)
def test_a_recipe_does_what_it_says(tmp_path: Path, look: Callable[[Look], None], name: str):
    """Its files, its changes, its commands with their exit codes, and what they print."""
    for step in RECIPES[name]:
        if isinstance(step, Look):
            look(step)
        else:
            apply(step, tmp_path / "practice")


def test_the_readme_starts_a_guide(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run: Run):
    """Its commands, one after the other, in an empty folder: they print what it says."""
    monkeypatch.chdir(tmp_path)
    ((_, steps),) = recipes_in(README).items()
    for step in steps:
        if isinstance(step, Look):
            keeps_its_word(step, run)
        else:
            apply(step, tmp_path)
    assert (tmp_path / "my-guide/dist/my-cards/pt/index.html").is_file()


def test_a_promise_is_compared():
    """Lines follow each other; … is anything in a line, and a line of it any lines."""
    assert as_promised(["a …", "…", "c"], "a 1\nb\nc\n")
    assert not as_promised(["a", "c"], "a\nb\nc\n")
    assert not as_promised(["a 2"], "a 1\n")
