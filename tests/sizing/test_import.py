"""A config.json becomes a catalog entry, or is refused with its key and the reason."""

import json
from fractions import Fraction
from pathlib import Path

import pytest

from gpuguide.catalog.families import load_families
from gpuguide.catalog.importing import import_config
from gpuguide.catalog.models import load_models
from gpuguide.cli.calculating import import_model, imported
from gpuguide.errors import Exit, FactsError, UsageError
from gpuguide.figures.architectures import architecture_of
from gpuguide.sizing.architecture import Attention
from gpuguide.sizing.cache import CacheType, kv_bytes_per_token, state_bytes, window_bytes
from gpuguide.sizing.parameters import active_parameters, parameters

ROOT = Path(__file__).resolve().parents[2]
CONFIGS = sorted(Path(__file__).with_name("configs").glob("*.json"))
FAMILIES = load_families(ROOT)
SIXTEEN = CacheType("16 bits", Fraction(16))

PLAIN = {
    "model_type": "llama",
    "hidden_size": 4096,
    "num_hidden_layers": 32,
    "num_attention_heads": 32,
    "num_key_value_heads": 8,
    "intermediate_size": 14336,
    "vocab_size": 128256,
    "max_position_embeddings": 8192,
    "torch_dtype": "bfloat16",
    "tie_word_embeddings": False,
}
PARAMETERS = 8_030_261_248


def model_of(**changes):
    config = {key: value for key, value in {**PLAIN, **changes}.items() if value != "absent"}
    return entry_of(json.dumps(config))


def entry_of(text: str):
    return import_config(text, "config.json", None, FAMILIES)[1]


def refusal(**changes) -> str:
    with pytest.raises(FactsError) as error:
        model_of(**changes)
    return str(error.value)


def architecture(tmp_path, **changes):
    path = tmp_path / "config.json"
    path.write_text(json.dumps({key: value for key, value in {**PLAIN, **changes}.items() if value != "absent"}))
    _, _, found = imported(ROOT, path, "a-model")
    return architecture_of(found.model, found.place)


@pytest.mark.parametrize("path", CONFIGS, ids=[path.stem for path in CONFIGS])
def test_an_imported_model_is_the_catalog_s(path):
    """Parameters, cache, windows and states of each family are those of the catalog's own entry."""
    _, _, found = imported(ROOT, path, None)
    model = architecture_of(found.model, found.place)
    if not (ROOT / f"data/models/{path.stem}.yaml").is_file():
        assert parameters(model) == 2_768_345_600  # a state-space model of 2.8B without attention
        return
    known = load_models(ROOT, [path.stem])[path.stem]
    other = architecture_of(known.model, known.place)
    for count in (parameters, active_parameters):
        assert count(model) == count(other)
    assert kv_bytes_per_token(model, SIXTEEN) == kv_bytes_per_token(other, SIXTEEN)
    assert window_bytes(model, SIXTEEN, 10**6) == window_bytes(other, SIXTEEN, 10**6)
    assert state_bytes(model, SIXTEEN) == state_bytes(other, SIXTEEN)
    assert found.model.max_context == known.model.max_context


def test_a_plain_config(tmp_path):
    assert parameters(architecture(tmp_path)) == PARAMETERS


@pytest.mark.parametrize(
    "changes",
    [
        {"hidden_size": "4096"},
        {"num_hidden_layers": 32.0},
        {"head_dim": None},
        {"rope_scaling": None, "sliding_window": None},
        {"time_step_limit": [0.0, float("inf")], "unused": float("nan")},
        {"torch_dtype": "absent", "dtype": "torch.bfloat16"},
        {"tie_word_embeddings": "absent"},
        {"tie_word_embeddings": "false"},
        {"tie_word_embeddings": 0},
    ],
    ids=str,
)
def test_encodings_of_the_same_model(tmp_path, changes):
    """Numbers in quotes, floats without fraction, nulls, Infinity and NaN where they do not matter, absent keys."""
    assert parameters(architecture(tmp_path, **changes)) == PARAMETERS


