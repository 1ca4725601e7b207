"""Turns a Hugging Face config.json into a catalog entry, or says which key it cannot understand, and why.

Knows the order of reading: family, layers, groups, weights. Refuses to guess: an unknown family, a telling key that nothing here
reads, an unknown way of quantization or a missing dimension stops the import, and nothing is written.
"""

from __future__ import annotations

import json
import re
from typing import Any

from gpuguide.catalog.configs import Config, read_config
from gpuguide.catalog.families import FILE, Families, Family
from gpuguide.catalog.feedforward import feed_forward
from gpuguide.catalog.fields import ID_PATTERN, MAX_ID
from gpuguide.catalog.groups import Entry, indexers, keepers
from gpuguide.catalog.layers import layer_kinds
from gpuguide.errors import Place, UsageError, nearest


def import_config(text: str, file: str, model_id: str | None, families: Families) -> tuple[str, Entry]:
    """The id and the entry of a configuration. `FactsError` with the key and the reason; `UsageError` for a bad id."""
    config = read_config(text, file, families.renamed)
    family = _family(config, families)
    config.defaults = family.defaults
    kinds = layer_kinds(config, family)
    name = _name(config, file, model_id)
    entry: Entry = {
        "name": str(config.outer.get("_name_or_path") or name).rsplit("/", 1)[-1] or name,
        "family": str(config.text("model_type")),
        "repository": str(config.outer.get("_name_or_path") or "unknown"),
        "licence": "unknown",
        "hidden": config.whole("hidden_size"),
        "vocabulary": config.whole("vocab_size"),
        "tied_embeddings": _tied(config, family),
        "max_context": config.whole("max_position_embeddings"),
        "stored_as": stored_as(config, families),
        "attention": keepers(config, family, kinds),
        "feed_forward": feed_forward(config, family, kinds),
    }
    index = indexers(config, len(kinds)) if family.latent else []
    if index:
        entry["indexers"] = index
    if family.norm_vectors != 1:
        entry["norm_vectors"] = family.norm_vectors
    if family.head_bias:
        entry["head_bias"] = True
    if family.images and any(key in config.outer for key in ("vision_config", "audio_config")):
        entry["images"] = True
    entry.update(_rest(config, family, len(kinds)))
    _refuse_telling(config, families)
    entry.update(
        origin="config.json",
        verified=True,
        read_in="config.json",
        unverified=["licence", "repository"] if "_name_or_path" not in config.outer else ["licence"],
        sources=[],
        doubts=_doubts(config, family),
    )
    return name, entry


def _family(config: Config, families: Families) -> Family:
    model_type = config.values.get("model_type") or config.outer.get("model_type")
    if not isinstance(model_type, str) or not model_type:
        config.refuse("model_type", "the key is missing", "it says what the other keys mean")
    family = families.families.get(model_type) or families.families.get(str(config.outer.get("model_type")))
    if family is None:
        config.refuse("model_type", f"the family {model_type} is not described in {FILE}", nearest(model_type, families.families))
    if family.refused:
        config.refuse("model_type", f"{model_type}: {family.refused}")
    return family


def _refuse_telling(config: Config, families: Families) -> None:
    """Stop at a key that speaks of attention, a cache or a state and that nothing has read."""
    for key, value in config.values.items():
        if key in config.read or key in families.harmless or value in (None, False, 0, -1, [], {}, ""):
            continue
        piece = next((piece for piece in families.telling if piece in key.lower()), None)
        if piece is not None:
            config.refuse(key, f"speaks of {piece.strip('_')} and is not understood in this family; its value is {_short(value)}")
    kind = config.values.get("attention_type") or config.values.get("attn_type")
    if isinstance(kind, str) and kind.lower() not in ("full", "mha", "gqa", "mqa", "mla", "softmax", "global"):
        config.refuse("attention_type", f"the kind of attention {kind!r} is not known")


def _short(value: Any) -> str:
    text = json.dumps(value, default=str)
    return text if len(text) < 60 else text[:57] + "…"


