"""A tiny project with one page in two languages, written by hand: the judge's clean case.

Every number below was computed with pencil and paper, none by the code under test:

- memory/7b      7,000,000,000 x 2 B = 14 GB
- bandwidth      2000 GB/s = 2 TB/s; 900 GB/s stays in GB/s
- hour/alpha     1500 / 720 = 2.08333... -> 2.08
- tokens         20 TB / 100 B = 200,000,000,000
- share          390 / 1500 = 26 %
- cheapest/7b    14 GB fits both cards; Beta costs 390, Alpha 1500
"""

from __future__ import annotations

import json
from pathlib import Path

SITE = "tiny"

FIGURES_YAML = """\
axes: {gpu: gpus, size: sizes, count: counts}
figures:
  memory:
    label: Memory needed
    over: [size]
    formula: weights
    inputs: {parameters: size.parameters, width: policy.width}
    print: {unit: GB, step: 1}
  bandwidth:
    label: Bandwidth
    over: [gpu]
    is: gpu.bandwidth_gb_s
    print:
      - {unit: TB/s, step: 0.01, at_least: 1, trim: true}
      - {unit: GB/s, step: 1}
  monthly: {label: Monthly, over: [gpu], is: prices.gpu.monthly, print: {unit: USD/month, step: 1}}
  weekly: {label: Weekly, over: [gpu], is: prices.gpu.weekly, print: {unit: USD/week, step: 1}}
  hour:
    label: An hour
    over: [gpu]
    formula: hourly
    inputs: {price: printed monthly/gpu, hours: policy.month_hours}
    print: {unit: USD/h, step: 0.01}
  tokens:
    label: Tokens
    formula: tokens_in_traffic
    inputs: {traffic: policy.traffic, bytes_per_token: policy.bytes_per_token}
    print: {unit: token, step: 1000000000, form: compact-long}
  share:
    label: Share
    formula: ratio
    inputs: {part: monthly/beta, whole: monthly/alpha}
    print: {unit: "%", step: 1}
choices:
  cheapest:
    over: [size]
    each: [gpu in prices, count]
    steps: [[count = x1, memory/size <= gpu.memory_gb]]
    by: [monthly/gpu]
lists:
  all_cards: {rows: gpu in prices, sort: -bandwidth/gpu}
names: {memory_7b: memory/7b}
"""

DATA = {
    "data/gpus/alpha.yaml": """\
name: Alpha 80
vendor: acme
memory_gb: 80
bandwidth_gb_s: 2000
fp4_dense_tflops: not_published
cites: {memory_gb: [acme-sheet], bandwidth_gb_s: [acme-sheet]}
""",
    "data/gpus/beta.yaml": """\
name: Beta 24
vendor: acme
memory_gb: 24
bandwidth_gb_s: 900
fp4_dense_tflops: none
cites: {memory_gb: [acme-sheet], bandwidth_gb_s: [acme-sheet]}
""",
    "data/vocabulary.yaml": "vendors: {acme: {name: Acme}}\n",
    "data/sources.yaml": "sources: {acme-sheet: {title: Acme data sheet, kind: datasheet, recorded: 2026-01-02}}\n",
    "data/locales.yaml": """\
locales:
  en: {babel: en, tag: en, og: en_US, segment: en, name: English, decimal: ".", group: ",", server: "{n}x {name}",
       dash: "—", scale_words: {billion: 1000000000}}
  zh: {babel: zh_Hans, tag: zh-Hans, og: zh_CN, segment: zh, name: 简体中文, decimal: ".", group: ",", server: "{n}×{name}",
       dash: "—", scale_words: {亿: 100000000}}
""",
    "data/units.yaml": """\
units:
  GB: {"*": "{n} GB"}
  GB/s: {"*": "{n} GB/s"}
  TB/s: {"*": "{n} TB/s"}
  "%": {"*": "{n}%"}
  token: {en: "{n} tokens", zh: "{n}个token"}
  USD/month: {en: "${n}", zh: {prose: "{n}美元", table: "${n}"}}
  USD/week: {en: "${n}", zh: {prose: "{n}美元", table: "${n}"}}
  USD/h: {en: "${n}", zh: {prose: "{n}美元", table: "${n}"}}
""",
    "data/sites/tiny/site.yaml": """\
site:
  name: Tiny
  origin: https://tiny.example
  as_of: 2026-09-01
  updated: 2026-09-01
  locales: [en, zh]
  home: guide
pages:
  guide: {nav: true}
""",
    "data/sites/tiny/prices.yaml": """\
prices:
  alpha: {monthly: 1500, weekly: unknown}
  beta: {monthly: 390, weekly: 110}
counts:
  x1: {cards: 1, discount_percent: 0}
  x2: {cards: 2, discount_percent: 5}
""",
    "data/sites/tiny/sizes.yaml": "sizes:\n  7b: {name: 7B, parameters: 7000000000}\n",
    "data/sites/tiny/policy.yaml": """\
policy:
  width: {value: 2, unit: B/parameter, why: sixteen bits}
  month_hours: {value: 720, unit: h/month, why: thirty days}
  traffic: {value: 20, unit: TB, why: included}
  bytes_per_token: {value: 100, unit: B/token, why: about}
""",
    "data/sites/tiny/claims.yaml": """\
claims:
  alpha_is_faster: {holds: [bandwidth/alpha > bandwidth/beta], otherwise: stop}
  beta_is_roomy: {holds: [memory/7b < gpus.beta.memory_gb], otherwise: hide}
  beta_is_full: {holds: [memory/7b > 20], otherwise: hide}
""",
    "data/sites/tiny/literals.yaml": "literals:\n  - {text: FP8, reason: number format}\n",
    "data/sites/tiny/figures.yaml": FIGURES_YAML,
    "locales/zh/LC_MESSAGES/tiny.po": """\
msgid ""
msgstr ""
"Language: zh_Hans\\n"
"Content-Type: text/plain; charset=UTF-8\\n"

#: templates/pages/tiny/guide.md
msgid "A model needs {memory_7b} of **memory**."
msgstr "模型需要{memory_7b}**显存**。"

msgid "[Read on](#cards): what does it cost?"
msgstr "[继续](#cards)：要多少钱？"
""",
    "locales/zh/LC_MESSAGES/engine.po": """\
msgid ""
msgstr ""
"Language: zh_Hans\\n"
"Content-Type: text/plain; charset=UTF-8\\n"

msgid "Source:"
msgstr "来源："
""",
}

