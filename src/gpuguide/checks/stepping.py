"""The judge's answers about a site, and about the same site with one number of its data written otherwise.

Knows its own reading of the data and which answers took part of which fact, so that only those are computed again. Refuses to
know who asks: a proof hands in the text of a number, and compares the answers with those of whoever it doubts.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from fractions import Fraction
from pathlib import Path
from typing import TypeAlias

from gpuguide.checks.bench import Bench
from gpuguide.checks.calculators import judge_terms
from gpuguide.checks.digits import Scanner
from gpuguide.checks.documents import Record, Value, opened
from gpuguide.checks.facts import Amount, Bindings, Fact, Facts, Missing, UnsoundError
from gpuguide.checks.findings import Docket
from gpuguide.checks.numbers import Printed, judge_number
from gpuguide.checks.offers import feed_of
from gpuguide.checks.ordering import Trail
from gpuguide.checks.project import Site, read_site
from gpuguide.checks.recompute import Figure, Recomputation
from gpuguide.checks.telling import Teller
from gpuguide.checks.writing import Writer

Catalogs: TypeAlias = dict[str, dict[str, dict[str, str]]]
"""Catalogs of messages, by language and domain."""
FEED = "offers.csv"
UNSOUND = "cannot be computed"
"""The answer to a key that the data gives no answer to."""


@dataclass
class _WatchedFacts(Facts):
    """Facts that note on the trail which of them were read."""

    trail: Trail = field(default_factory=Trail)

    def fact(self, path: str, bound: Bindings) -> Fact:
        """The fact at a path, noted under the path that it has once every id was followed."""
        found = super().fact(path, bound)
        self.trail.note(found.path)
        return found


class Recount:
    """Answers, as texts, to keys such as `figure memory/70b/fp8/8k`, `choice cheapest/…`, `claim picks_fit`, `list fp8_cards`."""

    def __init__(self, project: Path, site: Site) -> None:
        """Take the data as the judge read it; nothing is computed yet."""
        self._project = project
        self._trail = Trail()
        facts = _WatchedFacts(site.facts.collections, site.facts.axes, self._trail)
        self._site = replace(site, facts=facts)
        self._asked = Recomputation(facts, site.declared, self._trail)
        self.answers: dict[str, str] = {}
        self._readers: dict[str, set[str]] = {}
        self._catalogs: Catalogs = {}

    @classmethod
    def read(cls, project: Path, site: str) -> Recount:
        """Read a site's data; what cannot be read is for `check` to say."""
        return cls(project, read_site(project, site, Docket()))

    def ask(self, keys: Iterable[str]) -> None:
        """Answer the keys, and remember which facts each answer takes part of."""
        for key in keys:
            with self._trail.reading(key):
                self.answers[key] = _answer(self._asked, key)
        for key, read in self._trail.reads.items():
            for path in read:
                self._readers.setdefault(path, set()).add(key)

    def readers(self, path: tuple[str | int, ...]) -> set[str]:
        """The keys whose answers take part of the number at a path."""
        if path[0] == FEED:
            return {key for read, keys in self._readers.items() if read.partition(".")[0] in ("offers", "feed") for key in keys}
        whole = ".".join(map(str, path))
        return self._readers.get(whole, set()) | self._readers.get(whole.rpartition(".")[0], set())

    def stepped(self, path: tuple[str | int, ...], text: str) -> Restated:
        """The answers once the number at a path is written as `text`; for the feed, `text` is the whole feed."""
        facts = self._site.facts
        if path[0] == FEED:
            changed = self._feed(text)
        else:
            changed = {str(path[0]): _written(facts.collections[str(path[0])], path[1:], Fraction(text))}
        again = Facts({**facts.collections, **changed}, facts.axes)
        before = {key: self.answers[key] for key in self.readers(path)}
        return Restated(self._project, replace(self._site, facts=again), before, self._catalogs)

    def _feed(self, text: str) -> Mapping[str, Record]:
        as_of = self._site.settings.get("as_of")
        assert isinstance(as_of, date)
        return feed_of(text, FEED, self._site.facts.collections["gpus"], as_of, Docket())


