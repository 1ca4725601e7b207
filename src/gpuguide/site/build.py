"""Builds a site in memory: all pages in all languages, the records, the assets.

Knows the order of work: read, judge claims, render, gather. Refuses to publish and to check: the command does both.
"""

from __future__ import annotations

import datetime
import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from gpuguide.catalog.loader import Site
from gpuguide.errors import Exit, FactsError, GuideError, Place, Problem, Problems
from gpuguide.figures import Book
from gpuguide.l10n import Catalog, Message, Writer
from gpuguide.quantities import Quantity
from gpuguide.site import labels
from gpuguide.site.assets import make_assets
from gpuguide.site.claims import judge_claims
from gpuguide.site.counting import counted_press, counts_of, tells_counts
from gpuguide.site.extras import extras
from gpuguide.site.layout import Layout
from gpuguide.site.literals import Literals
from gpuguide.site.page import Rendered, render_page
from gpuguide.site.press import Assets, Press
from gpuguide.site.records import Used, figures_json, records_json, used_by
from gpuguide.site.source import Source, read_source
from gpuguide.site.texts import CatalogReader, load_texts, site_messages, stop_if_missing
from gpuguide.site.urls import Urls, leaves


@dataclass
class Built:
    """A site ready to be written, and what the build has to say about it."""

    site: Site
    used: Used
    files: dict[str, bytes]
    counts: dict[str, int]
    """How much of each kind stands on it, by the kinds of `catalog.counted`."""
    notices: list[str] = field(default_factory=list)
    untranslated: list[str] = field(default_factory=list)


def read_sources(root: Path, site: Site) -> dict[str, Source]:
    """The sources of the site's pages that exist, in the order of site.yaml."""
    problems = Problems()
    folder = root / "templates" / "pages" / site.id
    found: dict[str, Source] = {}
    for page in site.pages:
        path = folder / f"{page}.md"
        if path.exists() or path.is_symlink():
            try:
                found[page] = read_source(path, path.relative_to(root).as_posix())
            except FactsError as error:
                problems.take(error)
    for path in sorted(folder.glob("*.md")):
        if path.stem not in site.pages:
            problems.add(
                Place(path.relative_to(root).as_posix()),
                f"{path.stem} is not a page of the site",
                "add it to pages in site.yaml",
            )
    if not found and not problems.found:
        problems.add(Place(folder.relative_to(root).as_posix()), "the site has no page", "write a page named in site.yaml")
    problems.stop_if_any()
    return found


def make_press(
    root: Path,
    site: Site,
    layout: Layout,
    assets: Assets,
    notice: Callable[[Place, str], None],
    read_catalog: CatalogReader = Catalog,
) -> Press:
    """Everything that the pages of a site share; `read_catalog` may give translations that were read before."""
    sources = read_sources(root, site)
    book = Book(site)
    urls = Urls(site, leaves(site, book, sources))
    writers = {locale: Writer(locale, record, site.units) for locale, record in site.locales.items()}
    literals = Literals(site.literals)
    return Press(site, book, layout, urls, literals, sources, load_texts(root, site, read_catalog), writers, assets, notice)


def build_site(
    root: Path,
    site: Site,
    strict: bool = True,
    progress: Callable[[str], None] = lambda text: None,
    read_catalog: CatalogReader = Catalog,
) -> Built:
    """Build a site; a strict build stops at the first missing translation or aged offer, a draft marks it."""
    notices: dict[str, None] = {}
    layout = Layout(root / "templates")
    assets, files = make_assets(root, site)
    press = make_press(root, site, layout, assets, lambda place, text: notices.setdefault(f"{place}: {text}"), read_catalog)
    progress("claims")
    judge_claims(press)
    aged = aged_offers(site)
    if aged is not None:
        if strict:
            raise FactsError([aged], Exit.FINDINGS)
        notices.setdefault(str(aged))
    pages, books = _render(press, strict, progress), [press.book]
    if any(map(tells_counts, pages)):
        written = _written(press, pages)
        press = counted_press(press, counts_of(press, written, used_by(books, written)))
        books.append(press.book)
        pages = _redone(press, pages, tells_counts)
    written = _written(press, pages)
    if strict:
        stop_if_missing(press.texts.values())
    files = {path: content for path, content in files.items() if path in assets.always or _named_by(pages, path)}
    files.update({one.path: one.text.encode("utf-8") for one in written})
    files["index.html"] = chooser(press).encode("utf-8")
    files["records.json"] = _json(records_json(written))
    used = used_by(books, written)
    files["figures.json"] = _json(figures_json(site, used))
    missing = [str(problem) for texts in press.texts.values() for problem in texts.missing]
    counts = counts_of(press, written, used)
    return Built(site, used, files, counts, list(notices), sorted(set(missing)))


