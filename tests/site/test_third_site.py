"""A third company is a folder of data, pages and messages: no Python is touched, none knows its name."""

from pathlib import Path

import pytest
from bs4 import BeautifulSoup

from gpuguide.cli import building
from gpuguide.cli.console import Screen
from tests.projects import tiny_project, write_project
from tests.site.guide import write_guide

FOLDER = "data/sites/third-hub"
PAGE = "templates/pages/third-hub/cards.md"

SITE = """\
site:
  name: Third Hub
  operator: Third Hub SA
  origin: https://third-hub.example
  as_of: 2026-06-01
  updated: 2026-05-20
  locales: [en]
  brand: third-hub
  home: cards
pages: {cards: {nav: true}}
"""

PRICED = {
    f"{FOLDER}/site.yaml": SITE,
    f"{FOLDER}/prices.yaml": """\
prices:
  alpha: {monthly: 1440, weekly: unknown, stock: unknown, stock_by_region: unknown, regions: [], minimum_order: 1, node: false,
    provisional: false}
""",
    f"{FOLDER}/policy.yaml": "policy:\n  month: {value: 720, unit: h/month, why: thirty days}\n",
    f"{FOLDER}/figures.yaml": """\
axes: {gpu: gpus}
figures:
  monthly: {label: Monthly price, over: [gpu], is: prices.gpu.monthly, print: {unit: USD/month, step: 1}}
  hour:
    label: Price of an hour
    over: [gpu]
    formula: hourly
    inputs: {price: monthly/gpu, hours: policy.month}
    print: {unit: USD/h, step: 0.01}
""",
    f"{FOLDER}/claims.yaml": "claims:\n  one_dollar_is_above: {holds: [hour/alpha > 1], otherwise: stop}\n",
    f"{FOLDER}/tables.yaml": """\
tables:
  cards:
    caption: Cards
    rows: gpu in prices
    columns:
      - {header: Card, name: gpu}
      - {header: Monthly, figure: monthly/gpu}
""",
    PAGE: """\
---
title: "Rent {gpu:alpha}"
description: "{monthly/alpha} a month"
---

# Cards

@claim one_dollar_is_above
{gpu:alpha} costs {hour/alpha} an hour.

@id cards
## Table

::table cards
""",
}

TRADED = {
    f"{FOLDER}/site.yaml": SITE + "listings: {alpha: {name: Alpha Card}, beta: {name: Beta Card}}\n",
    f"{FOLDER}/offers.csv": """\
gpu,price,currency,seller,region,quantity,taken,expires
alpha,0.50,USD,First Seller,eu-west,4,2026-05-30T09:00Z,
alpha,0.44,USD,Second Seller,us-east,2,2026-05-28T08:30Z,2026-07-01T00:00Z
""",
    f"{FOLDER}/policy.yaml": "policy:\n  offer_age_limit: {value: 7, unit: day, why: offers age}\n",
    f"{FOLDER}/figures.yaml": """\
axes: {gpu: gpus}
figures:
  from: {label: Lowest offer, over: [gpu], is: offers.gpu.price, print: {unit: USD/GPU-h, step: 0.01}}
""",
    f"{FOLDER}/tables.yaml": """\
tables:
  cards:
    caption: Cards
    rows: gpu in listings
    columns:
      - {header: Card, name: gpu}
      - {header: From, figure: from/gpu}
""",
    PAGE: """\
---
title: Cards by the hour
description: "Alpha from {from/alpha} an hour"
---

# Cards

Offers of {date:feed.taken}.

@id cards
## Table

::table cards
""",
}


@pytest.fixture
def third(tmp_path: Path, project_root: Path) -> Path:
    """A project with the engine's own templates and languages, the made-up cards, and no site."""
    shared = {name: text for name, text in tiny_project().items() if not name.startswith("data/sites/")}
    brand = {"templates/assets/brands/third-hub.css": ":root { --brand: #822; }\n"}
    return write_guide(tmp_path / "third", project_root, {**shared, **brand})


def built(root: Path, files: dict[str, str]) -> BeautifulSoup:
    """The page of the site that these files declare, built strictly, judged and published."""
    write_project(root, files)
    assert building.build(root, root / "dist", None, True, Screen(quiet=True)) == 0
    page = root / "dist/third-hub/en/cards/index.html"
    return BeautifulSoup(page.read_text(encoding="utf-8"), "html.parser")


def cells(page: BeautifulSoup) -> list[str]:
    return [cell.get_text() for cell in page.select("tbody th, tbody td")]


def test_a_site_with_a_price_list_is_a_folder_of_data(third: Path, capfd: pytest.CaptureFixture[str]):
    """One page in one language: 1440 / 720 = 2."""
    page = built(third, PRICED)
    assert page.html is not None
    assert page.html["lang"] == "en"
    assert page.title is not None
    assert page.title.get_text().startswith("Rent Alpha")
    assert "Alpha costs $2.00 an hour." in page.get_text()
    assert cells(page) == ["Alpha", "1,440"]
    assert capfd.readouterr().err == ""


def test_a_site_that_trades_by_offers_is_one_too(third: Path):
    """The lowest offer of a card, its moment, and words where nobody offers a card."""
    page = built(third, TRADED)
    assert cells(page) == ["Alpha Card", "0.44", "Beta Card", "no offer now"]
    assert "Offers of May 30, 2026, 09:00\u00a0UTC." in page.get_text()
