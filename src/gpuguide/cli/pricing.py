"""`prices set` and `prices show`: an editor changes a price and sees what moves before anything is written.

Knows the order: understand, show, ask, write. Refuses to edit: `authoring` does; refuses to compare: `review` does.
"""

from __future__ import annotations

import datetime
import shutil
import tempfile
from pathlib import Path

import typer

from gpuguide.authoring.files import write_all
from gpuguide.authoring.prices import NewPrice, log, new_price, price_list, price_list_in_force, read_bytes_as_text
from gpuguide.catalog.loader import Site, load_sites
from gpuguide.catalog.records import PRICE_TERMS
from gpuguide.cli.console import Screen
from gpuguide.cli.inspecting import in_force, written
from gpuguide.cli.reviewing import show as show_review
from gpuguide.errors import Exit, FactsError, Place, UsageError, nearest
from gpuguide.quantities import Missing, Quantity
from gpuguide.review.compare import compare_site
from gpuguide.review.report import Review, SiteReview
from gpuguide.review.states import SOURCES


def show(root: Path, site_id: str, card: str | None, screen: Screen) -> int:
    """List a site's prices, those to come included."""
    site = load_sites(root, site_id)[0]
    prices = site.facts.members("prices") if "prices" in site.facts.collection_names() else {}
    if not prices:
        raise UsageError.at(Place(f"data/sites/{site_id}"), f"{site_id} has no price list", "it trades by offers: see offers.csv")
    if card is not None and card not in prices:
        raise UsageError.at(Place("prices"), f"{site_id} has no price of {card}", nearest(card, prices))
    for name in [card] if card else prices:
        for term in PRICE_TERMS:
            fact = site.facts.get(f"prices.{name}.{term}")
            if isinstance(fact.value, Quantity | Missing):
                dates = f"  ({in_force(site, fact.key)})" if fact.key in site.schedules else ""
                screen.say(f"{name} {term}: {written(fact.value)}{dates}  {fact.place}")
    return int(Exit.OK)


def set_price(
    root: Path,
    site_id: str,
    wanted: tuple[str, str, str],
    day: datetime.date | None,
    yes: bool,
    dry_run: bool,
    screen: Screen,
) -> int:
    """Set the price of a card for a term, after showing what it moves; the exit code."""
    site = load_sites(root, site_id)[0]
    card, term, value = wanted
    price = new_price(site, card, term, value, day)
    known = {name: read_bytes_as_text(root / name) for name in (price.prices_file, price.changes_file)}
    with tempfile.TemporaryDirectory(prefix="gpuguide-prices-") as folder:
        texts = _texts(root, Path(folder), site, price, known, screen)
    if dry_run:
        screen.say("nothing was written")
        return int(Exit.OK)
    if not yes and not _agreed(texts):
        screen.say("nothing was written")
        return int(Exit.OK)
    write_all(root, texts, known)
    screen.say(f"wrote {' and '.join(texts)}")
    return int(Exit.OK)


def _texts(root: Path, trial: Path, site: Site, price: NewPrice, known: dict[str, str | None], screen: Screen) -> dict[str, str]:
    """Both files as they will be, found sound on a copy of the project; what they move is shown on the way."""
    for folder in SOURCES:
        if (root / folder).is_dir():
            shutil.copytree(root / folder, trial / folder)
    prices = known[price.prices_file] or ""
    _write(trial, price.prices_file, price_list_in_force(prices, price))
    with screen.progress("comparing"):
        review = compare_site(root, trial, site.id)
    screen.say(_sentence(price))
    show_review(Review("now", "with the new price", (review,)), screen)
    texts = {
        price.prices_file: price_list(prices, price, site.spec.as_of),
        price.changes_file: log(known[price.changes_file], price, _moved_pages(site, review), site.spec.as_of),
    }
    for name, text in texts.items():
        _write(trial, name, text)
    _judge(load_sites(trial, site.id)[0], price)
    return texts


def _sentence(price: NewPrice) -> str:
    start = f" from {price.day}" if price.day else ""
    return f"{price.card} {price.term}: {written(price.old)} -> {written(price.new)}{start}"


def _moved_pages(site: Site, review: SiteReview) -> list[str]:
    """The pages whose figures or sentences move, in the order of site.yaml."""
    moved = {page for move in review.figures for page in move.pages} | {move.page for move in review.sentences}
    names = {page.partition("/")[0] for page in moved}
    return [page for page in site.pages if page in names]


def _judge(site: Site, price: NewPrice) -> None:
    """The files say what was asked for, and nothing else about this price."""
    schedule = site.schedules.get(price.path)
    said = {step.value for step in schedule.steps if step.since == price.day} if schedule and price.day else set()
    if price.new not in {*said, site.facts.get(price.path).value}:
        raise FactsError.at(Place(price.prices_file), "the file would not say the new price", "edit it by hand", price.path)


def _agreed(texts: dict[str, str]) -> bool:
    try:
        return typer.confirm(f"Write {' and '.join(texts)}?")
    except typer.Abort:
        raise UsageError.at(
            Place("prices set"), "nobody answered; nothing was written", "add --yes to write without asking"
        ) from None


def _write(folder: Path, name: str, text: str) -> None:
    (folder / name).write_bytes(text.encode("utf-8"))
