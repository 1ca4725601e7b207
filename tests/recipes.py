"""Recipes of documents as steps: files to write, lines to change, commands to run, and what the reader is promised to see.

Knows the form of a document: after `<!-- recipe -->` a heading and fenced blocks. A `diff` block changes the file that the text
before it names last, `html` stands in it, a block after "Write `path`" is a whole file, `sh` holds commands, and `text` what they
print, with … for anything. Refuses to run anything.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeAlias

COMMAND = "python3 build.py "
EXIT_CODE = re.compile(r"# exit code ([0-9])$")
BLOCK = re.compile(r"^```([a-z]+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
WRITTEN = re.compile(r"Write\s+`([^`]+)`[^`]*:\s*$")
CHANGED = re.compile(r"In\s+`([^`]+)`:\s*$")


@dataclass(frozen=True)
class Write:
    """A file with its whole text."""

    path: str
    text: str


@dataclass(frozen=True)
class Edit:
    """Lines of a file that give way to others."""

    path: str
    old: str
    new: str


@dataclass(frozen=True)
class Command:
    """The words after `python3 build.py`, and how it ends."""

    words: tuple[str, ...]
    code: int


@dataclass
class Look:
    """Commands, and the lines that they promise to print; none promises nothing."""

    commands: list[Command]
    promised: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Stands:
    """A text that must stand in a file."""

    path: str
    text: str


Step: TypeAlias = Write | Edit | Look | Stands


def recipes_in(document: str) -> dict[str, list[Step]]:
    """The steps of each recipe by its heading; a recipe ends at the next one or at a heading above its own."""
    after = document.split("<!-- recipe -->\n")[1:]
    sections = [re.split(r"^<!-- |(?<=\n)^## ", text, maxsplit=1, flags=re.MULTILINE)[0] for text in after]
    return {section.splitlines()[0].lstrip("# "): list(steps_of(section)) for section in sections}


def setting_up(document: str) -> tuple[list[str], Look]:
    """The lines that make the folder to practise in, and the first look at it."""
    steps = document.split("<!-- practice -->\n")[1].split("\n## ", maxsplit=1)[0]
    lines = BLOCK.findall(steps)[0][1].splitlines()
    (look,) = steps_of(steps)
    assert isinstance(look, Look)
    return [line for line in lines if not line.startswith((COMMAND, "export "))], look


def steps_of(section: str) -> Iterator[Step]:
    look: Look | None = None
    for match in BLOCK.finditer(section):
        kind, text = match[1], match[2]
        if kind == "text":
            assert look is not None, f"output without a command:\n{text}"
            look.promised = text.splitlines()
            continue
        if look is not None:
            yield look
            look = None
        if kind == "sh":
            look = Look([command_of(line) for line in text.splitlines() if line.startswith(COMMAND)])
        else:
            yield file_step(kind, text, section[: match.start()])
    if look is not None:
        yield look


def file_step(kind: str, text: str, before: str) -> Write | Edit | Stands:
    """A file as the text before its block announces it."""
    if kind not in ("diff", "html"):
        written = WRITTEN.search(before)
        assert written, f"no file is named before\n{text}"
        return Write(written[1], text)
    changed = CHANGED.search(before)
    assert changed, f"no file is named before\n{text}"
    if kind == "html":
        return Stands(changed[1], text.rstrip("\n"))
    lines = text.splitlines()
    old = "".join(f"{line[1:]}\n" for line in lines if line[:1] != "+")
    return Edit(changed[1], old, "".join(f"{line[1:]}\n" for line in lines if line[:1] != "-"))


def command_of(line: str) -> Command:
    code = EXIT_CODE.search(line)
    return Command(tuple(shlex.split(line.removeprefix(COMMAND), comments=True)), int(code[1]) if code else 0)


def apply(step: Write | Edit | Stands, project: Path) -> None:
    """Do to the files what the step says, or look into one; an edit's old lines must be there once."""
    path = project / step.path
    path.parent.mkdir(parents=True, exist_ok=True)
    if isinstance(step, Write):
        assert not path.exists() or step.path.endswith(".csv"), f"{step.path} is there already"
        path.write_text(step.text, encoding="utf-8")
        return
    text = path.read_text(encoding="utf-8")
    if isinstance(step, Stands):
        assert step.text in text.replace("\N{NO-BREAK SPACE}", " "), f"{step.path} has not\n{step.text}"
        return
    assert text.count(step.old) == 1, f"{step.path} has {text.count(step.old)} times:\n{step.old}"
    path.write_text(text.replace(step.old, step.new), encoding="utf-8")


def as_promised(promised: list[str], output: str) -> bool:
    """Whether the output has these lines, one after the other; a line of … stands for any lines, … in a line for any text."""
    pattern = "".join(r"(?:.*\n)*?" if line == "…" else line_pattern(line) for line in promised)
    spaced = output.replace("\N{NO-BREAK SPACE}", " ")
    return re.search(rf"^{pattern}", spaced, re.MULTILINE) is not None


def line_pattern(line: str) -> str:
    return ".*".join(re.escape(part) for part in line.split("…")) + r"\n"
