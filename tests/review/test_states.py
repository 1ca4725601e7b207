"""Which states can be compared: a revision of git, read without touching anything, or a folder."""

import subprocess
from pathlib import Path

import pytest

from gpuguide.errors import UsageError
from gpuguide.review.states import state
from tests.projects import SITE_FOLDER
from tests.review.conftest import Change

PRICES = f"{SITE_FOLDER}/prices.yaml"


def git(folder: Path, *arguments: str) -> str:
    who = ["-c", "user.name=A", "-c", "user.email=a@example.com", "-c", "init.defaultBranch=main"]
    ran = subprocess.run(["git", *who, *arguments], cwd=folder, check=True, capture_output=True, text=True)
    return ran.stdout


@pytest.fixture
def repository(after: Path) -> Path:
    """The guide in a repository, committed once."""
    git(after, "init", "-q")
    git(after, "add", ".")
    git(after, "commit", "-q", "-m", "first")
    git(after, "tag", "release")
    return after


def test_a_revision_is_read_as_it_was_committed(repository: Path, change: Change):
    """What was changed since is not in it, and the copy is gone afterwards."""
    change(PRICES, "monthly: 100", "monthly: 200")
    with state(repository, "HEAD") as old:
        assert "monthly: 100" in (old.root / PRICES).read_text(encoding="utf-8")
    assert not old.root.exists()


def test_nothing_of_the_users_is_touched(repository: Path, change: Change):
    """The working tree, the index and the worktrees are as they were, hooks' settings or not."""
    change(PRICES, "monthly: 100", "monthly: 200")
    before = git(repository, "status", "--porcelain"), (repository / ".git/index").read_bytes()
    with state(repository, "release"):
        pass
    assert (git(repository, "status", "--porcelain"), (repository / ".git/index").read_bytes()) == before
    assert len(git(repository, "worktree", "list").splitlines()) == 1


def test_a_project_below_the_top_of_a_repository_is_found(before: Path, tmp_path: Path):
    """Its own folder of the revision, and nothing above."""
    (tmp_path / "top").mkdir()
    git(tmp_path / "top", "init", "-q")
    project = tmp_path / "top/site"
    (project / "data").mkdir(parents=True)
    (project / "data/a.yaml").write_text("a: b\n", encoding="utf-8")
    (tmp_path / "top/other.txt").write_text("x\n", encoding="utf-8")
    git(tmp_path / "top", "add", ".")
    git(tmp_path / "top", "commit", "-q", "-m", "first")
    with state(project, "HEAD") as old:
        assert sorted(path.name for path in old.root.rglob("*")) == ["a.yaml", "data"]


def test_a_hook_that_names_its_own_index_changes_nothing(repository: Path, monkeypatch: pytest.MonkeyPatch):
    """git sets these for hooks, and the diff may run in one."""
    monkeypatch.setenv("GIT_DIR", "elsewhere")
    monkeypatch.setenv("GIT_INDEX_FILE", "nowhere")
    with state(repository, "HEAD") as old:
        assert (old.root / PRICES).is_file()


def test_a_link_that_leads_out_of_the_project_is_not_followed(repository: Path):
    """A revision may come from somebody else."""
    (repository / "data/gpus/gamma.yaml").symlink_to("/etc/passwd")
    git(repository, "add", ".")
    git(repository, "commit", "-q", "-m", "a link")
    with pytest.raises(UsageError, match="cannot be unpacked"), state(repository, "HEAD"):
        pass


def test_an_unknown_revision_is_told_with_the_nearest(repository: Path):
    """Branches and tags are offered."""
    with (
        pytest.raises(UsageError, match=r"relaese is no folder and no revision; did you mean release\?"),
        state(repository, "relaese"),
    ):
        pass


@pytest.mark.parametrize("wanted", ["--output=x", "-h", "", "HEAD:data", "HEAD\n", "a b"])
def test_what_only_looks_like_a_revision_is_refused(repository: Path, wanted: str):
    """An option of git, a tree, nothing at all."""
    with pytest.raises(UsageError, match="is no folder and no revision"), state(repository, wanted):
        pass


def test_a_folder_is_taken_as_it_is(before: Path, tmp_path: Path):
    """If it holds a project."""
    with state(tmp_path, str(before)) as old:
        assert old.root == before
    with pytest.raises(UsageError, match="holds no project"), state(tmp_path, str(tmp_path)):
        pass


def test_without_a_repository_only_folders_can_be_compared(after: Path):
    """It says so."""
    with pytest.raises(UsageError, match="is in no git repository; name a folder"), state(after, "HEAD"):
        pass
