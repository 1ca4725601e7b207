"""Catalogs as other tools write them come through an update with only the changes that were meant."""

from io import BytesIO
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from gpuguide.errors import Place
from gpuguide.l10n import Catalog, Message
from gpuguide.l10n.pofiles import read_entries

PAGE = Place("templates/pages/hub/guide.md", 7)
OLD = "Memory decides which card fits, and bandwidth how fast its answers come out of it in the end."
NEW = "Memory says which card fits, and bandwidth how fast its answers come out of it in the end."

# Lines broken at 79, header in Poedit's order, comments of a translator, a fuzzy message with what it was made of.
POEDIT = """\
# Maria Silva <maria@example.org>, 2026.
msgid ""
msgstr ""
"Project-Id-Version: hub\\n"
"Report-Msgid-Bugs-To: \\n"
"POT-Creation-Date: 2026-08-01 10:00+0200\\n"
"PO-Revision-Date: 2026-08-02 11:30+0200\\n"
"Last-Translator: Maria Silva <maria@example.org>\\n"
"Language-Team: \\n"
"Language: pt_BR\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Plural-Forms: nplurals=2; plural=(n > 1);\\n"
"X-Generator: Poedit 3.4.2\\n"
"X-Poedit-SourceCharset: UTF-8\\n"

#: templates/pages/hub/guide.md
msgid ""
"Memory decides which card fits, and bandwidth how fast its answers come out "
"of it in the end."
msgstr ""
"A memória decide qual placa serve, e a largura de banda a velocidade com que "
"as respostas saem dela."

# Não traduzir o nome.
# Segunda linha.
#: templates/pages/hub/guide.md
#, python-brace-format
msgid "{gpu:l4} has a \\"label\\"."
msgstr "A {gpu:l4} tem um “rótulo”."

#: templates/pages/hub/guide.md
#, fuzzy
#| msgid "Bandwidth"
msgid "Bandwidths"
msgstr "Largura de banda"

#~ msgid "Older"
#~ msgstr "Mais antiga"
"""

# Header as Weblate orders it, lines broken at 77, no line at the end of the header but a space, notes from elsewhere.
WEBLATE = """\
# SOME DESCRIPTIVE TITLE.
# Anonymous <noreply@weblate.org>, 2026.
msgid ""
msgstr ""
"Project-Id-Version: hub\\n"
"PO-Revision-Date: 2026-08-02 09:30+0000\\n"
"Last-Translator: Anonymous <noreply@weblate.org>\\n"
"Language-Team: Portuguese (Brazil) <https://hosted.weblate.org/projects/hub/"
"guide/pt_BR/>\\n"
"Language: pt_BR\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Plural-Forms: nplurals=2; plural=n > 1;\\n"
"X-Generator: Weblate 5.10\\n"

#: templates/pages/hub/guide.md
msgid ""
"Memory decides which card fits, and bandwidth how fast its answers come out "
"of it in the end."
msgstr ""
"A memória decide qual placa serve, e a largura de banda a velocidade com que "
"as respostas saem dela."

#: templates/pages/hub/guide.md
#, python-brace-format
msgid "{gpu:l4} has a \\"label\\"."
msgstr "A {gpu:l4} tem um “rótulo”."

#: templates/pages/hub/guide.md
#, fuzzy
#| msgid "Bandwidth"
msgid "Bandwidths"
msgstr "Largura de banda"

#~ msgid "Older"
#~ msgstr "Mais antiga"
"""
TOOLS = pytest.mark.parametrize("text", [pytest.param(POEDIT, id="Poedit"), pytest.param(WEBLATE, id="Weblate")])
SAME = (OLD, '{gpu:l4} has a "label".', "Bandwidths")


def updated(root: Path, text: str, texts: tuple[str, ...], *, prune: bool = False) -> str:
    """The file after an update to these messages, also on disk."""
    path = root / "locales/pt/LC_MESSAGES/hub.po"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text.encode())
    content = Catalog("pt", "pt", "hub", root).update([Message(one, PAGE) for one in texts], prune=prune)
    path.write_bytes(content)
    return content.decode()


@TOOLS
def test_an_update_without_a_change_keeps_every_byte(tmp_path: Path, text: str):
    """Header and its dates, order of its fields, line breaks, comments, flags, previous and obsolete messages."""
    assert updated(tmp_path, text, SAME) == text


