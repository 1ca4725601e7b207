"""What a change does, found by comparing: on the made-up guide, whose numbers tests/site/guide.py works by hand."""

import shutil
from collections.abc import Callable
from pathlib import Path

from gpuguide.review.compare import compare_site
from gpuguide.review.report import Review, SiteReview
from tests.projects import SITE_FOLDER
from tests.review.conftest import Change
from tests.site.guide import MESSAGES, PAGE

Found = Callable[[], SiteReview]
PRICES = f"{SITE_FOLDER}/prices.yaml"


def test_two_equal_states_differ_in_nothing(review: Callable[[], Review]):
    """No site is even rendered."""
    assert review().sites == ()
    assert not review().differs


def test_a_changed_price_is_a_fact_with_its_line(change: Change, found: Found):
    """Old, new and where it is written."""
    change(PRICES, "monthly: 100", "monthly: 200")
    (fact,) = found().facts
    assert (fact.key, fact.old, fact.new) == ("prices.beta.monthly", "100 USD/month", "200 USD/month")
    assert str(fact.place).startswith(f"{PRICES}:4:")


def test_a_fact_of_a_card_comes_with_who_says_so(change: Change, found: Found):
    """By publisher and title of its sources."""
    change("data/gpus/beta.yaml", "memory_gb: 12", "memory_gb: 6")
    (fact,) = found().facts
    assert fact.sources == ("Acme, Datasheet", "Somebody, Driver log")


def test_facts_are_added_and_removed(change: Change, found: Found):
    """None stands where there was, or is, no value."""
    change(f"{SITE_FOLDER}/policy.yaml", "  overhead: {value: 2, unit: GB, why: what the runtime needs}\n", "")
    change(
        f"{SITE_FOLDER}/sizes.yaml",
        "  8k: {name: 8k, tokens: 8192}",
        "  8k: {name: 8k, tokens: 8192}\n  2k: {name: 2k, tokens: 2048}",
    )
    facts = {fact.key: (fact.old, fact.new) for fact in found().facts}
    assert facts["contexts.2k.tokens"] == (None, "2048 token")
    assert facts["policy.overhead.value"] == ("2 GB", None)


def test_figures_move_by_page_in_every_language(change: Change, found: Found):
    """200 / 720 h = 0.277... -> 0.28; a month's price moves with it, on the one page."""
    change(PRICES, "monthly: 100", "monthly: 200")
    moved = {move.key: move for move in found().figures}
    assert moved["hour/beta"].old == {"en": "$0.14", "zh": "0.14美元"}
    assert moved["hour/beta"].new == {"en": "$0.28", "zh": "0.28美元"}
    assert moved["hour/beta"].pages == ("guide",)
    assert sorted(moved) == ["hour/beta", "monthly/beta"]


def test_what_prints_the_same_is_counted_only(change: Change, found: Found):
    """100.4 prints 100, and the hour is made of the printed price."""
    change(PRICES, "monthly: 100", "monthly: 100.4")
    site = found()
    assert (site.figures, site.same_print, len(site.facts)) == ([], 1, 1)


def test_sentences_are_quoted_in_each_language(change: Change, found: Found):
    """The same sentence in all its languages, one after the other; sentences without the number are left alone."""
    change(PRICES, "monthly: 100", "monthly: 120")
    told = [(move.locale, move.old, move.new) for move in found().sentences]
    assert ("en", "Yes, for $0.14 an hour.", "Yes, for $0.17 an hour.") in told
    assert [locale for locale, _, _ in told] == ["en", "zh"]


def test_a_choice_says_whom_it_chooses_now(change: Change, found: Found):
    """Beta at 200 is dearer than Alpha at 144; for BF16 it never fitted."""
    change(PRICES, "monthly: 100", "monthly: 200")
    assert [(move.label, move.old, move.new) for move in found().choices] == [("cheapest for 7B FP8", "Beta", "Alpha")]


def test_a_hide_claim_that_turns_shows_what_goes_and_what_comes(change: Change, found: Found):
    """6 GB no longer hold 7 GB: one sentence goes, the opposite comes, in both languages."""
    change("data/gpus/beta.yaml", "memory_gb: 12", "memory_gb: 6")
    turn = next(turn for turn in found().claims if turn.key == "beta_holds_it")
    assert (turn.old, turn.new) == (True, False)
    assert turn.effect == "its sentences are hidden, the sentences for the opposite are shown"
    assert {(quote.locale, quote.text) for quote in turn.quotes if quote.locale == "en"} == {
        ("en", "Beta holds the model."),
        ("en", "Beta is too small."),
    }
    assert {quote.locale for quote in turn.quotes} == {"en", "zh"}


