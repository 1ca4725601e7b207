"""The one map of a site's pages: page x member x language -> path, and everything that links through it.

Knows which pages are built, where, and what lies above each. Refuses to know what is on them.
"""

from __future__ import annotations

import posixpath
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from gpuguide.catalog.loader import Site
from gpuguide.errors import FactsError, Problems
from gpuguide.figures import Book


@dataclass(frozen=True)
class Leaf:
    """One page of the site: a page of site.yaml, or its page for one member of a collection."""

    page: str
    stub: str
    """The path below the language's root, without slashes around it; empty for the root itself."""
    members: Mapping[str, str] = field(default_factory=dict, hash=False)

    @property
    def key(self) -> str:
        """How links name it: `pricing`, or `gpu/a-card` for a member's page."""
        return "/".join([self.page, *self.members.values()])


@dataclass(frozen=True)
class Alternate:
    """The same page in a language: its tag, name, absolute address, and path from the page that links to it."""

    tag: str
    name: str
    url: str
    href: str
    current: bool


def leaves(site: Site, book: Book, sources: Iterable[str]) -> list[Leaf]:
    """Every page that is built, in the order of site.yaml, members in the order of their collection."""
    found: list[Leaf] = []
    for page, spec in site.pages.items():
        if page not in set(sources):
            continue
        stub = page if spec.path is None else spec.path
        if spec.each is None:
            found.append(Leaf(page, stub))
            continue
        axis, ids = book.select(spec.each, (), None, ("site.yaml", "pages", page, "each"))
        found.extend(Leaf(page, f"{stub}/{member}".lstrip("/"), {axis: member}) for member in ids)
    _refuse_shared_paths(site, found)
    return found


def _refuse_shared_paths(site: Site, found: Iterable[Leaf]) -> None:
    """Two pages at one address: the second would be written over the first."""
    problems, taken = Problems(FactsError), dict[str, Leaf]()
    for leaf in found:
        first = taken.setdefault(leaf.stub, leaf)
        if first is not leaf:
            place, where = site.place("site.yaml", "pages", leaf.page), f"/{leaf.stub}/" if leaf.stub else "the root"
            problems.add(place, f"{leaf.key} and {first.key} both stand at {where}", "give one of them another path", "pages")
    problems.stop_if_any()


class Urls:
    """Paths and addresses of a site's built pages."""

    def __init__(self, site: Site, built: Iterable[Leaf]) -> None:
        """Take the site and the pages that are built."""
        self.site = site
        self.leaves = {leaf.key: leaf for leaf in built}
        self.pages = {leaf.page for leaf in self.leaves.values()}

    def path(self, leaf: Leaf, locale: str) -> str:
        """The file of a page, relative to the site's folder."""
        return "/".join(part for part in (self.site.locales[locale].segment, leaf.stub, "index.html") if part)

    def url(self, leaf: Leaf, locale: str) -> str:
        """The absolute address of a page."""
        return self.absolute(self.path(leaf, locale))

    def absolute(self, path: str) -> str:
        """The absolute address of a file of the site; a folder's own page goes without index.html."""
        return f"{self.site.spec.origin}/{path.removesuffix('index.html')}"

    def href(self, source_path: str, target_path: str, fragment: str = "") -> str:
        """A relative link from one file to another, folders named without index.html."""
        target = target_path.removesuffix("index.html")
        relative = posixpath.relpath(target or ".", posixpath.dirname(source_path) or ".")
        slash = "/" if target_path.endswith("index.html") else ""
        return f"{relative}{slash}{'#' + fragment if fragment else ''}"

    def alternates(self, leaf: Leaf, locale: str, locales: Iterable[str]) -> list[Alternate]:
        """The page in each of these languages, as seen from one of them."""
        here = self.path(leaf, locale)
        return [
            Alternate(record.tag, record.name, self.url(leaf, other), self.href(here, self.path(leaf, other)), other == locale)
            for other in locales
            for record in (self.site.locales[other],)
        ]

    def default(self, leaf: Leaf) -> str:
        """The address for readers of no language in particular."""
        return self.url(leaf, self.site.source_locale)

    def home(self) -> Leaf:
        """The page that a language's root leads to, or the first one when that is not built."""
        return self.leaves.get(self.site.spec.home) or next(iter(self.leaves.values()))

    def above(self, leaf: Leaf) -> list[Leaf]:
        """The pages above a page, from the top, for its breadcrumbs."""
        chain: list[Leaf] = []
        page = self.site.pages[leaf.page].under
        while page is not None and page in self.leaves and self.leaves[page] not in chain:
            chain.insert(0, self.leaves[page])
            page = self.site.pages[page].under
        return chain