@pytest.mark.parametrize("part", ["text_config", "language_config", "llm_config"])
def test_the_text_part_is_found(tmp_path, part):
    path = tmp_path / "config.json"
    path.write_text(json.dumps({"model_type": "llava", part: PLAIN, "vision_config": {"hidden_size": 1}}))
    _, _, found = imported(ROOT, path, "a-model")
    assert parameters(architecture_of(found.model, found.place)) == PARAMETERS


def test_absent_kv_heads_are_as_many_as_heads(tmp_path):
    (group,) = architecture(tmp_path, num_key_value_heads="absent").keepers
    assert isinstance(group, Attention)
    assert group.kv_heads == 32


LOCAL = {"sliding_window": 512, "num_hidden_layers": 6}


@pytest.mark.parametrize(
    ("changes", "full", "local"),
    [
        ({"model_type": "mistral", **LOCAL}, 0, 6),
        ({"model_type": "mistral", **LOCAL, "sliding_window": None}, 6, 0),
        ({"model_type": "gemma2", **LOCAL}, 3, 3),
        ({"model_type": "gemma3_text", **LOCAL}, 1, 5),
        ({"model_type": "gemma3_text", **LOCAL, "sliding_window_pattern": 2}, 3, 3),
        ({"model_type": "gemma3_text", **LOCAL, "_sliding_window_pattern": 3}, 2, 4),
        ({"model_type": "exaone4", **LOCAL, "sliding_window_pattern": "LLG"}, 2, 4),
        ({"model_type": "olmo3", **LOCAL, "layer_types": ["sliding_attention"] * 5 + ["full_attention"]}, 1, 5),
        ({"model_type": "cohere2", **LOCAL, "layer_types": ["full_attention", "sliding_attention"] * 3}, 3, 3),
        ({"model_type": "qwen2", **LOCAL, "use_sliding_window": False, "max_window_layers": 4}, 6, 0),
        ({"model_type": "qwen2", **LOCAL, "use_sliding_window": True, "max_window_layers": 4}, 4, 2),
        ({"model_type": "mimo_v2_flash", **LOCAL, "hybrid_layer_pattern": [0, 1, 1, 1, 1, 0]}, 2, 4),
        ({"model_type": "phi3", **LOCAL}, 6, 0),
        ({"model_type": "llama4_text", **LOCAL, "sliding_window": None, "no_rope_layers": [1, 1, 1, 0, 1, 1]}, 1, 5),
    ],
    ids=str,
)
def test_encodings_of_local_and_global_layers(tmp_path, changes, full, local):
    groups = [group for group in architecture(tmp_path, **changes).keepers if isinstance(group, Attention)]
    assert sum(group.layers for group in groups if group.window is None) == full
    assert sum(group.layers for group in groups if group.window is not None) == local


