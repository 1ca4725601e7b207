"""The record of a card: the maker's facts, each with its sources.

Knows the fields of a card and what they may hold. Refuses to know any particular card.
"""

from __future__ import annotations

from decimal import Decimal
from typing import Annotated, Self

from pydantic import PlainValidator, field_validator, model_validator

from gpuguide.catalog.fields import (
    TEXT,
    Flag,
    Id,
    ListOnly,
    LongText,
    Record,
    Text,
    Texts,
    in_unit,
    one_of,
    or_missing,
    refuse,
    text,
)
from gpuguide.catalog.shapes import Also, Refers, shaped
from gpuguide.errors import nearest
from gpuguide.quantities import Missing, Quantity

Gigabytes = Annotated[Quantity, PlainValidator(in_unit("GB", most=4096))]
Mebibytes = Annotated[Quantity | Missing, PlainValidator(or_missing(in_unit("MiB", most=4_000_000)))]
GigabytesPerSecond = Annotated[Quantity, PlainValidator(in_unit("GB/s", most=100_000))]
LinkRate = Annotated[Quantity | Missing, PlainValidator(or_missing(in_unit("GB/s", most=100_000)))]
Teraflops = Annotated[Quantity | Missing, PlainValidator(or_missing(in_unit("TFLOPS", most=200_000)))]
Watts = Annotated[Quantity | Missing, PlainValidator(or_missing(in_unit("W", most=5000)))]
_Count = Annotated[Quantity, PlainValidator(in_unit("count", most=1_000_000))]
_Cards = Annotated[Quantity, PlainValidator(in_unit("card", most=1024))]
_KnownNumber = Annotated[Quantity | Missing, PlainValidator(or_missing(in_unit("count", most=100_000)))]
_Year = Annotated[Quantity | Missing, PlainValidator(or_missing(in_unit("year", least=1990, most=2100)))]
_Ecc = Annotated[str, PlainValidator(one_of("always", "default-on", "default-off", "none", "unknown"))]


@shaped(TEXT)
def _quoted(value: object) -> str:
    if isinstance(value, int | Decimal) and not isinstance(value, bool):
        raise refuse(f"expected text, got {value}", f'write "{value}" in quotes')
    return text(value)


_KnownText = Annotated[str | Missing, PlainValidator(or_missing(_quoted))]
_NOT_FACTS = {"name", "product", "vendor", "smi_names", "check", "cites", "doubts", "notes"}
MUST_CITE = (
    "memory_gb",
    "memory_type",
    "bandwidth_gb_s",
    "bf16_dense_tflops",
    "fp8_dense_tflops",
    "fp8_tensor_cores",
    "tdp_w",
    "ecc",
)


_Sources = Annotated[tuple[Annotated[Id, Refers("sources")], ...], ListOnly, Also({"minItems": 1})]


class Doubt(Record):
    """Fields whose value is uncertain or disputed, and what was decided."""

    fields: Texts
    note: LongText


class ClockCheck(Record):
    """Inputs from which other fields can be recomputed: rate = sm x boost x flop_clk; bandwidth = 2 x mem_mhz x bus / 8."""

    sm: _Count | None = None
    boost_mhz: _Count | None = None
    flop_clk_sm_bf16: _Count | None = None
    mem_mhz: _Count | None = None
    bus_bits: _Count | None = None


class Gpu(Record):
    """A card: the maker's facts, each with its sources. Rates are dense."""

    name: Text
    product: Text
    vendor: Annotated[Id, Refers("vendors")]
    architecture: Annotated[Id, Refers("architectures")]
    compute_capability: _KnownText
    memory_gb: Gigabytes
    memory_mib_reported: Mebibytes
    memory_mib_ecc_on: Mebibytes | None = None
    memory_mib_ecc_off: Mebibytes | None = None
    memory_type: Annotated[Id, Refers("memory_types")]
    bandwidth_gb_s: GigabytesPerSecond
    bf16_dense_tflops: Teraflops
    fp8_dense_tflops: Teraflops
    fp4_dense_tflops: Teraflops
    int8_dense_tops: Teraflops
    fp64_tflops: Teraflops | None = None
    """The vector rate, without tensor cores."""
    fp8_tensor_cores: Flag
    rt_cores: Flag | None = None
    """Units that trace rays."""
    native_bf16: Flag
    tdp_w: Watts
    form_factor: Text
    slots: _KnownNumber
    pcie_gen: _KnownNumber
    interconnect_gb_s: LinkRate
    node_sizes: Annotated[tuple[_Cards, ...], ListOnly]
    released: _Year
    ecc: _Ecc
    smi_names: Texts
    check: ClockCheck | None = None
    cites: dict[Annotated[str, Refers("facts of a card")], _Sources]
    doubts: Annotated[tuple[Doubt, ...], ListOnly]
    notes: LongText | None = None

    @field_validator("cites")
    @classmethod
    def _cites_name_fields(cls, cites: dict[str, tuple[str, ...]]) -> dict[str, tuple[str, ...]]:
        cited = cited_fields()
        for field, ids in cites.items():
            if field not in cited:
                raise refuse(f"cites names {field}, which is not a fact of a card", nearest(field, cited))
            if not ids:
                raise refuse(f"cites.{field} is empty", "name at least one source")
        return cites

    @field_validator("doubts")
    @classmethod
    def _doubts_name_fields(cls, doubts: tuple[Doubt, ...]) -> tuple[Doubt, ...]:
        for name in (name for doubt in doubts for name in doubt.fields):
            if name not in cls.model_fields:
                raise refuse(f"doubts names {name}, which is not a field of a card", nearest(name, cls.model_fields))
        return doubts

    @model_validator(mode="after")
    def _every_fact_is_cited(self) -> Self:
        for field in MUST_CITE:
            if field not in self.cites:
                raise refuse(f"no source for {field}", f"add {field}: [source-id] to cites")
        if not self.fp8_tensor_cores and self.fp8_dense_tflops is not Missing.NONE:
            raise refuse("a card without FP8 tensor cores has an FP8 rate", "write fp8_dense_tflops: none")
        if self.fp8_tensor_cores and self.fp8_dense_tflops is Missing.NONE:
            raise refuse(
                "a card with FP8 tensor cores has no FP8 rate", "write not_published or unknown where no source gives it"
            )
        return self


def cited_fields() -> set[str]:
    """The fields of a card that are facts, each with sources."""
    return set(Gpu.model_fields) - _NOT_FACTS
