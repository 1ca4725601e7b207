"""The record of a card."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from gpuguide.catalog.gpu import Gpu
from gpuguide.catalog.reader import parse_yaml
from gpuguide.catalog.validation import validate
from gpuguide.errors import FactsError, Problems
from gpuguide.quantities import Missing
from tests.projects import ALPHA, BETA, card


def read(text: str) -> Gpu:
    problems = Problems()
    record = validate(Gpu, parse_yaml(text, "alpha.yaml"), ("gpus", "alpha"), problems)
    problems.stop_if_any()
    assert isinstance(record, Gpu)
    return record


def problems_of(text: str) -> list[str]:
    with pytest.raises(FactsError) as caught:
        read(text)
    assert all(problem.hint for problem in caught.value.problems)
    return [str(problem) for problem in caught.value.problems]


def problem_of(**fields: Any) -> str:
    """The one problem of the card with these fields, without its line, which is the field's."""
    (problem,) = problems_of(card(**fields))
    place, said = problem.split(": ", 1)
    line = list(ALPHA).index(next(iter(fields))) + 1
    assert place.startswith(f"alpha.yaml:{line}:")
    return said


def test_a_card_is_read_exactly():
    """24 GB, 23000 MiB, 512 GB/s, 120 TFLOPS, in bytes and operations."""
    gpu = read(card())
    assert gpu.memory_gb.amount == 24 * 10**9
    assert getattr(gpu.memory_mib_reported, "amount", None) == 23000 * 2**20
    assert gpu.bandwidth_gb_s.amount == 512 * 10**9
    assert getattr(gpu.bf16_dense_tflops, "amount", None) == 120 * 10**12
    assert (gpu.fp8_tensor_cores, gpu.interconnect_gb_s, gpu.compute_capability) == (True, Missing.NONE, "8.9")
    assert [cards.amount for cards in gpu.node_sizes] == [1, 8]
    assert gpu.cites["memory_gb"] == ("sheet", "log")


def test_half_a_slot_is_a_width():
    """Coolers are 2.5 slots wide."""
    assert getattr(read(card(slots="2.5")).slots, "amount", None) == Fraction(5, 2)


@pytest.mark.parametrize(
    ("field", "written", "said"),
    [
        ("memory_gb", "80GB", 'gpus.alpha.memory_gb: expected a number, got the text "80GB"; write 80'),
        ("memory_gb", "true", "gpus.alpha.memory_gb: expected a number, got the yes/no value true; write plain digits"),
        ("memory_gb", "unknown", 'gpus.alpha.memory_gb: expected a number, got the text "unknown"'),
        ("memory_gb", "0", "gpus.alpha.memory_gb: expected a number above 0 to 4096, got 0; the field is in GB"),
        ("memory_gb", "-3", "gpus.alpha.memory_gb: expected a number above 0 to 4096, got -3"),
        ("memory_gb", "1" + "0" * 38, "gpus.alpha.memory_gb: expected a number above 0 to 4096, got 1000"),
        ("bandwidth_gb_s", "[512]", "gpus.alpha.bandwidth_gb_s: expected a number, got a list"),
        ("bandwidth_gb_s", "3.35e3", 'expected a number or text, got "3.35e3"; write 3350'),
        ("bf16_dense_tflops", "no_offer", 'gpus.alpha.bf16_dense_tflops: expected a number, got the text "no_offer"'),
        ("bf16_dense_tflops", "n/a", "unknown, not_published or none"),
        ("tdp_w", "5001", "gpus.alpha.tdp_w: expected a number above 0 to 5000, got 5001; the field is in W"),
        ("fp8_tensor_cores", '"yes"', 'gpus.alpha.fp8_tensor_cores: expected true or false, got the text "yes"'),
        ("fp8_tensor_cores", "1", "gpus.alpha.fp8_tensor_cores: expected true or false, got 1"),
        ("compute_capability", "8.9", 'gpus.alpha.compute_capability: expected text, got 8.9; write "8.9" in quotes'),
        ("compute_capability", "true", "gpus.alpha.compute_capability: expected text, got the yes/no value true"),
        ("compute_capability", '""', "gpus.alpha.compute_capability: the text is empty"),
        ("ecc", "sometimes", "gpus.alpha.ecc: expected one of always, default-on, default-off, none, unknown"),
        ("ecc", "default_on", "did you mean default-on?"),
        ("name", "80", "gpus.alpha.name: expected text, got 80; put it in quotes"),
        ("vendor", "Acme", 'gpus.alpha.vendor: expected an id, got the text "Acme"; use lower-case letters'),
        ("node_sizes", "8", "gpus.alpha.node_sizes: expected a list, got 8; write it as [a, b]"),
        ("node_sizes", "[1, 2.5]", "gpus.alpha.node_sizes.1: expected a whole number, got 2.5; the field is in card"),
        ("smi_names", "Acme", 'gpus.alpha.smi_names: expected a list, got the text "Acme"'),
        ("check", "{sm: none}", 'gpus.alpha.check.sm: expected a number, got the text "none"'),
        ("check", "{cores: 60}", "gpus.alpha.check.cores: unknown key cores; known here: boost_mhz, bus_bits, flop_clk_sm_bf16"),
        ("check", "60", "gpus.alpha.check: expected a mapping, got 60"),
    ],
)
def test_a_field_that_cannot_be_is_told(field, written, said):
    """Where, which field, what was seen, what to write."""
    assert said in problem_of(**{field: written})


