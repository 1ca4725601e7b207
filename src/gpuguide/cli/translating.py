"""`messages`: templates for translators, catalogs kept up to date, and what is left to translate.

Knows which domains a project has: one a site, and the engine's. Refuses to translate.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from gpuguide.catalog.loader import Site, load_sites
from gpuguide.cli.console import Screen
from gpuguide.cli.worklist import Standing, standing
from gpuguide.errors import Exit, Place, UsageError, nearest
from gpuguide.l10n import Catalog, Message
from gpuguide.l10n.catalogs import Notes, no_notes, template_bytes
from gpuguide.review.since import History
from gpuguide.site.build import engine_messages, source_messages
from gpuguide.site.hints import Hints
from gpuguide.site.texts import ENGINE


@dataclass(frozen=True)
class Domain:
    """The messages of a site, or the engine's, and the languages that they are translated into."""

    name: str
    messages: list[Message]
    source: str
    locales: dict[str, str]
    """The languages, and what Babel calls them."""
    notes: Callable[[str], Notes]
    """What a translator into a language is told of a message beside its kind."""


def extract(root: Path, wanted: str | None, screen: Screen) -> int:
    """Write a .pot file for each domain."""
    for domain in _domains(root, load_sites(root, wanted)):
        path = root / "locales" / f"{domain.name}.pot"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(template_bytes(domain.name, domain.messages))
        screen.say(f"{path.relative_to(root).as_posix()}: {len(domain.messages)} messages")
    return int(Exit.OK)


def update(root: Path, wanted: str | None, prune: bool, numbers: bool, screen: Screen) -> int:
    """Merge the present messages into each catalog; with `numbers`, what their placeholders print stands above them."""
    for domain in _domains(root, load_sites(root, wanted)):
        for locale, babel in domain.locales.items():
            catalog = Catalog(locale, babel, domain.name, root)
            content = catalog.update(domain.messages, domain.notes(locale) if numbers else no_notes, prune)
            catalog.path.parent.mkdir(parents=True, exist_ok=True)
            catalog.path.write_bytes(content)
            screen.say(next(_standing(root, History(root), domain, locale).lines()))
    return int(Exit.OK)


def status(root: Path, wanted: str | None, todo: str | None, as_json: bool, screen: Screen) -> int:
    """Show each catalog's state, or all that is left in one language; findings when a message is fuzzy or missing."""
    domains = list(_domains(root, load_sites(root, wanted)))
    locales = list(dict.fromkeys(locale for domain in domains for locale in domain.locales))
    if todo is not None and todo not in locales:
        raise UsageError.at(Place("--todo"), f"nothing is translated into {todo}", nearest(todo, locales))
    history = History(root)
    found = [
        _standing(root, history, domain, locale) for domain in domains for locale in domain.locales if todo in (None, locale)
    ]
    if as_json:
        screen.say(json.dumps({"catalogs": [one.as_dict() for one in found]}, ensure_ascii=False, indent=2))
    else:
        for line in _work(found) if todo else (line for one in found for line in one.lines()):
            screen.say(line)
    return int(Exit.FINDINGS if any(one.open for one in found) else Exit.OK)


def _work(found: list[Standing]) -> Iterator[str]:
    """What there is to do, catalog by catalog."""
    for one in found:
        yield next(one.lines())
        for message in one.open:
            yield ""
            yield from message.lines()


def _standing(root: Path, history: History, domain: Domain, locale: str) -> Standing:
    catalog = Catalog(locale, domain.locales[locale], domain.name, root)
    return standing(history, catalog, domain.messages, domain.notes(locale))


def _domains(root: Path, sites: list[Site]) -> Iterator[Domain]:
    """Each domain with its messages and the languages it is translated into."""
    engine: dict[str, str] = {}
    source = ""
    for site in sites:
        source = site.source_locale
        locales = {locale: record.babel for locale, record in site.locales.items() if locale != source}
        engine.update(locales)
        yield Domain(site.id, source_messages(root, site), source, locales, Hints(root, site).notes)
    yield Domain(ENGINE, engine_messages(root), source, engine, lambda locale: no_notes)
