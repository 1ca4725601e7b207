"""What a translation's spelling shows without knowing the language: spaces, closing signs, markup, typography.

Knows signs and scripts. Refuses to know catalogs and places.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from gpuguide.checks.prose import CJK, HAN

_CODE = re.compile(r"`[^`]*`")
_MARKUP = re.compile(r"\*+")
_CLASSES = {":": ":：", "?": "?？", ".": ".。．", "!": "!！"}
_CLOSING = "*`\"'”’」』）)"
# A placeholder prints a number, a unit or a name: beside Han it counts as Latin.
_TYPED_SPACE = re.compile(rf"[{CJK}] [A-Za-z0-9{{]|[A-Za-z0-9}}] [{CJK}]")
_HALF_WIDTH = re.compile(rf"[{HAN}][,;?!]")


@dataclass(frozen=True)
class WordingProblem:
    """One thing wrong with how a translation is written."""

    rule: str
    message: str
    expected: str = ""
    actual: str = ""


def wording_problems(source: str, text: str, base: str) -> Iterator[WordingProblem]:
    """Everything wrong with how a translation is written."""
    yield from _spaces(source, text)
    yield from _ending(source, text, base)
    yield from _markup(source, text)
    if base in ("zh", "ja"):
        yield from _typed_space(text)
    if base == "zh" and (match := _HALF_WIDTH.search(text)):
        yield WordingProblem("message-punctuation", "half-width punctuation after Han", "the full-width sign", match[0])


def _spaces(source: str, text: str) -> Iterator[WordingProblem]:
    for what, due, found in (
        ("leading", source[: len(source) - len(source.lstrip())], text[: len(text) - len(text.lstrip())]),
        ("trailing", source[len(source.rstrip()) :], text[len(text.rstrip()) :]),
    ):
        if due != found:
            yield WordingProblem("message-spaces", f"not the same {what} space", repr(due), repr(found))
    if "  " in text.strip():
        yield WordingProblem("message-spaces", "a double space")


def _ending(source: str, text: str, base: str) -> Iterator[WordingProblem]:
    """A colon, question mark or full stop that ends the source ends the translation too."""
    sign = source.rstrip().rstrip(_CLOSING)[-1:]
    if sign not in _CLASSES:
        return
    allowed = _CLASSES[sign]
    last = text.rstrip().rstrip(_CLOSING)[-2:]
    # A Japanese question may end in its particle and a full stop.
    if last[-1:] in tuple(allowed) or (sign == "?" and base == "ja" and last in ("か。", "か")):
        return
    yield WordingProblem("message-ending", "the closing sign is lost", sign, last[-1:])


def _markup(source: str, text: str) -> Iterator[WordingProblem]:
    for sign in ("**", "`"):
        if text.count(sign) % 2 or text.count(sign) != source.count(sign):
            due, found = str(source.count(sign)), str(text.count(sign))
            yield WordingProblem("message-markup", f"{sign} does not stand as often as in the source, in pairs", due, found)


def _typed_space(text: str) -> Iterator[WordingProblem]:
    shown = _MARKUP.sub("", _CODE.sub("\ufffc", text))
    if match := _TYPED_SPACE.search(shown):
        message = "a space typed between Han or kana and Latin"
        yield WordingProblem("typed-space", message, match[0].replace(" ", ""), match[0])
