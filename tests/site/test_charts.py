"""Charts of the made-up guide: places worked by hand, titles by claim, names where they belong."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import pytest

from gpuguide.catalog.loader import load_sites
from gpuguide.errors import GuideError
from gpuguide.site.build import build_site
from gpuguide.site.charts.axes import linear_axis, log_axis, rows_axis
from gpuguide.site.charts.boxes import Box
from gpuguide.site.charts.placing import ABOVE, BELOW, SIDES, Room, place_labels
from tests.charted import CHARTS_FILE, write_charted
from tests.projects import SITE_FOLDER

Drawn = Callable[[str], str]
ONE = Fraction(1)


@pytest.fixture
def charted(tmp_path: Path, project_root: Path) -> Path:
    """The project, to be changed."""
    return write_charted(tmp_path / "charted", project_root)


@pytest.fixture
def drawn(charted: Path) -> Drawn:
    """The markup of a chart on the English page, as the project stands."""

    def figure(name: str) -> str:
        html = build_site(charted, load_sites(charted)[0], strict=False).files["en/guide/index.html"].decode()
        found = re.search(rf'<figure[^>]*data-chart="{name}".*?</figure>', html, re.DOTALL)
        assert found, f"no chart {name}"
        return found[0]

    return figure


def changed(root: Path, old: str, new: str, file: str = CHARTS_FILE) -> None:
    text = (root / file).read_text(encoding="utf-8")
    assert old in text
    (root / file).write_text(text.replace(old, new, 1), encoding="utf-8")


def places(svg: str, kind: str, *names: str) -> list[tuple[str, ...]]:
    """The places of all shapes of one kind, in order."""
    tags = re.findall(rf"<[a-z]+ data-{kind}=[^>]*>", svg)
    return [tuple(re.search(rf' {name}="([^"]*)"', tag)[1] for name in names) for tag in tags]  # type: ignore[index]


def test_a_bar_is_as_long_as_its_share_of_the_greatest(drawn: Drawn):
    """512 GB/s is the greatest; 256 GB/s is half of it."""
    assert places(drawn("rates"), "bar", "x", "width") == [("0%", "100%"), ("0%", "50%")]


def test_segments_are_stacked_to_the_total_on_an_axis_from_zero(drawn: Drawn):
    """7, 5 and 2 GB of 40 GB: 17.5, 12.5 and 5 of a hundred, one after the other."""
    assert places(drawn("memory"), "bar", "x", "width")[:3] == [("0%", "17.5%"), ("17.5%", "12.5%"), ("30%", "5%")]
    assert places(drawn("memory"), "tick", "x1") == [("0%",), ("25%",), ("50%",), ("75%",), ("100%",)]
    assert places(drawn("memory"), "mark", "x1") == [("60%",), ("30%",)]


def test_lines_go_through_their_rows(drawn: Drawn):
    """Doubling rows are evenly apart on a logarithmic axis."""
    points = places(drawn("growth"), "point", "cx", "cy")
    assert points == [("0%", "76.7%"), ("50%", "53.3%"), ("100%", "6.7%"), ("0%", "88.3%"), ("50%", "76.7%"), ("100%", "53.3%")]
    assert places(drawn("growth"), "segment", "x1", "y2") == [("0%", "53.3%"), ("50%", "6.7%"), ("0%", "76.7%"), ("50%", "53.3%")]


def test_points_lie_where_both_figures_put_them(drawn: Drawn):
    """ln 2.56 / ln 5 = 0.584, ln 1.28 / ln 5 = 0.153; 144 and 100 of 150."""
    assert places(drawn("prices"), "point", "cx", "cy") == [("58.4%", "4%"), ("15.3%", "33.3%")]


def test_numbers_in_a_drawing_carry_their_exact_value(drawn: Drawn):
    """In SVG the element is tspan, and its value has a name of its own."""
    assert '<tspan data-value="512" data-figure="bandwidth/alpha" data-unit="GB/s" data-form="table">512' in drawn("rates")
    assert '<tspan data-value="40" data-figure="constant/40">40</tspan>' in drawn("memory")


def test_a_drawing_names_itself_and_points_to_its_numbers(drawn: Drawn):
    """A reader who does not see it hears kind and finding, and finds the table."""
    svg = drawn("growth")
    assert 'role="img" aria-labelledby="chart-growth-kind" aria-describedby="chart-growth-numbers"' in svg
    assert '<title id="chart-growth-kind">Line chart</title>' in svg
    assert "<desc" in svg
    assert '<table id="t-chart-growth"' in svg


def test_no_look_is_written_into_a_drawing(drawn: Drawn):
    """Looks are CSS: the page's policy allows no inline style."""
    assert not re.search(r'\s(style|stroke|font-size)="', drawn("memory"))


