"""Every figure that the site publishes, typed by hand from its brief, against what the engine computes from the real data."""

from fractions import Fraction

import pytest

from gpuguide.figures import Book

FACTOR = {"GB": 10**9, "TB/s": 10**12, "GB/s": 10**9}

# Size, BF16, FP8, 4-bit, cheapest that fits in FP8, its memory, whether it is tight.
VRAM = """
7b    17  10   7   l4            x1  24    -
13b   35  22   15  l4            x1  24    tight
34b   72  38   21  rtx-6000-ada  x1  48    -
70b   145 75   40  h100-pcie     x1  80    -
120b  245 125  65  h200-sxm      x1  141   -
405b  816 411  209 mi300x        x8  1536  -
"""

# Card, VRAM, bandwidth, its unit, ceiling for 8B in BF16, a month, a GPU-hour; by bandwidth.
SPEED = """
b200-sxm       180  8     TB/s  500  3890  5.40
mi300x         192  5.3   TB/s  331  1590  2.21
h200-sxm       141  4.8   TB/s  300  2290  3.18
h100-sxm       80   3.35  TB/s  209  1690  2.35
a100-sxm-80gb  80   2.04  TB/s  128  990   1.38
h100-pcie      80   2     TB/s  125  1490  2.07
rtx-5090       32   1.79  TB/s  112  540   0.75
rtx-4090       24   1.01  TB/s  63   390   0.54
rtx-6000-ada   48   960   GB/s  60   460   0.64
rtx-3090       24   936   GB/s  59   230   0.32
l40s           48   864   GB/s  54   520   0.72
a40            48   696   GB/s  44   240   0.33
l4             24   300   GB/s  19   250   0.35
"""

# Pick, cards, VRAM, a week, a month, a GPU-hour; in the order of the page.
PICKS = """
l4         x1  24    70    250    0.35
rtx-4090   x1  24    110   390    0.54
rtx-5090   x1  32    155   540    0.75
l40s       x1  48    148   520    0.72
h100-pcie  x1  80    420   1490   2.07
h100-sxm   x1  80    475   1690   2.35
mi300x     x1  192   450   1590   2.21
h200-sxm   x1  141   640   2290   3.18
b200-sxm   x8  1440  7850  28010  4.86
"""


def rows(table: str) -> list[list[str]]:
    return [line.split() for line in table.strip().splitlines()]


def printed(book: Book, reference: str) -> tuple[Fraction, str]:
    figure = book.figure(reference)
    assert figure.missing is None, f"{reference} is {figure.missing}"
    return figure.printed, figure.unit.id


def chosen(book: Book, reference: str) -> dict[str, str]:
    return dict(book.choice(reference).members or {})


# --- The three tables ---


def test_the_vram_table_has_these_rows_in_this_order(hub: Book):
    """Sizes with a row of their own; the single sizes of sentences are not in the table."""
    spec = hub.site.tables["vram"]
    assert hub.select(spec.rows, spec.where, spec.sort, ("tables.yaml", "tables", "vram"))[1] == [row[0] for row in rows(VRAM)]


@pytest.mark.parametrize(("size", "bf16", "fp8", "int4", "gpu", "count", "memory", "tight"), rows(VRAM))
def test_row_of_the_vram_table(
    hub: Book, size: str, bf16: str, fp8: str, int4: str, gpu: str, count: str, memory: str, tight: str
):
    """Memory at three precisions, the cheapest that fits in FP8 with its memory, and whether it is tight."""
    cells = [printed(hub, f"memory/{size}/{precision}/8k") for precision in ("bf16", "fp8", "int4")]
    assert cells == [(Fraction(cell), "GB") for cell in (bf16, fp8, int4)]
    assert chosen(hub, f"cheapest/{size}/fp8/8k") == {"gpu": gpu, "count": count}
    assert printed(hub, f"cheapest_capacity/{size}/fp8/8k") == (Fraction(memory), "GB")
    assert hub.verdict(f"tight/{size}/fp8/8k").holds == (tight == "tight")


