"""Terms: exact sums of products, the numbers that a reduced formula is made of.

Knows + − × ÷ on sums such as 70 000 000 000 + 327 680 × context × requests, and nothing of what they count. Refuses powers and to
divide by anything that a visitor types: a page's script shall multiply and add, and no more.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from math import prod

Product = tuple[str, ...]
"""The names of the fields that are multiplied, in alphabetical order; none for a constant."""


class TermError(Exception):
    """A formula that is no sum of products of what a visitor types."""


class Terms:
    """A sum of products: a coefficient for each product of fields."""

    def __init__(self, coefficients: Mapping[Product, Fraction]) -> None:
        """Take the coefficients; those of zero are left out."""
        self.coefficients = {product: value for product, value in sorted(coefficients.items()) if value}

    @classmethod
    def constant(cls, value: Fraction) -> Terms:
        """A number that no field changes."""
        return cls({(): value})

    @classmethod
    def field(cls, name: str, times: Fraction) -> Terms:
        """What a visitor types into a field, in units of `times`."""
        return cls({(name,): times})

    def at(self, typed: Mapping[str, Fraction]) -> Fraction:
        """The value for what was typed."""
        total = Fraction(0)
        for product, coefficient in self.coefficients.items():
            total += coefficient * prod(typed[name] for name in product)
        return total

    def __add__(self, other: Terms) -> Terms:
        return self._with(other, lambda one, two: one + two)

    def __sub__(self, other: Terms) -> Terms:
        return self._with(other, lambda one, two: one - two)

    def __mul__(self, other: Terms) -> Terms:
        found: dict[Product, Fraction] = {}
        for left, one in self.coefficients.items():
            for right, two in other.coefficients.items():
                product = tuple(sorted(left + right))
                if len(set(product)) != len(product):
                    raise TermError(f"{' × '.join(product)} is a power")
                found[product] = found.get(product, Fraction(0)) + one * two
        return Terms(found)

    def __truediv__(self, other: Terms) -> Terms:
        divisor = other.coefficients.get((), Fraction(0))
        if set(other.coefficients) - {()}:
            raise TermError("it divides by what is typed")
        if not divisor:
            raise TermError("it divides by zero")
        return Terms({product: value / divisor for product, value in self.coefficients.items()})

    def _with(self, other: Terms, joined: Callable[[Fraction, Fraction], Fraction]) -> Terms:
        products: Iterable[Product] = {*self.coefficients, *other.coefficients}
        zero = Fraction(0)
        return Terms({one: joined(self.coefficients.get(one, zero), other.coefficients.get(one, zero)) for one in products})
