"""Renders one page in one language, with the record of all that was written on it.

Knows how a page's tools fit together. Refuses to write files.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from markupsafe import Markup, escape

from gpuguide.catalog.loader import Site
from gpuguide.errors import GuideError, Place, nearest
from gpuguide.figures import Book
from gpuguide.l10n import Writer
from gpuguide.quantities import Missing
from gpuguide.site import labels
from gpuguide.site.blocks import Blocks
from gpuguide.site.derivations import Derivations
from gpuguide.site.layout import Layout
from gpuguide.site.literals import Literals
from gpuguide.site.pen import Pen, Record
from gpuguide.site.prose import Prose
from gpuguide.site.source import Source
from gpuguide.site.tables import Tables
from gpuguide.site.texts import Text, Texts
from gpuguide.site.urls import Urls

LABELS = Place("src/gpuguide/site/labels.py")


class LinkError(GuideError):
    """A link that leads nowhere."""


@dataclass(frozen=True)
class Rendered:
    """A page ready to be written: its path, its text, its record, and whether all of it is in its language."""

    path: str
    html: str
    record: Record
    complete: bool


@dataclass
class Press:
    """Everything that the pages of one site share."""

    site: Site
    book: Book
    layout: Layout
    urls: Urls
    literals: Literals
    sources: dict[str, Source]
    texts: dict[str, Texts]
    writers: dict[str, Writer]
    stylesheet: str
    notice: Callable[[Place, str], None]

    def pen(self, locale: str, record: Record) -> Pen:
        """A pen for one page in one language."""
        texts = self.texts[locale]
        words = {
            missing: texts.get(labels.MISSING[missing.value], LABELS).text
            for missing in (Missing.NOT_PUBLISHED, Missing.NONE, Missing.NO_OFFER)
        }
        words[Missing.UNKNOWN] = self.writers[locale].locale.dash
        return Pen(self.site, self.book, self.writers[locale], record, words)


def render_page(press: Press, page: str, locale: str, complete_locales: list[str]) -> Rendered:
    """The page in this language; `complete_locales` are the languages it is published in."""
    source, texts = press.sources[page], press.texts[locale]
    path = press.urls.path(page, locale)
    record = Record(locale, page)
    pen = press.pen(locale, record)
    derivations = Derivations(pen, texts, press.literals)
    prose = Prose(pen, press.literals, partial(_link, press, locale, path), derivations.want)
    tables = Tables(pen, texts, prose, derivations)
    blocks = Blocks(press.book, texts, prose, tables, press.urls, press.notice)
    parts = [view for block in source.parts if (view := blocks.part(block)) is not None]

    def front(key: str) -> Text:
        return texts.get(source.front[key].text, source.front[key].place)

    context = {
        "_": _translator(texts, prose),
        "site": press.site.spec,
        "locale": press.site.locales[locale],
        "source_tag": press.site.locales[press.site.source_locale].tag,
        "title": prose.plain(front("title"), "title"),
        "description": prose.plain(front("description"), "description"),
        "heading": prose.html(texts.get(source.title.lines[0].text, source.title.lines[0].place), linked=False),
        "lead": blocks.views(source.lead),
        "parts": parts,
        "derivations": derivations.render(prose),
        "updated": pen.date("site.updated"),
        "as_of": pen.date("site.as_of"),
        "canonical": press.urls.url(page, locale),
        "default_url": press.urls.default(page),
        "alternates": press.urls.alternates(page, locale, complete_locales),
        "nav": _nav(press, page, locale, path, texts, prose),
        "home": press.urls.href(path, press.urls.path(press.site.spec.home, locale)),
        "stylesheet": press.urls.href(path, press.stylesheet),
    }
    html = press.layout.render("layouts/guide.html", context, page, locale)
    return Rendered(path, html, record, not texts.missing)


def _translator(texts: Texts, prose: Prose) -> Callable[..., Markup]:
    """The `_` of templates: a translated text, its {named} parts filled with ready markup."""

    def translate(text: str, **parts: object) -> Markup:
        found = texts.get(text, Place("templates"))
        prose.literals.take(found.text, found.place, prose.pen.record.literals)
        return (Markup("") + escape(found.text)).format(**{name: escape(part) for name, part in parts.items()})

    return translate


def _link(press: Press, locale: str, path: str, target: str, place: Place) -> tuple[str, str] | None:
    """The address and attributes of a link target; None when its page is not built."""
    kind, _, name = target.partition(":")
    if target.startswith("#"):
        return target, ""
    if kind == "to":
        if name not in press.site.addresses:
            raise LinkError.at(place, f"there is no address {name}", nearest(name, press.site.addresses))
        return press.site.addresses[name], ' rel="external"'
    if kind == "page":
        page, _, fragment = name.partition("#")
        if page not in press.site.pages:
            raise LinkError.at(place, f"there is no page {page}", nearest(page, press.site.pages))
        if page not in press.urls.built:
            press.notice(place, f"link left out: {page} is not built yet")
            return None
        return press.urls.href(path, press.urls.path(page, locale), fragment), ""
    raise LinkError.at(place, f"{target} is no link target", "write page:ID, #anchor or to:ADDRESS")


def _nav(press: Press, page: str, locale: str, path: str, texts: Texts, prose: Prose) -> list[dict[str, object]]:
    """The main pages that are built, as seen from this one."""
    items = []
    for other, spec in press.site.pages.items():
        if spec.nav and other in press.urls.built:
            front = press.sources[other].front
            line = front.get("nav") or front["title"]
            label = prose.html(texts.get(line.text, line.place), linked=False)
            items.append(
                {
                    "href": press.urls.href(path, press.urls.path(other, locale)),
                    "label": label,
                    "current": other == page,
                }
            )
    return items
