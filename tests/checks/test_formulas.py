"""The judge's own formulas, on numbers of the guide that were worked by hand."""

from __future__ import annotations

from fractions import Fraction

import pytest

from gpuguide.checks.formulas import FORMULAS

GB, TB = 10**9, 10**12

CASES = [
    ("weights", {"parameters": 70 * GB, "width": 1}, "70000000000"),
    ("kv_cache_per_token", {"keys_and_values": 2, "layers": 80, "kv_heads": 8, "head_dim": 128, "width": 2}, "327680"),
    ("kv_cache", {"per_token": 327680, "context": 8192, "requests": 1}, "2684354560"),
    ("memory_needed", {"weights": 70 * GB, "cache": 2684354560, "overhead": 2 * GB}, "74684354560"),
    ("memory_free", {"capacity": 80 * GB, "used": 75 * GB}, "5000000000"),
    ("capacity", {"memory": 192 * GB, "cards": 8}, "1536000000000"),
    ("decode_ceiling", {"bandwidth": 3350 * GB, "weights": 16 * GB}, "209.375"),
    ("arithmetic_intensity", {"compute": 990 * TB, "bandwidth": 3 * TB}, "330"),
    ("operations_per_byte", {"operations": 2, "width": 2}, "1"),
    ("sparse_rate", {"dense": Fraction("989.5") * TB, "sparsity": 2}, "1979000000000000"),
    ("extra_cache", {"cache": Fraction("2.7") * GB, "requests": 8}, "21600000000"),
    ("usable_memory", {"memory": 48 * GB, "usable_share": Fraction("0.8")}, "38400000000"),
    ("cards_needed", {"training": 1120 * GB, "memory": 64 * GB}, "17.5"),
    ("largest_model", {"memory": 80 * GB, "usable_share": Fraction("0.9"), "width": 2}, "36000000000"),
    ("list_total", {"price": 990, "cards": 2}, "1980"),
    ("discounted", {"total": 1980, "discount": Fraction("0.05")}, "1881"),
    ("gpu_hour", {"price": 28080, "hours": 720, "cards": 8}, "4.875"),
    ("average_speed", {"tokens": 10368000, "hours": 720, "hour_length": 3600}, "4"),
    ("weekly_gpu_hour", {"price": 6720, "hours": 168, "cards": 8}, "5"),
    ("hourly", {"price": 1881, "hours": 720}, "2.6125"),
    ("price_per_token", {"price": 250, "tokens": 10**7}, "0.000025"),
    ("tokens_in_traffic", {"traffic": 20 * TB, "bytes_per_token": 100}, "200000000000"),
    ("break_even_hours", {"price": 1690, "meter": Fraction("2.5")}, "676"),
    ("overage", {"traffic": 3 * TB, "rate": Fraction(4, TB)}, "12"),
    ("difference", {"more": 2290, "less": 1590}, "700"),
    ("ratio", {"part": 1, "whole": 4}, "0.25"),
    ("metered_price", {"hour": Fraction("2.5"), "multiple": Fraction("1.5")}, "3.75"),
    ("metered_month", {"meter": Fraction("2.49"), "hours": 720}, "1792.8"),
    ("break_even_at", {"hours": 720, "multiple": Fraction("1.5")}, "480"),
    ("gradients", {"parameters": 7 * GB, "width": 2}, "14000000000"),
    ("master_weights", {"parameters": 7 * GB, "width": 4}, "28000000000"),
    ("optimizer_states", {"parameters": 7 * GB, "bytes_per_parameter": 8}, "56000000000"),
    ("trained_parameter", {"weight": 2, "gradient": 2, "master": 4, "states": 8}, "16"),
    ("training_state", {"weights": 14, "gradients": 14, "master": 28, "states": 56}, "112"),
    (
        "full_finetuning",
        {"weights": 14, "gradients": 14, "states": 56, "master": 28, "activations": 1, "overhead": 2},
        "115",
    ),
    ("sharded_training", {"training": 112, "cards": 2, "activations": 1, "overhead": 2}, "59"),
    ("activations", {"sequence": 2048, "requests": 1, "hidden": 4096, "layers": 32, "per_element": 34}, "9126805504"),
    (
        "activations_checkpointed",
        {"sequence": 2048, "requests": 1, "hidden": 4096, "layers": 32, "kept": 2, "per_element": 34},
        "822083584",
    ),
    ("key_value_width", {"kv_heads": 8, "head_dim": 128}, "1024"),
    ("query_value_widths", {"hidden": 4096, "query": 4096, "key_value": 1024}, "13312"),
    ("attention_widths", {"hidden": 4096, "query": 4096, "key_value": 1024}, "26624"),
    ("mlp_widths", {"hidden": 4096, "mlp": 14336}, "55296"),
    ("linear_widths", {"attention": 26624, "mlp": 55296}, "81920"),
    ("lora_parameters", {"rank": 16, "widths": 81920, "layers": 32}, "41943040"),
    ("lora", {"weights": 14, "adapters": 1, "activations": 2, "overhead": 2}, "19"),
    (
        "quantization_constants",
        {"parameters": 64 * 256 * 100, "block": 64, "group": 256, "width": 1, "group_width": 4},
        "26000",
    ),
    # QLoRA's paper: with double quantization the constants take 0.127 bits a parameter, 8 / 64 + 32 / (64 x 256).
    ("quantization_constants", {"parameters": 8, "block": 64, "group": 256, "width": 8, "group_width": 32}, "1.015625"),
    ("qlora", {"weights": 35, "constants": 1, "adapters": 3, "activations": 3, "overhead": 2}, "44"),
]


@pytest.mark.parametrize(("name", "inputs", "expected"), [pytest.param(*case, id=case[0]) for case in CASES])
def test_a_formula_gives_what_paper_gives(name: str, inputs: dict[str, int | Fraction], expected: str) -> None:
    """Each formula in base units, exactly."""
    assert FORMULAS[name](**{key: Fraction(value) for key, value in inputs.items()}) == Fraction(expected)


def test_every_formula_has_an_example() -> None:
    """A formula that no example holds is nobody's word."""
    assert {name for name, _, _ in CASES} == set(FORMULAS)
