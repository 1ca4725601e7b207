"""What a translator is told of a message beside its kind: what its placeholders print today, in English and in their language.

Knows how pages write numbers and names. Refuses to fail: what cannot be printed without a row or a count is left out.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from gpuguide.catalog.loader import Site
from gpuguide.errors import GuideError, Place
from gpuguide.l10n.catalogs import Notes, placeholders
from gpuguide.site.assets import make_assets
from gpuguide.site.build import make_press
from gpuguide.site.layout import Layout
from gpuguide.site.page import Page
from gpuguide.site.prose import Prose
from gpuguide.site.texts import Text

_UNCOUNTED = "counted."
"""What a build counts on its pages is not known before they are written."""


class Hints:
    """The values of one site's placeholders."""

    def __init__(self, root: Path, site: Site) -> None:
        """Set up a page of each source in each language; nothing is rendered yet."""
        self._press = make_press(root, site, Layout(root / "templates"), make_assets(root, site)[0], lambda place, text: None)
        self._source = site.source_locale
        self._page_of = {line.text: source.id for source in reversed(self._press.sources.values()) for line in source.lines()}
        leaves = list(self._press.urls.leaves.values())
        self._leaves = {leaf.page: leaf for leaf in reversed(leaves)}
        self._home = leaves[0]
        self._prose: dict[tuple[str, str], Prose] = {}
        self._printed: dict[tuple[str, str, str], str | None] = {}

    def notes(self, locale: str) -> Notes:
        """A line for each placeholder of a message, once."""
        return lambda text: tuple(note for name in dict.fromkeys(placeholders(text)) if (note := self._note(text, name, locale)))

    def _note(self, text: str, name: str, locale: str) -> str | None:
        page = self._page_of.get(text, self._home.page)
        english, own = self._value(page, name, self._source), self._value(page, name, locale)
        if english is None or own is None:
            return None
        return f"{{{name}}} = {own}" + (f" ({self._source}: {english})" if own != english else "")

    def _value(self, page: str, name: str, locale: str) -> str | None:
        key = page, name, locale
        if key not in self._printed:
            self._printed[key] = None if name.startswith(_UNCOUNTED) else _quietly(lambda: self._print(page, name, locale))
        return self._printed[key]

    def _print(self, page: str, name: str, locale: str) -> str:
        prose = self._prose.get((page, locale))
        if prose is None:
            leaf = self._leaves.get(page, self._home)
            prose = self._prose[page, locale] = Page(self._press, leaf, locale).prose
        text = f"{{{name}}}"
        return " ".join(prose.plain(Text(text, text, Place("")), "title").split())


def _quietly(print_it: Callable[[], str]) -> str | None:
    try:
        return print_it()
    except GuideError:
        return None
