"""What a token costs on a rented server, and when renting beats an API that sells tokens.

Knows prices an hour, rates and loads. Refuses to know where a rate comes from: a ceiling gives the least price, a measured rate
an expectation. Prices are exact USD.
"""

from __future__ import annotations

from fractions import Fraction

from gpuguide.errors import Place, UsageError

HOUR = 3600
MILLION = 10**6


def price_per_million(hourly: Fraction, tokens_per_second: Fraction, load: Fraction) -> Fraction:
    """What a million tokens cost at a share `load` of a rate: hourly / (rate x 3600 x load) x 10^6."""
    _check(load, tokens_per_second)
    return hourly * MILLION / (tokens_per_second * HOUR * load)


def break_even_load(hourly: Fraction, tokens_per_second: Fraction, api_price: Fraction) -> Fraction:
    """The share of the rate from which renting is cheaper than an API that asks `api_price` a million tokens.

    Above 1 when the server never is.
    """
    _check(Fraction(1), tokens_per_second)
    if api_price <= 0:
        raise UsageError.at(Place("pricing"), f"expected a price above 0, got {api_price}", path="api_price")
    return hourly * MILLION / (tokens_per_second * HOUR * api_price)


def _check(load: Fraction, rate: Fraction) -> None:
    if not 0 < load <= 1:
        raise UsageError.at(Place("pricing"), f"expected a share above 0 and at most 1, got {load}", path="load")
    if rate <= 0:
        raise UsageError.at(Place("pricing"), f"expected a rate above 0, got {rate}", path="tokens_per_second")
