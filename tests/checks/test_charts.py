"""The judge works a chart out again: each defect that a reader could be misled by is found, and a clean chart is clean."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import pytest

from gpuguide.checks import judge_site
from gpuguide.checks.scales import row_scale, tick_scale
from gpuguide.cli import building
from gpuguide.cli.console import Screen
from tests.charted import CHARTS_FILE, write_charted
from tests.projects import SITE

EN = f"dist/{SITE}/en/guide/index.html"
ONE = Fraction(1)
Rules = Callable[..., set[str]]


@pytest.fixture(scope="module")
def published(tmp_path_factory: pytest.TempPathFactory, project_root: Path) -> Path:
    """The project with its charts, built."""
    root = write_charted(tmp_path_factory.mktemp("charted"), project_root)
    assert building.build(root, root / "dist", None, True, Screen(quiet=True)) == 0
    return root


@pytest.fixture
def rules_after(published: Path, tmp_path: Path) -> Rules:
    """The rules that fire after each of some texts of a file was put in the place of another."""

    def judged(*changes: tuple[str, str], file: str = EN) -> set[str]:
        root = tmp_path / "project"
        shutil.copytree(published, root)
        text = (root / file).read_text(encoding="utf-8")
        for old, new in changes:
            assert old in text, f"{file} has no {old!r}"
            text = text.replace(old, new, 1)
        (root / file).write_text(text, encoding="utf-8")
        return {finding.rule for finding in judge_site(root, root / "dist", SITE).findings}

    return judged


BETA_BAR = '<rect data-bar="bandwidth/beta" class="series-0" x="0%" y="70" width="50%"'
FIRST_SEGMENT = 'x="0%" y="25" width="17.5%"'
HATCHED = 'fill="url(#hatch-memory)" x="17.5%"'
POINT = 'cx="58.4%" cy="4%"'
TITLE = '<text data-text="across"'


def swapped(one: str, other: str) -> list[tuple[str, str]]:
    """The changes that put two texts in each other's place."""
    return [(one, "kept aside"), (other, one), ("kept aside", other)]


DEFECTS = [
    ("a bar that is longer", [('width="50%"', 'width="60%"')], "chart-place"),
    ("a bar that does not start at zero", [(BETA_BAR, BETA_BAR.replace("0%", "9%", 1))], "chart-place"),
    ("a bar that is moved", [(BETA_BAR, BETA_BAR.replace("<rect", '<rect transform="scale(2)"'))], "chart-place"),
    ("a bar that is not seen", [(BETA_BAR, BETA_BAR.replace("<rect", '<rect fill="none"'))], "chart-place"),
    ("the bar of another", [('data-bar="bandwidth/beta"', 'data-bar="bandwidth/alpha"')], "chart-order"),
    ("a number beside another bar", [('x="50%" y="83"', 'x="100%" y="83"')], "chart-place"),
    ("a segment that is moved", [(FIRST_SEGMENT, FIRST_SEGMENT.replace("17.5", "27.5"))], "chart-place"),
    ("a segment that is left out", [('data-bar="cache/7b"', 'data-bar=""')], "chart-order"),
    ("a segment with the look of another", [(HATCHED, HATCHED[-9:])], "chart-place"),
    ("names of segments swapped", swapped("</svg>Weights</li>", "</svg>Cache</li>"), "text text-lost"),
    ("a mark in another place", [('x1="60%" x2="60%"', 'x1="50%" x2="50%"')], "chart-place"),
    ("a tick in another place", [('x1="25%" x2="25%"', 'x1="20%" x2="20%"')], "chart-place"),
    ("the number of a tick in another place", [('x="25%" y="100%"', 'x="50%" y="100%"')], "chart-place"),
    ("the number of a tick", [(">10</tspan>", ">20</tspan>")], "constant element-unrecorded record-not-found"),
    (
        "ticks swapped",
        swapped('data-value="10" data-figure="constant/10">10', 'data-value="20" data-figure="constant/20">20'),
        "chart-order text text-lost",
    ),
    ("a point that is moved", [(POINT, POINT.replace("58", "68"))], "chart-place"),
    ("a name beside another point", [('x="58.4%" y="4%"', 'x="15.3%" y="33.3%"')], "chart-place"),
    ("a vertex of a line that is moved", [('x2="50%" y2="53.3%"', 'x2="50%" y2="43.3%"')], "chart-place"),
    ("names of lines swapped", swapped(">BF16</text>", ">FP8</text>"), "text text-lost"),
    ("an axis that says something else", [(">Memory (GB)</text>", ">Memory (TB)</text>")], "text text-lost"),
    ("an axis without its unit", [(">Memory (GB)</text>", ">Memory</text>")], "text text-lost"),
    ("a shape of nothing", [(TITLE, f'<rect x="0%" width="90%" height="9"/>{TITLE}')], "chart-order"),
    ("a text of nothing", [(TITLE, f'<text x="0%">more</text>{TITLE}')], "chart-order text"),
    ("another title", [(" is the fastest</p>", " is the cheapest</p>")], "text text-lost"),
    ("a title without its claim", [(' data-claim="alpha_is_faster">', ">")], "text text-lost"),
    ("a chart that there is not", [('data-chart="rates"', 'data-chart="rate"')], "chart-unknown chart-lost"),
]


