"""The made-up guide, in English alone, with one chart of each kind, worked by hand.

- rates     512 and 256 GB/s: 100 and 50 of a hundred; a mark at 1024 would be the greatest, so there is none
- memory    weights in FP8, 5 GB of cache, 2 GB of overhead: 14, 21 and 35 GB; ticks every 10 GB to 40 GB
            7 of 40 is 17.5, 12 of 40 is 30, 14 of 40 is 35; marks at 24 GB (60) and 12 GB (30)
- growth    BF16 takes 14, 28 and 56 GB, FP8 half; ticks every 20 GB to 60 GB; 7B, 14B and 28B double, so on a logarithmic axis
            they lie at 0, 50 and 100. 14 of 60 is 23.3, from the top 76.7; 28 is 46.7, 53.3; 56 is 93.3, 6.7; 7 is 11.7, 88.3
- prices    512 between 200 and 1000 on a logarithmic axis: ln 2.56 / ln 5 = 0.5841; 256: ln 1.28 / ln 5 = 0.1534;
            144 of 150 is 96, from the top 4; 100 of 150 is 66.7, from the top 33.3
"""

from __future__ import annotations

from pathlib import Path

from tests.projects import SITE_FOLDER, Files
from tests.site.guide import FIGURES, PAGE, POLICY, guide_files, write_guide

CHARTS_FILE = f"{SITE_FOLDER}/charts.yaml"

SIZES = """\
sizes:
  7b: {name: 7B, parameters: 7000000000, cache_shape: s7b, models: [tiny-7b], row: true}
  14b: {name: 14B, parameters: 14000000000, cache_shape: s7b, models: [], row: true}
  28b: {name: 28B, parameters: 28000000000, cache_shape: s7b, models: [], row: true}
cache_shapes:
  s7b: {layers: 32, kv_heads: 8, head_dim: 128}
contexts:
  8k: {name: 8k, tokens: 8192}
listed_models: {tiny-7b: {name: Tiny 7B}}
"""

CHARTS = """\
charts:
  rates:
    kind: bars
    finding:
      - {claim: alpha_is_faster, text: "{gpu:alpha} is the fastest"}
      - {text: Bandwidth by card}
    subject: Memory bandwidth
    header: GPU
    rows: gpu in prices
    series:
      - {figure: bandwidth/gpu, label: Bandwidth}
    across: {label: Bandwidth, unit: GB/s}
  memory:
    kind: stacked
    finding: [{text: Weights are most of it}]
    subject: Memory by term
    header: Model
    rows: size in sizes
    series:
      - {figure: weights/size/fp8, label: Weights}
      - {figure: cache/size, label: Cache}
      - {figure: overhead/size, label: Overhead}
    total: need/size
    across: {label: Memory, unit: GB}
    marks_label: Cards
    marks:
      - {figure: gpus.alpha.memory_gb}
      - {figure: gpus.beta.memory_gb, text: "{gpu:beta}"}
  growth:
    kind: lines
    finding: [{text: Twice the model needs twice the weights}]
    subject: Weights by model
    header: Model
    rows: size in sizes
    series:
      - {figure: weights/size/bf16, label: BF16}
      - {figure: weights/size/fp8, label: FP8}
    across: {figure: size.parameters, name: size, label: Model, unit: parameter, scale: log}
    up: {label: Weights, unit: GB}
    marks:
      - {figure: gpus.alpha.memory_gb, text: "{gpu:alpha}"}
  prices:
    kind: scatter
    finding: [{text: The faster card costs more}]
    subject: Bandwidth and price
    header: GPU
    rows: gpu in prices
    across: {figure: bandwidth/gpu, label: Bandwidth, unit: GB/s, scale: log}
    up: {figure: monthly/gpu, label: Price a month, unit: USD/month}
"""

MORE_FIGURES = """\
  cache: {label: Cache, over: [size], is: policy.cache, print: {unit: GB, step: 1}}
  overhead: {label: Overhead, over: [size], is: policy.overhead, print: {unit: GB, step: 1}}
  need:
    label: Memory needed
    over: [size]
    formula: memory_needed
    inputs: {weights: weights/size/fp8, cache: policy.cache, overhead: policy.overhead}
    print: {unit: GB, step: 1}
choices:
"""

SOURCE = """\
---
title: "Charts"
description: "Charts of cards"
---

# Charts

::chart rates

::chart memory

::chart growth

::chart prices
"""


def charted_files() -> Files:
    """The guide's files with the charts and a page that puts them."""
    files = guide_files()
    return {
        **files,
        f"{SITE_FOLDER}/site.yaml": files[f"{SITE_FOLDER}/site.yaml"].replace("locales: [en, zh]", "locales: [en]"),
        f"{SITE_FOLDER}/sizes.yaml": SIZES,
        f"{SITE_FOLDER}/policy.yaml": POLICY + "  cache: {value: 5, unit: GB, why: what requests take}\n",
        f"{SITE_FOLDER}/figures.yaml": FIGURES.replace("choices:\n", MORE_FIGURES),
        CHARTS_FILE: CHARTS,
        PAGE: SOURCE,
    }


def write_charted(root: Path, project: Path) -> Path:
    """Write the project below `root`."""
    return write_guide(root, project, charted_files())
