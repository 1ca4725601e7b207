"""Whatever slips stand in a project's files, loading it gives sites or our error: nothing else comes out."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gpuguide.catalog.loader import load_sites
from gpuguide.errors import FactsError
from tests.projects import tiny_project, with_offers, write_project

PROJECT = with_offers(tiny_project())
WORDS = [
    "",
    "0",
    "-1",
    "1.5",
    "true",
    "unknown",
    "none",
    "[]",
    "{}",
    "[a]",
    "{a: b}",
    '""',
    '"8"',
    "2026-09-01",
    "alpha",
    "é",
    "9" * 39,
]
SLIPS = st.lists(
    st.tuples(st.sampled_from(sorted(PROJECT)), st.integers(0, 10**6), st.sampled_from(WORDS)), min_size=1, max_size=3
)


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("fuzz")


def with_slip(text: str, number: int, word: str) -> str:
    """The text with one of its words replaced; words are what stands between the marks of YAML and CSV."""
    words = [start for start in range(len(text)) if text[start].isalnum() and (start == 0 or not text[start - 1].isalnum())]
    if not words:
        return text + word
    start = words[number % len(words)]
    end = next((place for place in range(start, len(text)) if text[place] in " ,:{}[]\n"), len(text))
    return text[:start] + word + text[end:]


@settings(max_examples=200, deadline=None, derandomize=True)
@given(SLIPS)
def test_a_project_with_slips(root, slips):
    """Words of any file replaced by words of another kind."""
    files = dict(PROJECT)
    for path, number, word in slips:
        files[path] = with_slip(files[path], number, word)
    write_project(root, files)
    try:
        assert len(load_sites(root)) == 1
    except FactsError as error:
        assert all(problem.place.file.startswith("data") and problem.message for problem in error.problems)
