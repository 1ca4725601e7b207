"""Page sources: what each block is, what belongs to it, and what is refused."""

from pathlib import Path

import pytest

from gpuguide.errors import FactsError
from gpuguide.site.source import Block, Source, read_source

FRONT = "---\ntitle: A title\ndescription: A description\n---\n\n# The page\n\n"
"""Seven lines: a body starts on line 8."""


def source(tmp_path: Path, text: str, front: str = FRONT) -> Source:
    path = tmp_path / "guide.md"
    path.write_text(front + text, encoding="utf-8")
    return read_source(path, "guide.md")


def problems(tmp_path: Path, text: str, front: str = FRONT) -> list[str]:
    with pytest.raises(FactsError) as caught:
        source(tmp_path, text, front)
    return [str(problem) for problem in caught.value.problems]


def shape(block: Block) -> tuple[str, list[str]]:
    return block.kind, [line.text for line in block.lines]


@pytest.mark.parametrize(
    ("text", "kind", "lines"),
    [
        ("A paragraph.", "paragraph", ["A paragraph."]),
        ("A paragraph\nover two lines.", "paragraph", ["A paragraph over two lines."]),
        ("### A heading", "heading", ["A heading"]),
        ("- one\n- two", "list", ["one", "two"]),
        ("- one\n  goes on\n- two", "list", ["one goes on", "two"]),
        ("::table speed", "table", []),
        ("::strip payments", "strip", []),
    ],
)
def test_each_block_is_what_it_looks_like(tmp_path: Path, text: str, kind: str, lines: list[str]):
    """A block is a kind and its messages; lines of one message are joined by spaces."""
    assert shape(source(tmp_path, text).lead[0]) == (kind, lines)


def test_a_table_and_a_strip_have_names(tmp_path: Path):
    """What stands after ::table is the table's id."""
    assert source(tmp_path, "::table speed").lead[0].attributes == {"name": "speed"}


def test_a_part_holds_what_follows_it(tmp_path: Path):
    """Blocks before the first part are the lead."""
    page = source(tmp_path, "Lead.\n\n@id one\n## One\n\nFirst.\n\n@id two\n## Two\n\nSecond.")
    assert [shape(block) for block in page.lead] == [("paragraph", ["Lead."])]
    assert [(shape(part), [shape(block) for block in part.blocks]) for part in page.parts] == [
        (("part", ["One"]), [("paragraph", ["First."])]),
        (("part", ["Two"]), [("paragraph", ["Second."])]),
    ]


def test_lines_with_an_at_sign_belong_to_the_block_below(tmp_path: Path):
    """And to no other."""
    page = source(tmp_path, "@note\n@claim a b\n@claim c\n@unless d\nSmall print.\n\nPlain.")
    assert page.lead[0].attributes == {"note": "", "claim": "a b c", "unless": "d"}
    assert page.lead[0].words("claim") == ("a", "b", "c")
    assert page.lead[1].attributes == {}


def test_a_message_keeps_its_line(tmp_path: Path):
    """A problem in the second item is told with the second item's line."""
    page = source(tmp_path, "@headline\n- one\n  goes on\n- two")
    assert [line.place.line for line in page.lead[0].lines] == [9, 11]


def test_questions_hold_their_answers(tmp_path: Path):
    """In a part marked @faq everything under a heading answers it."""
    page = source(
        tmp_path, "@id q\n@faq\n## Questions\n\n@deck\nShort.\n\n### Why?\n\nBecause.\n\n- a list\n\nMore.\n\n### How?\n\nSo."
    )
    deck, why, how = page.parts[0].blocks
    assert shape(deck) == ("paragraph", ["Short."])
    assert [block.kind for block in why.blocks] == ["paragraph", "list", "paragraph"]
    assert [shape(block) for block in how.blocks] == [("paragraph", ["So."])]


def test_a_box_is_a_heading_and_one_list(tmp_path: Path):
    """What follows the list is outside, and @end closes a box earlier."""
    page = source(
        tmp_path, "@id p\n## Part\n\n@box yes\n### Do if\n\n- this\n\nAfter.\n\n@box no\n### Do not if\n\n@end\n\n- outside"
    )
    first, after, second, outside = page.parts[0].blocks
    assert [block.kind for block in first.blocks] == ["list"]
    assert (after.kind, second.blocks, outside.kind) == ("paragraph", [], "list")


