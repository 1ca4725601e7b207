"""Faults of data and its reading that people met in other projects: each case, and the whole of its kind.

docs/cases.md lists all cases; the thread that reported each is named beside its test. The reader's own table of traps is
tests/catalog/test_reader.py; here a whole project meets them, and says what it says to an editor.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from gpuguide.catalog.loader import load_sites
from gpuguide.errors import FactsError, GuideError
from gpuguide.site.build import aged_offers
from tests.cases.conftest import Fit
from tests.projects import SITE_FOLDER, Files, replaced, tiny_project, with_offers, write_project
from tests.site.guide import MESSAGES, PAGE, POLICY, guide_files
from tests.site.test_pages import page, text

PROJECT = tiny_project()
ALPHA, SITE, SIZES, PRICES = "data/gpus/alpha.yaml", *(f"{SITE_FOLDER}/{name}.yaml" for name in ("site", "sizes", "prices"))

Refused = Callable[[Files], list[str]]


@pytest.fixture
def refused(tmp_path: Path) -> Refused:
    """Loads a project that cannot be loaded; what it says, each with a way out."""

    def problems(files: Files) -> list[str]:
        with pytest.raises(FactsError) as caught:
            load_sites(write_project(tmp_path, files))
        assert all(problem.hint and problem.place.file for problem in caught.value.problems)
        return [str(problem) for problem in caught.value.problems]

    return problems


# --- B17 truncation-and-reuse-of-rounded-value: MetaMask/metamask-extension#10167 ---


MONTH = """\
  an_hour: {label: An hour, is: policy.hourly, print: {unit: USD/h, step: STEP}}
  a_month: {label: A month, formula: metered_month, inputs: {meter: policy.hourly, hours: policy.month},
    print: {unit: USD/month, step: 0.01}}
choices:
"""


def priced(hourly: str, step: str) -> Files:
    """The guide with a price of an hour, printed to a step, and what a month of 730 of them costs."""
    files = guide_files()
    policy = POLICY.replace("value: 720", "value: 730")
    files[f"{SITE_FOLDER}/policy.yaml"] = policy + f"  hourly: {{value: {hourly}, unit: USD/h, why: a price}}\n"
    figures = files[f"{SITE_FOLDER}/figures.yaml"]
    files[f"{SITE_FOLDER}/figures.yaml"] = figures.replace("choices:\n", MONTH.replace("STEP", step))
    files[MESSAGES] += '\nmsgid "{an_hour} is {a_month}."\nmsgstr "{an_hour}就是{a_month}。"\n'
    return replaced(files, PAGE, "The model needs {weights_7b}.", "{an_hour} is {a_month}.")


@pytest.mark.parametrize(("step", "hour"), [("0.0001", "$0.0048"), ("0.001", "$0.005")])
def test_b17_truncation_and_reuse_of_rounded_value(fit: Fit, step: str, hour: str):
    """0.0048 x 730 = 3.504, whatever the hour was printed to: not 3.65, and not the 2.92 of a price that was cut."""
    built = fit(priced("0.0048", step))
    assert f"{hour} is $3.50." in [text(tag) for tag in page(built).select("p")]
    assert f"{hour[1:]}美元就是3.50美元。" in [text(tag) for tag in page(built, "zh").select("p")]


def test_b17_truncation_and_reuse_of_rounded_value_to_zero(fit: Fit):
    """A price above zero is never printed as 0.00: the build names the figure and what to write."""
    with pytest.raises(GuideError, match=r"0\.0048 USD/h would print as 0; add a print line with a finer step"):
        fit(priced("0.0048", "0.01"))


def test_b17_truncation_and_reuse_of_rounded_value_on_purpose(fit: Fit):
    """Only `printed` takes what stands on the page: 0.005 x 730 = 3.65, for a reader with a pocket calculator."""
    files = replaced(priced("0.0048", "0.001"), f"{SITE_FOLDER}/figures.yaml", "meter: policy.hourly", "meter: printed an_hour")
    assert "$0.005 is $3.65." in [text(tag) for tag in page(fit(files)).select("p")]


# --- B18 yaml-duplicate-key: yaml/pyyaml#165, OBOFoundry/OBOFoundry.github.io#811, eth-cscs/stackinator#272 ---


def test_b18_yaml_duplicate_key(refused: Refused):
    """The second memory of a card does not win: both lines are told."""
    files = {**PROJECT, ALPHA: "memory_gb: 80\nname: Alpha\nmemory_gb: 94\n"}
    assert f"{ALPHA}:3:1: memory_gb: duplicate key memory_gb, first at line 1; keep one of them" in refused(files)


@pytest.mark.parametrize("spelling", ["memory_gb", '"memory_gb"', "'memory_gb'", "memory_gb ", "? memory_gb\n"])
def test_b18_yaml_duplicate_key_however_it_is_written(refused: Refused, spelling: str):
    """Quotes, a space before the colon and the long form do not make another key."""
    found = refused({**PROJECT, ALPHA: PROJECT[ALPHA] + f"{spelling}: 94\n"})
    assert len([problem for problem in found if "memory_gb: duplicate key memory_gb, first at line 6" in problem]) == 1


SHAPE = "{layers: 32, kv_heads: 8,"
SIZE = "  7b: {name"
TWICE = [
    (SIZES, SIZE, f'  "7b": {{name: 8B, parameters: 8}}\n{SIZE}', "7b: duplicate key 7b, first at line 2"),
    (SIZES, SHAPE, f"{SHAPE} layers: 33,", "layers: duplicate key layers, first at line 4"),
    (SIZES, SIZE, f'  "8": {{name: a}}\n  8: {{name: b}}\n{SIZE}', "8: duplicate key 8, first at line 2"),
    (SIZES, "sizes:\n", "sizes: {}\nsizes:\n", "sizes: duplicate key sizes, first at line 1"),
    (PRICES, "prices:\n", "prices:\n  Alpha: {monthly: 1}\n", "expected an id"),
    (SITE, "payments:", "payments: {}\npayments:", "payments: duplicate key payments, first at line 14"),
    ("data/gpus/beta.yaml", "name: Beta\n", "name: Alpha\n", "Alpha is also the name of alpha"),
]


@pytest.mark.parametrize(("path", "old", "new", "said"), TWICE)
def test_b18_yaml_duplicate_key_of_every_collection(refused: Refused, path: str, old: str, new: str, said: str):
    """Ids, fields, whole collections, 8 beside "8", another case, and one name of two cards in two files."""
    found = refused(replaced(PROJECT, path, old, new))
    assert any(problem.startswith(f"{path}:") and said in problem for problem in found), found


def test_b18_yaml_duplicate_key_across_files(refused: Refused):
    """A scale that has the name of another file's collection would take its place."""
    files = {**PROJECT, f"{SITE_FOLDER}/scales.yaml": "contexts: {8k: {name: 8k, value: 1, unit: token}}\n"}
    assert any("contexts" in problem for problem in refused(files))


