"""The offers feed: the lowest offer of a card, and every line that cannot be current."""

from __future__ import annotations

import datetime
from fractions import Fraction
from pathlib import Path

import pytest

from gpuguide.catalog.offers import Offers, read_offers
from gpuguide.errors import FactsError
from gpuguide.quantities import UNITS, Quantity

HEADER = "gpu,price,currency,seller,region,quantity,taken,expires"
AS_OF = datetime.date(2026, 6, 1)
CARDS = ["alpha", "beta"]
GOOD = "alpha,0.50,USD,First,eu-west,4,2026-05-30T09:00Z,"


def line(**fields: str) -> str:
    """The good offer with some of its columns written otherwise."""
    columns = dict(zip(HEADER.split(","), GOOD.split(","), strict=True)) | fields
    return ",".join(columns.values())


def read(folder: Path, *lines: str, header: str = HEADER) -> Offers:
    (folder / "offers.csv").write_text("\n".join([header, *lines]) + "\n", encoding="utf-8")
    return read_offers(folder / "offers.csv", "offers.csv", AS_OF, CARDS)


def problems_of(folder: Path, *lines: str, header: str = HEADER) -> list[str]:
    with pytest.raises(FactsError) as caught:
        read(folder, *lines, header=header)
    assert all(problem.hint for problem in caught.value.problems)
    return [str(problem) for problem in caught.value.problems]


def test_the_lowest_offer_of_a_card_wins(tmp_path):
    """0.44 of 0.50, 0.44 and 0.47, with its own seller, region, number of cards and moment."""
    offers = read(
        tmp_path,
        line(),
        line(price="0.44", seller="Second", region="us-east", quantity="2", taken="2026-05-28T08:30Z"),
        line(price="0.47"),
        line(gpu="beta", price="2"),
    )
    best = offers.best["alpha"]
    assert (best.price.amount, best.price.unit.id) == (Fraction("0.44"), "USD/GPU-h")
    assert (best.seller, best.region) == ("Second", "us-east")
    assert best.quantity.amount == 2
    assert best.taken == datetime.datetime(2026, 5, 28, 8, 30, tzinfo=datetime.UTC)
    assert best.count.amount == 3
    assert offers.best["beta"].count.amount == 1


def test_the_first_of_two_equal_offers_wins(tmp_path):
    """So that the same file always gives the same page."""
    assert read(tmp_path, line(seller="First"), line(seller="Second")).best["alpha"].seller == "First"


def test_the_feed_as_a_whole(tmp_path):
    """Newest moment, days from the oldest offer to the as-of date, number of offers of all cards."""
    feed = read(tmp_path, line(taken="2026-05-25T23:59Z"), line(gpu="beta", taken="2026-05-31T00:00Z")).feed
    assert feed.taken == datetime.datetime(2026, 5, 31, tzinfo=datetime.UTC)
    assert feed.age == Quantity(Fraction(7), UNITS["day"])
    assert feed.count == Quantity(Fraction(2), UNITS["count"])


def test_nodes_remember_the_line_of_the_best_offer(tmp_path):
    """Line 3 of the file."""
    assert str(read(tmp_path, line(), line(price="0.44")).nodes["offers"].at(("alpha",))) == "offers.csv:3"


@pytest.mark.parametrize(
    "fields",
    [
        {"taken": "2026-06-01T23:59Z"},  # the as-of day itself
        {"expires": "2026-06-01T00:00Z"},  # ends on it
        {"expires": "2027-01-01T00:00Z"},
        {"price": "0.000001"},
        {"price": "999999.999999"},
        {"quantity": "1000000"},
        {"seller": '"Seller, Inc."'},
        {"seller": "東京クラウド"},
    ],
)
def test_an_offer_at_the_edge_is_taken(tmp_path, fields):
    """What is still current, small or large."""
    assert read(tmp_path, line(**fields)).feed.count.amount == 1


