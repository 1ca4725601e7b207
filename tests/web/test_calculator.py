"""The calculator in a browser against the figures in Python: every example, random inputs, what is typed, and the address."""

from __future__ import annotations

import gzip
import re
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Browser, Page, expect

from gpuguide.cli import building
from gpuguide.cli.console import Screen
from tests.asked import Asked, Values
from tests.builds import STRICT, copy_hub
from tests.web.conftest import Opened

pytestmark = pytest.mark.web

RANDOM_INPUTS = 2000
TYPED_INPUTS = 12
KINDS = {"gpu-rent-hub": ("server", ("en", "pt", "zh", "ja")), "everxcloud": ("model", ("en", "pt_PT"))}
SEGMENTS = {"pt_PT": "pt"}
BOTH = [(site, locale) for site, (_, locales) in KINDS.items() for locale in locales]
ONE_EACH = [("gpu-rent-hub", "pt"), ("everxcloud", "en")]

# The script's own function, for many inputs at once. Loading the module again by its address gives the one that runs.
ANSWERS = """async (inputs) => {
  const { answer } = await import(document.querySelector("script[src*=calculator]").src);
  const data = await (await fetch(document.querySelector("[data-calculator]").dataset.calculator)).json();
  return inputs.map((asked) => answer(data, asked));
}"""


class Shop(NamedTuple):
    """A built site with its calculator, and where it is served."""

    asked: Asked
    address: str
    name: str


@pytest.fixture(scope="session")
def shops(
    project_root: Path, site_server: Callable[[Path], str], tmp_path_factory: pytest.TempPathFactory, chromium: str
) -> Callable[[str], Shop]:
    """Gives a site with its home and its calculator; each is built once."""
    root = copy_hub(project_root, tmp_path_factory.mktemp("calculators") / "project", ("home", "calculator"))
    for path in (root / "templates/pages/everxcloud").glob("*.md"):
        if path.stem not in ("home", "calculator"):
            path.unlink()
    found: dict[str, Shop] = {}

    def shop(site: str) -> Shop:
        if site not in found:
            assert building.build(root, root / "dist", site, STRICT, Screen(quiet=True)) == 0, f"{site} does not build"
            name = KINDS[site][0]
            found[site] = Shop(Asked(root, site, name), site_server(root / "dist" / site), name)
        return found[site]

    return shop


Form = Callable[..., Page]


@pytest.fixture
def form(opened: Opened, shops: Callable[[str], Shop]) -> Form:
    """Opens a calculator with something in its address; with scripts it waits until the form works."""

    def open_form(site: str, locale: str, query: str = "", scripts: bool = True, width: int = 1280) -> Page:
        path = f"{SEGMENTS.get(locale, locale)}/calculator/{query}"
        page = opened(path, width=width, scripts=scripts, at=shops(site).address)
        if scripts:
            page.locator("[data-calculator][data-ready]").wait_for()
        return page

    return open_form


def shown(page: Page) -> dict[str, Any]:
    """What stands on the page: the results and the rows."""
    cells = "all => all.map(row => [...row.cells].map(one => one.textContent))"
    rows = page.locator(".calculator tbody tr").evaluate_all(cells)
    return {"results": page.locator(".answer dd").all_text_contents(), "rows": rows}


def fill(page: Page, asked: Asked, typed: Values) -> None:
    """Put what is asked into the form, as a visitor would."""
    for key, text in typed.items():
        if asked.spec.fields[key].is_number:
            page.locator(f"[name={key}]").fill(text)
        else:
            page.locator(f"[name={key}]").select_option(text)


def assert_asks(page: Page, query: str) -> None:
    """The address asks this, and it is still the calculator's."""
    expect(page).to_have_url(re.compile(re.escape(f"/calculator/{query and '?'}{query}") + "$"))


@pytest.mark.parametrize(("site", "locale"), BOTH)
def test_many_inputs_agree_with_python(site: str, locale: str, form: Form, shops: Callable[[str], Shop]):
    """Two thousand inputs in each language: every displayed text is the one that the figures print."""
    asked, chance = shops(site).asked, Random(f"{site} {locale}")
    values = [asked.at_random(chance) for _ in range(RANDOM_INPUTS)]
    answers = form(site, locale).evaluate(ANSWERS, [asked.typed(locale, one, chance) for one in values])
    for one, answer in zip(values, answers, strict=True):
        assert answer["errors"] == {}
        assert {key: answer[key] for key in ("results", "rows", "found")} == asked.answer(locale, one), one


