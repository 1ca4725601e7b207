"""What translators see: notes in the catalogs, how far each page is, and the list of what is left."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import polib
import pytest

from tests.cli.conftest import Run
from tests.site.guide import MESSAGES, PAGE

OK, FINDINGS, USAGE = 0, 1, 2
Replace = Callable[[Path, str, str], None]
OLD, NEW = "{gpu:beta} is too small.", "{gpu:beta} is much too small."


@pytest.fixture
def changed(guide: Path, run: Run) -> Path:
    """The made-up project after a sentence was changed and another one lost its translation; the catalog is up to date."""
    for file, old, new in ((PAGE, OLD, NEW), (MESSAGES, 'msgstr "带宽说了算。"', 'msgstr ""')):
        text = (guide / file).read_text(encoding="utf-8")
        assert old in text
        (guide / file).write_text(text.replace(old, new), encoding="utf-8")
    assert run("messages", "update", "--project", guide).code == OK
    return guide


def committed(root: Path, day: str) -> None:
    """Put everything into a git repository on a day."""
    who = {f"GIT_{role}_{part}": "a@example.org" for role in ("AUTHOR", "COMMITTER") for part in ("NAME", "EMAIL")}
    when = {"GIT_AUTHOR_DATE": f"{day}T12:00:00Z", "GIT_COMMITTER_DATE": f"{day}T12:00:00Z"}
    for command in (["init", "-q"], ["add", "-A"], ["commit", "-q", "-m", "day"]):
        subprocess.run(["git", *command], cwd=root, check=True, env={**os.environ, **who, **when})


def test_each_page_that_is_not_whole_is_counted(changed: Path, run: Run):
    """With what is fuzzy, what is missing, and no day where there is no git."""
    ran = run("messages", "status", "--project", changed)
    assert ran.code == FINDINGS
    assert f"  {PAGE}: " in ran.out
    assert " translated, 1 fuzzy, 1 missing, git does not know since when" in ran.out
    assert f": {NEW}" in ran.out


def test_what_is_open_is_open_since_the_english_changed(changed: Path, run: Run):
    """The day on which git saw the line change, not the one of the file."""
    text = (changed / PAGE).read_text(encoding="utf-8")
    (changed / PAGE).write_text(text.replace(NEW, "Something else."), encoding="utf-8")
    committed(changed, "2026-03-01")
    (changed / PAGE).write_text(text, encoding="utf-8")
    committed(changed, "2026-04-02")
    found = json.loads(run("messages", "status", "--json", "--project", changed).out)
    (catalog,) = [one for one in found["catalogs"] if one["domain"] == "tiny"]
    assert {one["message"]: one["since"] for one in catalog["open"] if one["place"].startswith(PAGE)} == {
        "Bandwidth decides.": "2026-03-01",
        NEW: "2026-04-02",
    }
    assert catalog["pages"][PAGE]["since"] == "2026-03-01"


def test_the_json_has_all_of_an_open_message(changed: Path, run: Run):
    """State, place, kind, both English texts, the translation so far and the values."""
    found = json.loads(run("messages", "status", "--json", "--project", changed).out)
    (fuzzy,) = [message for catalog in found["catalogs"] for message in catalog["open"] if message["state"] == "fuzzy"]
    assert fuzzy == {
        "state": "fuzzy",
        "place": f"{PAGE}:28",
        "since": None,
        "kind": "paragraph: /guide/",
        "message": NEW,
        "previous": OLD,
        "translation": "{gpu:beta}太小。",
        "values": ["{gpu:beta} = Beta"],
    }


def test_the_list_for_a_translator_has_old_and_new_english_and_the_numbers(changed: Path, run: Run):
    """Enough to translate from, without the page."""
    out = run("messages", "status", "--todo", "zh", "--project", changed).out
    start = out.index("fuzzy, git does not know since when")
    assert out[start:].split("\n\n")[0].rstrip().splitlines() == [
        f"fuzzy, git does not know since when: {PAGE}:28",
        "  kind     paragraph: /guide/",
        f"  was      {OLD}",
        f"  English  {NEW}",
        "  so far   {gpu:beta}太小。",
        "  {gpu:beta} = Beta",
    ]


def test_a_language_that_nothing_is_translated_into_is_told(guide: Path, run: Run):
    """With the nearest that is one."""
    ran = run("messages", "status", "--todo", "zhh", "--project", guide)
    assert (ran.code, "did you mean zh?" in ran.err) == (USAGE, True)


def test_a_whole_catalog_is_no_finding(guide: Path, run: Run):
    """Nothing to do ends with zero."""
    run("messages", "update", "--project", guide)
    catalog = polib.pofile(str(guide / MESSAGES))
    for entry in catalog:
        entry.msgstr = entry.msgstr or "译"
    catalog.save()
    ran = run("messages", "status", "--todo", "zh", "--project", guide)
    assert (ran.code, "0 fuzzy, 0 missing" in ran.out) == (OK, True)


def above(root: Path, message: str) -> list[str]:
    """The lines of a catalog above a message."""
    text = (root / MESSAGES).read_text(encoding="utf-8")
    return text[: text.index(f'msgid "{message}"')].rsplit("\n\n", 1)[1].splitlines()


def test_a_message_says_what_kind_of_text_it_is_and_where_it_stands(guide: Path, run: Run):
    """In one line; numbers are not committed, for they change without the message."""
    run("messages", "update", "--project", guide)
    assert above(guide, "Yes, for {hour/beta} an hour.") == [
        "#. paragraph: /guide/",
        f"#: {PAGE}",
        "#, python-brace-format",
    ]


def test_a_translator_who_asks_has_the_numbers_above_each_message(guide: Path, run: Run):
    """In the language and in English: a month of 100 USD is 100 / 730 = 0.137 USD an hour. The next update takes them out."""
    run("messages", "update", "--project", guide)
    before = (guide / MESSAGES).read_bytes()
    run("messages", "update", "--numbers", "--project", guide)
    assert above(guide, "Yes, for {hour/beta} an hour.")[:2] == [
        "#. paragraph: /guide/",
        "#. {hour/beta} = 0.14美元 (en: $0.14)",
    ]
    run("messages", "update", "--project", guide)
    assert (guide / MESSAGES).read_bytes() == before
