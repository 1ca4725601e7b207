"""Compares two states of a project: what moved, what turned, and which sentences say so.

Knows the order of a review. Refuses to show it: text, Markdown and JSON each have a module.
"""

from __future__ import annotations

import filecmp
from pathlib import Path

from gpuguide.catalog.loader import site_ids
from gpuguide.errors import Place, UsageError, nearest
from gpuguide.review.claims import turned_claims
from gpuguide.review.leaves import changed_values
from gpuguide.review.raw import changed_writing
from gpuguide.review.report import ChoiceMove, FigureMove, Review, SentenceMove, SiteReview
from gpuguide.review.snapshot import Sentence, Snapshot, take_snapshot
from gpuguide.review.states import SOURCES, State
from gpuguide.review.wording import changed_texts, changed_translations


def compare(old: State, new: State, wanted: str | None = None) -> Review:
    """What differs between two states, for every site or one; `UsageError` for a site that is in neither."""
    before, after = site_ids(old.root), site_ids(new.root)
    known = sorted({*before, *after})
    if wanted is not None and wanted not in known:
        raise UsageError.at(Place("data/sites"), f"there is no site {wanted}", nearest(wanted, known))
    asked = [site for site in known if wanted in (None, site)]
    both = [site for site in asked if site in before and site in after]
    return Review(
        old.name,
        new.name,
        tuple(compare_site(old.root, new.root, site) for site in both if _touched(old.root, new.root, site, known)),
        tuple(site for site in asked if site not in before),
        tuple(site for site in asked if site not in after),
    )


def compare_site(old_root: Path, new_root: Path, site: str) -> SiteReview:
    """What differs between two states of one site."""
    old, new = take_snapshot(old_root, site), take_snapshot(new_root, site)
    if isinstance(old, Snapshot) and isinstance(new, Snapshot):
        return compare_snapshots(old, new)
    facts, rules = changed_writing(old_root, new_root, site)
    return SiteReview(
        site,
        facts=facts,
        rules=rules,
        old_problems=tuple(old.problems) if isinstance(old, Snapshot) else old,
        new_problems=tuple(new.problems) if isinstance(new, Snapshot) else new,
        compared=False,
    )


def compare_snapshots(old: Snapshot, new: Snapshot) -> SiteReview:
    """What differs between two states that could both be read."""
    found = SiteReview(new.site.id, new.site.source_locale)
    found.facts, found.rules = changed_values(old.site, new.site)
    _figures(old, new, found)
    found.sentences = _sentences(old, new)
    found.claims = turned_claims(old, new)
    found.choices = _choices(old, new)
    found.texts, found.translations = changed_texts(old, new), changed_translations(old, new)
    found.pages_added = [page for page in new.pages if page not in old.pages]
    found.pages_removed = [page for page in old.pages if page not in new.pages]
    found.old_problems, found.new_problems = tuple(old.problems), tuple(new.problems)
    return found


def _touched(old: Path, new: Path, site: str, sites: list[str]) -> bool:
    """Whether any file that a site is made of differs; those of other sites do not count."""
    others = {other for other in sites if other != site}
    return any(not _same(old / folder, new / folder, others) for folder in SOURCES)


def _same(old: Path, new: Path, others: set[str]) -> bool:
    before, after = _files(old, others), _files(new, others)
    return before == after and all(filecmp.cmp(old / name, new / name, shallow=False) for name in before)


def _files(folder: Path, others: set[str]) -> set[Path]:
    """The files below a folder, without those that lie in a folder, or have the name, of another site."""
    found = (path.relative_to(folder) for path in folder.rglob("*") if path.is_file())
    return {path for path in found if not others & {*path.parts, path.stem}}


def _figures(old: Snapshot, new: Snapshot, found: SiteReview) -> None:
    """Fill in the figures that moved, those that came and went, and how many moved without a reader seeing it."""
    before, after = old.press.book.used()[0], new.press.book.used()[0]
    found.figures_added = sorted(key for key in new.printed if key not in old.printed)
    found.figures_removed = sorted(key for key in old.printed if key not in new.printed)
    for key in before.keys() & after.keys():
        was, now = before[key], after[key]
        if (was.exact, was.printed, was.missing, was.unit) == (now.exact, now.printed, now.missing, now.unit):
            continue
        pages = old.printed.get(key, set()) & new.printed.get(key, set())
        locales = [locale for locale in new.site.locales if locale in old.site.locales]
        texts = ({locale: state.written(figure, locale) for locale in locales} for state, figure in ((old, was), (new, now)))
        old_texts, new_texts = texts
        if not pages:
            found.unprinted += 1
        elif old_texts == new_texts:
            found.same_print += 1
        else:
            shown = tuple(page for page in new.pages if page in pages)
            found.figures.append(FigureMove(key, key.partition("/")[0], now.label, old_texts, new_texts, shown))
    found.figures.sort(key=lambda move: (move.family, move.key))


def _sentences(old: Snapshot, new: Snapshot) -> list[SentenceMove]:
    """Sentences whose words stand and whose numbers or names moved: page by page, each in all its languages together."""
    found: dict[tuple[str, str], list[SentenceMove]] = {}
    for (page, locale), sentences in new.sentences.items():
        before = _by_text(old.sentences.get((page, locale), []))
        for sentence in dict.fromkeys(sentences):
            was = before.get((sentence.source, sentence.text.text))
            if was is not None and was != sentence.shown:
                move = SentenceMove(page, locale, sentence.source, was, sentence.shown, sentence.text.place)
                found.setdefault((page, sentence.source), []).append(move)
    return [move for moves in found.values() for move in dict.fromkeys(moves)]


def _by_text(sentences: list[Sentence]) -> dict[tuple[str, str], str]:
    return {(sentence.source, sentence.text.text): sentence.shown for sentence in sentences}


def _choices(old: Snapshot, new: Snapshot) -> list[ChoiceMove]:
    before, after = old.press.book.used()[1], new.press.book.used()[1]
    found = []
    for key in sorted(before.keys() & after.keys()):
        was, now = before[key].members, after[key].members
        if was != now:
            names = (state.chosen(members) if members else None for state, members in ((old, was), (new, now)))
            found.append(ChoiceMove(key, choice_label(new, key), *names))
    return found


def choice_label(snapshot: Snapshot, key: str) -> str:
    """A choice in words: its name, and the names of the members it is made for."""
    family, *ids = key.split("/")
    axes = snapshot.site.choices[family].over
    names = " ".join(snapshot.name(axis, member) for axis, member in zip(axes, ids, strict=True))
    words = family.replace("_", " ")
    return f"{words} for {names}" if names else words
