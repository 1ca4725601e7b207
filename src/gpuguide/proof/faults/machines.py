"""Faults in what programs read: CSV, JSON, structured data, feeds, llms.txt, the sitemap, figures.json and records.json.

Knows where values stand in these files. Refuses to know what they should be.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from gpuguide.proof.faults.edits import Spot, dropped, ending, exchanged_for, pages, rewritten, swapped, tried
from gpuguide.proof.faults.numbers import further_digit, of_text, other_digit, typed_digit
from gpuguide.proof.faults.scene import Change, Kind, Scene

CSV = ending(".csv")
LLMS = ending("llms.txt")
FEED = ending("feed.xml")
FIGURES = ending("figures.json")
RECORDS = ending("records.json")
SITEMAP = ending("sitemap.xml")

_CELL = r"(?<=[\n,])(?P<x>[^,\r\n\"]+)(?=,|\r)"
_LINE = r"(?<=\n)[^\r\n]+\r\n"
_STRUCTURED = r'<script type="application/ld\+json">(?P<x>[^<]*)</script>'


def tables(path: str) -> bool:
    """Whether a file is a table as JSON."""
    return path.endswith(".json") and path.count("/") > 1


def _cell_digit(spot: Spot, chance: Random) -> str | None:
    return other_digit(spot.text, chance)


def _structured(change: Callable[[dict[str, Any], Random], bool]) -> Kind:
    """A kind that changes one object of a page's structured data; `change` says whether it could."""

    def wrong(spot: Spot, chance: Random) -> str | None:
        value = json.loads(spot.text)
        objects = _objects(value)
        chance.shuffle(objects)
        return json.dumps(value, ensure_ascii=False) if any(change(one, chance) for one in objects) else None

    return rewritten(pages, _STRUCTURED, wrong)


def _objects(value: Any) -> list[dict[str, Any]]:
    """Every object within a JSON value, itself first."""
    if isinstance(value, dict):
        return [value, *(one for inner in value.values() for one in _objects(inner))]
    return [one for inner in value for one in _objects(inner)] if isinstance(value, list) else []


def _value(*names: str, change: Callable[[str, Random], str | None]) -> Callable[[dict[str, Any], Random], bool]:
    """Writes one of the named values of an object otherwise."""

    def changed(one: dict[str, Any], chance: Random) -> bool:
        held = [name for name in names if isinstance(one.get(name), str | int | float) and not isinstance(one[name], bool)]
        if not held:
            return False
        name = chance.choice(held)
        text = change(str(one[name]), chance)
        if text is None or text == str(one[name]):
            return False
        one[name] = text
        return True

    return changed


def _lost_property(one: dict[str, Any], chance: Random) -> bool:
    names = [name for name in one if not name.startswith("@")]
    if not names:
        return False
    del one[chance.choice(names)]
    return True


def _another(text: str, chance: Random) -> str:
    return f"{text} {chance.choice(('PRO', 'Max', 'II'))}"


def _one_line(where: Callable[[str], bool], pattern: str, wrong: Callable[[str, Random], str | None]) -> Kind:
    return rewritten(where, pattern, of_text(wrong))


def _two_columns(scene: Scene, path: str, chance: Random) -> Change | None:
    """Two columns of a table swapped, head and cells, or only the cells."""
    text = scene.text(path)
    lines = [line.split(",") for line in text.split("\r\n") if line]
    if '"' in text or len(lines) < 2 or len(lines[0]) < 2:
        return None
    at = chance.randrange(len(lines[0]) - 1)
    first = chance.choice((0, 1))
    for line in lines[first:]:
        line[at], line[at + 1] = line[at + 1], line[at]
    whole = "".join(",".join(line) + "\r\n" for line in lines)
    return scene.replaced(path, whole, f"columns {at + 1} and {at + 2}", f"swapped from line {first + 1}")


