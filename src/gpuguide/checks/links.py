"""Judges addresses: every link inside the site leads to a file and an anchor, and a page says truly where it is.

Knows URLs, canonical and alternate links. Refuses to leave the built folder: nothing is fetched.
"""

from __future__ import annotations

import posixpath
from collections import Counter
from urllib.parse import SplitResult, unquote, urlsplit

from gpuguide.checks.bench import Anchored, Bench
from gpuguide.checks.languages import Language
from gpuguide.checks.pages import Link, Page
from gpuguide.checks.records import PageRecord
from gpuguide.checks.routes import due_paths

_ELSEWHERE = frozenset(("http", "https", "mailto", "tel", "data"))


class Addresses:
    """Resolves addresses of pages to files of the built folder."""

    def __init__(self, bench: Bench, files: frozenset[str]) -> None:
        """`files` are the paths of all files, relative to the site's folder."""
        self._origin = urlsplit(bench.site.origin)
        self._bench = bench
        self._files = files
        self._declared = frozenset(map(str, bench.answers.facts.collections.get("addresses", {}).values()))

    def inside(self, page: Page, address: str) -> tuple[str, str] | None:
        """The path and the anchor of an address inside the site; None for one that leads elsewhere."""
        parts = _split(address)
        if parts.scheme and parts.scheme not in ("http", "https"):
            return None
        # An address that the site declares may be served beside it, by another program.
        if (parts.netloc and parts.netloc != self._origin.netloc) or address in self._declared:
            return None
        path = unquote(parts.path)
        if not path and not parts.netloc:
            return page.path, unquote(parts.fragment)
        root = self._origin.path.rstrip("/") + "/"
        if path.startswith("/") or parts.netloc:
            inside = path[len(root) :] if path.startswith(root) else path.lstrip("/")
        else:
            inside = posixpath.join(posixpath.dirname(page.path), path)
        return self._file(inside), unquote(parts.fragment)

    def _file(self, path: str) -> str:
        """The file that a server gives for a path: a folder's is its index."""
        clean = posixpath.normpath(path) if path else "."
        if clean in self._files and not path.endswith("/"):
            return clean
        return posixpath.normpath(posixpath.join(clean, "index.html"))

    def judge(self, page: Page) -> None:
        """Judge every address that a page names."""
        for link in page.links:
            self._bench.docket.counts["links"] += 1
            self._judge_link(page, link)

    def _judge_link(self, page: Page, link: Link) -> None:
        add = self._bench.docket.add
        scheme = _split(link.address).scheme
        if scheme and scheme not in _ELSEWHERE:
            add(link.where, "link-scheme", "an address of a kind that no page needs", "", link.address)
            return
        target = self.inside(page, link.address)
        if target is None:
            return
        path, anchor = target
        if path not in self._files:
            add(link.where, "link-broken", "the link leads to no file", path, link.address)
        elif link.tag in ("a", "area", "use") and anchor not in ("", "top"):  # HTML itself knows `#` and `#top`
            self._judge_anchor(Anchored(link.where, path, anchor, link.address))

    def _judge_anchor(self, link: Anchored) -> None:
        """Judge a link to an anchor, or leave it for the end when its page is in another part of the site."""
        if link.path in self._bench.pages:
            judge_anchor(self._bench, link)
        else:
            self._bench.anchored.append(link)


def judge_anchor(bench: Bench, link: Anchored) -> None:
    """The page that a link leads to has the anchor; files that are no pages have none."""
    page = bench.pages.get(link.path)
    if page is not None and link.anchor not in page.anchors:
        bench.docket.add(link.where, "anchor-broken", f"{link.path} has no such anchor", f"#{link.anchor}", link.address)


def _split(address: str) -> SplitResult:
    """The parts of an address; one that cannot be read is taken as a path, which then leads nowhere."""
    try:
        return urlsplit(address.strip())
    except ValueError:
        return SplitResult("", "", address.strip(), "", "")


