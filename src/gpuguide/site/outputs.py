"""Which folders a build may replace: new ones, empty ones, and those that a build has made.

Knows what must never be lost. Refuses to write anything.
"""

from __future__ import annotations

from pathlib import Path

from gpuguide.errors import Place, UsageError

MARKER = ".gpuguide"
"""The file that says a folder was made by a build."""
_SOURCES = ("data", "templates", "locales", "src", "tests", "docs", ".git", ".ci", ".github", ".venv")
_OWN = "name a folder of its own, such as dist"


def refuse_foreign(root: Path, out: Path) -> None:
    """Stop when `out` is a folder that a build must not replace: a usage error that says why."""
    problem = _problem(root, out)
    if problem is not None:
        raise UsageError.at(Place(str(out)), *problem)


def _problem(root: Path, out: Path) -> tuple[str, str] | None:
    """What is wrong with an output folder, and what to do."""
    try:
        resolved, source = out.resolve(), root.resolve()
        if out.is_symlink() or _is(resolved, Path(resolved.anchor)) or _is(resolved, Path.home()):
            return "the output folder is a link, the root or the home folder", _OWN
        if _holds(resolved, source) or _holds(resolved, Path.home().resolve()):
            return "the output folder holds the project itself, or the home folder", _OWN
        for part in _SOURCES:
            real = (source / part).resolve()  # a folder of sources may be a link to another place
            if _holds(real, resolved):
                return f"the output folder is inside {part}/", _OWN
            if _holds(resolved, real):
                return f"the output folder holds {part}/", _OWN
        return _foreign(out)
    except (OSError, RuntimeError) as error:
        return f"the output folder cannot be looked at: {error}", "name another folder"


def _foreign(out: Path) -> tuple[str, str] | None:
    """Files that no build has made."""
    if not out.exists():
        above = next(folder for folder in out.absolute().parents if folder.exists())
        return None if above.is_dir() else (f"{above} is a file", "name a folder below a folder")
    if not out.is_dir():
        return "the output is a file", "name a folder"
    if any(out.iterdir()) and not (out / MARKER).is_file():
        return f"the output folder holds files that this project did not write (no {MARKER} in it)", "name an empty folder"
    return None


def _holds(folder: Path, path: Path) -> bool:
    """Whether a path is a folder or stands below it, by whatever way it is named."""
    return path.is_relative_to(folder) or any(_is(folder, above) for above in (path, *path.parents))


def _is(one: Path, other: Path) -> bool:
    """Whether two paths are one folder, also where the system makes no difference between A and a."""
    return one == other or (one.exists() and other.exists() and one.samefile(other))
