"""The terms of the guides in each language: what is written for them, and what never is.

Knows data/glossary.yaml. Refuses to know a language: words are found as they are spelt there.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from gpuguide.checks import shapes
from gpuguide.checks.documents import Record, UnreadableError, read_yaml
from gpuguide.checks.findings import Docket
from gpuguide.checks.prose import CJK
from gpuguide.checks.shapes import ShapeError
from gpuguide.checks.wording import WordingProblem, is_untranslated, plain_words

FILE = "data/glossary.yaml"
_EVERY = "*"
_ARTICLE = r"(?<!\w)({words})\s+\{{{kind}:"


@dataclass(frozen=True)
class Term:
    """A term of the source language and what stands for it in one language."""

    english: re.Pattern[str] | None
    write: tuple[str, ...]
    never: tuple[str, ...]


@dataclass(frozen=True)
class Glossary:
    """What one language writes."""

    terms: tuple[Term, ...] = ()
    spelling: tuple[tuple[str, str], ...] = ()
    """What is never written, and what to write."""
    same: frozenset[str] = frozenset()
    """Messages that read the same as in the source."""
    genders: tuple[tuple[str, tuple[str, ...], str], ...] = ()
    """A kind of placeholder, the words that never stand before it, and why."""

    def problems(self, source: str, text: str) -> Iterator[WordingProblem]:
        """Every term that a translation lacks or writes in another way."""
        words, original = plain_words(text), plain_words(source)
        if text not in self.same and is_untranslated(source, text):
            yield WordingProblem(
                "message-untranslated", "the translation is its source", f"a translation, or an entry in {FILE}", text
            )
        for term in self.terms:
            if term.english and term.english.search(original) and not spelt(term.write).search(words):
                yield WordingProblem("message-term", "a term of the glossary is missing", " or ".join(term.write))
        for match in self._strange.finditer(words):
            yield WordingProblem("message-term", "not the word that the guides use", self._instead(match[0]), match[0])
        for kind, articles, why in self.genders:
            article = re.search(_ARTICLE.format(words="|".join(articles), kind=kind), text, re.IGNORECASE)
            if article:
                yield WordingProblem("message-gender", f"the wrong gender before {{{kind}:…}}", why, article[1])

    @cached_property
    def _never(self) -> tuple[tuple[str, str], ...]:
        return self.spelling + tuple((word, term.write[0]) for term in self.terms for word in term.never)

    @cached_property
    def _strange(self) -> re.Pattern[str]:
        return spelt(tuple(word for word, _ in self._never))

    def _instead(self, seen: str) -> str:
        return next((right for wrong, right in self._never if spelt((wrong,)).fullmatch(seen)), "")


_NOTHING = re.compile(r"(?!)")


def spelt(words: tuple[str, ...]) -> re.Pattern[str]:
    """Finds any of these words or rows of words, a star for any letters; in scripts without spaces, anywhere."""
    found = [_pattern(word) for word in sorted(words, key=len, reverse=True)]
    return re.compile("|".join(found), re.IGNORECASE) if found else _NOTHING


def _pattern(word: str) -> str:
    spelling = re.escape(word).replace(r"\*", r"\w*").replace(r"\ ", r"[\s\u00a0]+")
    return spelling if re.search(f"[{CJK}]", word) else rf"(?<!\w){spelling}(?!\w)"


def read_glossary(project: Path, locale: str, docket: Docket) -> Glossary:
    """What the glossary says for a locale; an empty one when there is no such file."""
    if not (project / FILE).is_file():
        return Glossary()
    try:
        return _glossary(read_yaml(project / FILE, FILE), locale)
    except UnreadableError as error:
        docket.add(FILE if error.line is None else f"{FILE}:{error.line}", "data-unreadable", str(error))
    except ShapeError as error:
        docket.add(error.where, "glossary-shape", str(error))
    return Glossary()


def _glossary(record: Record, locale: str) -> Glossary:
    same = shapes.record_at(record, "same")
    genders = shapes.record_at(shapes.record_at(record, "genders"), locale)
    return Glossary(
        terms=tuple(_terms(shapes.record_at(record, "terms"), locale)),
        spelling=tuple(shapes.text_map(shapes.record_at(record, "spelling"), locale).items()),
        same=frozenset((*shapes.texts(same, _EVERY), *shapes.texts(same, locale))),
        genders=tuple(
            (kind, shapes.texts(shapes.record_at(genders, kind), "never"), shapes.text(shapes.record_at(genders, kind), "why"))
            for kind in genders
        ),
    )


def _terms(terms: Record, locale: str) -> Iterator[Term]:
    for name in terms:
        term = shapes.record_at(terms, name)
        own = shapes.record_at(term, locale)
        write, never = shapes.texts(own, "write"), shapes.texts(own, "never")
        english = shapes.texts(term, "english")
        if own and not write:
            raise ShapeError(own.where(), f"{name}: {locale} says nothing to write")
        if own:
            yield Term(spelt(english) if english else None, write, never)
