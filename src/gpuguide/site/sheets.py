"""Lays out specifications: property, value and source, as a card's page has them.

Knows property lines, their sources and doubts. Refuses to judge a doubt: the card's file does.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from gpuguide.catalog.layouts import SpecRow
from gpuguide.errors import Place
from gpuguide.figures import Figure
from gpuguide.site.derivations import Derivations, Origin
from gpuguide.site.pen import Pen
from gpuguide.site.prose import Prose
from gpuguide.site.texts import Texts


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


class Sheets:
    """Renders the specifications of one page."""

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

    def _text(self, text: str, *path: str | int) -> Markup:
        place: Place = self.pen.site.place("tables.yaml", *path)
        return self.prose.html(self.texts.get(text, place), linked=False)
