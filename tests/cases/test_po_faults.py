"""Faults of a translation that common gettext tools were measured with, each written as it would occur in our catalogs.

pybabel compile catches two of the nine placeholder faults, msgfmt six, pofilter eight. The judge's own table
(tests/checks/catalog_faults.yaml) has each in its original form; here a whole build meets them: what the engine refuses never
reaches the judge.
"""

from __future__ import annotations

import re
from contextlib import redirect_stderr
from dataclasses import dataclass
from io import StringIO
from pathlib import Path

import pytest

from gpuguide.catalog.loader import load_sites
from gpuguide.cli import building
from gpuguide.cli.console import Screen
from gpuguide.errors import GuideError, Problem
from gpuguide.site.build import build_site
from tests.projects import Files
from tests.site.guide import MESSAGES, PAGE, guide_files, write_guide


@dataclass(frozen=True)
class Fault:
    """A message, its faulty translation, and what the report must say at its line."""

    id: str
    source: str
    translation: str
    told: str
    flag: str = ""
    plural: str = ""

    def entry(self) -> str:
        """The message as it stands in the catalog."""
        flag = f"#, {self.flag}\n" if self.flag else ""
        if self.plural:
            return f'\n{flag}msgid "{self.source}"\nmsgid_plural "{self.plural}"\nmsgstr[0] "{self.translation}"\n'
        return f'\n{flag}msgid "{self.source}"\nmsgstr "{self.translation}"\n'


REFUSED = [
    Fault(
        "P02-placeholder-renamed",
        "Cost is {monthly/alpha}.",
        "价格是{monthly/alhpa}。",
        "there is no gpu alhpa; did you mean alpha",
    ),
    Fault("P07-number-changed", "The card has {gpus.beta.memory_gb}.", "显卡有40 GB。", '40" is typed, not computed'),
    Fault("P08-number-localised", "About half as much again.", "约1,5倍。", '1,5倍。" is typed, not computed'),
    Fault(
        "P11-tag-unclosed", "See [the cards](#cards) first.", "见<a href='#cards'>显卡。", "raw HTML and images are not allowed"
    ),
    Fault("P17-placeholder-added", "Plain text with no name.", "文字{oops}。", "{oops}: there is no figure oops"),
]
"""What the engine cannot render."""

WAITING = [
    Fault("P14-fuzzy", "The old text changed.", "旧文字。", "is fuzzy", flag="fuzzy"),
    Fault("P15-empty", "Nothing here yet.", "", "no translation of"),
    Fault(
        "P21-plural-without-placeholder", "One card of {gpu:beta}", "一张卡", "no translation of", plural="Cards of {gpu:beta}"
    ),
]
"""What counts as not translated: a strict build stops, a draft build marks it."""

FOUND = [
    Fault("P01-placeholder-dropped", "You need {weights_7b} for {gpu:alpha}.", "需要{weights_7b}。", "message-placeholders"),
    Fault("P03-placeholder-of-another-form", "Memory {gpus.alpha.memory_gb} used.", "用了{gpus.alpha.memory_gb|bare}。",
          "message-placeholders"),
    Fault("P04-placeholder-dropped-flagged", "Uses {gpus.beta.memory_gb} of memory.", "使用显存。", "message-placeholders",
          flag="python-brace-format"),
    Fault("P06-placeholder-of-another-card", "Rate {bandwidth/alpha} it.", "速率{bandwidth/beta}。", "message-placeholders"),
    Fault("P10-literal-dropped", "Needs BF16 cards.", "需要显卡。", "message-literal"),
    Fault("P12-link-target-changed", "Go [here](#cards) now.", "去[这里](#questions)。", "message-links"),
    Fault("P18-per-cent-sign", "{bandwidth/beta} slower", "慢{bandwidth/beta}%", "message-per-cent"),
    Fault("P19-colon-lost", "Read this first:", "先读这个", "message-ending"),
    Fault("P20-spaces", "Start now", "  开始  现在", "message-spaces"),
]  # fmt: skip
"""What renders, and says something else than the source: the judge finds it."""


def guide_with(faults: list[Fault]) -> Files:
    """The guide with each message as a paragraph of its page."""
    files = guide_files()
    files[PAGE] += "".join(f"\n{fault.source}\n" for fault in faults)
    files[MESSAGES] += "".join(fault.entry() for fault in faults)
    return files


def line_of(fault: Fault, files: Files) -> int:
    """The line of the catalog on which the message stands."""
    return files[MESSAGES].split("\n").index(f'msgid "{fault.source}"') + 1


def problems(tmp_path: Path, project_root: Path, faults: list[Fault], *, strict: bool) -> tuple[Problem, ...]:
    root = write_guide(tmp_path / "guide", project_root, guide_with(faults))
    with pytest.raises(GuideError) as caught:
        build_site(root, load_sites(root)[0], strict=strict)
    return caught.value.problems


@pytest.fixture(scope="module")
def refused(tmp_path_factory: pytest.TempPathFactory, project_root: Path) -> tuple[Problem, ...]:
    """All that the engine says of one guide with all of these."""
    return problems(tmp_path_factory.mktemp("refused"), project_root, REFUSED, strict=False)


@pytest.mark.parametrize("fault", REFUSED, ids=[fault.id for fault in REFUSED])
def test_po_fault_is_refused(refused: tuple[Problem, ...], fault: Fault):
    """At the line of its message in the catalog, with what to write."""
    place = f"{MESSAGES}:{line_of(fault, guide_with(REFUSED))}"
    assert [problem for problem in refused if str(problem.place) == place and fault.told in str(problem) and problem.hint]


@pytest.fixture(scope="module")
def waiting(tmp_path_factory: pytest.TempPathFactory, project_root: Path) -> tuple[Problem, ...]:
    """All that a strict build says."""
    return problems(tmp_path_factory.mktemp("waiting"), project_root, WAITING, strict=True)


@pytest.mark.parametrize("fault", WAITING, ids=[fault.id for fault in WAITING])
def test_po_fault_waits_for_a_translator(waiting: tuple[Problem, ...], fault: Fault):
    """A strict build stops at the line in the catalog and quotes the sentence."""
    place = f"{MESSAGES}:{line_of(fault, guide_with(WAITING))}"
    told = [problem for problem in waiting if str(problem.place) == place and problem.hint]
    assert any(fault.source in str(problem) and fault.told in str(problem) for problem in told)


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory, project_root: Path) -> str:
    """All that the judge says of one guide with all of these."""
    root = write_guide(tmp_path_factory.mktemp("found") / "guide", project_root, guide_with(FOUND))
    out = StringIO()
    with redirect_stderr(out):
        assert building.build(root, root / "dist", None, True, Screen(quiet=True)) == 1
    assert not (root / "dist/tiny").exists()
    return out.getvalue()


@pytest.mark.parametrize("fault", FOUND, ids=[fault.id for fault in FOUND])
def test_po_fault_is_found_by_the_judge(found: str, fault: Fault):
    """At the line where its entry begins, under the rule of its kind; nothing was published."""
    line = line_of(fault, guide_with(FOUND)) - len(fault.flag.split())
    assert f"{MESSAGES}:{line}: {fault.told}: " in found


def test_po_faults_of_the_judge_are_all_of_them():
    """Each of the seventeen stands in the judge's own table too, where no build helps it."""
    table = (Path(__file__).parents[1] / "checks/catalog_faults.yaml").read_text(encoding="utf-8")
    here = [fault.id.partition("-")[0] for fault in (*REFUSED, *WAITING, *FOUND)]
    assert sorted(here) == sorted(re.findall(r"\{id: (P[0-9]+),", table))
    assert len(here) == 17
