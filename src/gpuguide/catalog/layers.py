"""Which layer of a configuration is of which kind: the many ways in which local, global and stateful layers are written down.

Knows the encodings. Refuses a word, a length or a pattern that it does not know, by its key.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gpuguide.catalog.configs import Config
from gpuguide.catalog.families import Family

FULL, LOCAL, CHUNK, STATE, FEED, EXPERT = "full", "local", "chunk", "state", "feed", "expert"

WORDS = {
    "full_attention": FULL,
    "attention": FULL,
    "global": FULL,
    "global_attention": FULL,
    "full": FULL,
    "*": FULL,
    "sliding_attention": LOCAL,
    "local_attention": LOCAL,
    "local": LOCAL,
    "sliding_window": LOCAL,
    "sliding": LOCAL,
    "chunked_attention": CHUNK,
    "linear_attention": STATE,
    "lightning_attention": STATE,
    "mamba": STATE,
    "mamba2": STATE,
    "kda": STATE,
    "m": STATE,
    "mlp": FEED,
    "-": FEED,
    "moe": EXPERT,
    "e": EXPERT,
}
"""What configurations call the kinds of layers."""

_LETTERS = {"L": LOCAL, "S": LOCAL, "G": FULL, "F": FULL}
ENCODED = ("sliding_window_pattern", "_sliding_window_pattern", "use_sliding_window", "full_attention_interval", "sliding_window")
"""Keys that a list of layers makes redundant."""

_LISTS = ("layer_types", "layers_block_type", "block_types", "attn_layer_types", "hybrid_override_pattern")


def layer_kinds(config: Config, family: Family) -> list[str]:
    """The kind of every layer, in order."""
    for key in _LISTS:
        value = config.get(key)
        if value is not None:
            config.read.update(ENCODED)
            return _listed(config, key, value, family)
    layers = config.whole("num_hidden_layers")
    for key, read in _ENCODINGS.items():
        if config.get(key) is not None:
            return _known(config, key, read(config, layers), family)
    if family.linear is not None and not family.latent and config.get("num_attention_heads") is None:
        return [STATE] * layers
    if family.linear in ("mamba1", "mamba2") and family.windows == "none" and not family.defaults:
        if config.get("num_key_value_heads") is None:
            return [STATE] * layers
        config.refuse("layer_types", "which layers keep a state is not stated")
    if family.linear is not None and family.linear != "mamba1":
        config.refuse("layer_types", "which layers keep a state is not stated")
    return _windowed(config, family, layers)


def _listed(config: Config, key: str, value: Any, family: Family) -> list[str]:
    items = list(value.replace("|", "")) if isinstance(value, str) else value
    if not isinstance(items, list) or not items:
        config.refuse(key, f"expected a list of layers, got {value!r}")
    if config.get("num_hidden_layers") is not None and config.whole("num_hidden_layers") != len(items):
        config.refuse(key, f"names {len(items)} layers, num_hidden_layers says {config.whole('num_hidden_layers')}")
    kinds = []
    for item in items:
        kind = WORDS.get(item.lower()) if isinstance(item, str) else None
        if kind is None:
            config.refuse(key, f"the kind of layer {item!r} is not known", f"known: {', '.join(WORDS)}")
        kinds.append(kind)
    return _known(config, key, kinds, family)


def _known(config: Config, key: str, kinds: list[str], family: Family) -> list[str]:
    if STATE in kinds and family.linear is None:
        config.refuse(key, "names layers that keep a state, and which kind of state this family has is not known")
    return kinds


def _windowed(config: Config, family: Family, layers: int) -> list[str]:
    window = config.get("sliding_window")
    how = family.windows
    if how == "layers":
        return _patterned(config, family, layers)
    if how == "chunks":
        return _chunked(config, layers)
    if how == "alternate":
        return [LOCAL if index % 2 == 0 else FULL for index in range(layers)]
    if window is None or window is False or window == -1 or how == "declared":  # 0 is neither no window nor one
        return [FULL] * layers
    if how == "switched":
        if not config.flag("use_sliding_window"):
            return [FULL] * layers
        first = config.whole("max_window_layers", least=0)
        return [FULL if index < first else LOCAL for index in range(layers)]
    if how == "all":
        return [LOCAL] * layers
    config.refuse("sliding_window", f"a window of {window!r} is set, and which layers of this family have it is not known")


def _patterned(config: Config, family: Family, layers: int) -> list[str]:
    key = "sliding_window_pattern" if config.get("sliding_window_pattern") is not None else "_sliding_window_pattern"
    pattern = config.get(key)
    if pattern is None and config.get("sliding_window") is None:
        return [FULL] * layers
    if isinstance(pattern, str) and not pattern.isdigit():
        return [_letter(config, key, pattern[index % len(pattern)]) for index in range(layers)]
    if isinstance(pattern, list):
        return [_letter(config, key, pattern[index % len(pattern)]) for index in range(layers)]
    if pattern is None and family.pattern is None:
        config.refuse("layer_types", "which layers have the window is not stated")
    period = config.whole(key, family.pattern)
    return [LOCAL if (index + 1) % period else FULL for index in range(layers)]


def _letter(config: Config, key: str, letter: object) -> str:
    if isinstance(letter, bool | int):
        return LOCAL if letter else FULL
    kind = _LETTERS.get(str(letter)) or WORDS.get(str(letter).lower())
    return kind or config.refuse(key, f"the kind of layer {letter!r} is not known")


def _chunked(config: Config, layers: int) -> list[str]:
    if config.get("attention_chunk_size") is None:
        return [FULL] * layers
    without_rope = config.get("no_rope_layers")
    if without_rope:
        flags = config.sequence("no_rope_layers", layers) or []
        return [CHUNK if flag else FULL for flag in flags]
    every = config.whole("no_rope_layer_interval", 4)
    return [CHUNK if (index + 1) % every else FULL for index in range(layers)]


def _by_interval(config: Config, layers: int) -> list[str]:
    every = config.whole("full_attention_interval")
    return [STATE if (index + 1) % every else FULL for index in range(layers)]


def _by_type_list(config: Config, layers: int) -> list[str]:
    key = config.found("attn_type_list")[0]
    items = config.sequence(key, layers) or []
    return [{0: STATE, 1: FULL}.get(item) or config.refuse(key, f"unknown kind {item!r}") for item in items]


def _by_hybrid_pattern(config: Config, layers: int) -> list[str]:
    items = config.sequence("hybrid_layer_pattern", layers) or []
    return [{0: FULL, 1: LOCAL}.get(item) or config.refuse("hybrid_layer_pattern", f"unknown kind {item!r}") for item in items]


def _by_period(config: Config, layers: int) -> list[str]:
    period, offset = config.whole("attn_layer_period"), config.whole("attn_layer_offset", 0, least=0)
    return [FULL if index % period == offset else STATE for index in range(layers)]


def _by_indices(config: Config, layers: int) -> list[str]:
    chosen = config.sequence("attn_layer_indices") or []
    if any(type(index) is not int or not 0 <= index < layers for index in chosen):
        config.refuse("attn_layer_indices", f"expected layers from 0 to {layers - 1}, got {chosen!r}")
    return [FULL if index in chosen else STATE for index in range(layers)]


def _by_linear_part(config: Config, layers: int) -> list[str]:
    part = config.part("linear_attn_config")
    full = part.sequence("full_attn_layers") if part else None
    state = part.sequence("kda_layers") if part else None
    if full is None or state is None:
        config.refuse("linear_attn_config", "expected full_attn_layers and kda_layers")
    if sorted([*full, *state]) != list(range(1, layers + 1)):
        config.refuse("linear_attn_config", f"its lists do not name each of the layers 1 to {layers} once")
    return [FULL if index in full else STATE for index in range(1, layers + 1)]


_ENCODINGS: dict[str, Callable[[Config, int], list[str]]] = {
    "attn_type_list": _by_type_list,
    "hybrid_layer_pattern": _by_hybrid_pattern,
    "linear_attn_config": _by_linear_part,
    "attn_layer_indices": _by_indices,
    "attn_layer_period": _by_period,
    "full_attention_interval": _by_interval,
}
