"""The pen: the one way by which a number, a name or a date reaches a page, and the record of everything it wrote.

Knows the markup of docs/formats.md. Refuses to format: the writer does; refuses to compute: the book does.
"""

from __future__ import annotations

import datetime
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache

from markupsafe import Markup, escape

from gpuguide.catalog.facts import Fact, UnknownFactError
from gpuguide.catalog.loader import Site
from gpuguide.errors import GuideError, Place
from gpuguide.figures import Book, Figure
from gpuguide.figures.references import Members
from gpuguide.l10n import Writer
from gpuguide.quantities import Missing, decimal_text

TEXT = "text"


class PenError(GuideError):
    """A fact that cannot be written as it is asked to be."""


@dataclass
class Record:
    """What was written on one page, for the judge."""

    locale: str
    page: str
    figures: list[tuple[str, str, str, str, str]] = field(default_factory=list)
    names: list[tuple[str, str, str]] = field(default_factory=list)
    dates: list[tuple[str, str, str]] = field(default_factory=list)
    literals: Counter[str] = field(default_factory=Counter)


class Pen:
    """Writes figures, names and dates of one page in one language and records them.

    With a carrier other than `text` (title, description) it writes plain text instead of markup.
    """

    def __init__(
        self,
        site: Site,
        book: Book,
        writer: Writer,
        record: Record,
        words: Mapping[str, str],
        carrier: str = TEXT,
        drawn: bool = False,
    ) -> None:
        """Bind the page's site, book, writer and record, and the words for missing values and for yes and no in its language.

        A `drawn` pen writes elements that stand in a drawing.
        """
        self.site = site
        self.book = book
        self.writer = writer
        self.record = record
        self.words = words
        self.carrier = carrier
        self.drawn = drawn

    def elsewhere(self, carrier: str) -> Pen:
        """The same pen writing plain text into another carrier."""
        return Pen(self.site, self.book, self.writer, self.record, self.words, carrier)

    def beside(self, record: Record, carrier: str) -> Pen:
        """The same pen writing plain text into another file with a record of its own."""
        return Pen(self.site, self.book, self.writer, record, self.words, carrier)

    def drawing(self) -> Pen:
        """The same pen writing into an SVG drawing, where a number's element is `tspan`."""
        return Pen(self.site, self.book, self.writer, self.record, self.words, self.carrier, drawn=True)

    def constant(self, value: Fraction) -> Markup:
        """A number that no figure has: the tick of an axis."""
        exact = decimal_text(value)
        return self._data(f"constant/{exact}", "", exact, self.writer.number(value), "")

    def figure(self, figure: Figure, form: str = "") -> Markup:
        """A figure in one of the forms: prose (empty), table, bare."""
        if figure.missing is not None:
            return self._missing(figure, figure.missing)
        unit = figure.unit.id
        style = "table" if form == "table" else "prose"
        if form == "bare":
            text = self.writer.quantity(figure.printed, "count", figure.decimals, figure.form)
        else:
            text = self.writer.quantity(figure.printed, unit, figure.decimals, figure.form, style)
        return self._data(figure.key, unit, figure.value_text, text, form)

    def machine(self, figure: Figure, with_unit: bool = False) -> Markup:
        """The printed value as a plain decimal for machine files, or the id of what is missing."""
        if figure.missing is not None:
            text = figure.missing.value
            self.record.figures.append((figure.key, figure.unit.id, text, text, self.carrier))
            return escape(text)
        text = decimal_text(figure.printed)
        self.record.figures.append((figure.key, figure.unit.id, "machine", text, self.carrier))
        return escape(f"{text} {figure.unit.id}" if with_unit else text)

    def operand(self, figure: Figure, printed: bool = False) -> Markup:
        """A figure as an operand of a derivation: exact to six digits, or as it is printed."""
        if printed or figure.missing is not None:
            return self.figure(figure)
        text = self.writer.quantity(self.writer.working(figure.value), figure.unit.id)
        return self._data(figure.key, figure.unit.id, figure.value_text, text, "working")

    def name(self, collection: str, member: str, chosen: str = "") -> Markup:
        """The name of a member of a collection, as the site and the language call it."""
        return self._name(f"{collection}/{member}", self.name_text(collection, member), chosen)

    def server(self, gpu: str, count: str, chosen: str = "") -> Markup:
        """One card by its name, several as the language counts them (8x Name)."""
        cards = self.book.figure(f"counts.{count}.cards").exact
        if cards == 1:
            return self.name("gpus", gpu, chosen)
        text = self.writer.locale.server.replace("{n}", self.writer.number(cards)).replace("{name}", self.name_text("gpus", gpu))
        return self._name(f"server/{gpu}/{count}", text, chosen)

    def flag(self, reference: str, members: Members) -> Markup:
        """Yes or no, for a fact that is true or false."""
        path = self.book.path(reference, members)
        fact = self._fact(path)
        state = fact.value
        if isinstance(state, Missing):
            return self._missing(self.book.figure(path), state)
        if not isinstance(state, bool):
            raise PenError.at(fact.place, f"{path} is not true or false", "name a fact that is")
        word = self.words["yes" if state else "no"]
        return Markup('<span data-flag="{}" data-state="{}">{}</span>').format(path, str(state).lower(), word)

    def text_fact(self, reference: str, members: Members) -> Markup:
        """A text as its source writes it, or the word for why there is none."""
        path = self.book.path(reference, members)
        value = self._fact(path).value
        if isinstance(value, Missing):
            return self._missing(self.book.figure(path), value)
        self.record.names.append((f"fact/{path}", str(value), self.carrier))
        if self.carrier != TEXT:
            return escape(value)
        return Markup('<span data-name="fact/{}" lang="en">{}</span>').format(path, value)

    def name_text(self, collection: str, member: str) -> str:
        """The name alone; whoever prints it records it."""
        if collection == "gpus" and self.book.facts.has("names", member):
            return str(self.book.facts.members("names")[member])
        if collection == "gpus" and self.book.facts.has("listings", member):
            collection = "listings"
        record = self.book.facts.members(collection)[member]
        local = getattr(record, "name_in", None) or {}
        return str(local.get(self.writer.id) or getattr(record, "name", None) or getattr(record, "title", record))

    def date(self, path: str) -> Markup:
        """A date fact in the language's long form."""
        fact = self._fact(path)
        value = fact.value
        if not isinstance(value, datetime.date):
            raise PenError.at(fact.place, f"{path} is not a date", "name a fact that is one, such as site.updated")
        text = self.writer.date(value)
        self.record.dates.append((path, text, self.carrier))
        if self.carrier != TEXT:
            return Markup(text)  # noqa: S704 - plain text for an attribute or title, escaped where it is put
        return Markup('<time datetime="{}" data-fact="{}">{}</time>').format(_machine(value), path, text)

    def _fact(self, path: str) -> Fact:
        try:
            return self.book.facts.get(path)
        except UnknownFactError as error:
            raise PenError.at(Place(f"data/sites/{self.site.id}"), str(error), error.hint) from None

    def day(self, path: str) -> str:
        """A date fact as machines read it."""
        value = self.book.facts.get(path).value
        if not isinstance(value, datetime.date):
            raise ValueError(f"{path} is not a date")
        self.record.dates.append((path, _machine(value), self.carrier))
        return _machine(value)

    def _missing(self, figure: Figure, missing: Missing) -> Markup:
        text = self.words[missing.value]
        self.record.figures.append((figure.key, figure.unit.id, missing.value, text, self.carrier))
        if self.carrier != TEXT:
            return escape(text)
        return _element(self._tag("span"), text, (("data-figure", figure.key), ("data-absent", missing.value)))

    def _data(self, key: str, unit: str, value: str, text: str, form: str) -> Markup:
        self.record.figures.append((key, unit, form, text, self.carrier))
        if self.carrier != TEXT:
            return escape(text)
        exact = "data-value" if self.drawn else "value"
        return _element(self._tag("data"), text, ((exact, value), ("data-figure", key), ("data-unit", unit), ("data-form", form)))

    def _name(self, key: str, text: str, chosen: str) -> Markup:
        self.record.names.append((key, text, self.carrier))
        if self.carrier != TEXT:
            return escape(text)
        return _element(self._tag("span"), text, (("data-name", key), ("data-choice", chosen)))

    def _tag(self, tag: str) -> str:
        return "tspan" if self.drawn else tag


@lru_cache(maxsize=65536)
def _element(tag: str, text: str, attributes: tuple[tuple[str, str], ...]) -> Markup:
    """An element with its attributes (empty ones left out), escaped; cached, since a page repeats its figures."""
    written = "".join(f' {name}="{escape(value)}"' for name, value in attributes if value)
    return Markup(f"<{tag}{written}>{escape(text)}</{tag}>")  # noqa: S704 - everything in it is escaped right here


def _machine(value: datetime.date) -> str:
    """A date or moment as machines read it."""
    return f"{value:%Y-%m-%dT%H:%MZ}" if isinstance(value, datetime.datetime) else value.isoformat()
