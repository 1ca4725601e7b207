"""Tries one fault: makes it, builds with it where it is in a source or in the engine, and asks the judge.

Knows what counts as seen: findings, or a build that ends with an error of ours. Refuses to choose which fault comes next.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from random import Random

from gpuguide.errors import GuideError
from gpuguide.proof.faults.copies import ProjectCopy, differing
from gpuguide.proof.faults.engine import EngineKind
from gpuguide.proof.faults.jury import Jury
from gpuguide.proof.faults.patching import swapped_in
from gpuguide.proof.faults.scene import Kind, Scene

_DRAWS = 6
"""How often another place is drawn where a fault in a source changed no byte of the site."""


class Verdict(Enum):
    """What came of a fault."""

    KILLED = "killed"
    SURVIVED = "survived"
    EQUIVALENT = "equivalent"
    """It changed nothing that anybody could see."""
    NOWHERE = "nowhere"
    """The site has no place for its kind."""


@dataclass(frozen=True)
class Outcome:
    """What came of one fault, and what it did."""

    verdict: Verdict
    told: str = ""


def try_output(kind: Kind, scene: Scene, jury: Jury, chance: Random) -> Outcome:
    """A fault in the files of a built site."""
    change = kind(scene, chance)
    if change is None:
        return Outcome(Verdict.NOWHERE)
    return Outcome(Verdict.KILLED if jury.findings(change.files) else Verdict.SURVIVED, str(change))


def try_source(kind: Kind, copy: ProjectCopy, jury: Jury, chance: Random) -> Outcome:
    """A fault in a source: the build must refuse it, or the judge, who has the sources as they were, what comes of it."""
    outcome = Outcome(Verdict.NOWHERE)
    for _ in range(_DRAWS):
        change = kind(copy.sources, chance)
        if change is None:
            return outcome
        with copy.changed(change.files):
            try:
                files = copy.build()
            except GuideError:
                return Outcome(Verdict.KILLED, str(change))
            except Exception as error:  # only an error of ours says where a source is wrong
                return Outcome(Verdict.SURVIVED, f"{change}; the build broke with {type(error).__name__}: {error}")
        changed = differing(copy.files, files)
        if changed:
            return Outcome(Verdict.KILLED if jury.findings(changed) else Verdict.SURVIVED, f"{change}; {_shown(changed)}")
        outcome = Outcome(Verdict.EQUIVALENT, str(change))
    return outcome


def try_engine(kind: EngineKind, copy: ProjectCopy, jury: Jury, chance: Random) -> Outcome:
    """A fault in the engine: the build must end, or the judge must refuse what it built."""
    with swapped_in(kind(chance)):
        try:
            files = copy.build()
        except Exception as error:  # a broken engine may break in any way: that ends the build, and nothing is published
            return Outcome(Verdict.KILLED, f"the build ended: {type(error).__name__}")
    changed = differing(copy.files, files)
    if not changed:
        return Outcome(Verdict.EQUIVALENT)
    return Outcome(Verdict.KILLED if jury.findings(changed) else Verdict.SURVIVED, _shown(changed))


def _shown(changed: dict[str, bytes | None]) -> str:
    names = sorted(changed)
    return f"{len(names)} files differ: {', '.join(names[:4])}"
