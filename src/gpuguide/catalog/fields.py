"""The field types of records: what each accepts and the sentence it answers with when it does not.

Knows ids, texts, numbers with units and ranges, and the three words for a missing value. Refuses to know which record a
field stands in. Every type takes plain YAML values and gives exact ones; nothing is converted quietly.
"""

from __future__ import annotations

import datetime
import re
import unicodedata
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, PlainValidator
from pydantic_core import PydanticCustomError

from gpuguide.catalog.shapes import Shape, shape_of, shaped
from gpuguide.errors import nearest
from gpuguide.quantities import UNITS, Missing, Quantity

ID_PATTERN = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
NAME_PATTERN = re.compile(r"[a-z][a-z0-9_]*")
RESERVED = {"con", "prn", "aux", "nul"} | {f"{port}{n}" for port in ("com", "lpt") for n in range(1, 10)}
MAX_ID = 64
WHOLE_UNITS = frozenset({"card", "element", "head", "layer", "parameter", "token"})
"""What comes in whole numbers only; half a slot exists, half a card does not."""
WRITTEN_MISSING = frozenset({Missing.UNKNOWN, Missing.NOT_PUBLISHED, Missing.NONE})
"""The missing values that an editor may write; `no_offer` comes from a feed only."""


class Record(BaseModel):
    """A frozen record that refuses keys it does not know."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True, arbitrary_types_allowed=True)


def refuse(message: str, hint: str = "") -> PydanticCustomError:
    """The error a field type raises: what was seen, and what to write."""
    return PydanticCustomError("field", "{message}", {"message": message, "hint": hint})


def shown(value: object) -> str:
    """How a message names a value that was seen."""
    if isinstance(value, bool):
        return f"the yes/no value {str(value).lower()}"
    if isinstance(value, str):
        return f'the text "{value[:60]}"'
    if isinstance(value, dict):
        return "a mapping"
    if isinstance(value, list):
        return "a list"
    return str(value)


TEXT = {"type": "string", "pattern": r"^\S(.*\S)?$"}


@shaped(TEXT)
def text(value: object) -> str:
    """Text that is written on one line, with nothing around it."""
    if not isinstance(value, str):
        raise refuse(f"expected text, got {shown(value)}", "put it in quotes")
    if not value.strip():
        raise refuse("the text is empty", "write it, or delete the key")
    if value != value.strip():
        raise refuse(f"{shown(value)} has spaces around it", "write it without them")
    control = next((char for char in value if unicodedata.category(char) in ("Cc", "Zl", "Zp")), None)
    if control is not None:
        raise refuse(f"the text holds an invisible character, U+{ord(control):04X}", "delete it")
    return value


@shaped({"type": "string", "pattern": r"\S"})
def _long_text(value: object) -> str:
    return text(" ".join(value.split()) if isinstance(value, str) else value)


def is_id(text: str) -> bool:
    """Whether this can be an id, and so the name of a file or folder on any system."""
    return bool(ID_PATTERN.fullmatch(text)) and len(text) <= MAX_ID and text not in RESERVED


ID = {"type": "string", "pattern": f"^(?!({'|'.join(sorted(RESERVED))})$){ID_PATTERN.pattern}$", "maxLength": MAX_ID}


@shaped(ID)
def identifier(value: object) -> str:
    """An id, or the sentence that says what was seen instead."""
    if not isinstance(value, str) or not is_id(value):
        raise refuse(f"expected an id, got {shown(value)}", "use lower-case letters, digits and single hyphens, as in a-card")
    return value


@shaped({**ID, "pattern": f"^(?!({'|'.join(sorted(RESERVED))})$){NAME_PATTERN.pattern}$"})
def _name(value: object) -> str:
    if not isinstance(value, str) or not NAME_PATTERN.fullmatch(value) or len(value) > MAX_ID or value in RESERVED:
        raise refuse(
            f"expected a name, got {shown(value)}",
            "use lower-case letters, digits and underscores, as in memory_needed",
        )
    return value


@shaped({"type": "boolean"})
def _flag(value: object) -> bool:
    if not isinstance(value, bool):
        raise refuse(f"expected true or false, got {shown(value)}", "write it without quotes")
    return value


DAY = {"type": "string", "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}$", "format": "date", "examples": ["2026-09-01"]}


@shaped(DAY)
def _day(value: object) -> datetime.date:
    if not isinstance(value, datetime.date):
        raise refuse(f"expected a date, got {shown(value)}", "write it as 2026-09-01")
    return value


_ADDRESS = r"https://[A-Za-z0-9.-]+(/[^\s\"<>]*)?"


@shaped({"type": "string", "pattern": f"^{_ADDRESS}$", "examples": ["https://example.com/page"]})
def _https(value: object) -> str:
    address = text(value)
    if not re.fullmatch(_ADDRESS, address):
        raise refuse(f"expected an https address, got {shown(value)}", "write it whole, as https://example.com/page")
    return address


@shaped({"type": "number"})
def number(value: object) -> Fraction:
    """An exact number, or the sentence that says what was seen instead."""
    if isinstance(value, bool) or not isinstance(value, int | Decimal):
        raise refuse(f"expected a number, got {shown(value)}", _number_hint(value))
    return Fraction(value)


def _number_hint(value: object) -> str:
    digits = re.match(r"\s*(-?[0-9]+(\.[0-9]+)?)\s*[^0-9.,]*$", value) if isinstance(value, str) else None
    return f"write {digits.group(1)}" if digits else "write plain digits, with a point for decimals"


def in_unit(
    unit: str, least: int | Decimal | str = 0, most: int | str | None = None, above: bool = True
) -> Callable[[object], Quantity]:
    """A reader of numbers that are in `unit`, above (or from) `least` and at most `most`, in that unit."""
    low, high = Fraction(str(least)), Fraction(str(most)) if most is not None else None

    @shaped(_numeric(unit, least, most, above))
    def read(value: object) -> Quantity:
        amount = number(value)
        if amount < low or (above and amount == low) or (high is not None and amount > high):
            limits = f"{'above' if above else 'from'} {least}" + (f" to {most}" if most is not None else "")
            raise refuse(f"expected a number {limits}, got {value}", f"the field is in {unit}")
        if unit in WHOLE_UNITS and amount.denominator != 1:
            raise refuse(f"expected a whole number, got {value}", f"the field is in {unit}")
        return Quantity(amount * UNITS[unit].scale, UNITS[unit])

    return read


def _numeric(unit: str, least: int | Decimal | str, most: int | str | None, above: bool) -> Shape:
    shape: Shape = {"type": "integer" if unit in WHOLE_UNITS else "number", "x-unit": unit}
    shape["exclusiveMinimum" if above else "minimum"] = _json_number(least)
    return shape if most is None else {**shape, "maximum": _json_number(most)}


def _json_number(value: int | Decimal | str) -> int | float:
    return value if isinstance(value, int) else float(value)


def or_missing(read: Callable[[object], Any]) -> Callable[[object], Any]:
    """A reader that also takes the words unknown, not_published and none."""

    @shaped({"anyOf": [shape_of(read), {"enum": sorted(word.value for word in WRITTEN_MISSING)}]})
    def read_or_missing(value: object) -> Any:
        if isinstance(value, str) and value in WRITTEN_MISSING:
            return Missing(value)
        try:
            return read(value)
        except PydanticCustomError as error:
            if isinstance(value, str):
                context = error.context or {}
                raise refuse(str(context["message"]), f"{context.get('hint', '')}, or unknown, not_published or none") from None
            raise

    return read_or_missing


def one_of(*words: str) -> Callable[[object], str]:
    """A reader of one word of a closed list."""

    @shaped({"enum": list(words)})
    def read(value: object) -> str:
        if value not in words:
            raise refuse(
                f"expected one of {', '.join(words)}, got {shown(value)}",
                nearest(value, words) if isinstance(value, str) else "write one of them",
            )
        return str(value)

    return read


@shaped({"single": True})
def _as_tuple(value: object) -> object:  # a single item stands for a list of one
    return tuple(value) if isinstance(value, list) else (value,)


@shaped({})
def _list_only(value: object) -> object:
    if not isinstance(value, list):
        raise refuse(f"expected a list, got {shown(value)}", "write it as [a, b]")
    return tuple(value)


@shaped({**TEXT, "examples": ["gpu.memory_gb >= memory/70b/fp8/8k"]})
def _condition(value: object) -> str:
    if not isinstance(value, str):
        raise refuse(f"expected a condition, got {shown(value)}", "write it as a < b")
    return text(value)


@shaped({"type": "string", "maxLength": 4})
def _mark(value: object) -> str:
    if not isinstance(value, str) or len(value) > 4:
        raise refuse(f"expected punctuation, got {shown(value)}", "put it in quotes, with its spaces")
    return value


Text = Annotated[str, PlainValidator(text)]
Mark = Annotated[str, PlainValidator(_mark)]
LongText = Annotated[str, PlainValidator(_long_text)]
Id = Annotated[str, PlainValidator(identifier)]
Name = Annotated[str, PlainValidator(_name)]
Flag = Annotated[bool, PlainValidator(_flag)]
Day = Annotated[datetime.date, PlainValidator(_day)]
Https = Annotated[str, PlainValidator(_https)]
Exact = Annotated[Fraction, PlainValidator(number)]
Condition = Annotated[str, PlainValidator(_condition)]
OneOrMany = BeforeValidator(_as_tuple)
ListOnly = BeforeValidator(_list_only)
Conditions = Annotated[tuple[Condition, ...], OneOrMany]
Texts = Annotated[tuple[Text, ...], ListOnly]
Ids = Annotated[tuple[Id, ...], ListOnly]
