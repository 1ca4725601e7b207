"""Faults in what stands where on a page: names, rows, cells, verdicts, bars, dates, derivations.

Knows the markup of docs/formats.md. Refuses to know the data.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from random import Random

from gpuguide.proof.faults.edits import Spot, doubled, dropped, exchanged_for, pages, rewritten, swapped, tried
from gpuguide.proof.faults.numbers import of_text, other_digit
from gpuguide.proof.faults.recording import RECORDS, with_name
from gpuguide.proof.faults.scene import Change, Kind, Scene

NAME = r'<span data-name="[^"]*"[^>]*>[^<]*</span>'
ROW = r"<tr>(?:(?!<tr>|<thead).)*?<td.*?</tr>"
TABLE = r"<tbody>.*?</tbody>"
CELL = r"<td[^>]*>(?P<x>(?:(?!</td>).)*)</td>"
HEAD = r'<th scope="col"[^>]*>(?P<x>(?:(?!</th>).)*)</th>'
_CHOSEN = re.compile(r'<span data-name="(?P<key>[^"]*)"(?P<rest>[^>]*)>(?P<text>[^<]*)</span>')
_OPERATOR = r"</(?:var|data)> (?P<x>[+−×÷])(?= <)"


def _other_name_recorded(scene: Scene, path: str, chance: Random) -> Change | None:
    """One name in the place of another, recorded as it stands: H100 for H200."""
    text = scene.text(path)
    plain = [match for match in _CHOSEN.finditer(text) if not match["rest"]]
    chance.shuffle(plain)
    for match in plain[:10]:
        kind = match["key"].partition("/")[0]
        others = sorted({(m["key"], m["text"]) for m in plain if m["key"].startswith(f"{kind}/") and m["key"] != match["key"]})
        if not others:
            continue
        key, name = chance.choice(others)
        records = with_name(scene, path, (match["key"], match["text"]), (key, name))
        if records is not None:
            element = f'<span data-name="{key}">{name}</span>'
            whole = text[: match.start()] + element + text[match.end() :]
            files = {path: whole.encode("utf-8"), RECORDS: records.encode("utf-8")}
            around = text[max(0, match.start() - 60) : match.start()]
            return Change(files, f"{path} and {RECORDS}", around + match[0], around + element)
    return None


def _rows_alike(scene: Scene, path: str, chance: Random) -> Change | None:
    """Two neighbouring rows of a table swapped, in the page and in its files alike."""
    csvs = [name for name in scene.files if name.startswith(path.removesuffix("index.html")) and name.endswith(".csv")]
    chance.shuffle(csvs)
    for csv in csvs:
        table = csv.rpartition("/")[2].removesuffix(".csv")
        found = re.search(rf'<table id="t-{table}".*?<tbody>(.*?)</tbody>', scene.text(path), re.DOTALL)
        rows = list(re.finditer(ROW, found[1], re.DOTALL)) if found else []
        lines = scene.text(csv).split("\r\n")
        if found is None or len(rows) < 2 or len(lines) < len(rows) + 1 or '"' in scene.text(csv):
            continue
        at = chance.randrange(len(rows) - 1)
        one, two = rows[at], rows[at + 1]
        if one[0] == two[0]:
            continue
        body = found[1][: one.start()] + two[0] + found[1][one.end() : two.start()] + one[0] + found[1][two.end() :]
        text = scene.text(path)
        whole = text[: found.start(1)] + body + text[found.end(1) :]
        lines[at + 1], lines[at + 2] = lines[at + 2], lines[at + 1]
        files = {path: whole.encode("utf-8"), csv: "\r\n".join(lines).encode("utf-8")}
        return Change(files, f"{path} and {csv}", f"row {at + 1} before row {at + 2}", "the other way round")
    return None


def _other_state(spot: Spot, chance: Random) -> str:
    return "false" if spot.text == "true" else "true"


def _other_day(spot: Spot, chance: Random) -> str:
    """A day or two earlier or later in the machine's form: the last digit of the day changed."""
    head, digit = spot.text[:9], spot.text[9:10]
    return head + chance.choice("123456789".replace(digit, "")) + spot.text[10:]


KINDS: Mapping[str, Kind] = {
    "two names swapped": swapped(pages, NAME),
    "name of another": exchanged_for(pages, r'<span data-name="[^"]*"[^>]*>(?P<x>[^<]*)</span>'),
    "name with another digit": rewritten(
        pages, r'<span data-name="[^"]*"[^>]*>(?P<x>[^<]*[0-9][^<]*)</span>', of_text(other_digit)
    ),
    "key of another name": exchanged_for(pages, r'<span data-name="(?P<x>[^"]*)"'),
    "choice of another": exchanged_for(pages, r'data-choice="(?P<x>[^"]*)"'),
    "another name, recorded": tried(pages, _other_name_recorded),
    "two rows swapped": swapped(pages, ROW, within=TABLE),
    "two rows swapped in a page and its file": tried(pages, _rows_alike),
    "row dropped": dropped(pages, ROW),
    "row doubled": doubled(pages, ROW),
    "row of another table": exchanged_for(pages, ROW),
    "two cells of a table swapped": swapped(pages, CELL, within=TABLE),
    "two heads of a table swapped": swapped(pages, HEAD, within=r"<thead>.*?</thead>"),
    "unit of a head": exchanged_for(pages, r'<div class="unit">(?P<x>[^<]*)</div>'),
    "unit of a head dropped": dropped(pages, r'<div class="unit">[^<]*</div>'),
    "caption of another table": exchanged_for(pages, r"<caption[^>]*>(?P<x>(?:(?!</caption>).)*)</caption>"),
    "state of a flag": rewritten(pages, r'data-state="(?P<x>[a-z]*)"', _other_state),
    "word of a flag": rewritten(
        pages,
        r'data-state="[a-z]*">(?P<x>[^<]*)<',
        lambda spot, chance: next(iter(spot.others()), f"not {spot.text}"),
    ),
    "day in the machine's form": rewritten(pages, r'<time datetime="(?P<x>[^"]*)"', _other_day),
    "day as it is read": rewritten(pages, r"<time [^>]*>(?P<x>[^<]*)<", of_text(other_digit)),
    "day of another fact": rewritten(
        pages,
        r'data-fact="(?P<x>site\.[a-z_]*)"',
        lambda spot, chance: "site.since" if spot.text != "site.since" else "site.as_of",
    ),
    "operator of a derivation": rewritten(pages, _OPERATOR, lambda spot, chance: chance.choice("+−×÷".replace(spot.text, ""))),
    "two operands named the other way round": swapped(pages, r"<var>[^<]*</var>", within=r'<span class="formula">.*?</span>\n'),
    "link to another derivation": exchanged_for(pages, r'<a class="figure" href="(?P<x>#[^"]*)"'),
}
