"""The made-up project of tests/projects.py with a page to build: two cards, two sizes, one page in English and Chinese.

Worked by hand, none of it by the code under test:

- weights   7B x 1 B = 7 GB in FP8, 14 GB in BF16; 30B: 30 GB and 60 GB
- cheapest  7B in FP8: 7 GB is within both cards, Beta (100) costs less than Alpha (144); in BF16 14 GB fits Alpha's 24 GB only;
            30B fits neither card
- hour      144 / 720 = 0.2; 100 / 720 = 0.138888… -> 0.14
- stream    20 TB / 100 B = 200,000,000,000 tokens
"""

from __future__ import annotations

import shutil
from pathlib import Path

import polib

from gpuguide.site.build import engine_messages
from tests.projects import BETA, OWN, SITE, SITE_FOLDER, Files, card, tiny_project, write_project

HERE = Path(__file__).parent
PAGE = f"templates/pages/{SITE}/guide.md"
MESSAGES = f"locales/zh/LC_MESSAGES/{SITE}.po"

SITE_YAML = (
    OWN["site.yaml"]
    .replace("locales: [en]", "locales: [en, zh]")
    .replace("pages: {guide: {nav: true}}", "pages: {guide: {nav: true}, later: {nav: true}}")
)

PRICES = """\
prices:
  alpha: {monthly: 144, weekly: unknown, stock: 5, stock_by_region: {east: 3, west: 2}, regions: [east, west], minimum_order: 1,
    node: true, provisional: false}
  beta: {monthly: 100, weekly: 30, stock: unknown, stock_by_region: unknown, regions: [east], minimum_order: 1, node: false,
    provisional: false}
counts:
  x1: {cards: 1, discount_percent: 0}
  x8: {cards: 8, discount_percent: 10}
"""

SIZES = """\
sizes:
  7b: {name: 7B, parameters: 7000000000, cache_shape: s7b, models: [tiny-7b], row: true}
  30b: {name: 30B, parameters: 30000000000, cache_shape: s7b, models: [], row: true}
cache_shapes:
  s7b: {layers: 32, kv_heads: 8, head_dim: 128}
contexts:
  8k: {name: 8k, tokens: 8192}
listed_models: {tiny-7b: {name: Tiny 7B}}
"""

POLICY = """\
policy:
  overhead: {value: 2, unit: GB, why: what the runtime needs}
  month: {value: 720, unit: h/month, why: hours of a month}
  traffic: {value: 20, unit: TB, why: what is included}
  bytes_per_token: {value: 100, unit: B/token, why: about what a token weighs}
"""

FIGURES = """\
axes: {gpu: gpus, size: sizes, precision: precisions, context: contexts, count: counts, pick: picks, region: regions}
figures:
  bandwidth: {label: Memory bandwidth, over: [gpu], is: gpu.bandwidth_gb_s, print: {unit: GB/s, step: 1}}
  monthly: {label: Monthly price, over: [gpu], is: prices.gpu.monthly, print: {unit: USD/month, step: 1}}
  weekly: {label: Weekly price, over: [gpu], is: prices.gpu.weekly, print: {unit: USD/week, step: 1}}
  hour:
    label: Price of an hour
    over: [gpu]
    formula: hourly
    inputs: {price: printed monthly/gpu, hours: policy.month}
    print: {unit: USD/h, step: 0.01}
  fp8_rate: {label: FP8 rate, over: [gpu], is: gpu.fp8_dense_tflops, print: {unit: TFLOPS, step: 1}}
  mixed:
    label: A figure with two units
    over: [gpu]
    is: gpu.bandwidth_gb_s
    print: [{unit: TB/s, step: 0.01, at_least: 0.5}, {unit: GB/s, step: 1}]
  weights:
    label: Weights
    over: [size, precision]
    formula: weights
    inputs: {parameters: size.parameters, width: precision.bytes_per_parameter}
    print: {unit: GB, step: 1}
  stream:
    label: Tokens in the traffic
    formula: tokens_in_traffic
    inputs: {traffic: policy.traffic, bytes_per_token: policy.bytes_per_token}
    print: {unit: token, step: 1000000000, form: compact-long}
choices:
  cheapest:
    over: [size, precision]
    each: [gpu in prices, count]
    steps: [[count = x1, weights/size/precision <= gpu.memory_gb]]
    by: [monthly/gpu]
  eight:
    each: [gpu in prices, count]
    steps: [[count = x8]]
    by: [-monthly/gpu]
lists:
  by_price: {rows: gpu in prices, sort: -monthly/gpu}
names: {weights_7b: weights/7b/fp8}
"""

