"""A value of figures.json that the data does not give is found."""

from __future__ import annotations

import pytest

from tests.checks.defects import FIGURES, Change, Judged, rules_after

BUILD = [
    ("value", '"value": "2.0833333333333333333"', '"value": "2.09"', "figure-value"),
    ("printed", '"printed": "2.08"', '"printed": "2.09"', "figure-printed"),
    ("unit", '"unit": "TB/s"', '"unit": "GB/s"', "figure-unit"),
    ("formula", '"formula": "hourly"', '"formula": "ratio"', "figure-formula"),
    ("input", "printed monthly/alpha", "monthly/alpha", "figure-inputs"),
    ("input taken", "gpus.alpha.bandwidth_gb_s", "gpus.beta.bandwidth_gb_s", "figure-inputs figure-stray figure-unlisted"),
    ("missing in another way", '"absent": "unknown"', '"absent": "none"', "figure-absent"),
    ("fact", '"value": "7000000000"', '"value": "8000000000"', "figure-value"),
    ("unknown figure", '"policy.width": {', '"policy.depth": {', "figure-stray figure-unlisted unknown-figure"),
    ("source", '"acme-sheet"', '"acme-leaf"', "figure-sources"),
    ("place", "figures.yaml:3:3", "figures.yaml:4:3", "figure-place"),
    ("choice", '"gpu": "beta"', '"gpu": "alpha"', "choice"),
    ("claim", '"alpha_is_faster": true', '"alpha_is_faster": false', "claim-value"),
    ("unknown claim", '"alpha_is_faster": true', '"alpha_is_slower": true', "unknown-claim"),
    ("site", '"site": "tiny"', '"site": "huge"', "figures-site"),
    ("day", '"as_of": "2026-09-01"', '"as_of": "2026-09-02"', "figures-site"),
    (
        "unlisted figure",
        '"share":',
        '"hour/omega":',
        "figure-place figure-stray figure-unlisted unknown-figure",
    ),
    ("figure that others take, lost", '"monthly/alpha": {', '"monthly/omega": {', "figure-stray figure-unlisted unknown-figure"),
    ("key that stands twice", '"share":', '"bandwidth/beta":', "figures-missing"),
    ("key that nobody knows", '"as_of":', '"day": "2026-09-01", "as_of":', "figures-shape"),
    ("key of a figure that nobody knows", '"value": "14",', '"value": "14", "source": "me",', "figures-shape"),
    ("key of a figure that is lost", '"absent": null', '"missing": null', "figures-shape"),
    ("no JSON", '"site"', "site", "figures-missing"),
]


@pytest.mark.parametrize(("old", "new", "rules"), [pytest.param(*case[1:], id=case[0]) for case in BUILD])
def test_what_the_build_wrote_is_computed_again(change: Change, judged: Judged, old: str, new: str, rules: str) -> None:
    """Every figure, choice and claim of figures.json is what the data gives."""
    assert rules_after(change, judged, FIGURES, old, new) == set(rules.split())
