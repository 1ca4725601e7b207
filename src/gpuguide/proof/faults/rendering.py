"""Faults in the engine's writing: languages, records, cells, words, links.

Knows the seams of the upper layers by name. Refuses to know what a site built with them looks like: the judge must see it.
"""

from __future__ import annotations

import datetime
from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from random import Random
from typing import Any

from gpuguide.figures.model import Figure
from gpuguide.l10n import Writer
from gpuguide.proof.faults.engine import EngineKind, Wrong, function, method, wrapped
from gpuguide.proof.faults.patching import Swap
from gpuguide.quantities import Missing
from gpuguide.site import downloads, structured
from gpuguide.site.blocks import Blocks
from gpuguide.site.charts import svg
from gpuguide.site.derivations import Derivations, anchor
from gpuguide.site.pen import Pen
from gpuguide.site.tables import Tables
from gpuguide.site.texts import Text, Texts
from gpuguide.site.urls import Urls


def _remembering(key: Callable[..., object]) -> Callable[[type, str], EngineKind]:
    """A kind with a cache of its own that forgets part of what it should ask for."""

    def kind(owner: type, name: str) -> EngineKind:
        def swaps(chance: Random) -> list[Swap]:
            seen: dict[object, Any] = {}

            def wrong(right: Callable[..., Any], *args: Any, **named: Any) -> Any:
                asked = key(*args, **named)
                if asked not in seen:
                    seen[asked] = right(*args, **named)
                return seen[asked]

            return [Swap(owner, name, wrapped(owner.__dict__[name], wrong))]

        return swaps

    return kind


def _signs_turned(right: Callable[..., str], *args: Any, **named: Any) -> str:
    return right(*args, **named).translate(str.maketrans(".,", ",."))


def _ungrouped(right: Callable[..., str], writer: Writer, *args: Any) -> str:
    return right(writer, *args).replace(writer.locale.group, "")


def _no_unit(right: Callable[..., str], writer: Writer, *args: Any) -> str:
    return "{n}"


def _other_style(right: Callable[..., str], writer: Writer, unit: str, style: str = "prose", variant: str = "") -> str:
    return right(writer, unit, "table" if style == "prose" else "prose", variant)


def _next_day(right: Callable[..., str], writer: Writer, value: datetime.date) -> str:
    return right(writer, value + datetime.timedelta(days=1))


def _unrecorded(kind: str) -> Wrong:
    """Writes as ever, and records nothing."""

    def wrong(right: Callable[..., Any], pen: Pen, *args: Any) -> Any:
        kept = len(getattr(pen.record, kind))
        written = right(pen, *args)
        del getattr(pen.record, kind)[kept:]
        return written

    return wrong


def _bypassed(right: Callable[..., Any], pen: Pen, *args: Any) -> Any:
    """A number without the pen: plain text, unrecorded."""
    written = _unrecorded("figures")(right, pen, *args)
    return written.striptags() if hasattr(written, "striptags") else written


def _record_of_another(right: Callable[..., Any], pen: Pen, key: str, unit: str, value: str, text: str, form: str) -> Any:
    """The element and record of one figure with the text of the one before."""
    before = getattr(pen.record, "_before", text)
    pen.record._before = text  # type: ignore[attr-defined]  # a fault may do such things
    return right(pen, key, unit, value, before, form)


def _nought(right: Callable[..., Any], pen: Pen, figure: Figure, missing: Missing) -> Any:
    return pen._data(figure.key, figure.unit.id, "0", pen.writer.quantity(0, figure.unit.id), "")


def _exact_for_machines(right: Callable[..., Any], pen: Pen, figure: Figure, with_unit: bool = False) -> Any:
    if figure.missing is not None:
        return right(pen, figure, with_unit)
    return right(pen, replace(figure, printed=figure.value), with_unit)


def _not(right: Callable[..., Any], pen: Pen, *args: Any) -> Any:
    """Yes for no."""
    words = {**pen.words, "yes": pen.words["no"], "no": pen.words["yes"]}
    return right(Pen(pen.site, pen.book, pen.writer, pen.record, words, pen.carrier), *args)


def _name_of_the_first(right: Callable[..., str], pen: Pen, collection: str, member: str) -> str:
    return right(pen, collection, next(iter(pen.book.facts.members(collection))))


def _untranslated(right: Callable[..., Text], texts: Texts, text: str, *rest: Any) -> Text:
    """The source language without a word."""
    return replace(right(texts, text, *rest), text=text)