def test_the_title_is_the_first_whose_claim_holds(charted: Path, drawn: Drawn):
    """A finding that is no longer true makes way for the next title."""
    assert 'data-claim="alpha_is_faster"' in drawn("rates")
    changed(charted, "claim: alpha_is_faster", "claim: beta_wins")
    changed(charted, "claims:\n", "claims:\n  beta_wins: {holds: [bandwidth/beta > bandwidth/alpha], otherwise: hide}\n", CLAIMS)
    assert "data-claim" not in drawn("rates")
    assert "Bandwidth by card" in drawn("rates")


def test_a_title_is_quoted_when_its_claim_stops_the_build(charted: Path, drawn: Drawn):
    """Whoever made the claim false reads which titles lean on it."""
    changed(charted, "bandwidth/alpha > bandwidth/beta", "bandwidth/alpha < bandwidth/beta", CLAIMS)
    with pytest.raises(GuideError) as caught:
        drawn("rates")
    quoted = [problem for problem in caught.value.problems if "leans on alpha_is_faster" in problem.message]
    assert [problem.message for problem in quoted] == ['[en] leans on alpha_is_faster: "Alpha is the fastest"']
    assert "charts.yaml" in str(quoted[0].place)


CLAIMS = f"{SITE_FOLDER}/claims.yaml"

MEMORY_AXIS, RATES_AXIS = "across: {label: Memory, unit: GB}", "across: {label: Bandwidth, unit: GB/s}"
PRICE_ROWS = "rows: gpu in prices\n    across"

REFUSED = [
    ("bars on a logarithmic axis", RATES_AXIS, "across: {label: B, unit: GB/s, scale: log}", "starts at zero"),
    ("an unknown unit", MEMORY_AXIS, "across: {label: Memory, unit: GX}", "there is no unit GX"),
    ("series that do not add up", "total: need/size", "total: weights/size/fp8", "do not add up"),
    ("stacked bars without a total", "total: need/size\n", "\n", "have a total"),
    ("a scatter without its figure", "up: {figure: monthly/gpu, label", "up: {label", "scatter has a figure"),
    ("a scatter with series", PRICE_ROWS, "series: [{figure: monthly/gpu, label: M}]\n    " + PRICE_ROWS, "plots series"),
    (
        "a value that is missing",
        "figure: monthly/gpu, label: Price",
        "figure: weekly/gpu, label: Price",
        "weekly/alpha is unknown",
    ),
    ("no row", PRICE_ROWS, PRICE_ROWS.replace("\n", "\n    where: [monthly/gpu > 1000]\n"), "no row is left"),
    ("a kind that there is not", "kind: scatter", "kind: pie", "bars, stacked, lines"),
    ("an upright axis for bars", MEMORY_AXIS, MEMORY_AXIS + "\n    up: {label: M, unit: GB}", "no upright axis"),
    ("points without a place", "across: {figure: bandwidth/gpu, label", "across: {label", "points need the figure"),
    ("a title without its claim", "{claim: alpha_is_faster, text:", "{text:", "needs its claim"),
]


