"""A made-up language shows what is no message, and what has no room."""

from __future__ import annotations

from pathlib import Path

import pytest

from gpuguide.l10n.pseudo import pseudo
from tests.cli.conftest import Run


@pytest.mark.parametrize(
    ("text", "made"),
    [
        ("Cards", "⟦Çáářđš⟧"),
        ("{gpu:alpha} costs {monthly/alpha}.", "⟦{gpu:alpha} çóóšţš {monthly/alpha}.⟧"),
        ("See [the guide](page:guide) or `nvidia-smi`.", "⟦Šéééé [ţĥéé ĝúúííđéé](page:guide) óóř `nvidia-smi`.⟧"),
        ("**FP8** halves it.", "⟦**FP8** ĥááłṽééš ííţ.⟧"),
    ],
)
def test_words_change_and_all_else_stays(text: str, made: str):
    """Vowels stand twice; placeholders, targets, code, marks and words with digits are as they were."""
    assert pseudo(text) == made


def test_a_declared_literal_stays():
    assert pseudo("needs driver 0.9", ["driver 0.9"]) == "⟦ñééééđš driver 0.9⟧"


def test_the_guide_says_nothing_without_a_message(run: Run, guide: Path):
    """Its Chinese pages are made of messages, names and units alone; they stand where they were asked to, unpublished."""
    ran = run("messages", "pseudo", "--project", str(guide))
    assert (ran.code, ran.err) == (0, "")
    page = (guide / "pseudo/tiny/zh/guide/index.html").read_text(encoding="utf-8")
    assert "⟦" in page and "⟦" not in (guide / "pseudo/tiny/en/guide/index.html").read_text(encoding="utf-8")
    assert not (guide / "dist").exists()


def test_a_text_of_a_template_is_told(run: Run, guide: Path):
    layout = guide / "templates/layouts/guide.html"
    text = layout.read_text(encoding="utf-8")
    layout.write_text(text.replace("<main", "<p>Typed in English</p><main", 1), encoding="utf-8")
    ran = run("messages", "pseudo", "--project", str(guide))
    assert ran.code == 1
    assert 'tiny: no message says "Typed in English", 1 times' in ran.err
