"""Judges the file of every calculator: each term, print rule, limit, row and text in it, recomputed and compared whole.

Knows the format of the file. Refuses to take anything from it: what is due comes from the data and the messages.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from fractions import Fraction

from gpuguide.checks import shapes
from gpuguide.checks.asking import calculator_of
from gpuguide.checks.bench import Bench
from gpuguide.checks.documents import Record, UnreadableError, parse_json, read_text
from gpuguide.checks.facts import UnsoundError
from gpuguide.checks.languages import Language
from gpuguide.checks.numerals import places, plain
from gpuguide.checks.outline import outline, standing
from gpuguide.checks.routes import bound_of, pages_in
from gpuguide.checks.shapes import ShapeError
from gpuguide.checks.structures import Due, differences, note
from gpuguide.checks.telling import Saying, Teller, teller
from gpuguide.checks.units import scale

_ERRORS = {
    "empty": "Write a number, such as {example}.",
    "unread": "This cannot be read as a number. Write it such as {example}.",
    "whole": "Write a whole number, such as {example}.",
    "range": "Write a number from {least} to {most}.",
    "digits": "Digits after the decimal sign: {decimals} at most.",
}
_WORDS = {
    "query": "The address holds values that are not known here, and they were left out: {names}.",
    "fits": "Options: {count}",
    "nothing": "No row of the list holds it.",
}


def due_calculators(bench: Bench) -> dict[str, tuple[str, Language]]:
    """The files of calculators, each with the calculator and the language: one beside every page that puts it."""
    if bench.calculators is None:
        bench.calculators = _due_calculators(bench)
    return bench.calculators


def _due_calculators(bench: Bench) -> dict[str, tuple[str, Language]]:
    found = {}
    for language in bench.site.languages.values():
        for page, path in pages_in(bench, language.segment):
            try:
                blocks = list(standing(bench, outline(bench, page.partition("/")[0]).blocks, bound_of(bench, page)))
            except UnsoundError:
                continue  # said where the page is judged
            for block in blocks:
                if block.kind == "calculator" and block.put in bench.site.calculators:
                    found[f"{path.removesuffix('index.html')}{block.put}.json"] = (block.put, language)
    return found


def judge_calculator(bench: Bench, path: str, name: str, language: Language) -> None:
    """Hold the file of a calculator against the data."""
    where = f"{bench.shown}/{path}"
    bench.docket.counts["files"] += 1
    try:
        text = read_text(bench.folder / path)
    except UnreadableError as error:
        bench.docket.add(where, "file-unreadable", f"the file cannot be read: {error}")
        return
    judge_terms(bench, where, name, language, text)


def judge_terms(bench: Bench, where: str, name: str, language: Language, text: str) -> None:
    """Hold what a calculator's file says, found at `where`, against the data."""
    try:
        found = parse_json(text)
        due = _Due(bench, name, language).whole()
    except UnreadableError as error:
        bench.docket.add(where, "file-unreadable", f"the file cannot be read: {error}")
        return
    except (UnsoundError, ShapeError, KeyError, ValueError) as error:
        bench.docket.add(where, "source", f"calculator {name} cannot be computed: {error}")
        return
    note(differences(due, found), lambda message, expected, seen: bench.docket.add(where, "calculator", message, expected, seen))
    if json.dumps(found, ensure_ascii=False, separators=(",", ":")) + "\n" != text:
        bench.docket.add(where, "calculator", "not the one way to write these values: without spaces, a line end behind")


