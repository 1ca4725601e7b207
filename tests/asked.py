"""What a calculator must answer, worked out by the figures themselves: the book is asked with what is typed in place of facts.

It takes nothing from the terms that the build exports, and rounds and writes as a page of the guide does.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from random import Random

from gpuguide.catalog.calculating import AskedField
from gpuguide.catalog.facts import Fact, Facts
from gpuguide.catalog.loader import load_sites
from gpuguide.figures import Book, Figure
from gpuguide.quantities import Missing, Quantity
from gpuguide.site import labels
from gpuguide.site.assets import make_assets
from gpuguide.site.build import make_press
from gpuguide.site.layout import Layout
from gpuguide.site.pen import Pen, Record
from gpuguide.site.press import LABELS

Values = dict[str, str]
"""What each field says, by its id: an option, or a plain decimal."""


class Replaced(Facts):
    """The facts of a site with others in the place of some."""

    def __init__(self, facts: Facts, others: Mapping[str, Fact]) -> None:
        super().__init__(facts.values, facts.nodes())
        self._all, self._others = facts, others

    def get(self, path: str) -> Fact:
        return self._others[path] if path in self._others else self._all.get(path)


class Asked:
    """One calculator of one site."""

    def __init__(self, root: Path, site: str, name: str) -> None:
        self.site = load_sites(root, site)[0]
        assets, _ = make_assets(root, self.site)
        self.press = make_press(root, self.site, Layout(root / "templates"), assets, lambda place, text: None)
        self.book, self.spec = self.press.book, self.site.calculators[name]
        self.rows = self.book.ranked(self.spec.each, self.spec.where, self.spec.by, ("calculators.yaml", "calculators", name))
        heads = [one.stands_for.partition(".")[0] for one in self.spec.fields.values() if one.is_number and one.stands_for]
        # The build takes the first member where a number is typed; here it is the last.
        self.stand_ins = {axis: self.book.candidates(axis)[1][-1] for axis in heads if axis in self.book.axes}
        self.options = {key: self._offered(one) for key, one in self.spec.fields.items() if not one.is_number}
        self._pens = {
            locale: self.press.pen(locale, Record(locale, "calculator")).elsewhere("json") for locale in self.site.locales
        }
        self._cells: dict[tuple[str, ...], str] = {}
        self._suiting: dict[tuple[str, ...], bool] = {}

    def _offered(self, asked: AskedField) -> list[str]:
        offered = list(asked.takes) if asked.takes else self.book.candidates(asked.offered or "")[1]
        return ["", *offered] if asked.narrows else offered

    def axis(self, key: str) -> str:
        return (self.spec.fields[key].offered or "").partition(" in ")[0]

    def members(self, values: Values) -> dict[str, str]:
        """What the choices bind."""
        chosen = {self.axis(key): values[key] for key in self.options if not self.spec.fields[key].takes and values[key]}
        return {**self.stand_ins, **chosen}

    def exact(self, values: Values) -> list[Figure]:
        """The figures of the answer, the total last."""
        others = {}
        for key, asked in self.spec.fields.items():
            if asked.stands_for is None:
                continue
            path = self.book.path(asked.stands_for, self.stand_ins)
            fact = self.book.facts.get(path)
            assert isinstance(fact.value, Quantity)
            taken = asked.takes and self.book.figure(asked.takes[values[key]]).exact
            amount = taken or Fraction(values[key] or "0") * (asked.times or 1)
            others[path] = dataclasses.replace(fact, value=Quantity(amount, fact.value.unit))
        book = Book(dataclasses.replace(self.site, facts=Replaced(self.site.facts, others)))
        return [book.figure(one.figure, self.members(values)) for one in self.spec.shown]

    def answer(self, locale: str, values: Values) -> dict[str, object]:
        """The texts that the page must show."""
        pen, figures = self._pens[locale], self.exact(values)
        needs = dict(zip((one.figure for one in self.spec.shown), (one.exact for one in figures), strict=True))
        narrowed = [values[key] for key, asked in self.spec.fields.items() if asked.narrows and values[key]]
        rows, count = [], 0
        for members in self.rows:
            suits, holds = self._suits(members, values), self.spec.holds
            fits = [suits and needs[one.need] <= self.book.figure(one.room, members).exact for one in holds]
            if not all(one in members.values() for one in narrowed) or not (narrowed or any(fits)):
                continue
            count += any(fits)
            says = [pen.words["yes" if fit else "no"] for fit, one in zip(fits, holds, strict=True) if one.header]
            rows.append([self._name(pen, members), *says, *self._row(locale, members, values)])
        found = self._word(locale, "fits").replace("{count}", pen.writer.number(Fraction(count))) if count else ""
        return {"results": [text_of(pen, one) for one in figures], "rows": rows, "found": found or self._word(locale, "nothing")}

    def _word(self, locale: str, key: str) -> str:
        return self.press.texts[locale].word(labels.CALCULATOR[key], LABELS).text

    def _suits(self, members: Mapping[str, str], values: Values) -> bool:
        key = (*members.values(), *(values[one] for one in self.spec.suits))
        if key not in self._suiting:
            each = [
                self.book.holds(where, {**members, self.axis(one): values[one]}, ("calculators.yaml",))
                for one, where in self.spec.suits.items()
            ]
            self._suiting[key] = all(each)
        return self._suiting[key]

    def _name(self, pen: Pen, members: Mapping[str, str]) -> str:
        name = pen.server(members["gpu"], members["count"]) if "count" in members else pen.name("gpus", members["gpu"])
        return str(name.unescape())

    def _row(self, locale: str, members: Mapping[str, str], values: Values) -> list[str]:
        found = []
        for column in self.spec.columns:
            asked = (values[one] for one in self.options if self.axis(one) in (column.figure or "").split("/"))
            place = (locale, *members.values(), column.header, *asked)
            if place not in self._cells:
                self._cells[place] = self._cell(locale, column.figure, column.date, {**self.members(values), **members})
            found.append(self._cells[place])
        return found

    def _cell(self, locale: str, figure: str | None, date: str | None, members: Mapping[str, str]) -> str:
        pen = self._pens[locale]
        if figure is not None:
            return str(pen.figure(self.book.figure(figure, members), "table").unescape())
        path = self.book.path(date or "", members)
        value = self.book.facts.get(path).value
        return pen.words[value.value] if isinstance(value, Missing) else str(pen.date(path).unescape())

    def presets(self) -> list[Values]:
        """What the examples set, in their order."""
        axis, ids = self.book.candidates(self.spec.presets.offered)
        return [{key: self._set(key, self.spec.presets.sets.get(key), {axis: one}) for key in self.spec.fields} for one in ids]

    def _set(self, key: str, reference: str | None, members: Mapping[str, str]) -> str:
        asked = self.spec.fields[key]
        if reference is None:
            return str(asked.start or "")
        if not asked.is_number:
            return self.book.member(reference, members)
        return plain(self.book.figure(reference, members).exact / (asked.times or 1))

    def start(self) -> Values:
        """What stands in the form at first."""
        return {key: str(one.start or self.options[key][0]) for key, one in self.spec.fields.items()}

    def at_random(self, chance: Random) -> Values:
        """Any option, and any number of the range: of each length as often as of another."""
        return {
            key: _number(chance, one) if one.is_number else chance.choice(self.options[key])
            for key, one in self.spec.fields.items()
        }

    def typed(self, locale: str, values: Values, chance: Random) -> Values:
        """The same as someone might type it in this language: grouped or not, with digits of full width, with spaces."""
        return {
            key: _typed(self._pens[locale], text, chance) if self.spec.fields[key].is_number else text
            for key, text in values.items()
        }


def text_of(pen: Pen, figure: Figure) -> str:
    """A figure as prose prints it."""
    return str(pen.figure(figure).unescape())


def plain(value: Fraction) -> str:
    """An exact decimal: 8192, 0.125."""
    whole, rest = divmod(value, 1)
    digits = ""
    while rest:
        digit, rest = divmod(rest * 10, 1)
        digits += str(digit)
    return f"{whole}.{digits}" if digits else str(whole)


def _number(chance: Random, asked: AskedField) -> str:
    ten = 10 ** int(asked.decimals or 0)
    least, most = (int(Fraction(str(one)) * ten) for one in (asked.least, asked.most))
    length = chance.randint(len(str(least)), len(str(most)))
    number = min(max(chance.randint(10 ** (length - 1), 10**length), least), most)
    return plain(Fraction(number, ten))


def _typed(pen: Pen, text: str, chance: Random) -> str:
    locale, way = pen.writer.locale, chance.randrange(5)
    if way == 0:
        return text.replace(".", locale.decimal)
    written = pen.writer.number(Fraction(text))
    if way == 1:
        return written
    if way == 2:
        return f"  {written.replace(locale.group, ' ')} "
    if way == 3:
        return "".join(chr(ord(one) + 0xFEE0) if one.isdigit() else one for one in written)
    return f"0{text}0".replace(".", locale.decimal) if "." in text else f"{text}{locale.decimal}00"
