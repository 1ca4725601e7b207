"""What the specifications of a page must say, line by line.

Knows the specs of tables.yaml. Refuses to know prose and HTML: it hands back stretches in reading order.
"""

from __future__ import annotations

from collections.abc import Iterator

from gpuguide.checks.documents import Record
from gpuguide.checks.facts import Bindings
from gpuguide.checks.shapes import record_at, records, text, texts
from gpuguide.checks.words.phrases import Phrases, text_of
from gpuguide.checks.words.stretches import token
from gpuguide.checks.words.workings import Workings, is_fact


class Sheets:
    """The specifications of a site in one language."""

    def __init__(self, phrases: Phrases, workings: Workings) -> None:
        """Bind the language's phrases and workings."""
        self.phrases, self.workings = phrases, workings
        self.answers, self.site = phrases.bench.answers, phrases.bench.site

    def spec(self, name: str, page: Bindings) -> Iterator[str]:
        """The stretches of a specification."""
        spec = record_at(record_at(self.site.layouts, "specs"), name)
        member = self.answers.facts.record(self.answers.facts.axes[text(spec, "of")], page[text(spec, "of")])
        yield self.phrases.html(text(spec, "caption"), page)
        yield from map(self.phrases.lexicon.word, ("Property", "Value", "Source"))
        for line in records(spec, "rows"):
            yield self.phrases.html(text(line, "label"), page)
            value, field, sources = self._line(line, member, page)
            yield value + (self._doubt() if self._doubted(member, field) else "")
            yield self.workings.origins(sources)

    def _line(self, line: Record, member: Record, page: Bindings) -> tuple[str, str, list[str]]:
        """What a line says, the field that it rests on, and who says so."""
        if "figure" in line:
            key = self.phrases.key(text(line, "figure"), page)
            return self.phrases.number(key, "table", page), self._field_of(key), self.workings.sources(key)
        if "name" in line:
            field = text(line, "name")
            return token(f"{field}s/{text_of(member.get(field))}"), field, self._cited(member, field)
        reference = text(line, "flag") if "flag" in line else text(line, "fact")
        field = reference.rpartition(".")[2]
        written = self.phrases.flag if "flag" in line else self.phrases.text_fact
        return written(reference, page), field, self._cited(member, field)

    def _field_of(self, key: str) -> str:
        """The field of the fact that a figure takes as it is."""
        while not is_fact(key):
            figure = self.answers.figure(key)
            if figure.formula is not None or "is" not in figure.inputs:
                return ""
            key = figure.inputs["is"].removeprefix("printed ")
        return key.rpartition(".")[2]

    @staticmethod
    def _cited(member: Record, field: str) -> list[str]:
        cites = member.get("cites")
        return list(texts(cites, field)) if isinstance(cites, Record) else []

    @staticmethod
    def _doubted(member: Record, field: str) -> bool:
        return any(field in texts(doubt, "fields") for doubt in records(member, "doubts"))

    def _doubt(self) -> str:
        return self.phrases.language.mark("gap") + self.phrases.lexicon.word("uncertain")
