"""Whole pages of the made-up guide: tables, blocks that stand or not, derivations, claims."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from bs4 import BeautifulSoup, Tag

from gpuguide.errors import ClaimError, FactsError, GuideError
from gpuguide.site.build import Built
from tests.projects import SITE_FOLDER
from tests.site.guide import MESSAGES, PAGE

Change = Callable[[str, str, str], None]
Build = Callable[[], Built]
NBSP = "\u00a0"
TABLES = f"{SITE_FOLDER}/tables.yaml"
CLAIMS = f"{SITE_FOLDER}/claims.yaml"


def page(built: Built, locale: str = "en", name: str = "guide") -> BeautifulSoup:
    return BeautifulSoup(built.files[f"{locale}/{name}/index.html"].decode(), "html.parser")


def one(soup: BeautifulSoup | Tag, selector: str) -> Tag:
    found = soup.select_one(selector)
    assert found is not None, f"nothing is {selector}"
    return found


def text(tag: Tag) -> str:
    """What a reader sees, blanks of the source folded, no-break spaces kept."""
    return " ".join(part for part in tag.get_text().replace("\n", " ").split(" ") if part)


def texts(soup: BeautifulSoup | Tag, selector: str) -> list[str]:
    return [text(tag) for tag in soup.select(selector)]


def rows(soup: BeautifulSoup, table: str) -> list[list[str]]:
    """The head and the rows of a table, cell by cell."""
    found = one(soup, f"table:has(caption#table-{table})")
    return [[text(cell) for cell in row.select("th, td")] for row in found.select("tr")]


# --- tables ---


def test_a_table_shows_its_rows_in_order_with_units_where_they_belong(built: Build):
    """Sorted by bandwidth; a unit in the header, or in each cell where it is asked for; missing is no zero."""
    assert rows(page(built()), "cards") == [
        ["GPU", "BandwidthGB/s", "Monthly", "Weekly$", "An hour$", "FP8TFLOPS"],
        [f"AlphaFirst · GDDR6 · 72{NBSP}W", "512", "$144", "—", "0.20", "240"],
        ["BetaFirst · GDDR6 · no FP8", "256", "$100", "30", "0.14", "none"],
    ]


def test_a_table_is_in_the_language_of_its_page(built: Build):
    """Headers, remarks, missing words and money."""
    assert rows(page(built(), "zh"), "cards")[1:] == [
        [f"AlphaFirst · GDDR6 · 72{NBSP}W", "512", "$144", "—", "0.20", "240"],
        ["BetaFirst · GDDR6 · 无FP8", "256", "$100", "30", "0.14", "无"],
    ]


def test_a_choice_shows_its_name_figure_and_mark(change: Change, built: Build):
    """7B in BF16 takes 14 GB: Alpha, and the claim `tight` (above 10 GB) holds; 30B fits neither card."""
    change(PAGE, "::table cards", "::table sizes")
    soup = page(built())
    assert rows(soup, "sizes") == [
        ["Model", "Cheapest in BF16"],
        ["7BTiny 7B", f"Alpha 14{NBSP}GBtight"],
        ["30B", "nothing fits"],
    ]
    assert one(soup, "td .mark")["data-claim"] == "tight/7b/bf16"
    assert one(soup, "td [data-choice]")["data-choice"] == "cheapest/7b/bf16"


def test_a_mark_that_does_not_hold_is_not_shown(change: Change, built: Build):
    """14 GB is not above 20."""
    change(PAGE, "::table cards", "::table sizes")
    change(CLAIMS, "weights/size/precision > 10", "weights/size/precision > 20")
    assert rows(page(built()), "sizes")[1] == ["7BTiny 7B", f"Alpha 14{NBSP}GB"]


def test_a_table_of_picks_names_servers_and_reasons(change: Change, built: Build):
    """Texts of the row's record are messages."""
    change(PAGE, "::table cards", "::table picks")
    assert rows(page(built()), "picks")[1:] == [["7B on one cardit fits", "Alpha"]]


