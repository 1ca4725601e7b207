"""Layer groups of a configuration that keep tokens or a state, as catalog entries.

Knows which keys hold which dimension. Refuses a missing dimension by its key.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from gpuguide.catalog.configs import Config
from gpuguide.catalog.families import Family
from gpuguide.catalog.layers import CHUNK, FULL, LOCAL, STATE

Entry = dict[str, Any]


def keepers(config: Config, family: Family, kinds: list[str]) -> list[Entry]:
    """The groups in the order full, local, chunked, stateful; layers that read another's cache apart from those that keep one."""
    shared = config.whole("num_kv_shared_layers", 0, least=0)
    if shared >= len(kinds):
        config.refuse("num_kv_shared_layers", f"expected fewer than the {len(kinds)} layers, got {shared}")
    keeping = Counter(kinds[: len(kinds) - shared])
    reading = Counter(kinds[len(kinds) - shared :]) if shared else Counter[str]()
    found: list[Entry] = []
    for kind in (FULL, LOCAL, CHUNK):
        for counted, keeps in ((keeping, True), (reading, False)):
            if counted[kind]:
                entry = latent(config, counted[kind]) if family.latent else attention(config, family, kind, counted[kind])
                found.append(entry if keeps else {**entry, "keeps": False})
    if keeping[STATE] + reading[STATE]:
        found.append(recurrent(config, family, keeping[STATE] + reading[STATE]))
    return found


