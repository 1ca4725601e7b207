"""The made-up guide, in English alone, with a calculator, worked by hand.

What is asked: a model, a precision, gigabytes of cache, and a card to look at.

- weights    7B: 14 GB in BF16, 7 GB in FP8; 30B: 60 GB and 30 GB
- cache      one billion bytes for each gigabyte that is typed
- overhead   2 GB
- needed     7B in FP8: 7 GB + 2 GB = 9,000,000,000 B, and 1,000,000,000 B for each gigabyte of cache
- rows       Beta for 100 a month has 12 GB, Alpha for 144 has 24 GB; in FP8 only Alpha counts
"""

from __future__ import annotations

from pathlib import Path

from tests.projects import SITE_FOLDER, Files
from tests.site.guide import FIGURES, PAGE, POLICY, guide_files, write_guide

CALCULATORS_FILE = f"{SITE_FOLDER}/calculators.yaml"
FIGURES_FILE = f"{SITE_FOLDER}/figures.yaml"

CALCULATORS = """\
calculators:
  card:
    fields:
      size: {label: Model, from: size in sizes, start: 7b}
      precision: {label: Precision, from: precision in precisions, start: fp8}
      cache: {label: Gigabytes of cache, for: policy.cache, times: 1000000000, least: 0, most: 1000, decimals: 1, start: 5}
      card: {label: Card, from: gpu in prices, narrows: true}
    results:
      - {label: Weights, figure: weights/size/precision}
      - {label: Cache, figure: cache}
      - {label: Overhead, figure: overhead}
    total: {label: Memory needed, figure: need/size/precision}
    caption: Cards that hold it
    header: GPU
    each: [gpu in prices]
    suits: {precision: [precision != fp8 or gpu.fp8_tensor_cores = true]}
    by: [monthly/gpu]
    holds: [{header: Holds it, need: need/size/precision, room: gpu.memory_gb}]
    columns:
      - {header: Bandwidth, figure: bandwidth/gpu}
      - {header: Weekly, figure: weekly/gpu}
      - {header: Fit of the precision, figure: share/gpu/precision}
    presets: {from: pick in picks, text: serving, sets: {size: pick.size, precision: pick.precision, cache: policy.cache}}
"""

MORE_FIGURES = """\
  cache: {label: Cache, is: policy.cache, print: {unit: GB, step: 0.1}}
  overhead: {label: Overhead, is: policy.overhead, print: {unit: GB, step: 1}}
  share: {label: Width, over: [gpu, precision], is: precision.bytes_per_parameter, print: {unit: B/parameter, step: 1}}
  need:
    label: Memory needed
    over: [size, precision]
    formula: memory_needed
    inputs: {weights: weights/size/precision, cache: cache, overhead: policy.overhead}
    print: {unit: GB, step: 1}
choices:
"""

SOURCE = """\
---
title: "Calculator"
description: "Cards for a model"
---

# Calculator

::calculator card
"""


def formed_files() -> Files:
    """The guide's files with the calculator and a page that puts it."""
    files = guide_files()
    return {
        **files,
        f"{SITE_FOLDER}/site.yaml": files[f"{SITE_FOLDER}/site.yaml"].replace("locales: [en, zh]", "locales: [en]"),
        f"{SITE_FOLDER}/policy.yaml": POLICY + "  cache: {value: 5, unit: GB, why: what requests take}\n",
        FIGURES_FILE: FIGURES.replace("choices:\n", MORE_FIGURES, 1),
        CALCULATORS_FILE: CALCULATORS,
        PAGE: SOURCE,
    }


def write_formed(root: Path, project: Path, files: Files | None = None) -> Path:
    """Write the project below `root`."""
    return write_guide(root, project, files if files is not None else formed_files())
