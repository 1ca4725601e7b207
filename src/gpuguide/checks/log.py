"""The changes that have come by a site's as-of day, and what each says: due in every feed and on a page of changes.

Knows changes.yaml, and the engine's messages for a changed price. Refuses to take a change from what was built.
"""

from __future__ import annotations

from datetime import date

from gpuguide.checks.bench import Bench
from gpuguide.checks.documents import Record
from gpuguide.checks.languages import Language
from gpuguide.checks.telling import Saying, teller

# The engine's messages for a price, by its term, and for one that had none before.
_PHRASES = {"monthly": "{card}: {new} a month instead of {old}", "weekly": "{card}: {new} a week instead of {old}"}
_FIRST = "{card}: {new} a week; there was no weekly price before"


def due_changes(bench: Bench) -> list[tuple[str, Record]]:
    """The changes that have come by the as-of day, newest first."""
    as_of = bench.site.settings.get("as_of")
    changes = bench.site.facts.collections.get("changes", Record())
    numbered = [(number, change) for number, change in changes.items() if isinstance(change, Record)]
    return [one for one in numbered if isinstance(day := one[1].get("day"), date) and isinstance(as_of, date) and day <= as_of]


def changed_pages(change: Record) -> list[str]:
    """The pages that a change names, each followed by its page of the card whose price changed."""
    named, price = change.get("pages"), change.get("price")
    pages = [page for page in (named if isinstance(named, list) else []) if isinstance(page, str)]
    card = price.get("card") if isinstance(price, Record) else None
    return [key for page in pages for key in (page, *([f"{page}/{card}"] if isinstance(card, str) else []))]


def told(number: str, change: Record) -> tuple[str, dict[str, str]]:
    """The message of a change, and the placeholders of a price: for which words of the engine's message they stand."""
    price = change.get("price")
    if not isinstance(price, Record):
        return str(change.get("text", "")), {}
    phrase = _FIRST if isinstance(price.get("old"), str) else _PHRASES.get(str(price.get("term")), "")
    facts = {"card": f"gpu:{price.get('card')}", "old": f"changes.{number}.price.old", "new": f"changes.{number}.price.new"}
    return phrase, facts


def change_saying(bench: Bench, language: Language, number: str, change: Record) -> Saying:
    """What a change says in a language, as plain text."""
    message, facts = told(number, change)
    return teller(bench, language).phrase(message, facts) if facts else teller(bench, language).say(message)