def test_a_column_of_two_units_is_an_error(change: Change, built: Build):
    """A header names one unit; 512 GB/s would stand under TB/s."""
    change(PAGE, "::table cards", "::table mixed")
    with pytest.raises(GuideError, match=r"tables\.yaml:\d+.*Bandwidth mixes GB/s, TB/s; write unit: cell"):
        built()


def test_a_column_of_two_units_may_have_them_in_its_cells(change: Change, built: Build):
    """Each number with its own: 512 GB/s is above half a TB/s."""
    change(PAGE, "::table cards", "::table mixed")
    change(TABLES, "{header: Bandwidth, figure: mixed/gpu}", "{header: Bandwidth, figure: mixed/gpu, unit: cell}")
    assert rows(page(built()), "mixed")[1:] == [["Alpha", f"0.51{NBSP}TB/s"], ["Beta", f"256{NBSP}GB/s"]]


def test_a_row_is_worked_out_for_each_computed_column(built: Build):
    """The one that the table names: 100 / 720 = 0.138888…"""
    worked = one(page(built()), "details.worked")
    assert text(one(worked, "summary")) == "One row worked out: Beta"
    assert texts(worked, "dt") == ["Price of an hour · Beta"]
    assert texts(worked, "dd .formula") == ["price ÷ hours", "= $100 ÷ 720", "= $0.138889 → $0.14"]


def test_an_unknown_table_is_told_with_its_place(change: Change, built: Build):
    """And with the nearest name."""
    change(PAGE, "::table cards", "::table card")
    with pytest.raises(GuideError, match=r"^templates/pages/tiny/guide\.md:\d+: there is no table card; did you mean cards\?"):
        built()


def test_a_column_shows_a_text_fact_and_a_name_that_the_record_holds(change: Change, built: Build):
    """The text as its source writes it, for the judge as a name; the architecture by its name; the same in the file."""
    columns = "{header: Form, fact: gpu.form_factor}\n      - {header: Made, name: architecture}"
    change(TABLES, "{header: FP8, figure: fp8_rate/gpu}", columns)
    made = built()
    assert [row[-2:] for row in rows(page(made), "cards")] == [["Form", "Made"], ["PCIe", "First"], ["PCIe", "First"]]
    assert '<span data-name="fact/gpus.alpha.form_factor" lang="en">PCIe</span>' in made.files["en/guide/index.html"].decode()
    assert made.files["en/guide/cards.csv"].decode().splitlines()[1].endswith(",PCIe,First")


@pytest.mark.parametrize(
    ("column", "problem"),
    [
        ("{header: FP8, flag: gpu.fp8_tensor_core}", "gpus.alpha has no field fp8_tensor_core; did you mean fp8_tensor_cores?"),
        ("{header: FP8, flag: gpu.memory_gb}", "gpus.alpha.memory_gb is not true or false; name a fact that is"),
        ("{header: FP8, figure: fp8_rat/gpu}", "there is no figure fp8_rat/gpu; did you mean fp8_rate?"),
        ("{header: FP8, choice: cheepest/7b/fp8}", "there is no choice cheepest/7b/fp8; did you mean cheapest?"),
    ],
)
def test_a_column_of_something_unknown_is_told(change: Change, built: Build, column: str, problem: str):
    """One sentence with the nearest name, not a traceback."""
    change(TABLES, "{header: FP8, figure: fp8_rate/gpu}", column)
    with pytest.raises(GuideError, match=re.escape(problem)):
        built()


# --- blocks ---


def test_a_block_stands_while_its_claim_holds(built: Build):
    """Beta's 12 GB hold 7 GB; the block that says the opposite is not there."""
    for locale, held, small in (("en", "Beta holds the model.", "too small"), ("zh", "Beta装得下模型。", "太小")):
        main = text(one(page(built(), locale), "main"))
        assert held in main
        assert small not in main


