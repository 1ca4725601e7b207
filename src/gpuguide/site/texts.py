"""The sentences of a site in one language: from pages, from YAML, and from the engine's own templates.

Knows which message stands where and finds its translation. Refuses to render and to fall back: what is missing is noted with
its place, and a draft shows it marked.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeAlias

from gpuguide.catalog.charting import ChartSpec
from gpuguide.catalog.loader import Site
from gpuguide.errors import Place, Problem
from gpuguide.l10n import Catalog, Message, MessageError
from gpuguide.site.kinds import page_messages
from gpuguide.site.source import Source

ENGINE = "engine"

CatalogReader: TypeAlias = Callable[[str, str, str, Path], Catalog]
"""Gives the catalog of a locale, its Babel locale and a domain, below a project's folder: a new one, or one read before."""


@dataclass(frozen=True)
class Text:
    """A message in the language of a page, and where the language's own words for it stand."""

    source: str
    text: str
    place: Place
    untranslated: bool = False


@dataclass
class Texts:
    """Translations of a site into one language, with the messages that are missing."""

    locale: str
    is_source: bool
    catalogs: tuple[Catalog, ...]
    missing: list[Problem] = field(default_factory=list)

    def word(self, text: str, place: Place) -> Text:
        """One of the engine's own words: its catalog is asked first, since a site may use the same word as a heading."""
        return self.get(text, place, tuple(reversed(self.catalogs)))

    def get(self, text: str, place: Place, catalogs: tuple[Catalog, ...] = ()) -> Text:
        """The message in this language; a missing one is noted and given in the source language, marked."""
        if self.is_source:
            return Text(text, text, place)
        for catalog in catalogs or self.catalogs:
            found = catalog.translate(text)
            if found is not None:
                return Text(text, found, catalog.place(text))
        self.missing.append(self._missing(text, place))
        return Text(text, text, place, untranslated=True)

    def _missing(self, text: str, place: Place) -> Problem:
        """Why there is no translation, at its line where the message waits in a catalog."""
        waiting = next((catalog for catalog in self.catalogs if catalog.place(text).line is not None), None)
        if waiting is not None and waiting.is_fuzzy(text):
            message, hint = f'the translation of "{_short(text)}" ({place}) is fuzzy', "look at it and take its fuzzy mark away"
        else:
            message, hint = f'no translation of "{_short(text)}" ({place})', "translate it, after gpuguide messages update"
        return Problem(waiting.place(text) if waiting is not None else Place(self.catalogs[0].name), message, hint)


def load_texts(root: Path, site: Site, read: CatalogReader = Catalog) -> dict[str, Texts]:
    """The texts of every language of a site, nothing missing yet."""
    found = {}
    for locale, record in site.locales.items():
        domains = (site.id, ENGINE)
        catalogs = () if locale == site.source_locale else tuple(read(locale, record.babel, domain, root) for domain in domains)
        found[locale] = Texts(locale, locale == site.source_locale, catalogs)
    return found


def stop_if_missing(texts: Iterable[Texts]) -> None:
    """Raise every missing message of every language."""
    missing = [problem for text in texts for problem in text.missing]
    if missing:
        raise MessageError(missing)


def site_messages(site: Site, sources: Iterable[Source]) -> list[Message]:
    """Every message of a site: its pages first, then the texts of its YAML files."""
    found = [message for source in sources for message in page_messages(source, _address(site, source.id))]
    found.extend(_yaml_messages(site))
    return list({message.text: message for message in reversed(found)}.values())[::-1]


def _address(site: Site, page: str) -> str:
    """Where a page stands below its language; of a page for each member, where they all do."""
    spec = site.pages[page]
    path = page if spec.path is None else spec.path
    return f"/{path}/…/" if spec.each else f"/{path}/" if path else "/"


def _yaml_messages(site: Site) -> Iterator[Message]:
    for name, table in site.tables.items():
        yield Message(table.caption, site.place("tables.yaml", "tables", name, "caption"), f"caption: table {name}")
        for index, column in enumerate(table.columns):
            place = site.place("tables.yaml", "tables", name, "columns", index)
            yield Message(column.header, place, f"head of a column, short: table {name}")
            for text in (column.mark_text, *(word.text for word in column.says)):
                if text is not None:
                    yield Message(text, place, f"word in a cell: table {name}")
    for name, sheet in site.specs.items():
        yield Message(sheet.caption, site.place("tables.yaml", "specs", name, "caption"), f"caption: specification {name}")
        for index, row in enumerate(sheet.rows):
            yield Message(row.label, site.place("tables.yaml", "specs", name, "rows", index, "label"), "label of a row")
    for name, chart in site.charts.items():
        for text in chart_texts(chart):
            yield Message(text, site.place("charts.yaml", "charts", name), f"in a picture, short: chart {name}")
    yield from _calculator_messages(site)
    for index, change in enumerate(site.changes):
        if change.text is not None:
            yield Message(change.text, site.place("changes.yaml", "changes", index, "text"), "what changed on a day")
    for index, remark in enumerate(site.remarks):
        yield Message(remark.text, site.place("tables.yaml", "remarks", index), "remark under the name of a card, short")
    yield from _column_texts(site)
    for name, spec in site.figures.items():
        yield Message(spec.label, site.place("figures.yaml", "figures", name, "label"), "name of a number, in its working")
    for name, policy in (site.facts.members("policy") if "policy" in site.facts.collection_names() else {}).items():
        yield Message(policy.why, site.place("policy.yaml", "policy", name, "why"), "reason for a number, in a working")


def _calculator_messages(site: Site) -> Iterator[Message]:
    """The texts of calculators, and of the examples that they offer."""
    for name, calculator in site.calculators.items():
        for text in calculator.texts:
            yield Message(text, site.place("calculators.yaml", "calculators", name), f"label, short: calculator {name}")
        axis, field_name = calculator.presets.offered.partition(" in ")[0].strip(), calculator.presets.text
        collection = site.axes.get(axis, "")
        if field_name is not None and collection in site.facts.collection_names():
            for member, record in site.facts.members(collection).items():
                place = site.place_in(collection, member, field_name)
                yield Message(str(getattr(record, field_name, "")), place, f"example: calculator {name}")


def chart_texts(chart: ChartSpec) -> Iterator[str]:
    """Every text of a chart."""
    yield from (line.text for line in chart.finding)
    yield from (chart.subject, chart.header, *(series.label for series in chart.series), chart.across.label)
    later = (chart.up.label if chart.up else None, chart.marks_label, *(mark.text for mark in chart.marks))
    yield from (text for text in later if text is not None)


def _column_texts(site: Site) -> Iterator[Message]:
    """The texts of records that a column or its small lines show: a pick's reason, a region's city."""
    shown: dict[tuple[str, str], None] = {}
    for table in site.tables.values():
        collection = site.axes.get(table.rows.partition(" in ")[0].strip(), "")
        for column in table.columns:
            for name in (column.text, *(column.sub or ())):
                if name is not None:
                    shown[collection, name] = None
    for collection, attribute in shown:
        members = site.facts.members(collection) if collection in site.facts.collection_names() else {}
        for name, record in members.items():
            text = getattr(record, attribute, None)
            if isinstance(text, str) and not site.facts.has(f"{attribute}s", text):
                yield Message(text, site.place_in(collection, name, attribute), "text of a record, in a table")


def _short(text: str, length: int = 70) -> str:
    plain = re.sub(r"\s+", " ", text)
    return plain if len(plain) <= length else plain[: length - 1] + "…"
