"""What is asked of the calculator: a model in a format, on cards, served by an engine with its settings.

Knows which settings go together. Refuses what cannot be, by the name of the setting.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property

from gpuguide.sizing.architecture import Architecture
from gpuguide.sizing.blocks import Paging
from gpuguide.sizing.budget import Card
from gpuguide.sizing.cache import CacheType, Sharing, check_sharing
from gpuguide.sizing.engines import Behaviour, Engine, Start, Version
from gpuguide.sizing.formats import NOTHING, Interval, WeightFormat
from gpuguide.sizing.refusals import above_zero, refuse


@dataclass(frozen=True)
class Parallel:
    """How cards share the work: tensor-parallel ranks, stages of a pipeline, and copies of the attention with shared experts."""

    tensor: int = 1
    pipeline: int = 1
    data: int = 1

    def __post_init__(self) -> None:
        """Refuse a sharing between no cards."""
        above_zero(tensor_parallel=self.tensor, pipeline_parallel=self.pipeline, data_parallel=self.data)

    @property
    def cards(self) -> int:
        """Cards in all."""
        return self.tensor * self.pipeline * self.data


@dataclass(frozen=True)
class Request:
    """One question; `context` is what one sequence may hold, `batch` how many decode at once.

    `tower` is the interval, in bytes, of encoders of which only their existence is known.
    """

    model: Architecture
    form: WeightFormat
    kv: CacheType
    card: Card
    engine: Engine
    version: Version
    context: int
    start: Start
    fraction: Fraction
    batch: int = 1
    parallel: Parallel = field(default_factory=Parallel)
    max_context: int = 1 << 24
    in_flight: int | None = None
    tower: Interval = NOTHING

    def __post_init__(self) -> None:
        """Refuse settings that cannot be."""
        above_zero(
            context=self.context,
            batch=self.batch,
            max_num_batched_tokens=self.start.batched_tokens,
            max_num_seqs=self.start.sequences,
        )
        if not 0 < self.fraction <= 1:
            raise refuse("gpu_memory_utilization", float(self.fraction), "a share above 0 and at most 1")
        check_sharing(self.model, self.parallel.tensor)
        if self.parallel.cards > 1 and self.engine.kind == "cells" and self.parallel.tensor > 1:
            raise refuse("tensor_parallel", self.parallel.tensor, "1: this engine gives each card whole layers")

    @cached_property
    def behaviour(self) -> Behaviour:
        """How the engine's version allocates."""
        return self.engine.behaviour(self.version)

    @cached_property
    def sharing(self) -> Sharing:
        """How the cache is shared between cards."""
        return Sharing(self.parallel.tensor, self.behaviour.latent_multiple, self.behaviour.expanded_head)

    @cached_property
    def paging(self) -> Paging:
        """How the cache is paged: tokens in flight are the batches that the scheduler may have started."""
        behaviour = self.behaviour
        in_flight = self.start.batched_tokens * behaviour.in_flight_batches if self.in_flight is None else self.in_flight
        return Paging(
            behaviour.block, in_flight, behaviour.groups, state_blocks=behaviour.state_blocks, alignment=behaviour.alignment
        )


def start_of(
    engine: Engine,
    version: Version,
    card: Card,
    context: int,
    cards: int = 1,
    images: bool = False,
    batched_tokens: int | None = None,
    sequences: int | None = None,
) -> Start:
    """The settings of a start: what was asked, else what this version sets on this card.

    Versions without chunked prefill take the longest context as one batch.
    """
    default = engine.default(version, card.card_class)
    tokens = default.batched_tokens if batched_tokens is None else batched_tokens
    if batched_tokens is None and context < engine.behaviour(version).chunked_prefill_from:
        tokens = max(tokens, context)
    return Start(tokens, default.sequences if sequences is None else sequences, cards, images)
