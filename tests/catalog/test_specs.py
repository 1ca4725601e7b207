"""The records of declarations: shapes that cannot mean anything are refused when they are read."""

from __future__ import annotations

from typing import Any

import pytest

from gpuguide.catalog.reader import parse_yaml
from gpuguide.catalog.specs import ChoiceSpec, ClaimSpec, FigureSpec, PageSpec, Print, SiteSpec
from gpuguide.catalog.validation import validate
from gpuguide.errors import Problems
from tests.projects import OWN


def problems_of(kind: Any, text: str) -> list[str]:
    problems = Problems()
    validate(kind, parse_yaml(text, "a.yaml"), (), problems)
    assert all(problem.hint for problem in problems.found)
    return [str(problem).split(": ", 1)[1] for problem in problems.found]


FIGURE = "label: Weights\nover: [size]\nprint: {unit: GB, step: 1}\n"
SITE = "".join(line.removeprefix("  ") for line in OWN["site.yaml"].split("pages:")[0].splitlines(keepends=True)[1:])


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        (FigureSpec, FIGURE + "is: gpu.memory_gb\n"),
        (FigureSpec, FIGURE + "formula: weights\ninputs: {parameters: size.parameters}\n"),
        (
            FigureSpec,
            "label: W\nis: gpu.memory_gb\nprint: [{unit: TB/s, step: 0.01, at_least: 1, trim: true}, {unit: GB/s, step: 1}]\n",
        ),
        (Print, "unit: parameter\nstep: 5000000000\nround: down\nform: compact-long\n"),
        (ChoiceSpec, "each: [gpu in prices]\nby: -memory\n"),
        (ChoiceSpec, "each: [gpu]\nsteps: [[a = b], [c = d, e < f]]\nby: [price/gpu, -memory/gpu]\n"),
        (ClaimSpec, "holds: a < b\notherwise: hide\n"),
        (PageSpec, "nav: true\n"),
        (PageSpec, 'path: ""\n'),
        (SiteSpec, SITE),
    ],
)
def test_declarations_as_the_formats_show_them(kind, text):
    """One print line or several, one condition or several."""
    assert problems_of(kind, text) == []


@pytest.mark.parametrize(
    ("kind", "text", "said"),
    [
        (FigureSpec, FIGURE, "a figure has either a formula or an is; write formula and inputs, or is: REFERENCE"),
        (FigureSpec, FIGURE + "is: a.b\nformula: weights\n", "a figure has either a formula or an is"),
        (FigureSpec, FIGURE + "is: a.b\ninputs: {c: d}\n", "a figure with is has no inputs; delete inputs"),
        (FigureSpec, FIGURE + "is: 5\n", "is: expected text, got 5; put it in quotes"),
        (FigureSpec, FIGURE + "formula: Weights\n", 'formula: expected a name, got the text "Weights"'),
        (Print, "unit: GB\nstep: 0\n", "the step is 0; write a step above 0, such as 0.01"),
        (Print, "unit: GB\nstep: -1\n", "the step is -1; write a step above 0"),
        (Print, "unit: gigabyte\nstep: 1\n", "unknown unit gigabyte; known units: "),
        (Print, "unit: GB\nstep: 1\nround: half-even\n", "round: expected one of half-up, down, up, got the text"),
        (Print, "unit: GB\nstep: 1\nform: compact\n", "form: expected one of plain, compact-long, compact-short"),
        (
            ChoiceSpec,
            "each: [gpu]\nsteps: []\nby: a\n",
            "steps: expected a list of steps; write each step as a list of conditions",
        ),
        (ChoiceSpec, "each: gpu\nby: a\n", 'each: expected a list, got the text "gpu"'),
        (ClaimSpec, "holds: true\notherwise: hide\n", "holds.0: expected a condition, got the yes/no value true"),
        (ClaimSpec, "holds: a < b\notherwise: warn\n", "otherwise: expected one of stop, hide, got"),
        (PageSpec, "nav: yes-please\n", 'nav: expected true or false, got the text "yes-please"'),
        (PageSpec, "path: ../x\n", 'path: expected one URL segment, got "../x"; use lower-case letters, digits and hyphens'),
        (PageSpec, "path: a/b\n", 'path: expected one URL segment, got "a/b"'),
        (SiteSpec, SITE.replace("tiny.example", "tiny.example/blog"), "origin: the origin https://tiny.example/blog has a path"),
        (SiteSpec, SITE.replace("https:", "http:"), "origin: expected an https address, got"),
        (SiteSpec, SITE.replace("[en]", "en"), 'locales: expected a list, got the text "en"'),
        (SiteSpec, SITE.replace("as_of: 2026-06-01", 'as_of: "2026-06-01"'), "as_of: expected a date, got the text"),
    ],
)
def test_declarations_that_mean_nothing_are_refused(kind, text, said):
    """What is wrong, and what to write."""
    (problem,) = problems_of(kind, text)
    assert said in problem
