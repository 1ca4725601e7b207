"""Structured data of a small shop that the engine built: the way to a page, questions and answers, a card with its price.

One site in English, with a page of what is asked and a page for each card. 1440 / 720 = 2 dollars an hour. A defect is put
into the built page; the judge compares with the data.
"""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from gpuguide.checks import judge_site
from gpuguide.cli import building
from gpuguide.cli.console import Screen
from tests.projects import replaced, tiny_project, write_project
from tests.site.guide import write_guide
from tests.site.test_third_site import FOLDER, PRICED

CARD = """\
---
title: "{gpu:gpu} by the month"
nav: "{gpu:gpu}"
description: "{gpu:gpu} for {monthly/gpu} a month"
---

# {gpu:gpu}

It costs {hour/gpu} an hour.
"""

QUESTIONS = """
@id asked
@faq
## What do people ask?

### What does one card cost?

{gpu:alpha} costs {monthly/alpha} a month.

- By the hour that is {hour/alpha}.

### Is there a discount?

No.
"""

ALPHA, CARDS = "dist/third-hub/en/gpus/alpha/index.html", "dist/third-hub/en/cards/index.html"

DEFECTS = [
    ("price", ALPHA, '"price": "1440"', '"price": "1340"'),
    ("currency", ALPHA, '"priceCurrency": "USD"', '"priceCurrency": "EUR"'),
    ("card", ALPHA, '"Product", "name": "Alpha"', '"Product", "name": "Beta"'),
    ("seller", ALPHA, '"Organization", "name": "Third Hub SA"', '"Organization", "name": "Fourth Hub SA"'),
    (
        "address of an offer",
        ALPHA,
        '"USD", "url": "https://third-hub.example/en/gpus/alpha/"',
        '"USD", "url": "https://x.example/"',
    ),
    ("stock that nobody stated", ALPHA, '"priceCurrency"', '"availability": "InStock", "priceCurrency"'),
    ("name on the way", ALPHA, '"position": 1, "name": "Rent Alpha"', '"position": 1, "name": "Rent"'),
    ("name of the page itself", ALPHA, '"position": 2, "name": "Alpha"', '"position": 2, "name": "Alpha by the month"'),
    ("address on the way", ALPHA, '"item": "https://third-hub.example/en/cards/"', '"item": "https://third-hub.example/en/"'),
    ("position", ALPHA, '"position": 2', '"position": 3'),
    ("order of the blocks", ALPHA, '"@type": "Product"', '"@type": "Dataset"'),
    ("question", CARDS, '"name": "What does one card cost?"', '"name": "What does a card cost?"'),
    ("answer", CARDS, "Alpha costs $1,440 a month. By", "Alpha costs only $1,440 a month. By"),
    ("number of an answer", CARDS, '"text": "Alpha costs $1,440', '"text": "Alpha costs $1,340'),
    ("answer cut short", CARDS, ' By the hour that is $2.00."', '"'),
    ("answer of another question", CARDS, '"text": "No."', '"text": "Yes."'),
]


@pytest.fixture(scope="session")
def built_shop(tmp_path_factory: pytest.TempPathFactory, project_root: Path) -> Path:
    """The shop, built and judged; not to be changed."""
    shared = {name: text for name, text in tiny_project().items() if not name.startswith("data/sites/")}
    brand = {"templates/assets/brands/third-hub.css": ":root { --brand: #822; }\n"}
    root = write_guide(tmp_path_factory.mktemp("shop") / "shop", project_root, {**shared, **brand})
    pages = "pages: {cards: {nav: true}, gpu: {each: gpu in prices, path: gpus, under: cards}}"
    files = replaced(PRICED, f"{FOLDER}/site.yaml", "pages: {cards: {nav: true}}", pages)
    folder = "templates/pages/third-hub"
    write_project(root, {**files, f"{folder}/cards.md": files[f"{folder}/cards.md"] + QUESTIONS, f"{folder}/gpu.md": CARD})
    assert building.build(root, root / "dist", None, True, Screen(quiet=True)) == 0
    return root


@pytest.fixture
def shop(built_shop: Path, tmp_path: Path) -> Path:
    """The shop, to be changed."""
    return Path(shutil.copytree(built_shop, tmp_path / "shop"))


def rules_of(shop: Path) -> set[str]:
    """The rules that fire."""
    return {finding.rule for finding in judge_site(shop, shop / "dist", "third-hub").findings}


def test_the_shop_is_sound(shop: Path) -> None:
    """Three kinds of structured data beside the table's: nothing is found."""
    assert rules_of(shop) == set()


@pytest.mark.parametrize(("file", "old", "new"), [pytest.param(*defect[1:], id=defect[0]) for defect in DEFECTS])
def test_structured_data_says_what_the_page_says(shop: Path, file: str, old: str, new: str) -> None:
    """Way, questions and price are those of the data, key for key."""
    path = shop / file
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1, f"{old} stands {text.count(old)} times"
    path.write_text(text.replace(old, new), encoding="utf-8")
    assert "structured-data" in rules_of(shop)


def test_a_provisional_price_is_kept_from_machines(shop: Path) -> None:
    """The page was built while the price was firm: now its product is one too many."""
    prices = shop / FOLDER / "prices.yaml"
    prices.write_text(prices.read_text(encoding="utf-8").replace("provisional: false", "provisional: true"), encoding="utf-8")
    assert "structured-data" in rules_of(shop)


def test_a_page_of_no_member_is_found(shop: Path) -> None:
    """A card that is not sold has no page, and no files."""
    shutil.copytree(shop / "dist/third-hub/en/gpus/alpha", shop / "dist/third-hub/en/gpus/beta")
    assert "page-unrecorded" in rules_of(shop)


def test_a_page_of_a_member_is_missed(shop: Path) -> None:
    """In the sitemap and in llms.txt as well."""
    shutil.rmtree(shop / "dist/third-hub/en/gpus/alpha")
    assert {"page-missing", "link-broken"} & rules_of(shop)
