"""The made-up guide of tests/site built for the judge of words, with tables that speak of their rows."""

from __future__ import annotations

from pathlib import Path

from gpuguide.cli import building
from gpuguide.cli.console import Screen
from tests.projects import SITE_FOLDER, Files, replaced
from tests.site.guide import MESSAGES, PAGE, guide_files, write_guide

EN, ZH = "dist/tiny/en/guide/index.html", "dist/tiny/zh/guide/index.html"
_ZH_TEXTS = {
    "fits one card": "一张卡放得下",
    "needs more": "放不下",
    "Weights in FP8": "FP8权重",
    "A [link](to:account) outside, and a **strong** word.": "站外的[链接](to:account)，和一个**重点**。",
    "Cheapest in BF16": "BF16最便宜",
    "Model": "模型",
    "Sizes": "大小",
    "tight": "紧张",
    "How to rent": "怎么租",
    "Cards by region": "各地区的显卡",
    "Regions": "地区",
    "Rent it when": "适合租用",
    "you need it often": "经常要用",
}


PLACES = """\
  places:
    caption: Cards by region
    rows: gpu in prices
    interactive: true
    columns:
      - {header: GPU, name: gpu}
      - {header: Bandwidth, figure: bandwidth/gpu, filter: least}
      - {header: Regions, names: prices.gpu.regions, filter: one}
"""


def words_files() -> Files:
    """The guide with a table whose cells say something, a box, and a link to an address outside."""
    files = guide_files()
    column = "      - {header: Cheapest in BF16,"
    words = "says: [{claim: roomy/size, text: fits one card}, {text: needs more}]"
    said = f"      - {{header: Weights in FP8, figure: weights/size/fp8, {words}}}\n"
    files = replaced(files, f"{SITE_FOLDER}/tables.yaml", column, said + column)
    files[f"{SITE_FOLDER}/tables.yaml"] = files[f"{SITE_FOLDER}/tables.yaml"].replace("tables:\n", f"tables:\n{PLACES}", 1)
    claims = files[f"{SITE_FOLDER}/claims.yaml"]
    files[f"{SITE_FOLDER}/claims.yaml"] = claims + "  roomy: {over: [size], holds: [weights/size/fp8 <= 24], otherwise: hide}\n"
    files[PAGE] = files[PAGE].replace("::table cards\n", "::table cards\n\n::table sizes\n\n::table places\n") + (
        "\n@id rent\n## How to rent\n\nA [link](to:account) outside, and a **strong** word.\n\n"
        "@box yes\n### Rent it when\n\n- you need it often\n"
    )
    files[MESSAGES] += "".join(f'\nmsgid "{source}"\nmsgstr "{text}"\n' for source, text in _ZH_TEXTS.items())
    return files


def build_words(root: Path, project: Path) -> Path:
    """Build the guide strictly, judged and published."""
    write_guide(root, project, words_files())
    assert building.build(root, root / "dist", None, True, Screen(quiet=True)) == 0
    return root
