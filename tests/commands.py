"""The command line as documents name it: whether a command, its options and its arguments exist.

Knows how a command is found in the typer app, and how text names one. Refuses to run anything.
"""

from __future__ import annotations

import itertools
import re
import shlex
from collections.abc import Iterator
from typing import Any, TypeAlias

import typer.main

from gpuguide.cli.main import app

Command: TypeAlias = Any
"""A command of click, of which typer has a copy of its own without types."""
NAMED = re.compile(r"(?:python3 build\.py|\bgpuguide) (.+)")
FENCED = re.compile(r"^ *```sh\n(.*?)^ *```$", re.MULTILINE | re.DOTALL)
ANY_FENCE = re.compile(r"^ *```.*?^ *```$", re.MULTILINE | re.DOTALL)
INLINE = re.compile(r"`((?:python3 build\.py|gpuguide) [^`]+)`")


def faults_of(words: list[str]) -> list[str]:
    """What is wrong with the words after `gpuguide`: a command, option or argument that is not there; nothing when all are."""
    try:
        command, left = _found(words)
    except LookupError as missing:
        return [str(missing)]
    known = {option for parameter in command.params for option in (*parameter.opts, *parameter.secondary_opts)} | {"--help"}
    taken = sum(parameter.param_type_name == "argument" for parameter in command.params)
    given = list(itertools.takewhile(lambda word: not word.startswith("-"), left))
    return [
        *(f"{command.name} takes no {word}" for word in given[taken:]),
        *(f"{command.name} has no option {word}" for word in left if word.startswith("-") and word.split("=")[0] not in known),
    ]


def refusals_of(words: list[str]) -> list[str]:
    """As `faults_of`, for a call that is to be typed as it is: also an argument that is missing, too many or of another type."""
    faults = faults_of(words)
    if faults:
        return faults
    command, left = _found(words)
    try:
        command.make_context(command.name, list(left))
    except Exception as refused:
        if not hasattr(refused, "format_message"):
            raise
        return [refused.format_message()]
    return []


def _found(words: list[str]) -> tuple[Command, list[str]]:
    """The command that the words begin with, and the words after it."""
    command: Command = typer.main.get_command(app)
    left = list(words)
    while left and hasattr(command, "commands") and not left[0].startswith("-"):
        name = left.pop(0)
        if name not in command.commands:
            raise LookupError(f"there is no command {name}")
        command = command.commands[name]
    return command, left


def all_commands() -> Iterator[tuple[str, Command]]:
    """Every command by the words that call it."""
    yield from _below("", typer.main.get_command(app))


def _below(name: str, command: Command) -> Iterator[tuple[str, Command]]:
    if not hasattr(command, "commands"):
        yield name, command
        return
    for word, one in command.commands.items():
        yield from _below(f"{name} {word}".strip(), one)


def typed_in(document: str) -> list[list[str]]:
    """The calls of a document's `sh` blocks, each the words after `gpuguide` or `python3 build.py`."""
    lines = [line for block in FENCED.findall(document) for line in block.replace("\\\n", " ").splitlines()]
    return [words for line in lines for words in _ours(line)]


def mentioned_in(document: str) -> list[list[str]]:
    """The calls that a document names in a sentence, without the brackets around what may be left out."""
    return [words for text in INLINE.findall(ANY_FENCE.sub("", document)) for words in _ours(re.sub(r"[][]", " ", text))]


def _ours(line: str) -> list[list[str]]:
    """The words of a call, up to where the shell reads on; no words when the line calls something else, or the tests."""
    named = NAMED.search(line)
    if named is None:
        return []
    words = shlex.split(re.split(r" [|>&]|;", named[1])[0], comments=True)
    return [words] if words and words[0] != "test" else []
