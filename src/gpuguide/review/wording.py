"""Texts that were rewritten: English messages and the languages that now wait, and translations that changed by themselves.

Knows catalogs and how alike two sentences are. Refuses to translate.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterator

from gpuguide.l10n import Message
from gpuguide.review.report import TextChange, Translation
from gpuguide.review.snapshot import Snapshot

ALIKE = 0.5
"""How alike an old and a new message of one file are when the new one is taken for the old one rewritten."""


def changed_texts(old: Snapshot, new: Snapshot) -> list[TextChange]:
    """English messages that differ: rewritten, added, dropped; each with the languages that lack it."""
    before, after = old.messages(), new.messages()
    known, kept = {message.text for message in before}, {message.text for message in after}
    gone = [message for message in before if message.text not in kept]
    found = []
    for message in after:
        if message.text not in known:
            was = _nearest(message, gone)
            if was is not None:
                gone.remove(was)
            found.append(TextChange(was.text if was else None, message.text, message.place, _waiting(new, message)))
    return [*found, *(TextChange(message.text, None, message.place) for message in gone)]


def changed_translations(old: Snapshot, new: Snapshot) -> list[Translation]:
    """Translations that were rewritten while their English stands."""
    found = {}
    for (page, locale), sentences in new.sentences.items():
        if locale == new.site.source_locale:
            continue
        before = {sentence.source: sentence.text for sentence in old.sentences.get((page, locale), ())}
        for sentence in sentences:
            was = before.get(sentence.source)
            if was is not None and was.text != sentence.text.text:
                change = Translation(locale, sentence.source, was.text, sentence.text.text, sentence.text.place)
                found[locale, sentence.source] = change
    return list(found.values())


def _nearest(message: Message, gone: list[Message]) -> Message | None:
    """The dropped message of the same file that is most like the new one."""
    best, ratio = None, ALIKE
    for other in gone:
        if other.place.file == message.place.file:
            alike = difflib.SequenceMatcher(None, other.text, message.text, autojunk=False).ratio()
            if alike > ratio:
                best, ratio = other, alike
    return best


def _waiting(snapshot: Snapshot, message: Message) -> tuple[str, ...]:
    return tuple(_untranslated(snapshot, message.text))


def _untranslated(snapshot: Snapshot, text: str) -> Iterator[str]:
    for locale, texts in snapshot.press.texts.items():
        if not texts.is_source and all(catalog.translate(text) is None for catalog in texts.catalogs):
            yield locale
