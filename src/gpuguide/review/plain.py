"""A review as lines for a terminal, in the order in which a reviewer asks.

Knows what a line says and which pieces of it went or came. Refuses to know colours: the command paints.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import TypeAlias

from gpuguide.review.gathering import gathered
from gpuguide.review.report import ClaimTurn, FactChange, FigureMove, Review, SentenceMove, SiteReview
from gpuguide.review.words import Piece, word_difference

Line: TypeAlias = tuple[Piece, ...]
SHOWN_PAGES = 4
"""How many pages of a figure are named before the rest is counted."""


def lines(review: Review) -> Iterator[Line]:
    """Every line of the review."""
    yield _line(f"{review.old} -> {review.new}")
    yield from (_line(f"site added: {site}") for site in review.sites_added)
    yield from (_line(f"site removed: {site}") for site in review.sites_removed)
    for site in review.sites:
        if site.differs:
            yield _line("")
            yield _line(f"== {site.site} ==")
            yield from _site(site, review)
    if not review.differs:
        yield _line("nothing differs")


def _site(site: SiteReview, review: Review) -> Iterator[Line]:
    yield from _problems(f"problems in {review.old}", site.old_problems)
    yield from _problems(f"problems in {review.new}", site.new_problems)
    yield from _values("facts changed", site.facts)
    yield from _values("declarations changed", site.rules)
    if not site.compared:
        yield _line("")
        yield _line("figures and sentences are not compared: both states must be readable")
        return
    yield from _figures(site)
    yield from _sentences(site.sentences)
    yield from _claims(site.claims)
    yield from _titled(
        "choices that changed", [_line(f"  {c.label}: {c.old or 'nothing'} -> {c.new or 'nothing'}") for c in site.choices]
    )
    yield from _texts(site)
    yield from _titled(
        "pages", [*(_line(f"  + {page}") for page in site.pages_added), *(_line(f"  - {page}") for page in site.pages_removed)]
    )


def _problems(title: str, problems: Iterable[object]) -> Iterator[Line]:
    yield from _titled(title, [(("  ", ""), (str(problem), "-")) for problem in problems])


def _values(title: str, changes: list[FactChange]) -> Iterator[Line]:
    yield from _titled(title, [_value(change) for change in gathered(changes)], len(changes))


def _value(change: FactChange) -> Line:
    if change.old is None:
        moved: Line = ((f"  {change.key}: ", ""), (f"{change.new} (added)", "+"))
    elif change.new is None:
        moved = ((f"  {change.key}: ", ""), (f"{change.old} (removed)", "-"))
    else:
        moved = ((f"  {change.key}: ", ""), (change.old, "-"), (" -> ", ""), (change.new, "+"))
    source = f"  [{'; '.join(change.sources)}]" if change.sources else ""
    return (*moved, (f"{source}  {change.place}", ""))


def _figures(site: SiteReview) -> Iterator[Line]:
    rows: list[Line] = []
    for family, moves in groupby(site.figures, key=lambda move: (move.family, move.label)):
        rows.append(_line(f"  {family[0]} ({family[1]})"))
        rows.extend(_figure(move, site.source_locale) for move in moves)
    if site.same_print:
        rows.append(_line(f"  not visible: {site.same_print} moved and print the same"))
    if site.unprinted:
        rows.append(_line(f"  {site.unprinted} moved and stand on no page by themselves"))
    if site.figures_added:
        rows.append(_line(f"  {len(site.figures_added)} new on pages: {_some(site.figures_added)}"))
    if site.figures_removed:
        rows.append(_line(f"  {len(site.figures_removed)} gone from pages: {_some(site.figures_removed)}"))
    yield from _titled("figures moved", rows, len(site.figures))


def _figure(move: FigureMove, locale: str) -> Line:
    old, new = move.old[locale], move.new[locale]
    return ((f"    {move.key}: ", ""), (old, "-"), (" -> ", ""), (new, "+"), (f"  on {_some(move.pages)}", ""))


def _sentences(moves: list[SentenceMove]) -> Iterator[Line]:
    rows: list[Line] = []
    for page, on_page in groupby(moves, key=lambda move: move.page):
        rows.append(_line(f"  {page}"))
        for move in on_page:
            old, new = word_difference(move.old, move.new)
            rows.append(((f"    [{move.locale}] - ", ""), *old))
            rows.append(((f"    [{move.locale}] + ", ""), *new))
    yield from _titled("sentences affected", rows, len(moves))


def _claims(turns: list[ClaimTurn]) -> Iterator[Line]:
    rows: list[Line] = []
    for turn in turns:
        mark = "+" if turn.new else "-"
        rows.append(((f"  {turn.key}: ", ""), ("holds now" if turn.new else "is no longer true", mark), (f"; {turn.effect}", "")))
        rows.append(_line(f"    {' and '.join(turn.compared)}  {turn.place}"))
        rows.extend(_line(f'    [{quote.locale}] {quote.page}: "{quote.text}"') for quote in turn.quotes)
    yield from _titled("claims that turned", rows, len(turns))


def _texts(site: SiteReview) -> Iterator[Line]:
    rows: list[Line] = []
    for change in site.texts:
        waiting = f"  (to translate: {', '.join(change.waiting)})" if change.waiting else ""
        rows.append(_line(f"  {change.place}{waiting}"))
        rows.extend(_rewritten("en", change.old, change.new))
    for translation in site.translations:
        rows.append(_line(f"  {translation.place}"))
        rows.extend(_rewritten(translation.locale, translation.old, translation.new))
    yield from _titled("texts changed", rows, len(site.texts) + len(site.translations))


def _rewritten(locale: str, old: str | None, new: str | None) -> Iterator[Line]:
    before, after = word_difference(old or "", new or "")
    if old is not None:
        yield ((f"    [{locale}] - ", ""), *before)
    if new is not None:
        yield ((f"    [{locale}] + ", ""), *after)


def _titled(title: str, rows: list[Line], count: int | None = None) -> Iterator[Line]:
    if rows:
        yield _line("")
        yield _line(f"{title} ({len(rows) if count is None else count})")
        yield from rows


def _some(names: Iterable[str]) -> str:
    every = list(names)
    more = f" and {len(every) - SHOWN_PAGES} more" if len(every) > SHOWN_PAGES else ""
    return f"{', '.join(every[:SHOWN_PAGES])}{more}"


def _line(text: str) -> Line:
    return ((text, ""),)
