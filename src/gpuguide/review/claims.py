"""Claims that hold in one of two states only: what that does to the pages, and the sentences that lean on them.

Knows what stop and hide do. Refuses to judge: the book did.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from gpuguide.catalog.layouts import Column
from gpuguide.figures import Verdict
from gpuguide.review.report import ClaimTurn, Quote
from gpuguide.review.snapshot import Sentence, Snapshot


def turned_claims(old: Snapshot, new: Snapshot) -> list[ClaimTurn]:
    """Every claim that turned, came or went, in the order of their keys."""
    before, after = old.press.book.used()[2], new.press.book.used()[2]
    found = []
    for key in sorted({*before, *after}):
        was, now = before.get(key), after.get(key)
        if now is None:
            continue
        turned = was is not None and was.holds != now.holds
        if turned or (was is None and now.otherwise == "stop" and not now.holds):
            found.append(_turn(old, new, was, now))
    return found


def _turn(old: Snapshot, new: Snapshot, was: Verdict | None, now: Verdict) -> ClaimTurn:
    holder = new if now.holds else old
    leaning = tuple(_quotes(holder, now.key, "claims"))
    contrary = tuple(_quotes(old if now.holds else new, now.key, "unless"))
    effect = _effect(now, bool(leaning), bool(contrary), _tables(new, now.key))
    held = was.holds if was is not None else None
    return ClaimTurn(now.key, held, now.holds, effect, now.compared, now.place, leaning + contrary)


def _effect(now: Verdict, leaning: bool, contrary: bool, tables: Iterable[str]) -> str:
    """What a reader, or the build, sees of it."""
    if now.otherwise == "stop":
        return "the build goes on again" if now.holds else "the build stops"
    parts = []
    if leaning:
        parts.append("its sentences are shown again" if now.holds else "its sentences are hidden")
    if contrary:
        parts.append("the sentences for the opposite are hidden" if now.holds else "the sentences for the opposite are shown")
    parts.extend(f"cells of the table {table} are {'marked' if now.holds else 'no longer marked'}" for table in tables)
    return ", ".join(parts) or "nothing on a page leans on it"


def _quotes(snapshot: Snapshot, key: str, attribute: str) -> Iterator[Quote]:
    for (page, locale), sentences in snapshot.sentences.items():
        for sentence in sentences:
            if key in _leans(sentence, attribute):
                yield Quote(page, locale, sentence.shown, sentence.text.place)


def _leans(sentence: Sentence, attribute: str) -> tuple[str, ...]:
    return sentence.claims if attribute == "claims" else sentence.unless


def _tables(snapshot: Snapshot, key: str) -> list[str]:
    """The tables with a column that a claim of this name marks."""
    name = key.partition("/")[0]
    return [table for table, spec in snapshot.site.tables.items() if any(name in _marking(column) for column in spec.columns)]


def _marking(column: Column) -> set[str]:
    """The names of the claims that mark the cells of a column."""
    references = (column.mark, *(word.claim for word in column.says))
    return {text.partition("/")[0] for text in references if text}
