"""`prove`: steps facts and seeds faults, and says what got through.

Knows the order and the words. Refuses to step and to seed: `proof` does.
"""

from __future__ import annotations

import gc
import json as json_module
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from gpuguide.catalog.loader import Site, load_sites
from gpuguide.checks.sharing import processors
from gpuguide.cli.console import Screen
from gpuguide.errors import Exit
from gpuguide.proof.census import take_census
from gpuguide.proof.faults import seed_faults
from gpuguide.proof.report import SiteProof, proof_yaml
from gpuguide.proof.running import prove_facts
from gpuguide.proof.workshop import open_workshop

SHOWN = 20
"""How many failures a terminal is shown; JSON has all."""
SHORT_FAULTS, LONG_FAULTS = 32, 600
"""How many faults a run seeds into each site."""
_PARTS = ("census", "mutation", "faults")
"""The parts of a proof, the longest last."""


@dataclass(frozen=True)
class Extent:
    """How much is tried in each site, and which draw; numbers that are not given are those of a short or long run."""

    long: bool = False
    seed: int = 0
    facts: int | None = None
    faults: int | None = None


def prove(root: Path, wanted: str | None, extent: Extent, write: bool, screen: Screen) -> int:
    """Prove the sites; exit code 1 when anything got through. Only a proof that holds is written for the pages."""
    proofs = _proofs(root, load_sites(root, wanted), extent)
    if screen.form == "json":
        screen.out.print(json_module.dumps([proof.as_dict() for proof in proofs], ensure_ascii=False, indent=1))
    else:
        for proof in proofs:
            _tell(proof, screen)
        _tell_dead(proofs, screen)
    if write and all(proof.holds for proof in proofs):
        for proof in proofs:
            screen.say(f"wrote {_written(root, proof)}")
    return int(Exit.OK if all(proof.holds for proof in proofs) else Exit.FINDINGS)


def _proofs(root: Path, sites: Sequence[Site], extent: Extent) -> list[SiteProof]:
    """The proof of each site. The parts of a short run are short enough to share the processors among them, one each."""
    count = 1 if extent.long else processors()
    if count < 2:
        found = {(site.id, part): _part(root, site.id, part, extent, 0) for site in sites for part in _PARTS}
    else:
        heaviest = sorted(sites, key=lambda site: -len(site.locales) * len(site.pages))
        with ProcessPoolExecutor(count, mp_context=get_context("spawn")) as pool:
            keys = [(site.id, part) for site in heaviest for part in reversed(_PARTS)]
            running = {key: pool.submit(_part, root, *key, extent, 1) for key in keys}
            found = {key: job.result() for key, job in running.items()}
    proofs = []
    for site in sites:
        (census, mutation, faults), seconds = zip(*(found[site.id, part] for part in _PARTS), strict=True)
        proofs.append(SiteProof(site.id, census, mutation, faults, round(sum(seconds), 1)))
    return proofs


def _part(root: Path, site_id: str, part: str, extent: Extent, jobs: int) -> tuple[Any, float]:
    """One part of a site's proof, in so many processes (0: as many as help), and the seconds that it took."""
    started = time.perf_counter()
    if jobs == 1:
        gc.set_threshold(200_000, 50, 50)  # a process of its own makes much and drops little before it ends
    site = load_sites(root, site_id)[0]
    found: object
    if part == "faults":
        usual = LONG_FAULTS if extent.long else SHORT_FAULTS
        found = seed_faults(root, site.id, extent.seed, usual if extent.faults is None else extent.faults, jobs=jobs)
    elif part == "mutation":
        found = prove_facts(open_workshop(root, site), extent.long, extent.seed, extent.facts, jobs)
    else:
        found = take_census(root, site)
    return found, time.perf_counter() - started


def _written(root: Path, proof: SiteProof) -> str:
    """Write what a site's pages say of its proof, all of it or nothing; the file's name."""
    name = f"data/sites/{proof.site}/proof.yaml"
    half = (root / name).with_suffix(".new")
    half.write_text(proof_yaml(proof), encoding="utf-8")
    half.replace(root / name)
    return name


def _tell(proof: SiteProof, screen: Screen) -> None:
    for line in proof.lines():
        screen.say(line)
    failures = list(proof.failures())
    for line in failures[:SHOWN]:
        screen.problem(line)
    if len(failures) > SHOWN:
        screen.problem(f"and {len(failures) - SHOWN} more; --json lists all")


def _tell_dead(proofs: Iterable[SiteProof], screen: Screen) -> None:
    """The facts that move nothing on any of the sites, counted by collection and field: JSON lists them with file and line."""
    dead = [{fact.place: fact.fact for fact in proof.mutation.dead} for proof in proofs]
    everywhere = [fact for place, fact in dead[0].items() if all(place in other for other in dead[1:])] if dead else []
    kinds = Counter(f"{fact.partition('.')[0]}.*.{'.'.join(fact.split('.')[2:3])}" for fact in everywhere)
    if everywhere:
        screen.say(f"dead on every site: {len(everywhere)} facts: {', '.join(f'{kind} {n}' for kind, n in kinds.most_common())}")
