"""Turns catalog records of the engine level into what the calculator takes.

Knows both sides' names. Refuses to compute and to read files. A dimension that the calculator refuses is reported at the place of
the record that holds it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from gpuguide.catalog import layer_groups as groups
from gpuguide.catalog.model import Model
from gpuguide.errors import FactsError, GuideError, Place, Problem
from gpuguide.sizing import architecture, recurrent

MIXERS: Mapping[str, Callable[..., recurrent.Mixer]] = {
    "gated-delta": recurrent.GatedDelta,
    "mamba2": recurrent.Mamba2,
    "mamba1": recurrent.Mamba1,
    "lightning": recurrent.Lightning,
    "channel-delta": recurrent.ChannelDelta,
}
_FLAGS = {"mamba2": ("conv_bias",), "mamba1": ("conv_bias", "inner_norms")}


def architecture_of(model: Model, place: Place) -> architecture.Architecture:
    """The architecture of a catalog model; `FactsError` at `place` where its dimensions cannot be."""
    try:
        return architecture.Architecture(
            hidden=model.hidden,
            vocabulary=model.vocabulary,
            tied=model.tied_embeddings,
            keepers=tuple(_keeper(group) for group in model.attention),
            feed_forward=tuple(_feed_forward(group) for group in model.feed_forward),
            indexers=tuple(architecture.Indexer(one.layers, one.bytes_per_token) for one in model.indexers),
            norm_vectors=model.norm_vectors,
            final_norms=model.final_norms,
            head_bias=model.head_bias,
            rest=model.rest.parameters if model.rest else 0,
            rest_active=model.rest.active if model.rest else 0,
            towers=model.towers.parameters if model.towers else 0,
        )
    except GuideError as error:
        raise FactsError([_moved(problem, place) for problem in error.problems]) from error


def _moved(problem: Problem, place: Place) -> Problem:
    return replace(problem, place=place)


def _keeper(
    group: groups.AttentionGroup | groups.LatentGroup | groups.CompressedGroup | groups.RecurrentGroup,
) -> architecture.Keeper:
    if isinstance(group, groups.RecurrentGroup):
        fields = (*groups.MIXERS[group.mixer], *_FLAGS.get(group.mixer, ()))
        mixer = MIXERS[group.mixer](**{field: getattr(group, field) for field in fields})
        return architecture.Recurrent(group.layers, mixer, group.state_bytes, group.norms)
    values = group.model_dump(exclude={"kind"})
    if isinstance(group, groups.AttentionGroup):
        return architecture.Attention(**values)
    return architecture.Latent(**values) if isinstance(group, groups.LatentGroup) else architecture.Compressed(**values)


def _feed_forward(group: groups.DenseGroup | groups.ExpertGroup) -> architecture.FeedForward:
    values = group.model_dump(exclude={"kind"})
    return architecture.Dense(**values) if isinstance(group, groups.DenseGroup) else architecture.Experts(**values)
