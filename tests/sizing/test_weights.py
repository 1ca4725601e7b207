"""Weights as files have them: bits a weight by format, mixed as the recipes say."""

from fractions import Fraction

import pytest

from gpuguide.errors import UsageError
from gpuguide.figures import machines
from gpuguide.sizing.formats import (
    bits_per_weight,
    label_bytes,
    more_bits_layers,
    stage_share,
    streamed_bytes,
    weight_bytes,
    weight_bytes_per_card,
)
from gpuguide.sizing.parameters import parameters
from tests.sizing.agreement import load_serving_once, model

SMALL, LARGE, TIED, EXPERTS = model("llama-3-1-8b"), model("llama-3-3-70b"), model("llama-3-2-3b"), model("gpt-oss-120b")
GIB = 2**30


def form(name):
    return machines.weight_format(load_serving_once(), name)


README = {  # llama.cpp's own table for the model of 8B
    "iq1_s": 2.0042,
    "iq2_xxs": 2.3824,
    "iq2_xs": 2.5882,
    "q2_k": 3.1593,
    "iq3_xxs": 3.2548,
    "q3_k_s": 3.6429,
    "q3_k_m": 3.9960,
    "q3_k_l": 4.2979,
    "iq4_xs": 4.4597,
    "q4_k_s": 4.6672,
    "q4_k_m": 4.8944,
    "q5_k_s": 5.5704,
    "q5_k_m": 5.7036,
    "q6_k": 6.5633,
    "q8_0": 8.5008,
    "gguf-f16": 16.0005,
}


@pytest.mark.parametrize(("name", "bits"), README.items())
def test_recipes_give_the_published_bits(name, bits):
    """From block types and the pattern of layers alone, to a thousandth."""
    assert float(bits_per_weight(SMALL, form(name))) == pytest.approx(bits, rel=1e-3)


def test_one_label_is_not_one_size():
    """Q4_K_M has 4.89 bits at 8B, 4.82 at 70B, 5.01 where the table is tied."""
    assert [round(float(bits_per_weight(one, form("q4_k_m"))), 2) for one in (SMALL, LARGE, TIED)] == [4.89, 4.82, 5.01]


def test_the_pattern_of_a_medium_recipe():
    """Of 32 layers: 4 first, 4 last, 8 of the 24 between."""
    assert more_bits_layers(32) == 16


@pytest.mark.parametrize("name", ["fp8", "awq", "gptq", "mxfp4", "nvfp4", "q4_k_m", "q2_k", "int8", "int4"])
def test_a_file_is_larger_than_its_label(name):
    assert weight_bytes(LARGE, form(name)) > label_bytes(LARGE, form(name))


def test_sixteen_bits_are_two_bytes():
    """Weights are never less than parameters x bytes: 70.55B are 141.1 GB."""
    assert weight_bytes(LARGE, form("bf16")) == 2 * parameters(LARGE) == 141_107_412_992


def test_fp8_keeps_its_tables_wide():
    """8.24 bits and 67.7 GiB for 70B."""
    assert round(float(bits_per_weight(LARGE, form("fp8"))), 2) == 8.24
    assert round(float(weight_bytes(LARGE, form("fp8")) / GIB), 1) == 67.7


def test_only_experts_are_in_four_bits():
    """60.77 GiB of experts at 4.25 bits and the rest at 16."""
    assert round(float(weight_bytes(EXPERTS, form("mxfp4")) / GIB), 2) == 60.77


def test_cards_share_what_they_can():
    """Norms are copied; the halves are a little more than half."""
    whole, half = weight_bytes_per_card(SMALL, form("bf16")), weight_bytes_per_card(SMALL, form("bf16"), 2)
    assert 0 < half - whole / 2 < 2**20


def test_kv_projections_are_copied_beyond_the_kv_heads():
    narrow = model("qwen2-5-7b")  # four KV heads
    eighth = weight_bytes_per_card(narrow, form("bf16"), 28) * 28
    assert eighth > weight_bytes_per_card(narrow, form("bf16")) * Fraction(102, 100)


def test_stages_hold_whole_layers():
    assert stage_share(LARGE, 3) == Fraction(27, 80)
    assert weight_bytes_per_card(LARGE, form("bf16"), 1, 3) > weight_bytes(LARGE, form("bf16")) / 3


def test_an_untied_table_is_not_streamed():
    """15.01 of 16.06 GB for 8B; a tied table is the output layer and is."""
    assert round(float(streamed_bytes(SMALL, form("bf16")) / 10**9), 2) == 15.01
    assert streamed_bytes(TIED, form("bf16")) == weight_bytes(TIED, form("bf16"))


def test_experts_are_read_as_they_are_used():
    assert streamed_bytes(EXPERTS, form("mxfp4")) < weight_bytes(EXPERTS, form("mxfp4")) / 10


@pytest.mark.parametrize("name", ["Q4_K_M", "q4-k-m", "GGUF Q4_K_M", "gguf_q4_k_m", "q4_K"])
def test_a_format_is_found_in_any_spelling(name):
    assert form(name).name == "GGUF Q4_K_M"


def test_an_unknown_format_offers_the_nearest():
    with pytest.raises(UsageError, match="weights: there is no weights q4_k_x; did you mean q4-k"):
        form("q4_k_x")
