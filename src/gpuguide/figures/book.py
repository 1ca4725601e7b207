"""The book of a site's figures: computes each on demand, once, from facts and other figures.

Knows how families, choices, lists and claims are evaluated for given members. Refuses to print: rounding by declared step is
all it does to a number.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Mapping
from typing import NoReturn, TypeAlias, TypeVar

from gpuguide.catalog.facts import UnknownFactError
from gpuguide.catalog.loader import Site
from gpuguide.catalog.specs import FigureSpec
from gpuguide.errors import GuideError, Place, nearest
from gpuguide.figures import references
from gpuguide.figures.choosing import all_hold, choose, judge, ranked, sort_key
from gpuguide.figures.compute import compute, fact_figure
from gpuguide.figures.conditions import ConditionError
from gpuguide.figures.model import Chosen, Figure, Verdict
from gpuguide.figures.operands import check_words
from gpuguide.figures.references import Members
from gpuguide.quantities import Missing

Declared: TypeAlias = tuple[str | int, ...]
"""Where something is declared: a file of the site and the path in it."""

NO_MEMBERS: Members = {}
_T = TypeVar("_T")


class FigureError(GuideError):
    """A figure, choice or claim that cannot be computed."""


class Book:
    """Figures, choices, lists and claims of one site."""

    def __init__(self, site: Site) -> None:
        """Take a loaded site; nothing is computed yet."""
        self.site = site
        self.facts = site.facts
        self.axes = site.axes
        self._figures: dict[str, Figure] = {}
        self._choices: dict[str, Chosen] = {}
        self._verdicts: dict[str, Verdict] = {}
        self._open: list[tuple[str, Declared]] = []

    def figure(self, reference: str, members: Members = NO_MEMBERS) -> Figure:
        """The figure or fact that a reference or short name means; `FigureError` when there is none."""
        parsed = references.parse(self.site.short_names.get(reference, reference))
        if parsed.kind == "fact":
            return self._fact(references.fact_path(parsed.parts, members, self.axes))
        family, *segments = parsed.parts
        if family not in self.site.figures:
            self.fail(f"there is no figure {reference}", nearest(family, [*self.site.figures, *self.site.short_names]))
        return self._family_member(family, tuple(self.member(segment, members) for segment in segments), reference)

    def path(self, reference: str, members: Members) -> str:
        """The dotted path of a fact reference for these members."""
        return references.fact_path(references.parse(reference).parts, members, self.axes)

    def choice(self, reference: str, members: Members = NO_MEMBERS) -> Chosen:
        """What the choice named by `choice/segment/…` gives."""
        family, *segments = references.parse(reference).parts
        if family not in self.site.choices:
            self.fail(f"there is no choice {reference}", nearest(family, self.site.choices))
        ids = [self.member(segment, members) for segment in segments]
        key = "/".join([family, *ids])
        if key not in self._choices:
            spec = self.site.choices[family]
            bound = self._bind(spec.over, ids, key)
            self._choices[key] = self._declaring(key, ("figures.yaml", "choices", family), lambda: choose(self, key, spec, bound))
        return self._choices[key]

    def verdict(self, reference: str, members: Members = NO_MEMBERS) -> Verdict:
        """Whether the claim named by `claim/segment/…` holds."""
        name, *segments = references.parse(reference).parts
        if name not in self.site.claims:
            self.fail(f"there is no claim {reference}", nearest(name, self.site.claims), ("claims.yaml",))
        ids = [self.member(segment, members) for segment in segments]
        key = "/".join([name, *ids])
        if key not in self._verdicts:
            spec = self.site.claims[name]
            bound = self._bind(spec.over, ids, key)
            declared = ("claims.yaml", "claims", name)
            self._verdicts[key] = self._declaring(
                key, declared, lambda: judge(self, key, spec, self._with_chosen(spec.chosen, bound), self.site.place(*declared))
            )
        return self._verdicts[key]

    def names(self, list_name: str) -> tuple[str, list[str]]:
        """The collection and the ids that a list selects, or a whole collection by its name."""
        if list_name not in self.site.lists:
            if list_name in self.facts.collection_names():
                return list_name, list(self.facts.members(list_name))
            self.fail(f"there is no list {list_name}", nearest(list_name, self.site.lists))
        spec = self.site.lists[list_name]
        axis, ids = self.select(spec.rows, spec.where, spec.sort, ("figures.yaml", "lists", list_name))
        return self.axes[axis], ids

    def select(
        self,
        rows: str,
        where: Iterable[str],
        sort: str | None,
        declared: Declared,
        members: Members = NO_MEMBERS,
    ) -> tuple[str, list[str]]:
        """The members of `AXIS in COLLECTION` that pass the conditions, in the order of `sort`."""

        def pick() -> tuple[str, list[str]]:
            axis, ids = self.candidates(rows)
            check_words(self, where)
            kept = [name for name in ids if all_hold(self, where, {**members, axis: name})]
            if sort is not None:
                kept.sort(key=lambda name: (sort_key(self, sort, {**members, axis: name}), name))
            return axis, kept

        return self._declaring(rows, declared, pick)

    def ranked(self, each: Iterable[str], where: Iterable[str], by: Iterable[str], declared: Declared) -> list[dict[str, str]]:
        """The members of several axes together that pass the conditions, the best first."""
        return self._declaring(str(declared[-1]), declared, lambda: ranked(self, each, where, by))

    def holds(self, where: Iterable[str], members: Members, declared: Declared) -> bool:
        """Whether every condition holds for these members."""

        def judged() -> bool:
            check_words(self, where)
            return all_hold(self, where, members)

        return self._declaring(str(declared[-1]), declared, judged)

    def candidates(self, rows: str) -> tuple[str, list[str]]:
        """The axis of `AXIS in COLLECTION` and its members that are in the collection."""
        axis, _, within = (part.strip() for part in rows.partition(" in "))
        known = self._members_of(axis)
        return axis, [name for name in self.facts.members(within or self.axes[axis]) if name in known]

    def used(self) -> tuple[Mapping[str, Figure], Mapping[str, Chosen], Mapping[str, Verdict]]:
        """Every figure, choice and verdict computed so far."""
        return self._figures, self._choices, self._verdicts

    def claim_keys(self, name: str) -> list[str]:
        """The keys of a claim: one, or one for each combination of its axes' members."""
        declared = ("claims.yaml", "claims", name)
        pools = self._declaring(name, declared, lambda: [list(self._members_of(axis)) for axis in self.site.claims[name].over])
        return ["/".join([name, *ids]) for ids in itertools.product(*pools)]

    def member(self, segment: str, members: Members) -> str:
        """The id that a segment stands for: an axis's current member, a field that holds an id, or the id itself."""
        if segment in members:
            return members[segment]
        if "." in segment:
            value = self.value(references.fact_path(tuple(segment.split(".")), members, self.axes))
            if isinstance(value, Missing) or not isinstance(value, str):
                self.fail(f"{segment} holds no id here ({value})", "name a field that holds the id of a member")
            return value
        return segment

    def value(self, path: str) -> object:
        """The value of the fact at a dotted path."""
        try:
            return self.facts.get(path).value
        except UnknownFactError as error:
            self.fail(str(error), error.hint)

    def fail(self, message: str, hint: str, otherwise: Declared = ("figures.yaml",)) -> NoReturn:
        """Raise a `FigureError` at the declaration that is being read, or in the file `otherwise` when none is."""
        key, declared = self._open[-1] if self._open else ("", otherwise)
        raise FigureError.at(self._place(declared), message, hint, key)

    def _fact(self, path: str) -> Figure:
        if path not in self._figures:
            try:
                self._figures[path] = fact_figure(self.facts.get(path))
            except (ConditionError, UnknownFactError) as error:
                self.fail(str(error), error.hint)
        return self._figures[path]

    def _family_member(self, family: str, ids: tuple[str, ...], reference: str) -> Figure:
        key = "/".join([family, *ids])
        if key not in self._figures:
            spec = self.site.figures[family]
            bound = self._bind(spec.over, ids, reference)
            declared = ("figures.yaml", "figures", family)
            self._figures[key] = self._declaring(key, declared, lambda: self._compute(key, family, spec, bound))
        return self._figures[key]

    def _compute(self, key: str, family: str, spec: FigureSpec, bound: dict[str, str]) -> Figure:
        within = self._with_chosen(spec.chosen, bound)
        place = self.site.place("figures.yaml", "figures", family)
        return compute(self, key, spec, bound, within, place)

    def _with_chosen(self, chosen: str | None, bound: dict[str, str]) -> dict[str, str] | None:
        """The bound members and those that a choice adds; None when the choice gave nothing."""
        if chosen is None:
            return bound
        picked = self.choice(chosen, bound).members
        return None if picked is None else {**bound, **picked}

    def _bind(self, over: tuple[str, ...], ids: Iterable[str], key: str) -> dict[str, str]:
        given = list(ids)
        if len(given) != len(over):
            wanted = "/".join([key.split("/", 1)[0], *(axis.upper() for axis in over)])
            self.fail(f"{key} has {len(given)} members, the family has {len(over)} axes", f"write it as {wanted}")
        for axis, name in zip(over, given, strict=True):
            known = self._members_of(axis)
            if name not in known:
                self.fail(f"{key}: there is no {axis} {name}", nearest(name, known))
        return dict(zip(over, given, strict=True))

    def _members_of(self, axis: str) -> Mapping[str, object]:
        if axis not in self.axes:
            self.fail(f"there is no axis {axis}", nearest(axis, self.axes))
        return self.facts.members(self.axes[axis])

    def _declaring(self, key: str, declared: Declared, work: Callable[[], _T]) -> _T:
        """Run `work` for a declaration: its errors get the declaration's place, and it may not need itself."""
        if (key, declared) in self._open:
            circle = [name for name, _ in self._open[self._open.index((key, declared)) :]]
            self.fail(f"{key} needs itself: {' needs '.join([*circle, key])}", "break the circle")
        self._open.append((key, declared))
        try:
            return work()
        except (ConditionError, UnknownFactError) as error:
            raise FigureError.at(self._place(declared), str(error), error.hint, key) from None
        finally:
            self._open.pop()

    def _place(self, declared: Declared) -> Place:
        file, *path = declared
        return self.site.place(str(file), *path)
