"""Templates lay out and do not think: what they may not hold, and how a missing name is told."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from markupsafe import Markup

from gpuguide.site.layout import BANNED_FILTERS, Layout, LayoutError


@dataclass(frozen=True)
class Card:
    name: str
    price: str | None = None


@pytest.fixture
def render(tmp_path: Path) -> Callable[..., str]:
    """Renders a template made of this text, with these names."""

    def rendered(text: str, others: Mapping[str, str] | None = None, **context: Any) -> str:
        for name, content in {"page.html": text, **(others or {})}.items():
            path = tmp_path / "templates" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(content, encoding="utf-8")
        return Layout(tmp_path / "templates").render("page.html", context, "guide", "ja")

    return rendered


@pytest.mark.parametrize("name", sorted(BANNED_FILTERS))
def test_filters_that_compute_or_hide_are_refused(render: Callable[..., str], name: str):
    """`{{ price | round }}` would round a second time, `default` would hide a missing name."""
    with pytest.raises(LayoutError, match=rf"^templates/page\.html:2: the filter {name} computes or hides"):
        render(f"<p>\n{{{{ price | {name} }}}}</p>", price="x")


@pytest.mark.parametrize("sum_", ["a + b", "a - b", "a * b", "a / b", "a // b", "a % b", "a ** b", "-a", "a ~ b", "(a + b) > a"])
def test_arithmetic_is_refused(render: Callable[..., str], sum_: str):
    """Figures are computed once, in the calculator."""
    if sum_ == "a ~ b":  # puts texts together, computes nothing
        assert render("{{ a ~ b }}", a="x", b="y") == "xy"
        return
    with pytest.raises(LayoutError, match=r"^templates/page\.html:1: arithmetic in a template; compute in a figure"):
        render(f"<p>{{{{ {sum_} }}}}</p>")


@pytest.mark.parametrize("text", ["<p>80 GB</p>", "<p>１４１ GB</p>", "<p>{{ a }} of 8</p>", "<p>x²</p>", "<p>½</p>", "24/7"])
def test_a_digit_in_a_template_is_refused(render: Callable[..., str], text: str):
    """A number that no one computed, on every page in every language."""
    with pytest.raises(LayoutError, match="a digit typed into a template"):
        render(text, a="x")


@pytest.mark.parametrize("text", ["{{ 8 }}", "<p>{% if a %}{{ 80 }}{% endif %}</p>", '{{ "80 GB" }}', "{% set n = 8 %}{{ n }}"])
def test_a_digit_in_an_expression_is_refused(render: Callable[..., str], text: str):
    """Braces around it make it no more computed."""
    with pytest.raises(LayoutError, match="a digit typed into a template"):
        render(text, a="x")


@pytest.mark.parametrize(
    "text", ['<p aria-label="80 GB">a</p>', '<img alt="8 cards">', '<p title="{{ a }} of 8">x</p>', '<meta content="8 cards">']
)
def test_a_digit_in_an_attribute_for_readers_is_refused(render: Callable[..., str], text: str):
    """Labels and titles are read too."""
    with pytest.raises(LayoutError, match="a digit typed into a template"):
        render(text, a="x")


def test_digits_of_the_markup_itself_are_none(render: Callable[..., str]):
    """h1, utf-8, a width in CSS words: names of HTML."""
    text = '<h1 id="x1" class="col-2"></h1><meta charset="utf-8"><meta name="viewport" content="initial-scale=1">'
    assert render(text) == text


def test_an_undefined_name_is_told_with_template_line_page_locale_and_the_nearest_name(render: Callable[..., str]):
    """Jinja gives such errors no line of their own."""
    with pytest.raises(LayoutError) as caught:
        render("<p>\n\n{{ headng }}</p>", heading="x")
    message = str(caught.value)
    assert message.startswith("templates/page.html:3: 'headng' is undefined (while rendering guide in ja)")
    assert message.endswith("did you mean heading?")


def test_an_undefined_field_is_told_with_the_nearest_field(render: Callable[..., str]):
    """As the field of a record that a template is given."""
    with pytest.raises(LayoutError) as caught:
        render("{{ card.prise }}", card=Card("Alpha", "x"))
    assert str(caught.value).startswith("templates/page.html:1: ")
    assert "prise" in str(caught.value)
    assert str(caught.value).endswith("did you mean price?")


def test_the_place_is_the_included_template(render: Callable[..., str]):
    """Through includes, macros and parents."""
    others = {
        "parts/macros.html": "{% macro cell(card) %}\n{{ card.prise }}\n{% endmacro %}",
        "layouts/base.html": "<body>{% block body %}{% endblock %}</body>",
    }
    head = '{% extends "layouts/base.html" %}{% from "parts/macros.html" import cell %}'
    text = head + "\n{% block body %}{{ cell(card) }}{% endblock %}"
    with pytest.raises(LayoutError, match=r"^templates/parts/macros\.html:2: "):
        render(text, others, card=Card("Alpha"))


@pytest.mark.parametrize("text", ["{{ none }}", "{{ card.price }}", "{{ card.name.upper }}", "{{ missing }}"])
def test_none_and_functions_are_never_printed(render: Callable[..., str], text: str):
    """No page says None."""
    with pytest.raises(LayoutError):
        render(text, card=Card("Alpha"))


def test_a_missing_name_in_a_condition_stops_too(render: Callable[..., str]):
    """A misspelt condition would quietly drop its block."""
    with pytest.raises(LayoutError, match="'partz' is undefined"):
        render("{% if partz %}x{% endif %}", parts=[])


@pytest.mark.parametrize(
    "text",
    [
        "{{ card.__class__.__mro__ }}",
        "{{ ().__class__.__base__.__subclasses__() }}",
        "{{ render.__globals__ }}",
        "{{ items.append(card) }}",
        '{{ "{0.__class__}".format(card) }}',
    ],
)
def test_templates_run_in_a_sandbox(render: Callable[..., str], text: str):
    """No way from a template into Python, nor to change what it was given."""
    with pytest.raises(LayoutError):
        print(render(text, card=Card("Alpha"), items=[], render=render))


def test_text_is_escaped_and_markup_is_not(render: Callable[..., str]):
    """What is not markup of our own is text."""
    assert render("{{ a }}{{ b }}", a="<b>&", b=Markup("<i>")) == "&lt;b&gt;&amp;<i>"


def test_a_broken_template_is_told_with_its_line(render: Callable[..., str]):
    """Before anything is rendered."""
    with pytest.raises(LayoutError, match=r"^templates/page\.html:2: not a valid template"):
        render("<p>\n{% if %}</p>")


def test_all_problems_of_all_templates_come_in_one_report(render: Callable[..., str]):
    """One run, one report."""
    with pytest.raises(LayoutError) as caught:
        render("<p>8</p>{{ a + b }}", {"other.html": "{{ a | int }}"})
    assert [str(problem.place) for problem in caught.value.problems] == [
        "templates/other.html:1",
        "templates/page.html:1",
        "templates/page.html:1",
    ]


def test_texts_for_translation_are_found(tmp_path: Path):
    """Every `_("…")` of every template, in the order of the alphabet."""
    (tmp_path / "a.html").write_text('{{ _("One row worked out: {name}", name=x) }}{{ _("Source") }}', encoding="utf-8")
    (tmp_path / "b.html").write_text('<p title="{{ _("Languages") }}">', encoding="utf-8")
    assert Layout(tmp_path).texts == ["Languages", "One row worked out: {name}", "Source"]
