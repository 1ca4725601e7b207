"""Judges the sitemap: every page once, its day, its other languages, and nothing else.

Knows the sitemap's format and where days come from. Refuses to take a day from a page.
"""

from __future__ import annotations

from datetime import date

from lxml import etree

from gpuguide.checks.bench import Bench
from gpuguide.checks.documents import Record, UnreadableError, read_text
from gpuguide.checks.facts import written_day
from gpuguide.checks.log import due_changes
from gpuguide.checks.outline import outline
from gpuguide.checks.pages import Page
from gpuguide.checks.provenance import rests_on_feed
from gpuguide.checks.records import PageRecord
from gpuguide.checks.routes import page_key
from gpuguide.checks.structures import is_element

_MAP = "{http://www.sitemaps.org/schemas/sitemap/0.9}"
_LINK = "{http://www.w3.org/1999/xhtml}link"


def judge_sitemap(bench: Bench, files: frozenset[str]) -> None:
    """A sitemap lists every recorded page with its day and its languages, and nothing else."""
    if "sitemap.xml" not in files:
        return
    where = f"{bench.shown}/sitemap.xml"
    try:
        parser = etree.XMLParser(resolve_entities=False, no_network=True)
        root = etree.fromstring(read_text(bench.folder / "sitemap.xml").encode("utf-8"), parser)
    except (UnreadableError, ValueError, etree.LxmlError) as error:
        bench.docket.add(where, "file-unreadable", f"the file cannot be read: {error}")
        return
    due = {_address(bench, page): (page, record) for page, record, _ in bench.recorded()}
    listed = [(entry.findtext(f"{_MAP}loc") or "").strip() for entry in root]
    for address in sorted(due.keys() - set(listed)):
        bench.docket.add(where, "sitemap", "a page is not listed", address)
    if root.tag != f"{_MAP}urlset" or len(root.attrib) or (root.text or "").strip():
        bench.docket.add(where, "sitemap", "the root is not a plain urlset", f"{_MAP}urlset", str(root.tag))
    for index, (entry, address) in enumerate(zip(root, listed, strict=True)):
        place = f"{where}:{entry.sourceline}"
        if address not in due or address in listed[:index] or entry.tag != f"{_MAP}url":
            bench.docket.add(place, "sitemap", "an address is listed that is no page, or twice", "", address)
        else:
            _judge_entry(bench, place, entry, *due[address])


def _address(bench: Bench, page: Page) -> str:
    return f"{bench.site.origin}/{page.path.removesuffix('index.html')}"


def _judge_entry(bench: Bench, where: str, entry: etree._Element, page: Page, record: PageRecord) -> None:
    """The parts of an entry in their order: address, day, alternates."""
    due = [f"loc {_address(bench, page)}", f"lastmod {last_change(bench, record)}", *_alternates(bench, page)]
    found = [_part(part) for part in entry if is_element(part)]
    stray = [text for text in (entry.text, *(part.tail for part in entry), entry.tail) if (text or "").strip()]
    if found != due or len(found) != len(entry) or stray or len(entry.attrib):
        wrong = [one for one in due if one not in found], [one for one in found if one not in due] + [str(one) for one in stray]
        message = f"the entry of {page.path} is not its address, its day and its languages"
        bench.docket.add(where, "sitemap", message, *(", ".join(one) or "the same in this order" for one in wrong))


def _part(part: etree._Element) -> str:
    """One part of an entry as a line; what nobody knows is shown as it is named."""
    if part.tag == _LINK and part.get("rel") == "alternate" and set(part.keys()) == {"rel", "hreflang", "href"}:
        return f"alternate {part.get('hreflang')} {part.get('href')}"
    name = etree.QName(part).localname if str(part.tag).startswith(_MAP) and not part.keys() and not len(part) else str(part.tag)
    return f"{name} {(part.text or '').strip()}"


def _alternates(bench: Bench, page: Page) -> list[str]:
    """The page in every language in which it stands, in the order of the site, and the default: the source language."""
    mine = next(language for other, _, language in bench.recorded() if other is page)
    key = page_key(mine.segment, page.path)
    languages = list(bench.site.languages.values())
    found = {language.id: other for other, _, language in bench.recorded() if page_key(language.segment, other.path) == key}
    lines = [f"alternate {one.tag} {_address(bench, found[one.id])}" for one in languages if one.id in found]
    default = "".join(f"{part}/" for part in (bench.site.origin, languages[0].segment, key) if part)
    return [*lines, f"alternate x-default {default}"]


def last_change(bench: Bench, record: PageRecord) -> str:
    """The newest day of a page: of its text, of the changes that name it, of the site's facts, of the offers that it prints."""
    page = record.page.partition("/")[0]
    days = [outline(bench, page).front.get("updated"), bench.site.settings.get("updated")]
    for _, change in due_changes(bench):
        named = change.get("pages")
        if isinstance(named, list) and page in named:
            days.append(change.get("day"))
    dated = {one.key for one in record.dates if one.key.startswith("feed.")}
    if dated or any(rests_on_feed(bench, one.key) for one in record.figures):
        days.append(bench.answers.facts.collections.get("feed", Record()).get("taken"))
    known = [date(day.year, day.month, day.day) for day in days if isinstance(day, date)]
    return written_day(max(known)) if known else ""
