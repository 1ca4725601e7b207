"""Lays out specifications and bar charts: what stands beside a table on a card's or a comparison's page.

Knows property lines, their sources and doubts, and the geometry of a bar. Refuses to draw anything whose length was not computed
from a figure.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from markupsafe import Markup

from gpuguide.catalog.layouts import BarsSpec, SpecRow
from gpuguide.errors import Place
from gpuguide.figures import Figure
from gpuguide.quantities import decimal_text, round_to_step
from gpuguide.site.derivations import Derivations, Origin
from gpuguide.site.pen import Pen
from gpuguide.site.prose import Prose
from gpuguide.site.texts import Texts

FULL = 100
STEP = Fraction(1, 10)


@dataclass(frozen=True)
class Line:
    """A property: its name, its value, who says so, and whether it is in doubt."""

    label: Markup
    value: Markup
    origins: tuple[Origin, ...]
    uncertain: bool


@dataclass(frozen=True)
class Sheet:
    """A specification ready for the template."""

    id: str
    caption: Markup
    lines: tuple[Line, ...]


@dataclass(frozen=True)
class Bar:
    """A bar: its member's name, its value, its figure's key, and its width of a hundred."""

    name: Markup
    value: Markup
    key: str
    width: str


@dataclass(frozen=True)
class BarMark:
    """A marked value on the scale of a chart."""

    text: Markup
    value: Markup
    key: str
    at: str


@dataclass(frozen=True)
class Bars:
    """A bar chart ready for the template."""

    id: str
    caption: Markup
    greatest: str
    bars: tuple[Bar, ...]
    mark: BarMark | None


class Sheets:
    """Renders the specifications and bar charts of one page."""

    def __init__(self, pen: Pen, texts: Texts, prose: Prose, derivations: Derivations) -> None:
        """Bind the page's pen, texts, prose and derivations."""
        self.pen, self.texts, self.prose, self.derivations = pen, texts, prose, derivations

    def spec(self, name: str) -> Sheet:
        """The specification of this name, for the page's member."""
        spec = self.pen.site.specs[name]
        lines = tuple(self._line(name, index, row, spec.of) for index, row in enumerate(spec.rows))
        return Sheet(name, self._text(spec.caption, "specs", name, "caption"), lines)

    def _line(self, name: str, index: int, row: SpecRow, axis: str) -> Line:
        members = self.prose.members
        label = self._text(row.label, "specs", name, "rows", index, "label")
        record = self.pen.book.facts.members(self.pen.book.axes[axis])[members[axis]]
        if row.figure:
            figure = self.pen.book.figure(row.figure, members)
            field = self._field(figure)
            return Line(label, self.pen.figure(figure, "table"), self._origins(figure.sources), self._doubted(record, field))
        if row.name:
            value = self.pen.name(f"{row.name}s", getattr(record, row.name))
            return Line(label, value, self._cited(record, row.name), self._doubted(record, row.name))
        reference = row.flag or row.fact or ""
        field = reference.rsplit(".", 1)[-1]
        value = self.pen.flag(reference, members) if row.flag else self.pen.text_fact(reference, members)
        return Line(label, value, self._cited(record, field), self._doubted(record, field))

    @staticmethod
    def _field(figure: Figure) -> str:
        """The field that a figure takes as it is, for its doubts."""
        while figure.inputs and figure.formula is None:
            figure = figure.inputs[0].figure
        return figure.key.rsplit(".", 1)[-1] if figure.is_fact else ""

    @staticmethod
    def _doubted(record: Any, field: str) -> bool:
        return any(field in doubt.fields for doubt in getattr(record, "doubts", ()))

    def _cited(self, record: Any, field: str) -> tuple[Origin, ...]:
        return self._origins(getattr(record, "cites", {}).get(field, ()))

    def _origins(self, sources: tuple[str, ...]) -> tuple[Origin, ...]:
        return tuple(self.derivations.origin(source) for source in sources)

    def bars(self, name: str) -> Bars:
        """The bar chart of this name; every length is a figure over the greatest."""
        spec = self.pen.site.bars[name]
        page = self.prose.members
        axis, ids = self.pen.book.select(spec.rows, spec.where, spec.sort, ("tables.yaml", "bars", name), page)
        figures = {member: self.pen.book.figure(spec.figure, {**page, axis: member}) for member in ids}
        known = {member: figure for member, figure in figures.items() if figure.missing is None}
        greatest = max(known.values(), key=lambda figure: figure.exact)
        bars = tuple(self._bar(spec, member, figure, greatest) for member, figure in known.items())
        caption = self._text(spec.caption, "bars", name, "caption")
        return Bars(name, caption, greatest.key, bars, self._mark(name, spec, greatest))

    def _bar(self, spec: BarsSpec, member: str, figure: Figure, greatest: Figure) -> Bar:
        name = self.pen.name(self.pen.book.axes[spec.name], member)
        return Bar(name, self.pen.figure(figure, "table"), figure.key, share(figure.exact, greatest.exact))

    def _mark(self, name: str, spec: BarsSpec, greatest: Figure) -> BarMark | None:
        if spec.mark is None:
            return None
        figure = self.pen.book.figure(spec.mark.figure, self.prose.members)
        text = self._text(spec.mark.text, "bars", name, "mark", "text")
        return BarMark(text, self.pen.figure(figure, "table"), figure.key, share(figure.exact, greatest.exact))

    def _text(self, text: str, *path: str | int) -> Markup:
        place: Place = self.pen.site.place("tables.yaml", *path)
        return self.prose.html(self.texts.get(text, place), linked=False)


def share(part: Fraction, whole: Fraction) -> str:
    """A length of a hundred, to one decimal, as SVG takes it."""
    return decimal_text(round_to_step(FULL * part / whole, STEP))
