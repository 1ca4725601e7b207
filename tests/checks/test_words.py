"""The words of a built page: each edit that changes what a reader reads, or where a link leads, is found by its rule."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest

from gpuguide.checks import judge_site
from tests.checks.words_project import EN, ZH, build_words
from tests.projects import SITE


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory, project_root: Path) -> Path:
    """The guide as it was built; nobody changes it."""
    return build_words(tmp_path_factory.mktemp("words"), project_root)


@pytest.fixture
def root(built: Path, tmp_path: Path) -> Path:
    """The guide, to be changed."""
    return shutil.copytree(built, tmp_path / "words")


def rules(root: Path, file: str, old: str, new: str) -> set[str]:
    """The rules that fire once a text of a file is another; the old one must be there."""
    path = root / file
    text = path.read_text(encoding="utf-8")
    assert old in text, f"{file} has no {old!r}"
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    return {finding.rule for finding in judge_site(root, root / "dist", SITE).findings}


def test_the_clean_guide_has_no_finding(root: Path) -> None:
    """What the engine builds is what the judge lays out."""
    assert judge_site(root, root / "dist", SITE).findings == ()


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Bandwidth decides.", "Price decides."),
        ("</span> reads <a", "</span> does not read <a"),
        ('"gpus/beta">Beta</span> holds the model', '"gpus/alpha">Alpha</span> holds the model'),
        ('class="label">Cards<', 'class="label">Prices<'),
        ("<h3>Does it fit?", "<h3>Is it fast?"),
        ("<h3>Rent it when", "<h3>Do not rent it when"),
        (">Cards by bandwidth", ">Cards by price"),
        (">Monthly</th>", ">Weekly</th>"),
        ('<div class="unit">GB/s</div>', ""),
        (">fits one card<", ">needs more<"),
        ("<span>no FP8</span>", "<span>has FP8</span>"),
        (">nothing fits<", ">tight<"),
        ('<div class="mark" data-claim="tight/7b/bf16">tight</div>', ""),
        (' data-claim="beta_holds_it"', ""),
        (' data-claim="roomy/7b"', ""),
        (' data-choice="cheapest/7b/bf16"', ""),
        ("<summary>One row worked out: ", "<summary>"),
        ("<h3>Does it fit?</h3>", '<h3>Does it fit?</h3><b aria-hidden="true">No.</b>'),
        ("<p>Yes, for ", "<p hidden>Yes, for "),
        ('<span data-name="regions/east">EAST-1</span>, <span', "<span"),
        ("(GB/s): at least<", "(GB/s): at most<"),
        ('<label><span>Regions</span><select name="regions"', '<label><span>Sold in</span><select name="regions"'),
        (' rel="external">link</a> outside', ">link</a> outside, nofollow"),
    ],
)
def test_changed_words_are_found(root: Path, old: str, new: str) -> None:
    """A stretch of the main part is the one of its source, and stands where it belongs."""
    assert rules(root, EN, old, new) & {"text", "text-lost"}


def test_a_sentence_in_the_place_of_another_is_found(root: Path) -> None:
    """Two blocks that both stand on the page are not in each other's place."""
    deck, question = '<div class="deck">Bandwidth decides.</div>\n', '<h2 id="cards-heading">Which card is faster?</h2>\n'
    assert "text-lost" in rules(root, EN, question + deck, deck + question)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("<title>Which card for", "<title>No card for"),
        ('property="og:title" content="Which', 'property="og:title" content="What'),
        ('name="description" content="A ', 'name="description" content="No '),
        ('property="og:site_name" content="', 'property="og:site_name" content="The '),
    ],
)
def test_changed_words_of_the_head_are_found(root: Path, old: str, new: str) -> None:
    """Title and description say what the source says, wherever they stand."""
    assert "head-text" in rules(root, EN, old, new)