def test_messages_come_in_reading_order(tmp_path: Path):
    """Front matter, title, parts with their labels, blocks; extraction follows it."""
    page = source(tmp_path, "Lead.\n\n@id one\n@label Short\n## One\n\n- a\n- b")
    assert [line.text for line in page.lines()] == [
        "A title",
        "A description",
        "The page",
        "Lead.",
        "Short",
        "One",
        "a",
        "b",
    ]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("@clam tight\nA.", "guide.md:8: unknown line @clam; did you mean claim?"),
        ("@not\nA.", "guide.md:8: unknown line @not; did you mean note?"),
        ("@deck\n- a list", "guide.md:9: @deck does not go with a list; it goes with: paragraph"),
        ("@headline\nA paragraph.", "guide.md:9: @headline does not go with a paragraph; it goes with: list"),
        ("@box yes\nA paragraph.", "guide.md:9: @box does not go with a paragraph; it goes with: heading"),
        ("## A part", "guide.md:8: a part needs an anchor; write @id memory above it (letters, digits, hyphens)"),
        ("@id Two words\n## A part", "guide.md:9: a part needs an anchor; write @id memory above it (letters, digits, hyphens)"),
        ("@box maybe\n### A box", "guide.md:9: @box maybe; write @box yes or @box no"),
        ("A.\n\n@note", "guide.md:10: @note belongs to no block; put it right above a block"),
    ],
)
def test_a_wrong_line_is_told_with_the_way_out(tmp_path: Path, text: str, problem: str):
    """File, line, what was seen, what to write."""
    assert problem in problems(tmp_path, text)


@pytest.mark.parametrize(
    "text",
    [
        "```\ncode\n```",
        "<div>raw</div>",
        "> a quotation",
        "| a | b |",
        "#### too deep",
        "#no space",
        "::plot speed",
        "::table",
        "## Heading\nwith text below",
    ],
)
def test_what_is_no_block_of_a_page_is_refused(tmp_path: Path, text: str):
    """Code fences, raw HTML, quotations and Markdown tables have no meaning here."""
    found = problems(tmp_path, text)
    assert any(
        problem.startswith("guide.md:8: ")
        and "is no block of a page; write a heading alone, a list, a paragraph or ::table NAME" in problem
        for problem in found
    ), found


@pytest.mark.parametrize("text", ["# Another title", "@id p\n## Part\n\n# Another title"])
def test_a_page_has_one_title(tmp_path: Path, text: str):
    """A second # heading is an error."""
    assert "a page starts with one `# ` heading" in problems(tmp_path, text)[0]


@pytest.mark.parametrize("text", ["", "A paragraph first.\n\n# Title"])
def test_a_page_starts_with_its_title(tmp_path: Path, text: str):
    """No title, or a paragraph above it."""
    front = "---\ntitle: A title\ndescription: A description\n---\n\n"
    assert "a page starts with one `# ` heading; write `# The page's title` first" in problems(tmp_path, text, front)[0]


@pytest.mark.parametrize(
    ("front", "problem"),
    [
        ("# Page\n", "guide.md:1: the front matter is missing; start with ---, title: …, description: …, ---"),
        ("---\ntitle: T\n# Page\n", "guide.md:1: the front matter is missing; start with ---, title: …, description: …, ---"),
        (
            "---\ntitle: T\n---\n# Page\n",
            "guide.md:1: the key description is missing from the front matter; write description: …",
        ),
        ("---\ntitle: T\ndescription: D\nnaw: Name\n---\n# Page\n", "guide.md:4:1: unknown key naw; did you mean nav?"),
        (
            "---\ntitle: T\ndescription: D\nupdated: soon\n---\n# Page\n",
            "guide.md:4:10: updated is not a day",
        ),
        ("---\ntitle: 70\ndescription: D\n---\n# Page\n", "guide.md:2:8: title is not text; put it in quotes"),
    ],
)
def test_front_matter_is_held_to_its_keys(tmp_path: Path, front: str, problem: str):
    """Missing, unknown, and not text."""
    assert problem in "\n".join(problems(tmp_path, "", front))


def test_a_title_twice_in_the_front_matter_is_an_error(tmp_path: Path):
    """The second would silently win."""
    assert "duplicate" in problems(tmp_path, "", "---\ntitle: A\ntitle: B\ndescription: D\n---\n# Page\n")[0]


def test_all_problems_of_a_page_come_in_one_report(tmp_path: Path):
    """An editor mends a page once, not once for each problem."""
    front = FRONT.replace("title:", "tittle:")
    found = problems(tmp_path, "@clam a\nText.\n\n## No anchor\n\n```\n\n@deck\n- a list", front)
    assert [problem.split(":")[1] for problem in found] == ["1", "2", "8", "11", "13", "16"]