def attention(config: Config, family: Family, kind: str, layers: int) -> Entry:
    """A group with keys and values."""
    heads = config.whole("num_attention_heads")
    hidden = config.whole("hidden_size")
    kv_heads = _kv_heads(config, heads)
    if config.get("head_dim") is None and hidden % heads:
        config.refuse("head_dim", f"is absent, and hidden_size {hidden} is not a multiple of {heads} heads")
    key_dim = config.whole("head_dim", hidden // heads)
    value_dim = config.whole("v_head_dim", key_dim)
    entry: Entry = {"kind": "attention", "layers": layers}
    if kind == FULL and config.get("global_head_dim") is not None and LOCAL in _words(config):
        key_dim = value_dim = config.whole("global_head_dim")
    if kind == FULL and config.get("num_global_key_value_heads") is not None:
        kv_heads = config.whole("num_global_key_value_heads")
    if kind == LOCAL:
        kv_heads = config.whole("swa_num_key_value_heads", kv_heads)
        heads = config.whole("swa_num_attention_heads", heads)
        key_dim, value_dim = config.whole("swa_head_dim", key_dim), config.whole("swa_v_head_dim", value_dim)
    entry.update(heads=heads, kv_heads=kv_heads, key_dim=key_dim, value_dim=value_dim)
    if kind == LOCAL:
        entry["window"] = config.whole("sliding_window")
    if kind == CHUNK:
        entry.update(window=config.whole("attention_chunk_size"), chunked=True)
    return {**entry, **_attention_options(config, family, kind)}


def _words(config: Config) -> set[str]:
    return {LOCAL} if config.get("sliding_window") is not None else set()


def _kv_heads(config: Config, heads: int) -> int:
    """KV heads; where a multi-query switch is the only key that says them, its meaning decides."""
    if config.get("multi_query") is not None and not config.flag("new_decoder_architecture"):
        return 1 if config.flag("multi_query") else heads
    if config.get("multi_query_attention") is not None and not config.flag("multi_query_attention"):
        return heads
    kv_heads = config.whole("num_key_value_heads", heads)
    if kv_heads > heads or heads % kv_heads:
        config.refuse("num_key_value_heads", f"expected a divisor of the {heads} attention heads, got {kv_heads}")
    return kv_heads


def _attention_options(config: Config, family: Family, kind: str) -> Entry:
    bias = family.bias
    if bias == "key":
        said = any(config.flag(key) for key in ("attention_bias", "qkv_bias", "add_qkv_bias", "bias", "use_bias", "use_qkv_bias"))
        bias = family.bias_as if said else "none"
    norm = family.norm
    if norm == "key":
        norm = family.norm_as if config.flag("use_qk_norm") else "none"
    options: Entry = {
        "bias": bias,
        "norm": norm,
        "sinks": family.sinks,
        "gate": family.gate and config.flag("attn_output_gate", True),
    }
    if kind == FULL and config.flag("attention_k_eq_v"):
        options["value_projection"] = False
    norms = 0 if family.norm_vectors == 0 else family.norms[0]
    if family.falcon_norms and config.flag("new_decoder_architecture"):
        norms = config.whole("num_ln_in_parallel_attn", 2)
    if norms != 1:
        options["norms"] = norms
    return {key: value for key, value in options.items() if value not in ("none", False) or key == "value_projection"}


def latent(config: Config, layers: int) -> Entry:
    """A group with one latent vector a token."""
    entry: Entry = {
        "kind": "latent",
        "layers": layers,
        "heads": config.whole("num_attention_heads"),
        "rank": config.whole("kv_lora_rank"),
        "rope_dim": config.whole("qk_rope_head_dim", least=0),
        "nope_dim": config.whole("qk_nope_head_dim"),
        "value_dim": config.whole("v_head_dim"),
    }
    query_rank = config.whole("q_lora_rank", 0, least=0)
    return {**entry, "query_rank": query_rank} if query_rank else entry


def indexers(config: Config, layers: int) -> list[Entry]:
    """Index keys of sparse attention: one byte an element and a 32-bit scale a token and layer."""
    if config.get("index_head_dim") is None:
        return []
    config.whole("index_n_heads")
    types = config.sequence("indexer_types", layers)
    counted = sum(1 for one in types if one == "full") if types else layers
    return [{"layers": counted, "bytes_per_token": config.whole("index_head_dim") + 4}]


def recurrent(config: Config, family: Family, layers: int) -> Entry:
    """A group that keeps a state."""
    if family.linear is None:
        config.refuse("model_type", "the family's state is not known")
    entry: Entry = {"kind": "recurrent", "layers": layers, "mixer": family.linear, **_MIXERS[family.linear](config)}
    state = config.text("mamba_ssm_cache_dtype") or config.text("mamba_ssm_dtype")
    wide = {"float32": 4, "bfloat16": 2, "float16": 2}.get(state, family.state_bytes)
    if wide != 4:
        entry["state_bytes"] = wide
    if family.inner_norms:
        entry["inner_norms"] = True
    return entry


def _gated_delta(config: Config) -> Entry:
    return {
        "key_heads": config.whole("linear_num_key_heads"),
        "value_heads": config.whole("linear_num_value_heads"),
        "key_dim": config.whole("linear_key_head_dim"),
        "value_dim": config.whole("linear_value_head_dim"),
        "conv": config.whole("linear_conv_kernel_dim", 4),
    }


def _mamba2(config: Config) -> Entry:
    def either(*keys: str) -> int:
        key = next((one for one in keys if config.get(one) is not None), keys[0])
        return config.whole(key)

    heads = either("mamba_num_heads", "mamba_n_heads", "num_heads")
    width = next((config.get(one) for one in ("mamba_head_dim", "mamba_d_head", "head_dim") if config.get(one) is not None), None)
    head_dim = (
        config.whole("expand", 2) * config.whole("hidden_size") // heads
        if width in (None, "auto")
        else either("mamba_head_dim", "mamba_d_head", "head_dim")
    )
    return {
        "heads": heads,
        "head_dim": head_dim,
        "groups": either("mamba_n_groups", "n_groups", "mamba_num_groups"),
        "state": either("ssm_state_size", "mamba_d_state", "state_size"),
        "conv": either("conv_kernel", "mamba_d_conv"),
        **({} if config.flag("use_conv_bias", config.flag("mamba_conv_bias", True)) else {"conv_bias": False}),
    }


def _mamba1(config: Config) -> Entry:
    hidden = config.whole("hidden_size")
    expand = config.whole("mamba_expand" if config.get("mamba_expand") is not None else "expand", 2)
    key = "mamba_dt_rank" if config.get("mamba_dt_rank") is not None else "time_step_rank"
    rank = -(-hidden // 16) if config.get(key) in (None, "auto") else config.whole(key)
    return {
        "inner": config.whole("intermediate_size", expand * hidden) if config.get("mamba_expand") is None else expand * hidden,
        "state": config.whole("mamba_d_state" if config.get("mamba_d_state") is not None else "state_size"),
        "conv": config.whole("mamba_d_conv" if config.get("mamba_d_conv") is not None else "conv_kernel"),
        "rank": rank,
    }


def _lightning(config: Config) -> Entry:
    heads = config.whole("num_attention_heads")
    return {"heads": heads, "head_dim": config.whole("head_dim", config.whole("hidden_size") // heads)}


def _channel_delta(config: Config) -> Entry:
    part = config.part("linear_attn_config")
    if part is None:
        config.refuse("linear_attn_config", "the part is missing")
    return {"heads": part.whole("num_heads"), "head_dim": part.whole("head_dim"), "conv": part.whole("short_conv_kernel_size", 4)}


_MIXERS = {
    "gated-delta": _gated_delta,
    "mamba2": _mamba2,
    "mamba1": _mamba1,
    "lightning": _lightning,
    "channel-delta": _channel_delta,
}
