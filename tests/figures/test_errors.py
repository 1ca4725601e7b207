"""Every slip of the pen is named, with the nearest name and the file and line of the declaration."""

from collections.abc import Callable
from functools import partial

import pytest

from tests.figures.conftest import Small, formula, refused, taken
from tests.projects import SITE_FOLDER

Build = Callable[..., Small]


@pytest.mark.parametrize(
    ("reference", "message", "hint"),
    [
        ("weigths/70b/fp8", "there is no figure weigths/70b/fp8", "did you mean weights?"),
        ("weights/70c/fp8", "weights/70c/fp8: there is no size 70c", "did you mean 70b?"),
        ("weights/70b/bf61", "weights/70b/bf61: there is no precision bf61", "did you mean bf16?"),
        ("weights/70b", "weights/70b has 1 members, the family has 2 axes", "write it as weights/SIZE/PRECISION"),
        ("weights/70b/fp8/8k", "weights/70b/fp8/8k has 3 members, the family has 2 axes", "write it as weights/SIZE/PRECISION"),
        ("gpus.alpha.memory", "gpus.alpha has no field memory", "did you mean memory_gb?"),
        ("gpus.alhpa.memory_gb", "gpus has no alhpa", "did you mean alpha?"),
        ("policy.overheat", "policy has no overheat", "did you mean overhead?"),
        ("polic.overhead", "there is no collection polic", "did you mean policy?"),
        ("gpus.alpha.name", "gpus.alpha.name is not a number", ""),
    ],
)
def test_a_slip_in_an_input_is_named_at_the_figure(small: Build, reference: str, message: str, hint: str):
    """The place is the declaration that asks, not the top of the file."""
    inputs = f"weights: {reference}, cache: kv_cache/70b/8k, overhead: policy.overhead"
    project = small(figures=f"total: {formula('memory_needed', inputs, 'GB')}")
    problem = refused(lambda: project.book.figure("total"))
    assert (problem.message, problem.hint, problem.path) == (message, hint, "total")
    assert str(problem.place).startswith(project.line_of("total:") + ":")


def test_a_slip_from_outside_is_named_in_the_figures_file(small: Build):
    """Prose that asks for an unknown figure, name or fact gets an error, not a traceback."""
    book = small().book
    for reference in ("memroy/70b/fp8/8k", "nothing", "gpus.alpha.name", "gpus.alpha.size", "capacity/pick.gpu/x1"):
        assert refused(partial(book.figure, reference)).place.file == f"{SITE_FOLDER}/figures.yaml"


@pytest.mark.parametrize(
    ("declaration", "message", "hint"),
    [
        (
            formula("memory_neded", "", "GB"),
            "there is no formula memory_neded",
            "did you mean memory_needed?",
        ),
        (
            formula("capacity", "memory: gpus.alpha.memory_gb, card: counts.x8.cards", "GB"),
            "capacity takes no card",
            "did you mean cards?",
        ),
        (
            formula("capacity", "memory: gpus.alpha.memory_gb", "GB"),
            "capacity needs cards",
            "add cards: … to inputs",
        ),
        (
            formula("capacity", "memory: bandwidth/alpha, cards: counts.x8.cards", "GB"),
            "capacity takes memory as memory, and bandwidth/alpha is bandwidth",
            "",
        ),
        (
            formula("list_total", "price: gpus.alpha.memory_gb, cards: counts.x8.cards", "GB"),
            "list_total takes period price as price, and gpus.alpha.memory_gb is memory",
            "",
        ),
        (
            formula("ratio", "part: gpus.alpha.memory_gb, whole: bandwidth/alpha", "%"),
            "ratio compares like with like: whole is bandwidth, the other is memory",
            "",
        ),
        (
            formula("hourly", "price: prices.alpha.monthly, hours: policy.nothing", "USD/h"),
            "hourly divides by zero (price = 1500, hours = 0)",
            "",
        ),
        (
            taken("policy.overhead", more="over: [gpuu], "),
            "there is no axis gpuu",
            "did you mean gpu?",
        ),
        (
            taken("policy.overhead", more="chosen: cheapst, "),
            "there is no choice cheapst",
            "did you mean cheapest?",
        ),
        (
            taken("policy.overhead", "{unit: GB, step: 1, when: [count of cheapest = x1]}"),
            "cheapest chooses no count",
            "known here: gpu",
        ),
    ],
)
def test_a_figure_that_cannot_be_computed_says_why(small: Build, declaration: str, message: str, hint: str):
    """Unknown formula, parameter, axis or choice; quantities that do not belong; a division by zero."""
    project = small(figures=f"wrong: {declaration}", choices="cheapest: {each: [gpu in prices], by: monthly/gpu}")
    problem = refused(lambda: project.book.figure("wrong/alpha" if "over:" in declaration else "wrong"))
    assert (problem.message, problem.hint) == (message, hint)
    place = f"{SITE_FOLDER}/figures.yaml" if "over:" in declaration else project.line_of("wrong:")
    assert str(problem.place).startswith(place)


