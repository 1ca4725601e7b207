"""Settles the prices of a site on its as-of day, so that nothing above the loader meets a date where a number belongs.

Knows which fields of a price may carry dates. Refuses to guess: a day before the first price is a problem.
"""

from __future__ import annotations

import datetime
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from gpuguide.catalog.changes import Change
from gpuguide.catalog.reader import Node
from gpuguide.catalog.records import PRICE_TERMS, Price
from gpuguide.catalog.schedules import Schedule
from gpuguide.errors import Place, Problems
from gpuguide.quantities import Quantity, decimal_text


def settle(values: dict[str, Any], nodes: dict[str, Node], day: datetime.date, problems: Problems) -> dict[str, Schedule]:
    """Put the prices of a day in the place of those with dates, and hold the log of changes to them; the schedules by path."""
    if not values.get("prices"):
        return {}
    values["prices"], nodes["prices"], schedules = settle_prices(values["prices"], nodes["prices"], day, problems)
    if values.get("changes"):
        check_told(values["changes"], values["prices"], day, nodes["changes"], problems)
    return schedules


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


def check_told(
    changes: Sequence[Change], prices: Mapping[str, Price], day: datetime.date, node: Node, problems: Problems
) -> None:
    """What the log of changes says last of a price by a day is that price: else a page would tell of one that nobody asks."""
    told: set[tuple[str, str]] = set()
    for index, change in enumerate(changes):
        price = change.price
        if price is None or change.day > day or (price.card, price.term) in told or price.card not in prices:
            continue
        told.add((price.card, price.term))
        now = getattr(prices[price.card], price.term)
        if not isinstance(now, Quantity) or now != price.new:
            asked = f"{decimal_text(now.written)} {now.unit.id}" if isinstance(now, Quantity) else str(now)
            said = f"prices.{price.card}.{price.term} is {decimal_text(price.new.written)}"
            message = f"the last change says that {said}, the list says {asked}"
            hint = "correct the one that is wrong, or set the price with gpuguide prices set, which tells it"
            problems.add(node.at((index, "price", "new")), message, hint, f"changes.{index}.price.new")
