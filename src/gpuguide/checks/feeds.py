"""Judges the feed and the llms.txt of a language: every word, address, id and day, and that nothing else stands in them.

Knows Atom and the list of pages. Refuses to take anything from the files: what is due comes from changes.yaml, the page
sources and the messages.
"""

from __future__ import annotations

from datetime import date

from lxml import etree

from gpuguide.checks.bench import Bench
from gpuguide.checks.documents import Json, Record
from gpuguide.checks.facts import written_day
from gpuguide.checks.languages import Language
from gpuguide.checks.log import change_saying, changed_pages, due_changes
from gpuguide.checks.outline import outline
from gpuguide.checks.routes import bound_of, pages_in
from gpuguide.checks.structures import Due, differences, is_element, note
from gpuguide.checks.telling import teller

_ATOM = "{http://www.w3.org/2005/Atom}"
_LANG = "{http://www.w3.org/XML/1998/namespace}lang"


def judge_feed(bench: Bench, path: str, text: str, language: Language) -> None:
    """Every change of the site, newest first, in the language."""
    try:
        root = etree.fromstring(text.encode("utf-8"), etree.XMLParser(resolve_entities=False, no_network=True))
    except etree.LxmlError:
        return  # noted where its words are looked for
    where = f"{bench.shown}/{path}"
    differing = differences(_feed(bench, path, language), _as_json(root))
    note(differing, lambda message, due, found: bench.docket.add(where, "feed", message, due, found))


def _as_json(element: etree._Element) -> Json:
    """An element as name, attributes, text and what is in it; comments and text between elements are entries too."""
    if not is_element(element):
        return "a comment or an instruction"
    inner: list[Json] = []
    for child in element:
        inner.append(_as_json(child))
        if (child.tail or "").strip():
            inner.append((child.tail or "").strip())
    attributes: dict[str, Json] = {str(name): str(value) for name, value in element.items()}
    return {"name": element.tag, "attributes": attributes, "text": (element.text or "").strip(), "inner": inner}


def _element(name: str, text: Due = "", attributes: dict[str, Due] | None = None, inner: list[Due] | None = None) -> Due:
    return {"name": _ATOM + name, "attributes": attributes or {}, "text": text, "inner": inner or []}


def _link(relation: str, address: str) -> Due:
    return _element("link", "", {"rel": relation, "href": address})


def _feed(bench: Bench, path: str, language: Language) -> Due:
    site = bench.site.settings
    own = f"{bench.site.origin}/{path}"
    due = due_changes(bench)
    days = [day for _, change in due if isinstance(day := change.get("day"), date)]
    newest = max(days, default=site.get("updated"))
    entries = [_entry(bench, change, number, language) for number, change in due]
    author = _element("author", "", {}, [_element("name", str(site.get("operator", "")))])
    head = [
        _element("id", own),
        _element("title", str(site.get("name", ""))),
        _element("updated", _moment(newest if isinstance(newest, date) else None)),
        _link("self", own),
        _link("alternate", _address(bench, str(site.get("home", "")), language)),
        author,
    ]
    return _element("feed", "", {_LANG: language.tag}, [*head, *entries])


def _entry(bench: Bench, change: Record, number: str, language: Language) -> Due:
    day = change.get("day")
    text = change_saying(bench, language, number, change)
    identity = f"{bench.site.origin}/changes/{day}/{number}"
    return _element(
        "entry",
        "",
        {},
        [
            _element("id", identity),
            _element("title", text),
            _element("updated", _moment(day if isinstance(day, date) else None)),
            _link("alternate", _address(bench, _about(bench, change), language)),
            _element("summary", text),
        ],
    )


def _about(bench: Bench, change: Record) -> str:
    """The first page of a change that is built, a card's own page included; the home page when there is none."""
    built = {page for page, _ in pages_in(bench, "")}
    return next((page for page in changed_pages(change) if page in built), str(bench.site.settings.get("home", "")))


def _moment(day: date | None) -> str:
    return f"{written_day(day)}T00:00:00Z" if day else "a day"


def _address(bench: Bench, page: str, language: Language) -> str:
    """The address of a page in a language."""
    paths = dict(pages_in(bench, language.segment))
    path = paths.get(page) or next(iter(paths.values()), "")
    return f"{bench.site.origin}/{path.removesuffix('index.html')}"


def judge_llms(bench: Bench, path: str, text: str, language: Language) -> None:
    """The name of the site, an empty line, and one line a page: its title, address and description."""
    where = f"{bench.shown}/{path}"
    lines: list[Json] = [*text.removesuffix("\n").split("\n")]
    due: list[Due] = [f"# {bench.site.settings.get('name', '')}", ""]
    for page, file in pages_in(bench, language.segment):
        if bench.records.get(file) is None or bench.records[file].locale != language.id:
            continue  # a page that a draft has only in other languages
        due.append(_line(bench, page, file, language))
    differing = differences(due, lines, "line ")
    note(differing, lambda message, expected, found: bench.docket.add(where, "llms", message, expected, found))
    if not text.endswith("\n"):
        bench.docket.add(where, "llms", "the last line does not end")


def _line(bench: Bench, page: str, file: str, language: Language) -> Due:
    front, bound = outline(bench, page.partition("/")[0]).front, bound_of(bench, page)
    title, about = (teller(bench, language).say(str(front.get(key, "")), bound) for key in ("title", "description"))
    return title.after("- [").before(f"]({bench.site.origin}/{file.removesuffix('index.html')}): ").then(about)
