"""One site as its files are at one moment: loaded, with everything that its pages share, or what is wrong with it.

Knows which of the things read before still hold: files, translations and templates are read again only when they changed.
Refuses to answer requests and to watch: it is made anew for each state of the files.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

from gpuguide.catalog.loader import Site, load_sites
from gpuguide.catalog.reading import Memory, Stamp, stamp
from gpuguide.errors import Place
from gpuguide.l10n import Catalog
from gpuguide.site.assets import make_assets
from gpuguide.site.build import aged_offers, make_press
from gpuguide.site.claims import judge_claims
from gpuguide.site.layout import Layout
from gpuguide.site.press import Press
from gpuguide.site.urls import Leaf

Stamps = tuple[tuple[str, Stamp | None], ...]


@dataclass
class Shelf:
    """What was read and need not be read again; the states of all sites of a project share it."""

    root: Path
    memory: Memory = field(default_factory=Memory)
    _catalogs: dict[Path, tuple[Stamp | None, Catalog]] = field(default_factory=dict)
    _layout: tuple[Stamps, Layout] | None = None

    def forget(self, name: str) -> None:
        """Somebody saw a file change, by its path from the project: nothing of it is taken on trust."""
        self.memory.forget(name)
        self._catalogs.pop(self.root / name, None)
        if name.endswith(".html"):
            self._layout = None

    def catalog(self, locale: str, babel: str, domain: str, root: Path) -> Catalog:
        """A catalog of translations, read again when its file has changed."""
        path = root / "locales" / locale / "LC_MESSAGES" / f"{domain}.po"
        now, known = stamp(path), self._catalogs.get(path)
        if known is None or now is None or known[0] != now or known[1].babel_locale != babel:
            known = self._catalogs[path] = now, Catalog(locale, babel, domain, root)
        return known[1]

    def layout(self) -> Layout:
        """The templates, judged again when one of them has changed."""
        folder = self.root / "templates"
        now = tuple((path.as_posix(), stamp(path)) for path in sorted(folder.rglob("*.html")))
        if self._layout is None or self._layout[0] != now:
            self._layout = now, Layout(folder)
        return self._layout[1]


@dataclass
class State:
    """A site that could be loaded: its press, its assets, and where its pages are."""

    site: Site
    press: Press
    assets: dict[str, bytes]
    pages: dict[str, tuple[Leaf, str]]
    """Every page by the path of its file: what it is, and its language."""
    aged: str = ""
    """What is wrong with the age of the offers, if anything."""

    def judge(self, page: str | None = None) -> None:
        """Judge the claims that a page leans on, or all; `ClaimError` quotes what has become false."""
        judge_claims(self.press, None if page is None else set(self._claims_of(page)))

    def fresh_press(self, notes: dict[str, None]) -> Press:
        """The press with no message missing yet, for one page; what is worth a notice goes to `notes`."""
        texts = {locale: replace(one, missing=[]) for locale, one in self.press.texts.items()}
        return replace(self.press, texts=texts, notice=lambda place, text: notes.setdefault(f"{place}: {text}"))

    def _claims_of(self, page: str) -> Iterator[str]:
        for block in self.press.sources[page].blocks():
            for word in (*block.words("claim"), *block.words("unless")):
                yield word.partition("/")[0]
            if block.kind == "chart" and (chart := self.site.charts.get(block.attributes["name"])):
                yield from (title.claim.partition("/")[0] for title in chart.finding if title.claim is not None)


def read_state(shelf: Shelf, site_id: str) -> State:
    """The site as its files are now; `GuideError` with everything that stands in the way."""
    site = load_sites(shelf.root, site_id, shelf.memory)[0]
    assets, files = make_assets(shelf.root, site)
    press = make_press(shelf.root, site, shelf.layout(), assets, _hush, shelf.catalog)
    aged = aged_offers(site)
    pages = {press.urls.path(leaf, locale): (leaf, locale) for leaf in press.urls.leaves.values() for locale in site.locales}
    return State(site, press, files, pages, str(aged or ""))


def _hush(place: Place, text: str) -> None:
    """Each page tells its own notices."""
