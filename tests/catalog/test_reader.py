"""The YAML reader: what editors may write, and what is refused because YAML readers disagree about it."""

from __future__ import annotations

import datetime
from decimal import Decimal

import pytest

from gpuguide.catalog.reader import parse_yaml, read_yaml
from gpuguide.errors import FactsError, Place


def problems_of(text: str) -> list[str]:
    """The problems of a file; each must say what to write instead."""
    with pytest.raises(FactsError) as caught:
        parse_yaml(text, "a.yaml")
    assert all(problem.hint for problem in caught.value.problems)
    return [str(problem) for problem in caught.value.problems]


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("80", 80),
        ("0", 0),
        ("-3", -3),
        ("242.5", Decimal("242.5")),
        ("0.0", Decimal("0.0")),
        ("3.10", Decimal("3.10")),
        ("9" * 39, int("9" * 39)),
        ("true", True),
        ("false", False),
        ("2026-09-01", datetime.date(2026, 9, 1)),
        ("2024-02-29", datetime.date(2024, 2, 29)),
        ("plain words", "plain words"),
        ('"80"', "80"),
        ("'NO'", "NO"),
        ('"2026-09-01"', "2026-09-01"),
        ("none", "none"),
        ("H100 80GB", "H100 80GB"),
        ("R&D * 2!", "R&D * 2!"),
        ("x & y", "x & y"),
        ("[a, 2]", ["a", 2]),
        ("{b: 2}", {"b": 2}),
        ("[]", []),
        ("{}", {}),
        ("|\n  two\n  lines", "two\nlines\n"),
        (">\n  one\n  line", "one line\n"),
        ("東京", "東京"),
    ],
)
def test_the_subset_reads_as_written(written, value):
    """Numbers are exact, text stays text, quotes make anything text."""
    assert parse_yaml(f"a: {written}\n", "a.yaml").plain() == {"a": value}


YES_NO = "NO No no on On OFF off yes Yes y Y n N True TRUE False"
OCTAL = {"010": "10", "007": "7", "08": "8", "00": "0"}
NUMBERS = {
    "1e3": "1000",
    "1.0e3": "1000",
    "1.0e+3": "1000",
    "7e10": "70000000000",
    "1e-4": "0.0001",
    "1E5": "100000",
    ".1e3": "100",
    "1_000": "1000",
    "１２３": "123",
    ".5": "0.5",
    "-.5": "-0.5",
    "+.5": "0.5",
    "+5": "5",
    "5.": "5",
    "-010": "-10",
    "01.5": "1.5",
}
UNCLEAR = ["1,234", "1.234,50", "1 234", "1'234", "80%", "0o10", "0x1F", "0b11", "1.2.3", "1e400", "1e-400"]
DATES = ["2024-1-1", "2024-11-1", "2024-01-01T10:00:00Z", "2024-01-01 10:00:00", "2024-01-01t10:00", "2024-1-1 10:00:00"]
TRAPS = [
    *((word, f'{word} reads as yes or no in YAML; write true or false, or "{word}" in quotes') for word in YES_NO.split()),
    *((text, f'{text} reads as an octal number; write {plain}, or "{text}" in quotes') for text, plain in OCTAL.items()),
    *((text, f'expected a number or text, got "{text}"; write {plain}, or put it in quotes') for text, plain in NUMBERS.items()),
    *(
        (text, f'expected a number or text, got "{text}"; write plain digits with a point for decimals, or put it in quotes')
        for text in UNCLEAR
    ),
    *(
        (text, f'{text} reads as a number in base sixty; write "{text}" in quotes')
        for text in ("1:30:00", "12:30", "190:20:30.15", "-1:30")
    ),
    *((text, f"{text} is not a finite number; write a number") for text in (".nan", ".NaN", ".inf", "-.inf", "+.INF")),
    *((text, f"{text} is not a plain date; write it as 2026-09-01") for text in DATES),
    *(
        (text, f"{text} is not a day of the calendar; write it as 2026-09-01")
        for text in ("2026-02-30", "2025-02-29", "2026-13-01", "0000-01-01")
    ),
    *((text, f"{text} is a negative zero; write 0") for text in ("-0", "-0.0", "-0.00")),
    *((text, "an empty value; write the value, or unknown, not_published or none") for text in ("~", "null", "Null", "NULL")),
]


@pytest.mark.parametrize(("written", "problem"), TRAPS, ids=[text for text, _ in TRAPS])
def test_a_value_that_readers_disagree_about_is_refused(written, problem):
    """Each at its place, as it was written, with what to write."""
    assert problems_of(f"first: 1\na: {written}\n") == [f"a.yaml:2:4: {problem}"]


