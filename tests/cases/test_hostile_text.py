"""Text from data is text: whatever stands in a name or a title, a page has the same elements and says it letter by letter.

Every field is filled at once, with a mark of its own around the hostile text, and the page is held against the one whose fields
have the marks alone.
"""

from __future__ import annotations

import csv
import io
import json
import re
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from bs4 import BeautifulSoup

from gpuguide.catalog.loader import load_sites
from gpuguide.cli import building
from gpuguide.cli.console import Screen
from gpuguide.errors import GuideError
from gpuguide.site.build import Built, build_site
from tests.checks.words_project import words_files
from tests.projects import SITE_FOLDER, Files
from tests.site.guide import MESSAGES, PAGE, write_guide

SITE, SIZES, PRICES = (f"{SITE_FOLDER}/{name}.yaml" for name in ("site", "sizes", "prices"))
MARKED = re.compile(r"Q([a-z])q(.*?)q\1Q", re.DOTALL)
NAMES = [
    ("data/gpus/alpha.yaml", "name: ", "Alpha"),
    ("data/gpus/alpha.yaml", "product: ", "Acme Alpha 24GB"),
    ("data/gpus/alpha.yaml", "form_factor: ", "PCIe"),
    ("data/gpus/alpha.yaml", "smi_names: [", "Acme Alpha"),
    ("data/vocabulary.yaml", "acme: {name: ", "Acme"),
    ("data/vocabulary.yaml", "first: {name: ", "First"),
    ("data/vocabulary.yaml", "gddr6: {name: ", "GDDR6"),
    ("data/sources.yaml", "sheet: {title: ", "Datasheet"),
    ("data/sources.yaml", "title: Driver log, publisher: ", "Somebody"),
    ("data/sizing/precisions.yaml", "fp8: {name: ", "FP8"),
    (SITE, "site:\n  name: ", "Tiny Hub"),
    (SITE, "operator: ", "Tiny Hub LLC"),
    (SITE, "east: {name: ", "EAST-1"),
    (SITE, "city: ", "Boston"),
    (SITE, "btc: {name: ", "Bitcoin BTC"),
    (SIZES, "  7b: {name: ", "7B"),
    (SIZES, "  8k: {name: ", "8k"),
    (SIZES, "tiny-7b: {name: ", "Tiny 7B"),
]
"""Texts that pages print as they are: the file, what stands before, and the text."""

TEXTS = [
    (f"{SITE_FOLDER}/figures.yaml", "hour:\n    label: ", "Price of an hour"),
    (f"{SITE_FOLDER}/tables.yaml", "cards:\n    caption: ", "Cards by bandwidth"),
    (f"{SITE_FOLDER}/tables.yaml", "{header: ", "GPU"),
    (f"{SITE_FOLDER}/tables.yaml", "fp8_tensor_cores = false], text: ", "no FP8"),
    (f"{SITE_FOLDER}/policy.yaml", "month: {value: 720, unit: h/month, why: ", "hours of a month"),
    (f"{SITE_FOLDER}/policy.yaml", "token, why: ", "about what a token weighs"),
    (PAGE, "@deck\n", "Bandwidth decides."),
    (PAGE, "title: ", '"Which card for a {size:7b} model"'),
    (PAGE, "@label ", "Cards"),
]
"""Texts that are messages: Markdown with placeholders."""

HOSTILE = [
    "<script>alert(document.cookie)</script>",
    "</title><script src=//evil.example></script>",
    "<img src=x onerror=alert()>",
    '"><b onmouseover="alert()">x</b>',
    "' onclick='alert()' x='",
    "--><!-- ]]> <![CDATA[",
    "{{7*7}} {% import os %} {# note #} ${7*7} #{7*7}",
    "{{ ''.__class__.__mro__ }}",
    "{weights_7b} {gpu:beta} %(name)s %s {0}",
    "](javascript:alert()) [x](data:text/html,x) ![y](z)",
    "**bold** *em* `code` # heading | cell |",
    "&lt;b&gt; &amp;amp; &#60; &nbsp;",
    "../../x /etc/passwd C:\\x",
    "c\u0301 \u00e9 \U0001f600 \u0627\u0644",
    '=HYPERLINK("http://evil.example") ,;\'"',
    "]]>\\u003c/script\\u003e",
]


def filled(fields: list[tuple[str, str, str]], hostile: str) -> Files:
    """The guide with each field's text between its marks, quoted as YAML where it stands in YAML."""
    files = words_files()
    for number, (path, before, old) in enumerate(fields):
        mark = "abcdefghijklmnopqrstuvwxyz"[number]
        written = f"Q{mark}q{hostile}q{mark}Q"
        new = written if path == PAGE and not before.startswith("title") else json.dumps(written, ensure_ascii=False)
        assert before + old in files[path], (path, before, old)
        files[path] = files[path].replace(before + old, before + new, 1)
        quoted = json.dumps(written, ensure_ascii=False)
        files[MESSAGES] += f"\nmsgid {quoted}\nmsgstr {quoted}\n" if fields is TEXTS else ""
    return files


def made(root: Path, project: Path, files: Files) -> Built:
    write_guide(root, project, files)
    return build_site(root, load_sites(root)[0], strict=False)