# --- B19 yaml-scientific-notation-is-string: yaml/pyyaml#173, calliope-project/calliope#57, beetbox/confuse#91 ---

WRITTEN = "7e10 7.0e+10 1e3 1E3 +1e3 1e-4 1.e3 .5 5. +5 1_000 010"
MEANT = "70000000000 70000000000 1000 1000 1000 0.0001 1000 0.5 5 5 1000 10"
SCIENTIFIC = dict(zip(WRITTEN.split(), MEANT.split(), strict=True))


@pytest.mark.parametrize(("written", "plain"), SCIENTIFIC.items(), ids=SCIENTIFIC)
def test_b19_yaml_scientific_notation_is_string(refused: Refused, written: str, plain: str):
    """Told at its place with the digits to write, never a text that compares wrongly, never a float."""
    (problem,) = refused(replaced(PROJECT, SIZES, "parameters: 7000000000", f"parameters: {written}"))
    assert problem.startswith(f"{SIZES}:2:30: ")
    assert f"write {plain}, or " in problem


OTHERWISE = (
    "'7000000000' ７０００ 7,000 0x7 0o7 0b1 12:30 1.2.3 1e3e3 NaN .nan -.inf 1/2 7b 70% true 2026-01-01 [7] {a:7} -7 0 -0 7.5"
)


@pytest.mark.parametrize("written", [*OTHERWISE.split(), "7 000", "9" * 41, "1" + "0" * 30])
def test_b19_yaml_scientific_notation_is_string_nor_any_other_spelling(refused: Refused, written: str):
    """Text, other scripts, separators, other bases, ratios, units, dates, collections and numbers that cannot be: all refused."""
    found = refused(replaced(PROJECT, SIZES, "parameters: 7000000000", f"parameters: {written}"))
    assert found
    assert all(problem.startswith(f"{SIZES}:2:") for problem in found)


# --- B21 yaml-norway: countries/countries#417, OpenCageData/address-formatting#27, home-assistant/core#83545 ---


def test_b21_yaml_norway(refused: Refused):
    """A region NO, a language no and a key on are told together, each with what to write."""
    files = replaced(PROJECT, SITE, "{east: {name: EAST-1, city: Boston}", "{east: {name: NO, city: Oslo}")
    files = replaced(files, SITE, "locales: [en]", "locales: [en, no]")
    found = refused({**files, SITE: files[SITE] + "on: 2024-11-01\n"})
    assert [problem.partition(": ")[2].split(";")[0] for problem in found] == [
        "no reads as yes or no in YAML", "NO reads as yes or no in YAML", "on reads as yes or no in YAML",
    ]  # fmt: skip


YES_NO = "yes Yes YES no No NO on On ON off Off OFF y Y n N True FALSE ~ null 12:30 1:30:00"


@pytest.mark.parametrize("word", YES_NO.split())
@pytest.mark.parametrize("place", ["city: Boston", "name: EAST-1", "east: {name"])
def test_b21_yaml_norway_as_a_value_and_as_a_key(refused: Refused, place: str, word: str):
    """Every word that YAML takes for something else, where text is due and where a key is."""
    key, _, rest = place.partition(": ")
    new = f"{word}: {rest}" if rest == "{name" else f"{key}: {word}"
    found = refused(replaced(PROJECT, SITE, place, new))
    assert any((word in problem and "quotes" in problem) or "an empty value" in problem for problem in found), found


