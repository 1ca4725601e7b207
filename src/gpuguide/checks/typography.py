"""The signs of a language: which quotation marks it curls, which characters it does not have.

Knows a few languages by their tags, and every language by what none has. Refuses to know words.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from typing import TypeAlias

from gpuguide.checks.prose import CJK, HAN

Fault: TypeAlias = tuple[str, str, str, str]
"""Rule, message, what was due, what was seen."""

_QUOTES = {"pt-PT": "«»“”", "pt": "“”‘’", "zh": "“”‘’「」『』", "ja": "「」『』"}
"""The quotation marks of a language, by tag or by base; a language that is not here may have any."""
_QUOTE = re.compile('[“”„«»‹›「」『』"]')
_STRAIGHT = re.compile(r"(?<=[^\W\d_])'(?=[^\W\d_])|(?<!\w)'(?=\w)|(?<=\w)'(?!\w)")
_PAIRS = {"(": ")", "[": "]", "（": "）", "「": "」", "『": "』", "“": "”", "«": "»", "【": "】", "《": "》"}
_OPENERS = {closer: opener for opener, closer in _PAIRS.items()}
_HALF_WIDTH = re.compile(rf"[{CJK}][,;:?!]|[{CJK}]\.(?!\w)|\([^()]*[{CJK}][^()]*\)")
_DOUBLED = re.compile(r"(?<![^\W_])([^\W\d_]{2,})\s+\1(?![^\W_])", re.IGNORECASE)
_DOUBLED_SIGN = {"zh": re.compile("的的|了了|是是|在在|和和|，，|。。|、、"), "ja": re.compile("をを|がが|、、|。。")}
_INVISIBLE = re.compile("[\u00ad\u200b\u200e\u200f\u2028-\u202e\u2060\u2066-\u2069\u3000\ufeff]")
_WIDE_LATIN = re.compile("[\uff21-\uff3a\uff41-\uff5a]+")
_NARROW_KANA = re.compile("[\uff61-\uff9f]+")
_KANA = re.compile("[\u3041-\u3096\u30a1-\u30fa]+")
# The national sets of characters hold no Traditional (GB 2312) and hardly any Simplified ones (JIS X 0208).
_HAN_SETS = {"zh-Hans": ("gb2312", "Simplified Chinese"), "zh": ("gb2312", "Simplified Chinese"), "ja": ("shift_jis", "Japanese")}


def typography_problems(text: str, tag: str) -> Iterator[Fault]:
    """What is wrong with the signs of a text, given without placeholders, code, tags and link targets."""
    base = tag.partition("-")[0].lower()
    yield from _everywhere(text)
    yield from _quotation(text, _QUOTES.get(tag, _QUOTES.get(base, "")))
    yield from _pairs(text)
    yield from _repeated(text, base)
    if base in ("zh", "ja"):
        yield from _east_asian(text, tag, base)


def _everywhere(text: str) -> Iterator[Fault]:
    """Signs that are a slip in any language."""
    if "..." in text:
        yield "message-sign", "three points for an ellipsis", "…", "..."
    if match := _INVISIBLE.search(text):
        yield "message-sign", "a character that nobody sees", "none", f"U+{ord(match[0]):04X}"
    if match := _WIDE_LATIN.search(text):
        yield "message-sign", "full-width Latin letters", unicodedata.normalize("NFKC", match[0]), match[0]
    if match := _NARROW_KANA.search(text):
        yield "message-sign", "half-width katakana", unicodedata.normalize("NFKC", match[0]), match[0]
    if not unicodedata.is_normalized("NFC", text):
        yield "message-sign", "letters and accents apart", unicodedata.normalize("NFC", text)[:60], text[:60]


def _quotation(text: str, allowed: str) -> Iterator[Fault]:
    """A language has quotation marks of its own, and no straight ones."""
    if not allowed:
        return
    strange = [sign for sign in _QUOTE.findall(text) if sign not in allowed]
    if strange:
        yield "message-quotes", "not a quotation mark of the language", " ".join(allowed), strange[0]
    if _STRAIGHT.search(text):
        yield "message-quotes", "a straight apostrophe", "’", "'"


def _pairs(text: str) -> Iterator[Fault]:
    """Every bracket and quotation mark that opens closes, in order."""
    waiting: list[str] = []
    for sign in text:
        if sign in _PAIRS:
            waiting.append(sign)
        elif sign in _OPENERS and (not waiting or waiting.pop() != _OPENERS[sign]):
            yield "message-brackets", "it closes and was not opened", _OPENERS[sign], sign
            return
    if waiting:
        yield "message-brackets", "it opens and is not closed", _PAIRS[waiting[-1]], waiting[-1]


def _repeated(text: str, base: str) -> Iterator[Fault]:
    """A word twice in a row is a slip of the hand."""
    match = _DOUBLED.search(text) or (_DOUBLED_SIGN[base].search(text) if base in _DOUBLED_SIGN else None)
    if match:
        yield "message-doubled", "the same word twice", "once", match[0]


def _east_asian(text: str, tag: str, base: str) -> Iterator[Fault]:
    """Full-width punctuation, and the characters of this language alone."""
    if match := _HALF_WIDTH.search(text):
        yield "message-punctuation", "half-width punctuation beside Han or kana", "the full-width sign", match[0]
    if base == "zh" and (match := _KANA.search(text)):
        yield "message-script", "kana in Chinese", "Han", match[0]
    charset, language = _HAN_SETS.get(tag, ("", ""))
    strange = [sign for sign in re.findall(f"[{HAN}]", text) if charset and not _is_in(sign, charset)]
    if strange:
        yield "message-script", f"a character that is not {language}", language, strange[0]


def _is_in(sign: str, charset: str) -> bool:
    try:
        sign.encode(charset)
    except UnicodeEncodeError:
        return False
    return True
