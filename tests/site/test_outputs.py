"""Where a build may write: never over foreign files, never among sources, whatever way the folder is named."""

from pathlib import Path

import pytest

from gpuguide.errors import Exit, UsageError
from gpuguide.site.outputs import MARKER, refuse_foreign


@pytest.fixture
def project(tmp_path: Path) -> Path:
    root = tmp_path / "project"
    for folder in ("data", "templates", "locales", "src", "tests", "docs", ".git"):
        (root / folder).mkdir(parents=True)
    return root


@pytest.fixture
def out(project: Path) -> Path:
    """The output folder of the last build."""
    folder = project / "dist"
    (folder / "hub").mkdir(parents=True)
    (folder / MARKER).write_bytes(b"")
    return folder


def files_in(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def refusal(project: Path, out: Path) -> str:
    """Why a folder is refused: a mistake of usage."""
    with pytest.raises(UsageError) as caught:
        refuse_foreign(project, out)
    assert caught.value.exit_code == Exit.USAGE
    return str(caught.value)


@pytest.mark.parametrize("name", ["dist", "new/deep/dist", "../elsewhere"])
def test_a_folder_of_its_own_is_fine(project: Path, name: str):
    """New, empty, or outside the project."""
    refuse_foreign(project, project / name)
    (project / name).mkdir(parents=True)
    refuse_foreign(project, project / name)


def test_the_folder_of_the_last_build_is_fine(project: Path, out: Path):
    """It has the marker in it."""
    refuse_foreign(project, out)


def test_a_folder_with_other_files_is_refused(project: Path):
    """A build replaces the whole folder: somebody's photos would be gone."""
    (project / "photos").mkdir()
    (project / "photos/one.jpg").write_bytes(b"x")
    assert "holds files that this project did not write" in refusal(project, project / "photos")
    assert files_in(project / "photos") == {"one.jpg": b"x"}


def test_a_link_is_refused(project: Path, out: Path):
    """What it points to would be replaced."""
    (project / "link").symlink_to(out)
    assert "is a link" in refusal(project, project / "link")


def test_the_root_and_the_home_folder_are_refused(project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """`--out /` is a slip."""
    assert "the root or the home folder" in refusal(project, Path("/"))
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    (tmp_path / "home").mkdir()
    assert "the root or the home folder" in refusal(project, tmp_path / "home")


@pytest.mark.parametrize("name", [".", "..", "data/.."])
def test_the_project_and_what_holds_it_are_refused(project: Path, name: str):
    """The sources would be replaced by the site."""
    assert "holds the project itself" in refusal(project, project / name)


@pytest.mark.parametrize(
    "name", ["data", "data/dist", "templates/dist", "locales", "src/x", "tests/x", "docs", ".git/x", "dist/../data/x"]
)
def test_the_folders_of_sources_are_refused(project: Path, name: str):
    """Nothing built lies among what editors write."""
    assert "the output folder is inside " in refusal(project, project / name)


def test_a_link_into_the_sources_is_refused(project: Path, tmp_path: Path):
    """By whatever way the folder is named."""
    (tmp_path / "way").symlink_to(project / "data")
    assert "inside data/" in refusal(project, tmp_path / "way/dist")


def test_a_file_is_refused(project: Path):
    """The output is a folder."""
    (project / "dist").write_text("x")
    assert "the output is a file" in refusal(project, project / "dist")


def test_a_file_on_the_way_is_refused(project: Path):
    """A file where a folder should be."""
    (project / "file").write_text("x")
    assert "is a file" in refusal(project, project / "file/dist")


def test_a_link_to_the_home_folder_is_refused(project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """And so is a way through a link that ends there."""
    (tmp_path / "home").mkdir()
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    (project / "home").symlink_to(tmp_path / "home")
    (project / "above").symlink_to(tmp_path)
    assert "is a link" in refusal(project, project / "home")
    assert "the home folder" in refusal(project, project / "above/home")


def test_a_dangling_link_is_refused(project: Path):
    """It may lead anywhere tomorrow."""
    (project / "dist").symlink_to(project / "nowhere")
    assert "is a link" in refusal(project, project / "dist")


def test_a_folder_around_the_home_folder_is_refused(project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Even if somebody put the marker there."""
    (tmp_path / "homes/me").mkdir(parents=True)
    (tmp_path / "homes" / MARKER).write_bytes(b"")
    monkeypatch.setenv("HOME", str(tmp_path / "homes/me"))
    assert "the home folder" in refusal(project, tmp_path / "homes")


def test_sources_that_are_a_link_are_not_written_over(project: Path, tmp_path: Path):
    """data/ may be a link: neither where it leads, nor a folder around that, nor one in it."""
    real = tmp_path / "shared/facts"
    real.mkdir(parents=True)
    (tmp_path / "shared" / MARKER).write_bytes(b"")
    (project / "data").rmdir()
    (project / "data").symlink_to(real)
    assert "inside data/" in refusal(project, real)
    assert "inside data/" in refusal(project, real / "dist")
    assert "holds data/" in refusal(project, tmp_path / "shared")
