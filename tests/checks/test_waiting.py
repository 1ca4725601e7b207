"""The mark of a sentence that waits for its translation: it stands only where one waits."""

from __future__ import annotations

import pytest

from tests.checks.defects import Change, Judged

MARK = 'class="untranslated" lang="en"'
CATALOG = "locales/zh/LC_MESSAGES/tiny.po"


def marked(judged: Judged) -> list[str]:
    """What the judge says of marks: the places of its findings, without their lines."""
    found = [one for one in judged().findings if one.rule == "language" and "marked" in one.message]
    return [one.where.partition(":")[0] for one in found]


@pytest.mark.parametrize("segment", ["en", "zh"])
def test_a_mark_on_a_page_whose_language_is_whole_is_found(change: Change, judged: Judged, segment: str) -> None:
    """A screen reader would read a translated sentence in the wrong language, and readers would mistrust it."""
    change(f"dist/tiny/{segment}/guide/index.html", "<p>", f"<p {MARK}>")
    assert marked(judged) == [f"dist/tiny/{segment}/guide/index.html"]


def test_a_mark_stands_while_a_sentence_waits(change: Change, judged: Judged) -> None:
    """One fuzzy sentence makes a draft of the language; the language of the sources is never one."""
    for segment in ("en", "zh"):
        change(f"dist/tiny/{segment}/guide/index.html", "<p>", f"<p {MARK}>")
    change(CATALOG, '\nmsgid "Weekly"', '\n#, fuzzy\nmsgid "Weekly"')
    assert marked(judged) == ["dist/tiny/en/guide/index.html"]
