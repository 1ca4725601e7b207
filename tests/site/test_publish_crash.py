"""A build that is killed at any step, that meets a full disk or another build: the old site is whole, or the new one is."""

import os
import signal
import subprocess
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from gpuguide.errors import Exit, UsageError
from gpuguide.site.disk import Disk
from gpuguide.site.publish import PublishError, publication
from tests.site.publishing import NEW, OLD, TwoRenames, beside, dying, files_in, in_process, put

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="the processes of these tests are forked")


@pytest.fixture
def out(tmp_path: Path) -> Path:
    """The output folder with the old site in it."""
    folder = tmp_path / "project/dist"
    put(folder, OLD)
    return folder


def whole(out: Path) -> bool:
    """Whether one state stands, byte for byte; or, between two renames, none, with the old one aside."""
    if out.exists():
        return files_in(out) in (OLD, NEW)
    return files_in(out.with_name(f".{out.name}.replaced")) == OLD


@pytest.mark.parametrize("kind", [Disk, TwoRenames])
def test_a_build_may_be_killed_before_every_effect(out: Path, kind: type[Disk]):
    """Kill -9 before the first effect, the second, and so on to the last: a state is whole, and the next build is clean."""
    seen: set[bytes] = set()
    for at in range(1, 200):
        code = in_process(partial(put, out, NEW, dying(kind, at)))
        assert whole(out)
        seen.add(files_in(out)["index.html"] if out.exists() else b"none")
        put(out, OLD)
        assert files_in(out) == OLD
        assert beside(out) == []
        if code == 0:
            break
        assert code == -signal.SIGKILL
    assert at > 15  # a folder, five files and folders of the site, their syncs, the swap, the removal
    assert seen == {OLD["index.html"], NEW["index.html"]} | ({b"none"} if kind is TwoRenames else set())


@pytest.mark.parametrize("kind", [Disk, TwoRenames])
def test_a_build_that_repairs_may_be_killed_too(out: Path, kind: type[Disk]):
    """The crash between two renames, and then a crash of the build that mends it, at every step."""
    for at in range(1, 200):
        out.rename(out.with_name(".dist.replaced"))
        code = in_process(partial(put, out, NEW, dying(kind, at)))
        assert whole(out)
        put(out, OLD)
        assert files_in(out) == OLD
        assert beside(out) == []
        if code == 0:
            return
    raise AssertionError("the build never came to its end")


def test_what_a_crash_left_aside_is_not_wanted_when_the_output_stands(out: Path):
    """The crash came after both renames: the new site stands, and the old one goes."""
    old = out.with_name(".dist.replaced")
    out.rename(old)
    put(out.with_name("other"), NEW)
    out.with_name("other").rename(out)
    with publication(out):
        assert files_in(out) == NEW
        assert not old.exists()
    assert beside(out) == []


# --- two builds ---


@pytest.fixture
def holder(out: Path) -> Iterator[int]:
    """Another process that is in the middle of a build; its id."""
    ready, tell = os.pipe()
    child = os.fork()
    if child == 0:
        with publication(out) as new:
            new.add("hub", NEW)
            os.write(tell, b"!")
            signal.pause()
        os._exit(1)
    os.read(ready, 1)
    yield child
    end(child)


def end(child: int) -> None:
    """Kill a process and wait for its end."""
    try:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
    except (ProcessLookupError, ChildProcessError):
        return


def test_a_second_build_is_refused_while_the_first_one_lives(out: Path, holder: int):
    """It says who is building, and touches nothing of it."""
    before = beside(out)
    with pytest.raises(UsageError, match=rf"another build \(pid {holder}\) is writing .*dist.*wait for it") as caught:
        put(out, NEW)
    assert caught.value.exit_code == Exit.USAGE
    assert beside(out) == before
    assert files_in(out) == OLD


def test_the_lock_of_a_killed_build_blocks_nobody(out: Path, holder: int):
    """The file is left behind, the lock is not."""
    end(holder)
    assert ".dist.lock" in beside(out)
    put(out, NEW)
    assert files_in(out) == NEW
    assert beside(out) == []


def test_builds_of_two_outputs_do_not_meet(out: Path, holder: int):
    """The lock is that of one folder."""
    put(out.with_name("other"), NEW)
    assert files_in(out.with_name("other")) == NEW


def test_the_lock_is_one_whatever_way_leads_to_the_folder(out: Path, holder: int, tmp_path: Path):
    """A link to the folder above is another name of the same place."""
    (tmp_path / "way").symlink_to(out.parent)
    with pytest.raises(UsageError, match="another build"):
        put(tmp_path / "way/dist", NEW)


# --- a reader while sites are put in place ---


def test_a_reader_finds_a_whole_page_at_every_moment(out: Path, tmp_path: Path):
    """Somebody reads the page all the time while the site is replaced twenty times."""
    with publication(out) as new:
        if not Disk().exchange(new.folder, out):
            pytest.skip("this system has no renameat2, or its file system does not know it")
        Disk().exchange(new.folder, out)
    ready, tell = os.pipe()
    child = os.fork()
    if child == 0:
        wrong, told, page = 0, False, out / "hub/index.html"
        while not (tmp_path / "enough").exists():
            try:
                wrong += page.read_bytes() not in (OLD["index.html"], NEW["index.html"])
            except OSError:
                wrong += 1
            told = told or os.write(tell, b"!") == 1
        os._exit(1 if wrong else 0)
    os.read(ready, 1)
    for turn in range(20):
        put(out, NEW if turn % 2 == 0 else OLD)
    (tmp_path / "enough").touch()
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


# --- disks ---


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of 256 kB with the old site on it."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=256k", "none", str(folder)], capture_output=True, check=False)
    if mounted.returncode != 0:
        pytest.skip("only root may mount a disk")
    try:
        put(folder / "dist", OLD)
        yield folder
    finally:
        subprocess.run(["umount", str(folder)], check=True)


def test_a_full_disk_leaves_the_old_site(small_disk: Path):
    """The new one needs 300 kB: our own error says what was needed, and what it had written is gone."""
    with pytest.raises(
        PublishError, match="No space left on device; they need 1 MB beside the old ones, 0 MB are free"
    ) as caught:
        put(small_disk / "dist", {"index.html": b"x" * 300_000})
    assert caught.value.exit_code == Exit.FINDINGS
    assert files_in(small_disk / "dist") == OLD
    assert beside(small_disk / "dist") == []


def test_a_disk_that_cannot_be_written_is_told(small_disk: Path):
    """The old site stands."""
    subprocess.run(["mount", "-o", "remount,ro", str(small_disk)], check=True)
    with pytest.raises(PublishError, match="could not be put in place: Read-only file system"):
        put(small_disk / "dist", NEW)
    assert files_in(small_disk / "dist") == OLD


def test_a_limit_on_the_size_of_files_leaves_the_old_site(out: Path):
    """Some hosts limit files instead of disks."""

    resource = pytest.importorskip("resource")

    def limited() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))
        with pytest.raises(PublishError, match="File too large; they need 1 MB"):
            put(out, NEW)

    assert in_process(limited) == 0
    assert files_in(out) == OLD
    assert beside(out) == []