INLINE = {"strong", "em", "code"}


def skeleton(soup: BeautifulSoup) -> list[tuple[str, tuple[str, ...]]]:
    """Every element with the names of its attributes, the emphasis that a message may have aside."""
    return [(tag.name, tuple(sorted(tag.attrs))) for tag in soup.find_all(True) if tag.name not in INLINE]


def said(soup: BeautifulSoup) -> list[str]:
    """Every text of a page: that of elements and attributes, and of the structured data in it.

    The picture for links shows the site's name and is named after its content.
    """
    data = [
        json.dumps(json.loads(script.extract().get_text()), ensure_ascii=False)
        for script in soup.select("script[type='application/ld+json']")
    ]
    texts = [str(text) for text in soup.find_all(string=True)]
    attributes = [str(value) for tag in soup.find_all(True) for value in tag.attrs.values()]
    return [*texts, *(re.sub(r"/picture\.[0-9a-f]{12}\.png$", "/picture.png", value) for value in attributes), *data]


def marked(text: str) -> set[str]:
    """What stands between the marks."""
    return {found[1] for found in MARKED.findall(text)}


def pages(built: Built) -> dict[str, BeautifulSoup]:
    return {name: BeautifulSoup(body.decode(), "html.parser") for name, body in built.files.items() if name.endswith(".html")}


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory, project_root: Path) -> Built:
    """The guide whose names are their marks alone."""
    return made(tmp_path_factory.mktemp("plain") / "guide", project_root, filled(NAMES, ""))


@pytest.mark.parametrize("hostile", HOSTILE)
def test_hostile_names_are_text(plain: Built, tmp_path: Path, project_root: Path, hostile: str):
    """The same files and elements; a text differs by what stands between its marks, which is the name, letter by letter."""
    built = made(tmp_path / "guide", project_root, filled(NAMES, hostile))
    assert {name for name in built.files if "assets/" not in name} == {name for name in plain.files if "assets/" not in name}
    due = pages(plain)
    for name, soup in pages(built).items():
        assert all("<" not in script.get_text() for script in soup.select("script"))
        assert skeleton(soup) == skeleton(due[name]), name
        text = "\n".join(said(soup))
        assert MARKED.sub(r"Q\1qq\1Q", text) == "\n".join(said(due[name])), name
        assert marked(text) <= {hostile, json.dumps(hostile, ensure_ascii=False)[1:-1]}
        assert marked(text) or name in ("index.html", "404.html")


def test_hostile_names_are_text_in_every_other_file(tmp_path: Path, project_root: Path):
    """Feeds and the sitemap are sound XML, tables sound CSV and JSON with the names in them, letter by letter."""
    hostile = "".join(HOSTILE)
    built = made(tmp_path / "guide", project_root, filled(NAMES, hostile))
    for name, body in built.files.items():
        if name.endswith(".xml"):
            ET.fromstring(body.decode())
        if name.endswith("cards.csv"):
            rows = list(csv.reader(io.StringIO(body.decode(), newline=""), strict=True))
            assert {len(row) for row in rows} == {len(rows[0])}
            assert marked("\n".join(cell for row in rows for cell in row)) == {hostile}
        if name.endswith("cards.json"):
            assert hostile in json.loads(body)["rows"][0][0]


def test_hostile_names_are_judged_like_any(tmp_path: Path, project_root: Path):
    """The judge reads the same names from the data, finds them on the pages and in every file, and has nothing to say."""
    root = write_guide(tmp_path / "guide", project_root, filled(NAMES, "R&D <b>Labs</b> \"x\" 'y' <!-- & &amp; -->,;|"))
    assert building.build(root, root / "dist", None, False, Screen(quiet=True)) == 0


def test_hostile_names_are_told_where_they_look_like_ours(tmp_path: Path, project_root: Path, capsys: pytest.CaptureFixture[str]):
    """A name like a placeholder, a mark or a link that was left over: nothing is published before somebody has looked at it."""
    root = write_guide(tmp_path / "guide", project_root, filled(NAMES, "".join(HOSTILE)))
    assert building.build(root, root / "dist", None, False, Screen(quiet=True)) == 1
    assert "leftover: placeholder was left in the text" in capsys.readouterr().err
    assert not (root / "dist").exists()


@pytest.fixture(scope="module")
def plain_messages(tmp_path_factory: pytest.TempPathFactory, project_root: Path) -> Built:
    """The guide whose messages are their marks alone."""
    return made(tmp_path_factory.mktemp("plain") / "guide", project_root, filled(TEXTS, ""))


@pytest.mark.parametrize("hostile", HOSTILE)
def test_hostile_messages_are_text_or_refused(plain_messages: Built, tmp_path: Path, project_root: Path, hostile: str):
    """A message brings emphasis and code, no other element, no attribute or address; what it cannot say is told at its line."""
    try:
        built = made(tmp_path / "guide", project_root, filled(TEXTS, hostile))
    except GuideError as error:
        assert all(problem.place.file and problem.message for problem in error.problems)
        assert {problem.place.file.split("/")[0] for problem in error.problems} <= {"data", "templates", "locales"}
        return
    due = pages(plain_messages)
    for name, soup in pages(built).items():
        assert skeleton(soup) == skeleton(due[name]), name