def test_the_speed_table_is_sorted_by_bandwidth(hub: Book):
    """All cards but the two with a provisional price, the fastest memory first."""
    spec = hub.site.tables["speed"]
    assert hub.select(spec.rows, spec.where, spec.sort, ("tables.yaml", "tables", "speed"))[1] == [row[0] for row in rows(SPEED)]


@pytest.mark.parametrize(("gpu", "memory", "bandwidth", "unit", "ceiling", "month", "hour"), rows(SPEED))
def test_row_of_the_speed_table(hub: Book, gpu: str, memory: str, bandwidth: str, unit: str, ceiling: str, month: str, hour: str):
    """VRAM, bandwidth in its own unit, ceiling, and the price by the month and by the GPU-hour."""
    assert printed(hub, f"capacity/{gpu}/x1") == (Fraction(memory), "GB")
    assert printed(hub, f"bandwidth/{gpu}") == (Fraction(bandwidth), unit)
    assert printed(hub, f"ceiling/{gpu}/8b/bf16") == (Fraction(ceiling), "token/s")
    assert printed(hub, f"monthly/{gpu}") == (Fraction(month), "USD/month")
    assert printed(hub, f"gpu_hour/{gpu}/x1") == (Fraction(hour), "USD/GPU-h")


@pytest.mark.parametrize(
    ("gpu", "remark"),
    [("a100-sxm-80gb", 0), ("rtx-3090", 0), ("a40", 0), ("b200-sxm", 1), ("l4", 2), ("l40s", 3), ("h100-sxm", None)],
)
def test_the_one_remark_that_decides(hub: Book, gpu: str, remark: int | None):
    """No FP8 first, then the minimum order, then 72 W, then ECC; most cards need no remark."""
    rules = hub.site.remarks
    held = [n for n, rule in enumerate(rules) if hub.holds(rule.when, {"gpu": gpu}, ("tables.yaml", "remarks", n))]
    assert next(iter(held), None) == remark


def test_the_picks_stand_in_the_order_of_the_page(hub: Book):
    """From the always-on small model to the node for 405B."""
    picks = [
        (hub.member("pick.gpu", {"pick": name}), hub.member("pick.count", {"pick": name})) for name in hub.facts.members("picks")
    ]
    assert picks == [(row[0], row[1]) for row in rows(PICKS)]


@pytest.mark.parametrize(("gpu", "count", "memory", "week", "month", "hour"), rows(PICKS))
def test_row_of_the_picks_table(hub: Book, gpu: str, count: str, memory: str, week: str, month: str, hour: str):
    """VRAM, week, month and GPU-hour of the server; a node is listed to the nearest ten dollars."""
    assert printed(hub, f"capacity/{gpu}/{count}") == (Fraction(memory), "GB")
    assert printed(hub, f"weekly_listing/{gpu}/{count}") == (Fraction(week), "USD/week")
    assert printed(hub, f"listing/{gpu}/{count}") == (Fraction(month), "USD/month")
    assert printed(hub, f"gpu_hour/{gpu}/{count}") == (Fraction(hour), "USD/GPU-h")


# --- Headline, prose and questions ---