def _name(config: Config, file: str, model_id: str | None) -> str:
    stem = re.sub(r"\.json$", "", file.rsplit("/", 1)[-1])
    source = model_id or str(config.outer.get("_name_or_path") or stem).rsplit("/", 1)[-1] or stem
    name = model_id if model_id else re.sub(r"[^a-z0-9]+", "-", source.lower()).strip("-")
    if not ID_PATTERN.fullmatch(name) or len(name) > MAX_ID:
        raise UsageError.at(Place(file), f"{name} is not an id", "use lower-case letters, digits and single hyphens", "--id")
    return name


def _tied(config: Config, family: Family) -> bool:
    if config.get("tie_word_embeddings") is None and config.outer.get("tie_word_embeddings") is not None:
        return Config(config.file, config.outer, config.outer, {}).flag("tie_word_embeddings")
    return config.flag("tie_word_embeddings", family.tied)


def stored_as(config: Config, families: Families) -> str:
    """How the checkpoint's weights are stored, from its quantization or its data type."""
    quantization = config.values.get("quantization_config") or config.outer.get("quantization_config")
    if quantization is None:
        kind = str(
            config.get("torch_dtype") or config.get("dtype") or config.outer.get("torch_dtype") or config.outer.get("dtype")
        )
        known = {"bfloat16": "bf16", "float16": "f16", "float32": "f32", "None": "bf16"}
        return known.get(kind.removeprefix("torch.")) or config.refuse("torch_dtype", f"the type {kind} is not known")
    if not isinstance(quantization, dict):
        config.refuse("quantization_config", f"expected a mapping, got {quantization!r}")
    method = quantization.get("quant_method") or quantization.get("quant_algo")
    how = families.quantization.get(str(method).lower())
    if how == "by-algorithm":
        return _by_algorithm(config, quantization)
    if how == "by-groups":
        return _by_groups(config, quantization)
    if how is None:
        config.refuse("quantization_config.quant_method", f"the method {method!r} is not known")
    bits = quantization.get("bits")
    if how in ("awq", "gptq") and bits not in (None, 4):
        config.refuse("quantization_config.bits", f"expected 4, got {bits!r}", "only 4-bit groups are described")
    return "int8" if quantization.get("load_in_8bit") else how


def _by_algorithm(config: Config, quantization: dict[str, Any]) -> str:
    inner = quantization.get("quantization")
    algorithm = str(quantization.get("quant_algo") or (inner.get("quant_algo") if isinstance(inner, dict) else None)).upper()
    known = {"NVFP4": "nvfp4", "FP8": "fp8"}
    return known.get(algorithm) or config.refuse("quantization_config.quant_algo", f"the algorithm {algorithm} is not known")


def _by_groups(config: Config, quantization: dict[str, Any]) -> str:
    groups = quantization.get("config_groups")
    first = next(iter(groups.values()), None) if isinstance(groups, dict) else None
    weights = first.get("weights") if isinstance(first, dict) else None
    if not isinstance(weights, dict):
        config.refuse("quantization_config.config_groups", "expected a group with weights")
    kind = (int(weights.get("num_bits") or 0), str(weights.get("type")))
    known = {(8, "float"): "fp8", (8, "int"): "int8", (4, "int"): "int4", (4, "float"): "nvfp4"}
    return known.get(kind) or config.refuse("quantization_config.config_groups", f"weights of {kind[0]} bits as {kind[1]!r}")


def _rest(config: Config, family: Family, layers: int) -> Entry:
    """Tables for each layer, where a family has them: read by row, and not streamed."""
    width = config.whole("hidden_size_per_layer_input", 0, least=0)
    if not family.per_layer_tables or not width:
        return {}
    words = config.whole("vocab_size_per_layer_input", config.whole("vocab_size"))
    table = words * width * layers
    hidden = config.whole("hidden_size")
    projections = hidden * width * layers + 2 * hidden * width * layers
    why = f"A table of {words} words by {width} for each of {layers} layers, and their projections."
    return {"rest": {"parameters": table + projections, "active": projections, "why": why}}


def _doubts(config: Config, family: Family) -> list[Entry]:
    doubts: list[Entry] = []
    window = config.get("sliding_window")
    if family.windows == "declared" and window:
        note = f"A window of {window} tokens is declared; engines differ on applying it, and all layers are counted as full."
        doubts.append({"fields": ["attention"], "note": note})
    if family.stated_only:
        doubts.append({"fields": ["rest"], "note": "Small parts of this family's blocks are not counted."})
    return doubts
