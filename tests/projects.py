"""A tiny made-up project as text: two cards and one site that rents them, to be written to a folder and changed at will.

`tiny_project()` gives the data, path by path; `card(tdp_w="75")` one card with some fields changed or, with None, left out;
`write_project(folder, files)` writes them. All numbers are round, so that a test can be checked in the head: Alpha is
60 SM x 2000 MHz x 1000 = 120 TFLOPS and 2 x 8000 MHz x 256 bit / 8 = 512 GB/s; Beta has half of it and no FP8.
"""

from __future__ import annotations

from pathlib import Path
from typing import TypeAlias

Files: TypeAlias = dict[str, str]
"""Text by path from the root of the project."""

SITE = "tiny"
SITE_FOLDER = f"data/sites/{SITE}"

ALPHA = {
    "name": "Alpha",
    "product": "Acme Alpha 24GB",
    "vendor": "acme",
    "architecture": "first",
    "compute_capability": '"8.9"',
    "memory_gb": "24",
    "memory_mib_reported": "23000",
    "memory_type": "gddr6",
    "bandwidth_gb_s": "512",
    "bf16_dense_tflops": "120",
    "fp8_dense_tflops": "240",
    "fp4_dense_tflops": "none",
    "int8_dense_tops": "240",
    "fp8_tensor_cores": "true",
    "native_bf16": "true",
    "tdp_w": "72",
    "form_factor": "PCIe",
    "slots": "1",
    "pcie_gen": "4",
    "interconnect_gb_s": "none",
    "node_sizes": "[1, 8]",
    "released": "2023",
    "ecc": "always",
    "smi_names": "[Acme Alpha]",
    "check": "{sm: 60, boost_mhz: 2000, flop_clk_sm_bf16: 1000, mem_mhz: 8000, bus_bits: 256}",
    "cites": "{memory_gb: [sheet, log], memory_type: [sheet], bandwidth_gb_s: [sheet], bf16_dense_tflops: [sheet], "
    "fp8_dense_tflops: [sheet], fp8_tensor_cores: [sheet], tdp_w: [sheet], ecc: [log]}",
    "doubts": "[]",
}

BETA = {
    "name": "Beta",
    "product": "Acme Beta 12GB",
    "memory_gb": "12",
    "bandwidth_gb_s": "256",
    "bf16_dense_tflops": "60",
    "fp8_dense_tflops": "none",
    "fp8_tensor_cores": "false",
    "smi_names": "[Acme Beta]",
    "check": None,
}

SHARED: Files = {
    "data/vocabulary.yaml": """\
vendors: {acme: {name: Acme}}
architectures: {first: {name: First}}
memory_types: {gddr6: {name: GDDR6}}
""",
    "data/sources.yaml": """\
sources:
  sheet: {title: Datasheet, publisher: Acme, url: https://acme.example/sheet, kind: datasheet, opened: true, recorded: 2026-05-01}
  log: {title: Driver log, publisher: Somebody, kind: log, opened: true, recorded: 2026-05-01}
""",
    "data/locales.yaml": """\
locales:
  en:
    babel: en
    tag: en
    og: en_US
    segment: en
    name: English
    decimal: "."
    group: ","
    server: "{n}x {name}"
    dash: "—"
    moment: "{day}, {time} UTC"
    marks: {colon: ": ", comma: ", ", semicolon: "; ", open: " (", close: ")", gap: " "}
    scale_words: {million: 1000000, billion: 1000000000}
""",
    "data/units.yaml": """\
units:
  GB: {"*": "{n} GB"}
  GB/s: {"*": "{n} GB/s"}
  USD/month: {"*": "${n}"}
  USD/GPU-h: {"*": "${n}"}
  "%": {"*": "{n}%"}
""",
    "data/sizing/precisions.yaml": """\
precisions:
  bf16: {name: BF16, bytes_per_parameter: 2, tensor_cores: none}
  fp8: {name: FP8, bytes_per_parameter: 1, tensor_cores: fp8}
""",
}