@pytest.mark.parametrize(
    ("changes", "key", "reason"),
    [
        ({"model_type": "absent"}, "model_type", "missing"),
        ({"model_type": "brand_new"}, "model_type", "not described"),
        ({"model_type": "nemotron-nas"}, "model_type", "unequal width"),
        ({"hidden_size": "absent"}, "hidden_size", "missing"),
        ({"hidden_size": None}, "hidden_size", "missing"),
        ({"num_attention_heads": 0}, "num_attention_heads", "from 1"),
        ({"num_key_value_heads": 5}, "num_key_value_heads", "divisor"),
        ({"num_key_value_heads": -8}, "num_key_value_heads", "from 1"),
        ({"vocab_size": float("inf")}, "vocab_size", "whole number"),
        ({"vocab_size": float("nan")}, "vocab_size", "whole number"),
        ({"vocab_size": "many"}, "vocab_size", "whole number"),
        ({"vocab_size": True}, "vocab_size", "whole number"),
        ({"intermediate_size": [1, 2]}, "intermediate_size", "whole number"),
        ({"num_attention_heads": 30, "num_key_value_heads": 30}, "head_dim", "not a multiple"),
        ({"sliding_window": 4096}, "sliding_window", "not known"),
        ({"model_type": "olmo3", "layer_types": ["full_attention"] * 31}, "layer_types", "31 layers"),
        ({"model_type": "olmo3", "layer_types": ["mystery"] * 32}, "layer_types", "mystery"),
        ({"model_type": "olmo3", "layer_types": ["linear_attention"] * 32}, "layer_types", "state"),
        ({"model_type": "olmo3", "layer_types": ["sliding_attention"] * 32, "sliding_window": 0}, "sliding_window", "from 1"),
        ({"attention_window_schedule": [1, 2]}, "attention_window_schedule", "not understood"),
        ({"kv_lora_rank": 512}, "kv_lora_rank", "not understood"),
        ({"index_head_dim": 128}, "index_head_dim", "not understood"),
        ({"mamba_d_state": 16}, "mamba_d_state", "not understood"),
        ({"full_attention_interval": 4}, "full_attention_interval", "state"),
        ({"attention_type": "retention"}, "attention_type", "not known"),
        ({"cross_layer_attention": 2}, "cross_layer_attention", "not understood"),
        ({"quantization_config": {"quant_method": "spqr"}}, "quantization_config.quant_method", "not known"),
        ({"quantization_config": {"quant_method": "gptq", "bits": 3}}, "quantization_config.bits", "expected 4"),
        ({"torch_dtype": "complex64"}, "torch_dtype", "not known"),
        ({"model_type": "mixtral", "num_local_experts": 8}, "active", "missing"),
        ({"model_type": "mixtral", "num_local_experts": 8, "num_experts_per_tok": 9}, "num_experts_per_tok", "at most"),
        ({"model_type": "deepseek_v3"}, "kv_lora_rank", "missing"),
        ({"model_type": "qwen3_next"}, "linear_num_key_heads", "missing"),
        ({"model_type": "nemotron_h"}, "layer_types", "not stated"),
        ({"num_kv_shared_layers": 32}, "num_kv_shared_layers", "fewer"),
    ],
    ids=lambda value: str(value)[:60],
)
def test_what_is_not_understood_is_refused_by_its_key(changes, key, reason):
    message = refusal(**changes)
    assert f"config.json: {key}: " in message
    assert reason in message


@pytest.mark.parametrize("text", ["", "[]", "{", '{"model_type": "llama", "hidden_size": 1, "hidden_size": 2}', "nonsense"])
def test_what_is_no_configuration_is_refused(text):
    with pytest.raises(FactsError, match=r"config\.json"):
        entry_of(text)


@pytest.mark.parametrize(
    ("quantization", "stored"),
    [
        ({"quant_method": "fp8", "weight_block_size": [128, 128]}, "fp8"),
        ({"quant_method": "mxfp4"}, "mxfp4"),
        ({"quant_method": "awq", "bits": 4, "group_size": 128}, "awq"),
        ({"quant_method": "gptq", "bits": 4}, "gptq"),
        ({"quant_method": "modelopt", "quant_algo": "NVFP4"}, "nvfp4"),
        ({"quant_method": "bitsandbytes", "load_in_8bit": True}, "int8"),
        ({"quant_method": "compressed-tensors", "config_groups": {"g": {"weights": {"num_bits": 4, "type": "int"}}}}, "int4"),
        ({"quant_method": "compressed-tensors", "config_groups": {"g": {"weights": {"num_bits": 8, "type": "float"}}}}, "fp8"),
        (None, "bf16"),
    ],
)
def test_stored_formats(quantization, stored):
    assert model_of(quantization_config=quantization)["stored_as"] == stored


def test_nothing_is_written_when_a_key_is_refused(tmp_path):
    (tmp_path / "config.json").write_text(json.dumps({**PLAIN, "hidden_size": None}))
    with pytest.raises(FactsError):
        import_model(ROOT, tmp_path / "config.json", "a-model", tmp_path / "a-model.yaml")
    assert [path.name for path in tmp_path.iterdir()] == ["config.json"]


def test_an_entry_is_written_whole(tmp_path):
    (tmp_path / "config.json").write_text(json.dumps(PLAIN))
    assert import_model(ROOT, tmp_path / "config.json", "a-model", tmp_path / "a-model.yaml") == Exit.OK
    assert (tmp_path / "a-model.yaml").read_text().startswith("# yaml-language-server: $schema=")
    assert "\nname: a-model\n" in (tmp_path / "a-model.yaml").read_text()


def test_an_id_must_be_one(tmp_path):
    (tmp_path / "config.json").write_text(json.dumps(PLAIN))
    with pytest.raises(UsageError, match="is not an id"):
        imported(ROOT, tmp_path / "config.json", "A Model")
