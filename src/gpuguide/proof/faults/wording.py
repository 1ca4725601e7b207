"""Faults in the words of a page: sentences lost, kept, moved, reversed, of another page, of another language; and its head.

Knows where words stand in a built page. Refuses to know what they should be.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from random import Random

from gpuguide.proof.faults.edits import Spot, doubled, dropped, exchanged_for, pages, rewritten, swapped, tried
from gpuguide.proof.faults.numbers import of_text, other_digit, typed_digit
from gpuguide.proof.faults.scene import Change, Kind, Scene

PARAGRAPH = r"<p(?: class=\"note\")?(?: data-(?:claim|unless)=\"[^\"]*\")*>(?:(?!</p>).)*</p>"
GUARDED = r"<(?P<tag>p|ul|li)[^>]* data-(?:claim|unless)=\"[^\"]*\"[^>]*>(?:(?!</(?P=tag)>).)*</(?P=tag)>"
META = r'<meta (?:name|property)="(?:og:|twitter:)?{}" content="(?P<x>[^"]*)"'
_ANY_META = META.format("(?:title|description)")
_TAG = r'<html lang="(?P<x>[^"]*)"'
_OPPOSITES = {
    "en": (
        ("fits", "does not fit"),
        ("is enough", "is not enough"),
        (" is ", " is not "),
        (" can ", " cannot "),
        ("more", "less"),
    ),
    "pt": (("cabe", "não cabe"), (" é ", " não é "), ("mais", "menos"), ("maior", "menor"), (" pode ", " não pode ")),
    "zh": (("放得下", "放不下"), ("不是", "是"), ("没有", "有"), ("高", "低"), ("是", "不是"), ("最便宜", "最贵")),
    "ja": (("載る", "載らない"), ("できます", "できません"), ("です", "ではありません"), ("ます", "ません"), ("高", "低")),
}


def _of_another_page(scene: Scene, path: str, chance: Random, pool: list[str]) -> Change | None:
    """One paragraph in the place of another, taken from a page of the pool."""
    here = list(re.finditer(PARAGRAPH, scene.text(path), re.DOTALL))
    others = [other for other in pool if other != path]
    if not here or not others:
        return None
    other = chance.choice(others)
    theirs = [match[0] for match in re.finditer(PARAGRAPH, scene.text(other), re.DOTALL)]
    match = chance.choice(here)
    foreign = [text for text in theirs if text not in scene.text(path)]
    if not foreign:
        return None
    text = chance.choice(foreign)
    whole = scene.text(path)[: match.start()] + text + scene.text(path)[match.end() :]
    return scene.replaced(path, whole, match[0], text)


def _paragraph_of_another_language(scene: Scene, path: str, chance: Random) -> Change | None:
    return _of_another_page(scene, path, chance, scene.siblings(path))


def _paragraph_of_another_page(scene: Scene, path: str, chance: Random) -> Change | None:
    segment = path.partition("/")[0]
    return _of_another_page(scene, path, chance, [other for other in scene.having(pages) if other.startswith(f"{segment}/")])


def _false_block(scene: Scene, path: str, chance: Random) -> Change | None:
    """A guarded block whose claim turned false, and that stayed."""
    claims = json.loads(scene.text("figures.json"))["claims"] if "figures.json" in scene.files else {}
    false = [key for key, holds in claims.items() if holds is False]
    found = list(re.finditer(r'data-claim="(?P<x>[^"]*)"', scene.text(path)))
    if not false or not found:
        return None
    match, key = chance.choice(found), chance.choice(false)
    whole = scene.text(path)[: match.start("x")] + key + scene.text(path)[match.end("x") :]
    return scene.replaced(path, whole, match[0], f'data-claim="{key}"')


def _opposite(spot: Spot, chance: Random) -> str | None:
    """The sentence with a word for its opposite."""
    tongue = spot.scene.tongue(spot.path)
    pairs = _OPPOSITES.get(tongue.base, ()) if tongue else ()
    turned = [spot.text.replace(one, other, 1) for one, other in pairs if one in spot.text]
    turned += [spot.text.replace(other, one, 1) for one, other in pairs if other in spot.text]
    return chance.choice(turned) if turned else None


def _word_lost(spot: Spot, chance: Random) -> str | None:
    words = spot.text.split(" ")
    if len(words) < 4:
        return spot.text[: len(spot.text) // 2] if len(spot.text) > 8 else None
    at = chance.randrange(1, len(words) - 1)
    return " ".join([*words[:at], *words[at + 1 :]])


def _other_tag(spot: Spot, chance: Random) -> str:
    return chance.choice([tongue.tag for tongue in spot.scene.tongues.values() if tongue.tag != spot.text] or ["xx"])


def _other_address(spot: Spot, chance: Random) -> str:
    """The address of another page of the site."""
    return spot.text.rstrip("/") + "/other/"


def _other_link(spot: Spot, chance: Random) -> str | None:
    """The address of another link of the page that leads elsewhere."""
    bare = spot.text.rstrip("/")
    others = [text for text in spot.others() if text.rstrip("/") != bare and not text.startswith("#")]
    return chance.choice(others) if others else None


ALTERNATE = r'<link rel="alternate" hreflang="[^"]*" href="[^"]*">\n'
KINDS: Mapping[str, Kind] = {
    "paragraph dropped": dropped(pages, PARAGRAPH),
    "paragraph doubled": doubled(pages, PARAGRAPH),
    "two paragraphs swapped": swapped(pages, PARAGRAPH),
    "paragraph of another language": tried(pages, _paragraph_of_another_language),
    "paragraph of another page": tried(pages, _paragraph_of_another_page),
    "sentence reversed": rewritten(pages, r"<(?:p|li)[^>]*>(?P<x>[^<>]{12,})", _opposite),
    "verdict or remark reversed": rewritten(pages, r"<(?:td|div|span)[^>]*>(?P<x>[^<>]{2,40})</", _opposite),
    "word lost": rewritten(pages, r"<(?:p|li|h2|h3)[^>]*>(?P<x>[^<>]{12,})", _word_lost),
    "heading of another part": exchanged_for(pages, r"<h2[^>]*>(?P<x>(?:(?!</h2>).)*)</h2>"),
    "question of another": exchanged_for(pages, r"<summary>(?P<x>(?:(?!</summary>).)*)</summary>"),
    "entry of the menu": exchanged_for(pages, r'<li><a href="[^"#]*">(?P<x>[^<]*)</a></li>'),
    "guarded block dropped": dropped(pages, GUARDED),
    "guarded block kept though false": tried(pages, _false_block),
    "guard taken away": rewritten(pages, r'(?P<x> data-(?:claim|unless)="[^"]*")', lambda spot, chance: ""),
    "guard turned round": rewritten(
        pages,
        r"(?P<x>data-claim|data-unless)=",
        lambda spot, chance: "data-unless" if spot.text == "data-claim" else "data-claim",
    ),
    "digit typed into the title": rewritten(pages, r"<title>(?P<x>[^<]*)<", of_text(typed_digit)),
    "digit changed in a description": rewritten(pages, META.format("description"), of_text(other_digit)),
    "digit typed into a description": rewritten(pages, _ANY_META, of_text(typed_digit)),
    "sentence reversed in a description": rewritten(pages, _ANY_META, _opposite),
    "language of the page": rewritten(pages, _TAG, _other_tag),
    "locale it is shared by": exchanged_for(pages, r'<meta property="og:locale(?::alternate)?" content="(?P<x>[^"]*)"'),
    "canonical address": rewritten(pages, r'<link rel="canonical" href="(?P<x>[^"]*)"', _other_address),
    "address it is shared by": rewritten(pages, r'<meta property="og:url" content="(?P<x>[^"]*)"', _other_address),
    "alternate dropped": dropped(pages, ALTERNATE),
    "addresses of two alternates swapped": swapped(pages, r'rel="alternate" hreflang="[^"]*" href=(?P<x>"[^"]*")'),
    "link to another page": rewritten(pages, r'<a href="(?P<x>[^"#:]+)"', _other_link),
    "link to another part": exchanged_for(pages, r'<li><a href="(?P<x>#[^"]*)"'),
    "link to another host": rewritten(
        pages, r'<a href="https://(?P<x>[^"/]+)', lambda spot, chance: f"{chance.choice(('www', 'm'))}.{spot.text}"
    ),
    "page of another language": tried(pages, lambda scene, path, chance: _whole(scene, path, scene.siblings(path), chance)),
    "page of another card or subject": tried(
        pages,
        lambda scene, path, chance: _whole(
            scene, path, [one for one in scene.having(pages) if one.startswith(path.partition("/")[0]) and one != path], chance
        ),
    ),
}


def _whole(scene: Scene, path: str, others: list[str], chance: Random) -> Change | None:
    """A page's file holds another page."""
    if not others:
        return None
    other = chance.choice(others)
    return scene.replaced(path, scene.text(other), path, other)
