"""What `size`, `cheapest` and `import-model` do with their options.

Knows the desk, the importer and how answers are shown. Refuses to know options. It is imported when one of these commands runs:
a site's build does not pay for the calculator.
"""

from __future__ import annotations

import json as json_module
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from gpuguide.catalog.families import load_families
from gpuguide.catalog.importing import import_config
from gpuguide.catalog.loader import Site, load_sites
from gpuguide.catalog.model import Model
from gpuguide.catalog.models import Found
from gpuguide.catalog.reader import parse_yaml, read_text
from gpuguide.catalog.schema_kinds import modeline
from gpuguide.catalog.validation import validate
from gpuguide.catalog.writing import entry_text
from gpuguide.cli.answers import plain, price_keys, sized_keys, span, table, thumb_keys
from gpuguide.cli.console import Screen
from gpuguide.errors import Exit, Place, Problems, UsageError
from gpuguide.figures.architectures import architecture_of
from gpuguide.figures.priced import Asking, candidates, price_of
from gpuguide.figures.sized import Asked, Desk, names_engine
from gpuguide.figures.sized import size as size_at_engine_level
from gpuguide.figures.thumb import rule_of_thumb
from gpuguide.pricing.tokens import break_even_load, price_per_million
from gpuguide.sizing.derivation import steps

__all__ = ["Asked", "Money", "cheapest", "import_model", "imported", "number", "size"]


@dataclass(frozen=True)
class Money:
    """Whose prices count, at what load, and against which other price a million tokens."""

    site: str | None = None
    load: str | None = None
    api_price: str | None = None


def size(project: Path, model: str | None, config: Path | None, asked: Asked, money: Money, as_json: bool) -> int:
    """Answer one question; the exit code."""
    desk = Desk(project)
    found = _found(desk, project, model, config)
    sold_by = load_sites(project, money.site)[0] if money.site else None
    if names_engine(asked.engine):
        sized = size_at_engine_level(desk, found, asked)
        price = _price(sold_by, sized.request.card.id, sized.request.parallel.cards)
        keys, answer, lines = sized_keys(sized, price), sized.answer, steps(sized.request, sized.answer)
        keys.update(_token_price(price, sized.speeds.ceiling, money))
    else:
        level = rule_of_thumb(desk, found, asked)
        answer, lines = level[:2]
        keys = thumb_keys(asked, found.id, level, _price(sold_by, desk.card(asked.gpu).id, asked.count))
    _print(as_json, keys, list(table(keys, answer, lines)))
    return int(Exit.OK)


def cheapest(
    project: Path, site: str, model: str | None, config: Path | None, asked: Asked, concurrency: int, as_json: bool
) -> int:
    """Rank a site's servers; the exit code."""
    desk = Desk(project)
    found = _found(desk, project, model, config)
    ranked = candidates(desk, load_sites(project, site)[0], found, asked, concurrency)
    keys = [
        {
            "gpu": one.gpu,
            "count": one.count,
            "verdict": one.verdict,
            **price_keys(one.price),
            "place": one.price.place,
            "max_concurrency": span(one.sized.answer.concurrency),
        }
        for one in ranked
    ]
    lines = [
        f"{one.count} x {one.gpu:<26}${float(one.price.hourly):>8.2f}/h  {one.verdict:<8}"
        f"{float(one.sized.answer.concurrency.low):.1f} to {float(one.sized.answer.concurrency.high):.1f} sequences"
        for one in ranked
    ]
    _print(as_json, keys, lines or ["no server of this site would start it"])
    return int(Exit.OK)


def import_model(project: Path, config: Path, model_id: str | None, out: Path | None) -> int:
    """Import a configuration, and write its entry whole or not at all; the exit code."""
    _, text, _ = imported(project, config, model_id)
    if out is None:
        print(text, end="")
        return int(Exit.OK)
    partial = out.with_name(f".{out.name}.partial")
    try:
        partial.write_text(text, encoding="utf-8")
        partial.replace(out)
    except OSError as error:
        partial.unlink(missing_ok=True)
        raise UsageError.at(Place(str(out)), f"the file cannot be written ({error.strerror})") from error
    return int(Exit.OK)


def imported(project: Path, config: Path, model_id: str | None) -> tuple[str, str, Found]:
    """The id, the text and the record of an imported configuration, checked as a file of the catalog would be."""
    name, entry = import_config(read_text(config, str(config)), str(config), model_id, load_families(project))
    text = modeline(f"data/models/{name}.yaml") + entry_text(entry)
    problems = Problems()
    model = validate(Model, parse_yaml(text, str(config)), (name,), problems)
    problems.stop_if_any()
    assert isinstance(model, Model)
    found = Found(name, model, Place(str(config)))
    architecture_of(model, found.place)
    return name, text, found


def _found(desk: Desk, project: Path, model: str | None, config: Path | None) -> Found:
    if (model is None) == (config is None):
        raise UsageError.at(Place("command line"), "name a model or a config.json, and not both", "--model ID or --config FILE")
    return desk.model(model) if model is not None else imported(project, config or Path(), None)[2]


def number(text: str | None, field: str) -> Fraction | None:
    """An exact number of an option, None where it was left out."""
    if text is None:
        return None
    try:
        return Fraction(text)
    except (ValueError, ZeroDivisionError):
        raise UsageError.at(Place("command line"), f"expected a number, got {text}", path=field) from None


def _price(site: Site | None, gpu: str, count: int) -> Asking | None:
    return price_of(site, gpu, count) if site else None


def _token_price(price: Asking | None, rate: Fraction, money: Money) -> dict[str, int | float | None]:
    """USD a million tokens at a share of the ceiling, and the share from which an API is dearer; null without a price."""
    share, other = number(money.load, "load") or Fraction(1), number(money.api_price, "api_price")
    return {
        "price_per_million_tokens_usd": plain(price_per_million(price.hourly, rate, share)) if price else None,
        "break_even_load": plain(break_even_load(price.hourly, rate, other)) if price and other is not None else None,
    }


def _print(as_json: bool, keys: object, lines: list[str]) -> None:
    screen = Screen()
    if as_json:
        print(json_module.dumps(keys, ensure_ascii=False, indent=1))
        return
    for line in lines:
        screen.say(line)
