"""Putting sites in place: never half, never leaving the old ones broken, nothing left beside them."""

import os
import stat
from pathlib import Path

import pytest

from gpuguide.site.disk import Disk
from gpuguide.site.outputs import MARKER
from gpuguide.site.publish import PublishError, publication
from tests.site.publishing import NEW, OLD, TwoRenames, beside, files_in, put


@pytest.fixture
def out(tmp_path: Path) -> Path:
    """The output folder with the old site in it."""
    folder = tmp_path / "project/dist"
    put(folder, OLD)
    return folder


@pytest.mark.parametrize("disk", [Disk(), TwoRenames()])
def test_the_new_site_takes_the_place_of_the_old(out: Path, disk: Disk):
    """All of it, whether the system can exchange two folders or not: a page that is no longer built is gone."""
    put(out, NEW, disk)
    assert files_in(out) == NEW
    assert (out / MARKER).is_file()
    assert beside(out) == []


def test_a_folder_that_is_new_is_made(tmp_path: Path):
    """With the folders above it."""
    put(tmp_path / "a/b/dist", NEW)
    assert files_in(tmp_path / "a/b/dist") == NEW
    assert beside(tmp_path / "a/b/dist") == []


def test_what_is_not_put_in_place_is_taken_away(out: Path):
    """The judge had findings: the old site stands, and nothing beside it."""
    with publication(out) as new:
        new.add("hub", NEW)
        assert files_in(new.folder) == NEW
    assert files_in(out) == OLD
    assert beside(out) == []


def test_an_error_leaves_the_old_site(out: Path):
    """Whatever went wrong while the new one was made."""
    with pytest.raises(RuntimeError), publication(out) as new:
        new.add("hub", NEW)
        raise RuntimeError
    assert files_in(out) == OLD
    assert beside(out) == []


def test_another_site_is_kept(out: Path):
    """A build of one site leaves the others as they are, and only those that are named."""
    with publication(out) as new:
        new.add("inn", NEW)
        new.keep("hub")
        new.keep("nowhere")
        new.put_in_place()
    assert {path.name for path in out.iterdir()} == {MARKER, "hub", "inn"}
    assert (out / "hub/index.html").read_bytes() == OLD["index.html"]


def test_leftovers_of_killed_builds_are_removed(out: Path):
    """A build that was killed leaves its folder; the next one takes it away, and no other folder."""
    (out.parent / ".dist.building-killed").mkdir()
    (out.parent / ".dist2.building-other").mkdir()
    put(out, NEW)
    assert not (out.parent / ".dist.building-killed").exists()
    assert (out.parent / ".dist2.building-other").exists()


def test_a_link_among_leftovers_is_not_followed(out: Path, tmp_path: Path):
    """What it leads to is not ours."""
    (tmp_path / "photos").mkdir()
    (out.parent / ".dist.building-link").symlink_to(tmp_path / "photos")
    put(out, NEW)
    assert (tmp_path / "photos").is_dir()


@pytest.mark.parametrize("name", ["../outside.html", "/tmp/outside.html", "en/../../outside.html", "..\\outside.html", "c:x"])
def test_a_path_that_leaves_the_folder_is_refused(out: Path, name: str):
    """No page writes beside the site, and the old site stands."""
    with pytest.raises(PublishError, match="the path leaves the output folder"), publication(out) as new:
        new.add("hub", {name: b"x"})
    assert files_in(out) == OLD
    assert not (out.parent / "outside.html").exists()


def test_a_failed_second_rename_brings_the_old_site_back(out: Path):
    """Between two renames nothing may be lost."""

    class Failing(TwoRenames):
        renames = 0

        def rename(self, one: Path, other: Path) -> None:
            self.renames += 1
            if self.renames == 2:
                raise OSError(5, "Input/output error", str(one))
            super().rename(one, other)

    with pytest.raises(PublishError, match=r"could not be put in place: Input/output error.*the old ones stand"):
        put(out, NEW, Failing())
    assert files_in(out) == OLD
    assert beside(out) == []


def test_everything_is_on_the_disk_before_the_swap(out: Path):
    """Each file and folder is synced, then they change places, then the folder around them is synced."""
    effects: list[tuple[str, str]] = []

    class Watched(Disk):
        def step(self, effect: str, path: Path) -> None:
            effects.append((effect, path.name))

    put(out, {"en/index.html": b"x"}, Watched())
    names = [effect for effect, _ in effects]
    swap = names.index("exchange")
    synced = [name for effect, name in effects[:swap] if effect == "sync"]
    assert synced[:3] == ["index.html", "en", "hub"]
    assert len(synced) == 5  # and the marker, and the folder of all
    assert effects[swap + 1] == ("sync", out.parent.name)


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such modes")
def test_everyone_may_read_the_site(out: Path):
    """A web server runs as another user, whatever the umask of the editor is."""
    before = os.umask(0o077)
    try:
        put(out, NEW)
    finally:
        os.umask(before)
    for path, mode in ((out, 0o755), (out / "hub/en/other", 0o755), (out / "hub/index.html", 0o644), (out / MARKER, 0o644)):
        assert stat.S_IMODE(path.stat().st_mode) == mode


def test_an_output_that_cannot_be_written_is_told(tmp_path: Path):
    """A file where a folder should be."""
    (tmp_path / "file").write_text("x")
    with pytest.raises(PublishError, match="could not be put in place"):
        put(tmp_path / "file/dist", NEW)