def test_an_unknown_key_is_told_with_the_nearest():
    """A slip of the finger would otherwise lose a fact."""
    problems = problems_of(card(memory_gb=None) + "memory_gib: 24\n")
    assert problems == [
        "alpha.yaml:1:1: gpus.alpha.memory_gb: the key memory_gb is missing; "
        "write memory_gb: …, or unknown where the value is not known",
        "alpha.yaml:27:1: gpus.alpha.memory_gib: unknown key memory_gib; did you mean memory_gb?",
    ]


OPTIONAL = {"check"}


@pytest.mark.parametrize("field", sorted(set(ALPHA) - OPTIONAL))
def test_a_field_cannot_be_left_out(field):
    """What is not known is written as unknown."""
    (problem,) = problems_of(card(**{field: None}))
    assert f"gpus.alpha.{field}: the key {field} is missing" in problem


def test_all_problems_of_a_card_come_together():
    """Three slips, three problems."""
    assert len(problems_of(card(memory_gb="24GB", tdp_w="0", name=None))) == 3


def test_a_card_without_fp8_cores_has_no_fp8_rate():
    """And its rate is none, not unknown."""
    assert read(card(dict(BETA))).fp8_dense_tflops is Missing.NONE
    for rate in ("240", "unknown", "not_published"):
        (problem,) = problems_of(card(dict(BETA), fp8_dense_tflops=rate))
        assert problem == (
            "alpha.yaml:1:1: gpus.alpha: a card without FP8 tensor cores has an FP8 rate; write fp8_dense_tflops: none"
        )


def test_a_card_with_fp8_cores_has_a_rate_even_if_nobody_prints_it():
    """none would say that it has no such cores."""
    (problem,) = problems_of(card(fp8_dense_tflops="none"))
    assert "a card with FP8 tensor cores has no FP8 rate; write not_published or unknown" in problem
    assert read(card(fp8_dense_tflops="not_published")).fp8_dense_tflops is Missing.NOT_PUBLISHED


CITES = [
    "memory_gb",
    "memory_type",
    "bandwidth_gb_s",
    "bf16_dense_tflops",
    "fp8_dense_tflops",
    "fp8_tensor_cores",
    "tdp_w",
    "ecc",
]


@pytest.mark.parametrize("field", CITES)
def test_what_decides_a_purchase_has_a_source(field):
    """A card whose memory nobody vouches for is not loaded."""
    others = ", ".join(f"{other}: [sheet]" for other in CITES if other != field)
    (problem,) = problems_of(card(cites=f"{{{others}}}"))
    assert problem == f"alpha.yaml:1:1: gpus.alpha: no source for {field}; add {field}: [source-id] to cites"


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ("memory: [sheet]", "gpus.alpha.cites: cites names memory, which is not a fact of a card; did you mean memory_gb?"),
        ("name: [sheet]", "gpus.alpha.cites: cites names name, which is not a fact of a card"),
        ("slots: []", "gpus.alpha.cites: cites.slots is empty; name at least one source"),
        ("slots: sheet", 'gpus.alpha.cites.slots: expected a list, got the text "sheet"; write it as [a, b]'),
        ("slots: [Sheet]", 'gpus.alpha.cites.slots.0: expected an id, got the text "Sheet"'),
    ],
)
def test_cites_name_facts_and_sources(more, said):
    """A misspelt key would drop a source without a word."""
    (problem,) = problems_of(card(cites=ALPHA["cites"].replace("}", f", {more}}}")))
    assert said in problem


def test_doubts_name_fields():
    """A doubt about a field that does not exist doubts nothing."""
    assert read(card(doubts="[{fields: [memory_gb], note: said otherwise elsewhere}]")).doubts[0].fields == ("memory_gb",)
    said = problem_of(doubts="[{fields: [memory], note: said otherwise elsewhere}]")
    assert said == "gpus.alpha.doubts: doubts names memory, which is not a field of a card; did you mean memory_gb?"
    assert "gpus.alpha.doubts.0.fields: expected a list" in problem_of(doubts="[{fields: memory_gb, note: why}]")
