"""Steps many facts of a site, in as many processes as there are processors, and gathers what came of it.

Knows which facts are stepped in a short run and which in a long one. Refuses to read a clock: the same seed steps the same facts.
"""

from __future__ import annotations

import gc
import multiprocessing
import os
import random
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial

from gpuguide.catalog.stepping import NumericFact
from gpuguide.errors import GuideError
from gpuguide.proof.mutation import REFUSED, SEEN, SILENT, STOPPED, Outcome, Step, as_written
from gpuguide.proof.report import DeadFact, MutationReport
from gpuguide.proof.workshop import PAGE, Workshop
from gpuguide.site.urls import Leaf

SHORT_FACTS, SHORT_PAGES = 16, 1
"""How many facts of a site a short run steps, and how many of the pages that read a fact it renders for each step."""
OTHER_PAGES = 3
"""How many pages that do not read a fact a long run renders at its last step: hundreds of facts draw each page many times."""


@dataclass(frozen=True)
class Stepped:
    """What came of all steps of one fact."""

    fact: NumericFact
    outcomes: tuple[Outcome, ...]

    @property
    def is_dead(self) -> bool:
        """Whether no step changed anything that a reader sees, stopped a build or was refused."""
        return all(outcome.kind == SILENT for outcome in self.outcomes)


def prove_facts(shop: Workshop, long: bool = False, seed: int = 0, facts: int | None = None, jobs: int = 0) -> MutationReport:
    """Step so many facts of a site, drawn by the seed from each collection in turn; else all in a long run, a few in a short.

    `jobs` are processes, by default one a processor; the report is the same whatever their number.
    """
    live = [fact for fact in shop.stepper.facts if _is_read(shop, fact)]
    chosen = live if long and facts is None else _drawn(live, SHORT_FACTS if facts is None else facts, seed)
    work = partial(step_fact, shop, long, seed)
    stepped = in_processes(work, chosen, jobs)
    return _report(shop, live, stepped)


def step_fact(shop: Workshop, long: bool, seed: int, fact: NumericFact) -> Stepped:
    """Every step of one fact; a long run renders each page that reads it, and at its last step some that do not."""
    draw = random.Random(f"{seed} {fact.key}")  # noqa: S311 - a sample, no secret
    steps = fact.steps()
    outcomes = []
    for name, text in steps.items():
        try:
            step = Step(shop, fact, name, text)
        except GuideError as error:
            outcomes.append(Outcome(REFUSED, str(error.problems[0])))
            continue
        readers = shop.leaves(step.stale)
        if long:
            leaves = readers + (_others(shop, readers, draw) if name == list(steps)[-1] else [])
        else:
            leaves = draw.sample(readers, min(SHORT_PAGES, len(readers)))
        outcomes.append(step.outcome(leaves))
    return Stepped(fact, tuple(outcomes))


def _others(shop: Workshop, readers: list[Leaf], draw: random.Random) -> list[Leaf]:
    """Some pages that should not change: what they read was traced, and here it is seen."""
    others = [leaf for leaf in shop.press.urls.leaves.values() if leaf not in readers]
    return draw.sample(others, min(OTHER_PAGES, len(others)))


_work: Callable[[NumericFact], Stepped] | None = None
"""What a forked process does with a fact: it is inherited, since a built site is too large to be sent."""


def in_processes(work: Callable[[NumericFact], Stepped], facts: Iterable[NumericFact], jobs: int = 0) -> list[Stepped]:
    """The work on each fact, in their order; one after the other where processes cannot be forked or there is one processor."""
    global _work  # noqa: PLW0603 - the one way to hand a value to a forked process without copying it
    workers = jobs or (len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else 1)
    if workers == 1 or "fork" not in multiprocessing.get_all_start_methods():
        return [work(fact) for fact in facts]
    _work = work
    gc.freeze()
    try:
        with multiprocessing.get_context("fork").Pool(workers) as pool:
            return pool.map(_inherited, facts, chunksize=1)
    finally:
        gc.unfreeze()
        _work = None


def _inherited(fact: NumericFact) -> Stepped:
    assert _work is not None
    return _work(fact)


def _is_read(shop: Workshop, fact: NumericFact) -> bool:
    """Whether anything on a page takes part of a fact, here or in the judge's reading."""
    return any(key.startswith(PAGE) for key in shop.stale(fact)) or bool(shop.recount.readers(fact.path))


def _drawn(facts: list[NumericFact], count: int, seed: int) -> list[NumericFact]:
    """So many facts, one of each collection in turn, so that a large collection does not crowd out the others."""
    draw = random.Random(seed)  # noqa: S311 - a sample, no secret
    piles: dict[object, list[NumericFact]] = {}
    for fact in facts:
        piles.setdefault(fact.path[0], []).append(fact)
    for pile in piles.values():
        draw.shuffle(pile)
    found: list[NumericFact] = []
    while len(found) < count and any(piles.values()):
        found.extend(pile.pop() for pile in piles.values() if pile)
    return found[:count]


def _report(shop: Workshop, live: list[NumericFact], stepped: list[Stepped]) -> MutationReport:
    outcomes = [outcome for one in stepped for outcome in one.outcomes]
    kinds = Counter(outcome.kind for outcome in outcomes)
    unread = set(shop.stepper.facts) - set(live)
    silent = {one.fact for one in stepped if one.is_dead and one.outcomes}
    dead = [fact for fact in shop.stepper.facts if fact in unread | silent]
    wrong = [*as_written(shop), *(wrong for outcome in outcomes for wrong in outcome.disagreements)]
    return MutationReport(
        facts=len(shop.stepper.facts),
        facts_tried=len(stepped),
        steps=sum(len(fact.steps()) for fact in live),
        tried=len(outcomes),
        seen=kinds[SEEN],
        stopped=kinds[STOPPED],
        refused=kinds[REFUSED],
        silent=kinds[SILENT],
        pages=sum(outcome.pages for outcome in outcomes),
        dead=tuple(DeadFact(str(fact.place), fact.key) for fact in dead),
        disagreements=tuple(wrong),
    )
