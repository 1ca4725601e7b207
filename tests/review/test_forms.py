"""How a review reads: as text for a terminal, as a comment on a pull request, as JSON."""

import json
from collections.abc import Callable
from pathlib import Path

from gpuguide.errors import Place
from gpuguide.review.machine import as_json
from gpuguide.review.markdown import escaped, markdown
from gpuguide.review.plain import lines
from gpuguide.review.report import ChoiceMove, FactChange, Review, SentenceMove, SiteReview
from gpuguide.review.words import word_difference
from tests.projects import SITE_FOLDER
from tests.review.conftest import Change

PLACE = Place("data/a.yaml", 3)


def text(review: Review) -> list[str]:
    return ["".join(piece for piece, _ in line) for line in lines(review)]


def of(**parts: object) -> Review:
    return Review("old", "new", (SiteReview("a-site", "en", **parts),))  # type: ignore[arg-type]


def test_the_text_goes_from_facts_to_what_they_do(change: Change, review: Callable[[], Review]):
    """Facts, figures, sentences, claims, choices, in this order; the choice in words."""
    change("data/gpus/beta.yaml", "memory_gb: 12", "memory_gb: 6")
    told = text(review())
    titles = [line.partition(" (")[0] for line in told if line and not line.startswith((" ", "="))]
    wanted = ["facts changed", "sentences affected", "claims that turned", "choices that changed"]
    assert [title for title in titles if title in wanted] == wanted
    assert "  cheapest for 7B FP8: Beta -> Alpha" in told
    assert "  gpus.beta.memory_gb: 12 GB -> 6 GB  [Acme, Datasheet; Somebody, Driver log]  data/gpus/beta.yaml:6:12" in told


def test_nothing_is_said_to_differ_when_nothing_does(review: Callable[[], Review]):
    """In each form."""
    assert text(review()) == ["before -> after", "nothing differs"]
    assert "Nothing differs." in markdown(review())
    assert as_json(review())["differs"] is False


def test_a_sentence_is_compared_word_by_word():
    """Numbers are one word each; Han characters stand alone."""
    assert word_difference("for $0.14 an hour", "for $0.17 an hour") == (
        [("for $", ""), ("0.14", "-"), (" an hour", "")],
        [("for $", ""), ("0.17", "+"), (" an hour", "")],
    )
    assert word_difference("每月100美元", "每年100美元")[0] == [("每", ""), ("月", "-"), ("100美元", "")]


def test_no_name_can_break_a_table_or_become_markup():
    """A card called so prints so: bars, code, HTML, links, mentions, line breaks."""
    name = "a|b`c<img src=x>[d](e)*f*\n@team & _g_"
    row = next(line for line in markdown(of(choices=[ChoiceMove("k", name, "x", None)])).splitlines() if line.startswith("| a"))
    assert row == "| a\\|b\\`c&lt;img src=x&gt;\\[d\\]\\(e\\)\\*f\\* @\u200bteam &amp; \\_g\\_ | x | nothing |"
    assert escaped("a > b\r\n# c") == "a &gt; b  \\# c"


def test_a_summary_that_opens_is_plain_html():
    """A page's key cannot close it."""
    move = SentenceMove("</summary>", "en", "a", "a", "b", PLACE)
    assert "<details><summary>&lt;/summary&gt;: 1 sentence</summary>" in markdown(of(sentences=[move]))


def test_a_comment_is_never_longer_than_a_comment_may_be():
    """What is left out is counted: of 5,000 facts those that do not fit."""
    facts = [FactChange(f"gpus.a-card.field_{n}", "1", "2", (), PLACE) for n in range(5000)]
    told = markdown(of(facts=facts))
    shown = told.count("| gpus.a-card.field")
    assert len(told) <= 65_536
    assert len(told) > 60_000
    assert f"… and {5000 - shown} more lines" in told


def test_a_short_limit_leaves_whole_rows_and_closed_details():
    """Each opened part is closed."""
    moves = [SentenceMove(f"page-{n}", "en", "a", "a" * 90, "b" * 90, PLACE) for n in range(20)]
    for limit in range(300, 3000, 100):
        told = markdown(of(sentences=moves), limit)
        assert len(told) <= limit
        assert told.count("<details>") == told.count("</details>")
        assert "more lines" in told


def test_json_has_stable_keys(change: Change, review: Callable[[], Review]):
    """Those of docs/formats.md, and each figure in every language."""
    change(f"{SITE_FOLDER}/prices.yaml", "monthly: 100", "monthly: 120")
    told = json.loads(json.dumps(as_json(review())))
    assert list(told) == ["differs", "old", "new", "sites", "sites_added", "sites_removed"]
    documented = (Path(__file__).parents[2] / "docs/formats.md").read_text(encoding="utf-8")
    for key in told["sites"][0]:
        assert f"`{key}`" in documented, key
    hour = next(move for move in told["sites"][0]["figures"] if move["key"] == "hour/beta")
    assert (hour["old"]["en"], hour["new"]["en"], hour["pages"]) == ("$0.14", "$0.17", ["guide"])


def test_a_record_that_came_whole_is_one_line():
    """Five values of one card are told by their number, a changed one always by itself; many such cards by theirs."""
    added = [FactChange(f"gpus.new.field_{n}", None, "1", (), PLACE) for n in range(5)]
    changed = [FactChange(f"gpus.old.field_{n}", "1", "2", (), PLACE) for n in range(5)]
    told = text(of(facts=[*added, *changed]))
    assert "facts changed (10)" in told
    assert "  gpus.new: 5 values (added)  data/a.yaml:3" in told
    assert sum(line.startswith("  gpus.old.field_") for line in told) == 5
    many = [FactChange(f"gpus.new-{m}.field_{n}", "1", None, (), PLACE) for m in range(6) for n in range(5)]
    assert "  gpus: 6 records (removed)  data/a.yaml:3" in text(of(facts=many))
