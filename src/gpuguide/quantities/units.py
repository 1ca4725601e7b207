"""The unit table: every unit a fact, formula or print may name.

A dimension is the name of what is measured; formulas declare dimensions, facts and prints declare units. Babel has no units
for tokens, FLOPS or gibibytes, and writes GB/秒 where product sheets write GB/s: hence this small table of our own.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction


class Missing(StrEnum):
    """Why there is no number. Never zero, never blank, never sorted as a number."""

    UNKNOWN = "unknown"
    NOT_PUBLISHED = "not_published"
    NONE = "none"
    NO_OFFER = "no_offer"


@dataclass(frozen=True)
class Unit:
    """A unit: its id, the dimension it measures, and how many base units one of it is."""

    id: str
    dimension: str
    scale: Fraction


@dataclass(frozen=True)
class Quantity:
    """An exact amount in the base unit of its dimension, and the unit in which it was written down."""

    amount: Fraction
    unit: Unit

    @property
    def written(self) -> Fraction:
        """The amount in the unit in which it was written down."""
        return self.amount / self.unit.scale


_TABLE: dict[str, dict[str, int | Fraction]] = {
    "memory": {"B": 1, "MB": 10**6, "GB": 10**9, "TB": 10**12, "MiB": 2**20, "GiB": 2**30},
    "bandwidth": {"B/s": 1, "GB/s": 10**9, "TB/s": 10**12},
    "link rate": {"bit/s": 1, "Gbps": 10**9},
    "compute": {"FLOP/s": 1, "TFLOPS": 10**12, "TOPS": 10**12},
    "intensity": {"FLOP/B": 1},
    "operations per parameter": {"FLOP/parameter": 1},
    "parameters": {"parameter": 1},
    "bytes per parameter": {"B/parameter": 1},
    "bytes per element": {"B/element": 1},
    "bytes per token": {"B/token": 1, "kB/token": 1000},
    "tokens": {"token": 1, "Mtoken": 10**6},
    "tokens per second": {"token/s": 1},
    "tokens per month": {"token/month": 1},
    "traffic per month": {"TB/month": 10**12},
    "layers": {"layer": 1},
    "heads": {"head": 1},
    "bits per weight": {"bit/weight": 1},
    "sequences": {"sequence": 1},
    "elements": {"element": 1},
    "requests": {"request": 1},
    "cards": {"card": 1},
    "count": {"count": 1},
    "share": {"1": 1, "%": Fraction(1, 100)},
    "price": {"USD": 1},
    "price per month": {"USD/month": 1},
    "price per week": {"USD/week": 1},
    "price per hour": {"USD/h": 1},
    "price per GPU-hour": {"USD/GPU-h": 1},
    "price per token": {"USD/token": 1, "USD/Mtoken": Fraction(1, 10**6)},
    "price per traffic": {"USD/B": 1, "USD/TB": Fraction(1, 10**12)},
    "time": {"s": 1, "min": 60},
    "days": {"day": 1},
    "hours": {"h": 1},
    "hours per month": {"h/month": 1},
    "hours per week": {"h/week": 1},
    "power": {"W": 1},
    "frequency": {"MHz": 10**6},
    "year": {"year": 1},
    "address bits": {"bit": 1},
}

UNITS: dict[str, Unit] = {
    name: Unit(name, dimension, Fraction(scale)) for dimension, units in _TABLE.items() for name, scale in units.items()
}


def unit(name: str) -> Unit:
    """The unit with this id; `KeyError` when there is none."""
    return UNITS[name]