def test_blank_lines_and_windows_line_ends_are_no_offers(tmp_path):
    """They are counted as lines, not as offers."""
    (tmp_path / "offers.csv").write_bytes(f"{HEADER}\r\n\r\n{GOOD}\r\n{line(price='x')}\r\n".encode())
    with pytest.raises(FactsError, match=r"^offers\.csv:4: price: "):
        read_offers(tmp_path / "offers.csv", "offers.csv", AS_OF, CARDS)


NUMBER = "write it with a point, as 0.44"
MOMENT = "write it in UTC, as 2026-11-30T09:00Z"
NO_PRICES = ["0", "0.00", "-0.50", "$0.50", "0.5 USD", "1e3", "01.5", ".5", "５", "nan", "", " 0.5", "1000000", "0.0000001"]
NO_MOMENTS = [
    "2026-05-30",
    "30/05/2026 09:00",
    "2026-05-30T09:00",
    "2026-05-30T09:00+02:00",
    "2026-05-30T09:00:00Z",
    "2026-02-30T09:00Z",
    "2026-05-30T25:00Z",
    "２０２６-05-30T09:00Z",
    "now",
    "",
]
REFUSED = [
    ("gpu", "alhpa", "gpu: there is no card alhpa; did you mean alpha?"),
    ("gpu", "", "gpu: there is no card ; known here: alpha, beta"),
    ("gpu", "Alpha", "gpu: there is no card Alpha; did you mean alpha?"),
    *(("price", price, f'price: expected a price above 0, got "{price}"; {NUMBER}') for price in NO_PRICES),
    ("price", '"0,50"', f'price: expected a price above 0, got "0,50"; {NUMBER}'),
    ("currency", "EUR", 'currency: expected USD, got "EUR"; leave out offers in other currencies, or give their USD price'),
    ("currency", "usd", 'currency: expected USD, got "usd"; leave out'),
    ("currency", "", 'currency: expected USD, got ""; leave out'),
    ("seller", " ", "seller: seller and region are needed; write both"),
    ("region", "", "seller: seller and region are needed; write both"),
    *(
        ("quantity", number, f'quantity: expected a number of cards, got "{number}"; write a whole number above 0')
        for number in ["0", "-1", "1.5", "many", "", "08", "10000000"]
    ),
    *(("taken", moment, f'taken: expected a moment, got "{moment}"; {MOMENT}') for moment in NO_MOMENTS),
    ("taken", "2026-06-02T00:00Z", "taken: taken after the site's as-of date 2026-06-01; move the as-of date, or wait"),
    ("expires", "2026-05-31T23:59Z", "expires: expired on 2026-05-31, before the as-of date 2026-06-01; take the line out"),
    ("expires", "soon", f'expires: expected a moment, got "soon"; {MOMENT}'),
]


@pytest.mark.parametrize(("column", "written", "said"), REFUSED, ids=[f"{column} {written}" for column, written, _ in REFUSED])
def test_a_line_that_cannot_be_current_is_refused(tmp_path, column, written, said):
    """With its number in the file, its column, what was seen and what to do."""
    (problem,) = problems_of(tmp_path, line(), line(**{column: written}))
    assert problem.startswith(f"offers.csv:3: {said}")


@pytest.mark.parametrize(
    ("prices", "refused"),
    [
        (["0.50", "0.44", "0.47", "50"], ["offers.csv:5: price: 50 is 100 times off the card's other offers (about 0.47)"]),
        (
            ["0.50", "0.44", "0.47", "0.0044"],
            ["offers.csv:5: price: 0.0044 is 100 times off the card's other offers (about 0.47)"],
        ),
        (["0.50", "0.44", "0.47", "47"], ["offers.csv:5: price: 47 is 100 times off the card's other offers (about 0.47)"]),
        (["0.50", "0.44", "0.47", "46.9"], []),
        (["0.50", "0.44", "0.47", "0.0048"], []),
        (["0.44", "44"], ["offers.csv:2: price: 0.44 is 100 times", "offers.csv:3: price: 44 is 100 times"]),
        (["44"], []),
    ],
)
def test_a_slip_of_the_decimal_point_is_refused(tmp_path, prices, refused):
    """A hundred times the median of the card's other offers, or a hundredth of it; of two, either may be the slip."""
    lines = [line(price=price) for price in prices]
    if not refused:
        assert read(tmp_path, *lines).best["alpha"].count.amount == len(prices)
        return
    found = problems_of(tmp_path, *lines)
    assert len(found) == len(refused)
    assert all(problem.startswith(said) for problem, said in zip(found, refused, strict=True))


