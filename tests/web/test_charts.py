"""Charts in a browser: every text can be read at every width in every language, and the numbers are there for all."""

import pytest

from tests.builds import LOCALES, PAGE
from tests.web.conftest import Opened

WIDTHS = (320, 360, 768, 1280)

TEXTS = """
figure => [...figure.querySelectorAll('.drawing text')].map(text => {
    const box = text.getBoundingClientRect();
    return [text.textContent, box.left, box.top, box.right, box.bottom, parseFloat(getComputedStyle(text).fontSize)];
})
"""

Text = tuple[str, float, float, float, float, float]


def covered(one: Text, other: Text) -> bool:
    """Whether two texts share more than the air around their letters."""
    across = min(one[3], other[3]) - max(one[1], other[1])
    down = min(one[4], other[4]) - max(one[2], other[2])
    return across > 1 and down > 3


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("locale", LOCALES)
def test_no_text_of_a_chart_covers_another_or_leaves_the_page(opened: Opened, locale: str, width: int):
    """Texts keep their size while places move: at least 12 pixels, inside the page, clear of each other."""
    page = opened(f"{locale}/{PAGE}/", width)
    charts = page.query_selector_all("figure[data-chart]")
    assert len(charts) == 2
    for chart in charts:
        texts: list[Text] = chart.evaluate(TEXTS)
        assert min(text[5] for text in texts) >= 12
        assert [text[0] for text in texts if text[1] < 0 or text[3] > width] == []
        pairs = [(one[0], other[0]) for at, one in enumerate(texts) for other in texts[at + 1 :] if covered(one, other)]
        assert pairs == []


def test_the_numbers_of_a_chart_open_without_a_script(opened: Opened):
    """They stand in a table below, closed until somebody asks."""
    page = opened(f"en/{PAGE}/", scripts=False)
    numbers = page.locator("figure[data-chart] details.numbers").first
    assert not numbers.locator("table").is_visible()
    numbers.locator("summary").click()
    assert numbers.locator("table").is_visible()
