"""The command line as documents name it: whether a command and its options exist.

Knows how a command is found in the typer app. Refuses to run anything.
"""

from __future__ import annotations

import typer.main

from gpuguide.cli.main import app


def faults_of(words: list[str]) -> list[str]:
    """What is wrong with the words after `gpuguide`: a command or an option that is not there; nothing when all are."""
    command = typer.main.get_command(app)
    left = list(words)
    while left and hasattr(command, "commands"):
        if left[0].startswith("-"):
            break
        name = left.pop(0)
        if name not in command.commands:
            return [f"there is no command {name}"]
        command = command.commands[name]
    known = {option for parameter in command.params for option in (*parameter.opts, *parameter.secondary_opts)} | {"--help"}
    return [f"{command.name} has no option {word}" for word in left if word.startswith("-") and word.split("=")[0] not in known]
