"""Renders one page in one language, with the record of all that was written on it.

Knows how a page's tools fit together and what surrounds its content. Refuses to write files.
"""

from __future__ import annotations

import datetime
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, field
from functools import partial
from urllib.parse import urlencode

from markupsafe import Markup, escape

from gpuguide.errors import GuideError, Place
from gpuguide.figures import Figure
from gpuguide.l10n.catalogs import PLACEHOLDER, placeholders
from gpuguide.site import structured
from gpuguide.site.blocks import Blocks
from gpuguide.site.calculator import Calculators
from gpuguide.site.changes import change_text, changed_leaves
from gpuguide.site.charts import Charts
from gpuguide.site.derivations import Derivations
from gpuguide.site.downloads import downloads
from gpuguide.site.pen import Pen, Record
from gpuguide.site.press import Press
from gpuguide.site.prose import Prose
from gpuguide.site.sheets import Sheets
from gpuguide.site.source import Source
from gpuguide.site.tables import Tables
from gpuguide.site.texts import Text, Texts
from gpuguide.site.urls import Leaf
from gpuguide.site.views import BlockView, ChangeView


class PageError(GuideError):
    """A page whose surroundings cannot be rendered."""


@dataclass(frozen=True)
class Rendered:
    """A file ready to be written: its path, its text, its record, and whether all of it is in its language."""

    path: str
    text: str
    record: Record | None = None
    """What was written on it; None for files without a number, which the judge scans all the same."""
    complete: bool = True
    title: str = ""
    description: str = ""
    modified: datetime.date | None = None
    leaf: Leaf | None = None
    files: tuple[Rendered, ...] = field(default=())

    @property
    def locale(self) -> str:
        """The language of the file, if it has one."""
        return self.record.locale if self.record is not None else ""


class Page:
    """One page in one language: its tools, and the views that they give."""

    def __init__(self, press: Press, leaf: Leaf, locale: str) -> None:
        """Set up the pen and everything that writes with it."""
        self.press, self.leaf, self.locale = press, leaf, locale
        self.source: Source = press.sources[leaf.page]
        self.texts: Texts = press.texts[locale]
        self.path = press.urls.path(leaf, locale)
        self.record = Record(locale, leaf.key)
        self.pen: Pen = press.pen(locale, self.record)
        self.derivations = Derivations(self.pen, self.texts, press.literals)
        link = partial(press.link, locale, self.path)
        self.prose = Prose(self.pen, press.literals, link, self.derivations.want, leaf.members)
        self.tables = Tables(self.pen, self.texts, self.prose, self.derivations, self.page_href)
        sheets = Sheets(self.pen, self.texts, self.prose, self.derivations)
        charts = Charts(self.texts, self.prose, self.tables)
        self.calculators = Calculators(self.pen, self.texts, self.prose, press.literals)
        tools = (self.tables, sheets, charts, self.calculators)
        self.blocks = Blocks(press.book, self.texts, self.prose, *tools, press.urls, press.notice, self.changes)

    def page_href(self, key: str) -> str | None:
        """The link from this page to another by its key; None when it is not built."""
        leaf = self.press.urls.leaves.get(key)
        return None if leaf is None else self.press.urls.href(self.path, self.press.urls.path(leaf, self.locale))

    def front(self, key: str) -> Text:
        """A message of the front matter."""
        return self.texts.get(self.source.front[key].text, self.source.front[key].place)

    def short_title(self, leaf: Leaf, carrier: str = "") -> str | Markup:
        """What a page is called in menus: its `nav`, or its title."""
        line = self.press.sources[leaf.page].front.get("nav") or self.press.sources[leaf.page].front["title"]
        text = self.texts.get(line.text, line.place)
        if carrier:
            return self.prose.plain(text, carrier, leaf.members)
        return self.prose.html(text, leaf.members, linked=False)

    def changes(self) -> tuple[ChangeView, ...]:
        """The changes that have come, newest first: day, sentence, and links to the pages."""
        site = self.press.site
        return tuple(
            ChangeView(
                self.pen.date(f"changes.{number}.day"),
                self.prose.html(change_text(site, self.texts, number, change), linked=False),
                tuple(
                    (self.page_href(leaf.key) or "", self.short_title(leaf)) for leaf in changed_leaves(self.press.urls, change)
                ),
            )
            for number, change in site.made_changes
        )

    def modified(self) -> datetime.date:
        """The newest day among the page's own text, the changes that name it, the site's facts, and the offers it prints."""
        site = self.press.site
        days = [self.source.updated or site.spec.updated, site.spec.updated]
        days.extend(change.day for _, change in site.made_changes if self.leaf.page in change.pages)
        if self._prints_offers():
            taken = site.facts.get("feed.taken").value
            days.extend([taken.date()] if isinstance(taken, datetime.datetime) else [])
        return max(days)

    def _prints_offers(self) -> bool:
        """Whether a number or a date of the page comes from the feed, directly or through others."""
        printed = dict.fromkeys(key for key, *_ in self.record.figures if not key.startswith("constant/"))
        return any(path.startswith("feed.") for path, *_ in self.record.dates) or any(
            _fed(self.press.book.figure(key)) for key in printed
        )


