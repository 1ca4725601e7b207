"""A review as a comment on a pull request: tables, details for each page, and never longer than a comment may be.

Knows GitHub's Markdown and its limit. Refuses to let a text of the project be read as markup, whatever it holds.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from gpuguide.errors import Problem
from gpuguide.review.gathering import gathered
from gpuguide.review.report import ClaimTurn, FactChange, Review, SentenceMove, SiteReview
from gpuguide.review.words import Piece, word_difference

LIMIT = 65_536
"""Characters of a comment on GitHub."""
_SPARE = 200
"""Room for the line that says how much is left out, and for what closes an open section."""
_MARKUP = re.compile(r"([\\`*_{}\[\]()#+!|~>$])")
_TAGS = {"": ("", ""), "-": ("<del>", "</del>"), "+": ("<ins>", "</ins>")}


@dataclass(frozen=True)
class Section:
    """Lines that belong together: what opens them, one row each, and what closes them."""

    head: tuple[str, ...]
    rows: tuple[str, ...]
    tail: tuple[str, ...] = ()


def markdown(review: Review, limit: int = LIMIT) -> str:
    """The comment, at most `limit` characters long; what does not fit is counted."""
    sections = [Section((f"### {escaped(review.old)} → {escaped(review.new)}", ""), tuple(_sites(review)), ("",))]
    for site in review.sites:
        if site.differs:
            sections.extend(_site(site, review))
    return _fitted(sections, limit - _SPARE)


def escaped(text: str) -> str:
    """Text that Markdown and HTML read as itself, on one line, mentioning nobody."""
    one_line = " ".join(text.split(" ")).replace("\r", " ").replace("\n", " ")
    plain = _MARKUP.sub(r"\\\1", html.escape(one_line, quote=False).replace("&gt;", "\0")).replace("\0", "&gt;")
    return plain.replace("@", "@\u200b")


def _sites(review: Review) -> Iterator[str]:
    yield from (f"- site added: {escaped(site)}" for site in review.sites_added)
    yield from (f"- site removed: {escaped(site)}" for site in review.sites_removed)
    if not review.differs:
        yield "Nothing differs."


def _site(site: SiteReview, review: Review) -> Iterator[Section]:
    yield Section((f"## {escaped(site.site)}", "", _summary(site), ""), ())
    yield from _problems(f"Problems in {review.old}", site.old_problems)
    yield from _problems(f"Problems in {review.new}", site.new_problems)
    yield from _values("Facts changed", site.facts)
    yield from _values("Declarations changed", site.rules)
    if not site.compared:
        yield Section(("Figures and sentences are not compared: both states must be readable.", ""), ())
        return
    yield from _figures(site)
    yield from _sentences(site.sentences)
    yield from _claims(site.claims)
    yield from _table(
        "Choices that changed",
        ("choice", "old", "new"),
        [(c.label, c.old or "nothing", c.new or "nothing") for c in site.choices],
    )
    yield from _texts(site)
    yield from _listed(
        "Pages",
        [
            *(f"- added: {escaped(page)}" for page in site.pages_added),
            *(f"- removed: {escaped(page)}" for page in site.pages_removed),
        ],
    )


def _summary(site: SiteReview) -> str:
    counts = {
        "fact": len(site.facts),
        "declaration": len(site.rules),
        "moved figure": len(site.figures),
        "sentence": len(site.sentences),
        "turned claim": len(site.claims),
        "choice": len(site.choices),
        "text": len(site.texts) + len(site.translations),
    }
    told = ", ".join(_counted(count, name) for name, count in counts.items() if count)
    unseen = f" (not visible: {site.same_print} print the same)" if site.same_print else ""
    return f"{told or 'nothing of its own'}{unseen}"


def _counted(count: int, name: str) -> str:
    return f"{count} {name}{'' if count == 1 else 's'}"


def _problems(title: str, problems: Iterable[Problem]) -> Iterator[Section]:
    yield from _listed(title, [f"- {escaped(str(problem))}" for problem in problems])


def _values(title: str, changes: list[FactChange]) -> Iterator[Section]:
    rows = [(c.key, c.old or "", c.new or "", "; ".join(c.sources), str(c.place)) for c in gathered(changes)]
    yield from _table(title, ("value", "old", "new", "source", "place"), rows)


def _figures(site: SiteReview) -> Iterator[Section]:
    locale = site.source_locale
    if site.figures or site.figures_added or site.figures_removed:
        came, went = len(site.figures_added), len(site.figures_removed)
        yield Section(("#### Figures moved", "", f"{len(site.figures)} moved, {came} new on pages, {went} gone.", ""), ())
    for page in dict.fromkeys(page for move in site.figures for page in move.pages):
        moves = [move for move in site.figures if page in move.pages]
        cells = [(move.label, move.key, move.old[locale], move.new[locale]) for move in moves]
        frame = ("| meaning | figure | old | new |", "|---|---|---|---|")
        yield _details(f"{page}: {_counted(len(moves), 'figure')}", frame, [_row(row) for row in cells])


def _sentences(moves: list[SentenceMove]) -> Iterator[Section]:
    if moves:
        yield Section(("#### Sentences affected", ""), ())
    for page, group in groupby(moves, key=lambda move: move.page):
        on_page = list(group)
        rows = [row for move in on_page for row in _rewritten(move.locale, move.old, move.new)]
        yield _details(f"{page}: {_counted(len(on_page), 'sentence')}", (), rows)


def _claims(turns: list[ClaimTurn]) -> Iterator[Section]:
    for turn in turns:
        state = "holds now" if turn.new else "is no longer true"
        head = f"- **{escaped(turn.key)}** {state}: {escaped(' and '.join(turn.compared))}; {escaped(turn.effect)}"
        rows = [f"  - [{quote.locale}] {escaped(quote.page)}: {escaped(quote.text)}" for quote in turn.quotes]
        first = ("#### Claims that turned", "") if turn is turns[0] else ()
        yield Section((*first, head), tuple(rows), ("",) if turn is turns[-1] else ())


def _texts(site: SiteReview) -> Iterator[Section]:
    rows: list[str] = []
    for change in site.texts:
        waiting = f" (to translate: {', '.join(change.waiting)})" if change.waiting else ""
        rows.append(f"- {escaped(str(change.place))}{waiting}")
        rows.extend(f"  {row}" for row in _rewritten(site.source_locale, change.old, change.new))
    for one in site.translations:
        rows.append(f"- {escaped(str(one.place))}")
        rows.extend(f"  {row}" for row in _rewritten(one.locale, one.old, one.new))
    if rows:
        yield Section(("#### Texts changed", ""), ())
        yield _details(f"{_counted(len(site.texts), 'message')}, {_counted(len(site.translations), 'translation')}", (), rows)


def _rewritten(locale: str, old: str | None, new: str | None) -> Iterator[str]:
    before, after = word_difference(old or "", new or "")
    if old is not None:
        yield f"- [{locale}] old: {_painted(before)}"
    if new is not None:
        yield f"- [{locale}] new: {_painted(after)}"


def _painted(pieces: list[Piece]) -> str:
    return "".join(f"{_TAGS[mark][0]}{escaped(text)}{_TAGS[mark][1]}" for text, mark in pieces)


def _table(title: str, heads: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> Iterator[Section]:
    if rows:
        lines = tuple(_row(row) for row in rows)
        frame = (f"| {' | '.join(heads)} |", "|" + "---|" * len(heads))
        yield Section((f"#### {title}", "", *frame), lines, ("",))


def _row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(escaped(cell) for cell in cells)} |"


def _listed(title: str, rows: list[str]) -> Iterator[Section]:
    if rows:
        yield Section((f"#### {escaped(title)}", ""), tuple(rows), ("",))


def _details(summary: str, frame: tuple[str, ...], rows: list[str]) -> Section:
    opening = f"<details><summary>{html.escape(summary)}</summary>"
    return Section((opening, "", *frame), tuple(rows), ("", "</details>", ""))


def _fitted(sections: list[Section], room: int) -> str:
    """The sections in their order as far as they fit, whole rows only, and a line that counts the rest."""
    lines: list[str] = []
    left_out = 0
    for section in sections:
        frame = sum(len(line) + 1 for line in (*section.head, *section.tail))
        fitting = _fitting(section.rows, room - frame)
        left_out += len(section.rows) - fitting
        if frame > room or (section.rows and not fitting):
            room = 0 if left_out else room  # what comes later is less urgent than what was left out here
            continue
        lines.extend((*section.head, *section.rows[:fitting], *section.tail))
        room = room - frame - sum(len(row) + 1 for row in section.rows[:fitting]) if fitting == len(section.rows) else 0
    if left_out:
        lines.append(f"… and {left_out} more lines: `gpuguide diff --format json` has all of them.")
    return "\n".join(lines).rstrip("\n") + "\n"


def _fitting(rows: tuple[str, ...], room: int) -> int:
    """How many rows fit into so many characters."""
    for count, row in enumerate(rows):
        room -= len(row) + 1
        if room < 0:
            return count
    return len(rows)
