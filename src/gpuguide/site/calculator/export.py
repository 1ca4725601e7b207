"""The file of a calculator in one language: terms, print rules, rows and messages, every text ready for a script to put in.

Knows the format (docs/formats.md). Refuses to leave a rule to the script: it multiplies, adds, compares, rounds by the step, and
groups digits by the signs that stand here.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from gpuguide.catalog.calculating import AnswerColumn, AskedField
from gpuguide.quantities import UNITS, Missing, decimal_text
from gpuguide.quantities.numbers import places
from gpuguide.site import labels
from gpuguide.site.calculator.plan import Plan
from gpuguide.site.calculator.reduction import ReductionError
from gpuguide.site.calculator.soundness import refuse_unsound
from gpuguide.site.pen import Pen
from gpuguide.site.press import LABELS
from gpuguide.site.prose import Prose
from gpuguide.site.texts import Texts

Json = dict[str, Any]


class Export:
    """Writes one calculator in one language."""

    def __init__(self, pen: Pen, texts: Texts, prose: Prose, name: str) -> None:
        """Bind a pen whose record is the file's."""
        self.pen, self.texts, self.prose = pen, texts, prose
        self.plan = Plan(pen.book, name)
        refuse_unsound(self.plan)
        self.spec = self.plan.spec

    def data(self) -> Json:
        """All of the file."""
        locale = self.pen.writer.locale
        shown = [one.figure for one in self.spec.shown]
        return {
            "decimal": locale.decimal,
            "group": locale.group,
            "marks": {"colon": locale.marks.colon, "comma": locale.marks.comma, "semicolon": locale.marks.semicolon},
            "words": {key: self._word(labels.CALCULATOR[key]) for key in ("query", "fits", "nothing")},
            "fields": [self._field(key, asked) for key, asked in self.spec.fields.items()],
            "results": [self._result(reference) for reference in shown],
            "total": len(shown) - 1 if self.spec.total else -1,
            "holds": [{"result": shown.index(one.need), "says": one.header is not None} for one in self.spec.holds],
            "verdicts": [self.pen.words["yes"], self.pen.words["no"]],
            "columns": [list(self.plan.choosers(one.figure)) if one.figure else [] for one in self.spec.columns],
            "rows": [self._row(members) for members in self.plan.rows],
            "presets": self._presets(),
        }

    def _word(self, text: str, **parts: str) -> str:
        """One of the engine's words, with some of its braces filled."""
        found = self.texts.word(text, LABELS).text
        for name, part in parts.items():
            found = found.replace(f"{{{name}}}", part)
        return found

    # --- What is asked ---

    def _field(self, key: str, asked: AskedField) -> Json:
        if asked.is_number:
            return self._number_field(key, asked)
        collection = self.pen.book.axes[self.plan.axis(key)]
        options = [[one, self.pen.name_text(collection, one)] for one in self.plan.options[key]]
        if asked.narrows:
            options.insert(0, ["", self._word("any")])
        return {"id": key, "options": options, "start": asked.start or options[0][0], "narrows": asked.narrows}

    def _number_field(self, key: str, asked: AskedField) -> Json:
        write = self.pen.writer.number
        least, most, start = (Fraction(str(one)) for one in (asked.least, asked.most, asked.start))
        example, words = write(start), labels.CALCULATOR
        return {
            "id": key,
            "start": decimal_text(start),
            "least": decimal_text(least),
            "most": decimal_text(most),
            "decimals": int(asked.decimals or 0),
            "names": self._names(asked),
            "errors": {
                **{kind: self._word(words[kind], example=example) for kind in ("empty", "unread", "whole")},
                "range": self._word(words["range"], least=write(least), most=write(most)),
                "digits": self._word(words["digits"], decimals=write(asked.decimals or Fraction(0))),
            },
        }

    def _names(self, asked: AskedField) -> list[list[str]]:
        """Names that may be typed in place of a number, each with the number that it is."""
        if asked.named is None:
            return []
        book, found = self.pen.book, []
        path = (asked.stands_for or "").partition(".")[2]
        for member in book.candidates(asked.named)[1]:
            figure = book.figure(f"{asked.named}.{path}", {asked.named: member})
            found.append([self.pen.name_text(book.axes[asked.named], member), decimal_text(figure.exact / (asked.times or 1))])
        return found

    def _presets(self) -> list[Json]:
        spec, book = self.spec.presets, self.pen.book
        axis, ids = book.candidates(spec.offered)
        return [
            {
                "name": self._preset_name(axis, one, spec.text),
                "values": {key: self._preset_value(key, reference, {axis: one}) for key, reference in spec.sets.items()},
            }
            for one in ids
        ]

    def _preset_name(self, axis: str, member: str, field: str | None) -> str:
        collection = self.pen.book.axes[axis]
        if field is None:
            return self.pen.name_text(collection, member)
        text = str(getattr(self.pen.book.facts.members(collection)[member], field))
        place = self.pen.site.place_in(collection, member, field)
        return self.prose.plain(self.texts.get(text, place), self.pen.carrier, {axis: member})

    def _preset_value(self, key: str, reference: str, members: Mapping[str, str]) -> str:
        asked = self.spec.fields[key]
        if not asked.is_number:
            return self.pen.book.member(reference, members)
        return decimal_text(self.pen.book.figure(reference, members).exact / (asked.times or 1))

    # --- What answers ---

    def _result(self, reference: str) -> Json:
        found = self.plan.reduce(reference)
        terms = [
            {
                "of": list(product),
                "values": {
                    " ".join(chosen): _ratio(one.coefficients[product])
                    for chosen, one in found.terms.items()
                    if product in one.coefficients
                },
            }
            for product in found.products
        ]
        return {"by": list(found.by), "terms": terms, "prints": self._prints(reference)}

    def _prints(self, reference: str) -> list[Json]:
        """The print lines: from which value on, base units to the unit, step, direction, decimals, and the unit's patterns."""
        found = []
        for line in self.plan.prints(reference):
            unit, pattern = UNITS[line.unit], self.pen.writer.pattern
            found.append(
                {
                    "from": _ratio((line.at_least or Fraction(0)) * unit.scale),
                    "scale": _ratio(unit.scale),
                    "step": _ratio(line.step),
                    "round": line.round,
                    "decimals": places(line.step),
                    "trim": line.trim,
                    "pattern": pattern(line.unit).replace(" ", "\u00a0"),
                    "one": pattern(line.unit, variant="one").replace(" ", "\u00a0"),
                }
            )
        return found

    def _row(self, members: dict[str, str]) -> Json:
        book, pen = self.pen.book, self.pen
        first, one = next(iter(members.items()))
        name = (
            pen.server(members["gpu"], members["count"]) if {"gpu", "count"} <= set(members) else pen.name(book.axes[first], one)
        )
        rooms = [book.figure(room.room, members) for room in self.spec.holds]
        for room in rooms:
            if room.missing is not None:
                raise ReductionError.at(self.plan.place, f"{room.key} is missing", "leave the row out by `where`")
        return {
            "members": list(members.values()),
            "name": str(name.unescape()),
            "suits": {key: self.plan.suiting(key, members) for key in self.spec.suits},
            "rooms": [_ratio(room.exact) for room in rooms],
            "cells": [self._cell(column, members) for column in self.spec.columns],
        }

    def _cell(self, column: AnswerColumn, members: dict[str, str]) -> dict[str, str]:
        """The texts of a cell by the options that it depends on."""
        if column.date is not None:
            path = self.pen.book.path(column.date, members)
            known = self.pen.book.facts.get(path).value
            return {"": self.pen.words[known.value] if isinstance(known, Missing) else str(self.pen.date(path))}
        reference = column.figure or ""
        by = self.plan.choosers(reference)
        return {
            " ".join(chosen): str(
                self.pen.figure(self.plan.figure(reference, {**self.plan.members(by, chosen), **members}), "table").unescape()
            )
            for chosen in self.plan.combinations(by)
        }


def _ratio(value: Fraction) -> str:
    """An exact number as a script reads it: 70000000000, or 3/5."""
    return str(value)
