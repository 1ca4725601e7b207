"""What the figures layer gives: figures, inputs, choices and verdicts. Data only."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from gpuguide.errors import Place
from gpuguide.quantities import Missing, Unit
from gpuguide.quantities.numbers import decimal_text


@dataclass(frozen=True)
class Input:
    """What a formula's parameter was given: a figure or fact, exact or as printed."""

    parameter: str
    figure: Figure
    printed: bool

    @property
    def value(self) -> Fraction | Missing:
        """The value that the formula used, in base units."""
        if self.figure.missing is not None:
            return self.figure.missing
        return self.figure.printed_value if self.printed else self.figure.exact


@dataclass(frozen=True)
class Figure:
    """A published number, or the word for why there is none.

    `exact` is in base units; `printed` is in `unit`, rounded once. A fact is a figure without a formula whose printed value is
    what its file says.
    """

    key: str
    label: str
    members: tuple[tuple[str, str], ...]
    unit: Unit
    place: Place
    exact: Fraction = Fraction(0)
    printed: Fraction = Fraction(0)
    missing: Missing | None = None
    decimals: int | None = None
    """Decimal places to print; None prints as many as the value needs."""
    form: str = "plain"
    formula: str | None = None
    inputs: tuple[Input, ...] = ()
    sources: tuple[str, ...] = ()
    why: str = ""

    @cached_property
    def printed_value(self) -> Fraction:
        """The printed value in base units."""
        return self.printed * self.unit.scale

    @cached_property
    def value(self) -> Fraction:
        """The exact value in the printed unit."""
        return self.exact / self.unit.scale

    @cached_property
    def value_text(self) -> str:
        """The exact value in the printed unit, as a machine reads it."""
        return decimal_text(self.value)

    @property
    def is_fact(self) -> bool:
        """Whether this comes straight from a file."""
        return "/" not in self.key and "." in self.key


@dataclass(frozen=True)
class Chosen:
    """What a choice gave: a member for each axis that it picks, or nothing when no candidate passed."""

    key: str
    members: Mapping[str, str] | None


@dataclass(frozen=True)
class Verdict:
    """Whether a claim holds, with the values that were compared."""

    key: str
    holds: bool
    otherwise: str
    compared: tuple[str, ...]
    figures: tuple[str, ...]
    """The keys of the figures compared, whether or not an earlier condition had decided."""
    place: Place