@pytest.mark.parametrize(("site", "locale"), BOTH)
def test_the_form_shows_it(site: str, locale: str, form: Form, shops: Callable[[str], Shop]):
    """The same through the form: what is typed or chosen is answered at once."""
    asked, chance = shops(site).asked, Random(f"{locale} {site}")
    page = form(site, locale)
    for _ in range(TYPED_INPUTS):
        values = asked.at_random(chance)
        fill(page, asked, asked.typed(locale, values, chance))
        due = asked.answer(locale, values)
        assert shown(page) == {"results": due["results"], "rows": due["rows"]}, values


@pytest.mark.parametrize(("site", "locale"), BOTH)
def test_examples_are_the_rows_of_the_guide(site: str, locale: str, form: Form, shops: Callable[[str], Shop]):
    """Each example fills the form, and the sum is what the table of examples prints without any script."""
    asked = shops(site).asked
    page = form(site, locale)
    examples = page.locator("[data-presets]")
    rows = page.locator("#t-examples tbody tr")
    assert examples.locator("option").count() - 1 == rows.count() == len(asked.presets())
    for at, values in enumerate(asked.presets()):
        examples.select_option(str(at))
        due = asked.answer(locale, values)
        assert shown(page) == {"results": due["results"], "rows": due["rows"]}, values
        printed = [one.replace("\xa0", " ") for one in rows.nth(at).locator("data").all_text_contents()]
        total = str(due["results"][-1]).replace("\xa0", " ")  # type: ignore[index]
        assert total in printed or total.split(" ")[0] in printed


TYPED = [
    ("gpu-rent-hub", "en", "context", "1.000", "1"),
    ("gpu-rent-hub", "en", "context", "1,000", "1000"),
    ("gpu-rent-hub", "pt", "context", "1.000", "1000"),
    ("gpu-rent-hub", "pt", "context", "1.000,00", "1000"),
    ("gpu-rent-hub", "pt", "context", "1 000", "1000"),
    ("gpu-rent-hub", "zh", "context", "1,000", "1000"),
    ("gpu-rent-hub", "ja", "context", "１４１", "141"),
    ("gpu-rent-hub", "ja", "context", "１，４１０", "1410"),
    ("gpu-rent-hub", "ja", "context", "３２ｋ", "32768"),
    ("gpu-rent-hub", "en", "context", "128K", "131072"),
    ("gpu-rent-hub", "en", "context", " 0008 ", "8"),
    ("everxcloud", "en", "parameters", "1.5", "1.5"),
    ("everxcloud", "en", "parameters", "1,000.25", "1000.25"),
    ("everxcloud", "pt_PT", "parameters", "1,5", "1.5"),
    ("everxcloud", "pt_PT", "parameters", "1\u00a0000,5", "1000.5"),
]


@pytest.mark.parametrize(("site", "locale", "field", "typed", "value"), TYPED)
def test_numbers_are_read_as_the_language_writes_them(site: str, locale: str, field: str, typed: str, value: str, form: Form):
    """The address says what was understood: a plain decimal."""
    page = form(site, locale)
    page.locator(f"[name={field}]").fill(typed)
    expect(page.locator(f"[name={field}]")).not_to_have_attribute("aria-invalid", "true")
    assert_asks(page, f"{field}={value}")