def render_page(press: Press, leaf: Leaf, locale: str, published: Iterable[str]) -> Rendered:
    """The page in this language; `published` are the languages it stands in."""
    page = Page(press, leaf, locale)
    before = len(page.texts.missing)
    lead = page.blocks.views(page.source.lead)  # in the order of reading, which is that of the derivations
    parts = [view for block in page.source.parts if (view := page.blocks.part(block)) is not None]
    page.blocks.problems.stop_if_any()
    title, description = (
        page.prose.plain(page.front("title"), "title"),
        page.prose.plain(page.front("description"), "description"),
    )
    files = downloads(page, [*lead, *(block for part in parts for block in part.blocks)])
    context = {
        **_surroundings(page, published, title, description),
        "title": title,
        "description": description,
        "heading": page.prose.html(_heading(page), linked=False),
        "lead": lead,
        "parts": parts,
        "downloads": {file.table: file for file in files},
        "structured": structured.scripts(page, title, description, parts, files),
        "derivations": page.derivations.render(page.prose),
        "needed": _scripts(page, [*lead, *(block for part in parts for block in part.blocks)]),
        "report": _report(page),
    }
    html = press.layout.render("layouts/guide.html", context, leaf.key, locale)
    complete = len(page.texts.missing) == before
    rest = tuple(Rendered(path, text, record) for file in files for path, text, record in file.files)
    folder = page.path.removesuffix("index.html")
    rest += tuple(Rendered(f"{folder}{name}.json", text) for name, text in page.calculators.files())
    return Rendered(page.path, html, page.record, complete, title, description, page.modified(), leaf, rest)


def _fed(figure: Figure) -> bool:
    """Whether a figure rests on the offers of a feed."""
    return figure.key.startswith(("offers.", "feed.")) or any(_fed(item.figure) for item in figure.inputs)


def _heading(page: Page) -> Text:
    line = page.source.title.lines[0]
    return page.texts.get(line.text, line.place)


def _surroundings(page: Page, published: Iterable[str], title: str, description: str) -> dict[str, object]:
    """Head, menus, language switch and footer."""
    press, urls, locale, leaf = page.press, page.press.urls, page.locale, page.leaf
    press_locale = press.site.locales[locale]
    above = urls.above(leaf)
    return {
        "_": _translator(page),
        "site": press.site.spec,
        "locale": press_locale,
        "source_tag": press.site.locales[press.site.source_locale].tag,
        "updated": page.pen.date("site.updated"),
        "as_of": page.pen.date("site.as_of"),
        "canonical": urls.url(leaf, locale),
        "default_url": urls.default(leaf),
        "alternates": urls.alternates(leaf, locale, published),
        "nav": [_entry(page, other) for other in urls.leaves.values() if press.site.pages[other.page].nav and not other.members],
        "footer": [
            _entry(page, other) for other in urls.leaves.values() if press.site.pages[other.page].footer and not other.members
        ],
        "crumbs": [_entry(page, other) for other in above],
        "here": page.short_title(leaf) if above else "",
        "home": urls.href(page.path, urls.path(urls.home(), locale)),
        "stylesheet": urls.href(page.path, press.assets.stylesheet),
        "icon": urls.href(page.path, press.assets.icon),
        "picture": urls.absolute(press.assets.picture),
        "feed": urls.href(page.path, f"{press_locale.segment}/feed.xml"),
        "llms": urls.href(page.path, f"{press_locale.segment}/llms.txt"),
    }


def _scripts(page: Page, blocks: Collection[BlockView]) -> list[str]:
    """The addresses of the scripts that the page has a use for."""
    tables = any(block.table and (block.table.interactive or block.table.transpose) for block in blocks)
    used = {"tables": tables, "calculator": any(block.calculator for block in blocks)}
    names = ("reading", *(name for name, is_used in used.items() if is_used))
    return [page.press.urls.href(page.path, page.press.assets.scripts[name]) for name in names]


def _entry(page: Page, leaf: Leaf) -> dict[str, object]:
    href = page.press.urls.href(page.path, page.press.urls.path(leaf, page.locale))
    return {"href": href, "label": page.short_title(leaf), "current": leaf == page.leaf}


def _report(page: Page) -> Callable[[str, str], str] | None:
    """Makes the address under which a reader reports a wrong number; None when the site has no such address."""
    address = page.press.site.addresses.get("report")
    if address is None:
        return None

    def report(key: str = "", value: str = "") -> str:
        query = {"page": page.path.removesuffix("index.html"), "key": key, "value": value}
        return f"{address}?{urlencode({name: text for name, text in query.items() if text})}"

    return report


def _translator(page: Page) -> Callable[..., Markup]:
    """The `_` of templates: a translated text, its {named} parts filled with ready markup."""

    def translate(text: str, **parts: object) -> Markup:
        found = page.texts.word(text, Place("templates"))
        wanted, given = placeholders(text), placeholders(found.text)
        if sorted(wanted) != sorted(given):
            hint = f"keep {', '.join(f'{{{name}}}' for name in wanted) or 'none'}"
            raise PageError.at(found.place, "the translation has not the placeholders of its source", hint, text)
        page.press.literals.take(found.text, found.place, page.record.literals)
        filled = PLACEHOLDER.sub(lambda match: str(escape(parts[match[1]])), str(escape(found.text)))
        return Markup(filled)  # noqa: S704 - the text and its parts are escaped right here

    return translate