@pytest.mark.parametrize("written", ["80ＧＢ", "80GB", "80 GB", "$80", "1e", "--1"])
def test_text_that_starts_like_a_number_is_text(written):
    """The field it stands in refuses it: only the field knows that a number was due."""
    assert parse_yaml(f"a: {written}", "a.yaml").plain() == {"a": written}


def test_an_empty_value_is_refused_where_it_should_stand():
    """Nothing after the colon is not a value."""
    assert problems_of("a:\nb: 1\n") == ["a.yaml:1:3: an empty value; write the value, or unknown, not_published or none"]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("b:\n  m: 80\n  p: 2\n  m: 94\n", "a.yaml:4:3: m: duplicate key m, first at line 2; keep one of them"),
        ("b: {m: 80, m: 80}", "a.yaml:1:12: m: duplicate key m, first at line 1; keep one of them"),
        ('"m": 80\nm: 94\n', "a.yaml:2:1: m: duplicate key m, first at line 1; keep one of them"),
    ],
)
def test_a_key_stands_once(text, problem):
    """The second one is told, with the line of the first."""
    assert problems_of(text) == [problem]


def test_a_number_and_its_text_are_the_same_key():
    """8 and "8" would be two keys to YAML and one to a reader."""
    assert problems_of('"8": 1\n8: 2\n') == [
        'a.yaml:2:1: keys are text, got 8; write it in quotes: "…"',
        "a.yaml:2:1: 8: duplicate key 8, first at line 1; keep one of them",
    ]


@pytest.mark.parametrize(
    ("key", "says"),
    [
        ("NO", "NO reads as yes or no"),
        ("on", "on reads as yes or no"),
        ("y", "y reads as yes or no"),
        ("true", "keys are text, got true"),
        ("8", "keys are text, got 8"),
        ("1.5", "keys are text, got 1.5"),
        ("010", "010 reads as an octal number"),
        ("2024-11-01", "keys are text, got 2024-11-01"),
        ("12:30", "12:30 reads as a number in base sixty"),
        ("~", "an empty value"),
        ("<<", "keys are text, got <<"),
        ("? [a]\n", "keys are text, got a collection"),
        ("? {a: 1}\n", "keys are text, got a collection"),
    ],
)
def test_keys_are_text(key, says):
    """A key that YAML might read as something else is refused."""
    problem, *more = problems_of(f"{key}: 1\n")
    assert says in problem
    assert more == []


@pytest.mark.parametrize(
    ("text", "problems"),
    [
        ("a: &x 1\nb: *x\n", ["a.yaml:1:4: anchors and aliases", "a.yaml:2:4: anchors and aliases"]),
        ("a: &x [*x]\n", ["a.yaml:1:4: anchors and aliases", "a.yaml:1:8: anchors and aliases"]),
        ("a: *x\n", ["a.yaml:1:4: anchors and aliases"]),
        ("a: &x {b: 1}\nc: {<<: *x}\n", ["a.yaml:1:4: anchors", "a.yaml:2:9: anchors"]),
        ("a: !!str 1\n", ["a.yaml:1:4: tags are not allowed (tag:yaml.org,2002:str)"]),
        ("a: !own 1\n", ["a.yaml:1:4: tags are not allowed (!own)"]),
        ("a: ! 1\n", ["a.yaml:1:4: tags are not allowed (!)"]),
        ("a: !!python/object/apply:os.system [ls]\n", ["a.yaml:1:4: tags are not allowed (tag:yaml.org,2002:python"]),
        ("!!map {a: 1}\n", ["a.yaml:1:1: tags are not allowed"]),
        ("a: !!binary aGk=\nb: !!set {c}\n", ["a.yaml:1:4: tags", "a.yaml:2:4: tags"]),
    ],
)
def test_anchors_aliases_and_tags_are_refused(text, problems):
    """Each one at its place; the value is written out instead."""
    found = problems_of(text)
    assert len(found) == len(problems)
    assert all(seen.startswith(said) for seen, said in zip(found, problems, strict=True))


def test_a_billion_laughs_are_not_laughed():
    """Nine lines that would be a billion words are refused before any is built."""
    lines = ["l0: &l0 lol", *(f"l{n}: &l{n} [{', '.join([f'*l{n - 1}'] * 10)}]" for n in range(1, 10))]
    assert len(problems_of("\n".join(lines))) == 100  # ten anchors and ninety aliases


@pytest.mark.parametrize(
    "text",
    [
        "a: " + "[" * 2000,
        "a: " + "[" * 2000 + "]" * 2000,
        "a: " + "{b: " * 2000,
        "- " * 2000,
        "? " * 2000,
        "\n".join(" " * depth + "a:" for depth in range(1200)),
        "a: " + "[" * 25 + "]" * 25,
        "a: " + "{b: " * 25 + "1" + "}" * 25,
    ],
    ids=["open lists", "lists", "open mappings", "list items", "keys", "indented", "26 lists", "26 mappings"],
)
def test_deep_nesting_is_refused(text):
    """Nobody nests a catalog more than 24 deep; the reader neither crashes nor hangs."""
    (problem,) = problems_of(text)
    assert "nest" in problem