@pytest.mark.parametrize(
    ("figure", "number", "unit"),
    [
        # Head
        ("memory/70b/fp8/8k", "75", "GB"),
        ("bandwidth/h100-sxm", "3.35", "TB/s"),
        ("gpu_hour/h100-sxm/x1", "2.35", "USD/GPU-h"),
        ("traffic_included", "20", "TB"),
        ("lowest_pick", "250", "USD/month"),
        ("highest_pick", "2290", "USD/month"),
        # 1. VRAM
        ("kv_cache/70b/8k", "2.7", "GB"),
        ("free/h100-sxm/70b/fp8/8k", "5", "GB"),
        ("kv_cache/70b/32k", "10.7", "GB"),
        ("kv_cache_many/70b/128k", "1374", "GB"),
        ("weights/70b/bf16", "140", "GB"),
        ("free/l4/13b/fp8/8k", "2", "GB"),
        ("kv_cache/13b/8k", "6.7", "GB"),
        ("listing/mi300x/x8", "11450", "USD/month"),
        ("listing/h100-sxm/x8", "12170", "USD/month"),
        ("cheapest_listing/405b/fp8/8k", "11450", "USD/month"),
        ("memory/120b/fp8/8k", "125", "GB"),
        ("capacity/mi300x/x1", "192", "GB"),
        # 2. Speed
        ("operations_per_parameter", "2", "FLOP/parameter"),
        ("operations_per_byte/bf16", "1", "FLOP/B"),
        ("intensity/h100-sxm", "300", "FLOP/B"),
        ("sparse_rate/h100-sxm", "1979", "TFLOPS"),
        ("dense_rate/h100-sxm", "990", "TFLOPS"),
        ("weights/8b/bf16", "16", "GB"),
        ("ceiling/rtx-4090/8b/bf16", "63", "token/s"),
        ("ceiling/h100-sxm/8b/bf16", "209", "token/s"),
        ("tdp/l4", "72", "W"),
        ("minimum_order/b200-sxm", "2", "card"),
        ("smallest_order/b200-sxm", "7780", "USD/month"),
        # 3. FP8
        ("list_total/a100-sxm-80gb/x2", "1980", "USD/month"),
        ("listing/a100-sxm-80gb/x2", "1881", "USD/month"),
        ("endpoint_hour/a100-sxm-80gb/x2", "2.61", "USD/h"),
        ("discount/x2", "5", "%"),
        ("discount/x4", "8", "%"),
        ("discount/x8", "10", "%"),
        ("memory/70b/bf16/8k", "145", "GB"),
        ("free/mi300x/70b/bf16/8k", "47", "GB"),
        ("weights_share/70b/fp8", "50", "%"),
        ("fitting_share/fp8", "200", "%"),
        # 4. Picks and stock
        ("listing/b200-sxm/x8", "28010", "USD/month"),
        ("weekly_listing/b200-sxm/x8", "7850", "USD/week"),
        ("gpu_hour/b200-sxm/x8", "4.86", "USD/GPU-h"),
        ("gpu_hour/h100-sxm/x8", "2.11", "USD/GPU-h"),
        ("interconnect/b200-sxm", "1.8", "TB/s"),
        ("tdp/h100-pcie", "350", "W"),
        ("stock/h100-sxm", "63", "card"),
        ("stock/rtx-5090", "100", "card"),
        ("stock/l40s", "74", "card"),
        ("stock/rtx-4090", "265", "card"),
        ("stock/b200-sxm", "8", "card"),
        ("stock_region/b200-sxm/dfw-1", "6", "card"),
        ("stock_region/b200-sxm/iad-1", "0", "card"),
        ("stock_region/b200-sxm/pdx-1", "2", "card"),
        ("fullest_stock/b200-sxm", "6", "card"),
        # 5. Servers
        ("tokens_included", "200000000000", "token"),
        ("bytes_per_token", "100", "B/token"),
        ("traffic_rate", "4", "USD/TB"),
        ("port_price", "220", "USD/month"),
        ("vlan_price", "25", "USD/month"),
        ("uplink_floor", "10", "Gbps"),
        ("deployment", "90", "s"),
        ("shortest_term", "7", "day"),
        ("month_hours", "720", "h/month"),
        ("fleet", "6300", "card"),
        # 6. When not to rent
        ("api_volume", "10000000", "token/month"),
        ("token_cost/l4", "25", "USD/Mtoken"),
        ("memory/34b/int4/8k", "21", "GB"),
        ("monthly/rtx-3090", "230", "USD/month"),
        ("bandwidth/rtx-3090", "936", "GB/s"),
        ("free/rtx-3090/34b/int4/8k", "3", "GB"),
        # 7. Questions
        ("extra_cache_few/70b/8k", "22", "GB"),
        ("extra_cache_many/70b/8k", "86", "GB"),
        ("kv_cache_fp8/70b/8k", "1.3", "GB"),
        ("cache_share/70b/8k", "50", "%"),
        ("break_even_fast/h100-sxm", "480", "h"),
        ("break_even_slow/h100-sxm", "680", "h"),
        ("meter_low", "2.49", "USD/h"),
        ("meter_high", "3.49", "USD/h"),
    ],
)
def test_figure_of_the_prose(hub: Book, figure: str, number: str, unit: str):
    """A figure of the head, the parts or the questions, as the brief prints it."""
    assert printed(hub, figure) == (Fraction(number), unit)


