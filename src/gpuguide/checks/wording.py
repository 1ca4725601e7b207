"""What a translation's spelling shows beside its source: spaces, closing signs, markup, capitals, untranslated words.

Knows signs and scripts. Refuses to know catalogs and places.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from gpuguide.checks.languages import Language
from gpuguide.checks.prose import CJK
from gpuguide.checks.typography import typography_problems

PLACEHOLDER = re.compile(r"\{[^{}]*\}|%\([^()]*\)[-#0 +]*[0-9]*(?:\.[0-9]+)?[a-zA-Z]|%%")
LINK_TARGET = re.compile(r"\]\(([^()\s]*)\)")
TAG = re.compile(r"</?[A-Za-z][^<>]*>?")
_CODE = re.compile(r"`[^`]*`")
_MARKUP = re.compile(r"\*+")
_CLASSES = {":": ":：", "?": "?？", ".": ".。．", "!": "!！"}
_CLOSING = "*`\"'”’»」』）)"
# A placeholder prints a number, a unit or a name: beside Han it counts as Latin.
_WIDE = "、。，：；？！（）「」『』《》"
_TYPED_SPACE = re.compile(rf"[{CJK}] [A-Za-z0-9{{]|[A-Za-z0-9}}] [{CJK}]|[{CJK}] [{CJK}]|[{_WIDE}] | [{_WIDE}]")
_OPENING = re.compile(r"[\s*_`\"'“‘«「『（(\[¿¡]+")
_FIRST_WORD = re.compile(r"[^\W\d_]+")
# Abbreviations and names with capitals within (GPU, vLLM) are the same everywhere.
_PLAIN_WORD = re.compile(r"(?<!\w)[^\W\d_][a-z]{2,}(?!\w)")
# These write nouns with a capital, or have none.
_OWN_CAPITALS = ("de", "lb", "zh", "ja", "ko", "ar", "he", "fa", "th", "hi", "ka")


@dataclass(frozen=True)
class WordingProblem:
    """One thing wrong with how a translation is written."""

    rule: str
    message: str
    expected: str = ""
    actual: str = ""


def words_of(text: str) -> str:
    """A message without what is not read: placeholders and link targets."""
    return PLACEHOLDER.sub("\ufffc", LINK_TARGET.sub("]", text))


def plain_words(text: str) -> str:
    """A message without placeholders, link targets, code and tags: what a translator has words for."""
    return TAG.sub("\ufffc", words_of(_CODE.sub("\ufffc", text)))


def wording_problems(source: str, text: str, language: Language) -> Iterator[WordingProblem]:
    """Everything wrong with how a translation is written."""
    yield from _spaces(source, text)
    yield from _ending(source, text, language.base)
    yield from _markup(source, text)
    if language.base in ("zh", "ja"):
        yield from _typed_space(text)
    if language.base not in _OWN_CAPITALS:
        yield from _capital(source, text)
    for rule, message, expected, actual in typography_problems(plain_words(text), language.tag):
        yield WordingProblem(rule, message, expected, actual)


def is_untranslated(source: str, text: str) -> bool:
    """Whether the translation is its source again and the source has words to translate."""
    return source.strip() == text.strip() and bool(_PLAIN_WORD.search(plain_words(source)))


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
    """A colon, question mark or full stop ends the translation exactly when it ends the source."""
    sign, last = (one.rstrip().rstrip(_CLOSING)[-2:] for one in (source, text))
    due = next((signs for signs in _CLASSES.values() if sign[-1:] in tuple(signs)), "")
    if due and last[-1:] not in tuple(due):
        # A Japanese question may end in its particle and a full stop.
        if not (sign[-1:] == "?" and base == "ja" and last in ("か。", "か")):
            yield WordingProblem("message-ending", "the closing sign is lost", sign[-1:], last[-1:])
    elif not due and last[-1:] in tuple("".join(_CLASSES.values())):
        yield WordingProblem("message-ending", "a closing sign that the source does not have", "none", last[-1:])


def _markup(source: str, text: str) -> Iterator[WordingProblem]:
    for sign in ("**", "`"):
        if text.count(sign) % 2 or text.count(sign) != source.count(sign):
            due, found = str(source.count(sign)), str(text.count(sign))
            yield WordingProblem("message-markup", f"{sign} does not stand as often as in the source, in pairs", due, found)


def _typed_space(text: str) -> Iterator[WordingProblem]:
    shown = _MARKUP.sub("", _CODE.sub("\ufffc", text))
    if match := _TYPED_SPACE.search(shown):
        message = "a space typed beside Han, kana or a full-width sign"
        yield WordingProblem("typed-space", message, match[0].replace(" ", ""), match[0])


def _capital(source: str, text: str) -> Iterator[WordingProblem]:
    """A sentence starts with a capital, a term in a list without, as the source has it."""
    due, found = _first_word(source), _first_word(text)
    if due and found and due[0].isupper() != found[0].isupper():
        what = "a capital" if due[0].isupper() else "a small letter"
        yield WordingProblem("message-capital", "the first letter is not as in the source", what, found)


def _first_word(text: str) -> str:
    """The word that starts a message; nothing where a name, an abbreviation or a placeholder does."""
    shown = plain_words(text)
    opening = _OPENING.match(shown)
    word = _FIRST_WORD.match(shown, opening.end() if opening else 0)
    return word[0] if word and word[0][1:] == word[0][1:].lower() and word[0] != "I" else ""