def test_other_cards_are_no_measure(tmp_path):
    """A large card may cost a hundred times a small one."""
    assert read(tmp_path, line(price="0.05"), line(gpu="beta", price="50")).feed.count.amount == 2


def test_a_long_feed_is_judged_in_no_time(tmp_path):
    """Ten thousand offers of a card; comparing each with each would take minutes."""
    lines = [line(price=f"0.{cents:02}") for cents in range(40, 50)] * 1000
    assert read(tmp_path, *lines).best["alpha"].price.amount == Fraction("0.40")
    assert len(problems_of(tmp_path, *lines, line(price="90"))) == 1


@pytest.mark.parametrize(
    ("header", "shown"),
    [
        ("gpu,price", "gpu,price"),
        (HEADER.replace("gpu", "card"), HEADER.replace("gpu", "card")),
        ("price,gpu,currency,seller,region,quantity,taken,expires", "price,gpu,currency,seller,region,quantity,taken,expires"),
        (HEADER.replace(",", ";"), HEADER.replace(",", ";")),
        (HEADER + ",note", HEADER + ",note"),
    ],
)
def test_another_header_is_refused(tmp_path, header, shown):
    """Columns are told by their names, in their order."""
    assert problems_of(tmp_path, GOOD, header=header) == [f"offers.csv:1: the header is {shown[:80]}; write {HEADER}"]


def test_a_line_of_other_length_is_refused_with_the_other_problems(tmp_path):
    """Seven columns, nine columns, and a price of zero, all in one report."""
    assert problems_of(tmp_path, GOOD.removesuffix(","), GOOD + ",x", line(price="0")) == [
        f"offers.csv:2: 7 columns; write 8: {HEADER}",
        f"offers.csv:3: 9 columns; write 8: {HEADER}",
        f'offers.csv:4: price: expected a price above 0, got "0"; {NUMBER}',
    ]


def test_all_problems_of_a_line_come_together(tmp_path):
    """Four columns, four problems."""
    assert len(problems_of(tmp_path, line(gpu="gamma", price="0", currency="EUR", quantity="0"))) == 4


@pytest.mark.parametrize(
    ("raw", "problem"),
    [
        (b"", f"offers.csv:1: the header is ; write {HEADER}"),
        (HEADER.encode() + b"\n", "offers.csv: the feed has no offer; add a line, or delete the file"),
        (f'{HEADER}\nalpha,"0.50"x,USD'.encode(), "offers.csv:2: not valid CSV: "),
        (f'{HEADER}\n{GOOD}\nalpha,"0.50'.encode(), "offers.csv:3: not valid CSV: "),
        (f"{HEADER}\n{line(seller='Société')}\n".encode("latin-1"), "offers.csv:2: not UTF-8 at byte "),
        (b"\xef\xbb\xbf" + HEADER.encode(), "offers.csv:1:1: the file starts with a byte order mark"),
        (f"{HEADER}\n{line(seller='a' + chr(0))}\n".encode(), "offers.csv:2:17: an invisible character, U+0000"),
    ],
)
def test_a_file_that_is_no_feed_is_refused(tmp_path, raw, problem):
    """Empty, without an offer, broken, or in another encoding."""
    (tmp_path / "offers.csv").write_bytes(raw)
    with pytest.raises(FactsError) as caught:
        read_offers(tmp_path / "offers.csv", "offers.csv", AS_OF, CARDS)
    assert str(caught.value).startswith(problem)
    assert len(caught.value.problems) == 1
    assert caught.value.problems[0].hint
