"""The one map of a site's pages: page x locale -> path, and everything that links through it.

Knows which pages are built and where. Refuses to know what is on them.
"""

from __future__ import annotations

import posixpath
from collections.abc import Iterable
from dataclasses import dataclass

from gpuguide.catalog.loader import Site


@dataclass(frozen=True)
class Alternate:
    """The same page in a language: its tag, name, absolute address, and path from the page that links to it."""

    tag: str
    name: str
    url: str
    href: str
    current: bool


class Urls:
    """Paths and addresses of a site's built pages."""

    def __init__(self, site: Site, built: Iterable[str]) -> None:
        """Take the site and the ids of the pages that have a source."""
        self.site = site
        self.built = frozenset(built)

    def path(self, page: str, locale: str) -> str:
        """The file of a page, relative to the site's folder."""
        return f"{self.site.locales[locale].segment}/{page}/index.html"

    def url(self, page: str, locale: str) -> str:
        """The absolute address of a page."""
        return f"{self.site.spec.origin}/{self.site.locales[locale].segment}/{page}/"

    def href(self, source_path: str, target_path: str, fragment: str = "") -> str:
        """A relative link from one file to another, folders named without index.html."""
        target = target_path.removesuffix("index.html")
        relative = posixpath.relpath(target or ".", posixpath.dirname(source_path) or ".")
        slash = "/" if target_path.endswith("index.html") else ""
        return f"{relative}{slash}{'#' + fragment if fragment else ''}"

    def alternates(self, page: str, locale: str, locales: Iterable[str]) -> list[Alternate]:
        """The page in each of these languages, as seen from one of them."""
        here = self.path(page, locale)
        return [
            Alternate(record.tag, record.name, self.url(page, other), self.href(here, self.path(page, other)), other == locale)
            for other in locales
            for record in (self.site.locales[other],)
        ]

    def default(self, page: str) -> str:
        """The address for readers of no language in particular."""
        return self.url(page, self.site.source_locale)
