"""How a defect is put into the clean site, and where its files are."""

from __future__ import annotations

from collections.abc import Callable

from gpuguide.checks import Report

Change = Callable[[str, str, str], None]
Judged = Callable[[], Report]

EN, ZH = "dist/tiny/en/guide/index.html", "dist/tiny/zh/guide/index.html"
FIGURES, RECORDS = "dist/tiny/figures.json", "dist/tiny/records.json"
DATA_OF_SITE = "data/sites/tiny"
PO = "locales/zh/LC_MESSAGES/tiny.po"


def rules_after(change: Change, judged: Judged, file: str, old: str, new: str) -> set[str]:
    """The rules that fire after one change."""
    change(file, old, new)
    return {finding.rule for finding in judged().findings}
