"""The wheel holds all that a new project starts from: unpacked far from the repository, it begins and publishes a guide."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from gpuguide.authoring.parts import FILES, FOLDERS


@pytest.fixture(scope="module")
def wheel(project_root: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, unpacked."""
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(command, cwd=project_root, check=True, capture_output=True)
    (built,) = folder.glob("*.whl")
    with zipfile.ZipFile(built) as archive:
        archive.extractall(folder / "site")
    return folder / "site"


def test_every_part_is_in_it(project_root: Path, wheel: Path):
    """Files as they are named, folders with all their files, the words of each language that the engine speaks."""
    parts = wheel / "gpuguide/parts"
    folders = [path for folder in FOLDERS for path in (project_root / folder).iterdir() if path.is_file()]
    words = project_root.glob("locales/*/LC_MESSAGES/engine.po")
    for path in [*(project_root / name for name in FILES), *folders, *words]:
        assert (parts / path.relative_to(project_root)).read_bytes() == path.read_bytes()


def test_it_begins_and_publishes_a_guide(wheel: Path, tmp_path: Path):
    """With the wheel alone on the path, in an empty folder."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("GPUGUIDE", "PYTHON"))}
    environment = {**kept, "PYTHONPATH": str(wheel), "PYTHONUTF8": "1"}
    for words in (["new", "site", "my-cards", "--name", "My Cards", "--locales", "en,pt,zh,ja"], ["build", "--strict"]):
        command = [sys.executable, "-m", "gpuguide", *words, "--project", "guide"]
        done = subprocess.run(
            command, cwd=tmp_path, env=environment, capture_output=True, text=True, encoding="utf-8", check=False
        )
        assert done.returncode == 0, done.stderr
    assert (tmp_path / "guide/dist/my-cards/ja/index.html").is_file()
    assert (tmp_path / "guide/.vscode/settings.json").is_file()