@pytest.mark.parametrize(("changes", "rules"), [pytest.param(*case[1:], id=case[0]) for case in DEFECTS])
def test_a_defect_of_a_chart_is_found(rules_after: Rules, changes: list[tuple[str, str]], rules: str) -> None:
    """Places and order by their own rules; words by those of the page; numbers by those of numbers."""
    assert rules_after(*changes) == set(rules.split())


def test_a_clean_chart_is_clean(rules_after: Rules) -> None:
    """Nothing is wrong with the charts as they are built."""
    assert rules_after() == set()


def test_a_row_of_the_table_that_is_dropped_is_found(published: Path, rules_after: Rules) -> None:
    """The table beside a chart has all of its rows."""
    text = (published / EN).read_text(encoding="utf-8")
    table = text[text.index('<table id="t-chart-rates"') :]
    row = table[table.index("<tr>", table.index("<tbody>")) : table.index("</tr>", table.index("<tbody>")) + 5]
    assert "text-lost" in rules_after((row, ""))


@pytest.mark.parametrize(
    ("old", "new", "rule"),
    [
        ("scale: log", "scale: linear", "chart-place"),
        ("rows: gpu in prices", "rows: gpu in prices\n    where: [gpu = alpha]", "chart-order"),
        ("total: need/size", "total: weights/size/fp8", "chart-unsound"),
        ("kind: stacked", "kind: heap", "data-shape"),
        ("figure: cache/size", "figure: cash/size", "chart-unsound"),
    ],
)
def test_a_chart_built_from_other_data_is_found(rules_after: Rules, old: str, new: str, rule: str) -> None:
    """The judge reads what is declared, not what was drawn."""
    assert rule in rules_after((old, new), file=CHARTS_FILE)


# --- scales ---


def test_a_place_on_a_logarithmic_axis_is_found_without_a_logarithm() -> None:
    """2 of 1 to 65536 is a sixteenth, 6.25, half up 6.3; 512 of 200 to 1000 is ln 2.56 / ln 5 = 0.5841."""
    assert row_scale([ONE, Fraction(65536)], log=True).place(Fraction(2)) == Fraction("6.3")
    assert row_scale([Fraction(200), Fraction(1000)], log=True).place(Fraction(512)) == Fraction("58.4")
    ends = row_scale([Fraction(2), Fraction(2000)], log=True)
    assert (ends.place(Fraction(2)), ends.place(Fraction(2000))) == (Fraction(0), Fraction(100))


def test_ticks_by_rule() -> None:
    """Linear ones in at most five nice steps; logarithmic ones in 1, 2 and 5, or powers of ten when those are over seven."""
    assert [int(tick) for tick in tick_scale([Fraction(192)], ONE, False).ticks] == [0, 50, 100, 150, 200]
    assert [int(tick) for tick in tick_scale([Fraction(300), Fraction(8000)], ONE, True).ticks] == [
        200,
        500,
        1000,
        2000,
        5000,
        10000,
    ]
    many = tick_scale([Fraction(3), Fraction(1374)], ONE, True)
    assert [int(tick) for tick in many.ticks] == [10, 100, 1000]
    assert (many.first, many.last) == (Fraction(2), Fraction(2000))
