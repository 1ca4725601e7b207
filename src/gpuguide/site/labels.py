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
    "cases": _("Measured cases"),
    "rows": _("Compared numbers"),
    "equal": _("Numbers that must be equal"),
    "bound": _("Numbers that are bounds"),
    "sequences": _("Limit of sequences"),
    "fraction_percent": _("Share of the card that the engine takes"),
    "margin_low_gib": _("Margin, lower end"),
    "margin_high_gib": _("Margin, upper end"),
    "backed": _("Numbers with a fact or figure behind them"),
    "choices": _("Choices"),
    "claims": _("Claims"),
    "constants": _("Constants of formulas"),
    "dates": _("Dates"),
    "dead": _("Facts that no page shows"),
    "facts": _("Facts"),
    "faults": _("Faults put in"),
    "figures": _("Computed figures"),
    "found": _("Faults found"),
    "languages": _("Languages"),
    "literals": _("Declared texts with digits"),
    "names": _("Names"),
    "numbers": _("Numbers found"),
    "pages": _("Pages"),
    "share": _("Share of faults found"),
    "steps": _("Changes of facts"),
}

PARAMETERS: dict[str, str] = {
    "activations": _("activations"),
    "adapters": _("adapters"),
    "attention": _("attention widths"),
    "bandwidth": _("bandwidth"),
    "block": _("parameters in a block"),
    "bytes_per_parameter": _("bytes per parameter"),
    "bytes_per_token": _("bytes per token"),
    "cache": _("KV cache"),
    "capacity": _("capacity"),
    "cards": _("cards"),
    "compute": _("compute"),
    "constants": _("quantization constants"),
    "context": _("context"),
    "dense": _("dense rate"),
    "discount": _("discount"),
    "gradient": _("gradient"),
    "gradients": _("gradients"),
    "group": _("blocks in a group"),
    "group_width": _("width of a group's constant"),
    "head_dim": _("head dimension"),
    "hidden": _("hidden size"),
    "hour": _("price of an hour"),
    "hour_length": _("length of an hour"),
    "hours": _("hours"),
    "kept": _("bytes kept for each layer"),
    "key_value": _("key and value width"),
    "keys_and_values": _("keys and values"),
    "kv_heads": _("KV heads"),
    "layers": _("layers"),
    "less": _("the smaller"),
    "master": _("master weights"),
    "memory": _("memory"),
    "meter": _("hourly meter"),
    "mlp": _("MLP width"),
    "more": _("the larger"),
    "multiple": _("multiple"),
    "operations": _("operations per parameter"),
    "overhead": _("overhead"),
    "parameters": _("parameters"),
    "part": _("part"),
    "per_element": _("bytes of activations"),
    "per_token": _("cache per token"),
    "price": _("price"),
    "digits": _("Digits after the decimal sign: {decimals} at most."),
    "query": _("query width"),
    "rank": _("rank"),
    "rate": _("rate"),
    "requests": _("requests"),
    "sequence": _("tokens in a sequence"),
    "sparsity": _("sparsity factor"),
    "states": _("optimizer states"),
    "tokens": _("tokens"),
    "total": _("total"),
    "traffic": _("traffic"),
    "training": _("training state"),
    "usable_share": _("usable share"),
    "used": _("memory used"),
    "weight": _("weight"),
    "weights": _("weights"),
    "whole": _("whole"),
    "width": _("width"),
    "widths": _("inputs and outputs"),
}

MISSING: dict[str, str] = {
    "not_published": _("not published"),
    "none": _("none"),
    "unknown": _("unknown"),
    "no_offer": _("no offer now"),
}

FLAGS: dict[str, str] = {
    "yes": _("yes"),
    "no": _("no"),
}

CHOICES: dict[str, str] = {
    "nothing": _("nothing fits"),
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


PAGES: dict[str, str] = {
    "missing": _("This page does not exist"),
    "missing-text": _("The address may be misspelt, or the page has moved."),
    "missing-link": _("Go to the start page"),
}


CHANGES: dict[str, str] = {
    "monthly": _("{card}: {new} a month instead of {old}"),
    "weekly": _("{card}: {new} a week instead of {old}"),
    "weekly-first": _("{card}: {new} a week; there was no weekly price before"),
}
"""What a changed price says, by its term."""


CALCULATOR: dict[str, str] = {
    "empty": _("Write a number, such as {example}."),
    "unread": _("This cannot be read as a number. Write it such as {example}."),
    "whole": _("Write a whole number, such as {example}."),
    "range": _("Write a number from {least} to {most}."),
    "digits": _("Digits after the decimal sign: {decimals} at most."),
    "query": _("The address holds values that are not known here, and they were left out: {names}."),
    "fits": _("Options: {count}"),
    "nothing": _("No row of the list holds it."),
}
"""What a calculator says beside its numbers; the script fills the braces."""


def engine_texts() -> list[tuple[str, str]]:
    """Every text of this module, in order, with what a translator has to know of it."""
    kinds = (
        (FIELDS, "name of a number, on pages and in workings"),
        (PARAMETERS, "operand of a working, short, without an article"),
        (MISSING, "stands in place of a value that is missing"),
        (FLAGS, "answer in a cell"),
        (CHOICES, "stands in place of a card"),
        (SOURCE_KINDS, "kind of a source, after its title"),
        (PAGES, "page for an address that does not exist"),
        (CHANGES, "a price that changed, with its old and new value"),
        (CALCULATOR, "said by a calculator, beside its fields"),
    )
    return [(text, kind) for words, kind in kinds for text in words.values()]