REFUSED = [
    ("gpu-rent-hub", "en", "context", "", "Write a number, such as 8,192."),
    ("gpu-rent-hub", "en", "context", "   ", "Write a number, such as 8,192."),
    ("gpu-rent-hub", "en", "context", "1,5", "This cannot be read as a number. Write it such as 8,192."),
    ("gpu-rent-hub", "en", "context", "1.5", "Write a whole number, such as 8,192."),
    ("gpu-rent-hub", "en", "context", "1e9", "This cannot be read as a number. Write it such as 8,192."),
    ("gpu-rent-hub", "en", "context", "٣", "This cannot be read as a number. Write it such as 8,192."),
    ("gpu-rent-hub", "en", "context", "NaN", "This cannot be read as a number. Write it such as 8,192."),
    ("gpu-rent-hub", "en", "context", "9" * 5000, "This cannot be read as a number. Write it such as 8,192."),
    ("gpu-rent-hub", "en", "context", "0", "Write a number from 1 to 10,000,000."),
    ("gpu-rent-hub", "en", "context", "-3", "Write a number from 1 to 10,000,000."),
    ("gpu-rent-hub", "en", "context", "10,000,001", "Write a number from 1 to 10,000,000."),
    ("gpu-rent-hub", "en", "requests", "8k", "This cannot be read as a number. Write it such as 1."),
    ("gpu-rent-hub", "pt", "context", "1,000.5", "8.192"),
    ("gpu-rent-hub", "pt", "context", "0", "10.000.000"),
    ("everxcloud", "en", "parameters", "0.0625", "Digits after the decimal sign: 3 at most."),
    ("everxcloud", "en", "parameters", "0.05", "Write a number from 0.1 to 10,000."),
    ("everxcloud", "pt_PT", "parameters", "0,05", "0,1"),
]


@pytest.mark.parametrize(("site", "locale", "field", "typed", "said"), REFUSED)
def test_what_is_no_number_is_refused_aloud(site: str, locale: str, field: str, typed: str, said: str, form: Form):
    """The message stands at the field, is tied to it, is said politely, and no result stays that nobody asked for."""
    page = form(site, locale)
    box = page.locator(f"[name={field}]")
    box.fill(typed)
    expect(box).to_have_attribute("aria-invalid", "true")
    message = page.locator(f"[id='{box.get_attribute('aria-describedby')}']")
    expect(message).to_contain_text(said)
    expect(page.get_by_role("status")).to_have_text(message.text_content() or "nothing")
    assert shown(page) == {"results": [""] * page.locator(".answer dd").count(), "rows": []}
    assert_asks(page, "")
    page.get_by_role("button").and_(page.locator("[type=reset]")).click()
    expect(message).to_have_text("")
    assert shown(page)["rows"]


def test_an_address_is_a_question(form: Form, shops: Callable[[str], Shop]):
    """70B in BF16 with 32 requests of 131,072 tokens, opened in Portuguese; and the same address in the other direction."""
    query = "?precision=bf16&context=131072&requests=32"
    asked = shops("gpu-rent-hub").asked
    values = {**asked.start(), "precision": "bf16", "context": "131072", "requests": "32"}
    page = form("gpu-rent-hub", "pt", query)
    expect(page.locator("[name=context]")).to_have_value("131.072")
    due = asked.answer("pt", values)
    assert shown(page) == {"results": due["results"], "rows": due["rows"]}
    page = form("gpu-rent-hub", "pt")
    fill(page, asked, {"precision": "bf16", "context": "131.072", "requests": "32"})
    assert_asks(page, query[1:])


HOSTILE = [
    ("precision=fp7", "Precision of the weights"),
    ("context=1e9", "Tokens of context for each request"),
    ("context=-3&requests=NaN", "Tokens of context for each request, Requests at the same time"),
    ("size=__proto__", "Model size"),
    ("size=constructor", "Model size"),
    ("context=<img src=x onerror=alert(1)>", "Tokens of context for each request"),
    ("requests=" + "9" * 2000, "Requests at the same time"),
    ("context=8,192", "Tokens of context for each request"),
]


@pytest.mark.parametrize(("query", "names"), HOSTILE)
def test_a_hostile_address_is_refused_aloud(query: str, names: str, form: Form, shops: Callable[[str], Shop]):
    """What the field could not say is left out and named; the rest works."""
    asked = shops("gpu-rent-hub").asked
    page = form("gpu-rent-hub", "en", f"?{query}&load=m10")
    said = f"The address holds values that are not known here, and they were left out: {names}."
    expect(page.get_by_role("alert")).to_have_text(said)
    due = asked.answer("en", {**asked.start(), "load": "m10"})
    assert shown(page) == {"results": due["results"], "rows": due["rows"]}


