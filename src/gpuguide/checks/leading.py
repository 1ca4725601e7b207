"""Judges the two pages that stand once for all languages: the chooser of languages and the error page, tag for tag.

Knows both pages whole. Refuses to accept anything that is not written here; only white space is free.
"""

from __future__ import annotations

from html import escape
from html.parser import HTMLParser

from gpuguide.checks.bench import Bench
from gpuguide.checks.documents import Json, UnreadableError, read_text
from gpuguide.checks.languages import Language
from gpuguide.checks.routes import pages_in
from gpuguide.checks.structures import Due, differences, note
from gpuguide.checks.telling import teller

_PAGE = """<!doctype html>
<html lang="{tag}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{name}</title>
{head}
<link rel="icon" href="{root}{icon}" type="image/svg+xml">
<link rel="stylesheet" href="{root}{style}">
</head>
<body>
<main class="chooser">
<h1>{name}</h1>
{body}
</main>
</body>
</html>
"""
_CHOOSER_HEAD = '<meta name="description" content="{name}: {names}"><link rel="canonical" href="{origin}/">'
_CHOICE = '<li><a href="{home}" lang="{tag}" hreflang="{tag}">{name}</a></li>'
_MISSING_HEAD = '<meta name="robots" content="noindex">'
_MISSING = '<section lang="{tag}"><h2>{title}</h2><p>{text} <a href="/{home}">{link}</a></p></section>'


def judge_leading(bench: Bench, files: frozenset[str]) -> None:
    """The chooser names every language once; the error page speaks each of them, and leads home."""
    languages = list(bench.site.languages.values())
    for path, due in (("index.html", _chooser), ("404.html", _missing)) if languages else ():
        if path in files:
            _judge(bench, path, due(bench, languages, files))


def _judge(bench: Bench, path: str, due: str) -> None:
    where = f"{bench.shown}/{path}"
    try:
        found = _events(read_text(bench.folder / path))
    except UnreadableError:
        return  # noted where pages are read
    expected: Due = [event for event in _events(due) if isinstance(event, str)]
    note(
        differences(expected, found, "part "), lambda message, one, other: bench.docket.add(where, "leading", message, one, other)
    )


def _chooser(bench: Bench, languages: list[Language], files: frozenset[str]) -> str:
    name = _name(bench)
    names = escape(", ".join(language.name for language in languages))
    head = _CHOOSER_HEAD.format(name=name, names=names, origin=escape(bench.site.origin))
    choices = [
        _CHOICE.format(home=_home(bench, language), tag=language.tag, name=escape(language.name)) for language in languages
    ]
    return _page(bench, languages, files, root="", head=head, body=f"<ul>{''.join(choices)}</ul>")


def _missing(bench: Bench, languages: list[Language], files: frozenset[str]) -> str:
    blocks = []
    for language in languages:
        word = teller(bench, language).word
        title, link = escape(word("This page does not exist")), escape(word("Go to the start page"))
        text = escape(word("The address may be misspelt, or the page has moved."))
        blocks.append(_MISSING.format(tag=language.tag, title=title, text=text, home=_home(bench, language), link=link))
    return _page(bench, languages, files, root="/", head=_MISSING_HEAD, body="".join(blocks))


def _page(bench: Bench, languages: list[Language], files: frozenset[str], **parts: str) -> str:
    assets = {ending: _asset(files, stem, ending) for stem, ending in (("icon", "svg"), ("site", "css"))}
    return _PAGE.format(tag=languages[0].tag, name=_name(bench), icon=assets["svg"], style=assets["css"], **parts)


def _name(bench: Bench) -> str:
    return escape(str(bench.site.settings.get("name", "")))


def _asset(files: frozenset[str], stem: str, ending: str) -> str:
    """The one asset of this name; whether its hash is right is judged elsewhere."""
    found = [file for file in files if file.startswith(f"assets/{stem}.") and file.endswith(f".{ending}")]
    return found[0] if len(found) == 1 else f"assets/{stem}.….{ending}"


def _home(bench: Bench, language: Language) -> str:
    """The path of the start page of a language: the page that site.yaml names, or the first."""
    paths = dict(pages_in(bench, language.segment))
    path = paths.get(str(bench.site.settings.get("home", ""))) or next(iter(paths.values()), "")
    return path.removesuffix("index.html")


class _Reader(HTMLParser):
    """What stands in a page, tag for tag; white space between words is one space, between tags none."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.events: list[Json] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.events.append(f"<{tag}" + "".join(f" {name}={value!r}" for name, value in attrs) + ">")

    def handle_endtag(self, tag: str) -> None:
        self.events.append(f"</{tag}>")

    def handle_data(self, data: str) -> None:
        if data.strip():
            self.events.append(" ".join(data.split()))

    def handle_comment(self, data: str) -> None:
        self.events.append(f"<!--{data}-->")

    def handle_decl(self, decl: str) -> None:
        self.events.append(f"<!{decl.lower()}>")

    def handle_pi(self, data: str) -> None:
        self.events.append(f"<?{data}>")

    def unknown_decl(self, data: str) -> None:
        self.events.append(f"<![{data}]>")


def _events(text: str) -> list[Json]:
    reader = _Reader()
    reader.feed(text)
    reader.close()
    return reader.events
