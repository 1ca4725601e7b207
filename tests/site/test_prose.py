"""Messages: placeholders, Markdown, typed digits, links."""

import re
from collections import Counter

import pytest

from gpuguide.catalog.records import Literal
from gpuguide.errors import GuideError, Place
from gpuguide.site.literals import Literals, TypedNumberError
from gpuguide.site.texts import Text
from tests.site.conftest import MESSAGE, Desk

NBSP = "\u00a0"


# --- placeholders ---


@pytest.mark.parametrize(
    ("text", "english", "chinese"),
    [
        ("{weights/7b/bf16}", f"14{NBSP}GB", f"14{NBSP}GB"),
        ("{weights_7b}", f"7{NBSP}GB", f"7{NBSP}GB"),
        ("{weights_7b|bare}", "7", "7"),
        ("{monthly/alpha}", "$144", "144美元"),
        ("{monthly/alpha|table}", "$144", "$144"),
        ("{hour/beta}", "$0.14", "0.14美元"),
        ("{policy.overhead}", f"2{NBSP}GB", f"2{NBSP}GB"),
        ("{gpus.alpha.memory_gb}", f"24{NBSP}GB", f"24{NBSP}GB"),
        ("{stream}", f"200{NBSP}billion{NBSP}tokens", "2000亿个token"),
        ("{stream|bare}", f"200{NBSP}billion", "2000亿"),
        ("{weekly/alpha}", "—", "—"),
        ("{gpu:alpha}", "Alpha", "Alpha"),
        ("{size:7b}", "7B", "7B"),
        ("{region:east}", "EAST-1", "EAST-1"),
        ("{payments:btc}", "Bitcoin BTC", "Bitcoin BTC"),
        ("{choice:cheapest/7b/fp8}", "Beta", "Beta"),
        ("{choice:cheapest/7b/bf16}", "Alpha", "Alpha"),
        ("{choice:eight}", "8x Alpha", "8×Alpha"),
        ("{server:alpha/x1}", "Alpha", "Alpha"),
        ("{server:alpha/x8}", "8x Alpha", "8×Alpha"),
        ("{list:by_price}", "Alpha and Beta", "Alpha和Beta"),
        ("{list:regions}", "EAST-1 and WEST-1", "EAST-1和WEST-1"),
        ("{date:site.updated}", "May 20, 2026", "2026年5月20日"),
    ],
)
def test_a_placeholder_prints_as_its_language_does(desk: Desk, chinese_desk: Desk, text: str, english: str, chinese: str):
    """Figures, facts, names, choices, servers, lists and dates."""
    assert (desk.shown(text), chinese_desk.shown(text)) == (english, chinese)


def test_a_placeholder_may_name_the_current_member(desk: Desk):
    """In a table's remark the axis stands for the row."""
    assert desk.shown("{gpus.gpu.tdp_w} and {bandwidth/gpu}", gpu="beta") == f"150{NBSP}W and 256{NBSP}GB/s"


@pytest.mark.parametrize(
    ("text", "markup"),
    [
        (
            "{hour/beta}",
            '<data value="0.13888888888888888889" data-figure="hour/beta" data-unit="USD/h">$0.14</data>',
        ),
        ("{weights_7b|bare}", '<data value="7" data-figure="weights/7b/fp8" data-unit="GB" data-form="bare">7</data>'),
        ("{weekly/alpha}", '<span data-figure="weekly/alpha" data-absent="unknown">—</span>'),
        ("{gpu:alpha}", '<span data-name="gpus/alpha">Alpha</span>'),
        ("{choice:eight}", '<span data-name="server/alpha/x8" data-choice="eight">8x Alpha</span>'),
        ("{date:site.updated}", '<time datetime="2026-05-20" data-fact="site.updated">May 20, 2026</time>'),
    ],
)
def test_the_markup_is_that_of_the_formats(desk: Desk, text: str, markup: str):
    """docs/formats.md, what the build writes; 100 / 720 has twenty significant digits."""
    assert desk.html(text) == markup


def test_what_is_printed_is_recorded(desk: Desk):
    """The judge compares the record with the page."""
    desk.html("{gpu:alpha} has {weights_7b}, FP8, on {date:site.updated}")
    record = desk.record
    assert record.figures == [("weights/7b/fp8", "GB", "", f"7{NBSP}GB", "text")]
    assert record.names == [("gpus/alpha", "Alpha", "text")]
    assert record.dates == [("site.updated", "May 20, 2026", "text")]
    assert record.literals == Counter(FP8=1)


