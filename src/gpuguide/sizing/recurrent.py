"""Layers with a state instead of a cache: what each keeps for one sequence, and how many weights it has.

Knows the shapes of five mixers. Refuses to know which model has which. States and convolution tails are counted in elements
of one layer; a sequence keeps one of each, whatever its length.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True)
class GatedDelta:
    """Gated delta rule (Yang, Kautz, Hatamizadeh 2024, arXiv:2412.06464): a matrix of key by value dimension a value head."""

    key_heads: int
    value_heads: int
    key_dim: int
    value_dim: int
    conv: int

    @property
    def _channels(self) -> int:
        return 2 * self.key_heads * self.key_dim + self.value_heads * self.value_dim

    @property
    def state_elements(self) -> int:
        """Elements of the recurrent state of one layer."""
        return self.value_heads * self.key_dim * self.value_dim

    @property
    def conv_elements(self) -> int:
        """Elements of the short convolution's tail of one layer."""
        return self._channels * (self.conv - 1)

    def weights(self, hidden: int) -> int:
        """Parameters of one layer: q, k, v and output gate, two gates a head, convolution, decay, norm, output."""
        values = self.value_heads * self.value_dim
        projections = hidden * (self._channels + values + 2 * self.value_heads)
        return projections + self._channels * self.conv + 2 * self.value_heads + self.value_dim + values * hidden


@dataclass(frozen=True)
class Mamba2:
    """State-space duality (Dao, Gu 2024, arXiv:2405.21060): head dimension by state size a head."""

    heads: int
    head_dim: int
    groups: int
    state: int
    conv: int
    conv_bias: bool = True

    @property
    def inner(self) -> int:
        """Width of the mixer."""
        return self.heads * self.head_dim

    @property
    def _channels(self) -> int:
        return self.inner + 2 * self.groups * self.state

    @property
    def state_elements(self) -> int:
        """Elements of the recurrent state of one layer."""
        return self.heads * self.head_dim * self.state

    @property
    def conv_elements(self) -> int:
        """Elements of the short convolution's tail of one layer."""
        return self._channels * (self.conv - 1)

    def weights(self, hidden: int) -> int:
        """Parameters of one layer: input, convolution, decay, step bias and skip a head, norm, output."""
        projected = hidden * (self.inner + self._channels + self.heads)
        convolution = self._channels * (self.conv + int(self.conv_bias))
        return projected + convolution + 3 * self.heads + self.inner + self.inner * hidden


@dataclass(frozen=True)
class Mamba1:
    """Selective state space (Gu, Dao 2023, arXiv:2312.00752): inner width by state size. `inner_norms`: on step, B and C."""

    inner: int
    state: int
    conv: int
    rank: int
    conv_bias: bool = True
    inner_norms: bool = False

    @property
    def state_elements(self) -> int:
        """Elements of the recurrent state of one layer."""
        return self.inner * self.state

    @property
    def conv_elements(self) -> int:
        """Elements of the short convolution's tail of one layer."""
        return self.inner * (self.conv - 1)

    def weights(self, hidden: int) -> int:
        """Parameters of one layer: input, convolution, step/B/C, step, decay, skip, output."""
        convolution = self.inner * (self.conv + int(self.conv_bias))
        mixed = self.inner * (self.rank + 2 * self.state) + self.rank * self.inner + self.inner
        norms = self.rank + 2 * self.state if self.inner_norms else 0
        return hidden * 2 * self.inner + convolution + mixed + self.inner * self.state + self.inner + norms + self.inner * hidden


@dataclass(frozen=True)
class Lightning:
    """Linear attention with decay (Qin et al. 2024, arXiv:2401.04658): a square of the head dimension a head, no convolution."""

    heads: int
    head_dim: int

    @property
    def state_elements(self) -> int:
        """Elements of the recurrent state of one layer."""
        return self.heads * self.head_dim * self.head_dim

    @property
    def conv_elements(self) -> int:
        """There is no convolution."""
        return 0

    def weights(self, hidden: int) -> int:
        """Parameters of one layer: q, k, v, output gate, output, and a norm of the inner width."""
        inner = self.heads * self.head_dim
        return 5 * hidden * inner + inner


@dataclass(frozen=True)
class ChannelDelta:
    """Delta rule with a decay a channel (Kimi Team 2025, arXiv:2510.26692); decay and gate pass through one head dimension."""

    heads: int
    head_dim: int
    conv: int

    @property
    def inner(self) -> int:
        """Width of the mixer."""
        return self.heads * self.head_dim

    @property
    def state_elements(self) -> int:
        """Elements of the recurrent state of one layer."""
        return self.heads * self.head_dim * self.head_dim

    @property
    def conv_elements(self) -> int:
        """Elements of the three short convolutions' tails of one layer."""
        return 3 * self.inner * (self.conv - 1)

    def weights(self, hidden: int) -> int:
        """Parameters of one layer: q, k, v, output, convolutions, low-rank decay and gate, a write gate a head, norm."""
        low_rank = 2 * (hidden * self.head_dim + self.head_dim * self.inner)
        return (
            4 * hidden * self.inner
            + 3 * self.inner * self.conv
            + low_rank
            + hidden * self.heads
            + self.heads
            + self.inner
            + self.head_dim
        )


Mixer: TypeAlias = GatedDelta | Mamba2 | Mamba1 | Lightning | ChannelDelta