@pytest.mark.parametrize(
    ("old", "new", "rule"),
    [
        ('href="https://tiny.example/new"', 'href="https://other.example/new"', "text"),
        ('<a href="#cards">the cards', '<a href="#questions">the cards', "text"),
        ('<a class="figure" href="#d-hour-beta">', '<a class="figure" href="#d-monthly-beta">', "text"),
        ('<li><a href="#cards">Cards', '<li><a href="#questions">Cards', "link-target"),
        ('<a href="cards.csv" download>', '<a href="sizes.csv" download>', "text"),
        ('hreflang="zh-Hans">简体中文', 'hreflang="zh-Hans">English', "link-target"),
        ('href="https://acme.example/sheet"', 'href="https://acme.example/other"', "derivation"),
        ('type="application/atom+xml" href="../feed.xml"', 'type="application/atom+xml" href="../../zh/feed.xml"', "resource"),
    ],
)
def test_a_link_that_leads_elsewhere_is_found(root: Path, old: str, new: str, rule: str) -> None:
    """Every link leads where its source, its figure or its language says, even if the other place exists."""
    assert rule in rules(root, EN, old, new)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (
            '<var>price</var> ÷ <var>hours</var></span>\n<span class="formula">= <data value="100"',
            '<var>price</var> × <var>hours</var></span>\n<span class="formula">= <data value="100"',
        ),
        ("<var>price</var> ÷ <var>hours</var>", "<var>hours</var> ÷ <var>price</var>"),
        ("$100</data> ÷ <data", "$100</data> × <data"),
    ],
)
def test_a_wrong_formula_in_a_worked_row_is_found(root: Path, old: str, new: str) -> None:
    """Names, values and operators of a working are those of the judge's own formula."""
    # A word that is learned here first is said to be wrong where it stands next.
    assert rules(root, EN, old, new) & {"text", "word-meaning"}


@pytest.mark.parametrize(
    ("old", "new", "rule"),
    [
        ('(<a href="#d-policy-month">hours of a month</a>)', '(<a href="#d-monthly-beta">hours of a month</a>)', "derivation"),
        ("<li>hours: ", "<li>price: ", "derivation"),
        ("Source: the site itself, ", "", "derivation"),
        ('<div class="derivation" id="d-monthly-beta">', '<div class="derivation" id="d-monthly-alpha">', "derivation-lost"),
        ("<h3>Price of an hour", "<h3>Price of a day", "derivation"),
    ],
)
def test_a_wrong_derivation_is_found(root: Path, old: str, new: str, rule: str) -> None:
    """A derivation says what its figure is, what it was computed from, and who says so."""
    assert rule in rules(root, EN, old, new)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("</h1>", "</h1><style>p { display: none }</style>"),
        ("<h1>", '<h1 style="color: red">'),
        ("<h1>", '<h1 onclick="x()">'),
        ("</h1>", '</h1><iframe src="../"></iframe>'),
        ("<head>", '<head>\n<base href="../">'),
        ("<head>", '<head>\n<meta name="robots" content="noindex">'),
        ("</head>", "<script>x()</script></head>"),
        ('content="width=device-width', 'content="width=400'),
        ('<p class="note">', '<p class="big">'),
    ],
)
def test_an_element_that_no_template_has_is_found(root: Path, old: str, new: str) -> None:
    """A page is made of what the templates and the format have, and of nothing else."""
    assert "element" in rules(root, EN, old, new)


@pytest.mark.parametrize(
    ("old", "new", "rule"),
    [
        ('scope="row" class="name"', 'class="name"', "locale-elements"),
        (' lang="en"><span data-name="sources/sheet">', '><span data-name="sources/sheet">', "locale-elements"),
        ('aria-label="本页内容"', 'aria-label="语言"', "engine-words"),
        ('aria-label="本页内容"', 'aria-label="别的内容"', "attribute-text"),
        ("显示{shown}行，共{all}行", "显示{all}行，共{shown}行", "attribute-text"),
    ],
)
def test_a_language_that_is_made_otherwise_is_found(root: Path, old: str, new: str, rule: str) -> None:
    """Elements and the engine's words are the same in every language of a page."""
    assert rule in rules(root, ZH, old, new)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('<table id="t-places" data-interactive="">', '<table id="t-places">'),
        ('<table id="t-sizes">', '<table id="t-sizes" data-interactive="">'),
        (' data-column="bandwidth"', ""),
        (' data-column="bandwidth"', ' data-column="weights"'),
        (' data-by="least"', ' data-by="most"'),
        (' data-for="t-places"', ' data-for="t-sizes"'),
    ],
)
def test_a_hook_of_a_script_that_is_lost_or_another_is_found(root: Path, old: str, new: str) -> None:
    """Which table can be searched, and by which columns, is what tables.yaml says: wrong in every language alike, it shows."""
    text = (root / ZH).read_text(encoding="utf-8")
    assert old in text
    (root / ZH).write_text(text.replace(old, new, 1), encoding="utf-8")
    assert "hook" in rules(root, EN, old, new)


