"""Bytes that look for new branches of the loader: `python -m tests.fuzz.coverage_guided [-runs=N] [-seed=N] [CORPUS]`.

Each input is one file of the tiny project: its first byte says which, the rest is what the file holds. The project is then
loaded, whole. Every option is libFuzzer's; an input that ends in anything but our own error with a place and words is written
to the folder of the run and makes the exit code other than 0. Knows atheris, which runs on Linux only; refuses to know what a
sound file is: the loader does.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

import atheris

with atheris.instrument_imports(include=["gpuguide.catalog", "gpuguide.errors", "gpuguide.quantities", "yaml"]):
    from gpuguide.catalog.loader import load_sites
    from gpuguide.catalog.reading import Memory
    from gpuguide.errors import GuideError

from tests.fuzz.grammar import NASTY
from tests.projects import tiny_project, with_offers, write_project

FILES = {name: text for name, text in sorted(with_offers(tiny_project()).items()) if name.startswith("data")}
NAMES = sorted(FILES)


class Project:
    """The tiny project in a folder, one file of which holds what the fuzzer says."""

    def __init__(self, root: Path) -> None:
        self.root = write_project(root, with_offers(tiny_project()))
        self.memory = Memory()

    def load(self, data: bytes) -> None:
        """Load it with this file in the place of one of its own, and put that back."""
        if not data:
            return
        name = NAMES[data[0] % len(NAMES)]
        path = self.root / name
        path.write_bytes(data[1:])
        self.memory.files.pop(name, None)  # read anew, so that a sound file is seen to open branches
        try:
            load_sites(self.root, memory=self.memory)
        except GuideError as error:
            told = [problem for problem in error.problems if problem.place.file.startswith("data") and problem.message]
            if not error.problems or told != list(error.problems):
                raise AssertionError(f"an error without place or words: {error.problems}") from error
        finally:
            path.write_text(FILES[name], encoding="utf-8")
            self.memory.files.pop(name, None)


def sow(folder: Path) -> None:
    """Every sound file as a first input, and a dictionary of what readers stumble over."""
    for number, name in enumerate(NAMES):
        (folder / f"{number:02}").write_bytes(bytes([number]) + FILES[name].encode())


def dictionary(path: Path) -> None:
    """The nasty pieces in libFuzzer's form."""
    escaped = ("".join(f"\\x{byte:02x}" for byte in piece.encode("utf-8", "surrogatepass")) for piece in NASTY)
    path.write_text("".join(f'"{piece}"\n' for piece in escaped), encoding="ascii")


def main(options: list[str]) -> None:
    """Fuzz until the options say stop."""
    with tempfile.TemporaryDirectory() as folder:
        seeds, words = Path(folder, "seeds"), Path(folder, "words")
        seeds.mkdir()
        sow(seeds)
        dictionary(words)
        project = Project(Path(folder, "project"))
        own = [f"-dict={words}", "-max_len=6000", "-len_control=0", "-timeout=20", "-rss_limit_mb=2048"]
        atheris.Setup([sys.argv[0], *own, *options, str(seeds)], project.load)
        atheris.Fuzz()


if __name__ == "__main__":
    main(sys.argv[1:])
