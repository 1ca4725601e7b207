"""Every id leads to a member of the collection it belongs to."""

from __future__ import annotations

import pytest

from tests.projects import SITE_FOLDER, card, replaced, tiny_project

PROJECT = tiny_project()
CARD, SITE, PRICES, SIZES, PICKS = (
    "data/gpus/alpha.yaml",
    *(f"{SITE_FOLDER}/{name}.yaml" for name in ("site", "prices", "sizes", "picks")),
)

DANGLING = [
    (CARD, "vendor: acme", "vendor: acne", f"{CARD}:3:9: gpus.alpha.vendor: there is no acne in vendors; did you mean acme?"),
    (
        CARD,
        "architecture: first",
        "architecture: fist",
        "gpus.alpha.architecture: there is no fist in architectures; did you mean first?",
    ),
    (
        CARD,
        "memory_type: gddr6\n",
        "memory_type: gddr7\n",
        "gpus.alpha.memory_type: there is no gddr7 in memory_types; did you mean gddr6?",
    ),
    (
        CARD,
        "memory_gb: [sheet, log]",
        "memory_gb: [sheet, logs]",
        f"{CARD}:26:28: gpus.alpha.cites.memory_gb.1: there is no logs in sources; did you mean log?",
    ),
    (SITE, "locales: [en]", "locales: [en, eo]", f"{SITE}:8:17: site.locales.1: there is no eo in locales; known here: en"),
    (SITE, "home: guide", "home: guides", f"{SITE}:10:9: site.home: there is no guides in pages; did you mean guide?"),
    (PRICES, "  alpha:", "  alhpa:", f"{PRICES}:2:3: prices.alhpa: there is no alhpa in gpus; did you mean alpha?"),
    (
        PRICES,
        "regions: [east, west]",
        "regions: [east, wets]",
        f"{PRICES}:7:21: prices.alpha.regions.1: there is no wets in regions; did you mean west?",
    ),
    (
        PRICES,
        "{east: 3, west: 2}",
        "{east: 3, wets: 2}",
        f"{PRICES}:6:38: prices.alpha.stock_by_region.wets: there is no wets in regions; did you mean west?",
    ),
    (
        SIZES,
        "cache_shape: s7b",
        "cache_shape: s8b",
        f"{SIZES}:2:55: sizes.7b.cache_shape: there is no s8b in cache_shapes; did you mean s7b?",
    ),
    (
        SIZES,
        "models: [tiny-7b]",
        "models: [tiny-8b]",
        f"{SIZES}:2:69: sizes.7b.models.0: there is no tiny-8b in listed_models; did you mean tiny-7b?",
    ),
    (PICKS, "gpu: alpha", "gpu: gamma", "picks.small.gpu: there is no gamma in gpus; "),
    (PICKS, "count: x1", "count: x2", "picks.small.count: there is no x2 in counts; known here: x1, x8"),
    (PICKS, "size: 7b,", "size: 70b,", "picks.small.size: there is no 70b in sizes; did you mean 7b?"),
    (PICKS, "precision: fp8", "precision: fp4", "picks.small.precision: there is no fp4 in precisions; did you mean fp8?"),
    (PICKS, "context: 8k", "context: 9k", "picks.small.context: there is no 9k in contexts; "),
    (
        f"{SITE_FOLDER}/policy.yaml",
        "source: log",
        "source: logs",
        "policy.overhead.source: there is no logs in sources; did you mean log?",
    ),
    (f"{SITE_FOLDER}/figures.yaml", "gpu: gpus,", "gpu: cards,", "figures.yaml:1:13: axes.gpu: there is no collection cards; "),
    ("data/units.yaml", "  GB: {", "  Gigabyte: {", "data/units.yaml:2:3: units.Gigabyte: unknown unit Gigabyte; "),
    (
        "data/units.yaml",
        '{"*": "{n} GB"}',
        '{"*": "GB"}',
        'units.GB: the pattern "GB" does not hold {n} once; write it as "{n} GB"',
    ),
    (
        "data/units.yaml",
        '{"*": "{n} GB"}',
        '{en: {prose: "{n} {n}", table: "{n}"}}',
        'units.GB: the pattern "{n} {n}" does not hold {n} once',
    ),
]


@pytest.mark.parametrize(("file", "old", "new", "said"), DANGLING, ids=[new for _, _, new, _ in DANGLING])
def test_an_id_that_leads_nowhere_is_told(problems_of, file, old, new, said):
    """At the id, with the nearest member."""
    (problem,) = problems_of(replaced(PROJECT, file, old, new))
    assert said in problem
    assert problem.startswith(file)


@pytest.mark.parametrize("collection", ["names: {gamma: G}", "listings: {gamma: {name: G}}"])
def test_a_site_names_and_lists_cards_that_exist(problems_of, collection):
    """A site cannot rent out what is not in the catalog."""
    files = {**PROJECT, SITE: PROJECT[SITE] + collection + "\n"}
    (problem,) = problems_of(files)
    assert problem.startswith(f"{SITE}:15:")
    assert problem.endswith(f"{collection.split(':')[0]}.gamma: there is no gamma in gpus; known here: alpha, beta")


def test_a_price_of_a_card_whose_own_file_is_wrong_is_not_told_twice(problems_of):
    """The card is there; its file has the problem."""
    assert len(problems_of({**PROJECT, CARD: card(tdp_w="0")})) == 1


def test_two_cards_do_not_share_a_name(problems_of):
    """A page could not tell them apart."""
    files = {**PROJECT, "data/gpus/alpha-two.yaml": card()}
    assert problems_of(files) == ["data/gpus/alpha.yaml:1:7: Alpha is also the name of alpha-two; names are unique"]


def test_the_ids_of_the_tiny_project_lead_somewhere(load):
    """The project that the other tests break, with the optional parts that it does not have."""
    more = "names: {beta: B}\nlistings: {alpha: {name: A}}\n"
    assert load({**PROJECT, SITE: PROJECT[SITE] + more}).facts.get("names.beta").value == "B"
