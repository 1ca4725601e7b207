"""The files around the pages: sitemap, robots, feeds, llms.txt, 404, headers.

Knows the one URL map and the pages' titles and days. Refuses clocks: every date comes from data.
"""

from __future__ import annotations

from collections.abc import Iterable
from xml.sax.saxutils import escape, quoteattr

from gpuguide.catalog.changes import Change
from gpuguide.site import labels
from gpuguide.site.changes import change_text, changed_leaves
from gpuguide.site.page import Rendered
from gpuguide.site.pen import Record
from gpuguide.site.press import LABELS, Press
from gpuguide.site.prose import Prose

_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "Referrer-Policy": "strict-origin-when-cross-origin",
    "X-Content-Type-Options": "nosniff",
}


def extras(press: Press, pages: list[Rendered]) -> list[Rendered]:
    """Every file around the pages, each with its record."""
    found = [
        Rendered("sitemap.xml", _sitemap(press, pages)),
        Rendered("robots.txt", f"User-agent: *\nAllow: /\n\nSitemap: {press.urls.absolute('sitemap.xml')}\n"),
        Rendered("_headers", _headers()),
        Rendered("404.html", _not_found(press)),
    ]
    for locale in press.site.locales:
        own = [page for page in pages if page.locale == locale and page.complete]
        found.append(_feed(press, locale))
        found.append(_llms(press, locale, own))
    return found


def _sitemap(press: Press, pages: Iterable[Rendered]) -> str:
    """Every published page with its day and its other languages; pages in draft are left out."""
    by_leaf: dict[str, list[Rendered]] = {}
    for page in pages:
        if page.leaf is not None and page.complete:
            by_leaf.setdefault(page.leaf.key, []).append(page)
    entries = [_sitemap_entry(press, page, siblings) for siblings in by_leaf.values() for page in siblings]
    head = '<?xml version="1.0" encoding="UTF-8"?>\n'
    names = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml"'
    return f"{head}<urlset {names}>\n{''.join(entries)}</urlset>\n"


def _sitemap_entry(press: Press, page: Rendered, siblings: list[Rendered]) -> str:
    links = [(press.site.locales[other.locale].tag, press.urls.absolute(other.path)) for other in siblings]
    if page.leaf is not None:
        links.append(("x-default", press.urls.default(page.leaf)))
    alternates = "".join(f'<xhtml:link rel="alternate" hreflang={quoteattr(tag)} href={quoteattr(url)}/>' for tag, url in links)
    day = f"<lastmod>{page.modified.isoformat()}</lastmod>" if page.modified else ""
    return f"<url><loc>{escape(press.urls.absolute(page.path))}</loc>{day}{alternates}</url>\n"


def _feed(press: Press, locale: str) -> Rendered:
    """The changes of the site, one entry a change, in one language."""
    record = Record(locale, "")
    prose = Prose(press.pen(locale, record), press.literals, lambda target, place: None)
    segment = press.site.locales[locale].segment
    path = f"{segment}/feed.xml"
    made = press.site.made_changes
    entries = [_feed_entry(press, prose, number, change, locale) for number, change in made]
    newest = max((change.day for _, change in made), default=press.site.spec.updated).isoformat()
    own, home = press.urls.absolute(path), press.urls.url(press.urls.home(), locale)
    tag = press.site.locales[locale].tag
    text = (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        f'<feed xmlns="http://www.w3.org/2005/Atom" xml:lang={quoteattr(tag)}>\n'
        f"<id>{escape(own)}</id><title>{escape(press.site.spec.name)}</title><updated>{newest}T00:00:00Z</updated>\n"
        f'<link rel="self" href={quoteattr(own)}/><link rel="alternate" href={quoteattr(home)}/>\n'
        f"<author><name>{escape(press.site.spec.operator)}</name></author>\n{''.join(entries)}</feed>\n"
    )
    return Rendered(path, text, record)


def _feed_entry(press: Press, prose: Prose, number: int, change: Change, locale: str) -> str:
    message = change_text(press.site, press.texts[locale], number, change)
    title, summary = (prose.plain(message, "feed") for _ in range(2))  # what is printed twice is recorded twice
    leaf = next(iter(changed_leaves(press.urls, change)), press.urls.home())
    url, day = press.urls.url(leaf, locale), change.day.isoformat()
    identity = f"{press.site.spec.origin}/changes/{day}/{number}"
    return (
        f"<entry><id>{escape(identity)}</id><title>{escape(title)}</title><updated>{day}T00:00:00Z</updated>"
        f'<link rel="alternate" href={quoteattr(url)}/><summary>{escape(summary)}</summary></entry>\n'
    )


def _llms(press: Press, locale: str, pages: list[Rendered]) -> Rendered:
    """The pages of a language as a plain list; names and numbers are recorded under the file."""
    record = Record(locale, "")
    prose = Prose(press.pen(locale, record), press.literals, lambda target, place: None)
    lines = [f"# {press.site.spec.name}", ""]
    for page in pages:
        if page.leaf is not None:
            front = press.sources[page.leaf.page].front
            texts = [press.texts[locale].get(front[key].text, front[key].place) for key in ("title", "description")]
            title, about = (prose.plain(text, "llms", page.leaf.members) for text in texts)
            lines.append(f"- [{title}]({press.urls.absolute(page.path)}): {about}")
    return Rendered(f"{press.site.locales[locale].segment}/llms.txt", "\n".join(lines) + "\n", record)


def _not_found(press: Press) -> str:
    """One page for all languages: it may stand at any path, so its links are from the root."""
    blocks = []
    for locale, record in press.site.locales.items():
        get = press.texts[locale].word
        blocks.append(
            {
                "tag": record.tag,
                "name": record.name,
                "title": get(labels.PAGES["missing"], LABELS).text,
                "text": get(labels.PAGES["missing-text"], LABELS).text,
                "link": get(labels.PAGES["missing-link"], LABELS).text,
                "href": "/" + press.urls.path(press.urls.home(), locale).removesuffix("index.html"),
            }
        )
    source = press.site.locales[press.site.source_locale]
    context = {
        "site": press.site.spec,
        "locale": source,
        "blocks": blocks,
        "stylesheet": "/" + press.assets.stylesheet,
        "icon": "/" + press.assets.icon,
    }
    return press.layout.render("layouts/missing.html", context, "404", press.site.source_locale)


def _headers() -> str:
    """What a host that reads this file adds to its answers; deploy/site.conf says the same to nginx.

    No rule repeats a header of another one: where both fit, Cloudflare Pages joins the two values. What is not under
    assets/ is asked for anew each time, which is what such hosts do unless they are told.
    """
    lines = "".join(f"  {name}: {value}\n" for name, value in _HEADERS.items())
    return f"/*\n{lines}/assets/*\n  Cache-Control: public, max-age=31536000, immutable\n"