def test_a_circle_of_figures_is_named(small: Build):
    """one needs two needs three needs one."""
    project = small(figures=f"one: {taken('two')}\ntwo: {taken('three')}\nthree: {taken('one')}")
    problem = refused(lambda: project.book.figure("one"))
    assert problem.message == "one needs itself: one needs two needs three needs one"
    assert problem.hint == "break the circle"
    assert str(problem.place).startswith(project.line_of("three:"))


def test_a_circle_through_a_choice_is_named(small: Build):
    """A card cannot be chosen by what is left on the chosen card, nor a choice by itself."""
    project = small(
        figures=f"left: {taken('capacity/gpu/x1', more='chosen: roomiest, ')}",
        choices="""
        roomiest: {each: [gpu in prices], steps: [[left > 10]], by: monthly/gpu}
        itself: {each: [gpu in prices], steps: [[gpu of itself = alpha]], by: monthly/gpu}
        """,
    )
    assert refused(lambda: project.book.figure("left")).message == "left needs itself: left needs roomiest needs left"
    assert refused(lambda: project.book.choice("itself")).message == "itself needs itself: itself needs itself"


def test_a_claim_may_have_the_name_of_a_figure(small: Build):
    """That is no circle."""
    project = small(
        figures=f"tight: {taken('gpus.alpha.memory_gb')}",
        claims="tight: {holds: [tight < 100], otherwise: stop}",
    )
    assert project.book.verdict("tight").holds


@pytest.mark.parametrize(
    ("choice", "message", "hint"),
    [
        ("{each: [gpu in price], by: monthly/gpu}", "there is no collection price", "did you mean prices?"),
        ("{each: [gpus in prices], by: monthly/gpus}", "there is no axis gpus", "did you mean gpu?"),
        ("{each: [gpu in prices], by: montly/gpu}", "there is no figure montly/gpu", "did you mean monthly?"),
        ("{each: [gpu in prices], by: gpu.name}", "gpu.name is not a number to sort by", ""),
        (
            "{each: [gpu in prices], steps: [[gpu.vendor = nobody]], by: monthly/gpu}",
            "gpu.vendor = nobody: gpu.vendor is never nobody",
            "known here: acme, other",
        ),
    ],
)
def test_a_choice_that_cannot_be_made_says_why(small: Build, choice: str, message: str, hint: str):
    """At the place of the choice."""
    project = small(choices=f"one: {choice}")
    problem = refused(lambda: project.book.choice("one"))
    assert (problem.message, problem.hint) == (message, hint)
    assert str(problem.place).startswith(project.line_of("one:"))


def test_unknown_choices_claims_and_lists_offer_the_nearest(small: Build):
    """Prose that misspells them is told what there is."""
    book = small(
        choices="cheapest: {each: [gpu in prices], by: monthly/gpu}",
        lists="fast: {rows: gpu in prices}",
        claims="faster: {holds: [1 < 2], otherwise: stop}",
    ).book
    assert refused(lambda: book.choice("cheapset")).hint == "did you mean cheapest?"
    assert refused(lambda: book.verdict("fastr")).hint == "did you mean faster?"
    assert refused(lambda: book.names("fsat")).hint == "did you mean fast?"


def test_a_claim_over_an_unknown_axis_is_named(small: Build):
    """The claim's own line, and the axis that was meant."""
    project = small(claims="every: {over: [gpuu], holds: [1 < 2], otherwise: stop}")
    problem = refused(lambda: project.book.claim_keys("every"))
    assert (problem.message, problem.hint) == ("there is no axis gpuu", "did you mean gpu?")
    assert str(problem.place).startswith(project.line_of("every"))


def test_a_segment_that_holds_no_id_is_named(small: Build):
    """A pick without a size has no size to compute with."""
    project = small(figures=f"w: {taken('weights/gpu.memory_gb/fp8', more='over: [gpu], ')}")
    problem = refused(lambda: project.book.figure("w/alpha"))
    assert problem.message.startswith("gpu.memory_gb holds no id here")
    assert str(problem.place).startswith(project.line_of("w:"))