@pytest.mark.parametrize(("old", "new", "said"), [pytest.param(*case[1:], id=case[0]) for case in REFUSED])
def test_a_chart_that_would_mislead_is_refused(charted: Path, drawn: Drawn, old: str, new: str, said: str):
    """With the place and the way out."""
    changed(charted, old, new)
    with pytest.raises(GuideError, match=said) as caught:
        drawn("rates")
    assert any("charts.yaml" in str(problem) for problem in caught.value.problems)


# --- axes ---


def test_ticks_are_nice_steps_from_zero():
    """At most five steps of 1, 2 or 5 times a power of ten, up to the first that holds all."""
    assert [int(tick) for tick in linear_axis([Fraction(192)], ONE).ticks] == [0, 50, 100, 150, 200]
    assert [int(tick) for tick in linear_axis([Fraction(100)], ONE).ticks] == [0, 20, 40, 60, 80, 100]
    assert linear_axis([Fraction(3, 100)], ONE).ticks[1] == Fraction(1, 100)


def test_logarithmic_ticks_are_one_two_five_while_they_are_few():
    """More than seven leave the powers of ten alone, between the same ends."""
    few = log_axis([Fraction(300), Fraction(8000)], ONE)
    assert [int(tick) for tick in few.ticks] == [200, 500, 1000, 2000, 5000, 10000]
    many = log_axis([Fraction(3), Fraction(1374)], ONE)
    assert [int(tick) for tick in many.ticks] == [10, 100, 1000]
    assert (many.least, many.greatest) == (Fraction(2), Fraction(2000))


def test_one_value_has_an_axis_around_it():
    """A value on a tick is the lower end."""
    assert [int(tick) for tick in log_axis([Fraction(5)], ONE).ticks] == [5, 10]


def test_a_logarithmic_place_that_is_a_plain_fraction_is_exact():
    """2 is a sixteenth of the way from 1 to 65536: 6.25, half up 6.3, whatever a logarithm's last digits are."""
    assert rows_axis([Fraction(1), Fraction(65536)], log=True).place(Fraction(2)) == Fraction("6.3")


# --- names ---


def test_names_of_close_points_stand_on_different_sides():
    """Of two points one above the other, the second cannot have its name to the right too."""
    middle, below = (Fraction(50), Fraction(50)), (Fraction(50), Fraction(52))
    assert place_labels([middle, below], ["Alpha", "Beta"], 400) == [SIDES[0], SIDES[1]]


def test_names_that_find_no_place_are_said_so():
    """Ten points in one place have only eight sides."""
    assert place_labels([(Fraction(50), Fraction(50))] * 10, ["A name"] * 10, 400) is None


def test_the_name_of_a_line_goes_where_no_other_line_runs():
    """Above the end when it is free, else below it; above when nothing is free."""
    flat = [(Fraction(0), Fraction(80)), (Fraction(60), Fraction(80)), (Fraction(100), Fraction(80))]
    assert Room(300, [(flat[0], flat[2])]).beside_line(flat, "name") == (flat[2], ABOVE)
    over, under = (((Fraction(0), y), (Fraction(100), y)) for y in (Fraction(76), Fraction(84)))
    assert Room(300, [over]).beside_line(flat, "name") == (flat[2], BELOW)
    assert Room(300, [over, under]).beside_line(flat, "name") == (flat[2], ABOVE)


def test_a_box_is_crossed_by_a_line_through_it_only():
    """A line that passes over it at its height leaves it alone."""
    box = Box(Fraction(10), Fraction(10), Fraction(20), Fraction(20))
    assert box.crossed((Fraction(0), Fraction(0)), (Fraction(30), Fraction(30)))
    assert not box.crossed((Fraction(0), Fraction(20)), (Fraction(30), Fraction(50)))
    assert not box.crossed((Fraction(0), Fraction(5)), (Fraction(30), Fraction(5)))
    assert box.crossed((Fraction(15), Fraction(0)), (Fraction(15), Fraction(30)))
