"""Prices with dates, settled by the judge itself: of the values that a price lists, the one that holds on the as-of day.

Knows the two keys of a dated price (docs/formats.md). Refuses to take the engine's word for what is in force.
"""

from __future__ import annotations

from datetime import date

from gpuguide.checks.documents import Record, Value
from gpuguide.checks.findings import Docket

_TERMS = ("monthly", "weekly")


def settled_prices(prices: Record, day: date, docket: Docket) -> Record:
    """The price list as it holds on a day; a price that no value holds for is noted, and left as it is written."""
    settled = _copy(prices)
    for card, price in prices.items():
        if not isinstance(price, Record):
            continue
        own = _copy(price)
        for term in _TERMS:
            listed = price.get(term)
            if isinstance(listed, list):
                value = _value_on(day, listed)
                if value is None:
                    docket.add(price.where(term), "data-shape", f"prices.{card}.{term} has no price on {day}")
                    value = "unknown"
                own[term] = value
        settled[card] = own
    return settled


def _value_on(day: date, listed: list[Value]) -> Value | None:
    """The value with the latest start that is not after the day; one without a start is earlier than any."""
    best: tuple[date, Value] | None = None
    for entry in listed:
        if not isinstance(entry, Record) or "value" not in entry:
            return None
        start = entry.get("from", date.min)
        if isinstance(start, date) and start <= day and (best is None or start > best[0]):
            best = start, entry["value"]
    return best[1] if best else None


def _copy(record: Record) -> Record:
    """Files are read once for all sites, and each site has its own day."""
    copied = Record(record.file, record.line)
    copied.lines = record.lines
    copied.update(record)
    return copied