def test_a_stop_claim_that_fails_is_told_and_the_rest_is_compared(change: Change, found: Found):
    """200 GB/s are not above Beta's 256: the build stops, the review goes on."""
    change("data/gpus/alpha.yaml", "bandwidth_gb_s: 512", "bandwidth_gb_s: 200")
    site = found()
    turn = next(turn for turn in site.claims if turn.key == "alpha_is_faster")
    assert turn.effect == "the build stops"
    assert "Alpha reads 512\u00a0GB/s, Beta reads 256\u00a0GB/s." in [quote.text for quote in turn.quotes]
    assert "the claim alpha_is_faster is no longer true" in str(site.new_problems[0])
    assert site.facts
    assert "bandwidth/alpha" in {move.key for move in site.figures}


def test_a_rewritten_text_names_the_languages_that_wait(change: Change, found: Found):
    """The Chinese catalog has no translation of the new sentence yet."""
    change(PAGE, "Bandwidth decides.", "Bandwidth decides it.")
    (text,) = found().texts
    assert (text.old, text.new, text.waiting) == ("Bandwidth decides.", "Bandwidth decides it.", ("zh",))


def test_a_new_text_is_not_taken_for_an_old_one(change: Change, found: Found):
    """Two sentences that have little in common are one that came and one that went."""
    change(PAGE, "Bandwidth decides.", "{gpu:alpha}, as ever")
    assert [(text.old, text.new) for text in found().texts] == [(None, "{gpu:alpha}, as ever"), ("Bandwidth decides.", None)]


def test_a_rewritten_translation_is_told_by_itself(change: Change, found: Found):
    """Its English stands."""
    change(MESSAGES, "带宽说了算。", "带宽决定一切。")
    (translation,) = found().translations
    assert (translation.locale, translation.old, translation.new) == ("zh", "带宽说了算。", "带宽决定一切。")
    assert found().texts == []


def test_a_changed_declaration_is_told(change: Change, found: Found):
    """A finer step is no fact, and moves figures all the same."""
    change(f"{SITE_FOLDER}/figures.yaml", "print: {unit: USD/h, step: 0.01}", "print: {unit: USD/h, step: 0.001}")
    site = found()
    assert [(rule.key, rule.old, rule.new) for rule in site.rules] == [("figures.hour.print.step", "0.01", "0.001")]
    assert {move.key: move.new["en"] for move in site.figures}["hour/beta"] == "$0.139"


def test_pages_come_and_go(change: Change, found: Found, after: Path):
    """By their keys."""
    page = (after / PAGE).read_text(encoding="utf-8")
    (after / PAGE.replace("guide.md", "later.md")).write_text(page, encoding="utf-8")
    assert (found().pages_added, found().pages_removed) == (["later"], [])


def test_a_state_that_does_not_load_is_told_with_its_problems(change: Change, review: Callable[[], Review]):
    """Its values are compared as they are written; figures and sentences are not."""
    change(PRICES, "monthly: 100", "monthly: -3")
    (site,) = review().sites
    assert [(fact.key, fact.old, fact.new) for fact in site.facts] == [("prices.beta.monthly", "100", "-3")]
    assert site.figures == []
    assert not site.compared
    assert not site.unreadable
    assert site.new_problems[0].path == "prices.beta.monthly"
    assert site.old_problems == ()


def test_a_price_to_come_and_its_change_are_facts(change: Change, found: Found, after: Path):
    """Nothing moves yet."""
    change(PRICES, "monthly: 100", "monthly: [{value: 100}, {from: 2026-07-01, value: 120}]")
    told = "day: 2026-07-01, pages: [guide], price: {card: beta, term: monthly, old: 100, new: 120}"
    (after / f"{SITE_FOLDER}/changes.yaml").write_text(f"changes:\n  - {{{told}}}\n", encoding="utf-8")
    facts = {fact.key: fact.new for fact in found().facts}
    assert facts["prices.beta.monthly from 2026-07-01"] == "120 USD/month"
    assert facts["changes.1.price.new"] == "120 USD/month"
    assert found().figures == []


def test_a_claim_that_marks_cells_names_each_table_once(change: Change, after: Path, tmp_path: Path):
    """At one byte a parameter 14 GB become 7: no longer tight, in the one table that says so."""
    change(PAGE, "::table cards", "::table cards\n\n::table sizes")
    before = shutil.copytree(after, tmp_path / "before")
    change("data/sizing/precisions.yaml", "name: BF16, bytes_per_parameter: 2", "name: BF16, bytes_per_parameter: 1")
    turns = {turn.key: turn.effect for turn in compare_site(before, after, "tiny").claims}
    assert turns["tight/7b/bf16"] == "cells of the table sizes are no longer marked"


def test_a_file_that_is_no_yaml_hides_only_itself(change: Change, found: Found):
    """What else changed is told beside the problem."""
    change(PRICES, "prices:", "prices: [")
    change("data/gpus/beta.yaml", "memory_gb: 12", "memory_gb: 6")
    facts = {fact.key: (fact.old, fact.new) for fact in found().facts}
    assert facts["gpus.beta.memory_gb"] == ("12", "6")
    assert facts["prices.beta.monthly"] == ("100", None)
    assert found().new_problems[0].place.file == PRICES
