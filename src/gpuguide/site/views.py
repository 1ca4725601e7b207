"""What a template is given: blocks and parts as data, every text ready. Data only."""

from __future__ import annotations

from dataclasses import dataclass, field

from markupsafe import Markup

from gpuguide.site.calculator.view import CalculatorView
from gpuguide.site.charts import Chart
from gpuguide.site.sheets import Sheet
from gpuguide.site.tables import Table


@dataclass(frozen=True)
class ChangeView:
    """A change as the page of changes shows it: its day, its sentence, and an address and a title for each page."""

    day: Markup
    text: Markup
    pages: tuple[tuple[str, str | Markup], ...]


@dataclass(frozen=True)
class BlockView:
    """A block as it is laid out: its kind, its content, and the claims that it leans on."""

    kind: str
    html: Markup
    items: tuple[Markup, ...] = ()
    claim: str = ""
    unless: str = ""
    id: str = ""
    table: Table | None = None
    sheet: Sheet | None = None
    chart: Chart | None = None
    calculator: CalculatorView | None = None
    lines: tuple[str, ...] = ()
    blocks: tuple[BlockView, ...] = ()
    changes: tuple[ChangeView, ...] = ()
    untranslated: bool = False


@dataclass(frozen=True)
class PartView:
    """A part: anchor, label, question, deck line and blocks."""

    id: str
    label: Markup
    entry: Markup
    """The label once more, for the list of contents: what is printed twice is recorded twice."""
    heading: Markup
    faq: bool
    cards: bool
    claim: str
    unless: str
    deck: BlockView | None
    blocks: tuple[BlockView, ...] = field(default=())