def test_a_title_is_plain_text_with_its_carrier(desk: Desk):
    """The record is what stands for a number in a title."""
    text = Text("", "{gpu:alpha} & {weights_7b}", MESSAGE)
    assert desk.prose.plain(text, "title") == f"Alpha & 7{NBSP}GB"
    assert desk.record.figures == [("weights/7b/fp8", "GB", "", f"7{NBSP}GB", "title")]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("{wieghts_7b}", "{wieghts_7b}: there is no figure wieghts_7b; did you mean weights_7b?"),
        ("{weights/30/fp8}", "there is no size 30; did you mean 30b?"),
        ("{gpu:alfa}", "{gpu:alfa}: there is no gpu alfa; did you mean alpha?"),
        ("{gup:alpha}", "{gup:alpha}: there is no axis or collection gup; did you mean gpu?"),
        ("{list:by_prize}", "there is no list by_prize; did you mean by_price?"),
        ("{choice:cheepest/7b/fp8}", "there is no choice cheepest/7b/fp8; did you mean cheapest?"),
        ("{weights_7b|bear}", "{weights_7b|bear}: there is no form bear; write |bare, |table or nothing"),
        ("{gpus.alpha.memory}", "has no field memory; did you mean memory_gb?"),
        ("{choice:cheapest/30b/fp8}", "cheapest/30b/fp8 chooses nothing; guard the sentence with a hide claim"),
    ],
)
def test_an_unknown_name_is_told_with_its_place_and_the_nearest(desk: Desk, text: str, problem: str):
    """The place is the message's: a page's line, or the .po file's."""
    with pytest.raises(GuideError) as caught:
        desk.html(f"It takes {text}.")
    assert str(caught.value).startswith("templates/pages/tiny/guide.md:9: ")
    assert problem in str(caught.value)


@pytest.mark.parametrize(
    "text", ["{date:site.name}", "{date:site.updatd}", "{server:alpha}", "{date:policy.overhead}", "{server:alpha/x9}", "{gpu:}"]
)
def test_a_placeholder_of_the_wrong_kind_is_an_error_with_its_place(desk: Desk, text: str):
    """A date that is a name, a server without a count."""
    with pytest.raises(GuideError, match=r"^templates/pages/tiny/guide\.md:9: "):
        desk.html(text)


# --- Markdown ---


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("a **strong** word", "a <strong>strong</strong> word"),
        ("an *important* word", "an <em>important</em> word"),
        ("some `code`", "some <code>code</code>"),
        ("**显存（GB）**是必须的", "<strong>显存（GB）</strong>是必须的"),
        ("必要な**VRAM（GB）**は", "必要な<strong>VRAM（GB）</strong>は"),
        ("5 < x", None),
        ("less < more & R&D", "less &lt; more &amp; R&amp;D"),
        ("a_word_with_lines", "a_word_with_lines"),
        ("[a link](#cards)", '<a href="#cards">a link</a>'),
        ('say "yes"', 'say "yes"'),
        ("+ plus and # hash", "+ plus and # hash"),
        ("A. great year", "A. great year"),
    ],
)
def test_inline_markdown(desk: Desk, text: str, html: str | None):
    """Strong, emphasis, code and links; full-width punctuation beside the marks is no obstacle; the rest is text."""
    if html is None:
        with pytest.raises(TypedNumberError):
            desk.html(text)
    else:
        assert desk.html(text) == html


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("{weights_7b|bare}. A great size", "7. A great size"),
        ("{weights_7b|bare}) first", "7) first"),
        ("- {weights_7b|bare}", "- 7"),
        ("{weights_7b|bare} * {weights_7b|bare} * {weights_7b|bare}", "7 * 7 * 7"),
        ("{weights_7b|bare} _ {weights_7b|bare} _ {weights_7b|bare}", "7 _ 7 _ 7"),
        ("{weights_7b|bare} × {weights_7b|bare}", "7 × 7"),
    ],
)
def test_markdown_never_takes_a_number_for_a_mark(desk: Desk, text: str, shown: str):
    """`1986. A great year` makes no list and `2 * 3 * 4` no emphasis: numbers enter after Markdown is done."""
    assert desk.shown(text) == shown


@pytest.mark.parametrize("mark", ["*", "_", "**", "__"])
def test_a_mark_between_two_placeholders_is_refused(desk: Desk, mark: str):
    """`2*3*4` would lose its stars to an emphasis."""
    with pytest.raises(GuideError, match=r"guide\.md:9: .* between two placeholders"):
        desk.html(mark.join(["{weights_7b|bare}"] * 3))


@pytest.mark.parametrize(
    "text",
    [
        "<b>raw</b>",
        "a <br> break",
        "<!-- note -->",
        "&nbsp;",
        "&mdash;",
        "![a picture](x.png)",
        "</data>",
        "<script>alert()</script>",
    ],
)
def test_raw_html_and_images_are_refused(desk: Desk, text: str):
    """Whoever writes markup could write a number into it."""
    with pytest.raises(GuideError, match=r"guide\.md:9: raw HTML and images are not allowed"):
        desk.html(text)


