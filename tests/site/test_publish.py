"""Putting a site in place: never over foreign files, never half, never leaving the old one broken."""

import os
import stat
from pathlib import Path

import pytest

from gpuguide.site import publish
from gpuguide.site.publish import MARKER, PublishError

OLD, NEW = {"en/index.html": b"old"}, {"en/index.html": b"new"}


@pytest.fixture
def project(tmp_path: Path) -> Path:
    root = tmp_path / "project"
    for folder in ("data", "templates", "locales", "src", "tests", "docs", ".git"):
        (root / folder).mkdir(parents=True)
    return root


@pytest.fixture
def out(project: Path) -> Path:
    """The output folder with the old site in it."""
    folder = project / "dist"
    put(folder, OLD)
    return folder


def put(out: Path, files: dict[str, bytes]) -> None:
    staged = publish.staging(out)
    publish.write_site(staged / "hub", files)
    publish.swap(staged, out)


def files_in(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def refusal(project: Path, out: Path) -> str:
    with pytest.raises(PublishError) as caught:
        publish.refuse_foreign(project, out)
    return str(caught.value)


# --- where a build may write ---


@pytest.mark.parametrize("name", ["dist", "new/deep/dist", "../elsewhere"])
def test_a_folder_of_its_own_is_fine(project: Path, name: str):
    """New, empty, or outside the project."""
    publish.refuse_foreign(project, project / name)
    (project / name).mkdir(parents=True)
    publish.refuse_foreign(project, project / name)


def test_the_folder_of_the_last_build_is_fine(project: Path, out: Path):
    """It has the marker in it."""
    publish.refuse_foreign(project, out)


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


# --- the swap ---


def test_the_new_site_takes_the_place_of_the_old(out: Path):
    """All of it: a page that is no longer built is gone."""
    put(out, {"en/other.html": b"new"})
    assert sorted(files_in(out)) == [MARKER, "hub/en/other.html"]


def test_nothing_is_left_beside_the_output(project: Path, out: Path):
    """Neither the staging folder nor the old site."""
    put(out, NEW)
    assert [path.name for path in project.iterdir() if "building" in path.name] == []


def test_leftovers_of_killed_builds_are_removed(project: Path, out: Path):
    """A build that was killed leaves its staging folder; the next one takes it away, and no other folder."""
    (project / ".dist.building-killed").mkdir()
    (project / ".dist2.building-other").mkdir()
    put(out, NEW)
    assert not (project / ".dist.building-killed").exists()
    assert (project / ".dist2.building-other").exists()


@pytest.mark.parametrize("name", ["../outside.html", "/tmp/outside.html", "en/../../outside.html"])
def test_a_path_that_leaves_the_folder_is_refused(out: Path, name: str):
    """No page writes beside the site, and the old site stands."""
    before = files_in(out)
    staged = publish.staging(out)
    with pytest.raises(PublishError, match="the path leaves the output folder"):
        publish.write_site(staged / "hub", {name: b"x"})
    assert files_in(out) == before
    assert not (out.parent / "outside.html").exists()


def test_the_old_site_is_whole_while_the_new_one_is_written(out: Path):
    """And after writing it has failed."""
    before = files_in(out)
    staged = publish.staging(out)
    publish.write_site(staged / "hub", NEW)
    assert files_in(out) == before


def test_where_the_system_cannot_exchange_two_renames_do(project: Path, out: Path, monkeypatch: pytest.MonkeyPatch):
    """On other systems than Linux."""
    monkeypatch.setattr(publish, "_exchange", lambda one, other: False)
    put(out, NEW)
    assert files_in(out)["hub/en/index.html"] == b"new"
    assert [path.name for path in project.iterdir() if "building" in path.name] == []


def test_a_failed_second_rename_brings_the_old_site_back(out: Path, monkeypatch: pytest.MonkeyPatch):
    """Between two renames nothing may be lost."""
    before = files_in(out)
    staged = publish.staging(out)
    publish.write_site(staged / "hub", NEW)
    real = Path.rename

    def failing(self: Path, target: Path) -> Path:
        if self == staged:
            raise OSError(28, "No space left on device")
        return real(self, target)

    monkeypatch.setattr(publish, "_exchange", lambda one, other: False)
    monkeypatch.setattr(Path, "rename", failing)
    with pytest.raises(PublishError, match="could not be put in place: No space left on device; the old one stands"):
        publish.swap(staged, out)
    assert files_in(out) == before


def test_the_exchange_is_one_step(out: Path):
    """Where the system can: the old site is in the staging folder at once."""
    staged = publish.staging(out)
    publish.write_site(staged / "hub", NEW)
    if not publish._exchange(staged, out):
        pytest.skip("this system has no renameat2, or its file system does not know it")
    assert (out / "hub/en/index.html").read_bytes() == b"new"
    assert (staged / "hub/en/index.html").read_bytes() == b"old"


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such modes")
def test_everyone_may_read_the_site(out: Path):
    """A web server runs as another user; mkdtemp makes folders for their owner only."""
    before = os.umask(0o077)
    try:
        put(out, NEW)
    finally:
        os.umask(before)
    assert stat.S_IMODE(out.stat().st_mode) == 0o755
    assert stat.S_IMODE((out / "hub/en").stat().st_mode) == 0o755
    assert stat.S_IMODE((out / "hub/en/index.html").stat().st_mode) == 0o644


def test_an_output_that_cannot_be_written_is_told(project: Path):
    """A file where a folder should be."""
    (project / "file").write_text("x")
    with pytest.raises(PublishError, match="the output cannot be written"):
        publish.staging(project / "file/dist")