def test_back_undoes_a_choice_and_typing_is_one_step(form: Form):
    """Each choice is a step of the history; a number that is typed replaces the step."""
    page = form("gpu-rent-hub", "en")
    first = shown(page)
    page.locator("[name=precision]").select_option("bf16")
    second = shown(page)
    page.locator("[name=requests]").press("End")
    page.locator("[name=requests]").press_sequentially("28")
    assert_asks(page, "precision=bf16&requests=128")
    page.go_back()
    expect(page.locator(".answer dd").last).to_have_text(first["results"][-1])
    assert shown(page) == first != second
    page.go_forward()
    expect(page.locator("[name=requests]")).to_have_value("128")
    page.locator("[type=reset]").click()
    assert shown(page) == first
    assert_asks(page, "")


def test_the_keyboard_alone_reaches_all(form: Form, shops: Callable[[str], Shop]):
    """Tab goes through the fields in their order; Enter in a field neither sends the form nor loads the page."""
    page = form("gpu-rent-hub", "en")
    page.locator("[data-presets]").focus()
    order = []
    for _ in shops("gpu-rent-hub").asked.spec.fields:
        page.keyboard.press("Tab")
        order.append(page.evaluate("document.activeElement.name"))
    assert order == list(shops("gpu-rent-hub").asked.spec.fields)
    page.locator("[name=requests]").fill("2")
    page.locator("[name=requests]").press("Enter")
    assert_asks(page, "requests=2")


def test_every_label_is_a_label(form: Form, shops: Callable[[str], Shop]):
    """A control is found by the words above it."""
    page = form("gpu-rent-hub", "en")
    for asked in shops("gpu-rent-hub").asked.spec.fields.values():
        expect(page.get_by_label(asked.label, exact=True)).to_be_visible()


def test_the_answer_is_said_once_and_politely(form: Form):
    """The status tells the sum and how many servers hold it, when typing has paused."""
    page = form("gpu-rent-hub", "en")
    status = page.get_by_role("status")
    assert status.get_attribute("aria-live") == "polite"
    expect(status).to_contain_text("Memory needed: 75 GB; ")
    page.locator("[name=requests]").fill("100000")
    page.locator("[name=context]").fill("10000000")
    expect(status).to_contain_text("No row of the list holds it.")


@pytest.mark.parametrize(("site", "locale"), ONE_EACH)
def test_without_scripts_the_examples_stand_in_a_table(site: str, locale: str, form: Form, shops: Callable[[str], Shop]):
    """The form is away, a sentence says why, and every example is in the table of the page."""
    page = form(site, locale, scripts=False)
    expect(page.locator(".calculator form")).to_be_hidden()
    expect(page.locator(".calculator .note")).to_be_visible()
    assert page.locator("#t-examples tbody tr").count() == len(shops(site).asked.presets())


def test_numbers_that_do_not_come_are_said_to_be_missing(browser: Browser, shops: Callable[[str], Shop]):
    """When the file cannot be loaded, the page says so."""
    page = browser.new_page()
    page.route("**/*.json", lambda route: route.abort())
    page.goto(f"{shops('gpu-rent-hub').address}/en/calculator/")
    said = "The numbers behind the form could not be loaded. Load the page again."
    expect(page.get_by_role("alert")).to_have_text(said)
    page.close()


@pytest.mark.parametrize("width", [320, 360, 1280])
@pytest.mark.parametrize(("site", "locale"), BOTH)
def test_nothing_moves_and_nothing_overflows(site: str, locale: str, width: int, form: Form):
    """What the script fills has its room beforehand; the page is never wider than the screen."""
    page = form(site, locale, width=width)
    shift = """() => new Promise((done) => {
      let sum = 0;
      const add = (list) => list.getEntries().forEach((one) => (sum += one.value));
      new PerformanceObserver(add).observe({ type: "layout-shift", buffered: true });
      requestAnimationFrame(() => setTimeout(() => done(sum)));
    })"""
    assert page.evaluate(shift) < 0.001
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_the_script_is_small(project_root: Path):
    """At most 10 KB compressed, with no library, and no formatter of the visitor's."""
    script = (project_root / "templates/assets/scripts/calculator.js").read_bytes()
    assert len(gzip.compress(script, 9, mtime=0)) <= 10 * 1024
    for word in (b"Intl", b"toLocale", b"parseFloat", b"innerHTML", b"\nimport "):
        assert word not in script
