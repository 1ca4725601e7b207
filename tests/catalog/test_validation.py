"""What a record refuses is told at its place, with its path, and with the names that it knows."""

from __future__ import annotations

import pytest

from gpuguide.catalog.files import SHARED, SITE
from gpuguide.catalog.reader import parse_yaml
from gpuguide.catalog.validation import validate
from gpuguide.errors import Problems
from tests.projects import OWN
from tests.projects import SHARED as SHARED_FILES

FILES = {**{name.removeprefix("data/"): text for name, text in SHARED_FILES.items()}, **OWN}
TYPES = {**SHARED, **SITE}


def problems_of(file: str, old: str, new: str) -> list[str]:
    """The problems of one file of the tiny project after one change."""
    assert FILES[file].count(old) == 1
    node = parse_yaml(FILES[file].replace(old, new), file)
    problems = Problems()
    assert isinstance(node.value, dict)
    for key, entry in node.value.items():
        validate(TYPES[file][key], entry, (key,), problems)
    assert all(problem.hint for problem in problems.found)
    return [str(problem) for problem in problems.found]


@pytest.mark.parametrize("file", sorted(FILES))
def test_the_tiny_project_is_valid(file):
    """The file that the other tests break."""
    assert problems_of(file, FILES[file], FILES[file]) == []


@pytest.mark.parametrize(
    ("file", "old", "new", "said"),
    [
        (
            "prices.yaml",
            "monthly:",
            "montly:",
            "prices.yaml:3:5: prices.alpha.montly: unknown key montly; did you mean monthly?",
        ),
        ("site.yaml", "operator:", "oper[]tor:", "site.yaml:3:3: site.oper[]tor: unknown key oper[]tor; did you mean operator?"),
        ("site.yaml", "operator:", '"[key]":', "site.yaml:3:3: site.[key]: unknown key [key]; "),
        ("site.yaml", "operator:", "opertor:", "site.yaml:3:3: site.opertor: unknown key opertor; did you mean operator?"),
        (
            "tables.yaml",
            "header: GPU,",
            "heading: GPU,",
            "tables.speed.columns.0.heading: unknown key heading; did you mean header?",
        ),
        ("tables.yaml", "when:", "wen:", "remarks.0.wen: unknown key wen; did you mean when?"),
        (
            "figures.yaml",
            "{unit: GB, step: 1}",
            "{unit: GB, steps: 1}",
            "figures.weights.print.0.steps: unknown key steps; did you mean step?",
        ),
        (
            "figures.yaml",
            "{unit: GB, step: 1}",
            "[{unit: GB, steps: 1}]",
            "figures.weights.print.0.steps: unknown key steps; did you",
        ),
        (
            "figures.yaml",
            "    is: gpu.bandwidth_gb_s",
            "    iss: gpu.bandwidth_gb_s",
            "figures.bandwidth.iss: unknown key iss; did you mean is?",
        ),
        ("locales.yaml", "    dash:", "    dahs:", "locales.yaml:11:5: locales.en.dahs: unknown key dahs; did you mean dash?"),
        ("vocabulary.yaml", "{name: Acme}", "{nam: Acme}", "vendors.acme.nam: unknown key nam; did you mean name?"),
    ],
)
def test_an_unknown_key_is_told_with_the_nearest_key(file, old, new, said):
    """At the key, however deep it stands."""
    assert any(said in problem for problem in problems_of(file, old, new))


@pytest.mark.parametrize(
    ("file", "old", "new", "said"),
    [
        (
            "prices.yaml",
            "    weekly: unknown\n",
            "",
            "prices.yaml:2:3: prices.alpha.weekly: the key weekly is missing; write weekly: …, or unknown",
        ),
        ("sources.yaml", "kind: log, ", "", "sources.log.kind: the key kind is missing"),
        (
            "tables.yaml",
            "{header: GPU, name: gpu, sub: [remark]}",
            "{name: gpu}",
            "tables.speed.columns.0.header: the key header is missing",
        ),
    ],
)
def test_a_missing_key_is_told_at_its_record(file, old, new, said):
    """Where it should stand."""
    (problem,) = problems_of(file, old, new)
    assert said in problem


@pytest.mark.parametrize(
    ("file", "old", "new", "said"),
    [
        (
            "sizes.yaml",
            "{name: 8k, tokens: 8192}",
            "8192",
            "sizes.yaml:6:7: contexts.8k: expected a mapping, got 8192; write `key: value`",
        ),
        ("sizes.yaml", "{name: 8k, tokens: 8192}", "[8192]", "contexts.8k: expected a mapping, got a list; write `key: value`"),
        ("site.yaml", "pages: {guide: {nav: true}}", "pages: [guide]", "pages: expected a mapping, got a list"),
        ("site.yaml", "pages: {guide: {nav: true}}", "pages: guide", 'pages: expected a mapping, got the text "guide"'),
        (
            "literals.yaml",
            "\n  - {text: FP8, reason: number format}",
            " FP8",
            'literals: expected a list, got the text "FP8"; write it as [a, b]',
        ),
        ("figures.yaml", "{unit: GB, step: 1}", "GB", "figures.weights.print.0: expected a mapping, got the text"),
        (
            "figures.yaml",
            "{weights_7b: weights/7b/fp8}",
            "{Weights: weights/7b/fp8}",
            'names.Weights: expected a name, got the text "Weights"',
        ),
        (
            "site.yaml",
            "{guide: {nav: true}}",
            "{Guide: {nav: true}}",
            'site.yaml:11:9: pages.Guide: expected an id, got the text "Guide"',
        ),
    ],
)
def test_a_value_of_another_shape_is_told(file, old, new, said):
    """A mapping, a list or text stands where another is due."""
    (problem,) = problems_of(file, old, new)
    assert said in problem
