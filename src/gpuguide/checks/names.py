"""Judges every name, chosen name and date of a page against the data.

Knows what a member is called in a language and what a choice picks. Refuses to know numbers.
"""

from __future__ import annotations

import re
from datetime import date

from gpuguide.checks.bench import Bench
from gpuguide.checks.dates import says_date
from gpuguide.checks.documents import Record
from gpuguide.checks.facts import Amount, UnsoundError, written_day
from gpuguide.checks.languages import Language
from gpuguide.checks.numerals import places
from gpuguide.checks.pages import Carrier, Page

_SPACES = re.compile(r"[ \u00a0]+")


def judge_names(bench: Bench, page: Page, language: Language) -> None:
    """Judge the name and date elements of a page."""
    for carrier in page.carriers:
        if carrier.kind == "name":
            bench.docket.counts["names"] += 1
            judge_name(bench, language, carrier.where, carrier.get("data-name"), carrier.text)
            if "data-choice" in carrier.attributes:
                bench.docket.counts["chosen names"] += 1
                _judge_choice(bench, carrier)
        elif carrier.kind == "date":
            bench.docket.counts["dates"] += 1
            _judge_date(bench, carrier, language)
        elif carrier.kind == "commands":
            _judge_commands(bench, carrier)


def judge_name(bench: Bench, language: Language, where: str, key: str, text: str) -> None:
    """Judge one name; a no-break space counts as a space."""
    try:
        due = name_of(bench, language, key)
    except UnsoundError as error:
        bench.docket.add(where, "unknown-name", f"{key} is no name: {error}")
        return
    if _SPACES.sub(" ", text) != _SPACES.sub(" ", due):
        bench.docket.add(where, "name-text", f"{key} is called differently", due, text)


def name_of(bench: Bench, language: Language, key: str) -> str:
    """What `collection/id`, or `server/card/count`, is called in a language."""
    parts = key.split("/")
    if parts[0] == "server" and len(parts) == 3:
        cards = bench.answers.facts.fact(f"counts.{parts[2]}.cards", {}).value
        if not isinstance(cards, Amount):
            raise UnsoundError(f"counts.{parts[2]}.cards is no number")
        card = _member_name(bench, language, "gpus", parts[1])
        count = language.number(cards.base, places(cards.base))
        return card if cards.base == 1 else language.server.replace("{n}", count).replace("{name}", card)
    if parts[0] == "fact" and len(parts) == 2:
        text = bench.answers.facts.fact(parts[1], {}).value
        if not isinstance(text, str):
            raise UnsoundError("it is no text")
        return text
    if len(parts) != 2:
        raise UnsoundError("a name is collection/id")
    return _member_name(bench, language, *parts)


def _member_name(bench: Bench, language: Language, collection: str, member: str) -> str:
    record = bench.answers.facts.record(collection, member)
    if collection == "gpus" and member in bench.site.card_names:
        return bench.site.card_names[member]
    own = record.get("name_in")
    name = own.get(language.id) if isinstance(own, Record) else None
    for candidate in (name, record.get("name"), record.get("title")):
        if isinstance(candidate, str):
            return candidate
    raise UnsoundError(f"{collection}.{member} has no name")


def _judge_choice(bench: Bench, carrier: Carrier) -> None:
    """A chosen name is the name of what the choice picks."""
    key, choice = carrier.get("data-name"), carrier.get("data-choice")
    try:
        picked = bench.answers.choice(choice)
    except UnsoundError as error:
        bench.docket.add(carrier.where, "unknown-choice", f"{choice} cannot be decided: {error}")
        return
    if picked is None:
        bench.docket.add(carrier.where, "choice", f"{choice} picks nothing", "", key)
    elif not _names_the_pick(bench, key, picked):
        shown = ", ".join(f"{axis} {member}" for axis, member in picked.items())
        bench.docket.add(carrier.where, "choice", f"{choice} picks something else", shown, key)


def _names_the_pick(bench: Bench, key: str, picked: dict[str, str]) -> bool:
    axes = bench.answers.facts.axes
    by_collection = {axes.get(axis, axis): member for axis, member in picked.items()}
    collection, *members = key.split("/")
    if collection == "server":
        return members == [by_collection.get("gpus"), by_collection.get("counts")]
    if members != [by_collection.get(collection)]:
        return False
    # A card's bare name hides how many of them the choice takes.
    count = by_collection.get("counts") if collection == "gpus" else None
    cards = bench.answers.facts.fact(f"counts.{count}.cards", {}).value if count is not None else None
    return not isinstance(cards, Amount) or cards.base == 1


def _judge_commands(bench: Bench, carrier: Carrier) -> None:
    """Commands stand as they are in the data, letter by letter."""
    name = carrier.get("data-commands")
    due = bench.site.commands.get(name)
    if due is None:
        bench.docket.add(carrier.where, "commands", f"there are no commands {name}")
    elif carrier.text.strip("\n") != due:
        bench.docket.add(carrier.where, "commands", f"the commands {name} are others", due, carrier.text)


def _judge_date(bench: Bench, carrier: Carrier, language: Language) -> None:
    path, written = carrier.get("data-fact"), carrier.get("datetime")
    try:
        fact = bench.answers.facts.fact(path, {}).value
    except UnsoundError as error:
        bench.docket.add(carrier.where, "date", f"{path} is no fact: {error}")
        return
    if not isinstance(fact, date):
        bench.docket.add(carrier.where, "date", f"{path} is no date", str(fact), written)
        return
    if written != written_day(fact):
        bench.docket.add(carrier.where, "date", f"{path} is another day", written_day(fact), written)
    judge_date_text(bench, language, carrier.where, fact, carrier.text)


def judge_date_text(bench: Bench, language: Language, where: str, day: date, text: str) -> None:
    """The text of a date is that of the day."""
    if not says_date(language, day, text):
        bench.docket.add(where, "date-text", "the text is not that of the day, as the language writes it", written_day(day), text)