class Restated:
    """The judge's answers after a step: those that moved, and whether a text prints what they say."""

    def __init__(self, project: Path, site: Site, before: Mapping[str, str], catalogs: Catalogs) -> None:
        """Compute the answers that `before` holds once more; `catalogs` of messages, once read, serve every step."""
        answers = Recomputation(site.facts, site.declared)
        again = {key: _answer(answers, key) for key in before}
        self.moved = {key: text for key, text in again.items() if text != before[key]}
        self._bench = Bench(project, project, "", site, answers, Writer(site.units), Scanner(()), Docket())
        self._catalogs = catalogs

    def misprint(self, locale: str, key: str, unit: str, form: str, text: str, value: str | None = None) -> str:
        """What is wrong with a text that prints a figure or fact in a language, and with the exact value beside it, if any.

        Nothing when both are right.
        """
        docket = Docket()
        language = self._bench.site.languages[locale]
        judge_number(replace(self._bench, docket=docket), language, Printed("", key, unit, form or "prose", text, value))
        return _first(docket)

    def misreckoned(self, locale: str, calculator: str, text: str) -> str:
        """What is wrong with the file of a calculator in a language; nothing when it is right."""
        docket = Docket()
        language = self._bench.site.languages[locale]
        bench = replace(self._bench, docket=docket)
        bench.tellers = {locale: Teller(bench, language, self._catalogs.setdefault(locale, {}))}
        judge_terms(bench, "", calculator, language, text)
        return _first(docket)


def _first(docket: Docket) -> str:
    found = docket.report().findings
    return f"{found[0].message}, expected {found[0].expected}, got {found[0].actual}" if found else ""


def _answer(answers: Recomputation, key: str) -> str:
    kind, _, name = key.partition(" ")
    try:
        if kind == "choice":
            picked = answers.choice(name) or {}
            return ", ".join(f"{axis} {member}" for axis, member in sorted(picked.items())) or "nothing"
        if kind == "claim":
            return str(answers.claim(name)).lower()
        if kind in ("list", "table"):
            return _rows(answers, kind, name)
        if "." in name and "/" not in name:
            return _fact_text(answers.facts.fact(name, {}).value)
        return _figure_text(answers.figure(name))
    except UnsoundError:
        return UNSOUND


def _rows(answers: Recomputation, kind: str, key: str) -> str:
    """The members of a list or table in their order; `NAME AXIS=MEMBER` is a table on one member's page."""
    name, *bound = key.split(" ")
    declared = answers.declared
    if name not in (declared.lists if kind == "list" else declared.tables):
        return UNSOUND
    rows = declared.lists[name] if kind == "list" else declared.tables[name][0]
    return " ".join(answers.rows(rows, dict(one.split("=", 1) for one in bound)))


def _fact_text(value: object) -> str:
    if isinstance(value, Missing):
        return value.kind
    return str(value.base) if isinstance(value, Amount) else str(value)


def _figure_text(figure: Figure) -> str:
    """The exact value in base units, the printed one and its unit."""
    if isinstance(figure.value, Missing):
        return figure.value.kind
    return f"{figure.value.base}, printed {figure.printed} {figure.unit}"


def _written(value: Value, path: tuple[str | int, ...], number: Fraction) -> Record:
    """A record with the number at the end of the path; what is not on the path is shared, and nothing is changed in place."""
    record = opened(value)
    assert isinstance(record, Record)
    copy = Record(record.file, record.line)
    copy.update(record)
    copy.lines = record.lines
    step, *rest = path
    copy[str(step)] = _below(record[str(step)], tuple(rest), number)
    return copy


def _below(value: Value, path: tuple[str | int, ...], number: Fraction) -> Value:
    if not path:
        return number
    if isinstance(value, list):
        return [_below(item, path[1:], number) if index == path[0] else item for index, item in enumerate(value)]
    return _written(value, path, number)
