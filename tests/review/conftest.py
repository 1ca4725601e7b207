"""Two copies of the made-up guide, the second to be changed, and what a review of them finds."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from gpuguide.review.compare import compare
from gpuguide.review.report import Review, SiteReview
from gpuguide.review.states import State
from tests.site.guide import write_guide

Change = Callable[[str, str, str], None]


@pytest.fixture(scope="session")
def before(tmp_path_factory: pytest.TempPathFactory, project_root: Path) -> Path:
    """The guide as it was; not to be changed."""
    return write_guide(tmp_path_factory.mktemp("before") / "guide", project_root)


@pytest.fixture
def after(before: Path, tmp_path: Path) -> Path:
    """The guide as it is, to be changed."""
    return Path(shutil.copytree(before, tmp_path / "after"))


@pytest.fixture
def change(after: Path) -> Change:
    """Puts one text in the place of another in a file of the guide; the old one must be there once."""

    def replace(name: str, old: str, new: str) -> None:
        text = (after / name).read_text(encoding="utf-8")
        assert text.count(old) == 1, f"{name} has {old!r} {text.count(old)} times"
        (after / name).write_text(text.replace(old, new), encoding="utf-8")

    return replace


@pytest.fixture
def review(before: Path, after: Path) -> Callable[[], Review]:
    """Compares the two copies."""
    return lambda: compare(State(before, "before"), State(after, "after"))


@pytest.fixture
def found(review: Callable[[], Review]) -> Callable[[], SiteReview]:
    """What the review says of the one site."""
    return lambda: review().sites[0]