_HEAD = """\
<!doctype html>
<html lang="{tag}">
<head>
<meta charset="utf-8">
<title>{title}</title>
<meta name="description" content="{description}">
<meta property="og:title" content="{title}">
<meta property="og:locale" content="{og}">
<link rel="canonical" href="https://tiny.example/{segment}/guide/">
<link rel="alternate" hreflang="en" href="https://tiny.example/en/guide/">
<link rel="alternate" hreflang="zh-Hans" href="https://tiny.example/zh/guide/">
<link rel="alternate" hreflang="x-default" href="https://tiny.example/en/guide/">
<link rel="stylesheet" href="/assets/site.0a1b2c.css">
</head>
"""

_EN = (
    _HEAD.format(
        tag="en",
        og="en_US",
        segment="en",
        title="Guide: 14\u00a0GB for a 7B model",
        description="Cards by price, in FP8",
    )
    + """\
<body>
<h1>Which card for the model that you have</h1>
<p id="memory">The <span data-name="sizes/7b">7B</span> model needs <a href="#d-memory"><data value="14" data-figure="memory/7b"
 data-unit="GB">14&nbsp;GB</data></a> of memory in FP8, and the cheapest card that holds it is the
 <span data-name="gpus/beta" data-choice="cheapest/7b">Beta 24</span>. It is not the fastest of the cards that we have.</p>
<p data-claim="alpha_is_faster beta_is_roomy">The <span data-name="gpus/alpha">Alpha 80</span> reads
 <data value="2" data-figure="bandwidth/alpha" data-unit="TB/s">2&nbsp;TB/s</data>, which is more than the other.</p>
<p data-unless="beta_is_full">The included traffic is enough for <data value="200000000000" data-figure="tokens"
 data-unit="token">200&nbsp;billion&nbsp;tokens</data>, and a pair is <span data-name="server/beta/x2">2x Beta 24</span>.</p>
<table id="cards" aria-label="All cards">
<tr><th scope="col">Card</th><th scope="col">Bandwidth</th><th scope="col">Weekly</th><th scope="col">Hour</th></tr>
<tr><th scope="row"><span data-name="gpus/alpha">Alpha 80</span></th>
<td><data value="2" data-figure="bandwidth/alpha" data-unit="TB/s" data-form="table">2&nbsp;TB/s</data></td>
<td><span data-figure="weekly/alpha" data-absent="unknown">—</span></td>
<td><data value="2.0833333333333333333" data-figure="hour/alpha" data-unit="USD/h" data-form="table">$2.08</data></td></tr>
<tr><th scope="row"><span data-name="gpus/beta">Beta 24</span></th>
<td><data value="900" data-figure="bandwidth/beta" data-unit="GB/s" data-form="table">900&nbsp;GB/s</data></td>
<td><data value="110" data-figure="weekly/beta" data-unit="USD/week" data-form="bare">110</data></td>
<td><data value="0.54166666666666666667" data-figure="hour/beta" data-unit="USD/h" data-form="working">$0.541667</data></td></tr>
</table>
<p id="d-memory"><data value="7000000000" data-figure="sizes.7b.parameters" data-unit="parameter"
 data-form="working">7,000,000,000</data> × <data value="2" data-figure="constant/2">2</data>, and
 <data value="26" data-figure="share" data-unit="%">26%</data> of the price.</p>
<p>Updated <time datetime="2026-09-01" data-fact="site.updated">September 1, 2026</time>.
 <a href="../../zh/guide/" lang="zh-Hans" hreflang="zh-Hans">简体中文</a> <code>run --all</code></p>
</body>
</html>
"""
)

