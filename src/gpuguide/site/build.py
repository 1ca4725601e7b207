"""Builds a site in memory: all pages in all languages, the records, the assets.

Knows the order of work: read, judge claims, render, gather. Refuses to publish and to check: the command does both.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from gpuguide.catalog.loader import Site
from gpuguide.errors import FactsError, Place, Problems
from gpuguide.figures import Book
from gpuguide.l10n import Message, Writer
from gpuguide.site import labels
from gpuguide.site.claims import judge_claims
from gpuguide.site.layout import Layout
from gpuguide.site.literals import Literals
from gpuguide.site.page import Press, Rendered, render_page
from gpuguide.site.records import figures_json, records_json
from gpuguide.site.source import Source, read_source
from gpuguide.site.texts import load_texts, site_messages, stop_if_missing
from gpuguide.site.urls import Urls


@dataclass
class Built:
    """A site ready to be written, and what the build has to say about it."""

    site: Site
    book: Book
    files: dict[str, bytes]
    pages: int
    figures: int
    claims: int
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


def make_press(root: Path, site: Site, layout: Layout, stylesheet: str, notice: Callable[[Place, str], None]) -> Press:
    """Everything that the pages of a site share."""
    sources = read_sources(root, site)
    writers = {locale: Writer(locale, record, site.units) for locale, record in site.locales.items()}
    literals = Literals(site.literals)
    return Press(
        site,
        Book(site),
        layout,
        Urls(site, sources),
        literals,
        sources,
        load_texts(root, site),
        writers,
        stylesheet,
        notice,
    )


def build_site(root: Path, site: Site, strict: bool = True, progress: Callable[[str], None] = lambda text: None) -> Built:
    """Build a site; a strict build stops at the first missing translation, a draft marks it."""
    notices: dict[str, None] = {}
    layout = Layout(root / "templates")
    stylesheet, css = _stylesheet(root, site)
    press = make_press(root, site, layout, stylesheet, lambda place, text: notices.setdefault(f"{place}: {text}"))
    progress("claims")
    verdicts = judge_claims(press)
    pages = _render(press, strict, progress)
    files = {page.path: page.html.encode("utf-8") for page in pages}
    files[stylesheet] = css
    files["index.html"] = _chooser(press).encode("utf-8")
    files["records.json"] = _json(records_json(pages))
    files["figures.json"] = _json(figures_json(press.book))
    figures = len(press.book.used()[0])
    missing = [str(problem) for texts in press.texts.values() for problem in texts.missing]
    return Built(site, press.book, files, len(pages), figures, len(verdicts), list(notices), sorted(set(missing)))


def _render(press: Press, strict: bool, progress: Callable[[str], None]) -> list[Rendered]:
    """Every page in every language; a page that is not whole in a language is left out of its alternates."""
    locales = list(press.site.locales)
    first: list[Rendered] = []
    for page in press.sources:
        for locale in locales:
            progress(f"{page} · {locale}")
            first.append(render_page(press, page, locale, locales))
    if strict:
        stop_if_missing(press.texts.values())
    whole = [locale for locale in locales if not press.texts[locale].missing]
    if whole == locales:
        return first
    return [render_page(press, rendered.record.page, rendered.record.locale, whole) for rendered in first]


def _stylesheet(root: Path, site: Site) -> tuple[str, bytes]:
    """The site's stylesheet: the common one with the brand's tokens after it, named by its content."""
    assets = root / "templates" / "assets"
    brand = assets / "brands" / f"{site.spec.brand}.css"
    if not brand.exists():
        raise FactsError.at(
            site.place("site.yaml", "site", "brand"),
            f"there is no {brand.relative_to(root).as_posix()}",
            "write the brand's tokens there",
        )
    css = (assets / "style.css").read_bytes() + b"\n" + brand.read_bytes()
    return f"assets/site.{hashlib.sha256(css).hexdigest()[:12]}.css", css


def _chooser(press: Press) -> str:
    """The page that offers the languages, for a reader who names none."""
    home = press.site.spec.home if press.site.spec.home in press.urls.built else next(iter(press.urls.built))
    languages = [
        {"tag": record.tag, "name": record.name, "href": press.urls.href("index.html", press.urls.path(home, locale))}
        for locale, record in press.site.locales.items()
    ]
    source = press.site.locales[press.site.source_locale]
    context = {
        "site": press.site.spec,
        "locale": source,
        "languages": languages,
        "stylesheet": press.stylesheet,
        "canonical": f"{press.site.spec.origin}/",
    }
    return press.layout.render("layouts/chooser.html", context, "index", press.site.source_locale)


def engine_messages(root: Path) -> list[Message]:
    """Every text of the engine itself: labels and templates."""
    layout = Layout(root / "templates")
    texts = [*labels.engine_texts(), *layout.texts]
    return [Message(text, Place("templates")) for text in dict.fromkeys(texts)]


def source_messages(root: Path, site: Site) -> list[Message]:
    """Every message of a site."""
    return site_messages(site, read_sources(root, site).values())


def _json(data: object) -> bytes:
    return (json.dumps(data, ensure_ascii=False, indent=1, sort_keys=True, allow_nan=False) + "\n").encode("utf-8")
