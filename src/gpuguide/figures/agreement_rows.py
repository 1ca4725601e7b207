"""The measured cases as rows of a page: what was predicted, what was measured, and how far apart they are.

Knows which numbers are shown, in which unit, and how a row is written. Refuses to compare: the rules do.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from gpuguide.catalog.schema_kinds import modeline
from gpuguide.figures.agreement import compared
from gpuguide.figures.measured import Case, Compared
from gpuguide.quantities import UNITS, decimal_text, round_to_step
from gpuguide.sizing.formats import Interval

FILE = "data/agreement.yaml"
_HEAD = """# Written by `gpuguide agreement` from data/sizing/measured.yaml and the calculator; a test holds it to both.
# kind: exact and tight = equal within the case's tolerance; bound = measured stays on its side of the prediction;
# trap = a number that must not be taken for what it seems. error_percent: the difference over what was measured;
# for a bound measured over predicted.
"""


@dataclass(frozen=True)
class Shown:
    """How one kind of number is shown: its id in `measures`, its unit, and its digits after the point."""

    measure: str
    unit: str
    digits: int

    def printed(self, amount: Fraction) -> Fraction:
        """An amount in base units as the number that stands in the file; errors are of these numbers, for readers to follow."""
        return round_to_step(amount / UNITS[self.unit].scale, Fraction(1, 10**self.digits))


@dataclass(frozen=True)
class Row:
    """One line of the file."""

    id: str
    fields: Mapping[str, str]


SHOWN: Mapping[str, Shown] = {
    "pool from blocks": Shown("pool", "GiB", 4),
    "pool from tokens": Shown("pool", "GiB", 4),
    "keys and values from tokens": Shown("pool", "GiB", 4),
    "pool by the identity": Shown("pool-identity", "GiB", 4),
    "tokens as logged": Shown("tokens-logged", "token", 0),
    "bytes of a logged token are no growth": Shown("bytes-of-logged-token", "B/token", 0),
    "logged tokens are not sequences x context": Shown("logged-not-sequences", "token", 0),
    "ranks do not share the latent vector": Shown("latent-shared", "B/token", 0),
    "capacity of copies over ranks": Shown("copies", "count", 2),
    "sequences": Shown("sequences", "sequence", 2),
    "tokens": Shown("tokens", "token", 0),
    "weights": Shown("weights", "GiB", 4),
    "weights, without encoders": Shown("weights-least", "GiB", 4),
    "loaded": Shown("loaded-most", "GiB", 4),
    "overhead": Shown("overhead-most", "GiB", 4),
    "needed": Shown("needed", "GiB", 4),
    "longest": Shown("longest", "token", 0),
    "cache": Shown("cache", "MiB", 2),
    "file": Shown("file", "GiB", 4),
    "bits": Shown("bits", "bit/weight", 4),
    "driver": Shown("driver", "MiB", 0),
    "visible": Shown("visible-most", "GiB", 2),
    "total from two logs": Shown("total", "GiB", 2),
    "read bandwidth": Shown("bandwidth-most", "GB/s", 1),
    "tokens a second": Shown("speed-most", "token/s", 2),
    "step": Shown("step-least", "s", 4),
    "time to the first token": Shown("first-token-least", "s", 4),
}
"""The numbers that are shown. A card's label, and a context against logged tokens, are checked but show nothing new."""


def rows(cases: list[Case]) -> Iterator[Row]:
    """Every shown number of every case that is more than a report."""
    for case in cases:
        if case.entry.holds != "report":
            written = [_fields(case, one, SHOWN[one.what]) for one in compared(case) if one.what in SHOWN]
            unique = [fields for index, fields in enumerate(written) if fields not in written[:index]]
            for index, fields in enumerate(unique):
                yield Row(case.entry.id if index == 0 else f"{case.entry.id}-{index + 1}", fields)


def agreement_text(cases: list[Case]) -> str:
    """The whole file of agreement."""
    found = list(rows(cases))
    kinds = [row.fields["kind"] for row in found]
    tally = {
        "cases": sum(case.entry.holds != "report" for case in cases),
        "rows": len(found),
        "equal": sum(kind in ("exact", "tight") for kind in kinds),
        "bound": kinds.count("bound"),
        "trap": kinds.count("trap"),
    }
    lines = [f"  {row.id}: {_flow(row.fields)}" for row in found]
    counts = [f"  {name}: {{value: {count}, unit: count}}" for name, count in tally.items()]
    return modeline(FILE) + _HEAD + "\n".join(["agreement:", *lines, "tally:", *counts]) + "\n"


def _fields(case: Case, one: Compared, shown: Shown) -> dict[str, str]:
    entry = case.entry
    bound = isinstance(one.predicted, Interval) or one.relation in ("at most", "at least")
    predicted = shown.printed(one.predicted.high if isinstance(one.predicted, Interval) else one.predicted)
    measured = shown.printed(one.measured)
    apart = measured / predicted if bound else abs(predicted - measured) / abs(measured)
    kind = "bound" if bound else "trap" if one.relation == "differs" else entry.holds
    return {
        "kind": kind if kind in ("exact", "tight") or bound or one.relation == "differs" else "tight",
        "measure": shown.measure,
        "card": _card(case),
        "model": _model(case),
        "engine": _engine(case),
        "predicted": _measure(predicted, shown),
        "measured": _measure(measured, shown),
        "error_percent": decimal_text(round_to_step(apart * 100, Fraction(1, 10))),
        "source": _text(source_text(entry.source)),
        "url": _text(entry.source),
    }


def _measure(value: Fraction, shown: Shown) -> str:
    return f"{{value: {decimal_text(value)}, unit: {_text(shown.unit)}}}"


def _card(case: Case) -> str:
    if case.entry.card is None:
        return "unknown"
    return _text(case.card.name if case.cards == 1 else f"{case.cards} × {case.card.name}")


def _model(case: Case) -> str:
    if case.entry.model is None:
        return "none"
    name = case.desk.model(case.entry.model).model.name
    return _text(name if case.entry.weights is None else f"{name}, {case.form.name}")


def _engine(case: Case) -> str:
    if case.entry.engine is None:
        return "none"
    return _text(f"{case.engine.name} {case.entry.version or ''}".rstrip())


def source_text(url: str) -> str:
    """An address as people read it: no scheme, no host that all share, no commit."""
    parts = url.removeprefix("https://").rstrip("/").split("/")
    if parts[0] != "github.com":
        return parts[0]
    owner = "/".join(parts[1:3])
    return f"{owner}, {parts[-1]}" if "blob" in parts else f"{owner} #{parts[-1]}"


def _text(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _flow(fields: Mapping[str, str]) -> str:
    return "{" + ", ".join(f"{key}: {value}" for key, value in fields.items()) + "}"
