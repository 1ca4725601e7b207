"""The records of facts other than cards: which values they take."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from gpuguide.catalog.languages import Locale
from gpuguide.catalog.reader import parse_yaml
from gpuguide.catalog.records import Context, Pick, Policy, Precision, Price, SizeClass, Source, Tier
from gpuguide.catalog.validation import validate
from gpuguide.errors import Problems
from gpuguide.quantities import Missing

WRITTEN: dict[Any, dict[str, str]] = {
    Source: {
        "title": "Sheet",
        "publisher": "Acme",
        "url": "https://acme.example/sheet",
        "kind": "datasheet",
        "opened": "true",
        "recorded": "2026-05-01",
    },
    Precision: {"name": "FP8", "bytes_per_parameter": "1", "tensor_cores": "fp8"},
    SizeClass: {"name": "7B", "parameters": "7000000000", "cache_shape": "s7b", "models": "[]", "row": "true"},
    Context: {"name": "8k", "tokens": "8192"},
    Policy: {"value": "2", "unit": "GB", "why": "what the runtime needs"},
    Tier: {"cards": "8", "discount_percent": "10"},
    Pick: {"serving": "a model", "gpu": "alpha", "count": "x1", "why": "it fits"},
    Price: {
        "monthly": "144",
        "weekly": "36",
        "stock": "5",
        "stock_by_region": "{east: 3, west: 2}",
        "regions": "[east, west]",
        "minimum_order": "1",
        "node": "true",
        "provisional": "false",
    },
    Locale: {
        "babel": "en",
        "tag": "en",
        "og": "en_US",
        "segment": "en",
        "name": "English",
        "decimal": '"."',
        "group": '","',
        "server": '"{n}x {name}"',
        "dash": "—",
        "moment": '"{day}, {time} UTC"',
        "marks": '{colon: ": ", comma: ", ", semicolon: "; ", open: " (", close: ")", gap: ""}',
        "scale_words": "{million: 1000000}",
    },
}


def read(record: Any, /, **fields: str | None) -> tuple[Any, list[str]]:
    """The record with some fields written otherwise, and its problems, each of which has a hint."""
    text = "".join(f"{field}: {value}\n" for field, value in {**WRITTEN[record], **fields}.items() if value is not None)
    problems = Problems()
    value = validate(record, parse_yaml(text, "a.yaml"), ("x",), problems)
    assert all(problem.hint for problem in problems.found)
    return value, [str(problem).split(": ", 1)[1] for problem in problems.found]


@pytest.mark.parametrize("kind", WRITTEN, ids=lambda kind: kind.__name__)
def test_the_record_is_valid(kind):
    """The one that the other tests break."""
    assert read(kind)[1] == []


@pytest.mark.parametrize(
    ("kind", "field"),
    [(kind, field) for kind, fields in WRITTEN.items() for field in fields if (kind, field) != (Source, "url")],
    ids=lambda value: getattr(value, "__name__", value),
)
def test_a_field_is_required_unless_the_domain_says_otherwise(kind, field):
    """A key that is left out is told by its name."""
    (problem,) = read(kind, **{field: None})[1]
    assert problem.startswith(f"x.{field}: the key {field} is missing")


@pytest.mark.parametrize("kind", WRITTEN, ids=lambda kind: kind.__name__)
def test_a_record_takes_no_key_that_it_does_not_know(kind):
    """A misspelt optional key would be lost."""
    assert [problem.split(";")[0] for problem in read(kind, colour="red")[1]] == ["x.colour: unknown key colour"]


REFUSED = [
    (Price, "monthly", "0", "expected a number above 0 to 1000000, got 0; the field is in USD/month"),
    (Price, "monthly", "-3", "expected a number above 0 to 1000000, got -3; the field is in USD/month"),
    (Price, "monthly", "1000001", "expected a number above 0 to 1000000, got 1000001"),
    (Price, "monthly", "9" * 39, "expected a number above 0 to 1000000, got 999"),
    (Price, "monthly", "unknown", 'expected a number, got the text "unknown"'),
    (Price, "monthly", '"$144"', 'expected a number, got the text "$144"; write plain digits'),
    (Price, "monthly", "144 USD", 'expected a number, got the text "144 USD"; write 144'),
    (Price, "monthly", "true", "expected a number, got the yes/no value true"),
    (Price, "weekly", "free", "write plain digits, with a point for decimals, or unknown, not_published or none"),
    (Price, "weekly", "0", "expected a number above 0 to 1000000, got 0; the field is in USD/week"),
    (Price, "weekly", "no_offer", 'expected a number, got the text "no_offer"'),
    (Price, "stock", "-1", "expected a number from 0 to 1000000, got -1; the field is in card"),
    (Price, "stock", "2.5", "expected a whole number, got 2.5; the field is in card"),
    (Price, "stock_by_region", "5", "expected cards by region, got 5; write {region-id: number}"),
    (Price, "stock_by_region", "{east: some}", 'expected a number, got the text "some"'),
    (Price, "stock_by_region", "nowhere", "write {region-id: number}, or unknown, not_published or none"),
    (Price, "regions", "east", 'expected a list, got the text "east"; write it as [a, b]'),
    (Price, "minimum_order", "0", "expected a number above 0 to 1024, got 0"),
    (Price, "node", '"true"', 'expected true or false, got the text "true"'),
    (Tier, "cards", "0", "expected a number above 0 to 1024, got 0"),
    (Tier, "discount_percent", "-1", "expected a number from 0 to 99, got -1; the field is in %"),
    (Tier, "discount_percent", "100", "expected a number from 0 to 99, got 100; the field is in %"),
    (Context, "tokens", "8k", 'expected a number, got the text "8k"; write 8'),
    (Context, "tokens", "0.5", "expected a whole number, got 0.5; the field is in token"),
    (SizeClass, "parameters", "7B", 'expected a number, got the text "7B"; write 7'),
    (SizeClass, "parameters", "0", "expected a number above 0 to 100000000000000, got 0"),
    (Precision, "bytes_per_parameter", "9", "expected a number above 0 to 8, got 9"),
    (Precision, "tensor_cores", "fp4", 'expected one of fp8, none, got the text "fp4"; did you mean fp8?'),
    (Policy, "unit", "Gb", "unknown unit Gb; known units: %, 1, B, B/element"),
    (Policy, "value", "2 GB", 'expected a number, got the text "2 GB"; write 2'),
    (Policy, "why", '""', "the text is empty; write it, or delete the key"),
    (Source, "kind", "rumour", "expected one of datasheet, product-page, whitepaper, log"),
    (Source, "url", "http://acme.example", 'expected an https address, got the text "http://acme.example"'),
    (Source, "recorded", '"2026-05-01"', 'expected a date, got the text "2026-05-01"; write it as 2026-09-01'),
    (Source, "opened", '"no"', 'expected true or false, got the text "no"'),
    (Locale, "group", '" "', "expected one of ,, ., "),
    (Locale, "scale_words", "{million: many}", 'expected a number, got the text "many"'),
    (Locale, "segment", "pt_PT", 'expected an id, got the text "pt_PT"'),
]


@pytest.mark.parametrize(
    ("kind", "field", "written", "said"), REFUSED, ids=[f"{kind.__name__} {f} {w[:12]}" for kind, f, w, _ in REFUSED]
)
def test_a_value_that_cannot_be_is_refused(kind, field, written, said):
    """With what was seen, and what to write."""
    changes = {field: written} | ({"stock": "unknown"} if field == "stock_by_region" else {})
    (problem,) = read(kind, **changes)[1]
    assert said in problem


@pytest.mark.parametrize("word", list(WRITTEN[Price]))
def test_which_facts_of_a_price_may_be_unknown(word):
    """The weekly price, the stock and where it stands; never the monthly price or a yes and no."""
    record, problems = read(Price, **{word: "unknown"})
    assert (problems == []) == (word in ("weekly", "stock", "stock_by_region"))
    assert record is None or getattr(record, word) is Missing.UNKNOWN


def test_stock_by_region_adds_up():
    """3 and 2 are 5; a sum that differs is told, an unknown part is not."""
    assert read(Price, stock="6")[1] == ["x: the regions hold 5 cards, stock says 6; make them agree"]
    assert read(Price, stock="0", stock_by_region="{east: 0}")[1] == []
    assert read(Price, stock="unknown")[1] == []
    assert read(Price, stock_by_region="unknown")[1] == []


def test_a_policy_is_a_number_with_a_unit_and_a_reason():
    """10 % is a tenth; 2 GB is 2,000,000,000 B."""
    assert read(Policy)[0].quantity.amount == 2 * 10**9
    assert read(Policy, value="10", unit='"%"')[0].quantity.amount == Fraction(1, 10)
