"""`messages pseudo`: the sites in a language that nobody speaks, and every text on them that no message says.

Knows what a page may say without a message: names, units, punctuation. Refuses to publish: the pages stand in a folder of
their own, unjudged.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from gpuguide.catalog.loader import Site, load_sites
from gpuguide.checks.pages import Page
from gpuguide.checks.parsing import parse_page
from gpuguide.checks.words.stretches import CLOSE as TOKEN_END
from gpuguide.checks.words.stretches import OPEN as TOKEN
from gpuguide.cli.console import Screen
from gpuguide.errors import Exit, Place, UsageError
from gpuguide.l10n.pseudo import CLOSE, OPEN, pseudo_reader
from gpuguide.site.build import Built, build_site
from gpuguide.site.outputs import refuse_foreign
from gpuguide.site.publish import publication

PUBLISHED = "dist"
_TOKENS = re.compile(f"{TOKEN}[^{TOKEN_END}]*{TOKEN_END}")
_MESSAGES = re.compile(f"{OPEN}[^{OPEN}{CLOSE}]*{CLOSE}")
_WORD = re.compile(r"[^\W\d_]")
_FORMATS = ("CSV", "JSON")
_FEED_TEXT = re.compile(r"<(title|summary|name|content)\b[^>]*>([^<]*)<")
_ADDRESS = re.compile(r"\]\([^)]*\)|https?://\S+")


def accented(root: Path, out: Path, wanted: str | None, screen: Screen) -> int:
    """Build, put in place, and tell what is no message; exit code 1 when there is such a text."""
    if out.resolve() == (root / PUBLISHED).resolve():
        raise UsageError.at(Place("--out"), f"{PUBLISHED} is where sites stand that people read", "name another folder")
    refuse_foreign(root, out)
    unsaid: dict[tuple[str, str], list[str]] = {}
    with publication(out) as new:
        for site in load_sites(root, wanted):
            built = build_site(root, site, strict=False, read_catalog=pseudo_reader(one.text for one in site.literals))
            new.add(site.id, built.files)
            for where, text in _unsaid(site, built):
                unsaid.setdefault((site.id, text), []).append(f"{out.name}/{site.id}/{where}")
        new.put_in_place()
    for (_, text), places in sorted(unsaid.items()):
        times = f" and {len(places) - 1} times elsewhere" if len(places) > 1 else ""
        screen.problem(f'{places[0]}: no message says "{text}"{times}')
    screen.say(f"{len(unsaid)} texts that are no message; the pages stand in {out}")
    return int(Exit.FINDINGS if unsaid else Exit.OK)


def _unsaid(site: Site, built: Built) -> Iterator[tuple[str, str]]:
    """Each text of the translated pages with the place where it stands."""
    free = _free(site)
    own = tuple(f"{record.segment}/" for locale, record in site.locales.items() if locale != site.source_locale)
    for path, content in built.files.items():
        if path.startswith(own):
            for where, text in _texts(path, content):
                rest = left_of(text)
                if _WORD.search(free.sub("", rest)):
                    yield where, rest


def _texts(path: str, content: bytes) -> Iterator[tuple[str, str]]:
    """What people read in a file: the text of a page, its head and its attributes; a feed; a plain list."""
    text = content.decode("utf-8", "replace")
    if path.endswith(".html"):
        page = parse_page(path, path, text)
        yield from _page_texts(page) if page is not None else ()
    elif path.endswith("/feed.xml"):
        yield from ((path, match[2]) for match in _FEED_TEXT.finditer(text))
    elif path.endswith("/llms.txt"):
        yield from ((f"{path}:{number}", _ADDRESS.sub("]", line)) for number, line in enumerate(text.splitlines(), start=1))


def _page_texts(page: Page) -> Iterator[tuple[str, str]]:
    yield from ((f"{page.file}:{stretch.line}", stretch.text) for stretch in page.stretches)
    yield from ((passage.where, passage.text) for passage in (*page.titles, *page.metas, *page.attributes))


def left_of(text: str) -> str:
    """A text without its tokens and its messages, one within another or side by side."""
    rest, before = _TOKENS.sub("", text), ""
    while rest != before:
        rest, before = _MESSAGES.sub("", rest), rest
    return rest.strip()


def _free(site: Site) -> re.Pattern[str]:
    """Finds what is the same in every language, or stands in the data of each: names, units."""
    names = [site.spec.name, site.spec.operator, *(record.name for record in site.locales.values()), *_FORMATS]
    units = [text for texts in site.units.values() for written in texts.values() for text in _written(written)]
    found = {part.strip("{} ") for text in (*names, *units) for part in re.split(r"\{n\}", text)}
    words = sorted((re.escape(part) for part in found if part), key=lambda part: (-len(part), part))
    return re.compile(rf"(?<!\w)(?:{'|'.join(words)})(?!\w)")


def _written(pattern: object) -> list[str]:
    return list(map(str, pattern.values())) if isinstance(pattern, dict) else [str(pattern)]
