"""Named figures, claims, choices and lists: what a site publishes, computed from facts by declared formulas.

Knows families over axes, references, conditions, rounding by declared step, and derivations down to file and line. Refuses
to know languages (a figure has a number and a unit, not a text) and pages.
"""

from __future__ import annotations

from gpuguide.figures.book import Book
from gpuguide.figures.model import Chosen, Figure, Input, Verdict

__all__ = ["Book", "Chosen", "Figure", "Input", "Verdict"]