def _written(press: Press, pages: list[Rendered]) -> list[Rendered]:
    """Every file with a record: the pages, their downloads, and what stands around them."""
    return [*pages, *(file for page in pages for file in page.files), *extras(press, pages)]


def _named_by(pages: Iterable[Rendered], path: str) -> bool:
    """Whether a page has a use for the asset: a site without interactive tables publishes no script for them."""
    name = f'{path.rsplit("/", 1)[-1]}"'
    return any(name in page.text for page in pages)


def _render(press: Press, strict: bool, progress: Callable[[str], None]) -> list[Rendered]:
    """Every page in every language; a page that is not whole in a language is left out of its alternates."""
    locales = list(press.site.locales)
    first: list[Rendered] = []
    problems = Problems(GuideError)
    for leaf in press.urls.leaves.values():
        for locale in locales:
            progress(f"{leaf.key} · {locale}")
            try:
                first.append(render_page(press, leaf, locale, locales))
            except GuideError as error:
                problems.take(error)
    problems.stop_if_any()
    if strict or all(page.complete for page in first):
        return first
    return _redone(press, first, lambda page: True)


def _redone(press: Press, pages: list[Rendered], wanted: Callable[[Rendered], bool]) -> list[Rendered]:
    """The wanted pages once more, now that it is known in which languages each stands."""
    whole = {page.path for page in pages if page.complete}

    def again(page: Rendered) -> Rendered:
        leaf = page.leaf
        if leaf is None or not wanted(page):
            return page
        published = [locale for locale in press.site.locales if press.urls.path(leaf, locale) in whole]
        return replace(render_page(press, leaf, page.locale, published), complete=page.complete)

    return [again(page) for page in pages]


def aged_offers(site: Site, as_of: datetime.date | None = None) -> Problem | None:
    """What is wrong with the age of a site's offers, on its own day or another; None when they are fresh or there are none."""
    if not site.facts.has_path("feed.age") or not site.facts.has_path("policy.offer_age_limit"):
        return None
    age, limit = site.facts.get("feed.age"), site.facts.get("policy.offer_age_limit")
    if not isinstance(age.value, Quantity) or not isinstance(limit.value, Quantity):
        return None
    days = age.value.amount + ((as_of - site.spec.as_of).days if as_of else 0)
    if days <= limit.value.amount:
        return None
    message = f"the oldest offer is {days} days old, the limit is {limit.value.amount}"
    return Problem(age.place, message, "take a new snapshot, and move the site's as-of date", "feed.age")


def chooser(press: Press) -> str:
    """The page that offers the languages, for a reader who names none."""
    languages = [
        {
            "tag": record.tag,
            "name": record.name,
            "href": press.urls.href("index.html", press.urls.path(press.urls.home(), locale)),
        }
        for locale, record in press.site.locales.items()
    ]
    context = {
        "site": press.site.spec,
        "locale": press.site.locales[press.site.source_locale],
        "languages": languages,
        "stylesheet": press.assets.stylesheet,
        "icon": press.assets.icon,
        "canonical": f"{press.site.spec.origin}/",
    }
    return press.layout.render("layouts/chooser.html", context, "index", press.site.source_locale)


def engine_messages(root: Path) -> list[Message]:
    """Every text of the engine itself: labels and templates."""
    layout = Layout(root / "templates")
    texts = [*labels.engine_texts(), *((text, "words around the content of a page") for text in layout.texts)]
    first = dict(reversed(texts))
    return [Message(text, Place("templates"), first[text]) for text in dict.fromkeys(text for text, _ in texts)]


def source_messages(root: Path, site: Site) -> list[Message]:
    """Every message of a site."""
    return site_messages(site, read_sources(root, site).values())


def _json(data: Mapping[str, object]) -> bytes:
    """JSON with one line an entry: a diff shows what moved, and the fast encoder (which cannot indent) does the work."""
    return (_lines(data, 2) + "\n").encode("utf-8")


def _lines(data: Mapping[str, object], depth: int) -> str:
    entries = []
    for key in sorted(data):
        value = data[key]
        text = _lines(value, depth - 1) if depth > 1 and isinstance(value, Mapping) else _encoded(value)
        entries.append(f"{json.dumps(key, ensure_ascii=False)}: {text}")
    return "{\n" + ",\n".join(entries) + "\n}"


def _encoded(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=True, allow_nan=False)
