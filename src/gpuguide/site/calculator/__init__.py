"""The in-page calculator: figures reduced to a few terms, and the file from which a page's script works them out.

Knows figures and how to write them. Refuses formulas of its own: a term comes from the formulas that the guides use.
"""

from gpuguide.site.calculator.calculators import Calculators

__all__ = ["Calculators"]