@pytest.mark.parametrize("value", ["true", "false", "80", "2026-09-01", "[a]", "{a: b}"])
def test_b21_yaml_norway_where_text_is_due(refused: Refused, value: str):
    """A yes or no, a number, a date or a collection is no name."""
    (problem,) = refused(replaced(PROJECT, SITE, "city: Boston", f"city: {value}"))
    assert "regions.east.city: expected text, got " in problem


def test_b21_yaml_norway_in_quotes(tmp_path: Path):
    """In quotes it is what it says."""
    files = replaced(PROJECT, SITE, "{east: {name: EAST-1, city: Boston}", '{east: {name: "NO", city: "on"}')
    (site,) = load_sites(write_project(tmp_path, files))
    region = site.facts.members("regions")["east"]
    assert (region.name, region.city) == ("NO", "on")


# --- B34 stale-gpu-prices: the-full-stack/the-full-stack-website#14, #37, #81, #87 ---


def traded(taken: str, *more: str) -> Files:
    """A project whose only card has one offer from that moment, judged on June 1, 2026."""
    lines = [f"alpha,0.50,USD,Seller,eu-west,4,{taken},", *more]
    files = with_offers(PROJECT, "gpu,price,currency,seller,region,quantity,taken,expires\n" + "\n".join(lines) + "\n")
    policy = f"{SITE_FOLDER}/policy.yaml"
    return {**files, policy: files[policy] + "  offer_age_limit: {value: 7, unit: day, why: offers age}\n"}


def test_b34_stale_gpu_prices(tmp_path: Path):
    """An offer that is 400 days old has a limit of 7 behind it: the strict build stops, the draft says so."""
    (site,) = load_sites(write_project(tmp_path, traded("2025-04-27T09:00Z")))
    problem = aged_offers(site)
    assert problem is not None
    assert "the oldest offer is 400 days old, the limit is 7; take a new snapshot" in str(problem)


def test_b34_stale_gpu_prices_hide_behind_no_fresh_one(tmp_path: Path):
    """One old offer among fresh ones counts: the age is that of the oldest, since it may be the cheapest."""
    (site,) = load_sites(
        write_project(tmp_path, traded("2025-04-27T09:00Z", "alpha,0.60,USD,Other,eu-west,4,2026-05-31T09:00Z,"))
    )
    assert aged_offers(site) is not None


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("alpha,0.50,USD,Seller,eu-west,4,2026-06-02T00:00Z,", "taken after the site's as-of date 2026-06-01"),
        ("alpha,0.50,USD,Seller,eu-west,4,2126-06-02T00:00Z,", "taken after"),
        ("alpha,0.50,USD,Seller,eu-west,4,,", 'expected a moment, got ""'),
        ("alpha,0.50,USD,Seller,eu-west,4,2026-05-31,", "expected a moment"),
        ("alpha,0.50,USD,Seller,eu-west,4,2026-05-31T09:00+02:00,", "expected a moment"),
        ("alpha,0.50,USD,Seller,eu-west,4,2026-02-30T09:00Z,", "expected a moment"),
        ("alpha,0.50,USD,,eu-west,4,2026-05-31T09:00Z,", "seller and region are needed"),
        ("alpha,0.50,USD,Seller,eu-west,4,2026-05-01T09:00Z,2026-05-31T09:00Z", "expired on 2026-05-31"),
        ("alpha,0,USD,Seller,eu-west,4,2026-05-31T09:00Z,", "expected a price above 0"),
        ("alpha,-1,USD,Seller,eu-west,4,2026-05-31T09:00Z,", "expected a price above 0"),
        ("alpha,5e-1,USD,Seller,eu-west,4,2026-05-31T09:00Z,", "expected a price above 0"),
        ("alpha,0.50,EUR,Seller,eu-west,4,2026-05-31T09:00Z,", "expected USD"),
    ],
)
def test_b34_stale_gpu_prices_need_day_and_seller(refused: Refused, line: str, said: str):
    """A day in the future, no day, half a day, no seller, an end that has come: the line is refused."""
    (problem,) = refused(traded("2026-05-31T09:00Z", line))
    assert problem.startswith(f"{SITE_FOLDER}/offers.csv:3: ")
    assert said in problem


@pytest.mark.parametrize(("field", "said"), [("memory_gb", "memory_gb"), ("tdp_w", "tdp_w")])
def test_b34_stale_gpu_prices_and_facts_without_a_source(refused: Refused, field: str, said: str):
    """A fact of a card that nobody cites is an error."""
    without = re.sub(rf"{field}: \[[a-z, ]*\](, )?", "", str(PROJECT[ALPHA].partition("cites: ")[2]))
    found = refused({**PROJECT, ALPHA: PROJECT[ALPHA].partition("cites: ")[0] + "cites: " + without})
    assert any(said in problem and "cites" in problem for problem in found), found