@TOOLS
def test_lines_that_end_as_on_windows_stay_so(tmp_path: Path, text: str):
    """A catalog that was saved there comes back whole."""
    text = text.replace("\n", "\r\n")
    assert updated(tmp_path, text, SAME) == text


@TOOLS
def test_a_changed_sentence_changes_its_own_lines_alone(tmp_path: Path, text: str):
    """It is fuzzy, knows what it was made of, and is broken where the tool breaks lines."""
    new = updated(tmp_path, text, (NEW, *SAME[1:]))
    lines = [line for line in new.splitlines() if line not in text.splitlines()]
    assert lines == [
        '#| msgid ""',
        '#| "Memory decides which card fits, and bandwidth how fast its answers come out "',
        '#| "of it in the end."',
        '"Memory says which card fits, and bandwidth how fast its answers come out of "',
        '"it in the end."',
    ]
    assert [line for line in text.splitlines() if line not in new.splitlines()] == [
        '"Memory decides which card fits, and bandwidth how fast its answers come out "',
        '"of it in the end."',
    ]
    assert updated(tmp_path, new, (NEW, *SAME[1:])) == new


def test_a_sentence_that_changes_twice_remembers_what_was_translated(tmp_path: Path):
    """The translation is of the first, whatever came between."""
    once = updated(tmp_path, POEDIT, (NEW, *SAME[1:]))
    updated(tmp_path, once, (NEW.replace("in the end", "at last"), *SAME[1:]))
    (entry,) = [one for one in Catalog("pt", "pt", "hub", tmp_path).entries().values() if one.text.startswith("Memory")]
    assert (entry.previous, entry.fuzzy) == (OLD, True)


def test_a_fuzzy_mark_taken_away_takes_the_previous_message_with_it(tmp_path: Path):
    """Some editors leave it there."""
    assert "#|" not in updated(tmp_path, POEDIT.replace("#, fuzzy\n", ""), SAME)


def test_obsolete_messages_go_when_asked(tmp_path: Path):
    """And only then."""
    pruned = updated(tmp_path, POEDIT, SAME[:2], prune=True)
    assert pruned == POEDIT[: POEDIT.index("\n#: templates/pages/hub/guide.md\n#, fuzzy")]


def test_a_message_that_goes_without_a_translation_leaves_nothing(tmp_path: Path):
    """There is nothing in it to keep."""
    empty = POEDIT.replace('msgid "Bandwidths"\nmsgstr "Largura de banda"', 'msgid "Bandwidths"\nmsgstr ""')
    assert "Bandwidths" not in updated(tmp_path, empty, SAME[:2])


def test_a_message_with_plural_forms_keeps_them(tmp_path: Path):
    """What others add to a catalog is theirs as long as its message stands."""
    text = POEDIT.replace(
        'msgid "Bandwidths"\nmsgstr "Largura de banda"',
        'msgid "Bandwidths"\nmsgid_plural "More"\nmsgstr[0] "Largura"\nmsgstr[1] "Larguras"',
    )
    assert updated(tmp_path, text, SAME) == text


@TOOLS
def test_other_readers_read_the_same(tmp_path: Path, text: str):
    """Babel, strict, finds the messages that we find."""
    new = updated(tmp_path, text, (*SAME, "Power"))
    theirs = [message.id for message in read_po(BytesIO(new.encode()), abort_invalid=True) if message.id]
    assert theirs == [entry.text for entry in read_entries(new) if entry.text and not entry.obsolete] == [*SAME, "Power"]


def test_the_projects_own_catalogs_are_read_as_babel_reads_them(project_root: Path):
    """Every message and translation, in the same order."""
    for path in sorted(project_root.glob("locales/*/LC_MESSAGES/*.po")):
        text = path.read_text(encoding="utf-8")
        theirs = [(one.id, one.string) for one in read_po(BytesIO(text.encode()), abort_invalid=True) if one.id]
        assert theirs == [(one.text, one.strings[0]) for one in read_entries(text) if one.text and not one.obsolete]


@TOOLS
def test_a_note_that_is_new_adds_its_line_and_touches_no_other(tmp_path: Path, text: str):
    """Whichever tool broke the lines of the message and of its translation."""
    updated(tmp_path, text, SAME)
    found = Catalog("pt", "pt", "hub", tmp_path)
    lines = found.update([Message(one, PAGE, "paragraph: /guide/") for one in SAME]).decode().splitlines()
    assert [line for line in lines if line != "#. paragraph: /guide/"] == text.splitlines()
    assert lines.count("#. paragraph: /guide/") == len(SAME)
