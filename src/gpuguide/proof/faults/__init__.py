"""Seeded faults: sites, sources and the engine are made wrong on purpose, and the judge must find each.

Knows kinds of faults, chance and the judge. Refuses to weaken a fault that the judge does not find: that is a hole in the judge.
"""

from __future__ import annotations

from gpuguide.proof.faults.kinds import ENGINE, OUTPUTS, SOURCES
from gpuguide.proof.faults.seeding import Seeded, seed_faults, seed_one

__all__ = ["ENGINE", "OUTPUTS", "SOURCES", "Seeded", "seed_faults", "seed_one"]
