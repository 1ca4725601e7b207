"""How a language writes a day or a moment, to the letter, and what a program writes.

Knows the long forms of a few languages, typed here by hand. Refuses to know which day is due.
"""

from __future__ import annotations

import re
from datetime import date, datetime

from gpuguide.checks.facts import written_day
from gpuguide.checks.languages import Language

_RUNS = re.compile(r"[0-9]+")
_MONTHS = {
    "en": (
        *("January", "February", "March", "April", "May", "June", "July"),
        *("August", "September", "October", "November", "December"),
    ),
    "pt": (
        *("janeiro", "fevereiro", "março", "abril", "maio", "junho", "julho"),
        *("agosto", "setembro", "outubro", "novembro", "dezembro"),
    ),
}
_LONG = {
    "en": "{month} {day}, {year}",
    "pt": "{day} de {month} de {year}",
    "zh": "{year}年{number}月{day}日",
    "ja": "{year}年{number}月{day}日",
}


def says_date(language: Language, day: date, text: str) -> bool:
    """Whether a text is the date as the language or a program writes it; of an unknown language only the digits are held."""
    if text == written_day(day):
        return True
    due = long_date(language, day)
    if due is not None:
        return text.replace("\u00a0", " ") == due
    clock = [day.hour, day.minute] if isinstance(day, datetime) else []
    runs = sorted(int(run[:9]) for run in _RUNS.findall(text))
    return runs in (sorted([day.year, day.month, day.day, *clock]), sorted([day.year, day.day, *clock]))


def long_date(language: Language, day: date) -> str | None:
    """A day in words, and a moment with its time; None for a language whose words are not known here."""
    form = _LONG.get(language.base)
    if form is None:
        return None
    month = _MONTHS.get(language.base, ("",) * 12)[day.month - 1]
    text = form.format(month=month, day=day.day, year=day.year, number=day.month)
    if not isinstance(day, datetime):
        return text
    return language.moment.replace("{day}", text).replace("{time}", f"{day:%H:%M}")