OWN: Files = {
    "site.yaml": """\
site:
  name: Tiny Hub
  operator: Tiny Hub LLC
  since: 2020-01-02
  origin: https://tiny.example
  as_of: 2026-06-01
  updated: 2026-05-20
  locales: [en]
  brand: tiny
  home: guide
pages: {guide: {nav: true}}
addresses: {account: https://tiny.example/new}
regions: {east: {name: EAST-1, city: Boston}, west: {name: WEST-1, city: Reno}}
payments: {btc: {name: Bitcoin BTC}}
""",
    "prices.yaml": """\
prices:
  alpha:
    monthly: 144
    weekly: unknown
    stock: 5
    stock_by_region: {east: 3, west: 2}
    regions: [east, west]
    minimum_order: 1
    node: true
    provisional: false
counts:
  x1: {cards: 1, discount_percent: 0}
  x8: {cards: 8, discount_percent: 10}
""",
    "sizes.yaml": """\
sizes:
  7b: {name: 7B, parameters: 7000000000, cache_shape: s7b, models: [tiny-7b], row: true}
cache_shapes:
  s7b: {layers: 32, kv_heads: 8, head_dim: 128}
contexts:
  8k: {name: 8k, tokens: 8192}
listed_models: {tiny-7b: {name: Tiny 7B}}
""",
    "policy.yaml": """\
policy:
  overhead: {value: 2, unit: GB, why: what the runtime needs, source: log}
  month: {value: 720, unit: h/month, why: thirty days}
""",
    "picks.yaml": """\
picks:
  small: {serving: "{size:7b} on one card", gpu: alpha, count: x1, size: 7b, precision: fp8, context: 8k, why: it fits}
""",
    "figures.yaml": """\
axes: {gpu: gpus, size: sizes, precision: precisions, context: contexts, count: counts, pick: picks, region: regions}
figures:
  bandwidth:
    label: Memory bandwidth
    over: [gpu]
    is: gpu.bandwidth_gb_s
    print: {unit: GB/s, step: 1}
  monthly:
    label: Monthly price
    over: [gpu]
    is: prices.gpu.monthly
    print: {unit: USD/month, step: 1}
  weights:
    label: Weights
    over: [size, precision]
    formula: weights
    inputs: {parameters: size.parameters, width: precision.bytes_per_parameter}
    print: {unit: GB, step: 1}
names: {weights_7b: weights/7b/fp8}
""",
    "claims.yaml": """\
claims:
  alpha_is_faster: {holds: [bandwidth/alpha > bandwidth/beta], otherwise: stop}
""",
    "tables.yaml": """\
tables:
  speed:
    caption: Bandwidth by card
    rows: gpu in gpus
    columns:
      - {header: GPU, name: gpu, sub: [remark]}
      - {header: Bandwidth, figure: bandwidth/gpu}
remarks:
  - {when: [gpu.fp8_tensor_cores = false], text: no FP8}
""",
    "literals.yaml": """\
literals:
  - {text: FP8, reason: number format}
""",
}

OFFERS = """\
gpu,price,currency,seller,region,quantity,taken,expires
alpha,0.50,USD,First Seller,eu-west,4,2026-05-30T09:00Z,
alpha,0.44,USD,Second Seller,us-east,2,2026-05-28T08:30Z,2026-07-01T00:00Z
"""


def card(base: dict[str, str | None] | None = None, **fields: str | None) -> str:
    """Alpha's file, or that of another card, with some fields written otherwise; None leaves a field out."""
    written = {**ALPHA, **(base or {}), **fields}
    return "".join(f"{field}: {text}\n" for field, text in written.items() if text is not None)


def tiny_project() -> Files:
    """Every file of the project, valid."""
    cards = {"data/gpus/alpha.yaml": card(), "data/gpus/beta.yaml": card(dict(BETA))}
    return {**SHARED, **cards, **{f"{SITE_FOLDER}/{name}": text for name, text in OWN.items()}}


def with_offers(files: Files, offers: str = OFFERS) -> Files:
    """The project with an offers feed beside its price list."""
    return {**files, f"{SITE_FOLDER}/offers.csv": offers}


def replaced(files: Files, path: str, old: str, new: str) -> Files:
    """The project with one text of a file put in the place of another; the old one must be there once."""
    assert files[path].count(old) == 1, f"{path} has {old!r} {files[path].count(old)} times"
    return {**files, path: files[path].replace(old, new)}


def write_project(root: Path, files: Files) -> Path:
    """Write the files below `root`, which is given back."""
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return root
