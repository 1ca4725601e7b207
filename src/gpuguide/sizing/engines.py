"""What decides how an engine uses a card, as records: behaviours by version, overheads by their conditions, sentences.

Knows which conditions an overhead can have and how to pick the ones that apply. Refuses to hold any of them: they are data.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache

from gpuguide.sizing.formats import Interval
from gpuguide.sizing.refusals import refuse

Version = tuple[int, ...]


def version(text: str) -> Version:
    """A version as numbers that compare: `0.10.1.1` is after `0.9`. Letters after a number are left out."""
    numbers = []
    for part in text.lstrip("v").split("."):
        digits = part[: len(part) - len(part.lstrip("0123456789"))]
        if not digits:
            break
        numbers.append(int(digits))
    if not numbers:
        raise refuse("engine_version", text, "a version such as 0.10.1")
    return tuple(numbers)


@dataclass(frozen=True)
class Versions:
    """A range of versions, the first in it and the first after it; None leaves it open."""

    first: Version | None = None
    before: Version | None = None

    def hold(self, wanted: Version) -> bool:
        """Whether the version is in the range."""
        return (self.first is None or wanted >= self.first) and (self.before is None or wanted < self.before)


@dataclass(frozen=True)
class Behaviour:
    """How an engine allocates, in a range of versions."""

    versions: Versions
    block: int = 16
    groups: bool = True
    in_flight_batches: int = 1
    state_blocks: int = 1
    alignment: int = 16
    latent_multiple: int = 1
    expanded_head: int = 0
    chunked_prefill_from: int = 0
    sentence: str = ""
    nothing_left: str = ""


@dataclass(frozen=True)
class Start:
    """The settings with which an engine starts: tokens a batch, sequences, cards, and whether its inputs hold images."""

    batched_tokens: int
    sequences: int
    cards: int = 1
    images: bool = False


@dataclass(frozen=True)
class Overhead:
    """What an engine takes beside weights and cache, as an interval with its conditions and the measured rows behind it.

    Bytes: `fixed`, for each further card `shared`, for each sequence and word of the vocabulary `per_sequence_word`, for each
    token of a batch `per_batched_width` and element of the widest layer. The buffers of the sampler and of prefill are not
    needed at once: the larger counts.
    """

    id: str
    versions: Versions
    classes: tuple[str, ...]
    sequences: tuple[int, int]
    inputs: str
    fixed: Interval
    shared: Interval
    per_sequence_word: Interval
    per_batched_width: Interval
    rows: tuple[str, ...] = ()
    why: str = ""

    def applies(self, wanted: Version, card_class: str, start: Start) -> bool:
        """Whether the conditions hold."""
        low, high = self.sequences
        return (
            self.versions.hold(wanted)
            and card_class in self.classes
            and low <= start.sequences <= high
            and self.inputs in ("any", "images" if start.images else "text")
        )


@dataclass(frozen=True)
class Default:
    """What an engine sets where nobody does, on a class of cards and in a range of versions."""

    versions: Versions
    classes: tuple[str, ...]
    batched_tokens: int
    sequences: int


@dataclass(frozen=True, eq=False)
class Engine:
    """An engine: what its memory fraction is of, its defaults, behaviours and overheads."""

    id: str
    name: str
    kind: str
    version: str
    fraction: Fraction
    behaviours: tuple[Behaviour, ...]
    overheads: tuple[Overhead, ...]
    defaults: tuple[Default, ...] = ()
    window_ratio: Fraction = Fraction(1)
    sources: tuple[str, ...] = ()
    sentences: Mapping[str, str] = field(default_factory=dict)

    def behaviour(self, wanted: Version) -> Behaviour:
        """How this version allocates; refused where nothing is known of it."""
        for behaviour in self.behaviours:
            if behaviour.versions.hold(wanted):
                return behaviour
        raise refuse("engine_version", ".".join(map(str, wanted)), f"a version of {self.name} that the data describes")

    def default(self, wanted: Version, card_class: str) -> Default:
        """What this version sets on a class of cards."""
        for default in self.defaults:
            if default.versions.hold(wanted) and card_class in default.classes:
                return default
        raise refuse("engine_version", ".".join(map(str, wanted)), f"a version of {self.name} whose defaults the data describes")


@lru_cache(maxsize=4096)
def overhead(engine: Engine, wanted: Version, card_class: str, start: Start, vocabulary: int, width: int) -> Interval:
    """The interval of the overhead, in bytes: the hull of every overhead whose conditions hold.

    `width` counts the elements that prefill keeps of a token in its widest layer.
    """
    found = applicable(engine, wanted, card_class, start)
    amounts = [_amount(one, start, vocabulary, width) for one in found]
    return Interval(min(one.low for one in amounts), max(one.high for one in amounts))


@lru_cache(maxsize=4096)
def applicable(engine: Engine, wanted: Version, card_class: str, start: Start) -> Sequence[Overhead]:
    """The overheads whose conditions hold; refused where the data has none for these settings."""
    found = [one for one in engine.overheads if one.applies(wanted, card_class, start)]
    if not found:
        raise refuse("max_num_seqs", start.sequences, f"settings of {engine.name} for which an overhead is known")
    return found


def _amount(one: Overhead, start: Start, vocabulary: int, width: int) -> Interval:
    sampler = one.per_sequence_word.times(start.sequences * vocabulary)
    prefill = one.per_batched_width.times(start.batched_tokens * width)
    buffers = Interval(max(sampler.low, prefill.low), max(sampler.high, prefill.high))
    return one.fixed.plus(one.shared if start.cards > 1 else Interval(Fraction(0), Fraction(0))).plus(buffers)
