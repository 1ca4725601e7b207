"""A new price in a file: exactly the bytes that say it change, and nonsense is refused before anything does."""

from __future__ import annotations

import datetime
import difflib
from pathlib import Path

import pytest

from gpuguide.authoring.files import write_all
from gpuguide.authoring.prices import NewPrice, log, new_price, price_list, price_list_in_force
from gpuguide.catalog.loader import Site, load_sites
from gpuguide.catalog.schedules import Schedule, Step
from gpuguide.errors import UsageError
from gpuguide.quantities import UNITS, Missing, Quantity
from tests.projects import SITE_FOLDER, replaced, tiny_project, write_project

AS_OF = datetime.date(2026, 6, 1)
PRICES = f"{SITE_FOLDER}/prices.yaml"


def usd(amount: int) -> Quantity:
    return Quantity(amount * UNITS["USD/month"].scale, UNITS["USD/month"])


def day(text: str | None) -> datetime.date | None:
    return datetime.date.fromisoformat(text) if text else None


def asked(start: str | None, *steps: tuple[str | None, int]) -> NewPrice:
    """150 a month for Alpha, from a day; the price list has these steps, or a plain number."""
    schedule = Schedule(tuple(Step(day(since), usd(value)) for since, value in steps)) if steps else None
    return NewPrice("tiny", "alpha", "monthly", usd(144), usd(150), day(start), schedule)


PLAIN = "# head\nprices:\n  alpha:   # the card\n    monthly:   144   # a month\n    weekly: 'x'\n\n  beta: {monthly: 144}\n"


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_a_plain_price_is_rewritten_where_it_stands(end: str):
    """Comments, spacing, quotes and line ends stay; the same number of another card too."""
    text = PLAIN.replace("\n", end)
    assert price_list(text, asked(None), AS_OF) == text.replace("monthly:   144 ", "monthly:   150 ")


def test_a_plain_price_with_a_start_becomes_two():
    """The old one has held ever since."""
    written = price_list(PLAIN, asked("2026-07-01"), AS_OF)
    assert written == PLAIN.replace("monthly:   144 ", "monthly:   [{value: 144}, {from: 2026-07-01, value: 150}] ")


def test_a_price_inside_braces_is_rewritten_too():
    """A record may be written on one line."""
    text = "prices:\n  alpha: {monthly: 144, weekly: unknown}  # all\n"
    assert price_list(text, asked(None), AS_OF) == text.replace("144", "150")


FLOW = "prices:\n  alpha:\n    monthly: [{value: 140}, {from: 2026-05-01, value: 144}, {from: 2026-09-01, value: 160}]  # x\n"
STEPS = ((None, 140), ("2026-05-01", 144), ("2026-09-01", 160))


@pytest.mark.parametrize(
    ("start", "old", "new"),
    [
        (None, "value: 144", "value: 150"),
        ("2026-09-01", "value: 160", "value: 150"),
        ("2026-07-01", "144}, ", "144}, {from: 2026-07-01, value: 150}, "),
        ("2026-12-01", "160}]", "160}, {from: 2026-12-01, value: 150}]"),
    ],
)
def test_a_step_is_rewritten_or_put_in_its_place(start: str | None, old: str, new: str):
    """The one in force, the one of that day, between two, or at the end."""
    assert price_list(FLOW, asked(start, *STEPS), AS_OF) == FLOW.replace(old, new)


BLOCK = """\
prices:
  alpha:
    monthly:
      - value: 140
      - from: 2026-05-01   # spring
        value: 144         # now
      # autumn
      - {from: 2026-09-01, value: 160}

    weekly: unknown
"""


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize(
    ("start", "old", "new"),
    [
        (None, "value: 144 ", "value: 150 "),
        ("2026-12-01", "value: 160}\n", "value: 160}\n      - {from: 2026-12-01, value: 150}\n"),
        ("2026-07-01", "      - {from: 2026-09", "      - {from: 2026-07-01, value: 150}\n      - {from: 2026-09"),
    ],
)
def test_a_list_below_its_key_keeps_its_shape(end: str, start: str | None, old: str, new: str):
    """Lines are added whole, as far in as the others; comments and blank lines stay."""
    text = BLOCK.replace("\n", end)
    written = price_list(text, asked(start, *STEPS), AS_OF)
    assert written == text.replace(old.replace("\n", end), new.replace("\n", end))


def test_what_it_moves_is_seen_on_a_list_with_the_price_alone():
    """Whatever the list looked like, and what follows it stays."""
    assert (
        price_list_in_force(BLOCK, asked("2026-07-01", *STEPS))
        == BLOCK[: BLOCK.index("- value")] + "150\n\n    weekly: unknown\n"
    )
    assert price_list_in_force(FLOW, asked("2026-07-01", *STEPS)) == "prices:\n  alpha:\n    monthly: 150  # x\n"


def test_a_price_of_the_real_list_changes_its_own_line_only(project_root: Path):
    """Card by card: one line goes, one comes, and the number is all that differs."""
    for site in load_sites(project_root):
        path = project_root / f"data/sites/{site.id}/prices.yaml"
        if not path.exists():
            continue
        text = path.read_bytes().decode("utf-8")
        for card in site.facts.members("prices"):
            price = new_price(site, card, "monthly", "77", None)
            written = price_list(text, price, site.spec.as_of)
            lines = [line for line in difflib.ndiff(text.splitlines(), written.splitlines()) if line[0] in "-+"]
            assert len(lines) == 2
            assert written.count("monthly: 77") == 1


# --- The log ---

ENTRY = "{day: 2026-06-01, pages: [guide], price: {card: alpha, term: monthly, old: 144, new: 150}}"
LATER = ENTRY.replace("2026-06-01", "2026-07-01")
LOG = "# head\nchanges:\n  - day: 2026-06-15\n    pages: [guide]\n    text: two\n  - {day: 2026-05-01, pages: [], text: one}\n"


