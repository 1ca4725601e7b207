"""The calculators of one page in one language: their views, and the file of each.

Knows where their texts come from. Refuses to compute: the plan reduces, the export writes.
"""

from __future__ import annotations

import json
from collections.abc import Iterator

from markupsafe import Markup

from gpuguide.site.calculator.export import Export
from gpuguide.site.calculator.view import CalculatorView, FieldView
from gpuguide.site.literals import Literals
from gpuguide.site.pen import Pen, Record
from gpuguide.site.prose import Prose
from gpuguide.site.texts import Texts

CARRIER = "json"


class Calculators:
    """Renders the calculators of a page and remembers which it has."""

    def __init__(self, pen: Pen, texts: Texts, prose: Prose, literals: Literals) -> None:
        """Bind the page's pen, texts and prose."""
        self.pen, self.texts, self.prose, self.literals = pen, texts, prose, literals
        self._used: dict[str, None] = {}

    def render(self, name: str) -> CalculatorView:
        """The form and the empty table of a calculator."""
        self._used[name] = None
        site = self.pen.site
        spec, place = site.calculators[name], site.place("calculators.yaml", "calculators", name)

        def said(text: str) -> Markup:
            return self.prose.html(self.texts.get(text, place), linked=False)

        heads = (spec.header, *(one.header for one in spec.holds if one.header), *(one.header for one in spec.columns))
        return CalculatorView(
            name,
            f"{name}.json",
            tuple(FieldView(key, said(one.label), one.is_number) for key, one in spec.fields.items()),
            tuple(said(one.label) for one in spec.shown),
            said(spec.caption),
            tuple(map(said, heads)),
            spec.total is not None,
        )

    def files(self) -> Iterator[tuple[str, str]]:
        """The name and the text of the file of each calculator that was rendered."""
        for name in self._used:
            # What the file prints is judged whole, term by term, and stands on no page: its record is not kept.
            pen = self.pen.beside(Record(self.pen.record.locale, self.pen.record.page), CARRIER)
            prose = Prose(pen, self.literals, lambda target, place: None, None, self.prose.members)
            data = Export(pen, self.texts, prose, name).data()
            yield name, json.dumps(data, ensure_ascii=False, separators=(",", ":")) + "\n"
