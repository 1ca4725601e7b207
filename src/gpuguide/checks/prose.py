"""Judges the words of a page as far as a machine can: the right language, the right spaces, no leftovers.

Knows scripts, a few of the commonest words of a few languages, and the traces that a renderer leaves behind. Refuses
to judge style.
"""

from __future__ import annotations

import re

from gpuguide.checks.bench import Bench
from gpuguide.checks.languages import Language
from gpuguide.checks.pages import Page, Passage

_KANA = re.compile(r"[\u3041-\u3096\u30a1-\u30fa\u30fc]")
HAN = r"\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
CJK = rf"{HAN}\u3041-\u3096\u30a1-\u30ff\u3005\u3007"
_HAN = re.compile(f"[{HAN}]")
_LETTER = re.compile(r"[^\W\d_]")
_WORD = re.compile(r"[^\W\d_]+")
_CJK_SIGN = re.compile(f"[{CJK}]")
TYPED_SPACE = re.compile(rf"[{CJK}] [A-Za-z0-9$]|[A-Za-z0-9%] [{CJK}]")
_LEFTOVERS = (
    (re.compile(r"\*\*"), "markup"),
    (re.compile(r"\]\([^)\s]*\)"), "link"),
    (re.compile(r"\{[a-z_][^{}]*\}|%\([a-z_]+\)[sd]"), "placeholder"),
)
_STOP_WORDS = {
    base: frozenset(_WORD.findall(words))
    for base, words in (
        ("en", "the of and to a in is for that with on it not as are be than from which by one at its what"),
        ("pt", "o a os as de do da dos das e em no na que para por com um uma não se é mais ao à ou como"),
    )
}
# Below this, a text is too short to tell its language by.
_ENOUGH_LETTERS, _ENOUGH_WORDS = 120, 25
_BLOCK_WORDS = 12


def judge_prose(bench: Bench, page: Page, language: Language) -> None:
    """Judge the words of one page."""
    problem = _page_problem("\n".join(passage.text for passage in page.prose), language.base)
    if problem:
        bench.docket.add(f"{bench.shown}/{page.path}", "language", "the page is not in its language", language.tag, problem)
    for passage in page.prose:
        _judge_leftovers(bench, passage)
        if language.base in ("zh", "ja"):
            _judge_spaces(bench, passage)
        if problem is None and (problem_here := _block_problem(passage.text, language.base)):
            message = "a block is not in the page's language"
            bench.docket.add(passage.where, "language", message, language.tag, f"{problem_here}: {passage.text[:80]}")


def _judge_leftovers(bench: Bench, passage: Passage) -> None:
    for pattern, what in _LEFTOVERS:
        if match := pattern.search(passage.text):
            bench.docket.add(passage.where, "leftover", f"{what} was left in the text", "", match[0])


def _judge_spaces(bench: Bench, passage: Passage) -> None:
    hint = "type none: text-autospace sets the gap between Han or kana and Latin"
    for match in TYPED_SPACE.finditer(passage.text):
        around = passage.text[max(0, match.start() - 8) : match.end() + 8]
        bench.docket.add(passage.where, "typed-space", "a space typed beside Han or kana", "", around, hint)


def _page_problem(text: str, base: str) -> str | None:
    """What a long text shows that its language does not have, or lacks that it has."""
    letters = len(_LETTER.findall(text))
    if letters < _ENOUGH_LETTERS:
        return None
    kana, han = len(_KANA.findall(text)) / letters, len(_HAN.findall(text)) / letters
    if base == "ja":
        return f"{kana:.0%} kana" if kana < max(0.1, 0.2 * (kana + han)) else None
    if base == "zh":
        return f"{kana:.0%} kana, {han:.0%} Han" if kana > 0.005 or han < 0.25 else None
    if kana + han > 0.1:
        return f"{kana + han:.0%} Han and kana"
    words = _words(text)
    if base not in _STOP_WORDS or len(words) < _ENOUGH_WORDS:
        return None
    shares = {other: _share(words, other) for other in _STOP_WORDS}
    nearest = max(shares, key=lambda other: (shares[other], other == base))
    return f"{shares[base]:.0%} common words of {base}" if nearest != base or shares[base] < 0.1 else None


def _block_problem(text: str, base: str) -> str | None:
    """What shows that one block was left in another language."""
    words = _words(text)
    if len(words) < _BLOCK_WORDS:
        return None
    if base not in _STOP_WORDS:
        return "Latin words only" if base in ("zh", "ja") and not _CJK_SIGN.search(text) else None
    own = _share(words, base)
    other = max(_STOP_WORDS, key=lambda name: _share(words, name))
    return f"reads as {other}" if other != base and _share(words, other) > 2 * own + 0.1 else None


def _words(text: str) -> list[str]:
    """The words that begin small: names and abbreviations say nothing about a language."""
    return [word for word in _WORD.findall(text) if word[0].islower() and not _CJK_SIGN.match(word)]


def _share(words: list[str], base: str) -> float:
    return sum(word in _STOP_WORDS[base] for word in words) / len(words)
