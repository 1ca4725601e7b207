"""The engine's own words: labels of facts and of formulas' parameters, in the source language.

Knows the fields of records and the parameters of formulas by name. Refuses to know any site: these texts are translated in the
engine's catalog and serve every site.
"""

from __future__ import annotations


def _(text: str) -> str:
    """Mark a text for translation; it is looked up when it is printed."""
    return text


FIELDS: dict[str, str] = {
    "memory_gb": _("Memory, by the maker's label"),
    "price": _("Lowest current offer"),
    "memory_mib_reported": _("Memory, as the driver reports it"),
    "bandwidth_gb_s": _("Memory bandwidth"),
    "bf16_dense_tflops": _("BF16 tensor rate, dense"),
    "fp8_dense_tflops": _("FP8 tensor rate, dense"),
    "tdp_w": _("Power limit"),
    "interconnect_gb_s": _("Interconnect, both directions"),
    "monthly": _("Monthly price"),
    "weekly": _("Weekly price"),
    "stock": _("Cards in stock"),
    "stock_by_region": _("Cards in stock in this region"),
    "minimum_order": _("Minimum order"),
    "cards": _("Cards in the order"),
    "discount_percent": _("Discount"),
    "parameters": _("Parameters"),
    "layers": _("Layers"),
    "kv_heads": _("KV heads"),
    "head_dim": _("Elements of a head"),
    "tokens": _("Tokens of context"),
    "bytes_per_parameter": _("Bytes per parameter"),
}

PARAMETERS: dict[str, str] = {
    "bandwidth": _("bandwidth"),
    "bytes_per_token": _("bytes per token"),
    "cache": _("KV cache"),
    "capacity": _("capacity"),
    "cards": _("cards"),
    "compute": _("compute"),
    "context": _("context"),
    "dense": _("dense rate"),
    "discount": _("discount"),
    "head_dim": _("head dimension"),
    "hours": _("hours"),
    "keys_and_values": _("keys and values"),
    "kv_heads": _("KV heads"),
    "layers": _("layers"),
    "less": _("the smaller"),
    "memory": _("memory"),
    "meter": _("hourly meter"),
    "more": _("the larger"),
    "operations": _("operations per parameter"),
    "overhead": _("overhead"),
    "parameters": _("parameters"),
    "part": _("part"),
    "per_token": _("cache per token"),
    "price": _("price"),
    "rate": _("rate"),
    "requests": _("requests"),
    "sparsity": _("sparsity factor"),
    "tokens": _("tokens"),
    "total": _("total"),
    "traffic": _("traffic"),
    "usable_share": _("usable share"),
    "used": _("memory used"),
    "weights": _("weights"),
    "whole": _("whole"),
    "width": _("width"),
}

MISSING: dict[str, str] = {
    "not_published": _("not published"),
    "none": _("none"),
    "unknown": _("unknown"),
    "no_offer": _("no offer now"),
}

SOURCE_KINDS: dict[str, str] = {
    "datasheet": _("datasheet"),
    "product-page": _("product page"),
    "whitepaper": _("white paper"),
    "log": _("public log"),
    "planner": _("maker's planner"),
    "benchmark": _("benchmark"),
    "secondary": _("secondary source"),
    "derived": _("derived"),
    "site": _("the site itself"),
}


def engine_texts() -> list[str]:
    """Every text of this module, in order."""
    return [*FIELDS.values(), *PARAMETERS.values(), *MISSING.values(), *SOURCE_KINDS.values()]
