"""Judges the claims: those that stop a build, and the blocks that lean on them.

Knows which block may stand while a claim holds. Refuses to read figures.json: a claim is judged on the data.
"""

from __future__ import annotations

from gpuguide.checks.bench import Bench
from gpuguide.checks.facts import UnsoundError
from gpuguide.checks.pages import Guard, Page


def judge_claims(bench: Bench) -> None:
    """Judge every claim of the site; one that stops must hold.

    A family that hides is judged where a block leans on one of its members: the others need not make sense.
    """
    for claim in bench.site.declared.claims.values():
        if claim.over and claim.otherwise == "hide":
            continue
        try:
            keys = list(bench.answers.claim_keys(claim.name))
        except UnsoundError as error:
            bench.docket.add(claim.where, "unknown-claim", f"{claim.name} cannot be judged: {error}")
            continue
        for key in keys:
            bench.docket.counts["claims"] += 1
            holds = _judged(bench, claim.where, key)
            if holds is False and claim.otherwise == "stop":
                message = f"{key} does not hold, and the prose leans on it"
                hint = "rewrite what leans on the claim, or mend the data"
                bench.docket.add(claim.where, "claim-stop", message, "; ".join(claim.holds), "false", hint)


def judge_guards(bench: Bench, page: Page) -> None:
    """Judge the blocks of a page that lean on claims."""
    for guard in page.guards:
        for key in guard.claims:
            bench.docket.counts["guarded blocks"] += 1
            _judge_guard(bench, guard, key)


def _judge_guard(bench: Bench, guard: Guard, key: str) -> None:
    holds = _judged(bench, guard.where, key)
    if guard.unless and holds is True:
        bench.docket.add(guard.where, "claim-block", f"the block stands only while {key} does not hold", "false", "true")
    if not guard.unless and holds is False:
        bench.docket.add(guard.where, "claim-block", f"the block leans on {key}, which does not hold", "true", "false")


def _judged(bench: Bench, where: str, key: str) -> bool | None:
    try:
        return bench.answers.claim(key)
    except UnsoundError as error:
        bench.docket.add(where, "unknown-claim", f"{key} cannot be judged: {error}")
        return None
