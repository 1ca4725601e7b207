"""A new price in a site's price list, and the change that tells it: which bytes of which files become what.

Knows prices, their dates, and the log of changes. Refuses nonsense before anything is written, and to write by itself.
"""

from __future__ import annotations

import datetime
import re
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from ruamel.yaml.nodes import Node, SequenceNode

from gpuguide.authoring.splices import Splice, child, compose, end_of, insert_item, line_end, replace, spliced
from gpuguide.catalog.loader import Site
from gpuguide.catalog.records import PRICE_TERMS
from gpuguide.catalog.schedules import Schedule, Step
from gpuguide.errors import Place, UsageError, nearest
from gpuguide.quantities import UNITS, Missing, Quantity, decimal_text

_NUMBER = re.compile(r"[0-9]{1,12}(\.[0-9]{1,6})?")
_PLACE = Place("prices")
UNIT_OF = {"monthly": "USD/month", "weekly": "USD/week"}


@dataclass(frozen=True)
class NewPrice:
    """A price to be set: whose, for which term, from what to what, and the day it starts on (None: it is in force now)."""

    site: str
    card: str
    term: str
    old: Quantity | Missing
    new: Quantity
    day: datetime.date | None
    schedule: Schedule | None

    @property
    def path(self) -> str:
        """The path of the fact."""
        return f"prices.{self.card}.{self.term}"

    @property
    def prices_file(self) -> str:
        """The price list, relative to the project."""
        return f"data/sites/{self.site}/prices.yaml"

    @property
    def changes_file(self) -> str:
        """The log of changes, relative to the project."""
        return f"data/sites/{self.site}/changes.yaml"


def new_price(site: Site, card: str, term: str, value: str, day: datetime.date | None) -> NewPrice:
    """What is asked for, if it makes sense; `UsageError` with the way out when it does not."""
    _known(site, card, term)
    amount = _amount(value, term)
    as_of = site.spec.as_of
    if day is not None and day < as_of:
        raise UsageError.at(_PLACE, f"{day} lies before {as_of}, the site's as-of day", f"name {as_of} or a later day")
    schedule = site.schedules.get(f"prices.{card}.{term}")
    old = _before(site, card, term, schedule, day)
    if isinstance(old, Quantity) and old == amount:
        raise UsageError.at(
            _PLACE, f"prices.{card}.{term} is {decimal_text(old.written)} {old.unit.id} already", "name another price"
        )
    return NewPrice(site.id, card, term, old, amount, day, schedule)


def _known(site: Site, card: str, term: str) -> None:
    if "prices" not in site.facts.collection_names():
        raise UsageError.at(Place(f"data/sites/{site.id}"), f"{site.id} has no price list", "it trades by offers: see offers.csv")
    cards = site.facts.members("prices")
    if card not in cards:
        raise UsageError.at(_PLACE, f"{site.id} has no price of {card}", nearest(card, cards))
    if term not in PRICE_TERMS:
        raise UsageError.at(_PLACE, f"there is no term {term}", nearest(term, PRICE_TERMS))


def _amount(value: str, term: str) -> Quantity:
    if not _NUMBER.fullmatch(value):
        raise UsageError.at(_PLACE, f"{value} is no price", f"write plain digits, in {UNIT_OF[term]}, as 1650 or 1650.5")
    unit = UNITS[UNIT_OF[term]]
    amount = Fraction(value) * unit.scale
    if amount <= 0:
        raise UsageError.at(_PLACE, f"{value} is no price", "a price is above zero")
    return Quantity(amount, unit)


def _before(site: Site, card: str, term: str, schedule: Schedule | None, day: datetime.date | None) -> Quantity | Missing:
    """The price that the new one takes the place of: the one in force before its day."""
    if schedule is not None and day is not None:
        earlier = [step for step in schedule.steps if step.since is None or step.since < day]
        return (earlier or schedule.steps[:1])[-1].value
    value = site.facts.get(f"prices.{card}.{term}").value
    assert isinstance(value, Quantity | Missing)
    return value


def price_list(text: str, price: NewPrice, as_of: datetime.date) -> str:
    """The price list with the new price, every other byte as it was."""
    node = child(compose(text), "prices", price.card, price.term)
    assert node is not None
    written = decimal_text(price.new.written)
    if not isinstance(node, SequenceNode) or price.schedule is None:
        return spliced(text, [replace(node, _plain(text, node, price, written))])
    return spliced(text, [_step(text, node, price.schedule.steps, price, as_of, written)])


def price_list_in_force(text: str, price: NewPrice) -> str:
    """The price list as if the new price held by itself, to see what it moves."""
    node = child(compose(text), "prices", price.card, price.term)
    assert node is not None
    return spliced(text, [Splice(node.start_mark.index, end_of(node), decimal_text(price.new.written))])


def _plain(text: str, node: Node, price: NewPrice, written: str) -> str:
    if price.day is None:
        return written
    present = text[node.start_mark.index : node.end_mark.index]
    return f"[{{value: {present}}}, {{from: {price.day}, value: {written}}}]"


def _step(text: str, node: SequenceNode, steps: tuple[Step, ...], price: NewPrice, as_of: datetime.date, written: str) -> Splice:
    """The step of a schedule that is rewritten, or the one that is added."""
    day = price.day
    same = next((number for number, step in enumerate(steps) if day is not None and step.since == day), None)
    if day is None:
        same = Schedule(steps).index(as_of) or 0
    if same is not None:
        value = child(node.value[same], "value")
        assert value is not None
        return replace(value, written)
    later = next(
        (number for number, step in enumerate(steps) if step.since is not None and day is not None and step.since > day),
        len(steps),
    )
    return insert_item(text, node, later, f"{{from: {day}, value: {written}}}")


def log(text: str | None, price: NewPrice, pages: list[str], as_of: datetime.date) -> str:
    """The log of changes with the new price, newest first; `pages` are those that it moves."""
    day = price.day or as_of
    old = price.old.value if isinstance(price.old, Missing) else decimal_text(price.old.written)
    told = f"{{card: {price.card}, term: {price.term}, old: {old}, new: {decimal_text(price.new.written)}}}"
    entry = f"{{day: {day}, pages: [{', '.join(pages)}], price: {told}}}"
    node = child(compose(text), "changes") if text else None
    if text is None or not isinstance(node, SequenceNode):
        end = line_end(text or "")
        return f"{text or ''}changes:{end}  - {entry}{end}"
    days = [str(getattr(child(item, "day"), "value", "")) for item in node.value]
    index = next((number for number, other in enumerate(days) if other <= day.isoformat()), len(days))
    return spliced(text, [insert_item(text, node, index, entry)])


def read_bytes_as_text(path: Path) -> str | None:
    """A file's text with its line ends as they are; None when it is not there."""
    return path.read_bytes().decode("utf-8") if path.exists() else None
