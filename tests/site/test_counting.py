"""A page may say how many numbers stand on its site; the build counts them, and the judge counts again.

The made-up site has one page in one language and one claim; the page prints a price and three counts.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from bs4 import BeautifulSoup

from gpuguide.checks import check_site
from gpuguide.cli import building
from gpuguide.cli.console import Screen
from tests.projects import SITE, tiny_project
from tests.site.guide import write_guide

COUNTING = """\
---
title: Counting
description: A page that counts.
---

# Counting

Alpha costs {monthly/alpha}.

There are {counted.numbers|bare} numbers and {counted.claims|bare} claims here, on {counted.pages|bare} pages.
"""


@pytest.fixture
def counting(tmp_path: Path, project_root: Path) -> Path:
    """The made-up site with one page that tells counts, built."""
    brand = {"templates/assets/brands/tiny.css": ":root { --brand: #246; }\n"}
    files = {**tiny_project(), **brand, f"templates/pages/{SITE}/guide.md": COUNTING}
    root = write_guide(tmp_path / "counting", project_root, files)
    assert building.build(root, root / "dist", SITE, True, Screen(quiet=True)) == 0
    return root


def page_of(root: Path) -> Path:
    return root / "dist" / SITE / "en/guide/index.html"


def shown(root: Path, key: str) -> str:
    found = BeautifulSoup(page_of(root).read_text(encoding="utf-8"), "lxml").select_one(f'main p data[data-figure="{key}"]')
    assert found is not None
    return found.get_text()


def test_the_counts_are_those_of_the_records(counting: Path) -> None:
    """What the page says is the length of what was recorded, the saying itself among it."""
    pages = json.loads((counting / "dist" / SITE / "records.json").read_text(encoding="utf-8"))["pages"].values()
    assert shown(counting, "counted.numbers") == str(sum(len(page["figures"]) for page in pages))


def test_claims_and_pages_are_counted(counting: Path) -> None:
    """The made-up site has one claim and one page in one language."""
    assert (shown(counting, "counted.claims"), shown(counting, "counted.pages")) == ("1", "1")


def test_a_wrong_count_is_found(counting: Path) -> None:
    """Two claims where there is one."""
    page = page_of(counting)
    text = page.read_text(encoding="utf-8")
    wrong = text.replace('<data value="1" data-figure="counted.claims"', '<data value="2" data-figure="counted.claims"')
    assert wrong != text
    page.write_text(wrong, encoding="utf-8")
    assert {finding.rule for finding in check_site(counting, counting / "dist", SITE)} == {"number-value"}
