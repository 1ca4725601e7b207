"""`offers check` and `check --as-of`: what a feed holds, and what will have aged by a day.

Knows which files age. Refuses to look at a clock: the day is given, or it is the site's own.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterator
from pathlib import Path

from gpuguide.catalog.files import OFFERS
from gpuguide.catalog.loader import Site, card_ids, load_sites
from gpuguide.catalog.offers import read_offers
from gpuguide.cli.console import Screen
from gpuguide.errors import Exit, FactsError, GuideError, Place, Problem, UsageError
from gpuguide.site.build import aged_offers


def check_offers(root: Path, file: Path, as_of: datetime.date | None, screen: Screen) -> int:
    """Judge a feed line by line; the exit code."""
    if not file.is_file():
        raise UsageError.at(Place(str(file)), "there is no such file", "name a feed, such as offers.csv")
    offers = read_offers(file, str(file), as_of or _own_day(root, file), card_ids(root))
    for gpu, best in offers.best.items():
        price = float(best.price.written)
        screen.say(f"{gpu}: from {price:g} USD/h, {best.seller} in {best.region} ({_offers(best.count.amount)})")
    screen.say(f"{_offers(offers.feed.count.amount)}, taken until {offers.feed.taken:%Y-%m-%d %H:%M} UTC")
    return int(Exit.OK)


def _own_day(root: Path, file: Path) -> datetime.date:
    """The as-of date of the site that the feed lies in, or the newest one of the project."""
    sites = load_sites(root)
    own = [site.spec.as_of for site in sites if file.resolve().parent.name == site.id]
    return own[0] if own else max(site.spec.as_of for site in sites)


def ages(root: Path, wanted: str | None, day: datetime.date) -> list[Problem]:
    """What of the sites' facts has aged by a day."""
    return [problem for site in load_sites(root, wanted) for problem in _ages(root, site, day)]


def _ages(root: Path, site: Site, day: datetime.date) -> Iterator[Problem]:
    aged = aged_offers(site, day)
    if aged is not None:
        yield aged
    feed = root / "data" / "sites" / site.id / OFFERS
    if feed.exists():
        try:
            read_offers(feed, feed.relative_to(root).as_posix(), day, site.facts.members("gpus"))
        except (GuideError, FactsError) as error:
            yield from error.problems


def _offers(count: object) -> str:
    return f"{count} offer" if count == 1 else f"{count} offers"