def judge_self(bench: Bench, addresses: Addresses, page: Page) -> None:
    """The canonical address of a page is its own, once, and absolute; so is the address that it is shared by."""
    canonical = [link for link in page.links if link.tag == "link" and "canonical" in link.rel.split()]
    where = f"{bench.shown}/{page.path}"
    if len(canonical) != 1:
        bench.docket.add(where, "canonical", "a page has one canonical address", "1", str(len(canonical)))
    shared = [link for link in page.links if link.rel == "og:url"]
    for link in canonical + shared:
        if not _absolute(bench, link) or addresses.inside(page, link.address) != (page.path, ""):
            due = f"{bench.site.origin}/{page.path.removesuffix('index.html')}"
            bench.docket.add(link.where, "canonical", "the canonical address is not the page's own", due, link.address)


def judge_alternates(bench: Bench, addresses: Addresses, page: Page, siblings: dict[str, str]) -> None:
    """A page lists itself, the same page in every other locale, and a default. `siblings`: language tag to path."""
    links = [link for link in page.links if link.tag == "link" and link.hreflang]
    where = f"{bench.shown}/{page.path}"
    listed = Counter(link.hreflang for link in links)
    due = Counter([*siblings, "x-default"])
    if listed != due:
        shown = ", ".join(sorted(due)), ", ".join(sorted(listed.elements())) or "none"
        bench.docket.add(where, "hreflang", "the page does not list itself, all its locales and a default", *shown)
    for link in links:
        target = addresses.inside(page, link.address)
        if not _absolute(bench, link) or target is None:
            bench.docket.add(link.where, "hreflang", "not an absolute address of this site", bench.site.origin, link.address)
        elif link.hreflang in siblings and target[0] != siblings[link.hreflang]:
            message = f"{link.hreflang} is another page"
            bench.docket.add(link.where, "hreflang", message, siblings[link.hreflang], link.address)


def default_of(addresses: Addresses, page: Page) -> str:
    """Where a page's x-default leads, as a path."""
    links = [link.address for link in page.links if link.tag == "link" and link.hreflang == "x-default"]
    target = addresses.inside(page, links[0]) if links else None
    return target[0] if target else ""


def _absolute(bench: Bench, link: Link) -> bool:
    origin = bench.site.origin
    return bool(origin) and (link.address == origin or link.address.startswith(f"{origin}/"))


def judge_structure(bench: Bench, page: Page) -> None:
    """Ids are unique, carriers do not hide in one another, and a row of a table begins with its header."""
    for anchor, count in Counter(one.text for one in page.ids).items():
        if count > 1:
            where = [one.where for one in page.ids if one.text == anchor][1]
            bench.docket.add(where, "duplicate-id", f"id {anchor} stands {count} times", "1", str(count))
    for nested in page.nested:
        bench.docket.add(nested.where, "nested-carrier", "a number, name or date inside another", "", nested.text)
    for row in page.unheaded:
        message = "a row has its header in another place, or more than one"
        bench.docket.add(row.where, "row-header", message, "th scope=row, then td", row.text[:80])


def judge_head(bench: Bench, page: Page, record: PageRecord, language: Language) -> None:
    """A page says which language it is in, and has one title and one first heading."""
    where = f"{bench.shown}/{page.path}"
    if page.lang != language.tag:
        bench.docket.add(where, "lang", "html lang is not the locale's tag", language.tag, page.lang)
    marks = [mark.text for mark in page.locale_marks if mark.source == "og:locale"]
    if marks != [language.og]:
        bench.docket.add(where, "og-locale", "og:locale is not the locale's", language.og, ", ".join(marks) or "none")
    if page.headings != 1:
        bench.docket.add(where, "heading", "a page has one h1", "1", str(page.headings))
    if len(page.titles) != 1 or not page.titles[0].text:
        bench.docket.add(where, "title", "a page has one title", "1", str(len(page.titles)))
    due = due_paths(bench, language.segment, record.page)
    if page.path not in due:
        paths = ", ".join(sorted(due)[:3]) or f"no page {record.page}"
        bench.docket.add(where, "page-path", "the page stands at another place than its locale and id say", paths, page.path)
