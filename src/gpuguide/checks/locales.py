"""Judges a page across its locales: the same numbers, names and claims in each, whatever the words.

Knows multisets. Refuses to know any language.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from gpuguide.checks.bench import Bench
from gpuguide.checks.pages import Page
from gpuguide.checks.records import HEAD_CARRIERS, PageRecord
from gpuguide.checks.routes import page_key

Group = dict[str, tuple[Page, PageRecord]]


def grouped(bench: Bench) -> dict[str, Group]:
    """The recorded pages, by their path without the language and then by locale, the source language first."""
    order = {locale: index for index, locale in enumerate(bench.site.languages)}
    groups: dict[str, Group] = {}
    for page, record, language in sorted(bench.recorded(), key=lambda entry: order[entry[2].id]):
        groups.setdefault(page_key(language.segment, page.path), {})[language.id] = (page, record)
    return groups


def tallies(page: Page, record: PageRecord) -> dict[str, Counter[str]]:
    """What a page must have in common with itself in other languages, by what each is called."""
    return {kind: gather(page, record) for kind, (_, gather) in _TALLIED.items()}


def judge_locales(bench: Bench, key: str, group: Group) -> None:
    """Compare every locale of a page with the first."""
    for locale in bench.site.languages:
        if locale not in group:
            bench.docket.add(f"{bench.shown}/{key}", "locale-missing", f"the page is not built in {locale}", locale)
    source, (page, _) = next(iter(group.items()))
    for locale, (other, _) in list(group.items())[1:]:
        for kind, (rule, _) in _TALLIED.items():
            due, found = page.tallies[kind], other.tallies[kind]
            if due != found:
                message = f"not the same {kind} in {locale} as in {source}"
                where = f"{bench.shown}/{other.path}"
                bench.docket.add(where, rule, message, _difference(due, found), _difference(found, due))


def _difference(one: Counter[str], other: Counter[str]) -> str:
    beyond = one - other
    shown = [f"{key} ({count} more)" for key, count in sorted(beyond.items())]
    return ", ".join(shown[:6]) + (", …" if len(shown) > 6 else "") or "nothing more"


def _figures(page: Page, record: PageRecord) -> Counter[str]:
    elements = [carrier.get("data-figure") for carrier in page.carriers if carrier.kind in ("number", "absent")]
    return Counter(elements + [one.key for one in record.figures if one.carrier in HEAD_CARRIERS])


def _names(page: Page, record: PageRecord) -> Counter[str]:
    elements = [carrier.get("data-name") for carrier in page.carriers if carrier.kind == "name"]
    return Counter(elements + [one.key for one in record.names if one.carrier in HEAD_CARRIERS])


def _dates(page: Page, record: PageRecord) -> Counter[str]:
    elements = [carrier.get("data-fact") for carrier in page.carriers if carrier.kind == "date"]
    return Counter(elements + [one.key for one in record.dates if one.carrier in HEAD_CARRIERS])


def _claims(page: Page, record: PageRecord) -> Counter[str]:
    return Counter(("unless " if guard.unless else "") + key for guard in page.guards for key in guard.claims)


_TALLIED: dict[str, tuple[str, Callable[[Page, PageRecord], Counter[str]]]] = {
    "figures": ("locale-figures", _figures),
    "names": ("locale-names", _names),
    "dates": ("locale-dates", _dates),
    "claims": ("locale-claims", _claims),
}
