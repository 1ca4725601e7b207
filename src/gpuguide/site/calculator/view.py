"""What a template is given of a calculator: labels and heads, every text ready. Data only."""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup


@dataclass(frozen=True)
class FieldView:
    """A field of the form: a number that is typed, or a choice."""

    id: str
    label: Markup
    is_number: bool


@dataclass(frozen=True)
class CalculatorView:
    """A calculator without its numbers: those are in the file at `data`, and a page's script puts them in."""

    id: str
    data: str
    fields: tuple[FieldView, ...]
    results: tuple[Markup, ...]
    caption: Markup
    heads: tuple[Markup, ...]
    bar: bool
    """Whether the results are parts of a sum."""
