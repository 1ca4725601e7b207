"""What a site asks for some cards, and which of its servers would start a model: cheapest first.

Knows price lists and offers as a site has them. Refuses to round, and to rank what does not start.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from gpuguide.catalog.facts import UnknownFactError
from gpuguide.catalog.loader import Site
from gpuguide.catalog.models import Found
from gpuguide.errors import GuideError
from gpuguide.figures.sized import Asked, Desk, Sized, size
from gpuguide.pricing import rental
from gpuguide.quantities import Quantity
from gpuguide.sizing.budget import DEPENDS, FAILS, STARTS


@dataclass(frozen=True)
class Asking:
    """A price for some cards, in USD: a month, an hour, and where it is written."""

    monthly: Fraction | None
    hourly: Fraction
    place: str


@dataclass(frozen=True)
class Candidate:
    """Some cards of a site with their price, the answer for them, and whether they hold the wanted sequences."""

    gpu: str
    count: int
    price: Asking
    sized: Sized
    verdict: str


def price_of(site: Site, gpu: str, count: int) -> Asking | None:
    """What the site asks for `count` cards; None when it does not sell them or the price is not known."""
    monthly, hours = _amount(site, f"prices.{gpu}.monthly"), _amount(site, "policy.month_hours")
    if monthly is not None:
        total = rental.discounted(rental.list_total(monthly, Fraction(count)), _discount(site, count))
        return Asking(total, rental.hourly(total, hours), _place(site, f"prices.{gpu}.monthly")) if hours else None
    offer = _amount(site, f"offers.{gpu}.price")
    if offer is None:
        return None
    return Asking(offer * count * hours if hours else None, offer * count, _place(site, f"offers.{gpu}.price"))


def _amount(site: Site, path: str) -> Fraction | None:
    try:
        value = site.facts.get(path).value
    except UnknownFactError:
        return None
    return value.amount if isinstance(value, Quantity) else None


def _place(site: Site, path: str) -> str:
    return str(site.facts.get(path).place)


def _tiers(site: Site) -> dict[int, Fraction]:
    """Cards a tier, and its discount."""
    try:
        tiers = site.facts.members("counts")
    except UnknownFactError:
        return {}
    return {int(tier.cards.amount): tier.discount_percent.amount for tier in tiers.values()}


def _discount(site: Site, count: int) -> Fraction:
    return _tiers(site).get(count, Fraction(0))


def sold(site: Site, desk: Desk) -> Iterator[tuple[str, int]]:
    """Cards and numbers of them that the site sells: its tiers, or the sizes of the cards' nodes up to what is offered."""
    tiers = sorted(_tiers(site))
    for gpu, record in desk.gpus.items():
        if not site.facts.has("prices", gpu) and not site.facts.has("offers", gpu):
            continue
        sizes = sorted(int(cards.amount) for cards in record.node_sizes)
        quantity = _amount(site, f"offers.{gpu}.quantity")
        for count in tiers or [1, *(number for number in sizes if number > 1)]:
            whole_node = bool(tiers) and count > 1 and count == tiers[-1]
            if quantity is not None and count > quantity:
                continue
            if not whole_node or _sold_as_node(site, gpu):
                yield gpu, count


def _sold_as_node(site: Site, gpu: str) -> bool:
    try:
        return site.facts.get(f"prices.{gpu}.node").value is True
    except UnknownFactError:
        return True


def candidates(desk: Desk, site: Site, found: Found, asked: Asked, concurrency: int) -> list[Candidate]:
    """Every server of the site that starts, or may, with room for the wanted sequences: sure ones first, then by price."""
    ranked: list[Candidate] = []
    for gpu, count in sold(site, desk):
        price = price_of(site, gpu, count)
        try:
            sized = size(desk, found, replace(asked, gpu=gpu, count=count, batch=concurrency)) if price else None
        except GuideError:
            continue  # heads that cannot be shared between so many cards
        if price is None or sized is None:
            continue
        verdict = _verdict(sized, concurrency)
        if verdict != FAILS:
            ranked.append(Candidate(gpu, count, price, sized, verdict))
    return sorted(ranked, key=lambda one: (one.verdict != STARTS, one.price.hourly, one.count, one.gpu))


def _verdict(sized: Sized, concurrency: int) -> str:
    answer = sized.answer
    if answer.verdict == STARTS and answer.concurrency.low >= concurrency:
        return STARTS
    return DEPENDS if answer.verdict != FAILS and answer.concurrency.high >= concurrency else FAILS