def _table_rows(scene: Scene, path: str, chance: Random) -> Change | None:
    """Rows of a table as JSON: two swapped, one lost, one value otherwise."""
    value = json.loads(scene.text(path))
    rows = value.get("rows", [])
    if len(rows) < 2:
        return None
    at, way = chance.randrange(len(rows) - 1), chance.randrange(3)
    if way == 0:
        rows[at], rows[at + 1] = rows[at + 1], rows[at]
    elif way == 1:
        del rows[at]
    else:
        column = chance.randrange(len(rows[at]))
        rows[at][column] = rows[at + 1][column] if rows[at + 1][column] != rows[at][column] else f"{rows[at][column]}0"
    whole = json.dumps(value, ensure_ascii=False, indent=1) + "\n"
    return scene.replaced(
        path,
        whole,
        f"row {at + 1}",
        ("swapped with the next", "dropped", f"column {column + 1} otherwise" if way == 2 else "")[way],
    )


def _flip(spot: Spot, chance: Random) -> str:
    return {"true": "false", "false": "true"}[spot.text]


_FIGURE = r'(?<="{}": ")(?P<x>[^"]*)(?=")'
KINDS: Mapping[str, Kind] = {
    "digit of a CSV cell": rewritten(CSV, r"(?<=[\n,])(?P<x>[^,\r\n\"]*[0-9][^,\r\n\"]*)(?=,|\r)", _cell_digit),
    "CSV cell of another row": swapped(CSV, _CELL),
    "two CSV rows swapped": swapped(CSV, _LINE),
    "CSV row dropped": dropped(CSV, _LINE),
    "two CSV columns swapped": tried(CSV, _two_columns),
    "unit in a CSV head": rewritten(CSV, r"\[(?P<x>[^\]\r\n]+)\](?=[^\n]*\r\n)", lambda spot, chance: f"k{spot.text}"),
    "word in a CSV head": rewritten(CSV, r"\A(?P<x>[^,\r\n]+)", of_text(_another)),
    "digit in a table as JSON": rewritten(tables, r'(?<=\n   ")(?P<x>[^"\n]*[0-9][^"\n]*)(?=")', of_text(other_digit)),
    "row of a table as JSON": tried(tables, _table_rows),
    "head or caption of a table as JSON": rewritten(tables, r'(?:\n  "|"table": ")(?P<x>[^"\n]+)(?=")', of_text(_another)),
    "term of a calculator": rewritten(tables, r'":"(?P<x>[0-9]+(?:/[0-9]+)?)"', of_text(other_digit)),  # tables have a space
    "room of a calculator's row": rewritten(tables, r'"rooms":\["(?P<x>[0-9/]+)"', of_text(other_digit)),
    "word of a calculator": rewritten(tables, r'":"(?P<x>[^"0-9]{4,})"', of_text(_another)),
    "row of a calculator dropped": dropped(tables, r'\{"members":[^\n]*?"cells":\[[^\]]*\]\},(?=\{"members")'),
    "digit in structured data": _structured(
        _value("name", "text", "description", "price", "lowPrice", "highPrice", "value", "position", change=other_digit)
    ),
    "price in structured data": _structured(_value("price", "lowPrice", "highPrice", change=further_digit)),
    "currency in structured data": _structured(_value("priceCurrency", change=lambda text, chance: "EUR")),
    "name in structured data": _structured(_value("name", change=_another)),
    "address in structured data": _structured(
        _value("url", "item", "contentUrl", "@id", change=lambda text, chance: text + "x/")
    ),
    "day in structured data": _structured(_value("dateModified", "datePublished", change=other_digit)),
    "language in structured data": _structured(_value("inLanguage", change=lambda text, chance: "de")),
    "kind in structured data": _structured(_value("@type", change=lambda text, chance: "Thing")),
    "property lost in structured data": _structured(_lost_property),
    "digit in llms.txt": _one_line(LLMS, r"(?<=\n)(?P<x>- \[[^\]\n]*\]\([^)\n]*\): [^\n]*)", typed_digit),
    "number in llms.txt": _one_line(LLMS, r"\): (?P<x>[^\n]*[0-9][^\n]*)", other_digit),
    "line of llms.txt dropped": dropped(LLMS, r"(?<=\n)- [^\n]*\n"),
    "address in llms.txt": exchanged_for(LLMS, r"\]\((?P<x>[^)\n]*)\)"),
    "title in llms.txt": exchanged_for(LLMS, r"- \[(?P<x>[^\]\n]*)\]"),
    "day in a feed": _one_line(FEED, r"<updated>(?P<x>[^<]*)<", other_digit),
    "title in a feed": _one_line(FEED, r"<(?:title|summary)>(?P<x>[^<]*)<", _another),
    "digit in a feed": _one_line(FEED, r"<(?:title|summary)>(?P<x>[^<]*)<", typed_digit),
    "address in a feed": rewritten(FEED, r'<link [^>]*href="(?P<x>[^"]*)"', lambda spot, chance: f"{spot.text}x/"),
    "entry of a feed dropped": dropped(FEED, r"<entry>.*?</entry>\n?"),
    "address in the sitemap": rewritten(SITEMAP, r"<loc>(?P<x>[^<]*)<", lambda spot, chance: f"{spot.text}x/"),
    "page lost in the sitemap": dropped(SITEMAP, r"<url>.*?</url>\n?"),
    "day in the sitemap": _one_line(SITEMAP, r"<lastmod>(?P<x>[^<]*)<", other_digit),
    "alternate lost in the sitemap": dropped(SITEMAP, r"<xhtml:link [^>]*/>"),
    "exact value in figures.json": _one_line(FIGURES, _FIGURE.format("value"), other_digit),
    "printed value in figures.json": _one_line(FIGURES, _FIGURE.format("printed"), other_digit),
    "unit in figures.json": exchanged_for(FIGURES, _FIGURE.format("unit")),
    "formula in figures.json": exchanged_for(FIGURES, _FIGURE.format("formula")),
    "inputs in figures.json": exchanged_for(FIGURES, r'(?<="inputs": )(?P<x>\{"[^}]*\})'),
    "sources in figures.json": exchanged_for(FIGURES, r'(?<="sources": )(?P<x>\[[^\]]*\])'),
    "verdict in figures.json": rewritten(FIGURES, r'(?<=": )(?P<x>true|false)(?=,?\n)', _flip),
    "choice in figures.json": exchanged_for(FIGURES, r'(?<=": )(?P<x>\{"(?:count|gpu|answer|pick|region)": [^}]*\})'),
    "figure lost in figures.json": dropped(FIGURES, r'(?<=\n)"[^"\n]+/[^"\n]+": \{"absent"[^\n]*\},\n'),
    "text in records.json": _one_line(RECORDS, r'\["[^"]*", "[^"]*", "[^"]*", "(?P<x>[^"]*)", "[a-z]+"\]', other_digit),
    "key in records.json": exchanged_for(RECORDS, r'\["(?P<x>[^"]*)", "[^"]*", "[^"]*", "[^"]*", "[a-z]+"\]'),
    "row lost in records.json": dropped(RECORDS, r'(?<=, )\["[^"\]]*", "[^"\]]*", "[^"\]]*", "[^"\]]*", "[a-z]+"\], '),
    "name in records.json": exchanged_for(RECORDS, r'\["[^"]*", "(?P<x>[^"]*)", "[a-z]+"\]'),
    "page lost in records.json": dropped(RECORDS, r'(?<=\n)"[^"\n]+": \{"dates"[^\n]*\},\n'),
    "locale in records.json": exchanged_for(RECORDS, r'"locale": "(?P<x>[^"]*)"'),
    "literal in records.json": rewritten(
        RECORDS, r'"literals": \{"[^"]*": (?P<x>[0-9]+)', lambda spot, chance: str(int(spot.text) + 1)
    ),
}