def test_a_message_is_one_paragraph(desk: Desk):
    """A translation may not bring blocks of its own."""
    with pytest.raises(GuideError, match="not one paragraph of text"):
        desk.html("one\n\ntwo")


@pytest.mark.parametrize("text", ["    indented", "- a dash", "> a quotation", "# a heading", "+ a plus"])
def test_block_marks_of_markdown_are_plain_text(desk: Desk, text: str):
    """In a message they make no block."""
    assert desk.shown(text) == text.strip()


# --- typed digits ---


@pytest.mark.parametrize(
    "text",
    ["It has 80 GB.", "占用１４１GB", "about ½ of it", "٣ cards", "x² more", "Ⅳ cards", "⑧卡", "FP9", "FP88", "FP8x", "一〇 8"],
)
def test_a_typed_digit_is_an_error(desk: Desk, text: str):
    """ASCII, full-width, fractions, Arabic-Indic, superscripts, Roman: every digit comes from the calculator."""
    with pytest.raises(TypedNumberError) as caught:
        desk.html(text)
    assert str(caught.value).startswith("templates/pages/tiny/guide.md:9: the number in ")
    assert "is typed, not computed; use a placeholder" in str(caught.value)


def test_a_typed_digit_in_a_title_is_an_error(desk: Desk):
    """Titles and descriptions are held to the same rule."""
    with pytest.raises(TypedNumberError):
        desk.prose.plain(Text("", "A guide of 2026", MESSAGE), "title")


@pytest.mark.parametrize("text", ["FP8", "In FP8, all fits.", "用FP8存", "(FP8)", "FP8/BF16", "vLLM 0.9 rc1 runs"])
def test_a_declared_literal_may_stand(desk: Desk, text: str):
    """As a whole token, beside any punctuation or Han character."""
    assert desk.shown(text) == text


def test_the_longest_literal_wins():
    """`vLLM 0.9 rc1` is counted as itself, not as `vLLM 0.9` with a typed digit left over."""
    literals = Literals([Literal(text="vLLM 0.9", reason="version"), Literal(text="vLLM 0.9 rc1", reason="version")])
    counts: Counter[str] = Counter()
    literals.take("vLLM 0.9 rc1 and vLLM 0.9.", Place("x"), counts)
    assert counts == Counter({"vLLM 0.9 rc1": 1, "vLLM 0.9": 1})


@pytest.mark.parametrize("text", ["FP8.5", "FP80", "XFP8", "FP8-2"])
def test_a_literal_inside_a_longer_number_does_not_cover_it(text: str):
    """Declaring `FP8` allows neither FP80 nor FP8.5."""
    with pytest.raises(TypedNumberError):
        Literals([Literal(text="FP8", reason="format")]).take(text, Place("x"), None)


def test_without_literals_every_digit_is_typed():
    """A site may declare none."""
    with pytest.raises(TypedNumberError):
        Literals([]).take("FP8", Place("x"), None)


# --- links ---


def test_a_figure_links_to_its_derivation(desk: Desk):
    """And the derivation is noted for the end of the page."""
    html = str(desk.prose.html(Text("", "{weights_7b}", MESSAGE)))
    assert html.startswith('<a class="figure" href="#d-weights-7b-fp8"><data ')
    assert list(desk.derivations.wanted) == [
        "weights/7b/fp8",
        "sizes.7b.parameters",
        "precisions.fp8.bytes_per_parameter",
    ]


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("[a](#cards)", '<a href="#cards">a</a>'),
        ("[a](page:guide)", '<a href="./">a</a>'),
        ("[a](page:guide#cards)", '<a href="./#cards">a</a>'),
        ("[a](to:account)", '<a href="https://tiny.example/new" rel="external">a</a>'),
        ("see [the **other** page](page:later).", "see the <strong>other</strong> page."),
    ],
)
def test_links(desk: Desk, text: str, html: str):
    """Anchors, pages, addresses by name; a page that is not built yet leaves its text and no dead link."""
    assert desk.html(text) == html


@pytest.mark.parametrize("target", ["javascript:alert()", "data:text/html,x", "https://evil.example", "//evil.example", "../x"])
def test_a_target_of_another_kind_is_refused(desk: Desk, target: str):
    """Only what the site declares may be linked to."""
    with pytest.raises(GuideError, match=r"guide\.md:9: .* is no link target; write page:ID, #anchor or to:ADDRESS"):
        desk.html(f"[a]({target})")


@pytest.mark.parametrize(
    ("target", "problem"),
    [
        ("page:guid", "there is no page guid; did you mean guide?"),
        ("to:acount", "there is no address acount; did you mean account?"),
    ],
)
def test_a_misspelt_target_is_told_with_the_nearest(desk: Desk, target: str, problem: str):
    """Not silently dropped like a page that is not built yet."""
    with pytest.raises(GuideError, match=re.escape(f"templates/pages/tiny/guide.md:9: {problem}")):
        desk.html(f"[a]({target})")
