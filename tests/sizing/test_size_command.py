"""`size`, `cheapest` and `import-model` on the command line: stable keys, exit codes, sentences."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from gpuguide.cli import main
from gpuguide.cli.main import app
from gpuguide.errors import GuideError

ROOT = Path(__file__).resolve().parents[2]
PROJECT = ("--project", str(ROOT))
CONFIGS = Path(__file__).with_name("configs")
KEYS = {  # what scripts may rely on
    "weights_bytes_per_gpu",
    "kv_bytes_per_token_per_gpu",
    "kv_fixed_bytes_per_sequence",
    "kv_pool_bytes_per_gpu",
    "kv_pool_tokens",
    "max_concurrency",
    "verdict",
    "margin_bytes",
    "max_context",
    "decode_ceiling_tokens_per_s",
    "prefill_bound_s",
    "monthly_price_usd",
    "hourly_price_usd",
    "derivation",
    "context",
    "batch",
    "engine",
    "engine_message",
}
ENGINE_KEYS = KEYS | {
    "bits_per_weight",
    "label_bits",
    "memory_label_bytes",
    "memory_driver_bytes",
    "crossover_batch",
    "link_bound_s",
}


def run(*arguments: str) -> str:
    result = CliRunner().invoke(app, [*arguments, *PROJECT], catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.stdout


def size(*arguments: str):
    return json.loads(run("size", "--json", *arguments))


def test_the_measured_pool_lies_in_the_answer():
    """41,408 tokens were logged on this card with these settings."""
    answer = size(
        *("--model", "llama-3.1-8b", "--gpu", "rtx-4090", "--context", "32768"),
        *("--max-batched-tokens", "2048", "--max-num-seqs", "256", "--engine-version", "0.19.0"),
    )
    assert answer["kv_pool_tokens"]["low"] <= 41_408 <= answer["kv_pool_tokens"]["high"]
    assert answer["kv_bytes_per_token_per_gpu"] == 131_072
    assert answer["weights_bytes_per_gpu"] == 16_060_522_496
    assert answer["verdict"] == "starts"


@pytest.mark.parametrize("engine", ["vllm", "sglang", "llama.cpp"])
def test_every_engine_answers_in_the_same_keys(engine):
    answer = size("--model", "qwen3-8b", "--gpu", "l40s", "--engine", engine)
    assert set(answer) >= ENGINE_KEYS
    for key in ("kv_pool_bytes_per_gpu", "kv_pool_tokens", "max_concurrency", "margin_bytes"):
        assert set(answer[key]) == {"low", "high"}
        assert answer[key]["low"] <= answer[key]["high"]
    assert {"name", "how", "value", "unit"} == set(answer["derivation"][0])


def test_the_rule_of_thumb_answers_in_the_same_keys():
    """70B FP8 in 80 GB: 70.55 + 2.68 + 2 GB; the label has room, the engine has not."""
    answer = size("--model", "llama-3.3-70b", "--gpu", "h100-sxm", "--weights", "fp8", "--engine", "rule-of-thumb")
    assert set(answer) >= KEYS
    assert answer["verdict"] == "starts"
    assert size("--model", "llama-3.3-70b", "--gpu", "h100-sxm", "--weights", "fp8")["verdict"] == "does not start"


def test_the_context_is_shown_when_it_was_not_asked():
    assert size("--model", "qwen3-8b", "--gpu", "l40s")["context"] == 8192
    assert size("--model", "falcon-7b", "--gpu", "l40s")["context"] == 2048


def test_a_config_is_sized_as_it_stands():
    answer = size("--config", str(CONFIGS / "deepseek-v3-2.json"), "--gpu", "h200-sxm", "--count", "8")
    assert answer["weights"] == "FP8"
    assert answer["kv_bytes_per_token_per_gpu"] == 70_272 + 8_052


def test_prices_of_a_site():
    answer = size(
        *("--model", "qwen3-8b", "--gpu", "l40s", "--site", "gpu-rent-hub", "--batch", "8"),
        *("--load", "0.5", "--api-price", "0.2"),
    )
    assert answer["monthly_price_usd"] > 0
    assert answer["hourly_price_usd"] == pytest.approx(answer["monthly_price_usd"] / 720)
    per_million = answer["hourly_price_usd"] / (answer["decode_ceiling_tokens_per_s"] * 3600 * 0.5) * 1e6
    assert answer["price_per_million_tokens_usd"] == pytest.approx(per_million, rel=1e-6)
    assert answer["break_even_load"] == pytest.approx(per_million * 0.5 / 0.2, rel=1e-6)


def test_a_card_that_the_site_does_not_sell_has_no_price():
    answer = size("--model", "qwen3-8b", "--gpu", "rtx-2080", "--weights", "q4_k_m", "--site", "gpu-rent-hub")
    assert answer["monthly_price_usd"] is None


def test_cheapest_ranks_what_starts():
    ranked = json.loads(
        run(
            *("cheapest", "--json", "--site", "gpu-rent-hub", "--model", "llama-3.3-70b", "--weights", "fp8"),
            *("--context", "8192", "--concurrency", "4"),
        )
    )
    sure = [one for one in ranked if one["verdict"] == "starts"]
    assert [one["hourly_price_usd"] for one in sure] == sorted(one["hourly_price_usd"] for one in sure)
    assert all(one["max_concurrency"]["low"] >= 4 for one in sure)
    assert ranked[: len(sure)] == sure
    assert ("h100-sxm", 1) not in {(one["gpu"], one["count"]) for one in ranked}


def test_a_table_for_people():
    text = run("size", "--model", "llama-3.1-8b", "--gpu", "rtx-4090", "--context", "200000")
    assert "verdict: does not start" in text
    assert "the engine would say: To serve at least one request" in text


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--model", "lama-3.1-8b", "--gpu", "rtx-4090"), "did you mean llama-3-1-8b"),
        (("--model", "llama-3.1-8b", "--gpu", "rtx-4091"), "did you mean rtx-4090"),
        (("--gpu", "rtx-4090"), "name a model or a config.json"),
        (("--model", "a", "--config", "b", "--gpu", "rtx-4090"), "name a model or a config.json"),
        (("--model", "llama-3.1-8b", "--gpu", "rtx-4090", "--gpu-memory-utilization", "1.5"), "gpu_memory_utilization"),
        (("--model", "llama-3.1-8b", "--gpu", "rtx-4090", "--gpu-memory-utilization", "all"), "gpu_memory_utilization"),
    ],
)
def test_bad_input_names_the_field(arguments, message):
    with pytest.raises(GuideError, match=message) as error:
        CliRunner().invoke(app, ["size", *arguments, *PROJECT], catch_exceptions=False)
    assert int(error.value.exit_code) in (2, 3)


def test_errors_end_as_sentences(monkeypatch, capsys):
    """No traceback: a sentence with the way out, and exit code 2."""
    monkeypatch.setattr("sys.argv", ["gpuguide", "size", "--model", "nothing-like-it", "--gpu", "l4", *PROJECT])
    with pytest.raises(SystemExit) as stopped:
        main.main()
    assert stopped.value.code == 2
    assert "there is no model nothing-like-it" in capsys.readouterr().err


def test_import_model_prints_an_entry():
    """The first line is for the editor's schema, the second the name."""
    lines = run("import-model", str(CONFIGS / "gemma-2-9b.json"), "--id", "a-model").splitlines()
    assert lines[0].startswith("# yaml-language-server: $schema=") and lines[1] == "name: a-model"
