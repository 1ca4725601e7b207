"""Reads an offers feed: one offer a line, each refused with its line when it cannot be current.

Knows the columns of offers.csv and what makes an offer impossible. Refuses to know which cards a site lists; the day it
judges by is given, there is no clock.
"""

from __future__ import annotations

import csv
import datetime
import io
import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

from gpuguide.catalog.reader import Node
from gpuguide.catalog.text import read_text
from gpuguide.errors import FactsError, Place, Problem, Problems, nearest
from gpuguide.quantities import UNITS, Quantity

COLUMNS = ("gpu", "price", "currency", "seller", "region", "quantity", "taken", "expires")
CURRENCY = "USD"
OFF_BY = 100
"""An offer this many times above or below the median of the card's other offers is a slip of the keyboard."""

_PRICE = re.compile(r"(0|[1-9][0-9]{0,5})(\.[0-9]{1,6})?")
_QUANTITY = re.compile(r"[1-9][0-9]{0,6}")
_MOMENT = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}Z")


@dataclass(frozen=True)
class Offer:
    """One offer of a card for an hour, and where it stands."""

    gpu: str
    price: Quantity
    seller: str
    region: str
    quantity: Quantity
    taken: datetime.datetime
    expires: datetime.datetime | None
    place: Place


@dataclass(frozen=True)
class BestOffer:
    """The lowest offer of a card, and how many offers there were."""

    price: Quantity
    seller: str
    region: str
    quantity: Quantity
    taken: datetime.datetime
    count: Quantity


@dataclass(frozen=True)
class Feed:
    """What a feed says as a whole: its newest moment, the age of its oldest offer, how many offers."""

    taken: datetime.datetime
    age: Quantity
    count: Quantity


@dataclass
class Offers:
    """The offers of a file, the best by card, and the nodes that remember their lines."""

    feed: Feed
    best: Mapping[str, BestOffer]
    nodes: dict[str, Node] = field(default_factory=dict)


def read_offers(path: Path, name: str, as_of: datetime.date, known_cards: Collection[str]) -> Offers:
    """Read and judge a feed; `FactsError` with every line that is refused."""
    return parse_offers(read_text(path, name), name, as_of, known_cards)


def parse_offers(text: str, name: str, as_of: datetime.date, known_cards: Collection[str]) -> Offers:
    """Judge the text of a feed; see `read_offers`."""
    problems = Problems()
    rows = _rows(text, name, problems)
    offers = [offer for line, row in rows if (offer := _offer(row, Place(name, line), as_of, known_cards, problems)) is not None]
    _refuse_slips(offers, problems)
    problems.stop_if_any()
    if not offers:
        raise FactsError([Problem(Place(name), "the feed has no offer", "add a line, or delete the file")])
    best = {gpu: _best([offer for offer in offers if offer.gpu == gpu]) for gpu in dict.fromkeys(offer.gpu for offer in offers)}
    oldest, newest = min(offer.taken for offer in offers), max(offer.taken for offer in offers)
    feed = Feed(
        newest,
        Quantity(Fraction((as_of - oldest.date()).days), UNITS["day"]),
        Quantity(Fraction(len(offers)), UNITS["count"]),
    )
    nodes = {gpu: Node({}, chosen.place) for gpu, (_, chosen) in best.items()}
    top = Place(name, 1)
    return Offers(
        feed,
        {gpu: offer for gpu, (offer, _) in best.items()},
        {"offers": Node(dict(nodes), top, {gpu: node.place for gpu, node in nodes.items()}), "feed": Node({}, top)},
    )


def _rows(text: str, name: str, problems: Problems) -> list[tuple[int, dict[str, str]]]:
    reader = csv.reader(io.StringIO(text, newline=""), strict=True)
    try:
        header = next(reader, [])
        if tuple(header) != COLUMNS:
            raise FactsError([Problem(Place(name, 1), f"the header is {','.join(header)[:80]}", f"write {','.join(COLUMNS)}")])
        rows = [(reader.line_num, row) for row in reader if row]
    except csv.Error as error:
        raise FactsError(
            [Problem(Place(name, reader.line_num), f"not valid CSV: {error}", "check the quotes near here")]
        ) from error
    for line, row in rows:
        if len(row) != len(COLUMNS):
            problems.add(Place(name, line), f"{len(row)} columns", f"write {len(COLUMNS)}: {','.join(COLUMNS)}")
    return [(line, dict(zip(COLUMNS, row, strict=True))) for line, row in rows if len(row) == len(COLUMNS)]


