"""Judges what stands once for all languages: robots.txt, _headers, the error page, the chooser of languages, the assets.

Knows the exact text of the small files. Refuses to accept a weaker policy or a longer cache than is written here.
"""

from __future__ import annotations

import hashlib
import re
import struct

from lxml import etree, html

from gpuguide.checks.bench import Bench
from gpuguide.checks.documents import Json, UnreadableError, read_text
from gpuguide.checks.languages import Language
from gpuguide.checks.routes import pages_in
from gpuguide.checks.structures import Due, differences, is_element, note
from gpuguide.checks.telling import teller

ROBOTS = "User-agent: *\nAllow: /\n\nSitemap: {origin}/sitemap.xml\n"
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
# A file is kept for a year only where its name changes with its content.
HEADERS = f"""\
/*
  Content-Security-Policy: {POLICY}
  X-Content-Type-Options: nosniff
  Referrer-Policy: strict-origin-when-cross-origin
  Cache-Control: public, max-age=0, must-revalidate
/assets/*
  Cache-Control: public, max-age=31536000, immutable
"""
_HASHED = re.compile(r"assets/[a-z][a-z0-9-]*\.([0-9a-f]{12})\.(?:css|js|svg|png)")
_ADDRESS = re.compile(r"assets/[A-Za-z0-9._-]+")
_PNG = b"\x89PNG\r\n\x1a\n"
PICTURE_SIZE = (1200, 630)


def judge_plain(bench: Bench, files: frozenset[str]) -> None:
    """The two files that servers and crawlers read have exactly their text."""
    for path, due in (("robots.txt", ROBOTS.format(origin=bench.site.origin)), ("_headers", HEADERS)):
        if path in files and (found := _text(bench, path)) != due:
            lines = found.splitlines()
            lost = [line for line in due.splitlines() if line not in lines]
            more = [line for line in lines if line not in due.splitlines()]
            where = f"{bench.shown}/{path}"
            shown = "; ".join(lost) or "its lines in order, each once", "; ".join(more)
            bench.docket.add(where, "exact-file", "the file has not exactly its text", *shown)


def _text(bench: Bench, path: str) -> str:
    try:
        return read_text(bench.folder / path)
    except UnreadableError as error:
        return str(error)


def judge_leading(bench: Bench, files: frozenset[str]) -> None:
    """The chooser names every language once; the error page speaks each of them, and leads home."""
    languages = list(bench.site.languages.values())
    if not languages:
        return
    name = str(bench.site.settings.get("name", ""))
    for path, due in (("index.html", _chooser(bench, languages, name)), ("404.html", _missing(bench, languages, name))):
        if path in files and path in bench.pages:
            differing = differences(due, _leaves(_text(bench, path)), "entry ")
            where = f"{bench.shown}/{path}"
            note(differing, lambda message, expected, found, at=where: bench.docket.add(at, "leading", message, expected, found))  # type: ignore[misc]  # a default binds the loop's value


def _chooser(bench: Bench, languages: list[Language], name: str) -> list[Due]:
    names = ", ".join(language.name for language in languages)
    head = [["title", "", name], ["description", "", f"{name}: {names}"], ["canonical", "", f"{bench.site.origin}/"]]
    links = [["a", language.tag, f"{_home(bench, language)} {language.name}"] for language in languages]
    return [*head, ["h1", languages[0].tag, name], *links]


def _missing(bench: Bench, languages: list[Language], name: str) -> list[Due]:
    found: list[Due] = [["title", "", name], ["robots", "", "noindex"], ["h1", languages[0].tag, name]]
    for language in languages:
        word = teller(bench, language).word
        found.append(["h2", language.tag, word("This page does not exist")])
        found.append(["p", language.tag, word("The address may be misspelt, or the page has moved.")])
        found.append(["a", language.tag, f"/{_home(bench, language)} {word('Go to the start page')}"])
    return found


def _home(bench: Bench, language: Language) -> str:
    """The path of the start page of a language: the page that site.yaml names, or the first."""
    paths = dict(pages_in(bench, language.segment))
    path = paths.get(str(bench.site.settings.get("home", ""))) or next(iter(paths.values()), "")
    return path.removesuffix("index.html")


def _leaves(text: str) -> list[Json]:
    """What such a page says: each element with text of its own, its language and its text, and what its head says."""
    root = html.document_fromstring(text)
    found: list[Json] = []
    for element in root.iter():
        if not is_element(element):
            continue
        said = element.get("name") or element.get("rel")
        if element.tag in ("meta", "link") and said in ("description", "robots", "canonical"):
            found.append([said, "", element.get("content") or element.get("href") or ""])
        own = " ".join("".join([element.text or "", *(child.tail or "" for child in element)]).split())
        if own or element.tag == "a":
            address = f"{element.get('href', '')} " if element.tag == "a" else ""
            found.append([element.tag, "" if element.tag == "title" else _lang(element), address + own])
    return found


def _lang(element: etree._Element) -> str:
    """The language that an element is in: its own, or that of what it stands in."""
    around = (one.get("lang") for one in (element, *element.iterancestors()))
    return next((one for one in around if one), "")


# --- Assets ---


def judge_assets(bench: Bench, files: frozenset[str]) -> None:
    """Each asset is named by its content and used by a page; the picture that links show is one."""
    used = {match for page in bench.pages.values() for link in page.links for match in _ADDRESS.findall(link.address)}
    for path in sorted(file for file in files if file.startswith("assets/")):
        where = f"{bench.shown}/{path}"
        bench.docket.counts["assets"] += 1
        hashed = _HASHED.fullmatch(path)
        due = hashlib.sha256((bench.folder / path).read_bytes()).hexdigest()[:12]
        if hashed is None or hashed[1] != due:
            bench.docket.add(where, "asset-name", "the name is not that of its content", due, hashed[1] if hashed else path)
        if path not in used:
            bench.docket.add(where, "asset-unused", "no page names this file")
    _judge_pictures(bench, files)


def _judge_pictures(bench: Bench, files: frozenset[str]) -> None:
    """Every picture that a page is shared with is a PNG of the size that such pictures have."""
    shared = {link.address for page in bench.pages.values() for link in page.links if link.rel == "og:image"}
    for address in sorted(shared):
        path = address.removeprefix(f"{bench.site.origin}/")
        if path in files:
            size = png_size((bench.folder / path).read_bytes())
            if size != PICTURE_SIZE:
                shown = f"a PNG of {size[0]} x {size[1]}" if size else "no PNG"
                due = f"a PNG of {PICTURE_SIZE[0]} x {PICTURE_SIZE[1]}"
                bench.docket.add(f"{bench.shown}/{path}", "picture", "the shared picture is not as it must be", due, shown)


def png_size(content: bytes) -> tuple[int, int] | None:
    """Width and height of a PNG, whose chunks reach exactly to its end; None for anything else."""
    if not content.startswith(_PNG) or content[12:16] != b"IHDR":
        return None
    place = len(_PNG)
    while place + 12 <= len(content):
        length, kind = struct.unpack(">I4s", content[place : place + 8])
        place += 12 + length
        if kind == b"IEND":
            width, height = struct.unpack(">II", content[16:24])
            return (width, height) if place == len(content) else None
    return None
