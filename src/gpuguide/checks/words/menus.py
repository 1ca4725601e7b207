"""What may stand around a page's content, and what must: menus, languages, the way here, contents, the address for reports.

Knows the pages of site.yaml. Refuses to know HTML.
"""

from __future__ import annotations

from dataclasses import dataclass

from gpuguide.checks.bench import Bench
from gpuguide.checks.documents import Record
from gpuguide.checks.pages import Page
from gpuguide.checks.records import PageRecord
from gpuguide.checks.routes import page_key
from gpuguide.checks.words.chrome import links_of
from gpuguide.checks.words.derivations import report_address
from gpuguide.checks.words.layout import Layout
from gpuguide.checks.words.phrases import Phrases
from gpuguide.checks.words.script import Script
from gpuguide.checks.words.stretches import CHROME, link, place_of, shown


class Menus:
    """The menus of one language."""

    @dataclass(frozen=True)
    class Around:
        """Texts that may stand around a page as they are, and links by their words."""

        texts: frozenset[str]
        links: frozenset[tuple[str, str]]

    def __init__(self, bench: Bench, phrases: Phrases, scripts: dict[str, Script | None]) -> None:
        """Gather the titles of the pages."""
        self.bench, self.phrases = bench, phrases
        self.titles = {
            page: phrases.html(str(script.front.get("nav") or script.front.get("title", "")), {})
            for page, script in scripts.items()
            if script is not None and not self._each(page)
        }
        places = {page: phrases.page_place(page) for page in self.titles}
        self.pages = frozenset((place, self.titles[page]) for page, place in places.items() if place is not None)
        self.main, self.foot = (
            [
                (place, self.titles[page])
                for page, settings in bench.site.pages.items()
                if isinstance(settings, Record) and settings.get(menu) is True and (place := places.get(page)) is not None
            ]
            for menu in ("nav", "footer")
        )

    def _each(self, page: str) -> bool:
        settings = self.bench.site.pages.get(page)
        return isinstance(settings, Record) and "each" in settings

    def around(self, page: Page, record: PageRecord, layout: Layout) -> Around:
        """What may stand around one page."""
        word, settings = self.phrases.lexicon.word, self.bench.site.settings
        home = self.phrases.page_place(str(settings.get("home", ""))) or place_of(page.path)
        links = {
            ("#content", word("Skip to the content")),
            (home, str(settings.get("name"))),
            *self.pages,
            *self._languages(page),
            (f"{self.phrases.language.segment}/feed.xml", word("What changed, as a feed")),
        }
        if report := self.phrases.address("report"):
            links.add((report_address(report, page.path), word("Report a wrong number on this page")))
        texts = {layout.title()}
        for guard, label, anchor in layout.entries():
            entry = link(f"#{anchor}", label)
            texts.add(guard + entry)
        return self.Around(frozenset(texts), frozenset(links))

    def _languages(self, page: Page) -> list[tuple[str, str]]:
        """The same page in every language, by the language's own name."""
        key = page_key(self.phrases.language.segment, page.path)
        found = []
        for other in self.bench.site.languages.values():
            path = "/".join(part for part in (other.segment, key, "index.html") if part)
            if path in self.bench.files:
                found.append((place_of(path), other.name))
        return found

    def judge_complete(self, page: Page, record: PageRecord, layout: Layout) -> None:
        """The main pages, the languages, the way here and the parts stand around the page, each one after the other."""
        stretches = [stretch.text for stretch in page.stretches if stretch.region == CHROME]
        entries = [guard + link(f"#{anchor}", label) for guard, label, anchor in layout.entries()]
        above = [link(place, title) for place, title in self._above(record)]
        for run, what in ((entries, "parts"), ([*above, layout.title()] if above else [], "pages above, and the page itself,")):
            if not any(stretches[at : at + len(run)] == run for at in range(len(stretches) - len(run) + 1)):
                message = f"the {what} do not stand one after the other"
                self.bench.docket.add(f"{self.bench.shown}/{page.path}", "menu", message, shown(" ".join(run)))
        found = [pair for text in stretches for pair in links_of(text)]
        menus = (
            ("menu", self.main, "main pages"),
            ("menu-languages", self._languages(page), "languages"),
            ("menu", self.foot, "pages at the foot"),
        )
        for rule, due, what in menus:
            if due and not any(found[at : at + len(due)] == due for at in range(len(found) - len(due) + 1)):
                message = f"the {what} are not linked one after the other"
                self.bench.docket.add(f"{self.bench.shown}/{page.path}", rule, message, ", ".join(place for place, _ in due))

    def _above(self, record: PageRecord) -> list[tuple[str, str]]:
        chain: list[tuple[str, str]] = []
        seen = {record.page.partition("/")[0]}
        name = self._under(record.page.partition("/")[0])
        while name and name not in seen and name in self.titles:
            seen.add(name)
            place = self.phrases.page_place(name)
            if place is None:
                break
            chain.insert(0, (place, self.titles[name]))
            name = self._under(name)
        return chain

    def _under(self, page: str) -> str:
        settings = self.bench.site.pages.get(page)
        return str(settings.get("under", "")) if isinstance(settings, Record) else ""
