"""Field types: what each takes, and the sentence it answers with when it does not."""

from __future__ import annotations

import datetime
from decimal import Decimal
from fractions import Fraction

import pytest
from pydantic import TypeAdapter
from pydantic_core import PydanticCustomError

from gpuguide.catalog.fields import (
    Conditions,
    Day,
    Exact,
    Flag,
    Https,
    Id,
    Ids,
    LongText,
    Name,
    Text,
    in_unit,
    is_id,
    one_of,
    or_missing,
)
from gpuguide.quantities import UNITS, Missing, Quantity


def sentence(read, value) -> str:
    """What a reader answers to a value that it refuses."""
    with pytest.raises(PydanticCustomError) as caught:
        read(value)
    context = caught.value.context or {}
    assert context["hint"]
    return f"{context['message']}; {context['hint']}"


def answer(kind, value) -> str:
    """What a field type answers to a value that it refuses."""
    adapter = TypeAdapter(kind)
    with pytest.raises(Exception, match="field") as caught:
        adapter.validate_python(value)
    (detail,) = caught.value.errors()  # type: ignore[attr-defined]  # pydantic's own
    return f"{detail['ctx']['message']}; {detail['ctx']['hint']}"


MEMORY = in_unit("GB", most=4096)


@pytest.mark.parametrize(
    ("value", "amount"), [(80, 80 * 10**9), (Decimal("0.5"), 5 * 10**8), (4096, 4096 * 10**9), (Decimal("80.0"), 80 * 10**9)]
)
def test_a_number_is_kept_exactly_in_base_units(value, amount):
    """80 GB is 80,000,000,000 bytes, and remembers that it was written in GB."""
    assert MEMORY(value) == Quantity(Fraction(amount), UNITS["GB"])


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ("80GB", 'expected a number, got the text "80GB"; write 80'),
        ("80 GB", 'expected a number, got the text "80 GB"; write 80'),
        ("80ＧＢ", 'expected a number, got the text "80ＧＢ"; write 80'),
        ("80", 'expected a number, got the text "80"; write 80'),
        ("242.5 TFLOPS", 'expected a number, got the text "242.5 TFLOPS"; write 242.5'),
        ("1,234", 'expected a number, got the text "1,234"; write plain digits, with a point for decimals'),
        ("1.234,50", 'expected a number, got the text "1.234,50"; write plain digits, with a point for decimals'),
        ("eighty", 'expected a number, got the text "eighty"; write plain digits, with a point for decimals'),
        ("", 'expected a number, got the text ""; write plain digits, with a point for decimals'),
        (True, "expected a number, got the yes/no value true; write plain digits, with a point for decimals"),
        (False, "expected a number, got the yes/no value false; write plain digits, with a point for decimals"),
        ([80], "expected a number, got a list; write plain digits, with a point for decimals"),
        ({"gb": 80}, "expected a number, got a mapping; write plain digits, with a point for decimals"),
        (datetime.date(2026, 9, 1), "expected a number, got 2026-09-01; write plain digits, with a point for decimals"),
        (None, "expected a number, got None; write plain digits, with a point for decimals"),
        (1.5, "expected a number, got 1.5; write plain digits, with a point for decimals"),  # never a float
        (0, "expected a number above 0 to 4096, got 0; the field is in GB"),
        (-3, "expected a number above 0 to 4096, got -3; the field is in GB"),
        (4097, "expected a number above 0 to 4096, got 4097; the field is in GB"),
        (10**38, f"expected a number above 0 to 4096, got {10**38}; the field is in GB"),
    ],
)
def test_what_is_no_number_in_range_is_refused(value, said):
    """What was seen, and what to write; nothing is converted quietly."""
    assert sentence(MEMORY, value) == said


def test_the_lower_limit_may_count():
    """A stock may be zero, not less."""
    stock = in_unit("card", most=10, above=False)
    assert stock(0).amount == 0
    assert sentence(stock, -1) == "expected a number from 0 to 10, got -1; the field is in card"


def test_cards_come_whole():
    """Half a card does not exist, half a slot does."""
    assert sentence(in_unit("card"), Decimal("1.5")) == "expected a whole number, got 1.5; the field is in card"
    assert in_unit("card")(Decimal("2.0")).amount == 2
    assert in_unit("count")(Decimal("2.5")).amount == Fraction(5, 2)


@pytest.mark.parametrize("word", ["unknown", "not_published", "none"])
def test_three_words_say_that_a_fact_is_missing(word):
    """And each means something else."""
    assert or_missing(MEMORY)(word) is Missing(word)
    assert sentence(MEMORY, word).startswith(f'expected a number, got the text "{word}"')


@pytest.mark.parametrize("word", ["no_offer", "Unknown", "UNKNOWN", "n/a", "NA", "null", "not published", "unkown", "-", "?"])
def test_any_other_word_is_no_missing_value(word):
    """The answer names the three words; a feed's word is not an editor's."""
    assert sentence(or_missing(MEMORY), word) == (
        f'expected a number, got the text "{word}"; '
        "write plain digits, with a point for decimals, or unknown, not_published or none"
    )


