"""On which day a line of the project last changed, as git remembers it.

Knows `git blame`. Refuses to guess: a line that git has not got, and a project outside git, have no day.
"""

from __future__ import annotations

import datetime
import re
from pathlib import Path

from gpuguide.errors import Place
from gpuguide.review.states import run_git

_LINE = re.compile(r"([0-9a-f]{40,64}) \d+ (\d+)(?: \d+)?")
_TIME = re.compile(r"committer-time (\d+)")
_UNCOMMITTED = re.compile("0+")


class History:
    """When the lines of a project changed; each file is asked about once."""

    def __init__(self, root: Path) -> None:
        """Remember the project; nothing is asked yet."""
        self._root = root
        self._files: dict[str, dict[int, datetime.date]] = {}

    def changed_on(self, place: Place) -> datetime.date | None:
        """The day of the commit that last changed the line of a place; None when git knows none."""
        if place.file not in self._files:
            self._files[place.file] = _days(self._root, place.file) if place.line else {}
        return self._files[place.file].get(place.line or 0)


def _days(root: Path, file: str) -> dict[int, datetime.date]:
    blamed = run_git(root, "blame", "--porcelain", "--", file)
    commits: dict[str, datetime.date] = {}
    lines: dict[int, str] = {}
    commit = ""
    for line in (blamed or b"").decode("utf-8", "replace").splitlines():
        if heading := _LINE.fullmatch(line):
            commit = heading[1]
            lines[int(heading[2])] = commit
        elif time := _TIME.fullmatch(line):
            commits[commit] = datetime.datetime.fromtimestamp(int(time[1]), datetime.UTC).date()
    return {number: commits[one] for number, one in lines.items() if not _UNCOMMITTED.fullmatch(one) and one in commits}
