"""A site's own questions, answered at engine level, and the file that keeps question and answer together.

Knows which keys an editor writes and which are the calculator's. Refuses to load a site's pages.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from fractions import Fraction
from pathlib import Path

from gpuguide.catalog.agreement import ServerAnswer
from gpuguide.catalog.facts import Facts
from gpuguide.catalog.loader import load_sites
from gpuguide.figures.sized import Asked, Desk, size
from gpuguide.quantities import Quantity, decimal_text, round_to_step
from gpuguide.sizing.budget import GIBIBYTE

COMPUTED = ("name", "verdict", "margin_low_gib", "margin_high_gib")
_MEMBER = re.compile(r"  ([a-z0-9-]+):\s*(#.*)?")
_KEY = re.compile(r"    ([a-z_]+):")


def answers_file(root: Path, site: str) -> Path:
    """The file of a site's questions and answers."""
    return root / "data" / "sites" / site / "answers.yaml"


def answers_text(desk: Desk, site: str) -> str:
    """The file as it is due: what editors wrote, with the calculator's keys below each question."""
    loaded = load_sites(desk.root, site)[0]
    due = {name: computed(desk, loaded.facts, answer) for name, answer in loaded.facts.members("answers").items()}
    text = answers_file(desk.root, site).read_text(encoding="utf-8")
    return "\n".join(_rewritten(text.splitlines(), due)) + "\n"


def computed(desk: Desk, facts: Facts, answer: ServerAnswer) -> dict[str, str]:
    """What the calculator adds to a question."""
    found = desk.model(answer.model)
    sized = size(
        desk,
        found,
        Asked(
            gpu=answer.gpu,
            count=_whole(facts, f"counts.{answer.count}.cards"),
            weights=answer.precision,
            kv_dtype=answer.kv_dtype,
            context=_whole(facts, f"contexts.{answer.context}.tokens"),
            batch=int(answer.requests.written),
            engine=answer.engine,
            gpu_memory_utilization=answer.fraction,
            max_num_seqs=None if answer.sequences is None else int(answer.sequences.written),
        ),
    )
    margin = sized.answer.margin
    return {
        "name": json.dumps(found.model.name, ensure_ascii=False),
        "verdict": sized.answer.verdict.replace(" ", "-"),
        "margin_low_gib": _gib(margin.low),
        "margin_high_gib": _gib(margin.high),
    }


def _whole(facts: Facts, path: str) -> int:
    value = facts.get(path).value
    assert isinstance(value, Quantity)
    return int(value.written)


def _gib(value: Fraction) -> str:
    return decimal_text(round_to_step(value / GIBIBYTE, Fraction(1, 100)))


def _rewritten(lines: list[str], due: Mapping[str, Mapping[str, str]]) -> Iterator[str]:
    """The lines without the calculator's keys, and those keys anew at the end of each question."""
    member: str | None = None
    for line in [*lines, None]:
        start, key = _MEMBER.fullmatch(line or ""), _KEY.match(line or "")
        if member is not None and key is None:
            yield from (f"    {name}: {value}" for name, value in due[member].items())
            member = None
        if start is not None and start[1] in due:
            member = start[1]
        if line is not None and (key is None or key[1] not in COMPUTED):
            yield line