class _Due:
    """What the file of a calculator must hold in a language."""

    def __init__(self, bench: Bench, name: str, language: Language) -> None:
        self.bench, self.language = bench, language
        self.teller: Teller = teller(bench, language)
        self.asked = calculator_of(bench, name)
        self.declared = self.asked.declared

    def whole(self) -> Due:
        shown = [*shapes.records(self.declared, "results"), *shapes.records(self.declared, "total")]
        figures = [shapes.text(one, "figure") for one in shown]
        holds = shapes.records(self.declared, "holds")
        columns = shapes.records(self.declared, "columns")
        return {
            "decimal": self.language.decimal,
            "group": self.language.group,
            "marks": {name: self.language.mark(name) for name in ("colon", "comma", "semicolon")},
            "words": {key: self.teller.word(text) for key, text in _WORDS.items()},
            "fields": [self._field(key, one) for key, one in self.asked.fields.items()],
            "results": [self._result(figure) for figure in figures],
            "total": len(figures) - 1 if "total" in self.declared else -1,
            "holds": [{"result": figures.index(shapes.text(one, "need")), "says": "header" in one} for one in holds],
            "verdicts": [self.teller.word("yes"), self.teller.word("no")],
            "columns": [self.asked.choosers(str(one["figure"])) if "figure" in one else [] for one in columns],
            "rows": [self._row(row) for row in self.asked.rows()],
            "presets": list(self._presets()),
        }

    # --- What is asked ---

    def _field(self, key: str, asked: Record) -> Due:
        if key in self.asked.numbers:
            return self._number_field(asked)
        collection = self.bench.answers.facts.axes[self.asked.axis(key)]
        options = [[one, self.teller.name(f"{collection}/{one}")] for one in self.asked.options[key]]
        narrows = asked.get("narrows") is True
        if narrows:
            options.insert(0, ["", self.teller.word("any")])
        start = shapes.text(asked, "start") if "start" in asked else options[0][0]
        return {"id": key, "options": options, "start": start, "narrows": narrows}

    def _number_field(self, asked: Record) -> Due:
        limits = {name: shapes.number(asked, name) or Fraction(0) for name in ("start", "least", "most")}
        written = {name: self.language.number(value, places(value)) for name, value in limits.items()}
        decimals = shapes.number(asked, "decimals") or Fraction(0)
        filled = {"example": written["start"], "decimals": self.language.number(decimals, 0), **written}
        errors = {}
        for kind, source in _ERRORS.items():
            errors[kind] = self.teller.word(source)
            for name, number in filled.items():
                errors[kind] = errors[kind].replace(f"{{{name}}}", number)
        key = next(one for one, other in self.asked.fields.items() if other is asked)
        return {
            "id": key,
            **{name: plain(value) for name, value in limits.items()},
            "decimals": int(decimals),
            "names": list(self._names(key, asked)),
            "errors": errors,
        }

    def _names(self, key: str, asked: Record) -> Iterator[Due]:
        """Names that may be typed, each with its number."""
        axis = shapes.text(asked, "named", "")
        facts = self.bench.answers.facts
        for member in self.bench.answers.references.candidates(axis)[1] if axis else ():
            path = f"{axis}.{shapes.text(asked, 'for').partition('.')[2]}"
            value = self.asked.base(path, {axis: member}) / self.asked.times(key)
            yield [self.teller.name(f"{facts.axes[axis]}/{member}"), plain(value)]

    def _presets(self) -> Iterator[Due]:
        presets = shapes.record_at(self.declared, "presets")
        axis, members = self.bench.answers.references.candidates(shapes.text(presets, "from"))
        collection, sets = self.bench.answers.facts.axes[axis], shapes.record_at(presets, "sets")
        for member in members:
            bound = {axis: member}
            record = self.bench.answers.facts.record(collection, member)
            told: Due
            if "text" in presets:
                told = self.teller.say(shapes.text(record, shapes.text(presets, "text")), bound)
            else:
                told = self.teller.name(f"{collection}/{member}")
            yield {"name": told, "values": {key: self._preset(key, shapes.texts(sets, key)[0], bound) for key in sets}}

    def _preset(self, key: str, reference: str, bound: dict[str, str]) -> str:
        if key in self.asked.numbers:
            return plain(self.asked.base(reference, bound) / self.asked.times(key))
        return self.bench.answers.references.key(f"x/{reference}", bound).partition("/")[2]

    # --- What answers ---

    def _result(self, reference: str) -> Due:
        by, found = self.asked.terms(reference)
        products = sorted({product for terms in found.values() for product in terms})
        return {
            "by": by,
            "terms": [
                {
                    "of": product,
                    "values": {" ".join(chosen): str(terms[product]) for chosen, terms in found.items() if product in terms},
                }
                for product in products
            ],
            "prints": list(self._prints(reference)),
        }

    def _prints(self, reference: str) -> Iterator[Due]:
        for line in self.bench.site.declared.families[reference.partition("/")[0]].lines:
            if line.step is None or line.form != "plain" or line.when:
                raise UnsoundError(f"{reference} is not printed by steps alone")
            yield {
                "from": str((line.at_least or Fraction(0)) * scale(line.unit)),
                "scale": str(scale(line.unit)),
                "step": str(line.step),
                "round": line.direction,
                "decimals": places(line.step),
                "trim": line.trim,
                "pattern": self._pattern(line.unit, ""),
                "one": self._pattern(line.unit, "one"),
            }

    def _pattern(self, unit: str, variant: str) -> str:
        before, after = self.bench.writer.around(self.language, unit, "prose", variant)
        return f"{before}{{n}}{after}"

    def _row(self, row: dict[str, str]) -> Due:
        facts = self.bench.answers.facts
        first, member = next(iter(row.items()))
        server = f"server/{row['gpu']}/{row['count']}" if {"gpu", "count"} <= set(row) else f"{facts.axes[first]}/{member}"
        holds = shapes.records(self.declared, "holds")
        return {
            "members": list(row.values()),
            "name": self.teller.name(server),
            "suits": self.asked.suits(row),
            "rooms": [str(self.asked.base(shapes.text(one, "room"), row)) for one in holds],
            "cells": [self._cell(column, row) for column in shapes.records(self.declared, "columns")],
        }

    def _cell(self, column: Record, row: dict[str, str]) -> dict[str, Saying]:
        if "date" in column:
            return {"": self.teller.day(shapes.text(column, "date"), row)}
        reference = shapes.text(column, "figure")
        by = self.asked.choosers(reference)
        return {
            " ".join(chosen): self.teller.number(reference, "table", {**self.asked.bound(by, chosen), **row})
            for chosen in self.asked.combinations(by)
        }
