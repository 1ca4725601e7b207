"""How a formula declares what it takes and gives: type aliases that carry a dimension.

`def f(bandwidth: Bandwidth, weights: Memory) -> TokensPerSecond` reads as a formula and is checked as one where a figure
binds it: the figure's input must have the parameter's dimension. All amounts are exact and in base units (B, B/s, USD, …).
"""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated

Memory = Annotated[Fraction, "memory"]
Bandwidth = Annotated[Fraction, "bandwidth"]
Compute = Annotated[Fraction, "compute"]
Intensity = Annotated[Fraction, "intensity"]
Operations = Annotated[Fraction, "operations per parameter"]
Parameters = Annotated[Fraction, "parameters"]
BytesPerParameter = Annotated[Fraction, "bytes per parameter"]
BytesPerElement = Annotated[Fraction, "bytes per element"]
BytesPerToken = Annotated[Fraction, "bytes per token"]
Tokens = Annotated[Fraction, "tokens"]
TokensPerSecond = Annotated[Fraction, "tokens per second"]
TokensPerMonth = Annotated[Fraction, "tokens per month"]
Layers = Annotated[Fraction, "layers"]
Heads = Annotated[Fraction, "heads"]
Elements = Annotated[Fraction, "elements"]
Requests = Annotated[Fraction, "requests"]
Cards = Annotated[Fraction, "cards"]
Count = Annotated[Fraction, "count"]
Share = Annotated[Fraction, "share"]
Price = Annotated[Fraction, "price"]
PricePerMonth = Annotated[Fraction, "price per month"]
PricePerWeek = Annotated[Fraction, "price per week"]
PricePerHour = Annotated[Fraction, "price per hour"]
PricePerGpuHour = Annotated[Fraction, "price per GPU-hour"]
PricePerToken = Annotated[Fraction, "price per token"]
PricePerTraffic = Annotated[Fraction, "price per traffic"]
Hours = Annotated[Fraction, "hours"]
HoursPerMonth = Annotated[Fraction, "hours per month"]
HoursPerWeek = Annotated[Fraction, "hours per week"]
Duration = Annotated[Fraction, "time"]

Same = Annotated[Fraction, "same"]
"""Any one dimension; all parameters of a formula that say `Same` must agree, and a result that says it has theirs."""

Period = Annotated[Fraction, "period price"]
"""A price for a period: a month or a week; a result that says it has the parameter's dimension."""
