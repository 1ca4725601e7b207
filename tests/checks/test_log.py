"""The log of changes and prices with dates, as the judge reads them: on the made-up guide, built, with a page of changes."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from gpuguide.checks import judge_site
from gpuguide.cli import building
from gpuguide.cli.console import Screen
from tests.projects import SITE_FOLDER, replaced
from tests.site.guide import MESSAGES, guide_files, write_guide

PAGE = "dist/tiny/en/log/index.html"
FEED = "dist/tiny/zh/feed.xml"
CHANGES, PRICES = f"{SITE_FOLDER}/changes.yaml", f"{SITE_FOLDER}/prices.yaml"

SOURCE = """\
---
title: Log
description: What changed
---

# Log

@id log
## What changed

::changes
"""

LOG = """\
changes:
  - {day: 2026-07-01, pages: [log], price: {card: beta, term: monthly, old: 100, new: 90}}
  - {day: 2026-06-01, pages: [guide], price: {card: alpha, term: monthly, old: 150, new: 144}}
  - {day: 2026-05-20, pages: [guide], price: {card: beta, term: weekly, old: unknown, new: 30}}
  - {day: 2026-05-01, pages: [guide, log], text: Begun}
"""

WORDS = '\nmsgid "Log"\nmsgstr "记录"\n\nmsgid "What changed"\nmsgstr "更新"\n\nmsgid "Begun"\nmsgstr "开始"\n'


@pytest.fixture(scope="session")
def logged(tmp_path_factory: pytest.TempPathFactory, project_root: Path) -> Path:
    """The guide with a log, and a dated price that holds; built and found clean; not to be changed."""
    files = guide_files()
    files = replaced(
        files,
        PRICES,
        "{monthly: 100,",
        "{monthly: [{value: 120}, {from: 2026-06-01, value: 100}, {from: 2026-07-01, value: 90}],",
    )
    files = replaced(files, f"{SITE_FOLDER}/site.yaml", "later: {nav: true}", "later: {nav: true}, log: {footer: true}")
    files |= {CHANGES: LOG, "templates/pages/tiny/log.md": SOURCE, MESSAGES: files[MESSAGES] + WORDS}
    root = write_guide(tmp_path_factory.mktemp("log") / "guide", project_root, files)
    assert building.build(root, root / "dist", None, True, Screen(quiet=True)) == 0
    return root


def found_after(logged: Path, folder: Path, file: str, old: str, new: str) -> set[str]:
    """The rules with findings once a text of a file is put in the place of another, which is there once."""
    root = Path(shutil.copytree(logged, folder / "guide"))
    text = (root / file).read_text(encoding="utf-8")
    assert text.count(old) >= 1, f"{file} has no {old!r}"
    (root / file).write_text(text.replace(old, new, 1), encoding="utf-8")
    return {finding.rule for finding in judge_site(root, root / "dist", "tiny").findings}


def test_the_page_and_the_feeds_tell_what_has_come(logged: Path):
    """Three changes, newest first, in each language; the one of July has not come."""
    page = (logged / PAGE).read_text(encoding="utf-8")
    feed = (logged / FEED).read_text(encoding="utf-8")
    assert page.count('data-fact="changes.') == 3
    assert page.index("changes.3.day") < page.index("changes.2.day") < page.index("changes.1.day")
    assert feed.count("<entry>") == 3
    assert "Beta" in feed
    assert "2026-07-01" not in page + feed


DEFECTS = [
    ("wording of a price", PAGE, " a month instead of ", " a month, not ", "text"),
    ("words of a change", PAGE, "<p>Begun</p>", "<p>Started</p>", "text"),
    ("a page of a change", PAGE, '<li><a href="../guide/">Cards</a></li>\n</ul>\n</li>', "</ul>\n</li>", "text-lost"),
    ("the log at the foot", PAGE, '<li><a href="./" aria-current="page">Log</a></li>', "", "menu"),
    ("old and new", FEED, "144美元", "145美元", "feed record-not-found unrecorded-digit"),
    ("a change that has come since", CHANGES, "2026-07-01", "2026-06-01", "feed text-lost"),
    ("a change that has not come", CHANGES, "day: 2026-06-01", "day: 2026-06-02", "feed"),
    ("a change that was never made", CHANGES, "  - {day: 2026-05-01, pages: [guide, log], text: Begun}\n", "", ""),
    ("a price of the log", CHANGES, "old: 150", "old: 160", "feed number-text number-value"),
    ("a dated price that starts later", PRICES, "from: 2026-06-01, value: 100", "from: 2026-06-02, value: 100", ""),
    ("the dated price that holds", PRICES, "value: 100", "value: 101", "number-text"),
    ("no price on the day", PRICES, "{value: 120}, {from: 2026-06-01, value: 100}, ", "", "data-shape"),
]


@pytest.mark.parametrize(("file", "old", "new", "rules"), [pytest.param(*case[1:], id=case[0]) for case in DEFECTS])
def test_a_defect_of_the_log_or_of_a_dated_price_is_found(
    logged: Path, tmp_path: Path, file: str, old: str, new: str, rules: str
):
    """Each by the rules that it breaks; without a list, by any."""
    found = found_after(logged, tmp_path, file, old, new)
    assert found
    assert set(rules.split()) <= found