_ZH = (
    _HEAD.format(
        tag="zh-Hans", og="zh_CN", segment="zh", title="指南：7B模型要14\u00a0GB", description="按价格选卡，使用FP8"
    )
    + """\
<body>
<h1>你的模型应该选哪张显卡</h1>
<p id="memory"><span data-name="sizes/7b">7B</span>模型在FP8下需要<a href="#d-memory"><data value="14" data-figure="memory/7b"
 data-unit="GB">14&nbsp;GB</data></a>显存，装得下它的最便宜的显卡是<span data-name="gpus/beta"
 data-choice="cheapest/7b">Beta 24</span>。它不是我们这里最快的显卡，但是对于这个模型来说已经完全够用了。</p>
<p data-claim="alpha_is_faster beta_is_roomy"><span data-name="gpus/alpha">Alpha 80</span>每秒能够读取<data
 value="2" data-figure="bandwidth/alpha" data-unit="TB/s">2&nbsp;TB/s</data>，比另一张显卡快得多。</p>
<p data-unless="beta_is_full">套餐内的流量足够传输<data value="200000000000" data-figure="tokens"
 data-unit="token">2000亿个token</data>，两张显卡写作<span data-name="server/beta/x2">2×Beta 24</span>。</p>
<table id="cards" aria-label="全部显卡">
<tr><th scope="col">显卡</th><th scope="col">带宽</th><th scope="col">周价</th><th scope="col">时价</th></tr>
<tr><th scope="row"><span data-name="gpus/alpha">Alpha 80</span></th>
<td><data value="2" data-figure="bandwidth/alpha" data-unit="TB/s" data-form="table">2&nbsp;TB/s</data></td>
<td><span data-figure="weekly/alpha" data-absent="unknown">—</span></td>
<td><data value="2.0833333333333333333" data-figure="hour/alpha" data-unit="USD/h" data-form="table">$2.08</data></td></tr>
<tr><th scope="row"><span data-name="gpus/beta">Beta 24</span></th>
<td><data value="900" data-figure="bandwidth/beta" data-unit="GB/s" data-form="table">900&nbsp;GB/s</data></td>
<td><data value="110" data-figure="weekly/beta" data-unit="USD/week" data-form="bare">110</data></td>
<td><data value="0.54166666666666666667" data-figure="hour/beta" data-unit="USD/h" data-form="working">0.541667美元</data></td></tr>
</table>
<p id="d-memory"><data value="7000000000" data-figure="sizes.7b.parameters" data-unit="parameter"
 data-form="working">7,000,000,000</data> × <data value="2" data-figure="constant/2">2</data>，价格的<data value="26"
 data-figure="share" data-unit="%">26%</data>。</p>
<p>更新于<time datetime="2026-09-01" data-fact="site.updated">2026年9月1日</time>。
<a href="../../en/guide/" lang="en" hreflang="en">English</a> <code>run --all</code></p>
</body>
</html>
"""
)


