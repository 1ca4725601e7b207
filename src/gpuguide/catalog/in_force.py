"""Settles the prices of a site on its as-of day, so that nothing above the loader meets a date where a number belongs.

Knows which fields of a price may carry dates. Refuses to guess: a day before the first price is a problem.
"""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from dataclasses import replace

from gpuguide.catalog.reader import Node
from gpuguide.catalog.records import PRICE_TERMS, Price
from gpuguide.catalog.schedules import Schedule
from gpuguide.errors import Place, Problems


def settle_prices(
    prices: Mapping[str, Price], node: Node, day: datetime.date, problems: Problems
) -> tuple[dict[str, Price], Node, dict[str, Schedule]]:
    """The prices as they are on a day, the node that has each where it is written, and the schedules by fact path."""
    settled: dict[str, Price] = {}
    schedules: dict[str, Schedule] = {}
    places = dict(node.value) if isinstance(node.value, dict) else {}
    for card, price in prices.items():
        settled[card] = price
        for term in PRICE_TERMS:
            schedule = getattr(price, term)
            if not isinstance(schedule, Schedule):
                continue
            path = f"prices.{card}.{term}"
            schedules[path] = schedule
            number = schedule.index(day)
            if number is None:
                first = schedule.steps[0].since
                message = f"there is no price on {day}, the site's as-of day: the first starts on {first}"
                problems.add(_place(node, card, term), message, "add the price before it, with no from", path)
                continue
            settled[card] = settled[card].model_copy(update={term: schedule.steps[number].value})
            places[card] = _with_entry(places[card], term, number)
    return settled, replace(node, value=places), schedules


def _place(node: Node, card: str, term: str) -> Place:
    return node.at((card, term))


def _with_entry(card: Node, term: str, number: int) -> Node:
    """The node of a card with the value in force in the place of the list."""
    if not isinstance(card.value, dict):
        return card
    steps = card.value[term].value
    entry = steps[number].value if isinstance(steps, list) else {}
    return replace(card, value={**card.value, term: entry["value"]}) if isinstance(entry, dict) else card