def test_nesting_as_deep_as_allowed_is_read():
    """A value in 23 lists in a mapping is 24 deep."""
    value = parse_yaml("a: " + "[" * 23 + "1" + "]" * 23, "a.yaml").plain()
    assert str(value).count("[") == 23


@pytest.mark.parametrize("number", ["9" * 41, "9" * 5000, "-" + "9" * 5000, "1." + "0" * 5000, "9" * 200 + ".5"])
def test_a_number_that_nobody_could_mean_is_refused(number):
    """More than forty characters: said in few."""
    assert problems_of(f"a: {number}") == [f"a.yaml:1:4: a number of {len(number)} characters; keep it to 40"]


def test_a_long_text_that_looks_like_a_number_is_shown_in_part():
    """The message stays readable."""
    (problem,) = problems_of(f"a: {'1_' * 3000}")
    assert len(problem) < 250


@pytest.mark.parametrize("text", ["", "\n\n", "# only a comment\n", "---\n"])
def test_an_empty_file_is_refused(text):
    """A file that says nothing should not be there."""
    assert problems_of(text) == ["a.yaml:1:1: the file is empty; write the keys it should have, or delete it"]


@pytest.mark.parametrize("text", ["- a\n- b\n", "just text\n", "80\n", "[a]\n", '"a: b"\n'])
def test_the_top_is_a_mapping(text):
    """A list, a text or a number at the top has no keys."""
    assert problems_of(text) == ["a.yaml:1:1: the top of the file is not a mapping; write `key: value` lines"]


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("a: [1, 2\n", "a.yaml:2:1: "),
        ("a: 'x\n", "a.yaml:2:1: "),
        ("a: b: c\n", "a.yaml:1:5: "),
        ("a:\n\t- 1\n", "a.yaml:2:1: "),
        ("a: @x\n", "a.yaml:1:4: "),
        ("a: [1, , 2]\n", "a.yaml:1:8: "),
        ("a: 1\n b: 2\n", "a.yaml:2:3: "),
        ("a: 1\n---\nb: 2\n", "a.yaml:2:1: "),
        ('a: "\\uD800"\n', "a.yaml:1:7: "),
        ("%YAML 9.9\n---\na: 1\n", "a.yaml:1:1: "),
        ("a: \ud800\n", "a.yaml: "),
        ("a: \x00\n", "a.yaml: "),
    ],
)
def test_broken_yaml_is_told_where_it_breaks(text, place):
    """The parser's own words, at its place, with what to look at."""
    (problem,) = problems_of(text)
    assert problem.startswith(f"{place}not valid YAML: ")


def test_all_problems_of_a_file_come_together():
    """A country code, a locale and a key, all eaten by YAML 1.1, and a price with a comma."""
    assert [problem.split(" ")[0:2] for problem in problems_of("r: [NO, SE]\nlocale: no\non: 2024-11-01\np: 1,5\n")] == [
        ["a.yaml:1:5:", "NO"],
        ["a.yaml:2:9:", "no"],
        ["a.yaml:3:1:", "on"],
        ["a.yaml:4:4:", "expected"],
    ]


def test_lines_are_counted_alike_on_windows(tmp_path):
    """CRLF is one line end."""
    (tmp_path / "a.yaml").write_bytes(b"a: 1\r\nb: 2\r\na: 3\r\n")
    with pytest.raises(FactsError, match=r"^a\.yaml:3:1: a: duplicate key a, first at line 1"):
        read_yaml(tmp_path / "a.yaml", "a.yaml")


NODE = parse_yaml("cards:\n  one:\n    price: 3\n    list:\n    - v\n    - w\n", "a.yaml")


@pytest.mark.parametrize(
    ("path", "line", "column"),
    [
        ((), 1, 1),
        (("cards",), 1, 1),
        (("cards", "one"), 2, 3),
        (("cards", "one", "price"), 3, 12),
        (("cards", "one", "list"), 5, 5),
        (("cards", "one", "list", 1), 6, 7),
        (("cards", "one", "list", 7), 4, 5),
        (("cards", "one", "weight"), 2, 3),
        (("cards", "two", "price"), 1, 1),
        (("cards", "one", 0, "price"), 3, 12),
        (("cards", "one", "price", "deeper"), 3, 5),
    ],
)
def test_every_value_knows_its_place(path, line, column):
    """A value's own place, a mapping's key, or the deepest parent that exists."""
    assert NODE.at(path) == Place("a.yaml", line, column)
