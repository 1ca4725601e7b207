"""What a model is made of: groups of equal layers, each with what it keeps of every token.

Knows attention with keys and values (MHA, GQA, MQA; whole context, window or chunk), latent and compressed caches, recurrent
state, dense and expert feed-forward layers. Refuses to know any particular model, and to guess a dimension: a value that cannot
be is refused with its field's name. All sizes are whole numbers: elements, heads, tokens, layers.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from gpuguide.sizing.recurrent import Mixer
from gpuguide.sizing.refusals import above_zero, not_negative, refuse

BIASES = ("none", "qkv", "all")
NORMS = ("none", "head", "full")


@dataclass(frozen=True)
class Attention:
    """Layers that keep one key and one value vector a token and KV head (Ainslie et al. 2023, arXiv:2305.13245).

    `window` is the number of tokens that a layer looks back on, None for all of them; a `chunked` layer looks back to the start
    of its chunk instead. `keeps` is false for layers that read the cache of an earlier layer and write none. `norm` says whether
    queries and keys are normalised with one scale a head dimension or one for their full width; `gate` that an output gate as
    wide as the queries is projected too; `value_projection` that values have a projection of their own. `norms` counts the
    vectors of the hidden width that belong to the sublayer.
    """

    layers: int
    heads: int
    kv_heads: int
    key_dim: int
    value_dim: int
    window: int | None = None
    chunked: bool = False
    keeps: bool = True
    bias: str = "none"
    norm: str = "none"
    sinks: bool = False
    gate: bool = False
    head_gate: bool = False
    value_projection: bool = True
    norms: int = 1

    def __post_init__(self) -> None:
        """Refuse dimensions that cannot be."""
        above_zero(layers=self.layers, heads=self.heads, kv_heads=self.kv_heads, key_dim=self.key_dim, value_dim=self.value_dim)
        not_negative(norms=self.norms)
        if self.kv_heads > self.heads or self.heads % self.kv_heads:
            raise refuse("kv_heads", self.kv_heads, f"a divisor of the {self.heads} heads")
        if self.window is not None:
            above_zero(window=self.window)
        if self.chunked and self.window is None:
            raise refuse("window", "none", "the width of the chunks")
        if self.bias not in BIASES:
            raise refuse("bias", self.bias, f"one of {', '.join(BIASES)}")
        if self.norm not in NORMS:
            raise refuse("norm", self.norm, f"one of {', '.join(NORMS)}")


@dataclass(frozen=True)
class Latent:
    """Layers that keep one compressed vector and one rotary key a token (DeepSeek-AI 2024, arXiv:2405.04434).

    `rank` is the width of the compressed vector, `rope_dim` of the shared rotary key; `nope_dim` and `value_dim` are what a head
    unfolds from it. `query_rank` is 0 where queries are not compressed.
    """

    layers: int
    heads: int
    rank: int
    rope_dim: int
    nope_dim: int
    value_dim: int
    query_rank: int = 0
    output_gate: bool = False
    norms: int = 1

    def __post_init__(self) -> None:
        """Refuse dimensions that cannot be."""
        above_zero(layers=self.layers, heads=self.heads, rank=self.rank, nope_dim=self.nope_dim, value_dim=self.value_dim)
        not_negative(rope_dim=self.rope_dim, query_rank=self.query_rank, norms=self.norms)


@dataclass(frozen=True)
class Compressed:
    """Layers that keep one shared vector of `width` for every `ratio` tokens, and one a token for the last `window` tokens.

    `ratio` is 0 for layers that keep the window only. Their parameters are not computed.
    """

    layers: int
    heads: int
    width: int
    ratio: int
    window: int

    def __post_init__(self) -> None:
        """Refuse dimensions that cannot be."""
        above_zero(layers=self.layers, heads=self.heads, width=self.width, window=self.window)
        not_negative(ratio=self.ratio)


@dataclass(frozen=True)
class Recurrent:
    """Layers whose state does not grow with the context: a state-space or linear-attention mixer."""

    layers: int
    mixer: Mixer
    state_bytes: int = 4
    norms: int = 1

    def __post_init__(self) -> None:
        """Refuse dimensions that cannot be."""
        above_zero(layers=self.layers, state_bytes=self.state_bytes)
        not_negative(norms=self.norms)


@dataclass(frozen=True)
class Indexer:
    """A cache of index keys beside the attention's own; `bytes_per_token` is of one layer and does not follow the KV dtype."""

    layers: int
    bytes_per_token: Fraction


