"""Feed-forward layers of a configuration, as catalog entries: which are dense, which hold experts, and of what width.

Knows the keys. Refuses a missing dimension, and more experts a token than there are, by the key.
"""

from __future__ import annotations

from typing import Any

from gpuguide.catalog.configs import Config
from gpuguide.catalog.families import Family
from gpuguide.catalog.layers import EXPERT, FEED

Entry = dict[str, Any]


def feed_forward(config: Config, family: Family, kinds: list[str]) -> list[Entry]:
    """The groups of feed-forward layers: dense ones first."""
    layers = len(kinds)
    alone = FEED in kinds or EXPERT in kinds or family.alone
    if alone:
        dense, experts = kinds.count(FEED), kinds.count(EXPERT)
    elif family.linear in ("mamba1", "mamba2") and config.get("num_attention_heads") is None:
        return []
    else:
        routed = expert_layers(config, family, layers)
        experts = sum(routed)
        dense = layers if family.beside and experts else layers - experts
    found: list[Entry] = []
    if dense:
        found.append(_dense(config, family, dense, experts > 0))
    if experts:
        found.append(_experts(config, family, experts))
    return found


def expert_layers(config: Config, family: Family, layers: int) -> list[bool]:
    """Whether each layer holds experts."""
    if config.get("experts") is None or config.whole("experts", least=0) <= 1 or config.get("enable_moe_block") is False:
        return [False] * layers
    listed = config.sequence("moe_layers")
    if listed:
        return [index in listed for index in range(layers)]
    types = config.sequence("mlp_layer_types", layers)
    if types:
        return [{"sparse": True, "moe": True, "dense": False}.get(one, one == "experts") for one in types]
    frequency = config.get("moe_layer_freq")
    if isinstance(frequency, list):
        flags = config.sequence("moe_layer_freq", layers) or []
        return [bool(flag) for flag in flags]
    first = config.whole("first_k_dense_replace", 0, least=0)
    every, offset = _period(config)
    without = config.sequence("mlp_only_layers") or []
    return [index >= first and (index - offset) % every == 0 and index not in without for index in range(layers)]


def _period(config: Config) -> tuple[int, int]:
    """Every how manieth layer holds experts, and the first that does."""
    if config.get("expert_layer_period") is not None:
        return config.whole("expert_layer_period"), config.whole("expert_layer_offset", 0, least=0)
    for key in ("interleave_moe_layer_step", "decoder_sparse_step"):
        if config.get(key) is not None:
            step = config.whole(key)
            return step, step - 1
    return config.whole("moe_layer_freq", 1), 0


def _dense(config: Config, family: Family, layers: int, beside_experts: bool) -> Entry:
    key = family.dense_width if family.dense_width and config.get(family.dense_width) is not None else "intermediate_size"
    if config.get(key) is None and family.falcon_norms:
        width = 4 * config.whole("hidden_size")
    else:
        width = config.whole("dense_intermediate_size", config.whole(key)) if beside_experts else config.whole(key)
    return {"kind": "dense", "layers": layers, "width": width, **_options(config, family, family.feed_bias)}


def _options(config: Config, family: Family, bias: bool) -> Entry:
    norms = 0 if family.norm_vectors == 0 or family.falcon_norms else family.norms[1]
    said = bias or (config.flag("mlp_bias") and not family.feed_bias)
    options: Entry = {"gated": family.gated, "bias": said, "norms": norms}
    return {key: value for key, value in options.items() if (key, value) not in (("gated", True), ("bias", False), ("norms", 1))}


def _experts(config: Config, family: Family, layers: int) -> Entry:
    experts, active = config.whole("experts"), config.whole("active")
    if active > experts:
        config.refuse(config.found("active")[0], f"expected at most the {experts} experts, got {active}")
    entry: Entry = {
        "kind": "experts",
        "layers": layers,
        "experts": experts,
        "active": active,
        "width": config.whole("expert_width") if config.get("expert_width") is not None else _width(config, family),
        **_shared(config, family),
        **_options(config, family, family.expert_bias),
    }
    if family.expert_norms is not None:
        entry["norms"] = family.expert_norms
    latent = config.whole("latent_width", 0, least=0)
    extra = {"latent": latent, "router_bias": family.router_bias, "shared_gate": family.shared_gate and "shared" in entry}
    return {**entry, **{key: value for key, value in extra.items() if value}}


def _width(config: Config, family: Family) -> int:
    if family.expert_width is None:
        config.refuse("moe_intermediate_size", "the width of an expert is missing")
    return config.whole(family.expert_width)


def _shared(config: Config, family: Family) -> Entry:
    """Shared experts: their number and the width of one; some families state the width of all of them."""
    count = config.whole("shared", 0, least=0)
    width = config.optional("shared_width")
    if family.one_shared and not count:
        count = 1
    if family.shared_by_width:
        return {"shared": 1, "shared_width": width} if width else {}
    if not count:
        return {"shared": 1, "shared_width": width} if width else {}
    one = width or (config.whole("expert_width") if config.get("expert_width") is not None else _width(config, family))
    return {"shared": count, "shared_width": one}