@pytest.mark.parametrize(
    ("kind", "value", "kept"),
    [
        (Text, "São Paulo", "São Paulo"),
        (Text, "機種", "機種"),
        (LongText, "two\n  lines\n", "two lines"),
        (Id, "h100-sxm", "h100-sxm"),
        (Id, "8k", "8k"),
        (Id, "a" * 64, "a" * 64),
        (Name, "memory_needed", "memory_needed"),
        (Flag, True, True),
        (Day, datetime.date(2026, 9, 1), datetime.date(2026, 9, 1)),
        (Https, "https://acme.example/a?b=c#d", "https://acme.example/a?b=c#d"),
        (Exact, Decimal("0.01"), Fraction(1, 100)),
        (Exact, -3, Fraction(-3)),
        (Ids, ["a", "b"], ("a", "b")),
        (Ids, [], ()),
        (Conditions, "a < b", ("a < b",)),
        (Conditions, ["a < b", "c = d"], ("a < b", "c = d")),
    ],
)
def test_fields_take_what_they_are_for(kind, value, kept):
    """Values as the reader gives them."""
    assert TypeAdapter(kind).validate_python(value) == kept


@pytest.mark.parametrize(
    ("kind", "value", "said"),
    [
        (Text, 80, "expected text, got 80; put it in quotes"),
        (Text, False, "expected text, got the yes/no value false; put it in quotes"),
        (Text, datetime.date(2026, 9, 1), "expected text, got 2026-09-01; put it in quotes"),
        (Text, ["a"], "expected text, got a list; put it in quotes"),
        (Text, "", "the text is empty; write it, or delete the key"),
        (Text, "  ", "the text is empty; write it, or delete the key"),
        (Text, " a", 'the text " a" has spaces around it; write it without them'),
        (Text, "a\nb", "the text holds an invisible character, U+000A; delete it"),
        (Text, "a\x00b", "the text holds an invisible character, U+0000; delete it"),
        (Text, "a\x85b", "the text holds an invisible character, U+0085; delete it"),
        (LongText, "", "the text is empty; write it, or delete the key"),
        (LongText, 80, "expected text, got 80; put it in quotes"),
        (LongText, "a\x00b", "the text holds an invisible character, U+0000; delete it"),
        (Flag, "true", 'expected true or false, got the text "true"; write it without quotes'),
        (Flag, 1, "expected true or false, got 1; write it without quotes"),
        (Day, "2026-09-01", 'expected a date, got the text "2026-09-01"; write it as 2026-09-01'),
        (Day, 2026, "expected a date, got 2026; write it as 2026-09-01"),
        (Exact, "1", 'expected a number, got the text "1"; write 1'),
        (Exact, True, "expected a number, got the yes/no value true; write plain digits, with a point for decimals"),
        (Ids, "a", 'expected a list, got the text "a"; write it as [a, b]'),
        (Conditions, 5, "expected a condition, got 5; write it as a < b"),
        (Conditions, True, "expected a condition, got the yes/no value true; write it as a < b"),
    ],
)
def test_fields_refuse_the_wrong_type(kind, value, said):
    """A yes or no where text is due, text where a number is due, and so on."""
    assert answer(kind, value) == said


@pytest.mark.parametrize(
    "url",
    ["http://acme.example", "javascript:alert(1)", "https://", "https://a b", 'https://a.example/"x', "ftp://a", "acme.example"],
)
def test_an_address_is_https_and_whole(url):
    """Nothing that could leave an attribute or run."""
    assert answer(Https, url).startswith("expected an https address, got")


@pytest.mark.parametrize("text", ["h100-sxm", "8k", "a", "70b", "a" * 64])
def test_ids_are_lower_case_with_single_hyphens(text):
    """They name files, URLs and keys alike."""
    assert is_id(text)


@pytest.mark.parametrize(
    "text",
    [
        "H100",
        "a_b",
        "a--b",
        "-a",
        "a-",
        "",
        " a",
        "a ",
        "a/b",
        "../a",
        "..",
        ".",
        "é",
        "ａ",
        "a.b",
        "a\n",
        "a" * 65,
        "con",
        "nul",
        "lpt1",
    ],
)
def test_what_could_leave_its_folder_is_no_id(text):
    """Other letters, dots, slashes, names that a system keeps for itself."""
    assert not is_id(text)
    assert answer(Id, text).startswith("expected an id, got ")


@pytest.mark.parametrize("text", ["Memory", "8k", "a-b", "_a", "", "a b"])
def test_names_have_underscores(text):
    """Families, claims and policies start with a letter."""
    assert answer(Name, text).startswith("expected a name, got ")


def test_one_word_of_a_closed_list():
    """The list is told, and the nearest word of it."""
    read = one_of("half-up", "down", "up")
    assert read("down") == "down"
    assert sentence(read, "dwn") == 'expected one of half-up, down, up, got the text "dwn"; did you mean down?'
    assert sentence(read, True) == "expected one of half-up, down, up, got the yes/no value true; write one of them"
    assert sentence(read, ["up"]) == "expected one of half-up, down, up, got a list; write one of them"
