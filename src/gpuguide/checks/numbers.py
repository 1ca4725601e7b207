"""Judges every number and missing value of a page: key, exact value, unit, form and text.

Knows how the contract writes a number element. Refuses to take anything from figures.json: each number is held against
what was computed again.
"""

from __future__ import annotations

from dataclasses import dataclass

from gpuguide.checks.bench import Bench
from gpuguide.checks.digits import has_digit
from gpuguide.checks.facts import Amount, Missing, UnsoundError
from gpuguide.checks.languages import Language
from gpuguide.checks.numerals import parse_decimal, places, plain, published
from gpuguide.checks.pages import Carrier, Page
from gpuguide.checks.recompute import UnknownFormulaError
from gpuguide.checks.records import FigureRecord
from gpuguide.checks.units import scale
from gpuguide.checks.writing import FORMS, Written


@dataclass(frozen=True)
class Printed:
    """A number as it stands somewhere: in an element, or in a record for the title or the description."""

    where: str
    key: str
    unit: str
    form: str
    text: str
    value: str | None = None


def judge_numbers(bench: Bench, page: Page, language: Language) -> None:
    """Judge the number elements of a page."""
    for carrier in page.carriers:
        if carrier.kind == "number":
            bench.docket.counts["numbers"] += 1
            printed = _of_element(carrier)
            judge_number(bench, language, printed)
        elif carrier.kind == "absent":
            bench.docket.counts["missing values"] += 1
            _judge_absent(bench, carrier)


def _of_element(carrier: Carrier) -> Printed:
    form = carrier.get("data-form") or "prose"
    key, unit = carrier.get("data-figure"), carrier.get("data-unit")
    # In a drawing no element has a value of its own, so the attribute has another name.
    value = carrier.get("value") or carrier.get("data-value")
    return Printed(carrier.where, key, unit, form, carrier.text, value)


def judge_record(bench: Bench, language: Language, where: str, record: FigureRecord) -> None:
    """Judge a number that only a record carries: one of the title or the description."""
    printed = Printed(where, record.key, record.unit, record.form or "prose", record.text)
    judge_number(bench, language, printed)


def judge_number(bench: Bench, language: Language, printed: Printed) -> None:
    """Judge one number, unless the very same one was found right before."""
    said = (language.id, printed.key, printed.unit, printed.form, printed.text, printed.value)
    if said in bench.sound:
        return
    noted = len(bench.docket)
    _judge(bench, language, printed)
    if len(bench.docket) == noted:
        bench.sound.add(said)


def _judge(bench: Bench, language: Language, printed: Printed) -> None:
    """First what a number is, then how it is written."""
    family, _, rest = printed.key.partition("/")
    if family == "constant":
        _judge_constant(bench, language, printed, rest)
        return
    known = _known(bench, printed)
    if known is None:
        return
    if isinstance(known, Missing):
        # A record may say in words that a value is missing; an element for numbers may not.
        if printed.value is None and not has_digit(printed.text):
            return
        bench.docket.add(printed.where, "number-missing", f"{printed.key} is {known.kind}", known.kind, printed.text)
        return
    if printed.value is not None:
        _judge_value(bench, printed, known)
    _judge_text(bench, language, printed, known)


def _judge_constant(bench: Bench, language: Language, printed: Printed, constant: str) -> None:
    """A constant is what its key says, in the attribute and in the text."""
    value = parse_decimal(constant)
    if value is None:
        bench.docket.add(printed.where, "unknown-figure", f"{printed.key} is no constant")
        return
    text = language.number(value, places(value))
    if printed.text != text or (printed.value is not None and parse_decimal(printed.value) != value):
        bench.docket.add(printed.where, "constant", f"{printed.key} says something else", text, printed.text)


