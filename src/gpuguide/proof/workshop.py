"""One site built in memory, with everything that a step of a fact is compared with.

Knows what the engine printed, what the judge answers, and which answers and pages each fact takes part in. Refuses to change
anything: a step is made on copies.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from pathlib import Path

from gpuguide.catalog.loader import Site
from gpuguide.catalog.stepping import NumericFact, Stepper
from gpuguide.checks.stepping import Recount
from gpuguide.errors import Place
from gpuguide.proof.tracing import SteppedBook, TracedBook, TracedFacts, Trail, answer, decisions_of, keys_of
from gpuguide.site.assets import make_assets
from gpuguide.site.build import make_press
from gpuguide.site.claims import judge_claims
from gpuguide.site.extras import extras
from gpuguide.site.layout import Layout
from gpuguide.site.page import Rendered, render_page
from gpuguide.site.pen import Record
from gpuguide.site.press import Press
from gpuguide.site.urls import Leaf

PAGE = "page "
"""How a page is called on the trail: `page KEY LOCALE`."""

Print = tuple[str, str]
"""The form in which a number is written, and its text."""


@dataclass
class Workshop:
    """A site's press, book and pages, its facts, the judge's answers, and who reads what."""

    root: Path
    press: Press
    book: TracedBook
    stepper: Stepper
    recount: Recount
    pages: dict[tuple[str, str], Rendered]
    """Every page by its key and locale."""
    answers: dict[str, str]
    """The engine's answers by key."""
    prints: dict[str, dict[str, set[Print]]]
    """What is printed of each figure and fact, by locale."""
    readers: dict[Place, set[str]] = field(default_factory=dict)
    """Which keys and pages take part of what is written at a place."""

    @property
    def site(self) -> Site:
        """The site as it is written."""
        return self.stepper.site

    def stale(self, fact: NumericFact) -> set[str]:
        """The keys, and the pages as `page KEY LOCALE`, that take part of a fact."""
        if fact.is_offer:
            return {key for place, keys in self.readers.items() if place.file == fact.place.file for key in keys}
        return self.readers.get(fact.place, set()) | self.readers.get(fact.within, set())

    def stepped_press(self, site: Site, book: SteppedBook) -> Press:
        """The press with another site and book in it; pages, texts and addresses do not depend on numbers."""
        return replace(self.press, site=site, book=book, notice=_hush)

    def leaves(self, stale: Iterable[str]) -> list[Leaf]:
        """The pages among the keys, in the order of the site."""
        named = {key.removeprefix(PAGE).rpartition(" ")[0] for key in stale if key.startswith(PAGE)}
        return [leaf for key, leaf in self.press.urls.leaves.items() if key in named]


def open_workshop(root: Path, site: Site) -> Workshop:
    """Build a site in memory and ask the judge about it; `GuideError` when the site cannot be built as it is."""
    trail = Trail()
    stepper = Stepper(root, site)
    watched = replace(site, facts=TracedFacts(site.facts, trail))
    assets, _ = make_assets(root, site)
    press = make_press(root, watched, Layout(root / "templates"), assets, _hush)
    book = press.book = TracedBook(watched, trail)
    judge_claims(press)
    pages = _rendered(press, trail)
    with trail.reading(f"{PAGE}extras all"):
        around = extras(press, list(pages.values()))
    recount = Recount.read(root, site.id)
    keys = [*keys_of(book), *decisions_of(site, press.urls.leaves.values())]
    recount.ask(key for key in keys if not key.startswith("remark "))  # what a remark says is for `check`
    answers = {}
    for key in keys:
        with trail.reading(key):
            answers[key] = answer(book, key)
    records = [one.record for page in (*pages.values(), *around) for one in (page, *page.files) if one.record is not None]
    shop = Workshop(root, press, book, stepper, recount, pages, answers, _prints(records))
    for key, places in trail.reads.items():
        for place in places:
            shop.readers.setdefault(place, set()).add(key)
    return shop


def _rendered(press: Press, trail: Trail) -> dict[tuple[str, str], Rendered]:
    locales = list(press.site.locales)
    pages = {}
    for key, leaf in press.urls.leaves.items():
        for locale in locales:
            with trail.reading(f"{PAGE}{key} {locale}"):
                pages[key, locale] = render_page(press, leaf, locale, locales)
    return pages


def _prints(records: Iterable[Record]) -> dict[str, dict[str, set[Print]]]:
    found: dict[str, dict[str, set[Print]]] = {}
    for record in records:
        by_key = found.setdefault(record.locale, {})
        for key, _, form, text, _ in record.figures:
            if not key.startswith("constant/"):
                by_key.setdefault(key, set()).add((form, text))
    return found


def _hush(place: Place, text: str) -> None:
    """What a build would say aside is not said again for every step."""
