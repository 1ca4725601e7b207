"""The documents name commands that exist, and every command shows how it is called."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from tests.commands import ANY_FENCE, all_commands, faults_of, mentioned_in, refusals_of, typed_in
from tests.formulas_page import PAGE, page

ROOT = Path(__file__).parent.parent
DOCUMENTS = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
EXAMPLE = re.compile(r"^ *Example: gpuguide (.+)$", re.MULTILINE)
LINK = re.compile(r"\]\(([^)#:\s]+)(?:#[^)]*)?\)")
NAMED_PATH = re.compile(r"`((?:src|tests|docs|templates|locales|deploy|\.github)/[\w./-]+)`")
COMMANDS = dict(all_commands())


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_a_document_names_commands_that_exist(path: Path):
    """In a sentence: the command and its options. In a block to be typed: its arguments too."""
    text = path.read_text(encoding="utf-8")
    assert [fault for words in mentioned_in(text) for fault in faults_of(words)] == []
    assert [fault for words in typed_in(text) for fault in refusals_of(words)] == []


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_a_document_links_to_files_that_exist(path: Path):
    text = path.read_text(encoding="utf-8")
    outside = re.sub(r"```.*?```|`[^`]*`", "", text, flags=re.DOTALL)
    assert [target for target in LINK.findall(outside) if not (path.parent / target).exists()] == []


@pytest.mark.parametrize("path", [path for path in DOCUMENTS if path.name != "editing.md"], ids=lambda path: path.name)
def test_a_document_names_files_that_exist(path: Path):
    """What a sentence calls `src/…` or `tests/…`; editing.md names files of the guide to practise on, at which its test looks."""
    text = ANY_FENCE.sub("", path.read_text(encoding="utf-8"))
    named = NAMED_PATH.findall(text)
    assert [name for name in named if not any((root / name).exists() for root in (ROOT, ROOT / "docs/example"))] == []


def test_every_screenshot_is_shown():
    """And every one that is shown is there."""
    document = (ROOT / "docs/screenshots.md").read_text(encoding="utf-8")
    assert re.findall(r'src="screenshots/([^"]+)"', document) != []
    assert sorted(re.findall(r'src="screenshots/([^"]+)"', document)) == sorted(
        path.name for path in (ROOT / "docs/screenshots").iterdir()
    )


def test_the_page_of_formulas_is_current():
    assert PAGE.read_text(encoding="utf-8") == page()


@pytest.mark.parametrize("name", COMMANDS)
def test_help_shows_an_example(name: str):
    """`--help` of each command ends with a call of it that could be typed."""
    help_text = COMMANDS[name].help or ""
    (example,) = EXAMPLE.findall(help_text)
    assert example == name or example.startswith(f"{name} ")
    assert refusals_of(shlex.split(example)) == []


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_is_in_the_documents(name: str):
    """Nobody finds a command of which no document speaks."""
    assert any(re.search(rf"\b{name}\b", path.read_text(encoding="utf-8")) for path in DOCUMENTS)


@pytest.mark.parametrize("name", COMMANDS)
def test_every_option_says_what_it_is(name: str):
    assert [parameter.name for parameter in COMMANDS[name].params if not getattr(parameter, "help", "")] == []


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        (["biuld"], "there is no command biuld"),
        (["build", "--stricct"], "build has no option --stricct"),
        (["explain"], "Missing argument 'key'."),
        (["schema", "all"], "schema takes no all"),
    ],
)
def test_a_call_that_would_be_refused_is_found(words: list[str], fault: str):
    """The tests above would see it."""
    assert refusals_of(words) == [fault]


def test_calls_are_found_in_blocks_and_sentences():
    """Comments, pipes and what may be left out are no words of the call."""
    document = (
        "Run `gpuguide check [--site ID]`.\n\n```sh\npython3 build.py explain KEY | less   # why\npython3 build.py test\n```\n"
    )
    assert mentioned_in(document) == [["check", "--site", "ID"]]
    assert typed_in(document) == [["explain", "KEY"]]