CLAIMS = """\
claims:
  alpha_is_faster: {holds: [bandwidth/alpha > bandwidth/beta], otherwise: stop}
  beta_holds_it: {holds: [weights/7b/fp8 <= gpus.beta.memory_gb], otherwise: hide}
  tight: {over: [size, precision], chosen: cheapest/size/precision, holds: [weights/size/precision > 10], otherwise: hide}
"""

TABLES = """\
tables:
  cards:
    caption: Cards by bandwidth
    rows: gpu in prices
    sort: -bandwidth/gpu
    worked: beta
    columns:
      - {header: GPU, name: gpu, sub: [architecture, memory_type, remark]}
      - {header: Bandwidth, figure: bandwidth/gpu}
      - {header: Monthly, figure: monthly/gpu, unit: cell}
      - {header: Weekly, figure: weekly/gpu}
      - {header: An hour, figure: hour/gpu}
      - {header: FP8, figure: fp8_rate/gpu}
  sizes:
    caption: Sizes
    rows: size in sizes
    columns:
      - {header: Model, name: size, sub: [models]}
      - {header: Cheapest in BF16, choice: cheapest/size/bf16, with: weights/size/bf16, mark: tight/size/bf16, mark_text: tight}
  picks:
    caption: Picks
    rows: pick in picks
    columns:
      - {header: Serving, text: serving, sub: [why]}
      - {header: Pick, server: [pick.gpu, pick.count]}
  mixed:
    caption: Two units in one column
    rows: gpu in prices
    columns:
      - {header: GPU, name: gpu}
      - {header: Bandwidth, figure: mixed/gpu}
remarks:
  - {when: [gpu.fp8_tensor_cores = false], text: no FP8}
  - {when: [gpu.tdp_w <= 75], text: "{gpus.gpu.tdp_w}"}
"""

LITERALS = """\
literals:
  - {text: FP8, reason: number format}
  - {text: BF16, reason: number format}
  - {text: vLLM 0.9, reason: software version}
  - {text: vLLM 0.9 rc1, reason: software version}
"""


def guide_files() -> Files:
    """The project's own files: data, page and Chinese messages."""
    own = {
        "site.yaml": SITE_YAML,
        "prices.yaml": PRICES,
        "sizes.yaml": SIZES,
        "policy.yaml": POLICY,
        "figures.yaml": FIGURES,
        "claims.yaml": CLAIMS,
        "tables.yaml": TABLES,
        "literals.yaml": LITERALS,
    }
    return {
        **tiny_project(),
        "data/gpus/beta.yaml": card({**BETA, "tdp_w": "150"}),
        **{f"{SITE_FOLDER}/{name}": text for name, text in own.items()},
        "templates/assets/brands/tiny.css": ":root { --brand: #246; }\n",
        PAGE: (HERE / "guide.md").read_text(encoding="utf-8"),
        MESSAGES: (HERE / "guide.zh.po").read_text(encoding="utf-8"),
    }


def write_guide(root: Path, project: Path, files: Files | None = None) -> Path:
    """Write the project below `root`, with the languages, units and templates of the real project."""
    for folder in ("layouts", "components", "assets"):
        shutil.copytree(project / "templates" / folder, root / "templates" / folder)
    write_project(root, files if files is not None else guide_files())
    for name in ("data/locales.yaml", "data/units.yaml", "locales/engine.pot", "locales/zh/LC_MESSAGES/engine.po"):
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(project / name, root / name)
    _complete(root)
    return root


def _complete(root: Path) -> None:
    """Give the engine's words that nobody has translated yet a stand-in, so that only real builds wait for translators."""
    path = root / "locales/zh/LC_MESSAGES/engine.po"
    catalog = polib.pofile(str(path))
    for message in engine_messages(root):
        entry = catalog.find(message.text)
        if entry is None:
            entry = polib.POEntry(msgid=message.text)
            catalog.append(entry)
        if not entry.translated():
            entry.msgstr, entry.flags = f"待译：{message.text}", []
    catalog.save(str(path))
