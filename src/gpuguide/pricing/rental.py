"""What renting costs: totals, discounts, hours, tokens and traffic."""

from __future__ import annotations

from gpuguide.quantities.declared import (
    BytesPerToken,
    Cards,
    Hours,
    HoursPerMonth,
    HoursPerWeek,
    Memory,
    Period,
    Price,
    PricePerGpuHour,
    PricePerHour,
    PricePerMonth,
    PricePerToken,
    PricePerTraffic,
    PricePerWeek,
    Same,
    Share,
    Tokens,
    TokensPerMonth,
)


def list_total(price: Period, cards: Cards) -> Period:
    """The price of several cards for a week or a month, before any discount."""
    return price * cards


def discounted(total: Period, discount: Share) -> Period:
    """A total less its discount."""
    return total - total * discount


def hourly(price: PricePerMonth, hours: HoursPerMonth) -> PricePerHour:
    """What a whole server costs for an hour of its month."""
    return price / hours


def gpu_hour(price: PricePerMonth, hours: HoursPerMonth, cards: Cards) -> PricePerGpuHour:
    """What one card costs for an hour of its month."""
    return price / hours / cards


def weekly_gpu_hour(price: PricePerWeek, hours: HoursPerWeek, cards: Cards) -> PricePerGpuHour:
    """What one card costs for an hour of its week."""
    return price / hours / cards


def price_per_token(price: PricePerMonth, tokens: TokensPerMonth) -> PricePerToken:
    """What a token costs when a month's price serves this many."""
    return price / tokens


def tokens_in_traffic(traffic: Memory, bytes_per_token: BytesPerToken) -> Tokens:
    """Streamed tokens that fit into an amount of outbound traffic."""
    return traffic / bytes_per_token


def break_even_hours(price: PricePerMonth, meter: PricePerHour) -> Hours:
    """Hours of use a month above which the month's price is below the meter's."""
    return price / meter


def metered_price(hour: PricePerHour, multiple: Share) -> PricePerHour:
    """What an hour costs on a meter that charges a multiple of an hour's price."""
    return hour * multiple


def metered_month(meter: PricePerHour, hours: HoursPerMonth) -> PricePerMonth:
    """What a month costs on a meter that runs through all of its hours."""
    return meter * hours


def break_even_at(hours: HoursPerMonth, multiple: Share) -> Hours:
    """Hours of use a month above which the month is cheaper than a meter at a multiple of its price an hour."""
    return hours / multiple


def overage(traffic: Memory, rate: PricePerTraffic) -> Price:
    """The price of traffic beyond the included amount."""
    return traffic * rate


def difference(more: Same, less: Same) -> Same:
    """How much more the first is than the second."""
    return more - less


def ratio(part: Same, whole: Same) -> Share:
    """The share that a part is of a whole."""
    return part / whole
