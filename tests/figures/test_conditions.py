"""The grammar of conditions, each with the answer that it must give about the made-up cards."""

from collections.abc import Callable

import pytest

from tests.figures.conftest import Small, refused

Build = Callable[..., Small]
PLACE = ("figures.yaml", "figures")
MEMBERS = {"gpu": "alpha", "size": "70b", "count": "x8", "pick": "small"}


@pytest.mark.parametrize(
    ("condition", "holds"),
    [
        ("gpu.vendor = acme", True),
        ("gpu.vendor != acme", False),
        ("gpu.vendor = other or gpu.vendor = acme", True),
        ("gpu.vendor = other or count = x1", False),
        ("gpu = alpha", True),
        ("pick.gpu = gpu", True),
        ("gpu.fp8_tensor_cores = true", True),
        ("gpu.fp8_tensor_cores != false", True),
        ("prices.gpu.provisional = true", False),
        ("gpu.memory_gb >= 80", True),
        ("gpu.memory_gb > 80", False),
        ("80 <= gpu.memory_gb", True),
        ("gpu.memory_gb < 80.5", True),
        ("bandwidth/gpu = 2", True),
        ("bandwidth/gamma = 900", True),
        ("gpu.bandwidth_gb_s = 2000", True),
        ("bandwidth/gpu >= policy.mark", True),
        ("bandwidth/gamma >= policy.mark", False),
        ("policy.quarter = 25", True),
        ("gpu.memory_mib_reported < gpu.memory_gb", True),
        ("count.cards = 8", True),
        ("prices.gpu.stock = 5", True),
        ("prices.gpu.stock_by_region.west = 2", True),
        ("kv_cache/70b/8k < 2.7", True),
        ("printed kv_cache/70b/8k = 2.7", True),
        ("site.since < site.updated", True),
        ("site.updated >= site.as_of", False),
        ("gpus.alpha.architecture = gpus.beta.architecture", True),
        ("prices.gpu.regions = prices.beta.regions", False),
        ("2 > -1", True),
    ],
)
def test_condition(small: Build, condition: str, holds: bool):
    """A bare number counts in the unit in which the figure is printed or the fact is written."""
    assert small().book.holds([condition], MEMBERS, PLACE) is holds


@pytest.mark.parametrize(
    ("condition", "holds"),
    [
        ("weekly/beta < 1000", False),
        ("weekly/beta >= 0", False),
        ("weekly/beta != weekly/alpha", False),
        ("weekly/beta = weekly/beta", False),
        ("prices.beta.stock = unknown", True),
        ("prices.beta.stock != unknown", False),
        ("prices.alpha.stock = unknown", False),
        ("prices.alpha.stock != unknown", True),
        ("gpus.beta.slots = none", True),
        ("gpus.alpha.slots = none", False),
        ("gpus.alpha.slots != none", True),
        ("gpus.beta.slots = unknown", False),
        ("precisions.bf16.tensor_cores = none", True),
    ],
)
def test_a_missing_value_compares_with_nothing_but_may_be_asked_for(small: Build, condition: str, holds: bool):
    """Unknown is not below, above or equal to anything; that it is unknown can be asked by the word."""
    assert small().book.holds([condition], {}, PLACE) is holds


def test_a_list_of_conditions_means_all_of_them(small: Build):
    """One that fails is enough to fail, and no condition at all holds."""
    book = small().book
    assert book.holds(["gpu = alpha", "count = x8"], MEMBERS, PLACE)
    assert not book.holds(["gpu = alpha", "count = x1"], MEMBERS, PLACE)
    assert book.holds([], MEMBERS, PLACE)


@pytest.mark.parametrize(
    ("condition", "message", "hint"),
    [
        ("gpu.memory_gb", '"gpu.memory_gb" is not a comparison', "write it as a < b"),
        ("gpu.vendor == acme", '"gpu.vendor == acme" is not a comparison', "write it as a < b"),
        ("gpu.memory_gb => 80", '"gpu.memory_gb => 80" is not a comparison', "write it as a < b"),
        ("1 < gpu.memory_gb < 90", '"1 < gpu.memory_gb < 90" is not a comparison', "write it as a < b"),
        ("gpu.memory_gb > 1 or", '"1 or" is neither a reference nor a word', "write one reference, number or word"),
        ("capacity/gpu/x1 < bandwidth/gpu", "capacity/gpu/x1 is memory, bandwidth/gpu is bandwidth", "compare like with like"),
        ("monthly/gpu < weekly/gpu", "monthly/gpu is price per month, weekly/gpu is price per week", "compare like with like"),
        ("gpu.vendor < acme", "gpu.vendor is a word", "compare it with = or !="),
        ("gpu.fp8_tensor_cores > false", "gpu.fp8_tensor_cores is true or false", "compare it with = or !="),
        (
            "gpu.fp8_tensor_cores = 1",
            "gpu.fp8_tensor_cores and 1 cannot be compared: one is true or false, the other a number",
            "",
        ),
        ("gpu.memory_gb = large", "gpu.memory_gb and large cannot be compared: one is a number, the other a word", ""),
        ("site.updated > 2026", "site.updated and 2026 cannot be compared: one is a date, the other a number", ""),
        ("gpu.vendor = acmee", "gpu.vendor = acmee: gpu.vendor is never acmee", "did you mean acme?"),
        ("count = x9", "count = x9: count is never x9", "known here: x1, x8"),
        ("gpu != alhpa", "gpu != alhpa: gpu is never alhpa", "did you mean alpha?"),
        ("gpu.memory > 80", "gpus.alpha has no field memory", "did you mean memory_gb?"),
        ("prices.gpuu.monthly > 80", "prices has no gpuu", "known here: alpha, beta, gamma"),
        ("polcy.mark > 80", "there is no collection polcy", "did you mean policy?"),
    ],
)
def test_a_condition_that_cannot_be_judged_says_why(small: Build, condition: str, message: str, hint: str):
    """What is wrong and what to write, at the place of the declaration."""
    project = small(lists=f'odd: {{rows: gpu in prices, where: ["{condition}"]}}')
    problem = refused(lambda: project.book.names("odd"))
    assert (problem.message, problem.hint) == (message, hint)
    assert str(problem.place).startswith(project.line_of("odd"))


def test_the_axis_of_a_choice_is_a_value(small: Build):
    """`gpu of dearest` is the card's id; what chooses nothing is none."""
    choices = """
    dearest: {each: [gpu in prices], by: -monthly/gpu}
    nobody: {each: [gpu in prices], steps: [[gpu.memory_gb > 999]], by: monthly/gpu}
    """
    book = small(choices=choices).book
    assert book.holds(["gpu of dearest = alpha"], {}, PLACE)
    assert book.holds(["gpu of nobody = none"], {}, PLACE)
    assert not book.holds(["gpu of nobody = alpha"], {}, PLACE)
