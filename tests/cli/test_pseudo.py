"""A made-up language shows what is no message, and what has no room."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from gpuguide.l10n.pseudo import pseudo
from tests.cli.conftest import Run


@pytest.mark.parametrize(
    ("text", "made"),
    [
        ("Cards", "⟦Çáářđš··⟧"),
        ("{gpu:alpha} costs {monthly/alpha}.", "⟦{gpu:alpha} çóóšţš {monthly/alpha}.·····⟧"),
        ("See [the guide](page:guide) or `nvidia-smi`.", "⟦Šéééé [ţĥéé ĝúúííđéé](page:guide) óóř `nvidia-smi`.····⟧"),
        ("**FP8** halves it.", "⟦**FP8** ĥááłṽééš ííţ.·····⟧"),
        ("{gpu:alpha}", "⟦{gpu:alpha}⟧"),
    ],
)
def test_words_change_and_all_else_stays(text: str, made: str):
    """Vowels stand twice, points make up for the rest; placeholders, targets, code, marks and words with digits stay."""
    assert pseudo(text) == made


@pytest.mark.parametrize(("length", "due"), [(5, 10), (10, 20), (20, 33), (40, 56), (400, 560)])
def test_a_text_grows_as_translations_do(length: int, due: int):
    """A label up to twice, a sentence by 40 %; what fills it up breaks into lines as words do."""
    made = pseudo("s" * length)
    assert len(made) == due
    assert re.fullmatch("⟦š+·{1,5}( ·{1,5})*⟧", made)


def test_a_declared_literal_stays():
    """Its words may be translated, but those beside a number need not; without a number it is a text like any other."""
    assert pseudo("needs driver 0.9", ["driver 0.9"]) == "⟦ñééééđš driver 0.9··⟧"
    assert "double precision" not in pseudo("a double precision rate", ["double precision"])


def test_the_guide_says_nothing_without_a_message(run: Run, guide: Path):
    """Its Chinese pages are made of messages, names and units alone; they stand where they were asked to, unpublished."""
    ran = run("messages", "pseudo", "--project", str(guide))
    assert (ran.code, ran.err) == (0, "")
    page = (guide / "pseudo/tiny/zh/guide/index.html").read_text(encoding="utf-8")
    assert "⟦" in page and "⟦" not in (guide / "pseudo/tiny/en/guide/index.html").read_text(encoding="utf-8")
    assert not (guide / "dist").exists()


@pytest.mark.parametrize(
    ("file", "old", "new", "told"),
    [
        ("layouts/guide.html", "<main", "<p>Typed in English</p><main", "Typed in English"),
        ("layouts/guide.html", "<main", '<p aria-label="Typed in English"></p><main', "Typed in English"),
        ("layouts/guide.html", "</title>", " by us</title>", '· [^"]+ by us'),
    ],
)
def test_a_text_of_a_template_is_told(run: Run, guide: Path, file: str, old: str, new: str, told: str):
    """In the text, in an attribute, in the head: with the page and the line where it stands first."""
    layout = guide / "templates" / file
    text = layout.read_text(encoding="utf-8")
    assert old in text
    layout.write_text(text.replace(old, new, 1), encoding="utf-8")
    ran = run("messages", "pseudo", "--project", str(guide))
    assert ran.code == 1
    assert re.search(rf'^pseudo/tiny/zh/[a-z/]*index.html:[0-9]+.*: no message says "{told}"', ran.err, re.MULTILINE)


def test_the_folder_of_published_sites_is_refused(run: Run, guide: Path):
    """Nobody could read them."""
    ran = run("messages", "pseudo", "--project", str(guide), "--out", "dist")
    assert (ran.code, "name another folder" in ran.err, (guide / "dist").exists()) == (2, True, False)
