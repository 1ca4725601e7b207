"""Every value that a state's files write, by dotted path, and the ones that differ between two states.

Knows facts from declarations. Refuses to weigh a difference.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from gpuguide.catalog.facts import UnknownFactError
from gpuguide.catalog.loader import Site
from gpuguide.catalog.reader import Node
from gpuguide.errors import Place
from gpuguide.quantities import Missing, Quantity, decimal_text
from gpuguide.review.report import FactChange

DECLARATIONS = frozenset(
    {"axes", "figures", "choices", "lists", "short_names", "claims", "tables", "specs", "charts", "commands", "remarks", "pages"}
    | {"addresses", "literals", "locales", "units"}
)
"""What a site says about its facts; everything else that files hold is a fact."""


def changed_values(old: Site, new: Site) -> tuple[list[FactChange], list[FactChange]]:
    """The facts and the declarations that differ, in the order of the files, what is gone last."""
    before, after = dict(_written(old)), dict(_written(new))
    facts: list[FactChange] = []
    rules: list[FactChange] = []
    for path in [*after, *(path for path in before if path not in after)]:
        was, now = before.get(path), after.get(path)
        if was is None or now is None or was.plain() != now.plain():
            kind = rules if path.partition(".")[0] in DECLARATIONS else facts
            kind.append(_change(path, old, was, new, now))
    return facts, rules


def _change(path: str, old: Site, was: Node | None, new: Site, now: Node | None) -> FactChange:
    place = now.place if now is not None else was.place if was is not None else Place("data")
    sources = _sources(new if now is not None else old, path)
    return FactChange(path, _shown(old, path, was), _shown(new, path, now), sources, place)


def _written(site: Site) -> Iterator[tuple[str, Node]]:
    for collection, node in site.facts.nodes().items():
        yield from leaves_of(collection, node)
    for path, schedule in site.schedules.items():
        for number, step in enumerate(schedule.steps):
            if step.since is not None and step.since > site.spec.as_of:
                place = site.place("prices.yaml", *path.split("."), number)
                value = step.value.value if isinstance(step.value, Missing) else _quantity(step.value)
                yield f"{path} from {step.since}", Node(value, place)


def leaves_of(path: str, node: Node) -> Iterator[tuple[str, Node]]:
    """The scalars below a node, and lists of scalars as one value each."""
    if isinstance(node.value, Mapping):
        for key, inner in node.value.items():
            yield from leaves_of(f"{path}.{key}", inner)
    elif isinstance(node.value, list) and any(isinstance(inner.value, dict | list) for inner in node.value):
        for index, inner in enumerate(node.value):
            yield from leaves_of(f"{path}.{index}", inner)
    else:
        yield path, node


def _shown(site: Site, path: str, node: Node | None) -> str | None:
    """A value as its file has it, with its unit where it is a quantity."""
    if node is None:
        return None
    try:
        value = site.facts.get(path.removesuffix(".value")).value  # a number whose unit stands beside it is one fact
    except UnknownFactError:
        return plain_text(node)
    return _quantity(value) if isinstance(value, Quantity) else plain_text(node)


def _quantity(value: Quantity) -> str:
    return f"{decimal_text(value.written)} {value.unit.id}"


def plain_text(node: Node) -> str:
    """A value as its file writes it, lists in brackets."""
    value = node.value
    if isinstance(value, list):
        return f"[{', '.join(plain_text(inner) for inner in value)}]"
    return str(value).lower() if isinstance(value, bool) else str(value)


def _sources(site: Site, path: str) -> tuple[str, ...]:
    """The titles of the sources that a fact names."""
    try:
        ids = site.facts.get(path).sources
    except UnknownFactError:
        return ()
    return tuple(f"{site.facts.source(one).publisher}, {site.facts.source(one).title}" for one in ids)
