"""Rule of thumb for speed: what memory bandwidth allows, and how much compute a byte must bring with it.

The bound is the roofline's (Williams, Waterman, Patterson 2009, doi:10.1145/1498765.1498785): decoding one token at batch one
reads all weights once, so no token can take less time than that read.
"""

from __future__ import annotations

from gpuguide.quantities.declared import (
    Bandwidth,
    BytesPerParameter,
    Compute,
    Count,
    Duration,
    HoursPerMonth,
    Intensity,
    Memory,
    Operations,
    TokensPerMonth,
    TokensPerSecond,
)


def decode_ceiling(bandwidth: Bandwidth, weights: Memory) -> TokensPerSecond:
    """Tokens a second that one request cannot exceed at batch one; a bound, not an expectation."""
    return bandwidth / weights


def arithmetic_intensity(compute: Compute, bandwidth: Bandwidth) -> Intensity:
    """Operations a byte that keep a card's compute busy while its memory streams."""
    return compute / bandwidth


def operations_per_byte(operations: Operations, width: BytesPerParameter) -> Intensity:
    """Operations that decoding does for each byte of weights that it reads."""
    return operations / width


def sparse_rate(dense: Compute, sparsity: Count) -> Compute:
    """The rate that a maker prints with structured sparsity, from the dense rate."""
    return dense * sparsity


def average_speed(tokens: TokensPerMonth, hours: HoursPerMonth, hour_length: Duration) -> TokensPerSecond:
    """Tokens a second when a month's tokens are spread evenly over all of its hours."""
    return tokens / hours / hour_length
