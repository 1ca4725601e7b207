"""What a command shows: progress on a terminal, problems and a summary everywhere.

Knows rich. Refuses to decide what is a problem.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console

from gpuguide.errors import GuideError

FORMS = ("text", "json", "github", "sarif")
"""How findings can be told."""
DOCUMENTS = ("json", "sarif")
"""The forms that are one document on standard output."""


class Screen:
    """Where a command writes: results to standard output, problems and progress to standard error."""

    def __init__(self, quiet: bool = False, form: str = "text") -> None:
        """Quiet leaves problems standing and drops the rest; beside one document nothing stands on standard output."""
        self.form = form
        self.quiet = quiet or form in DOCUMENTS
        self.out = Console(soft_wrap=True, highlight=False, markup=False, emoji=False)
        self.err = Console(stderr=True, soft_wrap=True, highlight=False, markup=False, emoji=False)

    def say(self, text: str) -> None:
        """A line of result."""
        if not self.quiet:
            self.out.print(text)

    def problem(self, text: str) -> None:
        """A line about something that is wrong."""
        self.err.print(text, style="red" if self.err.is_terminal else None)

    def notice(self, text: str) -> None:
        """A line about something worth knowing."""
        if not self.quiet:
            self.err.print(text, style="yellow" if self.err.is_terminal else None)

    def error(self, error: GuideError) -> None:
        """Every problem of an error, and how many there were."""
        for problem in error.problems:
            self.problem(str(problem))
        count = len(error.problems)
        self.problem(f"{count} problem{'' if count == 1 else 's'}; nothing was written")

    @contextmanager
    def progress(self, title: str) -> Iterator[Callable[[str], None]]:
        """A spinner with what is being done, on a terminal only."""
        if self.quiet or not self.err.is_terminal:
            yield lambda text: None
            return
        with self.err.status(title) as status:
            yield lambda text: status.update(f"{title}: {text}")


def use_utf8() -> None:
    """Write UTF-8 whatever the terminal's locale says: pages are in four scripts."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(encoding="utf-8", errors="replace")