@pytest.mark.parametrize(
    ("text", "start", "due"),
    [
        (LOG, "2026-07-01", LOG.replace("  - day", f"  - {LATER}\n  - day")),
        (LOG, None, LOG.replace("  - {day", f"  - {ENTRY}\n  - {{day")),
        (
            "changes:\n  - {day: 2026-08-01, pages: [], text: x}\n",
            None,
            "changes:\n  - {day: 2026-08-01, pages: [], text: x}\n  - " + ENTRY + "\n",
        ),
        (
            "changes:\n  - {day: 2026-08-01, pages: [], text: x}",
            None,
            "changes:\n  - {day: 2026-08-01, pages: [], text: x}\n  - " + ENTRY + "\n",
        ),
        ("changes: []\n", None, f"changes: [{ENTRY}]\n"),
        (
            "changes: [{day: 2026-05-01, pages: [], text: x}]\n",
            None,
            f"changes: [{ENTRY}, {{day: 2026-05-01, pages: [], text: x}}]\n",
        ),
        (None, None, f"changes:\n  - {ENTRY}\n"),
        ("# nothing yet\r\n", None, f"# nothing yet\r\nchanges:\r\n  - {ENTRY}\r\n"),
    ],
)
def test_a_change_is_logged_newest_first(text: str | None, start: str | None, due: str):
    """Above the first that is not newer, in whichever way the log is written; the as-of day is the day of a price without one."""
    assert log(text, asked(start), ["guide"], AS_OF) == due


def test_a_price_that_was_unknown_is_logged_so():
    """There was none before."""
    price = NewPrice("tiny", "alpha", "weekly", Missing.UNKNOWN, usd(40), None, None)
    assert "term: weekly, old: unknown, new: 40}" in log(None, price, [], AS_OF)


# --- Nonsense ---


@pytest.fixture
def site(tmp_path: Path) -> Site:
    dated = "monthly: [{value: 140}, {from: 2026-06-01, value: 144}, {from: 2026-09-01, value: 160}]"
    return load_sites(write_project(tmp_path, replaced(tiny_project(), PRICES, "monthly: 144", dated)))[0]


@pytest.mark.parametrize(
    ("card", "term", "value", "start", "told"),
    [
        ("alfa", "monthly", "150", None, "tiny has no price of alfa; did you mean alpha?"),
        ("beta", "monthly", "150", None, "tiny has no price of beta"),
        ("alpha", "mothly", "150", None, "there is no term mothly; did you mean monthly?"),
        ("alpha", "monthly", "1,650", None, "1,650 is no price; write plain digits"),
        ("alpha", "monthly", "-3", None, "-3 is no price"),
        ("alpha", "monthly", "0", None, "0 is no price; a price is above zero"),
        ("alpha", "monthly", "1e3", None, "1e3 is no price"),
        ("alpha", "monthly", "unknown", None, "unknown is no price"),
        ("alpha", "monthly", "144", None, "prices.alpha.monthly is 144 USD/month already"),
        ("alpha", "monthly", "144.0", "2026-07-01", "prices.alpha.monthly is 144 USD/month already"),
        ("alpha", "monthly", "160", "2026-10-01", "prices.alpha.monthly is 160 USD/month already"),
        ("alpha", "monthly", "150", "2026-05-31", "2026-05-31 lies before 2026-06-01, the site's as-of day"),
    ],
)
def test_nonsense_is_refused_with_the_way_out(site: Site, card: str, term: str, value: str, start: str | None, told: str):
    """Unknown names with the nearest, what is no price, the same price again, a day that has passed."""
    with pytest.raises(UsageError) as caught:
        new_price(site, card, term, value, day(start))
    assert told in str(caught.value)


def test_the_price_that_goes_is_the_one_in_force_the_day_before(site: Site):
    """144 until September, 160 after."""
    assert new_price(site, "alpha", "monthly", "150", day("2026-07-01")).old == usd(144)
    assert new_price(site, "alpha", "monthly", "150", day("2026-10-01")).old == usd(160)
    assert new_price(site, "alpha", "monthly", "150", None).old == usd(144)


# --- Writing ---


def test_both_files_are_written_or_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """The second rename fails: the first file gets its old content back, and nothing is left over."""
    (tmp_path / "a").write_bytes(b"old")
    rename = Path.replace

    def fail_on_b(path: Path, target: Path) -> Path:
        if target.name == "b":
            raise OSError("the disk is gone")
        return rename(path, target)

    monkeypatch.setattr(Path, "replace", fail_on_b)
    with pytest.raises(OSError, match="gone"):
        write_all(tmp_path, {"a": "new", "b": "new"}, {"a": "old", "b": None})
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == {"a": b"old"}


def test_a_file_that_changed_in_the_meantime_is_left_alone(tmp_path: Path):
    """Somebody saved it while the question stood."""
    (tmp_path / "a").write_bytes(b"theirs")
    with pytest.raises(UsageError, match="changed in the meantime"):
        write_all(tmp_path, {"a": "new"}, {"a": "old"})
    assert (tmp_path / "a").read_bytes() == b"theirs"


def test_a_written_file_keeps_its_mode(tmp_path: Path):
    """And a new one is readable."""
    (tmp_path / "a").write_bytes(b"old")
    (tmp_path / "a").chmod(0o640)
    write_all(tmp_path, {"a": "new", "b": "new"}, {"a": "old", "b": None})
    assert [(tmp_path / name).stat().st_mode & 0o777 for name in "ab"] == [0o640, 0o644]
    assert (tmp_path / "b").read_bytes() == b"new"
