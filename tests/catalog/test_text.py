"""Which files are read at all."""

from __future__ import annotations

import os

import pytest

from gpuguide.catalog.text import MAX_BYTES, read_text
from gpuguide.errors import FactsError

NAME = "data/a.yaml"


def refused(path) -> str:
    with pytest.raises(FactsError) as caught:
        read_text(path, NAME)
    assert all(problem.hint for problem in caught.value.problems)
    return str(caught.value)


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        (b"a: 1\n", "a: 1\n"),
        (b"a: 1\r\nb: 2\r\n", "a: 1\nb: 2\n"),
        ("a: São Paulo, 東京\n".encode(), "a: São Paulo, 東京\n"),
        (b"a:\t1\n", "a:\t1\n"),
        (b"", ""),
    ],
)
def test_utf8_is_read_with_one_kind_of_line_end(tmp_path, raw, text):
    """Lines that end as on Windows read as the same lines."""
    (tmp_path / "a.yaml").write_bytes(raw)
    assert read_text(tmp_path / "a.yaml", NAME) == text


@pytest.mark.parametrize(
    ("raw", "problem"),
    [
        (b"\xef\xbb\xbfa: 1", "data/a.yaml:1:1: the file starts with a byte order mark; save it as plain UTF-8"),
        ("a: 1".encode("utf-16"), "data/a.yaml:1: not UTF-8 at byte 0; save the file as UTF-8"),
        ("a: 1\nb: é\n".encode("latin-1"), "data/a.yaml:2: not UTF-8 at byte 8; save the file as UTF-8"),
        (b"a: \xed\xa0\x80", "data/a.yaml:1: not UTF-8 at byte 3; save the file as UTF-8"),  # half of a surrogate pair
        (b"a: 1\nb: \x00\n", "data/a.yaml:2:4: an invisible character, U+0000; delete it"),
        (b"a: 1\rb: 2", "data/a.yaml:1:5: an invisible character, U+000D; delete it"),
        (b"a: x\x07", "data/a.yaml:1:5: an invisible character, U+0007; delete it"),
        ("a: 1\u2028b: 2".encode(), "data/a.yaml:1:5: an invisible character, U+2028; delete it"),
        ("a: x\ufeffy".encode(), "data/a.yaml:1:5: an invisible character, U+FEFF; delete it"),
        ("a: x\x85y".encode(), "data/a.yaml:1:5: an invisible character, U+0085; delete it"),
    ],
)
def test_what_an_editor_would_not_have_saved_is_refused(tmp_path, raw, problem):
    """Other encodings and characters that nobody sees, each with its place."""
    (tmp_path / "a.yaml").write_bytes(raw)
    assert refused(tmp_path / "a.yaml") == problem


def test_every_invisible_character_is_told(tmp_path):
    """Two of them, two problems; a file full of them, twenty."""
    path = tmp_path / "a.yaml"
    path.write_bytes(b"a: \x01\nb: \x02\n")
    assert refused(path).count("\n") == 1
    path.write_bytes(b"\x00" * 1000)
    assert refused(path).count("\n") == 19


def test_a_file_that_is_too_large_is_refused(tmp_path):
    """Two million bytes are enough for any catalog; one more is not read."""
    path = tmp_path / "a.yaml"
    path.write_bytes(b"x" * MAX_BYTES)
    assert len(read_text(path, NAME)) == MAX_BYTES
    path.write_bytes(b"x" * (MAX_BYTES + 1))
    assert refused(path) == "data/a.yaml: the file has 2000001 bytes; keep it to 2000000"


def test_a_symbolic_link_is_refused(tmp_path):
    """The file itself belongs in the project, whether or not the link leads somewhere."""
    (tmp_path / "real.yaml").write_text("a: 1", encoding="utf-8")
    (tmp_path / "a.yaml").symlink_to(tmp_path / "real.yaml")
    (tmp_path / "b.yaml").symlink_to(tmp_path / "nowhere.yaml")
    assert refused(tmp_path / "a.yaml") == "data/a.yaml: this is a symbolic link, or in one; put the file itself here"
    assert "symbolic link" in refused(tmp_path / "b.yaml")


def test_a_file_in_a_linked_folder_is_refused(tmp_path):
    """A folder of the project is no link either; what lies above the project is not our business."""
    (tmp_path / "real" / "data").mkdir(parents=True)
    (tmp_path / "real" / "data" / "a.yaml").write_text("a: 1", encoding="utf-8")
    (tmp_path / "linked").mkdir()
    (tmp_path / "linked" / "data").symlink_to(tmp_path / "real" / "data")
    (tmp_path / "above").symlink_to(tmp_path / "real")
    assert "symbolic link" in refused(tmp_path / "linked" / "data" / "a.yaml")
    assert read_text(tmp_path / "above" / "data" / "a.yaml", NAME) == "a: 1"


def test_what_is_not_a_file_is_refused(tmp_path):
    """A folder, nothing at all, or a pipe that would never end."""
    assert refused(tmp_path) == "data/a.yaml: this is not a plain file; put the file itself here"
    assert "cannot be read (No such file or directory)" in refused(tmp_path / "missing.yaml")
    if hasattr(os, "mkfifo"):
        os.mkfifo(tmp_path / "pipe.yaml")
        assert "not a plain file" in refused(tmp_path / "pipe.yaml")
