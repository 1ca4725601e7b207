"""Every measured case is a test: what public logs, files and benchmarks say, against what the calculator says."""

import math
from dataclasses import replace
from fractions import Fraction

import pytest

from gpuguide.figures.agreement import ceiling, compared
from gpuguide.figures.measured import Case
from gpuguide.sizing.parameters import parameters
from tests.sizing.agreement import cases, load_serving_once

CASES = {case.entry.id: case for case in cases()}
each_case = pytest.mark.parametrize("case", CASES.values(), ids=list(CASES))


@each_case
def test_case(case: Case):
    """Exact and tight cases within their tolerance, bounds as bounds, traps not reproduced, inferred ones shown only."""
    numbers = compared(case)
    assert numbers, "no rule speaks of this case"
    if case.entry.holds != "report":
        assert [one for one in numbers if not one.holds(case.within)] == []


def test_all_cases_are_there():
    assert len(CASES) == 93


def test_a_wrong_prediction_is_seen():
    """A check that has never failed is not a check: the same case at a hundredth more."""
    one = compared(CASES["vllm-06b-fp8"])[0]
    assert one.holds(CASES["vllm-06b-fp8"].within)
    assert not replace(one, measured=one.measured * Fraction(101, 100)).holds(CASES["vllm-06b-fp8"].within)


def test_traps_are_no_agreement():
    """What a trap misleads to is not what the calculator says."""
    for case in CASES.values():
        if case.entry.holds == "trap":
            assert any(one.relation == "differs" for one in compared(case)), case.entry.id


def test_rows_behind_intervals_are_cases():
    """Every interval names measured rows, and every name is a case."""
    serving = load_serving_once()
    named = {row for engine in serving.engines.values() for one in engine.overheads for row in one.rows}
    named |= {row for one in serving.weight_formats.values() for row in one.rows}
    named |= {row for one in serving.visible.values() for row in one.rows}
    named |= {row for one in serving.bands.values() for row in one.rows}
    assert named - set(CASES) == set()


@pytest.mark.parametrize("band", load_serving_once().bands.values(), ids=list(load_serving_once().bands))
def test_bands_are_their_rows(band):
    """A band is the least and the largest share of the ceiling of its rows, rounded outwards to a hundredth."""
    shares = [CASES[row].number("tokens_per_s") / ceiling(CASES[row]) for row in band.rows]
    assert math.floor(min(shares) * 100) == band.low * 100
    assert math.ceil(max(shares) * 100) == band.high * 100


@pytest.mark.parametrize("band", load_serving_once().bands.values(), ids=list(load_serving_once().bands))
def test_rows_are_of_their_band(band):
    """A band's own rows meet its conditions."""
    for row in band.rows:
        case = CASES[row]
        numbers = (case.card.bandwidth / 10**9, Fraction(parameters(case.model), 10**9))
        for span, number in zip((band.bandwidth_gb_s, band.parameters), numbers, strict=True):
            assert span.low <= number <= span.high, row
        assert case.entry.parallel == band.parallel
        assert band.label_bits.low <= case.form.label_bits <= band.label_bits.high


def test_every_decode_row_stands_in_a_band():
    rows = {row for band in load_serving_once().bands.values() for row in band.rows}
    left_out = {name for name, case in CASES.items() if case.entry.kind == "decode"} - rows
    assert left_out == {"decode-rx-6900-xt-qwen3-6-35b-a3b-q2-k"}  # its format is assumed
