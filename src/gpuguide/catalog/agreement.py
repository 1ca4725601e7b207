"""The records of what the engine level says, as facts of pages: agreement with measured cases, answers to a site's own questions.

Knows their keys. Refuses to compute: `gpuguide agreement` writes the numbers, and a test holds them to the calculator.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated

from pydantic import PlainValidator

from gpuguide.catalog.fields import Https, Id, Record, Text, in_unit, one_of, or_missing, text
from gpuguide.catalog.records import Measure
from gpuguide.catalog.shapes import Refers
from gpuguide.quantities import Missing, Quantity

KINDS = ("exact", "tight", "bound", "trap")
VERDICTS = ("starts", "depends", "does-not-start")

_Printed = Annotated[str | Missing, PlainValidator(or_missing(text))]


class Agreement(Record):
    """One number of a measured case, predicted and measured."""

    kind: Annotated[str, PlainValidator(one_of(*KINDS))]
    measure: Annotated[Id, Refers("measures")]
    card: _Printed
    model: _Printed
    engine: _Printed
    predicted: Measure
    measured: Measure
    error_percent: Annotated[Quantity, PlainValidator(in_unit("%", most=10**6, above=False))]
    source: Text
    url: Https | None = None


class ServerAnswer(Record):
    """What a server says of one of a site's questions; `name`, `verdict` and the margins are the command's."""

    model: Annotated[Id, Refers("models")]
    gpu: Annotated[Id, Refers("gpus")]
    count: Annotated[Id, Refers("counts")]
    precision: Annotated[Id, Refers("precisions")]
    kv_dtype: Id
    context: Annotated[Id, Refers("contexts")]
    requests: Annotated[Quantity, PlainValidator(in_unit("request", most=10**6))]
    sequences: Annotated[Quantity, PlainValidator(in_unit("request", most=10**6))] | None = None
    engine: Annotated[str, PlainValidator(one_of("vllm", "sglang", "llama-cpp"))]
    fraction_percent: Annotated[Quantity, PlainValidator(in_unit("%", most=100))]
    name: Text | None = None
    verdict: Annotated[str, PlainValidator(one_of(*VERDICTS))] | None = None
    margin_low_gib: Annotated[Quantity, PlainValidator(in_unit("GiB", most=10**6, least=-(10**6)))] | None = None
    margin_high_gib: Annotated[Quantity, PlainValidator(in_unit("GiB", most=10**6, least=-(10**6)))] | None = None

    @property
    def fraction(self) -> Fraction:
        """The engine's share of the card."""
        return self.fraction_percent.amount