def _records(locale: str) -> dict[str, object]:
    """What the build would say that it printed on the page of a locale."""
    zh = locale == "zh"
    return {
        "locale": locale,
        "page": "guide",
        "figures": [
            ["memory/7b", "GB", "", "14\u00a0GB", "title"],
            ["memory/7b", "GB", "", "14\u00a0GB", "text"],
            ["bandwidth/alpha", "TB/s", "", "2\u00a0TB/s", "text"],
            ["tokens", "token", "", "2000亿个token" if zh else "200\u00a0billion\u00a0tokens", "text"],
            ["bandwidth/alpha", "TB/s", "table", "2\u00a0TB/s", "text"],
            ["weekly/alpha", "USD/week", "table", "—", "text"],
            ["hour/alpha", "USD/h", "table", "$2.08", "text"],
            ["bandwidth/beta", "GB/s", "table", "900\u00a0GB/s", "text"],
            ["weekly/beta", "USD/week", "bare", "110", "text"],
            ["hour/beta", "USD/h", "working", "0.541667美元" if zh else "$0.541667", "text"],
            ["sizes.7b.parameters", "parameter", "working", "7,000,000,000", "text"],
            ["constant/2", "", "", "2", "text"],
            ["share", "%", "", "26%", "text"],
        ],
        "names": [
            ["sizes/7b", "7B", "title"],
            ["sizes/7b", "7B", "text"],
            ["gpus/beta", "Beta 24", "text"],
            ["gpus/alpha", "Alpha 80", "text"],
            ["server/beta/x2", "2×Beta 24" if zh else "2x Beta 24", "text"],
            ["gpus/alpha", "Alpha 80", "text"],
            ["gpus/beta", "Beta 24", "text"],
        ],
        "dates": [["2026-09-01", "2026年9月1日" if zh else "September 1, 2026", "text"]],
        "literals": {"FP8": 1},
    }


def _figure(
    value: str, printed: str, unit: str, inputs: dict[str, str], formula: str | None = None
) -> dict[str, object]:
    common = {"sources": ["acme-sheet"], "place": "data/sites/tiny/figures.yaml:3:3", "absent": None}
    return {"value": value, "printed": printed, "unit": unit, "formula": formula, "inputs": inputs, **common}


FIGURES_JSON = {
    "site": "tiny",
    "as_of": "2026-09-01",
    "figures": {
        "memory/7b": _figure("14", "14", "GB", {"parameters": "sizes.7b.parameters", "width": "policy.width"}, "weights"),
        "bandwidth/alpha": _figure("2", "2", "TB/s", {"is": "gpus.alpha.bandwidth_gb_s"}),
        "bandwidth/beta": _figure("900", "900", "GB/s", {}),
        "weekly/beta": _figure("110", "110", "USD/week", {"is": "prices.beta.weekly"}),
        "weekly/alpha": {
            "value": None, "printed": None, "unit": "USD/week", "formula": None, "inputs": {"is": "prices.alpha.weekly"},
            "sources": [], "place": "data/sites/tiny/prices.yaml:2:30", "absent": "unknown",
        },
        "hour/alpha": _figure(
            "2.0833333333333333333", "2.08", "USD/h", {"price": "printed monthly/alpha", "hours": "policy.month_hours"}, "hourly"
        ),
        "hour/beta": _figure(
            "0.54166666666666666667", "0.54", "USD/h", {"price": "printed monthly/beta", "hours": "policy.month_hours"}, "hourly"
        ),
        "tokens": _figure(
            "200000000000", "200000000000", "token",
            {"traffic": "policy.traffic", "bytes_per_token": "policy.bytes_per_token"}, "tokens_in_traffic",
        ),
        "share": _figure("26", "26", "%", {"part": "monthly/beta", "whole": "monthly/alpha"}, "ratio"),
        "sizes.7b.parameters": _figure("7000000000", "7000000000", "parameter", {}),
        "policy.width": _figure("2", "2", "B/parameter", {}),
    },
    "choices": {"cheapest/7b": {"gpu": "beta", "count": "x1"}},
    "claims": {"alpha_is_faster": True, "beta_is_roomy": True, "beta_is_full": False},
}  # fmt: skip

BUILT = {
    "dist/tiny/en/guide/index.html": _EN,
    "dist/tiny/zh/guide/index.html": _ZH,
    "dist/tiny/index.html": '<!doctype html><html lang="en"><title>Tiny</title><a href="en/guide/">English</a></html>\n',
    "dist/tiny/assets/site.0a1b2c.css": "body { margin: 1em }\n",
    "dist/tiny/figures.json": json.dumps(FIGURES_JSON, ensure_ascii=False, indent=1),
    "dist/tiny/records.json": json.dumps(
        {"pages": {f"{locale}/guide/index.html": _records(locale) for locale in ("en", "zh")}}, ensure_ascii=False
    ),
}


def write_example(project: Path) -> None:
    """Write the clean project, data and build, into an empty folder."""
    for name, text in {**DATA, **BUILT}.items():
        path = project / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