def _offer(row: dict[str, str], place: Place, as_of: datetime.date, cards: Collection[str], problems: Problems) -> Offer | None:
    before = len(problems.found)
    if row["gpu"] not in cards:
        problems.add(place, f"there is no card {row['gpu']}", nearest(row["gpu"], cards), "gpu")
    if not _PRICE.fullmatch(row["price"]) or Decimal(row["price"]) == 0:
        problems.add(place, f'expected a price above 0, got "{row["price"]}"', "write it with a point, as 0.44", "price")
    if row["currency"] != CURRENCY:
        problems.add(
            place,
            f'expected {CURRENCY}, got "{row["currency"]}"',
            f"leave out offers in other currencies, or give their {CURRENCY} price",
            "currency",
        )
    if not row["seller"].strip() or not row["region"].strip():
        problems.add(place, "seller and region are needed", "write both", "seller")
    if not _QUANTITY.fullmatch(row["quantity"]):
        problems.add(place, f'expected a number of cards, got "{row["quantity"]}"', "write a whole number above 0", "quantity")
    taken = _moment(row["taken"], place, "taken", problems)
    expires = _moment(row["expires"], place, "expires", problems) if row["expires"] else None
    if taken is not None and taken.date() > as_of:
        problems.add(place, f"taken after the site's as-of date {as_of}", "move the as-of date, or wait", "taken")
    if expires is not None and expires.date() < as_of:
        problems.add(place, f"expired on {expires.date()}, before the as-of date {as_of}", "take the line out", "expires")
    if len(problems.found) > before or taken is None:
        return None
    price = Quantity(Fraction(row["price"]), UNITS["USD/GPU-h"])
    quantity = Quantity(Fraction(row["quantity"]), UNITS["card"])
    return Offer(row["gpu"], price, row["seller"].strip(), row["region"].strip(), quantity, taken, expires, place)


def _moment(text: str, place: Place, column: str, problems: Problems) -> datetime.datetime | None:
    try:
        if _MOMENT.fullmatch(text):
            return datetime.datetime.fromisoformat(text)
    except ValueError:
        pass
    problems.add(place, f'expected a moment, got "{text}"', "write it in UTC, as 2026-11-30T09:00Z", column)
    return None


def _refuse_slips(offers: list[Offer], problems: Problems) -> None:
    ranked: dict[str, list[Offer]] = {}
    for offer in sorted(offers, key=lambda offer: offer.price.amount):
        ranked.setdefault(offer.gpu, []).append(offer)
    for same in (same for same in ranked.values() if len(same) > 1):
        prices = [offer.price.amount for offer in same]
        for rank, offer in enumerate(same):
            _refuse_slip(offer, _median_of_others(prices, rank), problems)


def _median_of_others(prices: list[Fraction], rank: int) -> Fraction:
    """The median of a sorted list without the one at `rank`, found without sorting again: feeds are long."""

    def other(index: int) -> Fraction:
        return prices[index if index < rank else index + 1]

    count = len(prices) - 1
    return (other((count - 1) // 2) + other(count // 2)) / 2


def _refuse_slip(offer: Offer, middle: Fraction, problems: Problems) -> None:
    price = offer.price.amount
    if price >= OFF_BY * middle or OFF_BY * price <= middle:
        message = f"{float(price):g} is {OFF_BY} times off the card's other offers (about {float(middle):g})"
        problems.add(offer.place, message, "check the decimal point", "price")


def _best(offers: list[Offer]) -> tuple[BestOffer, Offer]:
    lowest = min(offers, key=lambda offer: (offer.price.amount, offer.place.order))
    count = Quantity(Fraction(len(offers)), UNITS["count"])
    return BestOffer(lowest.price, lowest.seller, lowest.region, lowest.quantity, lowest.taken, count), lowest
