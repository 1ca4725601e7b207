"""The log of changes as the judge reads it: one more collection of facts.

Knows how a change is numbered (from the oldest, from one) and the unit of each term. Refuses to judge.
"""

from __future__ import annotations

from collections.abc import Sequence

from gpuguide.checks.documents import Record, Value

_UNITS = {"monthly": "USD/month", "weekly": "USD/week"}


def log_collection(entries: Sequence[Record]) -> Record:
    """The changes as a collection of facts, by number; old and new prices with the unit of their term."""
    found = Record()
    found.update({str(len(entries) - index): _change(entry) for index, entry in enumerate(entries)})
    return found


def _change(entry: Record) -> Record:
    price = entry.get("price")
    copied = Record(entry.file, entry.line)
    copied.update(entry)
    if isinstance(price, Record):
        unit = _UNITS.get(str(price.get("term")), "")
        amounts: dict[str, Value] = {side: _amount(price.get(side), unit) for side in ("old", "new") if side in price}
        own = Record(price.file, price.line)
        own.update({**price, **amounts})
        copied["price"] = own
    return copied


def _amount(value: Value | None, unit: str) -> Value:
    amount = Record()
    amount.update({"value": value if value is not None else "unknown", "unit": unit})
    return value if isinstance(value, str) else amount
