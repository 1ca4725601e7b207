"""Numbers written as words, from two upward, in every language; what they are not."""

from __future__ import annotations

import pytest

from gpuguide.checks.counting import number_words


@pytest.mark.parametrize(
    ("base", "text", "found"),
    [
        ("en", "It takes two cards.", ["two cards"]),
        ("en", "Two more GPUs are free.", ["Two more GPUs"]),
        ("en", "half the memory, twice the speed", ["half", "twice"]),
        ("pt", "São necessárias duas GPUs.", ["duas GPUs"]),
        ("pt", "custa o dobro, ou três vezes mais", ["dobro", "três vezes"]),
        ("zh", "需要两张卡", ["两张"]),
        ("zh", "价格只有四分之一，显存减半", ["四分之", "减半"]),
        ("ja", "二台のサーバー", ["二台"]),
        ("ja", "料金は半分", ["半分"]),
    ],
)
def test_a_number_in_words_is_found(base: str, text: str, found: list[str]) -> None:
    """A numeral before what it counts, or a word that is a number by itself."""
    assert number_words(text, base) == found


@pytest.mark.parametrize(
    ("base", "text"),
    [
        ("en", "One card is enough, and none of the two is better."),
        ("pt", "Uma placa basta, e o resto fica para os outros."),
        ("zh", "一张卡就够，几分钟的事"),
        ("ja", "カード一枚、複数枚の割引"),
    ],
)
def test_an_article_and_an_unsaid_number_are_none(base: str, text: str) -> None:
    """One is an article as well, and several is no number."""
    assert number_words(text, base) == []