def test_a_word_for_two_things_is_found(root: Path) -> None:
    """A parameter is called one thing on every page of a language."""
    assert rules(root, EN, "<li>hours: ", "<li>tokens: ") & {"derivation", "word-meaning"}


def test_a_page_in_another_order_of_menus_is_found(root: Path) -> None:
    """The languages of a page are linked one after the other."""
    english = '<li><a href="./" lang="en" hreflang="en" aria-current="true">English</a></li>\n'
    assert "menu-languages" in rules(root, EN, english, "")


def test_the_contents_are_in_the_order_of_the_parts(root: Path) -> None:
    """Entries of the contents that changed places are found."""
    cards, questions = '<li><a href="#cards">Cards</a></li>\n', '<li><a href="#questions">Questions</a></li>\n'
    assert "menu" in rules(root, EN, cards + questions, questions + cards)


def test_a_part_that_is_called_by_another_heading_is_found(root: Path) -> None:
    """What names an element for a screen reader stands within it."""
    assert "misnamed" in rules(root, EN, 'aria-labelledby="cards-heading"', 'aria-labelledby="rent-heading"')


def test_a_number_in_words_is_found_in_a_source(root: Path) -> None:
    """A sentence that says two cards has a number that nothing computed."""
    assert "source-number-word" in rules(root, "templates/pages/tiny/guide.md", "Bandwidth decides.", "It takes two cards.")


def test_derivations_in_another_order_are_found(root: Path) -> None:
    """Derivations stand in the order in which the page asks for their figures."""
    path = root / EN
    text = path.read_text(encoding="utf-8")
    parts = re.split(r'(?=<div class="derivation")', text)
    assert len(parts) > 3
    end = parts[-1].index("</section>") if "</section>" in parts[-1] else len(parts[-1])
    last, rest = parts[-1][:end], parts[-1][end:]
    path.write_text("".join([parts[0], last, *parts[1:-1], rest]), encoding="utf-8")
    assert "derivation-order" in {finding.rule for finding in judge_site(root, root / "dist", SITE).findings}


def test_a_row_without_its_header_is_found(root: Path) -> None:
    """A row of a table begins with its one header, in every language alike."""
    for file in (EN, ZH):
        path = root / file
        text = path.read_text(encoding="utf-8")
        path.write_text(
            re.sub(r'<th scope="row"([^>]*)>(.*?)</th>', r"<td\1>\2</td>", text, count=1, flags=re.S), encoding="utf-8"
        )
    assert "row-header" in {finding.rule for finding in judge_site(root, root / "dist", SITE).findings}


def test_a_byte_order_mark_is_found(root: Path) -> None:
    """Files are UTF-8 as it is, without a mark before it."""
    path = root / EN
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes())
    assert "page-unreadable" in {finding.rule for finding in judge_site(root, root / "dist", SITE).findings}


def test_a_file_that_lost_its_record_is_found(root: Path) -> None:
    """Each file beside the pages has a record, though nothing with digits stands in it."""
    path = root / "dist" / SITE / "records.json"
    records = json.loads(path.read_text(encoding="utf-8"))
    del records["pages"]["en/llms.txt"]
    path.write_text(json.dumps(records), encoding="utf-8")
    assert "page-unrecorded" in {finding.rule for finding in judge_site(root, root / "dist", SITE).findings}


def test_a_figure_that_a_claim_compares_is_listed(root: Path) -> None:
    """A claim that holds was judged on all it compares: what it compares is in figures.json, with its value."""
    path = root / "dist" / SITE / "figures.json"
    figures = json.loads(path.read_text(encoding="utf-8"))
    assert figures["claims"]["roomy/7b"] is True
    del figures["figures"]["weights/7b/fp8"]
    path.write_text(json.dumps(figures), encoding="utf-8")
    found = [one for one in judge_site(root, root / "dist", SITE).findings if one.rule == "figure-unlisted"]
    assert any(one.where.endswith(" weights/7b/fp8") for one in found)
