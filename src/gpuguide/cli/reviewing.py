"""`diff`: two states of a project compared, as text, Markdown or JSON.

Knows which states are meant and how a terminal paints what went and came. Refuses to compare: `review` does.
"""

from __future__ import annotations

import json
from pathlib import Path

from rich.text import Text

from gpuguide.cli.console import Screen
from gpuguide.errors import Exit, Place, UsageError, nearest
from gpuguide.review import plain
from gpuguide.review.compare import compare
from gpuguide.review.machine import as_json
from gpuguide.review.markdown import markdown
from gpuguide.review.report import Review
from gpuguide.review.states import WORKING_TREE, State, state

FORMATS = ("text", "markdown", "json")
_COLOURS = {"": "", "-": "red", "+": "green"}


def diff(root: Path, wanted: str, site: str | None, form: str, fail: bool, screen: Screen) -> int:
    """Say what differs between a revision or folder and the project as it lies there; the exit code."""
    if form not in FORMATS:
        raise UsageError.at(Place("--format"), f"there is no format {form}", nearest(form, FORMATS))
    with state(root, wanted) as old, screen.progress("comparing"):
        review = compare(old, State(root, WORKING_TREE), site)
    if form == "json":
        screen.out.print(json.dumps(as_json(review), ensure_ascii=False, indent=1))
    elif form == "markdown":
        screen.out.print(markdown(review), end="")
    else:
        show(review, screen)
    if any(one.unreadable for one in review.sites) and not any(one.compared for one in review.sites):
        return int(Exit.FACTS)
    return int(Exit.FINDINGS if fail and review.differs else Exit.OK)


def show(review: Review, screen: Screen) -> None:
    """The review in a terminal: what went in red, what came in green."""
    for line in plain.lines(review):
        screen.out.print(Text.assemble(*((text, _COLOURS[mark]) for text, mark in line)))
