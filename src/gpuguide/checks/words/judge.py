"""Judges the words of every page: what stands in its main part is its source, in order; what stands around it is the engine's.

Knows how the rules of this package go together, and compares what the languages say. Refuses to judge a project that has no
templates: nothing laid its pages out.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from gpuguide.checks.bench import LEADING, Bench
from gpuguide.checks.counting import NUMBER_WORD, number_words
from gpuguide.checks.pages import Page
from gpuguide.checks.wording import words_of
from gpuguide.checks.words.chrome import Messages
from gpuguide.checks.words.desk import Desk, Signature
from gpuguide.checks.words.elements import judge_elements
from gpuguide.checks.words.lexicon import read_lexicons
from gpuguide.checks.words.meanings import Learned, judge_meanings
from gpuguide.checks.words.script import Script, read_script
from gpuguide.checks.words.stretches import shown


@dataclass(frozen=True)
class Said:
    """What the judge of words takes from some pages to compare them with others."""

    signatures: dict[str, Signature] = field(default_factory=dict)
    """By the path of a page."""
    learned: dict[str, dict[str, Learned]] = field(default_factory=dict)
    """The words learned in each language."""


def judge_words(bench: Bench) -> Said:
    """Judge the words of the recorded pages on the bench, each by itself."""
    if not _is_laid_out(bench):
        return Said()
    scripts = _scripts(bench)
    wanted = {language.id for _, _, language in bench.recorded()}
    lexicons = read_lexicons(bench.project, bench.site.name, bench.site.languages, wanted) if wanted else {}
    desks = {locale: Desk(bench, lexicon, scripts) for locale, lexicon in lexicons.items()}
    signatures: dict[str, Signature] = {}
    for page, record, language in bench.recorded():
        script = scripts[record.page.partition("/")[0]]
        if script is None:
            bench.docket.add(f"{bench.shown}/{page.path}", "source", "the page has no source that can be read", record.page)
        else:
            signatures[page.path] = desks[language.id].judge(page, record, script)
    return Said(signatures, {locale: desk.meanings.learned() for locale, desk in desks.items()})


def compare_words(bench: Bench, parts: Iterable[Said]) -> None:
    """Judge what needs all pages: the sources, and that a page is alike in every language."""
    if not _is_laid_out(bench):
        return
    for source in [one for one in _scripts(bench).values() if one is not None]:
        _judge_number_words(bench, source)
    said = list(parts)
    signatures = {path: signature for one in said for path, signature in one.signatures.items()}
    groups: dict[str, dict[str, tuple[Page, Signature]]] = {}
    for page, record, language in bench.recorded():
        if page.path in signatures:
            groups.setdefault(record.page, {})[language.id] = (page, signatures[page.path])
    ordered = [[group[locale] for locale in bench.site.languages if locale in group] for group in groups.values()]
    judge_elements(bench, [[page for page, _ in group] for group in ordered])
    learned = {locale: words for one in said for locale, words in one.learned.items()}
    judge_meanings({locale: learned.get(locale, {}) for locale in bench.site.languages}, bench.docket)
    for group in ordered:
        _judge_chrome(bench, group)


def _is_laid_out(bench: Bench) -> bool:
    return (bench.project / "templates" / "layouts").is_dir()


def _scripts(bench: Bench) -> dict[str, Script | None]:
    """The source of every recorded page that is built, in any language."""
    for path, record in sorted(bench.records.items()):
        name = record.page.partition("/")[0]
        if path in bench.files and path not in LEADING and record.locale in bench.site.languages and name not in bench.scripts:
            bench.scripts[name] = read_script(bench.project, f"templates/pages/{bench.site.name}/{name}.md")
    return bench.scripts


def _judge_number_words(bench: Bench, script: Script) -> None:
    """No source writes a number as a word."""
    base = next(iter(bench.site.languages.values())).base
    for line, message in script.messages():
        for word in number_words(bench.scanner.without_literals(words_of(message)), base):
            where = f"{script.file}:{line}"
            bench.docket.add(where, "source-number-word", "a number written as a word", NUMBER_WORD, word)


def _judge_chrome(bench: Bench, group: list[tuple[Page, Signature]]) -> None:
    """The engine's words stand in the same order in every language."""
    (_, due), *others = group
    for page, found in others:
        at = next((at for at, pair in enumerate(zip(due, found, strict=False)) if not _alike(*pair)), min(len(due), len(found)))
        if at < max(len(due), len(found)):
            expected, actual = (_described(found_or_due, at) for found_or_due in (due, found))
            message = "a word of the engine, or where it leads, is not that of the source language"
            bench.docket.add(f"{bench.shown}/{page.path}", "engine-words", message, expected, actual)


def _alike(due: tuple[Messages, str], found: tuple[Messages, str]) -> bool:
    same = len(due[0]) == len(found[0]) and all(one & other for one, other in zip(due[0], found[0], strict=True))
    return same and due[1] == found[1]


def _described(signature: Signature, at: int) -> str:
    if at >= len(signature):
        return "nothing more"
    messages, rest = signature[at]
    return " + ".join(min(one) for one in messages) + f" {shown(rest)}".rstrip()
