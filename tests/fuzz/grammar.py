"""What the fuzzers throw: pieces of each format that mean something to its reader, in any order, and sound files with slips."""

from __future__ import annotations

from hypothesis import strategies as st

NASTY = [
    "\x00", "\x02", "\x03", "\x02klzzwxh:0\x03", "\ufeff", "\u2028", "\u202e", "\u200b", "\ud7ff", "\U000f0000",
    "\U000f0005", "\U0010ffff", "１", "²", "½", "é", "e\u0301", "重み", "9" * 60, "1e999", "-0", "NaN", "'", '"', "\\",
    "\\n", "%s", "%(x)s", "{", "}", "{}", "{0}", "{x}", "{a/b}", "{{7*7}}", "{% x %}", "<b>", "</p>", "<!--", "&amp;",
    "](", "[x](y)", "![", "**", "*", "`", "_", "|", ":", "::", "@", "#", "---", "../", "\t",
]  # fmt: skip
WORDS = st.one_of(st.sampled_from(NASTY), st.text(max_size=6))


def pieces(*own: str) -> st.SearchStrategy[str]:
    """Text made of a format's own pieces, nasty ones and any other."""
    return st.lists(st.one_of(st.sampled_from(own), WORDS), max_size=25).map("".join)


def slips(text: str) -> st.SearchStrategy[str]:
    """A sound file in which some characters went and some pieces came."""
    change = st.tuples(st.integers(0, len(text)), st.integers(0, 12), WORDS)

    def changed(changes: list[tuple[int, int, str]]) -> str:
        found = text
        for at, length, word in changes:
            found = found[:at] + word + found[at + length :]
        return found

    return st.lists(change, min_size=1, max_size=5).map(changed)