def _row_before(right: Callable[..., Any], tables: Tables, table: str, index: int, column: Any, row: Any) -> Any:
    """Every cell but the first is that of the row before."""
    before = getattr(tables, "_before", {}).get((table, index), row)
    tables._before = {**getattr(tables, "_before", {}), (table, index): row}  # type: ignore[attr-defined]  # a fault may
    return right(tables, table, index, column, before if index and set(before) == set(row) else row)


def _always(stands: bool) -> Wrong:
    return lambda right, blocks, block: (
        stands if block.attributes.get("claim") or block.attributes.get("unless") else right(blocks, block)
    )


def _claims_not_told(right: Callable[..., str], blocks: Blocks, block: Any, attribute: str) -> str:
    return ""


def _a_tenth_more(right: Callable[..., Fraction], part: Fraction) -> Fraction:
    return right(part) + Fraction(1, 10)


def _exact_operand(right: Callable[..., Any], pen: Pen, figure: Figure, printed: bool = False) -> Any:
    return right(pen, figure, not printed)


def _first_alternate_twice(right: Callable[..., Any], *args: Any) -> Any:
    found = right(*args)
    return [found[0]] * len(found) if found else found


def _upside_down(right: Callable[..., Any], *args: Any) -> Any:
    heads, rows = right(*args)
    return heads, rows[::-1]


def _heads_moved(right: Callable[..., Any], *args: Any) -> Any:
    heads, rows = right(*args)
    return [*heads[1:], *heads[:1]], rows


def _first_anchor(right: Callable[..., str], derivations: Derivations, figure: Figure) -> str:
    """Every link leads to the first derivation of the page."""
    right(derivations, figure)
    return anchor(next(iter(derivations.wanted)))


def _no_questions(right: Callable[..., Any], page: Any) -> Any:
    found = right(page)
    return {**found, "mainEntity": found["mainEntity"][:-1]} if found.get("mainEntity") else found


KINDS: Mapping[str, EngineKind] = {
    "writer turns signs round": method(Writer, "_number", _signs_turned),
    "writer groups nothing": method(Writer, "_number", _ungrouped),
    "writer leaves units out": method(Writer, "pattern", _no_unit),
    "writer takes the other style of a unit": method(Writer, "pattern", _other_style),
    "writer is a day late": method(Writer, "date", _next_day),
    "cache of quantities forgets the locale": _remembering(lambda writer, *rest, **named: (rest, tuple(sorted(named.items()))))(
        Writer, "_quantity"
    ),
    "cache of numbers forgets the locale": _remembering(lambda writer, *rest, **named: (rest, tuple(sorted(named.items()))))(
        Writer, "_number"
    ),
    "cache of names forgets the locale": _remembering(lambda pen, *rest: rest)(Pen, "name_text"),
    "cache of dates forgets the locale": _remembering(lambda writer, value: value)(Writer, "date"),
    "cache of texts forgets the locale": _remembering(lambda texts, text, *rest: text)(Texts, "get"),
    "cache of figures forgets the form": _remembering(lambda pen, figure, form="": (figure.key, pen.writer.id, pen.carrier))(
        Pen, "figure"
    ),
    "pen records no figure": method(Pen, "_data", _unrecorded("figures")),
    "pen records no name": method(Pen, "_name", _unrecorded("names")),
    "pen records no missing value": method(Pen, "_missing", _unrecorded("figures")),
    "pen is bypassed": method(Pen, "_data", _bypassed),
    "pen writes the text of the figure before": method(Pen, "_data", _record_of_another),
    "pen writes nought for a missing value": method(Pen, "_missing", _nought),
    "pen writes exact values for machines": method(Pen, "machine", _exact_for_machines),
    "pen says yes for no": method(Pen, "flag", _not),
    "pen calls every member like the first": method(Pen, "name_text", _name_of_the_first),
    "pen prints operands for exact ones": method(Pen, "operand", _exact_operand),
    "texts fall back to the source language": method(Texts, "get", _untranslated),
    "table takes the row before": method(Tables, "_cell", _row_before),
    "blocks stand though their claims do not hold": method(Blocks, "stands", _always(True)),
    "blocks with claims never stand": method(Blocks, "stands", _always(False)),
    "blocks do not tell their claims": method(Blocks, "_keys", _claims_not_told),
    "charts draw everything a tenth further": function(svg.tenth, _a_tenth_more),
    "alternates are all the first": method(Urls, "alternates", _first_alternate_twice),
    "links lead to the first derivation": method(Derivations, "want", _first_anchor),
    "files have their rows upside down": function(downloads._content, _upside_down),
    "files have their heads moved": function(downloads._content, _heads_moved),
    "structured data loses a question": function(structured._questions, _no_questions),
}
