"""A made-up project with four cards, whose figures can be checked in the head, and the real sites' books.

| card | maker | memory | bandwidth | FP8 rate | a month | a week | stock |
|---|---|---|---|---|---|---|---|
| alpha | acme | 80 GB | 2,000 GB/s | 240 TFLOPS, from a datasheet | 1,500 | 400 | 5: east 3, west 2 |
| beta | acme | 24 GB | 500 GB/s | none: no such cores | 300 | unknown | unknown |
| gamma | other | 80 GB | 900 GB/s | 242.5 TFLOPS, from a log only | 1,500 | 390 | 0 |
| delta | acme | 24 GB | 1,000 GB/s | 120 TFLOPS, from a datasheet | not in the price list | | |

Weights of 70B are 140 GB in BF16 and 70 GB in FP8; a token keeps 2 x 80 x 8 x 128 x 2 = 327,680 bytes of cache, 8,192 tokens
2,684,354,560 bytes, printed as 2.7 GB.
"""

from __future__ import annotations

import textwrap
from collections.abc import Callable
from pathlib import Path

import pytest

from gpuguide.catalog.loader import load_sites
from gpuguide.errors import Problem
from gpuguide.figures import Book
from gpuguide.figures.book import FigureError
from tests.projects import SITE, SITE_FOLDER, Files, card, tiny_project, write_project

CITES = "{memory_gb: [sheet], memory_type: [sheet], bandwidth_gb_s: [sheet], bf16_dense_tflops: [sheet], fp8_dense_tflops: [%s], "
CITES += "fp8_tensor_cores: [sheet], tdp_w: [sheet], ecc: [log]}"
CARDS: Files = {
    "data/gpus/alpha.yaml": card(memory_gb="80", bandwidth_gb_s="2000", check=None),
    "data/gpus/beta.yaml": card(
        name="Beta", bandwidth_gb_s="500", fp8_dense_tflops="none", fp8_tensor_cores="false", slots="none", check=None
    ),
    "data/gpus/gamma.yaml": card(
        name="Gamma",
        vendor="other",
        memory_gb="80",
        bandwidth_gb_s="900",
        fp8_dense_tflops="242.5",
        cites=CITES % "log",
        check=None,
    ),
    "data/gpus/delta.yaml": card(name="Delta", bandwidth_gb_s="1000", fp8_dense_tflops="120", cites=CITES % "sheet", check=None),
}


EXAMPLE = Path(__file__).parent / "example"
OWN = {f"{SITE_FOLDER}/{name}.yaml": (EXAMPLE / f"{name}.yaml").read_text("utf-8") for name in ("prices", "sizes", "policy")}
FIGURES = (EXAMPLE / "figures.yaml").read_text("utf-8")
LANGUAGES = {name: (Path(__file__).parents[2] / name).read_text("utf-8") for name in ("data/locales.yaml", "data/units.yaml")}
SHARED = {"data/vocabulary.yaml": (EXAMPLE / "vocabulary.yaml").read_text("utf-8"), **LANGUAGES}


def formula(name: str, inputs: str, unit: str, step: str = "1", over: str = "") -> str:
    """The text of a family that has a formula: `formula("capacity", "memory: …, cards: …", "GB")`."""
    axes = f"over: [{over}], " if over else ""
    return f"{{label: L, {axes}formula: {name}, inputs: {{{inputs}}}, print: {{unit: {unit!r}, step: {step}}}}}"


def taken(reference: str, printed: str = "{unit: GB, step: 1}", more: str = "") -> str:
    """The text of a family that takes a fact or figure as it is."""
    return f"{{label: L, {more}is: {reference}, print: {printed}}}"


class Small:
    """The made-up project, with declarations of a test added."""

    def __init__(self, folder: Path, added: dict[str, str]) -> None:
        self.figures_yaml = (
            FIGURES
            + block(added, "figures", "")
            + "".join(block(added, part, f"{part}:\n") for part in ("choices", "lists", "names"))
        )
        self.claims_yaml = block(added, "claims", "claims:\n")
        own = {"figures.yaml": self.figures_yaml, "claims.yaml": self.claims_yaml, "offers.csv": added.get("offers", "")}
        base = {path: text for path, text in tiny_project().items() if not path.endswith(("tables.yaml", "claims.yaml"))}
        written = {f"{SITE_FOLDER}/{name}": text for name, text in own.items() if text}
        write_project(folder, {**base, **CARDS, **SHARED, **OWN, **written})
        self.book = Book(load_sites(folder, SITE)[0])

    def line_of(self, text: str) -> str:
        """The file and line at which a declaration starts."""
        for name, written in (("figures.yaml", self.figures_yaml), ("claims.yaml", self.claims_yaml)):
            for number, line in enumerate(written.splitlines(), 1):
                if line.strip().startswith(text):
                    return f"{SITE_FOLDER}/{name}:{number}"
        raise AssertionError(f"nothing starts with {text}")


def block(added: dict[str, str], part: str, head: str) -> str:
    return head + textwrap.indent(textwrap.dedent(added[part]).strip("\n"), "  ") + "\n" if part in added else ""


def refused(ask: Callable[[], object]) -> Problem:
    """The one problem that the question ends in."""
    with pytest.raises(FigureError) as raised:
        ask()
    (problem,) = raised.value.problems
    return problem


@pytest.fixture
def small(tmp_path: Path) -> Callable[..., Small]:
    """Call it with declarations to add: `small(figures="…", choices="…", lists="…", names="…", claims="…", offers="…")`."""
    return lambda **added: Small(tmp_path, added)


@pytest.fixture(scope="module")
def hub(project_root: Path) -> Book:
    """The book of the real site that rents by the month."""
    return Book(load_sites(project_root, "gpu-rent-hub")[0])


@pytest.fixture(scope="module")
def exchange(project_root: Path) -> Book:
    """The book of the real site that trades hours."""
    return Book(load_sites(project_root, "everxcloud")[0])
