"""The judge says the same in one process and in several, whatever way they are started."""

from __future__ import annotations

import multiprocessing
import os
from pathlib import Path

import pytest

from gpuguide.checks import Report, judge_site, judge_sites, sharing
from gpuguide.checks.bench import Bench
from gpuguide.checks.findings import Docket
from gpuguide.checks.judge import judge_piece
from gpuguide.checks.parts import Part
from gpuguide.errors import GuideError
from tests.checks.defects import EN, ZH

STARTS = [start for start in ("fork", "spawn") if start in multiprocessing.get_all_start_methods()]


@pytest.fixture
def spoilt(project: Path) -> Path:
    """A project whose pages say wrong things in both languages, and lead from one to the other's lost anchor."""
    for file, more in ((EN, "<p>77</p>"), (ZH, '<p><a href="../../en/guide/index.html#lost">x</a></p>')):
        text = (project / file).read_text(encoding="utf-8")
        (project / file).write_text(text.replace("</body>", f"{more}</body>", 1), encoding="utf-8")
    return project


def _told(reports: list[Report]) -> list[tuple[list[str], dict[str, int]]]:
    return [([str(one) for one in report.findings], dict(report.counts)) for report in reports]


@pytest.mark.parametrize("start", STARTS)
def test_two_processes_find_what_one_finds(spoilt: Path, start: str) -> None:
    """The same findings in the same order, and the same counts, for every site of a run."""
    alone = [judge_site(spoilt, spoilt / "dist", "tiny")]
    shared = judge_sites(spoilt, spoilt / "dist", ["tiny"], jobs=2, start=start)
    assert _told(shared) == _told(alone)
    rules = {finding.rule for finding in alone[0].findings}
    assert {"anchor-broken", "unrecorded-digit"} <= rules, rules


def test_sites_are_told_of_in_order(project: Path) -> None:
    """Whoever waits hears of each site once."""
    heard: list[str] = []
    judge_sites(project, project / "dist", ["tiny"], jobs=2, told=heard.append)
    assert heard == ["tiny"]


def test_a_small_site_is_judged_alone(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another process would start longer than a few pages take: without a wish for processes there is none."""
    monkeypatch.setattr(sharing, "processors", lambda: 8)
    monkeypatch.setattr(multiprocessing, "get_context", lambda start: pytest.fail("a process was started"))
    assert sum(1 for _ in (project / "dist/tiny").rglob("*")) < sharing._WORTH
    assert judge_sites(project, project / "dist", ["tiny"])[0].findings == ()


@pytest.mark.skipif("fork" not in STARTS, reason="a change in memory reaches only a forked process")
def test_a_process_that_dies_is_an_error_of_ours(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A judge who was killed has found nothing wrong, and nothing right either."""
    mine = os.getpid()

    def dying(bench: Bench, piece: str) -> Part:
        if os.getpid() != mine:
            os._exit(9)
        return judge_piece(bench, piece)

    monkeypatch.setattr(sharing, "judge_piece", dying)
    with pytest.raises(GuideError, match="a process that judged was ended"):
        judge_sites(project, project / "dist", ["tiny"], jobs=2, start="fork")


def test_findings_stand_in_one_order(project: Path) -> None:
    """Line 9 comes before line 10; two that differ only in what was due are in the order of that."""
    docket = Docket()
    for where, expected in (("a:10", ""), ("a:9", "2"), ("a:9", "1")):
        docket.add(where, "rule", "message", expected)
    assert [(one.where, one.expected) for one in docket.report().findings] == [("a:9", "1"), ("a:9", "2"), ("a:10", "")]


def test_a_docket_that_was_handed_over_is_empty() -> None:
    """What was taken by another is told once."""
    docket, other = Docket(), Docket()
    docket.add("a", "rule", "message")
    docket.counts["pages"] += 1
    other.take(*docket.handed_over())
    assert (len(docket), dict(docket.counts)) == (0, {})
    assert (len(other), dict(other.counts)) == (1, {"pages": 1})
