"""What the pages of one site share: its book, texts, writers, templates and URL map.

Knows how a link target becomes an address. Refuses to render: pages do.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from gpuguide.catalog.loader import Site
from gpuguide.errors import GuideError, Place, nearest
from gpuguide.figures import Book
from gpuguide.l10n import Writer
from gpuguide.quantities import Missing
from gpuguide.site import labels
from gpuguide.site.layout import Layout
from gpuguide.site.literals import Literals
from gpuguide.site.pen import Pen, Record
from gpuguide.site.source import Source
from gpuguide.site.texts import Texts
from gpuguide.site.urls import Leaf, Urls

LABELS = Place("src/gpuguide/site/labels.py")


class LinkError(GuideError):
    """A link that leads nowhere."""


@dataclass(frozen=True)
class Assets:
    """The paths of the site's stylesheet, scripts (by name), picture and icon, relative to its folder."""

    stylesheet: str
    scripts: Mapping[str, str]
    picture: str
    icon: str

    @property
    def always(self) -> frozenset[str]:
        """The assets that every site has a use for."""
        return frozenset({self.stylesheet, self.picture, self.icon})


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
    assets: Assets
    notice: Callable[[Place, str], None]

    def pen(self, locale: str, record: Record) -> Pen:
        """A pen for one page in one language."""
        texts = self.texts[locale]
        known = {**labels.MISSING, **labels.FLAGS, **labels.CHOICES}
        words = {word: texts.word(text, LABELS).text for word, text in known.items()}
        words[Missing.UNKNOWN.value] = self.writers[locale].locale.dash
        return Pen(self.site, self.book, self.writers[locale], record, words)

    def leaf(self, key: str, place: Place) -> Leaf | None:
        """The page that a link names; None when it is not built, with a notice."""
        page = key.partition("/")[0]
        if page not in self.site.pages:
            raise LinkError.at(place, f"there is no page {page}", nearest(page, self.site.pages))
        if key in self.urls.leaves:
            return self.urls.leaves[key]
        if page in self.urls.pages:
            raise LinkError.at(place, f"there is no page {key}", nearest(key, self.urls.leaves))
        self.notice(place, f"link left out: {page} is not built yet")
        return None

    def link(self, locale: str, path: str, target: str, place: Place) -> tuple[str, str] | None:
        """The address and attributes of a link target on the page at `path`; None drops the link and keeps its text."""
        kind, _, name = target.partition(":")
        if target.startswith("#"):
            return target, ""
        if kind == "to":
            if name not in self.site.addresses:
                raise LinkError.at(place, f"there is no address {name}", nearest(name, self.site.addresses))
            return self.site.addresses[name], ' rel="external"'
        if kind == "page":
            key, _, fragment = name.partition("#")
            leaf = self.leaf(key, place)
            return None if leaf is None else (self.urls.href(path, self.urls.path(leaf, locale), fragment), "")
        raise LinkError.at(place, f"{target} is no link target", "write page:ID, #anchor or to:ADDRESS")
