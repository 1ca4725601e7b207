"""A cache of contiguous cells, as llama.cpp allocates it before the first token.

Knows how cells are rounded for slots, windows and batches (llama.cpp, src/llama-context.cpp and src/llama-kv-cache-iswa.cpp).
Refuses to know how much memory a card has. Sizes are exact bytes of all layers.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from gpuguide.sizing.architecture import Architecture, Attention, Compressed, Latent, Recurrent
from gpuguide.sizing.cache import CacheType, Sharing, index_bytes_per_token, layer_bytes_per_token
from gpuguide.sizing.refusals import above_zero

STATE_BYTES = 4
"""The engine keeps recurrent states and convolution tails in 32 bits."""


@dataclass(frozen=True)
class Slots:
    """How the engine is started: cells in all, slots that share them, physical batch, cells to which everything is padded.

    `unified` slots share one cache; else each slot has its own. `windows_as_full` keeps a full context for windows too.
    """

    slots: int = 1
    batch: int = 512
    padding: int = 256
    unified: bool = False
    windows_as_full: bool = False

    def __post_init__(self) -> None:
        """Refuse a start without slots, batch or padding."""
        above_zero(slots=self.slots, batch=self.batch, padding=self.padding)


def padded(cells: int, padding: int) -> int:
    """Cells rounded up to a multiple."""
    return -(-cells // padding) * padding


def cells_of_stream(context: int, start: Slots) -> int:
    """Cells of one stream: the whole context when slots share it, else each slot's part of it, padded."""
    return padded(context if start.unified else context // start.slots, start.padding)


def streams(start: Slots) -> int:
    """Streams that have cells of their own."""
    return 1 if start.unified else start.slots


def cells(context: int, start: Slots) -> int:
    """Cells of a layer that keeps the whole context, for all slots."""
    return cells_of_stream(context, start) * streams(start)


def window_cells(window: int, context: int, start: Slots) -> int:
    """Cells of a layer with a window, for all slots: the windows and one batch, padded, and never more than a full context."""
    whole = cells_of_stream(context, start)
    if start.windows_as_full:
        return whole * streams(start)
    wanted = window * (start.slots if start.unified else 1) + start.batch
    return padded(min(whole, wanted), start.padding) * streams(start)


def cache_bytes(model: Architecture, kv: CacheType, context: int, start: Slots) -> Fraction:
    """Bytes of the whole cache: cells by layer, and a state for each slot."""
    total = index_bytes_per_token(model) * cells(context, start)
    for group in model.keepers:
        if isinstance(group, Recurrent):
            elements = group.mixer.state_elements + group.mixer.conv_elements
            total += group.layers * elements * STATE_BYTES * start.slots
        elif isinstance(group, Latent) or (isinstance(group, Attention) and group.keeps):
            window = group.window if isinstance(group, Attention) else None
            count = cells(context, start) if window is None else window_cells(window, context, start)
            total += group.layers * layer_bytes_per_token(group, kv, Sharing()) * count
        elif isinstance(group, Compressed):
            total += group.layers * layer_bytes_per_token(group, kv, Sharing()) * _compressed_cells(group, context, start)
    return total


def window_cache_bytes(model: Architecture, kv: CacheType, context: int, start: Slots) -> Fraction:
    """Bytes of the cells of windows alone."""
    return sum(
        (
            group.layers * layer_bytes_per_token(group, kv, Sharing()) * window_cells(group.window, context, start)
            for group in model.keepers
            if isinstance(group, Attention | Compressed) and group.window is not None
        ),
        Fraction(0),
    )


def _compressed_cells(group: Compressed, context: int, start: Slots) -> int:
    entries = -(-cells(context, start) // group.ratio) if group.ratio else 0
    return entries + window_cells(group.window, context, start)
