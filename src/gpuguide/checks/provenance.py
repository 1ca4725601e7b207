"""Which sources a figure rests on, and where it is declared.

Knows citations of cards, the source of a policy or of a step of a scale, and how figures lean on one another. Refuses to read
what the build wrote.
"""

from __future__ import annotations

from gpuguide.checks.bench import Bench
from gpuguide.checks.documents import Record, opened
from gpuguide.checks.facts import UnsoundError


def sources_of(bench: Bench, key: str) -> frozenset[str]:
    """The ids of all sources that a fact or a figure rests on."""
    if key not in bench.sources:
        bench.sources[key] = frozenset()  # a circle adds nothing
        bench.sources[key] = _of_fact(bench, key) if "." in key and "/" not in key else _of_figure(bench, key)
    return bench.sources[key]


def _of_figure(bench: Bench, key: str) -> frozenset[str]:
    return frozenset().union(*(sources_of(bench, one) for one in _inputs(bench, key)))


def _inputs(bench: Bench, key: str) -> list[str]:
    """The facts and figures that a figure is computed from."""
    try:
        return [one.removeprefix("printed ") for one in bench.answers.figure(key).inputs.values()]
    except UnsoundError:
        return []


def _of_fact(bench: Bench, path: str) -> frozenset[str]:
    """A card cites sources field by field; a policy or a step of a scale names one."""
    collection, *steps = path.split(".")
    record = opened(bench.answers.facts.collections.get(collection, Record()).get(steps[0] if steps else ""))
    if not isinstance(record, Record):
        return frozenset()
    cites = record.get("cites")
    cited = cites.get(steps[1], []) if isinstance(cites, Record) and len(steps) > 1 else record.get("source", [])
    ids = cited if isinstance(cited, list) else [cited]
    known = bench.answers.facts.collections.get("sources", Record())
    return frozenset(one for one in ids if isinstance(one, str) and one in known)


def rests_on_feed(bench: Bench, key: str) -> bool:
    """Whether a fact or a figure comes from the offers of a feed, directly or through others."""
    if "/" not in key and "." in key:
        return key.partition(".")[0] in ("offers", "feed")
    if key not in bench.fed:
        bench.fed[key] = False  # a circle adds nothing
        bench.fed[key] = any(rests_on_feed(bench, one) for one in _inputs(bench, key))
    return bench.fed[key]


def declared_at(bench: Bench, key: str) -> str:
    """File and line of the family of a figure; empty for a fact."""
    family = bench.site.declared.families.get(key.partition("/")[0])
    return family.where if family is not None else ""
