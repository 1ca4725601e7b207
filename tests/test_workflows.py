"""The workflows and hooks of the repository: they are YAML, they ask for little, and their commands exist."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.commands import faults_of

WORKFLOWS = sorted((Path(__file__).parent.parent / ".github/workflows").glob("*.yml"))
HOOKS = [".pre-commit-config.yaml", ".pre-commit-hooks.yaml"]
OURS = re.compile(r"(?:python3 build\.py|gpuguide)((?: +(?:\"[^\"]*\"|[^\s|>&;\"]+))*)")


def read(path: Path) -> dict[Any, Any]:
    return dict(yaml.safe_load(path.read_text(encoding="utf-8")))


def steps_of(workflow: dict[Any, Any]) -> Iterator[dict[str, Any]]:
    for job in workflow["jobs"].values():
        yield from job["steps"]


def commands_in(text: str) -> Iterator[list[str]]:
    """The words after each call of ours in a shell text."""
    for match in OURS.finditer(text):
        yield shlex.split(match[1])


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_a_workflow_asks_for_little(path: Path):
    """It may read; a job that writes says what, and nothing may write to the repository's contents."""
    workflow = read(path)
    grants = [workflow["permissions"], *(job.get("permissions", {}) for job in workflow["jobs"].values())]
    assert workflow["permissions"]["contents"] == "read"
    assert all(grant.get("contents", "read") == "read" for grant in grants)
    assert "concurrency" in workflow


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_actions_have_a_version(path: Path):
    """An action without one changes under our feet."""
    for step in steps_of(read(path)):
        assert "uses" not in step or re.fullmatch(r"actions/[a-z-]+@v[0-9]+", step["uses"])


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_nothing_of_a_pull_request_is_pasted_into_a_shell(path: Path):
    """A branch may be called `$(anything)`: what comes from outside reaches a shell as a variable."""
    assert not [step["run"] for step in steps_of(read(path)) if "${{" in step.get("run", "")]


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_commands_of_a_workflow_exist(path: Path):
    """Every call of the command line names a command and options that are there."""
    found = [words for step in steps_of(read(path)) for words in commands_in(step.get("run", ""))]
    assert found
    assert [fault for words in found if words[:1] != ["test"] for fault in faults_of(words)] == []


@pytest.mark.parametrize("name", HOOKS)
def test_commands_of_a_hook_exist(project_root: Path, name: str):
    """The hooks of this repository, and those that it offers to others."""
    content = yaml.safe_load((project_root / name).read_text(encoding="utf-8"))
    hooks = content["repos"][0]["hooks"] if isinstance(content, dict) else content
    found = [words for hook in hooks for words in commands_in(hook["entry"])]
    assert len(found) == len(hooks) == 3
    assert [fault for words in found for fault in faults_of(words)] == []


@pytest.mark.parametrize("words", [["biuld"], ["build", "--stricct"], ["prices", "put"], ["messages", "status", "--sites"]])
def test_a_command_that_is_not_there_is_found(words: list[str]):
    """The test that looks for commands would see a wrong one."""
    assert len(faults_of(words)) == 1
