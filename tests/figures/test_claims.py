"""What the prose leans on: claims that hold or do not, for one subject or for a family."""

from collections.abc import Callable

from tests.figures.conftest import Small, refused

Build = Callable[..., Small]

CHEAPEST = """
cheapest:
  over: [size, precision]
  each: [gpu in prices]
  steps: [[memory/size/precision/8k <= capacity/gpu/x1]]
  by: monthly/gpu
"""


def test_a_claim_holds_when_all_its_conditions_do(small: Build):
    """Alpha has more bandwidth than Gamma and costs as much; it does not cost more."""
    book = small(
        claims="""
        faster: {holds: [bandwidth/alpha > bandwidth/gamma, monthly/alpha = monthly/gamma], otherwise: stop}
        dearer: {holds: [bandwidth/alpha > bandwidth/gamma, monthly/alpha > monthly/gamma], otherwise: hide}
        """
    ).book
    assert book.verdict("faster").holds
    assert not book.verdict("dearer").holds
    assert [book.verdict(name).otherwise for name in ("faster", "dearer")] == ["stop", "hide"]


def test_a_verdict_shows_what_was_compared(small: Build):
    """Each side with its value, for whoever has to mend it, and where the claim stands."""
    project = small(claims="faster: {holds: [bandwidth/gamma > bandwidth/alpha], otherwise: stop}")
    verdict = project.book.verdict("faster")
    assert verdict.compared == ("bandwidth/gamma (900 GB/s) > bandwidth/alpha (2 TB/s)",)
    assert str(verdict.place).startswith(project.line_of("faster"))


def test_a_family_of_claims_has_a_verdict_for_each_member(small: Build):
    """70B in FP8 leaves 5 GB on its card, more than its cache; 7B in BF16 leaves 5.3 GB on 24 GB, 7B in FP8 more."""
    project = small(
        choices=CHEAPEST,
        figures="""
        left:
          label: Left
          over: [size, precision]
          chosen: cheapest/size/precision
          formula: memory_free
          inputs: {capacity: capacity/gpu/x1, used: memory/size/precision/8k}
          print: {unit: GB, step: 1}
        """,
        claims="""
        tight:
          over: [size, precision]
          chosen: cheapest/size/precision
          holds: [left/size/precision < 6]
          otherwise: hide
        """,
    )
    assert project.book.claim_keys("tight") == ["tight/7b/bf16", "tight/7b/fp8", "tight/70b/bf16", "tight/70b/fp8"]
    held = {key: project.book.verdict(key).holds for key in project.book.claim_keys("tight")}
    assert held == {"tight/7b/bf16": True, "tight/7b/fp8": False, "tight/70b/bf16": False, "tight/70b/fp8": True}


def test_a_claim_about_a_choice_that_gave_nothing_does_not_hold(small: Build):
    """No card holds 70B in BF16, so nothing can be said of it."""
    verdict = small(
        choices=CHEAPEST, claims="one: {chosen: cheapest/70b/bf16, holds: [gpu.vendor = acme], otherwise: hide}"
    ).book.verdict("one")
    assert not verdict.holds
    assert verdict.compared == ("cheapest/70b/bf16 chooses nothing",)


def test_a_claim_may_name_what_a_choice_gives(small: Build):
    """The cheapest card for 7B in FP8 is Beta."""
    book = small(
        choices=CHEAPEST,
        claims="""
        beta: {holds: [gpu of cheapest/7b/fp8 = beta], otherwise: stop}
        alpha: {holds: [gpu of cheapest/7b/fp8 = alpha], otherwise: hide}
        """,
    ).book
    assert [book.verdict(name).holds for name in ("beta", "alpha")] == [True, False]


def test_a_missing_value_in_a_stop_claim_is_an_error(small: Build):
    """Whether an unknown price is lower cannot be said, and the build must not guess."""
    project = small(claims="cheaper: {holds: [weekly/beta < weekly/alpha], otherwise: stop}")
    problem = refused(lambda: project.book.verdict("cheaper"))
    assert problem.message == "it cannot be judged: weekly/beta is unknown"
    assert str(problem.place).startswith(project.line_of("cheaper"))


def test_a_missing_value_hides_what_a_hide_claim_guards(small: Build):
    """Where the number is gone the sentence goes too."""
    assert not small(claims="cheaper: {holds: [weekly/beta < weekly/alpha], otherwise: hide}").book.verdict("cheaper").holds


def test_a_missing_alternative_does_not_spoil_a_true_one(small: Build):
    """Beta's week is unknown, but its month is known and lower."""
    claims = "cheaper: {holds: [weekly/beta < weekly/alpha or monthly/beta < monthly/alpha], otherwise: stop}"
    assert small(claims=claims).book.verdict("cheaper").holds


def test_exactly_equal_is_not_less(small: Build):
    """Claims compare exact values: 80 GB is not below 80 GB, and 74.7 GB is not 75 GB although it prints so."""
    book = small(
        claims="""
        less: {holds: [capacity/alpha/x1 < 80], otherwise: hide}
        same: {holds: [memory/70b/fp8/8k = 75], otherwise: hide}
        printed: {holds: [printed memory/70b/fp8/8k = 75], otherwise: hide}
        """
    ).book
    assert [book.verdict(name).holds for name in ("less", "same", "printed")] == [False, False, True]
