"""What the units are worth, so that numbers of one kind compare whatever unit they are written in.

Knows the scale of a unit against its base (bytes, FLOP, dollars, tokens) and the unit that a field's name declares.
Refuses to know how a unit is written on a page. A unit that is not listed is its own base.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

_KILO, _MEGA, _GIGA, _TERA, _PETA = (Fraction(10**power) for power in (3, 6, 9, 12, 15))

_SIZES = {
    "": Fraction(1),
    "k": _KILO,
    "K": _KILO,
    "M": _MEGA,
    "G": _GIGA,
    "T": _TERA,
    "P": _PETA,
    "Ki": Fraction(2**10),
    "Mi": Fraction(2**20),
    "Gi": Fraction(2**30),
    "Ti": Fraction(2**40),
}

# Each may carry a size before it (GB, MHz, TFLOP/s, Mtoken) and stand above or below the stroke of a rate.
_SIZED = ("B", "FLOP", "OP", "token", "Hz", "W", "parameter")
_WHOLE = {
    "%": Fraction(1, 100),
    "TFLOPS": _TERA,
    "PFLOPS": _PETA,
    "GFLOPS": _GIGA,
    "TOPS": _TERA,
    "POPS": _PETA,
    "Gbps": _GIGA,
    "min": Fraction(60),
}

_FIELD_ENDINGS = (
    ("_gb_s", "GB/s"),
    ("_tb_s", "TB/s"),
    ("_mib", "MiB"),
    ("_gib", "GiB"),
    ("_gb", "GB"),
    ("_tb", "TB"),
    ("_tflops", "TFLOPS"),
    ("_tops", "TFLOPS"),
    ("_mhz", "MHz"),
    ("_w", "W"),
    ("_percent", "%"),
    ("_usd_gpu_hour", "USD/GPU-h"),
    ("_usd_hour", "USD/h"),
    ("_usd", "USD"),
)
_FIELDS = {
    "monthly": "USD/month",
    "weekly": "USD/week",
    "hourly": "USD/h",
    "parameters": "parameter",
    "bytes_per_parameter": "B/parameter",
    "tokens": "token",
    "layers": "layer",
    "kv_heads": "head",
    "head_dim": "element",
    "cards": "card",
    "stock": "card",
    "stock_by_region": "card",
    "minimum_order": "card",
    "released": "year",
    "pcie_gen": "count",
    "slots": "count",
    "memory_mib_reported": "MiB",
    "memory_mib_ecc_on": "MiB",
    "memory_mib_ecc_off": "MiB",
}
# What a feed of offers gives, and what an answer assumes, has no unit in its name.
_FIELDS_OF = {
    ("answers", "requests"): "request",
    ("answers", "sequences"): "request",
    ("offers", "price"): "USD/GPU-h",
    ("offers", "quantity"): "card",
    ("offers", "count"): "count",
    ("feed", "count"): "count",
    ("feed", "age"): "day",
}


@lru_cache(maxsize=1024)
def scale(unit: str) -> Fraction:
    """How many base units one of this unit is: 10^9 for GB, 10^-6 for USD/Mtoken."""
    if unit in _WHOLE:
        return _WHOLE[unit]
    above, _, below = unit.partition("/")
    return _size(above) / _size(below)


def _size(part: str) -> Fraction:
    for name in _SIZED:
        if part.endswith(name) and part[: -len(name)] in _SIZES:
            return _SIZES[part[: -len(name)]]
    return Fraction(1)


def field_unit(field: str, collection: str = "") -> str | None:
    """The unit that a field's name declares, or None when the name says nothing."""
    if (collection, field) in _FIELDS_OF:
        return _FIELDS_OF[collection, field]
    if field in _FIELDS:
        return _FIELDS[field]
    return next((unit for ending, unit in _FIELD_ENDINGS if field.endswith(ending)), None)
