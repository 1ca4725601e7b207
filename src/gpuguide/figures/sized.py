"""Puts a question in plain words to the calculator and its answer into stable keys: memory, cache, verdict, speed and steps.

Knows how names become records and what is set where nothing was asked. Refuses to compute: each number is a function's of sizing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property, partial
from pathlib import Path

from gpuguide.catalog.gpu import Gpu
from gpuguide.catalog.models import Found, load_model, spelled
from gpuguide.catalog.served import Band
from gpuguide.catalog.serving import Serving, load_cards, load_serving
from gpuguide.errors import UsageError
from gpuguide.figures import machines
from gpuguide.figures.architectures import architecture_of
from gpuguide.figures.stated import check_stated
from gpuguide.sizing import engines, formats, roofline
from gpuguide.sizing.answer import Answer, answer
from gpuguide.sizing.architecture import Architecture, Experts
from gpuguide.sizing.budget import GIBIBYTE
from gpuguide.sizing.parameters import parameters
from gpuguide.sizing.refusals import above_zero, refuse
from gpuguide.sizing.request import Parallel, Request, start_of

CONTEXT = 8192
"""Tokens of context where none was asked; every answer shows the context it assumes."""
MOST_BATCH = 1 << 14


@dataclass(frozen=True)
class Asked:
    """A question as people put it; None where they leave the setting to the engine."""

    gpu: str
    count: int = 1
    weights: str | None = None
    kv_dtype: str = "bf16"
    context: int | None = None
    batch: int = 1
    engine: str = "vllm"
    engine_version: str | None = None
    gpu_memory_utilization: Fraction | None = None
    tensor_parallel: int | None = None
    pipeline_parallel: int = 1
    data_parallel: int = 1
    max_batched_tokens: int | None = None
    max_num_seqs: int | None = None


@dataclass(frozen=True)
class Expected:
    """What measured rows of like machines reach of the ceiling, in tokens a second."""

    low: Fraction
    high: Fraction
    band: str
    rows: tuple[str, ...]


@dataclass(frozen=True)
class Speeds:
    """Bounds of one load; rates in tokens a second of all sequences, times in seconds."""

    ceiling: Fraction
    ceiling_empty: Fraction
    step_bytes: Fraction
    prefill: Fraction | None
    link: Fraction | None


@dataclass(frozen=True)
class Sized:
    """A question with its request, the answer and the speeds."""

    found: Found
    asked: Asked
    request: Request
    answer: Answer
    speeds: Speeds
    bands: Mapping[str, Band]

    @cached_property
    def expected(self) -> Expected | None:
        """What measured rows give for one stream; None for batches and where no row is of a like machine."""
        return _expected(self.bands, self.request, self.speeds.ceiling) if self.request.batch == 1 else None


class Desk:
    """The data that answers need, read once."""

    def __init__(self, root: Path) -> None:
        """Read formats, engines and cards, each made once; models are read when asked for."""
        self.root = root
        self.serving: Serving = load_serving(root)
        self.gpus: Mapping[str, Gpu] = load_cards(root)
        self._architectures: dict[str, Architecture] = {}
        self.card = cache(partial(machines.card, self.serving, self.gpus))
        self.form = cache(partial(machines.weight_format, self.serving))
        self.kv = cache(partial(machines.cache_type, self.serving))
        self.engine = cache(partial(machines.engine, self.serving))

    def model(self, name: str) -> Found:
        """A model of the catalog; `UsageError` offers the nearest."""
        return load_model(self.root, name)

    def architecture(self, found: Found) -> Architecture:
        """The architecture of a model, checked once."""
        if found.id not in self._architectures:
            built = architecture_of(found.model, found.place)
            check_stated(found.model, built, found.place)
            self._architectures[found.id] = built
        return self._architectures[found.id]


def size(desk: Desk, found: Found, asked: Asked) -> Sized:
    """Answer a question at engine level. `UsageError` names the setting that cannot be."""
    request = request_of(desk, found, asked)
    return Sized(found, asked, request, answer(request), speeds(request, asked.batch), desk.serving.bands)


def request_of(desk: Desk, found: Found, asked: Asked) -> Request:
    """The request of a question: names become records, what was not asked becomes the engine's default."""
    above_zero(count=asked.count)
    engine = desk.engine(asked.engine)
    version = engines.version(asked.engine_version or engine.version)
    card = desk.card(asked.gpu)
    parallel = _parallel(asked, engine)
    context = asked.context if asked.context is not None else min(CONTEXT, found.model.max_context)
    tokens, sequences = asked.max_batched_tokens, asked.max_num_seqs
    above_zero(context=context)
    start = start_of(engine, version, card, context, parallel.cards, found.model.images, tokens, sequences)
    return Request(
        model=desk.architecture(found),
        form=desk.form(asked.weights or _stored(found)),
        kv=desk.kv(asked.kv_dtype),
        card=card,
        engine=engine,
        version=version,
        context=context,
        start=start,
        fraction=engine.fraction if asked.gpu_memory_utilization is None else asked.gpu_memory_utilization,
        batch=asked.batch,
        parallel=parallel,
        max_context=max(found.model.max_context, context),
        tower=_tower(desk, found, engine),
    )


