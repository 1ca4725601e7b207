"""Judges what a page's head says in words: the title and the description in every place where they stand, and the site's name.

Knows the front matter. Refuses to write numbers and names: their texts are the recorded ones, which are judged elsewhere.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Mapping

from gpuguide.checks.bench import Bench
from gpuguide.checks.facts import Bindings
from gpuguide.checks.pages import DESCRIPTIONS, TITLES, Page
from gpuguide.checks.records import PageRecord
from gpuguide.checks.words.phrases import Phrases
from gpuguide.checks.words.script import Script
from gpuguide.checks.words.stretches import CLOSE, LINK_END, OPEN, collapsed, destination

_TOKEN = re.compile(f"{OPEN}([^{CLOSE}]*){CLOSE}")
_LINK_START = re.compile(f"{OPEN}>[^{CLOSE}]*{CLOSE}")
_REQUIRED = ("description", "og:title", "og:description", "og:site_name")


def judge_heads(bench: Bench, phrases: Phrases, page: Page, record: PageRecord, script: Script, bound: Bindings) -> None:
    """Judge title, description and their copies for those who share the page."""
    title, description = (_plain(bench, phrases, record, script, name, bound) for name in ("title", "description"))
    name = str(bench.site.settings.get("name", ""))
    said = [(passage, f"{title} · {name}") for passage in page.titles]
    for meta in page.metas:
        due = {**dict.fromkeys(TITLES, title), **dict.fromkeys(DESCRIPTIONS, description), "og:site_name": name}.get(meta.source)
        if due is None:
            bench.docket.add(meta.where, "head-text", f"nothing says what {meta.source} should be", "", meta.text)
        else:
            said.append((meta, due))
    for passage, due in said:
        if collapsed(passage.text) != collapsed(due):
            bench.docket.add(
                passage.where, "head-text", f"{passage.source} says something else than its source", due, passage.text
            )
    where = f"{bench.shown}/{page.path}"
    for source in _REQUIRED:
        if sum(meta.source == source for meta in page.metas) != 1:
            bench.docket.add(
                where, "head-text", f"a page has one {source}", "1", str(sum(meta.source == source for meta in page.metas))
            )


def judge_resources(bench: Bench, phrases: Phrases, page: Page) -> None:
    """What the head of a page names is of its kind: the language's feed and plain list, styles, scripts, icon and picture."""
    segment, folder = phrases.language.segment, posixpath.dirname(page.path)
    kinds = {
        "icon": r"assets/[^/]+\.svg",
        "stylesheet": r"assets/[^/]+\.css",
        "script": r"assets/[^/]+\.js",
        "alternate": rf"{segment}/feed\.xml",
        "describedby": rf"{segment}/llms\.txt",
        "og:image": rf"{re.escape(bench.site.origin)}/assets/[^/]+\.png",
    }
    for one in page.links:
        kind = "script" if one.tag == "script" else one.rel
        if one.tag in ("link", "script", "meta") and not one.hreflang and kind in kinds:
            place = destination(folder, one.address)
            if not re.fullmatch(kinds[kind], place):
                bench.docket.add(one.where, "resource", f"this is no {kind} of the page", kinds[kind], place)


def _plain(bench: Bench, phrases: Phrases, record: PageRecord, script: Script, name: str, bound: Bindings) -> str:
    """A message of the front matter as plain text, its tokens filled with what was recorded for it."""
    texts: dict[str, str] = {
        f"{one.key}|{'' if one.form == 'prose' else one.form}": one.text for one in record.figures if one.carrier == name
    }
    texts.update({one.key: one.text for one in record.names if one.carrier == name})
    texts.update({f"@{one.key}": one.text for one in record.dates if one.carrier == name})
    skeleton = phrases.html(str(script.front.get(name, "")), bound)
    return _TOKEN.sub(lambda match: _text(texts, match[1]), _LINK_START.sub("", skeleton).replace(LINK_END, ""))


def _text(texts: Mapping[str, str], token: str) -> str:
    """The recorded text of a token; a missing value says its own word."""
    if "~" in token:
        return token.partition("~")[2]
    plain = token.partition("!")[0]
    return texts.get(plain, f"[{plain}]")
