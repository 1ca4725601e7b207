"""What every layer needs to say that something is wrong, so that a person can mend it.

Knows places, problems and exit codes. Refuses to know what a problem is about: no YAML, no figures, no pages.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Self


class Exit(IntEnum):
    """The exit codes of every command."""

    OK = 0
    FINDINGS = 1
    USAGE = 2
    FACTS = 3


@dataclass(frozen=True)
class Place:
    """Where something stands: a file relative to the project, with line and column from one when they are known."""

    file: str
    line: int | None = None
    column: int | None = None

    @property
    def order(self) -> tuple[str, int, int]:
        """By file, line and column; what concerns the whole file comes first."""
        return self.file, self.line or 0, self.column or 0

    def __str__(self) -> str:
        return ":".join(str(part) for part in (self.file, self.line, self.column) if part is not None)


@dataclass(frozen=True)
class Problem:
    """One thing that is wrong: where, at which key, what was seen, and what to write instead."""

    place: Place
    message: str
    hint: str = ""
    path: str = ""

    def __str__(self) -> str:
        located = f"{self.place}: {self.path}" if self.path else str(self.place)
        return f"{located}: {self.message}" + (f"; {self.hint}" if self.hint else "")


class GuideError(Exception):
    """The root of all errors that this project raises on purpose; it carries every problem of a run at once."""

    exit_code = Exit.FINDINGS

    def __init__(self, problems: Iterable[Problem], exit_code: Exit | None = None) -> None:
        """Keep the problems sorted by place, each once."""
        self.problems = tuple(sorted(set(problems), key=lambda problem: (problem.place.order, problem.path, problem.message)))
        if exit_code is not None:
            self.exit_code = exit_code
        super().__init__("\n".join(str(problem) for problem in self.problems))

    def __reduce__(self) -> tuple[type[Self], tuple[tuple[Problem, ...], Exit]]:
        """How it comes out of another process: made again of its problems."""
        return type(self), (self.problems, self.exit_code)

    @classmethod
    def at(cls, place: Place, message: str, hint: str = "", path: str = "") -> Self:
        """An error of one problem."""
        return cls([Problem(place, message, hint, path)])


class FactsError(GuideError):
    """The data cannot be read or is not valid; nothing was written."""

    exit_code = Exit.FACTS


class UsageError(GuideError):
    """The command was asked for something that does not exist."""

    exit_code = Exit.USAGE


class ClaimError(GuideError):
    """A claim that the prose leans on is no longer true."""


@dataclass
class Problems:
    """Collects problems so that a run reports all of them together."""

    kind: type[GuideError] = FactsError
    found: list[Problem] = field(default_factory=list)

    def add(self, place: Place, message: str, hint: str = "", path: str = "") -> None:
        """Note one problem and go on."""
        self.found.append(Problem(place, message, hint, path))

    def take(self, error: GuideError) -> None:
        """Note the problems of an error that was raised deeper down."""
        self.found.extend(error.problems)

    def stop_if_any(self) -> None:
        """Raise everything that was noted, if anything was."""
        if self.found:
            raise self.kind(self.found)


def nearest(name: str, known: Iterable[str]) -> str:
    """A hint that offers the nearest known name, or a few known names when none is near."""
    options = sorted(known)
    close = difflib.get_close_matches(name, options, n=1, cutoff=0.6)
    if close:
        return f"did you mean {close[0]}?"
    shown = ", ".join(options[:8]) + (", …" if len(options) > 8 else "")
    return f"known here: {shown}" if options else "nothing is defined here yet"