def _tower(desk: Desk, found: Found, engine: engines.Engine) -> formats.Interval:
    """Encoders of a model that sees, where their size is not known; engines with cells load them from a file of their own."""
    if not found.model.images or found.model.towers or engine.kind == "cells":
        return formats.NOTHING
    span = desk.serving.unknown_tower_gib
    return formats.Interval(span.low * GIBIBYTE, span.high * GIBIBYTE)


def _stored(found: Found) -> str:
    stored = found.model.stored_as
    if not stored.isalnum():
        raise UsageError.at(found.place, f"weights are stored as {stored}, several formats at once", "name one", "weights")
    return stored


def _parallel(asked: Asked, engine: engines.Engine) -> Parallel:
    others = asked.pipeline_parallel * asked.data_parallel
    above_zero(pipeline_parallel=asked.pipeline_parallel, data_parallel=asked.data_parallel)
    if engine.kind == "cells":
        if asked.tensor_parallel not in (None, 1):
            raise refuse("tensor_parallel", asked.tensor_parallel, "1: this engine gives each card whole layers")
        return Parallel(1, asked.count, 1)
    tensor = asked.tensor_parallel if asked.tensor_parallel is not None else max(1, asked.count // others)
    above_zero(tensor_parallel=tensor)
    count = asked.count if asked.count > 1 else tensor * others
    if tensor * others != count:
        raise refuse("count", asked.count, f"the product of tensor, pipeline and data parallel, {tensor * others}")
    return Parallel(tensor, asked.pipeline_parallel, asked.data_parallel)


def speed_of(request: Request) -> roofline.Speed:
    """The rates of a request's cards; stages of a pipeline and cards with whole layers work one after another."""
    card, parallel = request.card, request.parallel
    rate = card.compute.get(request.form.compute, card.compute.get("bf16"))
    split = request.engine.kind == "cells"
    return roofline.Speed(card.bandwidth, rate, card.link, 1 if split else parallel.tensor * parallel.data, split)


def speeds(request: Request, batch: int) -> Speeds:
    """Bounds of a request at a batch; the ceiling is of one step with every sequence at its full context."""
    speed, model = speed_of(request), request.model
    read = roofline.step_bytes(model, request.form, request.kv, batch, request.context, request.parallel.tensor)
    step = roofline.decode_step_seconds(read, batch * roofline.operations_per_token(model, request.context), speed)
    empty = roofline.decode_step_seconds(formats.streamed_bytes(model, request.form), Fraction(0), speed)
    ceiling = roofline.decode_ceiling(batch, step)
    return Speeds(
        ceiling=ceiling,
        ceiling_empty=1 / empty,
        step_bytes=read,
        prefill=roofline.prefill_seconds(model, request.form, request.context, speed),
        link=roofline.link_seconds(model, batch, speed),
    )


def crossover(request: Request) -> int | None:
    """The smallest batch that computes as long as it reads; None when memory binds at every batch up to a limit."""
    speed = speed_of(request)
    return roofline.crossover_batch(request.model, request.form, request.kv, request.context, speed, MOST_BATCH)


def _expected(bands: Mapping[str, Band], request: Request, ceiling: Fraction) -> Expected | None:
    cards = request.parallel.cards
    how = "one card" if cards == 1 else "layer split" if request.engine.kind == "cells" else "tensor parallel"
    bandwidth, size = request.card.bandwidth / machines.GIGABYTE, Fraction(parameters(request.model), machines.GIGABYTE)
    experts = any(isinstance(group, Experts) for group in request.model.feed_forward)
    for band in bands.values():
        if band.parallel != how or band.experts != experts:
            continue
        spans = ((band.label_bits, request.form.label_bits), (band.bandwidth_gb_s, bandwidth), (band.parameters, size))
        if all(span.low <= one <= span.high for span, one in spans):
            return Expected(ceiling * band.low, ceiling * band.high, band.name, band.rows)
    return None


def names_engine(name: str) -> bool:
    """Whether the name is that of an engine, and not of the guides' rule of thumb."""
    return spelled(name) != "rule-of-thumb"
