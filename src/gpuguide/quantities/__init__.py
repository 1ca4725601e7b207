"""Exact numbers, their units, and the values that say a number is missing.

Knows which units exist, what each measures and its size in the base unit of its dimension. Refuses to know languages,
files, formulas and figures. Standard library only: numbers are `Fraction`, never float.
"""

from __future__ import annotations

from gpuguide.quantities.numbers import decimal_text, round_to_step, significant
from gpuguide.quantities.units import UNITS, Missing, Quantity, Unit, unit

__all__ = ["UNITS", "Missing", "Quantity", "Unit", "decimal_text", "round_to_step", "significant", "unit"]
