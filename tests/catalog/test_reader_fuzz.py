"""Whatever a file holds, reading it gives nodes or our error: nothing else comes out."""

from __future__ import annotations

import contextlib
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gpuguide.catalog.reader import parse_yaml, read_yaml
from gpuguide.errors import FactsError
from tests.projects import tiny_project

FUZZ = settings(max_examples=300, deadline=None, derandomize=True)
VALID = sorted(text for path, text in tiny_project().items() if path.endswith(".yaml"))
MARKS = [
    "&a ",
    "*a",
    "!!str ",
    "!",
    "[",
    "]",
    "{",
    "}",
    ": ",
    "- ",
    "? ",
    "\n",
    "\n  ",
    "\t",
    "#",
    "'",
    '"',
    "|",
    ">",
    "%",
    "---\n",
]
VALUES = [
    "<<",
    "0",
    "-0",
    "1e3",
    "010",
    ".nan",
    "1:30",
    "2026-02-30",
    "NO",
    "~",
    "１",
    "é",
    "\x00",
    "\ufeff",
    "\ud800",
    "9" * 5000,
]
TOKENS = st.sampled_from(MARKS + VALUES)
MUTATIONS = st.lists(st.tuples(st.integers(0, 3000), st.integers(0, 8), TOKENS), min_size=1, max_size=6)


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("fuzz") / "a.yaml"


def read_or_refuse(text: str) -> None:
    """Read; a refusal must name the file and say something."""
    try:
        assert isinstance(parse_yaml(text, "a.yaml").plain(), dict)
    except FactsError as error:
        assert error.problems
        assert all(problem.place.file == "a.yaml" and problem.message for problem in error.problems)


@FUZZ
@given(st.text())
def test_any_text(text):
    """Text of any characters."""
    read_or_refuse(text)


@FUZZ
@given(st.lists(TOKENS, max_size=60).map("".join))
def test_any_yaml_like_text(text):
    """Text made of the marks that YAML gives a meaning to."""
    read_or_refuse(text)


@FUZZ
@given(st.binary())
def test_any_bytes(path, raw):
    """A file of any bytes."""
    path.write_bytes(raw)
    with contextlib.suppress(FactsError):
        read_yaml(path, "a.yaml")


@FUZZ
@given(st.sampled_from(VALID), MUTATIONS)
def test_a_valid_file_with_slips(text, mutations):
    """A real file in which some characters were deleted and some marks typed."""
    for number, length, token in mutations:
        position = number % (len(text) + 1)
        text = text[:position] + token + text[position + length :]
    read_or_refuse(text)
