"""Reads the text of one file, or says why it is none that an editor would have saved.

Knows encodings, sizes, links and characters that nobody sees. Refuses to know any format.
"""

from __future__ import annotations

import re
from pathlib import Path

from gpuguide.errors import FactsError, Place, Problem, Problems

MAX_BYTES = 2_000_000
MAX_SHOWN = 20
"""How many invisible characters of one file are told."""

_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ufeff]")
"""What no editor shows: control characters, the line ends that only some programs know, a byte order mark."""


def read_text(path: Path, name: str) -> str:
    """The UTF-8 text of a file that is a plain file of a sane size; `FactsError` otherwise."""
    raw = _read_bytes(path, Place(name))
    if raw.startswith(b"\xef\xbb\xbf"):
        raise FactsError([Problem(Place(name, 1, 1), "the file starts with a byte order mark", "save it as plain UTF-8")])
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as error:
        line = raw[: error.start].count(b"\n") + 1
        raise FactsError([Problem(Place(name, line), f"not UTF-8 at byte {error.start}", "save the file as UTF-8")]) from error
    text = text.replace("\r\n", "\n")
    _refuse_control_characters(text, name)
    return text


def _read_bytes(path: Path, place: Place) -> bytes:
    folders = path.parents[: place.file.count("/")]  # those inside the project
    if any(part.is_symlink() for part in (path, *folders)):
        raise FactsError([Problem(place, "this is a symbolic link, or in one", "put the file itself here")])
    if path.exists() and not path.is_file():
        raise FactsError([Problem(place, "this is not a plain file", "put the file itself here")])
    try:
        size = path.stat().st_size
        if size > MAX_BYTES:
            raise FactsError([Problem(place, f"the file has {size} bytes", f"keep it to {MAX_BYTES}")])
        return path.read_bytes()
    except OSError as error:
        raise FactsError([Problem(place, f"the file cannot be read ({error.strerror})", "check its name and rights")]) from error


def _refuse_control_characters(text: str, name: str) -> None:
    problems = Problems()
    for found in _CONTROL.finditer(text):
        line, column = text.count("\n", 0, found.start()) + 1, found.start() - text.rfind("\n", 0, found.start())
        problems.add(Place(name, line, column), f"an invisible character, U+{ord(found[0]):04X}", "delete it")
        if len(problems.found) == MAX_SHOWN:
            break
    problems.stop_if_any()
