"""What pages print of the engine level is what the calculator says, and covers what the pages recommend."""

import re
from pathlib import Path

import pytest

from gpuguide.catalog.loader import load_sites, site_ids
from gpuguide.cli.agreeing import agreement, due_files
from gpuguide.figures import Book
from gpuguide.figures.agreement_rows import rows, source_text
from gpuguide.figures.answered import answers_file
from tests.sizing.agreement import ROOT, cases

ANSWERED = [site for site in site_ids(ROOT) if answers_file(ROOT, site).is_file()]


def test_the_files_are_what_the_calculator_says(capsys: pytest.CaptureFixture[str]):
    assert agreement(ROOT, check=True) == 0, capsys.readouterr().out


def test_a_changed_number_is_stale_and_written_anew(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    """A check that has never failed is not a check."""
    for folder in ("data", "templates", "locales"):
        (tmp_path / folder).symlink_to(ROOT / folder) if folder != "data" else copied(tmp_path)
    path = next(path for path, _ in due_files(tmp_path) if path.name == "answers.yaml")
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("verdict: starts", "verdict: depends", 1), encoding="utf-8")
    assert agreement(tmp_path, check=True) == 1
    assert "answers.yaml is not what the calculator says" in capsys.readouterr().out
    assert agreement(tmp_path, check=False) == 0
    assert path.read_text(encoding="utf-8") == text


def copied(root: Path) -> None:
    for path in (ROOT / "data").rglob("*.*"):
        if path.is_file():
            target = root / path.relative_to(ROOT)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(path.read_bytes())


def test_every_case_that_asserts_something_has_a_row():
    shown = {row.id for row in rows(cases())}
    left_out = {case.entry.id for case in cases()} - shown
    assert left_out == {case.entry.id for case in cases() if case.entry.holds == "report"}


@pytest.mark.parametrize("site", ANSWERED)
def test_every_pick_has_an_answer(site: str):
    facts = load_sites(ROOT, site)[0].facts
    answers = facts.members("answers")
    for name, pick in facts.members("picks").items():
        answer = answers[name]
        assert (answer.gpu, answer.count, answer.precision, answer.context) == (
            pick.gpu,
            pick.count,
            pick.precision,
            pick.context,
        )


@pytest.mark.parametrize("site", ANSWERED)
def test_every_cheapest_fp8_server_has_an_answer(site: str):
    """The cells of the tables at the shortest context, for every size that has a row."""
    loaded = load_sites(ROOT, site)[0]
    book, answers = Book(loaded), loaded.facts.members("answers").values()
    context = next(iter(loaded.facts.members("contexts")))
    asked = {(one.gpu, one.count) for one in answers if one.precision == "fp8" and one.context == context}
    for name, size in loaded.facts.members("sizes").items():
        if size.row:
            picked = dict(book.choice(f"cheapest/{name}/fp8/{context}", {}).members or {})
            assert (picked["gpu"], picked["count"]) in asked, name


@pytest.mark.parametrize("site", ANSWERED)
def test_what_does_not_start_is_said_on_a_page(site: str):
    """A server that does not start, and that the site recommends, has a claim that guards a note."""
    facts = load_sites(ROOT, site)[0].facts
    refused = {name for name, answer in facts.members("answers").items() if answer.verdict != "starts"}
    claims = (ROOT / "data" / "sites" / site / "claims.yaml").read_text(encoding="utf-8")
    assert {name for name in refused if not re.search(rf"answers\.{name}\.verdict", claims)} == set()


@pytest.mark.parametrize(
    ("url", "text"),
    [
        ("https://github.com/owner/repository/issues/12", "owner/repository #12"),
        ("https://github.com/owner/repository/blob/0123abc/folder/log.txt", "owner/repository, log.txt"),
        ("https://example.com/index.php/page/", "example.com"),
    ],
)
def test_a_source_is_short(url: str, text: str):
    assert source_text(url) == text
