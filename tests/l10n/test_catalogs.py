"""Message catalogs: what counts as translated, and what an update keeps."""

from pathlib import Path

import pytest

from gpuguide.errors import FactsError, Place
from gpuguide.l10n import Catalog, Message, MessageError, placeholders
from gpuguide.l10n.catalogs import template_bytes

PAGE = Place("templates/pages/hub/guide.md", 7)
PO = """\
msgid ""
msgstr ""
"Language: pt\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"

msgid "Memory"
msgstr "Memória"

msgid "Price"
msgstr ""

#, fuzzy
msgid "Bandwidth"
msgstr "Largura"

#~ msgid "Older"
#~ msgstr "Mais antiga"
"""


def catalog(root: Path, text: str | None = None) -> Catalog:
    if text is not None:
        path = root / "locales/pt/LC_MESSAGES/hub.po"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return Catalog("pt", "pt", "hub", root)


def messages(*texts: str) -> list[Message]:
    return [Message(text, PAGE) for text in texts]


def updated(root: Path, *texts: str) -> str:
    """The file after an update to these messages, also on disk."""
    content = catalog(root).update(messages(*texts)).decode()
    catalog(root, content)
    return content


def test_a_translated_message_is_given(tmp_path: Path):
    """The plain case."""
    assert catalog(tmp_path, PO).translate("Memory") == "Memória"


@pytest.mark.parametrize("text", ["Power", "Price", "Bandwidth", "Older"])
def test_what_is_not_translated_is_none_and_never_english(tmp_path: Path, text: str):
    """Missing, empty, fuzzy and obsolete messages have no translation."""
    assert catalog(tmp_path, PO).translate(text) is None


def test_a_fuzzy_header_does_not_hide_the_file(tmp_path: Path):
    """Tools that see a fuzzy header skip the whole catalog; ours reads its messages."""
    assert catalog(tmp_path, "#, fuzzy\n" + PO).translate("Memory") == "Memória"


def test_a_catalog_that_is_not_there_has_no_messages(tmp_path: Path):
    """A new language starts with nothing translated."""
    assert catalog(tmp_path).entries() == {}


def test_a_message_has_its_place(tmp_path: Path):
    """A finding about a translation names its line in the .po file."""
    assert catalog(tmp_path, PO).place("Memory") == Place("locales/pt/LC_MESSAGES/hub.po", 8)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (PO.replace('msgstr "Memória"', 'msgstr "Memória'), 9),
        (PO.replace('msgid "Price"', "msgid Price"), 11),
        (PO.replace('msgid "Price"', '<<<<<<< ours\nmsgid "Price"'), 11),
        ('msgid "Memory"\nmsgstr "\\', 2),
    ],
    ids=["no closing quote", "no quotes", "a merge left its marks", "ends in a backslash"],
)
def test_a_broken_catalog_is_an_error_with_its_place(tmp_path: Path, text: str, line: int):
    """A half-read catalog would pass for an untranslated one."""
    with pytest.raises(FactsError) as caught:
        catalog(tmp_path, text)
    assert caught.value.problems[0].place == Place("locales/pt/LC_MESSAGES/hub.po", line)
    assert "cannot be read" in str(caught.value)


def test_a_catalog_in_another_encoding_is_an_error(tmp_path: Path):
    """Latin-1 bytes are no UTF-8."""
    path = tmp_path / "locales/pt/LC_MESSAGES/hub.po"
    path.parent.mkdir(parents=True)
    path.write_bytes(PO.encode("latin-1"))
    with pytest.raises(FactsError, match=r"hub\.po:9: not UTF-8 at byte 165; save the file as UTF-8"):
        catalog(tmp_path)


def test_an_update_keeps_translations(tmp_path: Path):
    """What is translated and still on the page stays."""
    catalog(tmp_path, PO)
    updated(tmp_path, "Memory", "Power")
    assert catalog(tmp_path).translate("Memory") == "Memória"


def test_an_update_marks_a_changed_sentence_fuzzy(tmp_path: Path):
    """The old translation stays in sight and is not used until someone has looked at it."""
    old, new = "Memory decides which card fits.", "Memory decides which cards fit."
    catalog(tmp_path, PO.replace('"Memory"', f'"{old}"'))
    updated(tmp_path, new)
    found = catalog(tmp_path)
    assert found.translate(new) is None
    assert (found.entries()[new].fuzzy, found.entries()[new].previous) == (True, old)
    assert 'msgstr "Memória"' in found.path.read_text(encoding="utf-8")


def test_an_update_keeps_old_messages_as_obsolete(tmp_path: Path):
    """A paragraph that comes back brings its translation with it."""
    catalog(tmp_path, PO)
    assert '#~ msgid "Memory"\n#~ msgstr "Memória"' in updated(tmp_path, "Something else entirely")
    updated(tmp_path, "Memory")
    assert catalog(tmp_path).translate("Memory") == "Memória"


def test_an_update_writes_no_clock(tmp_path: Path):
    """A file changes only when its messages do."""
    content = updated(tmp_path, "Memory")
    assert "Date" not in content
    assert "Generated-By" not in content


def test_a_second_update_changes_no_byte(tmp_path: Path):
    """Nor when the catalog has fuzzy and obsolete messages."""
    catalog(tmp_path, PO)
    texts = ("Memory", "Bandwidths", "Power {tdp/gpu}", 'A "quoted" word\\path')
    assert updated(tmp_path, *texts) == updated(tmp_path, *texts)


def test_an_update_does_not_follow_moved_lines(tmp_path: Path):
    """A paragraph that moves down the page rewrites no catalog."""
    catalog(tmp_path, PO)
    moved = [Message("Memory", Place(PAGE.file, 90))]
    assert catalog(tmp_path).update(moved).decode() == updated(tmp_path, "Memory")


def test_a_template_lists_its_messages_in_order_with_file_and_note():
    """Translators see where a sentence stands."""
    template = template_bytes("hub", [Message("Second", PAGE, "a heading"), Message("First", PAGE)]).decode()
    assert template.index('msgid "Second"') < template.index('msgid "First"')
    assert "#. a heading\n#: templates/pages/hub/guide.md\n" in template


def test_a_template_without_messages_is_an_error():
    """A mapping that extracts nothing must not empty every catalog."""
    with pytest.raises(MessageError, match="no message was found"):
        template_bytes("hub", [])


def test_placeholders_are_named_in_order():
    """Repeats count: a translation has each as often as the source."""
    assert placeholders("{a/b} and {gpu:x|bare} and {a/b}, not { } or {}") == ["a/b", "gpu:x|bare", "a/b"]
