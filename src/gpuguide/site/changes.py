"""The changes of a site as sentences: the same words on its page of changes and in its feeds.

Knows a change by its number, counted from the oldest. Refuses to write its numbers: they are facts, and the pen writes them.
"""

from __future__ import annotations

from gpuguide.catalog.changes import Change
from gpuguide.catalog.loader import Site
from gpuguide.quantities import Missing
from gpuguide.site import labels
from gpuguide.site.press import LABELS
from gpuguide.site.texts import Text, Texts
from gpuguide.site.urls import Leaf, Urls


def change_text(site: Site, texts: Texts, number: int, change: Change) -> Text:
    """What a change says in a language, its card and prices as placeholders."""
    price = change.price
    if price is None:
        return texts.get(change.text or "", site.place("changes.yaml", "changes", len(site.changes) - number, "text"))
    kind = f"{price.term}-first" if isinstance(price.old, Missing) else price.term
    found = texts.word(labels.CHANGES[kind], LABELS)
    facts = {"card": f"gpu:{price.card}", "old": f"changes.{number}.price.old", "new": f"changes.{number}.price.new"}
    text = found.text
    for word, placeholder in facts.items():
        text = text.replace(f"{{{word}}}", f"{{{placeholder}}}")
    return Text(found.source, text, found.place, found.untranslated)


def changed_leaves(urls: Urls, change: Change) -> list[Leaf]:
    """The built pages that a change names; of a page for each card, the one of the card whose price changed."""
    keys = [key for page in change.pages for key in (page, f"{page}/{change.price.card}" if change.price else page)]
    return [urls.leaves[key] for key in dict.fromkeys(keys) if key in urls.leaves]
