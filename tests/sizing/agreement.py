"""The measured cases and the desk that answers them, read once for all tests."""

from __future__ import annotations

from pathlib import Path

from gpuguide.catalog.serving import Serving
from gpuguide.figures.measured import Case, load_cases
from gpuguide.figures.sized import Desk
from gpuguide.sizing.architecture import Architecture

ROOT = Path(__file__).resolve().parents[2]
DESK = Desk(ROOT)


def cases() -> list[Case]:
    return load_cases(DESK)


def load_serving_once() -> Serving:
    return DESK.serving


def model(name: str) -> Architecture:
    return DESK.architecture(DESK.model(name))