@dataclass(frozen=True)
class Dense:
    """Feed-forward layers of one width; gated ones have three matrices (Shazeer 2020, arXiv:2002.05202), others two."""

    layers: int
    width: int
    gated: bool = True
    bias: bool = False
    norms: int = 1

    def __post_init__(self) -> None:
        """Refuse dimensions that cannot be."""
        above_zero(layers=self.layers, width=self.width)
        not_negative(norms=self.norms)


@dataclass(frozen=True)
class Experts:
    """Feed-forward layers of which a router picks some experts a token (Shazeer et al. 2017, arXiv:1701.06538).

    `shared` experts of `shared_width` run for every token. `latent` is the width on which experts act, 0 for the hidden width.
    `router_bias` counts vectors of one number an expert beside the router's matrix; `scales` likewise counts scalars an expert
    and `gate_norms` vectors of the hidden width that belong to the router.
    """

    layers: int
    experts: int
    active: int
    width: int
    gated: bool = True
    bias: bool = False
    shared: int = 0
    shared_width: int = 0
    shared_gate: bool = False
    router_bias: int = 0
    latent: int = 0
    norms: int = 1

    def __post_init__(self) -> None:
        """Refuse dimensions that cannot be, and more experts a token than there are."""
        above_zero(layers=self.layers, experts=self.experts, active=self.active, width=self.width)
        not_negative(
            shared=self.shared,
            shared_width=self.shared_width,
            router_bias=self.router_bias,
            latent=self.latent,
            norms=self.norms,
        )
        if self.active > self.experts:
            raise refuse("active", self.active, f"at most the {self.experts} experts")
        if bool(self.shared) != bool(self.shared_width):
            raise refuse("shared_width", self.shared_width, "a width above 0 exactly where there are shared experts")


Keeper: TypeAlias = Attention | Latent | Compressed | Recurrent
FeedForward: TypeAlias = Dense | Experts


@dataclass(frozen=True, eq=False)
class Architecture:
    """A model's decoder: hidden width, vocabulary, the groups that mix tokens and the groups that do not.

    Two are told apart by identity, so that what is counted once of a model is kept for it.

    `norm_vectors` is 1 for norms with a scale and 2 with a shift too, 0 for norms without weights. `rest` is the number of
    parameters that the dimensions above do not give (blocks of unequal width, further tables), `rest_active` how many of them one
    token reads. `towers` counts the parameters of encoders that are loaded beside the decoder; no token of text reads them.
    """

    hidden: int
    vocabulary: int
    tied: bool
    keepers: tuple[Keeper, ...]
    feed_forward: tuple[FeedForward, ...] = ()
    indexers: tuple[Indexer, ...] = ()
    norm_vectors: int = 1
    final_norms: int = 1
    head_bias: bool = False
    rest: int = 0
    rest_active: int = 0
    towers: int = 0

    def __post_init__(self) -> None:
        """Refuse dimensions that cannot be."""
        above_zero(hidden=self.hidden, vocabulary=self.vocabulary)
        if not self.keepers:
            raise refuse("attention", "no layers", "at least one group of layers")
        not_negative(
            norm_vectors=self.norm_vectors,
            final_norms=self.final_norms,
            rest=self.rest,
            rest_active=self.rest_active,
            towers=self.towers,
        )
        if self.rest_active > self.rest:
            raise refuse("rest_active", self.rest_active, f"at most the {self.rest} parameters of the rest")

    @property
    def layers(self) -> int:
        """Layers that mix tokens, in all groups; the depth of the model unless feed-forward layers stand alone."""
        return sum(group.layers for group in self.keepers)

    @property
    def depth(self) -> int:
        """The number that names tensors by layer: the larger of the layers that mix tokens and those that do not."""
        return max(self.layers, max((group.layers for group in self.feed_forward), default=0))
