"""Judges the mark of a draft: a page may say that a sentence waits for its translation only where one does.

Knows the mark, and when a catalog is whole. Refuses to know which sentence waits: what stands in its place is judged as words.
"""

from __future__ import annotations

from gpuguide.checks.bench import Bench
from gpuguide.checks.findings import Docket
from gpuguide.checks.languages import Language
from gpuguide.checks.messages import read_catalog
from gpuguide.checks.pages import Page


def judge_drafts(bench: Bench, page: Page, language: Language) -> None:
    """Where every sentence of a language is translated, no element is marked as waiting."""
    if page.drafts and not _waits(bench, language):
        for one in page.drafts:
            message = "marked as not translated, though every sentence of the language is"
            bench.docket.add(one.where, "language", message, "", one.source)


def _waits(bench: Bench, language: Language) -> bool:
    """Whether a sentence of the language is missing or fuzzy; in the language of the sources none ever is."""
    if language is next(iter(bench.site.languages.values())):
        return False
    for domain in (bench.site.name, "engine"):
        file = f"locales/{language.id}/LC_MESSAGES/{domain}.po"
        catalog = read_catalog(bench.project, file, language, Docket())
        if catalog is None or any(not entry.msgstr or "fuzzy" in entry.flags for entry in catalog.entries):
            return True
    return False
