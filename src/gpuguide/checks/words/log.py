"""What the log of changes on a page must say: of each change its day, its sentence, and links to its pages.

Knows which changes have come. Refuses to know HTML: it hands back stretches in reading order.
"""

from __future__ import annotations

from collections.abc import Iterator

from gpuguide.checks.log import changed_pages, due_changes, told
from gpuguide.checks.outline import outline
from gpuguide.checks.routes import bound_of
from gpuguide.checks.words.phrases import Phrases
from gpuguide.checks.words.stretches import link, token


def log_stretches(phrases: Phrases) -> Iterator[str]:
    """The stretches of the log, newest change first."""
    for number, change in due_changes(phrases.bench):
        yield token(f"@changes.{number}.day")
        message, facts = told(number, change)
        yield phrases.engine(message, facts) if facts else phrases.html(message, {})
        for page in dict.fromkeys(changed_pages(change)):
            place = phrases.page_place(page) if bound_of(phrases.bench, page) or not _each(phrases, page) else None
            if place is not None:
                yield link(place, _title(phrases, page))


def _each(phrases: Phrases, page: str) -> bool:
    """Whether a page stands for one page a member, and not for itself."""
    settings = phrases.bench.site.pages.get(page)
    return isinstance(settings, dict) and "each" in settings


def _title(phrases: Phrases, page: str) -> str:
    """What menus call a page."""
    front = outline(phrases.bench, page.partition("/")[0]).front
    return phrases.html(str(front.get("nav") or front.get("title", "")), bound_of(phrases.bench, page))
