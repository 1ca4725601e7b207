"""The offers feed of a site, read again: which lines count, and the facts that they give.

Knows offers.csv as docs/formats.md describes it. Refuses to guess: a line that breaks a rule is a finding and does not count.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime
from fractions import Fraction
from pathlib import Path
from statistics import median

from gpuguide.checks.documents import Record, UnreadableError, read_text
from gpuguide.checks.findings import Docket
from gpuguide.checks.numerals import parse_decimal, plain

_COLUMNS = ["gpu", "price", "currency", "seller", "region", "quantity", "taken", "expires"]
_MOMENT = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}(:[0-9]{2})?Z")
# A price so far off the others is a slip of the decimal point or of the currency.
_FAR_OFF = 100


@dataclass(frozen=True)
class Offer:
    """One line of the feed that can be read."""

    line: int
    gpu: str
    price: Fraction
    seller: str
    region: str
    quantity: Fraction | None
    taken: datetime
    expires: datetime | None


class RefusedError(Exception):
    """A line that does not count, and why."""


def feed_collections(path: Path, file: str, cards: Record, as_of: date, docket: Docket) -> dict[str, Record]:
    """The collections `offers` and `feed`; none when the feed cannot be read."""
    try:
        return feed_of(read_text(path), file, cards, as_of, docket)
    except UnreadableError as error:
        docket.add(file, "data-unreadable", str(error))
        return {}


def feed_of(text: str, file: str, cards: Record, as_of: date, docket: Docket) -> dict[str, Record]:
    """The collections that the text of a feed gives; see `feed_collections`."""
    try:
        lines = list(csv.reader(text.splitlines(), strict=True))
    except csv.Error as error:
        docket.add(file, "data-unreadable", str(error))
        return {}
    header = ",".join(lines[0]) if lines else ""
    if header != ",".join(_COLUMNS):
        docket.add(f"{file}:1", "data-unreadable", "the header is another one", ",".join(_COLUMNS), header)
        return {}
    read = list(_offers(lines[1:], file, cards, as_of, docket))
    far_off = [offer for offer in read if _is_far_off(offer, read)]
    for offer in far_off:
        message = "the price is far off the card's other offers"
        docket.add(f"{file}:{offer.line}", "offer-refused", message, "", plain(offer.price))
    counted = [offer for offer in read if offer not in far_off]
    return {"offers": _by_card(counted, file), "feed": _feed(counted, file, as_of)}


def _offers(lines: list[list[str]], file: str, cards: Record, as_of: date, docket: Docket) -> Iterator[Offer]:
    for number, line in enumerate(lines, start=2):
        try:
            yield _offer(number, line, cards, as_of)
        except RefusedError as error:
            docket.add(f"{file}:{number}", "offer-refused", str(error), "", ",".join(line))


def _offer(number: int, line: list[str], cards: Record, as_of: date) -> Offer:
    if len(line) != len(_COLUMNS):
        raise RefusedError("a line has another number of fields than the header")
    gpu, price_text, currency, seller, region, quantity, taken_text, expires_text = line
    price = parse_decimal(price_text)
    if gpu not in cards:
        raise RefusedError("the card is not in the catalog")
    if price is None or price <= 0:
        raise RefusedError("the price is not a number above zero")
    if currency != "USD":
        raise RefusedError("the currency is not USD")
    taken = _moment(taken_text)
    expires = _moment(expires_text) if expires_text else None
    if taken.date() > as_of:
        raise RefusedError("the offer was taken after the as-of date")
    if expires is not None and expires.date() < as_of:
        raise RefusedError("the offer expired before the as-of date")
    return Offer(number, gpu, price, seller, region, parse_decimal(quantity), taken, expires)


def _moment(text: str) -> datetime:
    if not _MOMENT.fullmatch(text):
        raise RefusedError("a time is not written as 2026-11-30T09:00Z")
    try:
        return datetime.fromisoformat(text).astimezone(UTC)
    except (ValueError, OverflowError) as error:
        raise RefusedError("a time does not exist") from error


def _is_far_off(offer: Offer, offers: list[Offer]) -> bool:
    """Whether a price is a hundred times above or below what is usual for the card."""
    others = [other.price for other in offers if other.gpu == offer.gpu and other is not offer]
    usual = median(others) if others else offer.price
    return offer.price >= usual * _FAR_OFF or offer.price * _FAR_OFF <= usual


def _by_card(offers: list[Offer], file: str) -> Record:
    """The lowest offer of each card; the first of several."""
    found = Record(file)
    for offer in sorted(offers, key=lambda one: one.price):
        if offer.gpu in found:
            continue
        record = found[offer.gpu] = Record(file, offer.line)
        record.update(price=offer.price, seller=offer.seller, region=offer.region, taken=offer.taken)
        record["quantity"] = "unknown" if offer.quantity is None else offer.quantity
        record["count"] = Fraction(sum(other.gpu == offer.gpu for other in offers))
    return found


def _feed(offers: list[Offer], file: str, as_of: date) -> Record:
    feed = Record(file)
    feed["count"] = Fraction(len(offers))
    feed["taken"] = max((offer.taken for offer in offers), default="no_offer")
    feed["age"] = max((Fraction((as_of - offer.taken.date()).days) for offer in offers), default="no_offer")
    return feed