def test_a_hide_claim_that_fails_drops_its_block_in_every_language(change: Change, built: Build):
    """Beta with 6 GB holds no 7 GB: the other sentence takes the place, in both languages."""
    change("data/gpus/beta.yaml", "memory_gb: 12", "memory_gb: 6")
    result = built()
    for locale, held, small in (("en", "Beta holds the model.", "Beta is too small."), ("zh", "Beta装得下", "Beta太小。")):
        main = text(one(page(result, locale), "main"))
        assert held not in main
        assert small in main
        assert one(page(result, locale), "[data-unless]")["data-unless"] == "beta_holds_it"


def test_a_part_that_does_not_stand_is_not_in_the_contents(change: Change, built: Build):
    """Neither the part nor its entry."""
    change(PAGE, "@id questions\n", "@id questions\n@unless beta_holds_it\n")
    soup = page(built())
    assert [link["href"] for link in soup.select("nav.contents a")] == ["#cards"]
    assert soup.select("#questions") == []


def test_a_block_about_a_page_that_is_not_built_is_left_out_with_a_notice(built: Build):
    """Never a dead link."""
    result = built()
    assert "More is on" not in page(result).get_text()
    assert f"{PAGE}:36: left out: it leads to later, which is not built yet" in result.notices
    assert f"{PAGE}:33: link left out: later is not built yet" in result.notices


def test_it_appears_once_the_page_exists(guide: Path, built: Build):
    """With no other edit, in every language, with links that lead there."""
    front = "---\ntitle: The other page\ndescription: More about cards\n---\n\n# The other page\n"
    (guide / "templates/pages/tiny/later.md").write_text(front, encoding="utf-8")
    result = built()
    soup = page(result)
    assert "More is on the other page." in text(one(soup, "main"))
    assert [link["href"] for link in soup.select("main a") if link.get_text() == "the other page"] == ["../later/"] * 2
    assert "更多见另一页。" in text(one(page(result, "zh"), "main"))
    assert not any("later" in notice for notice in result.notices)


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("@claim beta_holds_it", "@claim beta_hold_it", "there is no claim beta_hold_it; did you mean beta_holds_it?"),
        ("@unless beta_holds_it", "@unless beta_hold_it", "there is no claim beta_hold_it; did you mean beta_holds_it?"),
        ("@page later", "@page latter", "there is no page latter; did you mean later?"),
    ],
)
def test_an_unknown_claim_or_page_is_told_with_its_place(change: Change, built: Build, old: str, new: str, problem: str):
    """A misspelt guard would guard nothing."""
    change(PAGE, old, new)
    with pytest.raises(GuideError) as caught:
        built()
    assert str(caught.value).startswith(f"{PAGE}:")
    assert problem in str(caught.value)


def test_questions_open(built: Build):
    """Each heading of a part marked @faq is a question with its answer inside."""
    question = one(page(built()), "#questions details.question")
    assert text(one(question, "summary")) == "Does it fit?"
    assert text(one(question, "p")) == "Yes, for $0.14 an hour."


# --- derivations ---


def test_a_figure_leads_to_its_derivation(built: Build):
    """Every link of a figure in the text has its target on the page."""
    for locale in ("en", "zh"):
        soup = page(built(), locale)
        targets = [str(link["href"]) for link in soup.select("a.figure")]
        assert targets
        assert [target for target in targets if not soup.select(f"[id='{target[1:]}']")] == []


def test_a_derivation_shows_formula_values_and_result(built: Build):
    """What is taken as printed is shown as printed: $100, not a working."""
    derivation = one(page(built()), "#d-hour-beta")
    assert text(one(derivation, "h3")) == "Price of an hour · Beta: $0.14"
    assert texts(derivation, ".formula") == ["price ÷ hours", "= $100 ÷ 720", "= $0.138889 → $0.14"]
    price, hours = derivation.select("li data")
    assert "data-form" not in price.attrs
    assert hours["data-form"] == "working"


