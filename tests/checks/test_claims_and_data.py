"""A claim that does not hold, data that cannot be read and files that are missing are found."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.checks.defects import DATA_OF_SITE, EN, FIGURES, PO, RECORDS, Change, Judged, rules_after

CLAIMS = [
    (
        "stop",
        f"{DATA_OF_SITE}/claims.yaml",
        "bandwidth/alpha > bandwidth/beta",
        "bandwidth/alpha < bandwidth/beta",
        "claim-stop claim-block claim-value",
    ),
    (
        "hide",
        f"{DATA_OF_SITE}/claims.yaml",
        "memory/7b < gpus.beta.memory_gb",
        "memory/7b > gpus.beta.memory_gb",
        "claim-block claim-value",
    ),
    ("unless", f"{DATA_OF_SITE}/claims.yaml", "memory/7b > 20", "memory/7b > 2", "claim-block claim-value block-lost"),
    (
        "missing value",
        f"{DATA_OF_SITE}/claims.yaml",
        "bandwidth/alpha > bandwidth/beta",
        "weekly/alpha > weekly/beta",
        "unknown-claim source",
    ),
    (
        "unknown claim",
        EN,
        "alpha_is_faster beta_is_roomy",
        "alpha_is_faster beta_is_empty",
        "unknown-claim locale-claims block-lost",
    ),
]


@pytest.mark.parametrize(("file", "old", "new", "rules"), [pytest.param(*case[1:], id=case[0]) for case in CLAIMS])
def test_claims_are_judged_on_the_data(change: Change, judged: Judged, file: str, old: str, new: str, rules: str) -> None:
    """A false claim stops, and no block stands against its claim."""
    assert rules_after(change, judged, file, old, new) == set(rules.split())


DATA = [
    ("duplicate key", f"{DATA_OF_SITE}/sizes.yaml", "sizes:", "sizes: {}\nsizes:", "data-unreadable"),
    ("anchor", f"{DATA_OF_SITE}/claims.yaml", "otherwise: stop", "otherwise: &a stop", "data-unreadable"),
    ("shape", f"{DATA_OF_SITE}/figures.yaml", "{gpu: gpus, size: sizes, count: counts}", "[gpu]", "data-shape"),
    ("formula", f"{DATA_OF_SITE}/figures.yaml", "formula: hourly", "formula: hourless", "unknown-formula"),
    ("circle", f"{DATA_OF_SITE}/figures.yaml", "{part: monthly/beta", "{part: share", "unknown-figure"),
    ("parameter", f"{DATA_OF_SITE}/figures.yaml", "{part: monthly/beta", "{parts: monthly/beta", "unknown-figure"),
    ("step", f"{DATA_OF_SITE}/figures.yaml", "step: 0.01}", "step: 0}", "data-shape"),
    ("number elsewhere", f"{DATA_OF_SITE}/prices.yaml", "monthly: 390", "monthly: 391", "figure-value"),
]


@pytest.mark.parametrize(("file", "old", "new", "rule"), [pytest.param(*case[1:], id=case[0]) for case in DATA])
def test_bad_data_is_found(change: Change, judged: Judged, file: str, old: str, new: str, rule: str) -> None:
    """Data that cannot be read or computed is a finding, whatever else follows from it."""
    assert rule in rules_after(change, judged, file, old, new)


@pytest.mark.parametrize(
    ("name", "rule"),
    [
        (FIGURES, "figures-missing"),
        (RECORDS, "records-missing"),
        (EN, "page-missing"),
        (PO, "catalog-unreadable"),
        (f"{DATA_OF_SITE}/figures.yaml", "data-unreadable"),
        ("data/locales.yaml", "data-unreadable"),
    ],
)
def test_what_is_not_there_is_a_finding(project: Path, judged: Judged, name: str, rule: str) -> None:
    """A missing file is a finding, not a crash."""
    (project / name).unlink()
    assert rule in {finding.rule for finding in judged().findings}


def test_a_page_that_nobody_recorded_is_a_finding(project: Path, judged: Judged) -> None:
    """A page on disk that the build does not list was not written by it."""
    stray = project / "dist/tiny/en/stray/index.html"
    stray.parent.mkdir()
    stray.write_text('<html lang="en"><p>Stray</p></html>', encoding="utf-8")
    assert [finding.rule for finding in judged().findings] == ["page-unrecorded"]


def test_a_site_that_was_not_built_is_a_finding(tmp_path: Path, judged: Judged, project: Path) -> None:
    """No build at all gives findings that say so."""
    (project / "dist").rename(project / "gone")
    assert {"no-pages", "figures-missing", "records-missing"} <= {finding.rule for finding in judged().findings}


def test_a_finding_names_the_line(change: Change, judged: Judged) -> None:
    """A finding says where: file, line, the nearest anchor and the row of the table."""
    change(EN, "900&nbsp;GB/s<", "901&nbsp;GB/s<")
    where = next(finding.where for finding in judged().findings if finding.rule == "number-text")
    assert where.startswith(f"{EN}:")
    assert where.endswith("#cards row 3")