def test_b200_week_is_before_rounding_what_the_brief_says(hub: Book):
    """8 x 1,090 x 0.90 = 7,848; nodes of 12,168, 28,008 and 11,448 are listed to ten dollars."""
    exact = [
        hub.figure(f"{name}/x8").exact
        for name in ("weekly_listing/b200-sxm", "listing/h100-sxm", "listing/b200-sxm", "listing/mi300x")
    ]
    assert exact == [7848, 12_168, 28_008, 11_448]


def test_what_is_derived_from_printed_figures(hub: Book):
    """8 x 2.7 = 21.6 and 32 x 2.7 = 86.4; 2.04 TB/s over 16 GB is 127.5 and 936 GB/s 58.5, both rounded up."""
    assert hub.figure("extra_cache_few/70b/8k").exact == 21_600_000_000
    assert hub.figure("extra_cache_many/70b/8k").exact == 86_400_000_000
    assert hub.figure("ceiling/a100-sxm-80gb/8b/bf16").exact == Fraction("127.5")
    assert hub.figure("ceiling/rtx-3090/8b/bf16").exact == Fraction("58.5")


def test_the_fp8_cache_is_exact(hub: Book):
    """Half of 2,684,354,560 bytes is 1.342 GB; half of the printed 2.7 would be 1.35, which prints as 1.4."""
    assert hub.figure("kv_cache_fp8/70b/8k").exact == 1_342_177_280


@pytest.mark.parametrize(
    ("choice", "gpu"),
    [
        ("cheapest/34b/int4/8k", "rtx-a5000"),
        ("cheapest/34b/bf16/8k", "a100-sxm-80gb"),
        ("cheapest_pick", "l4"),
        ("dearest_pick", "h200-sxm"),
        ("fastest_below_mark", "rtx-5090"),
        ("most_memory", "mi300x"),
    ],
)
def test_what_arithmetic_chooses(hub: Book, choice: str, gpu: str):
    """The FP8 condition belongs to FP8 cells only; the head gives the range of the single-card picks."""
    assert chosen(hub, choice)["gpu"] == gpu


def test_the_cards_with_fp8_and_without(hub: Book):
    """Nine NVIDIA cards with FP8, five Ampere cards without, six sold as nodes."""
    assert set(hub.names("fp8_cards")[1]) == {
        "b200-sxm", "h200-sxm", "h100-sxm", "h100-pcie", "l40s", "rtx-6000-ada", "rtx-5090", "rtx-4090", "l4",
    }  # fmt: skip
    assert set(hub.names("cards_without_fp8")[1]) == {"a100-sxm-80gb", "a40", "rtx-a6000", "rtx-a5000", "rtx-3090"}
    assert set(hub.names("node_cards")[1]) == {"b200-sxm", "mi300x", "h200-sxm", "h100-sxm", "a100-sxm-80gb", "l40s"}


def test_every_claim_of_the_prose_holds_today(hub: Book):
    """No sentence is hidden and no build stops on the data as it stands; `tight` marks cells and is tested by row."""
    names = [name for name, spec in hub.site.claims.items() if not spec.over]
    assert [name for name in names if not hub.verdict(name).holds] == []


def test_unknown_cells_stay_unknown(hub: Book):
    """Weekly prices and stocks that the brief leaves empty are a dash, not a guess."""
    empty = ["weekly/a100-sxm-80gb", "weekly/rtx-6000-ada", "weekly/a40", "weekly/rtx-3090", "stock/mi300x", "stock/l4"]
    assert {hub.figure(reference).missing for reference in empty} == {"unknown"}


def test_all_is_exact(hub: Book):
    """After all tables and claims no float has been computed."""
    figures = hub.used()[0].values()
    assert len(figures) > 100
    assert {type(amount) for figure in figures for amount in (figure.exact, figure.printed)} == {Fraction}