def _known(bench: Bench, printed: Printed) -> Written | Missing | None:
    """The number that the data has under the key; a key that leads nowhere is a finding."""
    try:
        return _fact(bench, printed) if _is_fact(printed.key) else _figure(bench, printed)
    except UnknownFormulaError as error:
        bench.docket.add(printed.where, "unknown-formula", str(error), hint="add the formula to checks/formulas.py")
    except UnsoundError as error:
        bench.docket.add(printed.where, "unknown-figure", f"{printed.key} cannot be computed: {error}")
    return None


def _is_fact(key: str) -> bool:
    return "." in key and "/" not in key


def _figure(bench: Bench, printed: Printed) -> Written | Missing:
    figure = bench.answers.figure(printed.key)
    if isinstance(figure.value, Missing):
        return figure.value
    if printed.unit != figure.unit:
        bench.docket.add(printed.where, "number-unit", f"{printed.key} is in another unit", figure.unit, printed.unit)
    return Written(figure.exact, figure.printed, figure.unit, figure.line)


def _fact(bench: Bench, printed: Printed) -> Written | Missing:
    value = bench.answers.facts.fact(printed.key, {}).value
    if isinstance(value, Missing):
        return value
    if not isinstance(value, Amount):
        raise UnsoundError("it is not a number")
    if scale(printed.unit) != scale(value.unit):
        bench.docket.add(printed.where, "number-unit", f"{printed.key} is in another unit", value.unit, printed.unit)
        return Written(value.number, value.number, value.unit)
    return Written(value.number, value.number, printed.unit)


def _judge_value(bench: Bench, printed: Printed, known: Written) -> None:
    due = published(known.exact)
    if printed.value is None or parse_decimal(printed.value) != due:
        actual = printed.value or ""
        bench.docket.add(printed.where, "number-value", f"{printed.key} has another exact value", plain(due), actual)


def _judge_text(bench: Bench, language: Language, printed: Printed, known: Written) -> None:
    if printed.form == "machine" and printed.value is None:
        if parse_decimal(printed.text) != known.printed:
            message = f"{printed.key} is another number for machines"
            bench.docket.add(printed.where, "number-text", message, plain(known.printed), printed.text)
        return
    if printed.form not in FORMS:
        bench.docket.add(printed.where, "number-form", "there is no such form", ", ".join(FORMS), printed.form)
        return
    compact = known.compact and printed.form != "working"
    variant = "compact" if compact else "one" if known.printed == 1 else ""
    read = bench.writer.read(language, printed.text, known.unit, printed.form, variant)
    if compact:
        if read != known.printed:
            due = plain(known.printed)
            bench.docket.add(printed.where, "number-text", f"{printed.key} reads as another number", due, printed.text)
        return
    text = bench.writer.text(language, known, printed.form)
    if printed.text != text:
        reads = f", which reads as {plain(read)}" if read is not None else ""
        message = f"{printed.key} is written differently{reads}"
        bench.docket.add(printed.where, "number-text", message, text, printed.text)


def _judge_absent(bench: Bench, carrier: Carrier) -> None:
    """A missing value is missing in the data too, and in the same way."""
    key, kind = carrier.get("data-figure"), carrier.get("data-absent")
    unit = bench_unit(bench, key, carrier.get("data-unit"))
    known = _known(bench, Printed(carrier.where, key, unit, "prose", carrier.text))
    if isinstance(known, Written):
        bench.docket.add(carrier.where, "absent-kind", f"{key} is not missing", plain(known.printed), kind)
    elif isinstance(known, Missing) and known.kind != kind:
        bench.docket.add(carrier.where, "absent-kind", f"{key} is missing in another way", known.kind, kind)
    if not carrier.text.strip():
        bench.docket.add(carrier.where, "absent-text", f"{key} is missing, and nothing says so")


def bench_unit(bench: Bench, key: str, unit: str) -> str:
    """A missing value carries no unit: take the one that its number would have, so that only the kind is judged."""
    try:
        return unit or ("" if _is_fact(key) else bench.answers.figure(key).unit)
    except UnsoundError:
        return unit
