"""Whatever stands in the files, the judge answers with findings and never with a traceback."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import pytest

from gpuguide.checks import Report

Judged = Callable[[], Report]

PAGE, CLAIMS = "dist/tiny/en/guide/index.html", "data/sites/tiny/claims.yaml"
DEEP = "[" * 1100
CASES = [
    ("dist/tiny/figures.json", DEEP),
    ("dist/tiny/figures.json", "[]"),
    ("dist/tiny/figures.json", '{"figures": [], "choices": 5, "claims": null}'),
    ("dist/tiny/figures.json", '{"figures": {"memory/7b": 5, "": {}, "/": {}, "a/b/c": {"inputs": [1], "sources": 2}, ".": {}}}'),
    ("dist/tiny/figures.json", '{"figures": {"memory/7b": {"value": "1e999999999", "printed": ' + "9" * 5000 + "}}}"),
    ("dist/tiny/records.json", '{"pages": {"../../x": 5, "": {}, "en/guide/index.html": {"figures": [5, [[]]]}}}'),
    ("dist/tiny/records.json", '{"pages": [1]}'),
    ("dist/tiny/records.json", "null"),
    (PAGE, ""),
    (PAGE, "\x00"),
    (PAGE, "<div>" * 5000),
    (PAGE, "<p id='' data-claim='' data-name='' data-choice=''><data data-figure=''><time data-fact=''>"),
    (PAGE, "<data data-figure='constant/'>1</data><data data-figure='constant/9e9'>1</data>"),
    (PAGE, "<span data-name='server/a/b'>1</span><span data-name='gpus/alpha/x'>1</span>"),
    (PAGE, "<a href='http://[x'>x</a><a href='//'>x</a><a href='%00%ff'>x</a><a href='#'>x</a>"),
    (PAGE, "<svg:data xlink:href='1' data-figure=a.b.c.d>1</svg:data><data data-figure=site.name>1</data>"),
    ("data/sites/tiny/figures.yaml", DEEP),
    ("data/sites/tiny/figures.yaml", "figures: &a {b: *a}"),
    ("data/sites/tiny/figures.yaml", "axes: {gpu: nowhere}\nfigures: {memory: 5}\nchoices: {cheapest: {steps: [[5]]}}\n"),
    ("data/sites/tiny/figures.yaml", "axes: {gpu: gpus}\nchoices: {cheapest: {over: [size], each: [], steps: [[]], by: []}}\n"),
    ("data/sites/tiny/figures.yaml", "figures: {memory: {over: [size], formula: ratio, inputs: {part: a b, whole: '='}}}"),
    ("data/sites/tiny/figures.yaml", "? [a]\n: b"),
    (CLAIMS, "claims: {a: {holds: ['= ='], otherwise: stop}, b: {holds: 5, otherwise: stop}, c: {}}"),
    (CLAIMS, "claims: {a: {holds: ['x or y'], otherwise: stop}, b: {holds: [1 of 2 = 3], otherwise: hide}}"),
    ("data/sites/tiny/prices.yaml", "prices: 5"),
    ("data/sites/tiny/site.yaml", "site: {locales: [en, xx], origin: 5}\npages: [guide]"),
    ("data/sites/tiny/site.yaml", "- a\n- b"),
    ("data/locales.yaml", "locales: {en: {decimal: '.', group: '.'}}"),
    ("data/units.yaml", "units: {GB: '{n}', TB/s: {en: [1]}, '%': {'*': 'no number'}}"),
    ("data/gpus/alpha.yaml", "cites: 5\nmemory_gb: [1]\nname: {}"),
    ("data/sites/tiny/literals.yaml", "literals: [{text: ''}, {reason: x}, 5]"),
    ("locales/zh/LC_MESSAGES/tiny.po", 'msgid "a"\nmsgid "b"\n'),
]  # fmt: skip


@pytest.mark.parametrize(("name", "content"), CASES)
def test_hostile_content_gives_findings(project: Path, judged: Judged, name: str, content: str) -> None:
    """A file of the wrong shape is found, and nothing is raised."""
    (project / name).write_text(content, encoding="utf-8")
    assert judged().findings


@pytest.mark.parametrize("name", sorted({name for name, _ in CASES}))
def test_bytes_that_are_no_text_give_findings(project: Path, judged: Judged, name: str) -> None:
    """A file that is not UTF-8 is found."""
    (project / name).write_bytes(b"\xff\xfe\x00a: \x80")
    assert judged().findings


@pytest.mark.parametrize("seed", range(25))
def test_damaged_files_give_findings_or_none(project: Path, judged: Judged, seed: int) -> None:
    """Cut, doubled and swapped pieces of files never raise anything."""
    chance = random.Random(seed)
    files = sorted(path for path in project.rglob("*") if path.is_file())
    path = chance.choice(files)
    content = bytearray(path.read_bytes())
    for _ in range(chance.randint(1, 8)):
        at, length = chance.randrange(len(content) + 1), chance.randint(1, 40)
        piece = content[at : at + length]
        content[at : at + chance.choice((0, length))] = chance.choice((b"", piece * 2, bytes([chance.randrange(256)]), b"{n}:-"))
    path.write_bytes(bytes(content))
    judged()
