"""The two states that are compared: a folder as it is, or a revision of the project's git repository in a folder of its own.

Knows git's read-only commands. Refuses to touch the user's files, index and branches, and to ask a network.
"""

from __future__ import annotations

import io
import os
import subprocess
import tarfile
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from gpuguide.errors import Place, UsageError, nearest

SOURCES = ("data", "templates", "locales")
"""The folders that a site is made of; a revision is read no further."""
WORKING_TREE = "working tree"
_PLACE = Place("diff")


@dataclass(frozen=True)
class State:
    """A project at one moment: where it lies and how a reader calls it."""

    root: Path
    name: str


@contextmanager
def state(project: Path, wanted: str) -> Iterator[State]:
    """The state that a folder or a revision names; a revision's copy is gone afterwards.

    Raises `UsageError` for what is neither, with the nearest that is.
    """
    folder = Path(wanted)
    if wanted and folder.is_dir():
        if not (folder / "data").is_dir():
            raise UsageError.at(_PLACE, f"{wanted} holds no project", "name a folder with data, templates and locales")
        yield State(folder, wanted)
        return
    commit = _commit(project, wanted)
    with tempfile.TemporaryDirectory(prefix="gpuguide-diff-") as temporary:
        _unpack(project, commit, Path(temporary), wanted)
        yield State(Path(temporary), wanted)


def _commit(project: Path, wanted: str) -> str:
    if run_git(project, "rev-parse", "--is-inside-work-tree") is None:
        hint = "name a folder to compare with"
        raise UsageError.at(_PLACE, f"there is no folder {wanted}, and {project} is in no git repository", hint)
    found = run_git(project, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{wanted}^{{commit}}")
    if found is None:
        refs = (run_git(project, "for-each-ref", "--format=%(refname:short)", "refs/heads", "refs/tags") or b"").decode().split()
        raise UsageError.at(_PLACE, f"{wanted} is no folder and no revision", nearest(wanted, ["HEAD", *refs]))
    return found.decode().strip()


def _unpack(project: Path, commit: str, target: Path, wanted: str) -> None:
    """The project's sources as the commit has them, without anything that git would have to fetch."""
    prefix = (run_git(project, "rev-parse", "--show-prefix") or b"").decode().removesuffix("\n")
    top = Path((run_git(project, "rev-parse", "--show-toplevel") or b".").decode().removesuffix("\n"))
    listed = (run_git(top, "ls-tree", "--name-only", f"{commit}:{prefix}") or b"").decode().splitlines()
    sources = [name for name in SOURCES if name in listed]
    if "data" not in sources:
        raise UsageError.at(_PLACE, f"{wanted} holds no project", "name a revision in which the project was there")
    packed = run_git(top, "archive", "--format=tar", f"{commit}:{prefix}", *sources)
    if packed is None:
        raise UsageError.at(_PLACE, f"git cannot read {wanted}", "see what git archive says of it")
    try:
        with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
            archive.extractall(target, filter="data")
    except tarfile.TarError as error:
        hint = "a link in it leads out of the project; compare with a folder instead"
        raise UsageError.at(_PLACE, f"{wanted} cannot be unpacked: {error}", hint) from None


def run_git(project: Path, *arguments: str) -> bytes | None:
    """What a git command prints; None when it fails or there is no git."""
    # a hook's GIT_DIR and GIT_INDEX_FILE would name another place than the project's own; nothing may be fetched or refreshed
    hooked = ("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX", "GIT_OBJECT_DIRECTORY")
    environment = {name: value for name, value in os.environ.items() if name not in hooked}
    environment |= {"GIT_NO_LAZY_FETCH": "1", "GIT_OPTIONAL_LOCKS": "0", "GIT_TERMINAL_PROMPT": "0", "LC_ALL": "C"}
    try:
        ran = subprocess.run(  # noqa: S603 - git with arguments of ours; the one from outside stands after --end-of-options
            ["git", *arguments],  # noqa: S607 - the user's own git
            cwd=project,
            env=environment,
            capture_output=True,
            check=False,
        )
    except OSError:
        return None
    return ran.stdout if ran.returncode == 0 else None
