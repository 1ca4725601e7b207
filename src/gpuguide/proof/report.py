"""What a proof says: how many numbers stand on what, which facts were stepped, which faults were seeded, and what got through.

Data, and its words for a terminal and for JSON. Knows neither how a fact is stepped nor how a fault is seeded.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field

from gpuguide.catalog.schema_kinds import modeline


@dataclass(frozen=True)
class Disagreement:
    """A step that two readings of the data answer differently, or whose pages changed where nothing should."""

    place: str
    """Where the fact is written, as file:line."""
    fact: str
    step: str
    rule: str
    key: str = ""
    engine: str = ""
    independent: str = ""
    page: str = ""
    locale: str = ""

    def __str__(self) -> str:
        where = " ".join(part for part in (self.page, self.locale) if part)
        told = f"{self.place}: {self.fact} {self.step}: {self.rule}" + (f" {self.key}" if self.key else "")
        values = f": the engine says {self.engine}, the judge {self.independent}" if self.engine or self.independent else ""
        return told + values + (f" ({where})" if where else "")


@dataclass(frozen=True)
class DeadFact:
    """A fact that no step of moves anything a reader sees, and the reason that the data gives for keeping it."""

    place: str
    fact: str
    reason: str = ""


@dataclass(frozen=True)
class MutationReport:
    """What came of stepping facts: `tried` of `steps` that there are, each seen, stopped, refused or silent."""

    facts: int = 0
    facts_tried: int = 0
    steps: int = 0
    tried: int = 0
    seen: int = 0
    """Steps that changed something a reader sees."""
    stopped: int = 0
    """Steps that turned a stop claim, which ends a build."""
    refused: int = 0
    """Steps that the loader refuses as impossible."""
    silent: int = 0
    """Steps that changed nothing a reader sees."""
    pages: int = 0
    """Pages that were rendered again and compared."""
    dead: tuple[DeadFact, ...] = ()
    disagreements: tuple[Disagreement, ...] = ()


@dataclass(frozen=True)
class FaultReport:
    """What came of seeding faults: how many, how many the judge found, and the others in words."""

    seeded: int = 0
    killed: int = 0
    survivors: tuple[str, ...] = ()
    by_kind: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    """Seeded and killed, by kind of fault."""
    equivalent: int = 0
    """Tried besides, and found to change nothing that anybody could see."""

    @property
    def kill_rate(self) -> str:
        """Killed of seeded in per cent, rounded down, so that 100 means all."""
        return f"{self.killed * 100 // self.seeded} %" if self.seeded else "none seeded"


@dataclass(frozen=True)
class Census:
    """What stands on a site's pages: every number, and what backs it."""

    numbers: int = 0
    """Numbers found in the built files, in whatever carrier."""
    backed: int = 0
    """Of these, figures and facts that were computed again and found right."""
    named: int = 0
    """Names that carry digits (a card, a model, a size)."""
    literal: int = 0
    """Texts with digits that the data declares, with a reason."""
    claims: int = 0
    locales: tuple[str, ...] = ()
    as_of: str = ""


@dataclass(frozen=True)
class SiteProof:
    """The proof of one site."""

    site: str
    census: Census
    mutation: MutationReport
    faults: FaultReport | None = None
    seconds: float = 0.0

    @property
    def holds(self) -> bool:
        """Whether every step agreed and every fault was found."""
        return not self.mutation.disagreements and not (self.faults and self.faults.survivors)

    def as_dict(self) -> dict[str, object]:
        """The proof as plain values, for JSON."""
        kill_rate = self.faults.kill_rate if self.faults else ""
        return {**asdict(self), "holds": self.holds, "kill_rate": kill_rate}

    def lines(self) -> Iterator[str]:
        """The proof as a reader of a terminal takes it: a summary, then everything that got through."""
        seen, moved = self.census, self.mutation
        yield f"{self.site} as of {seen.as_of}, {len(seen.locales)} locales ({', '.join(seen.locales)})"
        yield f"  numbers: {seen.numbers} found, {seen.backed} backed, {seen.named} named, {seen.literal} literal"
        yield f"  facts: {moved.facts}, of which {len(moved.dead)} dead among {moved.facts_tried} tried; claims: {seen.claims}"
        tried = f"  mutations: {moved.tried} of {moved.steps} steps: {moved.seen} seen, {moved.stopped} stopped by a claim"
        yield f"{tried}, {moved.refused} refused, {moved.silent} silent; {moved.pages} pages compared"
        if self.faults is not None:
            yield f"  faults: {self.faults.seeded} seeded, {self.faults.killed} killed, kill rate {self.faults.kill_rate}"
        yield f"  {'holds' if self.holds else 'DOES NOT HOLD'} in {self.seconds:.1f} s"

    def failures(self) -> Iterator[str]:
        """Everything that got through, one a line."""
        yield from map(str, self.mutation.disagreements)
        if self.faults is not None:
            yield from (f"{self.site}: survived: {fault}" for fault in self.faults.survivors)


def proof_yaml(proof: SiteProof) -> str:
    """What a site's pages say of its proof, as a YAML file; the share of faults found is rounded down, so that 100 means all."""
    moved, faults = proof.mutation, proof.faults or FaultReport()
    counts = {
        "facts": moved.facts_tried,
        "steps": moved.tried,
        "dead": len(moved.dead),
        "faults": faults.seeded,
        "found": faults.killed,
    }
    lines = [f"  {name}: {{value: {count}, unit: count}}" for name, count in counts.items()]
    share = faults.killed * 100 // faults.seeded if faults.seeded else 0
    lines.append(f'  share: {{value: {share}, unit: "%"}}')
    head = "# What the last proof found: written by gpuguide prove --write."
    return modeline(f"data/sites/{proof.site}/proof.yaml") + "\n".join(
        (head, f"proved: {{day: {proof.census.as_of}}}", "proof:", *lines, "")
    )
