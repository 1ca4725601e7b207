"""The made-up guide with a table that says of each size whether it fits a card of 64 GB, worked in bytes.

A size in FP8 takes its parameters in bytes, the cache of 8,192 tokens 2 x 32 x 8 x 128 x 2 x 8,192 = 1,073,741,824 and the
reserve 2 GB. Of 64 GB that leaves 60,926,258,176 for weights. `tight` is what leaves less than 5 GB.
"""

from __future__ import annotations

from tests.projects import SITE_FOLDER, Files, card, replaced
from tests.site.guide import FIGURES, MESSAGES, PAGE, SIZES, TABLES, guide_files

CACHE = 1_073_741_824
ROOM = 64_000_000_000 - 2_000_000_000 - CACHE

_FIGURES = """\
  cache_each:
    label: Cache of a token
    over: [size]
    formula: kv_cache_per_token
    inputs: {keys_and_values: policy.keys_and_values, layers: size.cache_shape.layers, kv_heads: size.cache_shape.kv_heads,
      head_dim: size.cache_shape.head_dim, width: policy.cache_width}
    print: {unit: B/token, step: 1}
  cache:
    label: Cache
    over: [size, context]
    formula: kv_cache
    inputs: {per_token: cache_each/size, context: context.tokens, requests: policy.requests}
    print: {unit: GB, step: 0.1}
  needed:
    label: Memory needed
    over: [size, precision, context]
    formula: memory_needed
    inputs: {weights: weights/size/precision, cache: cache/size/context, overhead: policy.overhead}
    print: {unit: GB, step: 0.1}
  room:
    label: Memory left
    over: [gpu, size, precision, context]
    formula: memory_free
    inputs: {capacity: gpu.memory_gb, used: needed/size/precision/context}
    print: {unit: GB, step: 0.1}
  card_gb: {label: Memory of the card, over: [gpu], is: gpu.memory_gb, print: {unit: GB, step: 0.1}}
  card_gib: {label: Memory in binary units, over: [gpu], is: gpu.memory_gb, print: {unit: GiB, step: 0.1}}
choices:
"""
_POLICY = """\
  keys_and_values: {value: 2, unit: count, why: a key and a value}
  cache_width: {value: 2, unit: B/element, why: sixteen bits}
  requests: {value: 1, unit: request, why: one at a time}
"""
_CLAIMS = """\
  fits: {over: [size], holds: [needed/size/fp8/8k <= gpus.alpha.memory_gb], otherwise: hide}
  tight_on: {over: [size], holds: [room/alpha/size/fp8/8k >= 0, room/alpha/size/fp8/8k < 5], otherwise: hide}
"""
_TABLE = """\
  verdicts:
    caption: What fits
    rows: size in sizes
    columns:
      - {header: Model, name: size}
      - header: Verdict
        figure: needed/size/fp8/8k
        says: [{claim: tight_on/size, text: tight}, {claim: fits/size, text: fits}, {text: too large}]
  mixed:
"""
_SIZE = "  {number}b: {{name: {number}B, parameters: {parameters}, cache_shape: s7b, models: [], row: true}}\n"
_WORDS = {"tight": "勉强", "What fits": "装得下什么", "Verdict": "结论", "fits": "装得下", "too large": "装不下"}


def fitting_files(*parameters: int, memory_gb: int = 64, precision: str = "fp8") -> Files:
    """The guide with Alpha at so many GB and, in the place of its 30B, sizes of so many parameters, judged in one precision."""
    files = guide_files()
    files[f"{SITE_FOLDER}/figures.yaml"] = FIGURES.replace("choices:\n", _FIGURES)
    files[f"{SITE_FOLDER}/policy.yaml"] += _POLICY
    files[f"{SITE_FOLDER}/claims.yaml"] += _CLAIMS.replace("fp8", precision)
    files[f"{SITE_FOLDER}/tables.yaml"] = TABLES.replace("  mixed:\n", _TABLE.replace("fp8", precision))
    files["data/gpus/alpha.yaml"] = card(memory_gb=str(memory_gb))
    sizes = "".join(_SIZE.format(number=number, parameters=count) for number, count in enumerate(parameters))
    files[f"{SITE_FOLDER}/sizes.yaml"] = SIZES.replace(_SIZE.format(number=30, parameters=30_000_000_000), sizes)
    files = replaced(
        files, PAGE, "::table cards\n", "::table cards\n\n::table verdicts\n\n{card_gb/alpha} or {card_gib/alpha}.\n"
    )
    files[MESSAGES] += "".join(f'\nmsgid "{source}"\nmsgstr "{text}"\n' for source, text in _WORDS.items())
    files[MESSAGES] += '\nmsgid "{card_gb/alpha} or {card_gib/alpha}."\nmsgstr "{card_gb/alpha}或{card_gib/alpha}。"\n'
    return files
