"""Every kind of fault, by family and name.

Knows the list. Refuses to apply anything.
"""

from __future__ import annotations

from collections.abc import Mapping

from gpuguide.proof.faults import charting, engine, machines, numbers, placing, rendering, sources, standing, wording
from gpuguide.proof.faults.engine import EngineKind
from gpuguide.proof.faults.scene import Kind

OUTPUTS: Mapping[str, Kind] = {
    **numbers.KINDS,
    **standing.KINDS,
    **charting.KINDS,
    **wording.KINDS,
    **machines.KINDS,
    **placing.KINDS,
}
"""Faults in the files of a built site."""

SOURCES: Mapping[str, Kind] = sources.KINDS
"""Faults in what a site is built from."""

ENGINE: Mapping[str, EngineKind] = {**engine.KINDS, **rendering.KINDS}
"""Faults in the engine that builds it."""
