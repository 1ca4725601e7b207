"""Numbers, names and sentences in a language.

Knows how a locale writes and joins, and where its messages are. Refuses to know figures and pages, and never falls back: no
locale of the machine, no other language, no rounding of its own (Babel's is half to even, so numbers arrive rounded).
"""

from __future__ import annotations

from gpuguide.l10n.catalogs import Catalog, Message, MessageError, placeholders
from gpuguide.l10n.writer import Writer

__all__ = ["Catalog", "Message", "MessageError", "Writer", "placeholders"]
