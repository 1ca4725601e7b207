"""`messages`: templates for translators, catalogs kept up to date, and how complete they are.

Knows which domains a project has: one a site, and the engine's. Refuses to translate.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from gpuguide.catalog.loader import Site, load_sites
from gpuguide.cli.console import Screen
from gpuguide.errors import Exit
from gpuguide.l10n import Catalog, Message
from gpuguide.l10n.catalogs import template_bytes
from gpuguide.site.build import engine_messages, source_messages
from gpuguide.site.texts import ENGINE


def extract(root: Path, wanted: str | None, screen: Screen) -> int:
    """Write a .pot file for each domain."""
    for domain, messages, _ in _domains(root, load_sites(root, wanted)):
        path = root / "locales" / f"{domain}.pot"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(template_bytes(domain, messages))
        screen.say(f"{path.relative_to(root).as_posix()}: {len(messages)} messages")
    return int(Exit.OK)


def update(root: Path, wanted: str | None, prune: bool, screen: Screen) -> int:
    """Merge the present messages into each catalog."""
    for domain, messages, locales in _domains(root, load_sites(root, wanted)):
        for locale, babel in locales.items():
            catalog = Catalog(locale, babel, domain, root)
            content = catalog.update(messages, prune=prune)
            catalog.path.parent.mkdir(parents=True, exist_ok=True)
            catalog.path.write_bytes(content)
            screen.say(_line(Catalog(locale, babel, domain, root), messages))
    return int(Exit.OK)


def status(root: Path, wanted: str | None, screen: Screen) -> int:
    """Show each catalog's state; findings when a message is fuzzy or missing."""
    whole = True
    for domain, messages, locales in _domains(root, load_sites(root, wanted)):
        for locale, babel in locales.items():
            catalog = Catalog(locale, babel, domain, root)
            found = catalog.status(messages)
            screen.say(_line(catalog, messages))
            for word, open_messages in (("fuzzy", found.fuzzy), ("missing", found.missing)):
                for message in open_messages:
                    whole = False
                    screen.say(f"  {word}: {message.place}: {message.text[:90]}")
    return int(Exit.OK if whole else Exit.FINDINGS)


def _line(catalog: Catalog, messages: list[Message]) -> str:
    found = catalog.status(messages)
    counts = f"{found.translated} of {len(messages)} translated, {len(found.fuzzy)} fuzzy, {len(found.missing)} missing"
    return f"{catalog.name}: {counts}, {found.obsolete} obsolete"


def _domains(root: Path, sites: list[Site]) -> Iterator[tuple[str, list[Message], dict[str, str]]]:
    """Each domain with its messages and the languages it is translated into."""
    engine: dict[str, str] = {}
    for site in sites:
        locales = {locale: record.babel for locale, record in site.locales.items() if locale != site.source_locale}
        engine.update(locales)
        yield site.id, source_messages(root, site), locales
    yield ENGINE, engine_messages(root), engine