def test_a_derivation_goes_down_to_facts_and_sources(built: Build):
    """hour -> monthly, which the site itself says; bandwidth -> a datasheet with its address."""
    soup = page(built())
    assert [link["href"] for link in one(soup, "#d-hour-beta").select("li a")] == ["#d-monthly-beta", "#d-policy-month"]
    assert text(one(soup, "#d-monthly-beta .origins")) == "Source: the site itself, June 1, 2026"
    assert text(one(soup, "#d-policy-month .origins")) == "Source: the site itself, June 1, 2026"
    assert one(soup, "#d-bandwidth-alpha .origins a")["href"] == "https://acme.example/sheet"


def test_a_derivation_is_in_the_language_of_its_page(built: Build):
    """Labels, punctuation and money."""
    assert text(one(page(built(), "zh"), "#d-hour-beta h3")) == "每小时价格 · Beta：0.14美元"


def test_anchors_are_unique(built: Build):
    """A link leads to one place."""
    ids = [str(tag["id"]) for tag in page(built()).select("[id]")]
    assert sorted(ids) == sorted(set(ids))


# --- claims ---


def test_a_stop_claim_that_fails_stops_the_build_and_quotes_each_sentence_in_each_language(change: Change, built: Build):
    """Alpha at 200 GB/s no longer outruns Beta's 256: what was compared, and every sentence that leans on it."""
    change("data/gpus/alpha.yaml", "bandwidth_gb_s: 512", "bandwidth_gb_s: 200")
    change("data/gpus/alpha.yaml", "mem_mhz: 8000, bus_bits: 256", "mem_mhz: 3125, bus_bits: 256")
    with pytest.raises(ClaimError) as caught:
        built()
    report = str(caught.value)
    assert "the claim alpha_is_faster is no longer true: " in report
    assert "200" in report
    assert "256" in report
    assert f'{PAGE}:22: guide: [en] leans on alpha_is_faster: "Alpha reads 200{NBSP}GB/s, Beta reads 256{NBSP}GB/s."' in report
    assert f"{MESSAGES}:" in report
    assert f'[zh] leans on alpha_is_faster: "Alpha读200{NBSP}GB/s，Beta读256{NBSP}GB/s。"' in report


def test_a_list_that_leans_on_a_claim_is_quoted_item_by_item(change: Change, built: Build):
    """Each item is a sentence of its own."""
    change(PAGE, "@headline\n-", "@claim alpha_is_faster\n@headline\n- Alpha first\n-")
    change(CLAIMS, "bandwidth/alpha > bandwidth/beta", "bandwidth/alpha < bandwidth/beta")
    with pytest.raises(ClaimError) as caught:
        built()
    assert '"Alpha first"' in str(caught.value)
    assert f'"512{NBSP}GB/s the bandwidth of Alpha"' in str(caught.value)


def test_all_problems_of_all_pages_and_languages_come_in_one_report(change: Change, built: Build):
    """An editor mends a site once, not once for each typed number."""
    change(PAGE, "The model needs {weights_7b}.", "The model needs 7 GB.")
    change(PAGE, "{gpu:beta} holds the model.", "{gpu:bita} holds the model.")
    change(MESSAGES, "带宽说了算。", "900 GB/s说了算。")
    with pytest.raises(GuideError) as caught:
        built()
    report = str(caught.value)
    assert f'{PAGE}:9: the number in "7" is typed' in report
    assert f"{PAGE}:25: {{gpu:bita}}: there is no gpu bita; did you mean beta?" in report
    assert 'the number in "900" is typed' in report
    assert len(caught.value.problems) == 3


# --- sites without pages ---


def test_a_site_without_pages_is_an_error(guide: Path, built: Build):
    """Zero pages never pass for a built site."""
    (guide / PAGE).unlink()
    with pytest.raises(FactsError, match=r"templates/pages/tiny: the site has no page; write a page named in site\.yaml"):
        built()


def test_a_page_that_the_site_does_not_name_is_an_error(guide: Path, built: Build):
    """It would never be built, and nobody would know."""
    (guide / "templates/pages/tiny/guid.md").write_text("x", encoding="utf-8")
    with pytest.raises(FactsError, match=r"guid\.md: guid is not a page of the site; add it to pages in site\.yaml"):
        built()
