"""The built pages in a browser: widths, figures without scripts, jumps, languages."""

import pytest
from playwright.sync_api import expect

from tests.builds import LOCALES, PAGE
from tests.web.conftest import Opened, pages

pytestmark = pytest.mark.web

WIDTHS = (320, 360, 768, 1280)


@pytest.mark.parametrize("path", pages())
def test_nothing_overflows_the_page(opened: Opened, path: str):
    """At 320, 360, 768 and 1280 px the page is as wide as the window; wide tables scroll in their own box."""
    page = opened(path)
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate("document.documentElement.scrollWidth") <= width, f"overflows at {width} px: {widest(page)}"


def widest(page) -> object:
    """What sticks out, for the message."""
    return page.evaluate(
        """() => [...document.querySelectorAll('body *')]
            .filter(e => e.getBoundingClientRect().right > innerWidth + 1 && !e.closest('.table'))
            .slice(0, 3).map(e => e.outerHTML.slice(0, 120))"""
    )


@pytest.mark.parametrize("locale", LOCALES)
def test_every_figure_is_there_without_scripts(opened: Opened, locale: str):
    """Figures of the text and of tables are in the page itself; what is folded away opens without scripts."""
    page = opened(f"{locale}/{PAGE}/", scripts=False)
    hidden = page.locator("main data[data-figure]:not(details *)").filter(visible=False)
    assert page.locator("main data[data-figure]").count() > 100
    assert hidden.count() == 0
    for details in page.locator("main .parts details").all():
        details.locator("summary").first.click()
    assert page.locator("main data[data-figure]").filter(visible=False).count() == 0


@pytest.mark.parametrize("locale", LOCALES)
def test_a_figure_jumps_to_its_derivation_without_scripts(opened: Opened, locale: str):
    """In the page's language, at the end of the same page."""
    page = opened(f"{locale}/{PAGE}/", scripts=False)
    figure = page.locator('a.figure[href="#d-memory-70b-fp8-8k"]').first
    printed = figure.inner_text()
    figure.click()
    derivation = page.locator("#d-memory-70b-fp8-8k")
    assert page.url.endswith("#d-memory-70b-fp8-8k")
    assert printed in derivation.locator("h3").inner_text()
    expect(derivation).to_be_in_viewport()


def test_every_jump_has_its_target(opened: Opened):
    """No anchor leads nowhere."""
    page = opened(f"en/{PAGE}/")
    lost = page.evaluate(
        """() => [...document.querySelectorAll('a[href^="#"]')].map(a => a.getAttribute('href').slice(1))
            .filter(id => !document.getElementById(id))"""
    )
    assert lost == []


def test_a_question_opens(opened: Opened):
    """Closed at first; a click on the question shows the answer."""
    page = opened(f"en/{PAGE}/")
    question = page.locator("details.question").first
    answer = question.locator("p").first
    assert not answer.is_visible()
    question.locator("summary").click()
    assert answer.is_visible()


@pytest.mark.parametrize(
    ("locale", "tag", "own", "foreign"),
    [("zh", "zh-Hans", ("SC", "Hans"), "JP"), ("ja", "ja", ("JP", "Hiragino", "Yu Gothic", "Noto Sans CJK JP"), "SC")],
)
def test_han_is_drawn_by_the_fonts_of_its_language(opened: Opened, locale: str, tag: str, own: tuple[str, ...], foreign: str):
    """The same characters have other shapes in Chinese and Japanese: the language of the page decides the fonts."""
    page = opened(f"{locale}/{PAGE}/")
    assert page.locator("html").get_attribute("lang") == tag
    families = str(page.evaluate("getComputedStyle(document.body).fontFamily"))
    first_han = min((families.find(name) for name in own if name in families), default=-1)
    assert first_han >= 0, families
    assert not 0 <= families.find(f" {foreign}") < first_han, families


def test_the_chooser_leads_to_each_language(opened: Opened):
    """By the language's own name, marked as that language."""
    page = opened("")
    for link in page.locator("main a[hreflang]").all():
        assert link.get_attribute("lang") == link.get_attribute("hreflang")
    page.locator('main a[hreflang="zh-Hans"]').click()
    assert page.locator("html").get_attribute("lang") == "zh-Hans"


def test_no_text_has_a_stray_mark_or_a_space_between_han(opened: Opened):
    """No ** of a bold that did not render; no line break of the source as a space between Han characters."""
    for locale in LOCALES:
        text = opened(f"{locale}/{PAGE}/").locator("main").inner_text()
        assert "**" not in text
        if locale in ("zh", "ja"):
            assert [text[at - 5 : at + 6] for at in range(5, len(text) - 6) if spaced_han(text[at - 1 : at + 2])] == []


def spaced_han(three: str) -> bool:
    return three[1] == " " and han(three[0]) and han(three[2])


def han(char: str) -> bool:
    return "\u3040" <= char <= "\u30ff" or "\u4e00" <= char <= "\u9fff" or "\u3000" < char <= "\u303f"
