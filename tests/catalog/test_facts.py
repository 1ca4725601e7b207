"""A fact is looked up by its path: value, unit, place and sources."""

from __future__ import annotations

import datetime

import pytest

from gpuguide.catalog.facts import UnknownFactError
from gpuguide.errors import Place
from gpuguide.quantities import Missing, Quantity
from tests.projects import SITE_FOLDER, tiny_project, with_offers


@pytest.mark.parametrize(
    ("path", "amount", "unit"),
    [
        ("gpus.alpha.memory_gb", 24 * 10**9, "GB"),
        ("gpus.alpha.memory_mib_reported", 23000 * 2**20, "MiB"),
        ("gpus.alpha.check.boost_mhz", 2000, "count"),
        ("prices.alpha.monthly", 144, "USD/month"),
        ("prices.alpha.stock_by_region.east", 3, "card"),
        ("sizes.7b.parameters", 7 * 10**9, "parameter"),
        ("sizes.7b.cache_shape.layers", 32, "layer"),
        ("contexts.8k.tokens", 8192, "token"),
        ("counts.x8.cards", 8, "card"),
        ("policy.overhead", 2 * 10**9, "GB"),
        ("policy.month", 720, "h/month"),
        ("picks.small.gpu.memory_gb", 24 * 10**9, "GB"),
        ("picks.small.size.cache_shape.kv_heads", 8, "head"),
        ("picks.small.precision.bytes_per_parameter", 1, "B/parameter"),
    ],
)
def test_a_path_leads_to_a_number_with_its_unit(tiny, path, amount, unit):
    """Amounts are in base units; an id met on the way leads on into its own collection."""
    value = tiny.facts.get(path).value
    assert isinstance(value, Quantity)
    assert (value.amount, value.unit.id) == (amount, unit)


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("gpus.alpha.name", "Alpha"),
        ("gpus.alpha.vendor", "acme"),
        ("gpus.alpha.vendor.name", "Acme"),
        ("gpus.alpha.architecture.name", "First"),
        ("gpus.alpha.fp8_tensor_cores", True),
        ("gpus.alpha.cites.memory_gb", "sheet log"),
        ("prices.alpha.regions", "east west"),
        ("prices.alpha.node", True),
        ("sizes.7b.models", "tiny-7b"),
        ("site.name", "Tiny Hub"),
        ("site.updated", datetime.date(2026, 5, 20)),
        ("addresses.account", "https://tiny.example/new"),
        ("policy.overhead.why", "what the runtime needs"),
        ("policy.overhead.unit", "GB"),
    ],
)
def test_a_path_leads_to_a_text_a_flag_or_a_day(tiny, path, value):
    """A list of ids reads as its ids with a space between them."""
    assert tiny.facts.get(path).value == value


@pytest.mark.parametrize(
    ("path", "missing"),
    [
        ("gpus.alpha.fp4_dense_tflops", Missing.NONE),
        ("gpus.beta.fp8_dense_tflops", Missing.NONE),
        ("gpus.alpha.memory_mib_ecc_on", Missing.UNKNOWN),  # a key that may be left out
        ("prices.alpha.weekly", Missing.UNKNOWN),
        ("prices.beta.monthly", Missing.UNKNOWN),  # a card without a price
        ("prices.beta.stock_by_region.east", Missing.UNKNOWN),
    ],
)
def test_a_path_leads_to_the_reason_why_there_is_no_number(tiny, path, missing):
    """A card that a site has no price for is no error."""
    assert tiny.facts.get(path).value is missing


def test_a_card_without_an_offer_has_none(load):
    """Which is another reason than not knowing."""
    facts = load(with_offers(tiny_project())).facts
    assert facts.get("offers.beta.price").value is Missing.NO_OFFER
    assert facts.get("offers.beta.count").value is Missing.NO_OFFER


def test_the_facts_of_a_feed(load):
    """Alpha is offered at 0.50 and 0.44; the lowest is shown, with the line that holds it."""
    facts = load(with_offers(tiny_project())).facts
    price = facts.get("offers.alpha.price")
    assert isinstance(price.value, Quantity)
    assert (str(float(price.value.amount)), price.value.unit.id) == ("0.44", "USD/GPU-h")
    assert price.place == Place(f"{SITE_FOLDER}/offers.csv", 3)
    assert facts.get("offers.alpha.seller").value == "Second Seller"
    assert facts.get("feed.taken").value == datetime.datetime(2026, 5, 30, 9, tzinfo=datetime.UTC)


@pytest.mark.parametrize(
    ("path", "place"),
    [
        ("gpus.alpha.memory_gb", Place("data/gpus/alpha.yaml", 6, 12)),
        ("gpus.alpha.check.sm", Place("data/gpus/alpha.yaml", 25, 13)),
        ("prices.alpha.monthly", Place(f"{SITE_FOLDER}/prices.yaml", 3, 14)),
        ("sizes.7b.cache_shape.layers", Place(f"{SITE_FOLDER}/sizes.yaml", 4, 17)),
        ("policy.overhead", Place(f"{SITE_FOLDER}/policy.yaml", 2, 13)),
        ("site.updated", Place(f"{SITE_FOLDER}/site.yaml", 7, 12)),
    ],
)
def test_a_fact_knows_where_it_is_written(tiny, path, place):
    """File, line and column of the value itself."""
    assert tiny.facts.get(path).place == place


@pytest.mark.parametrize(
    ("path", "sources"),
    [
        ("gpus.alpha.memory_gb", ("sheet", "log")),
        ("gpus.alpha.tdp_w", ("sheet",)),
        ("picks.small.gpu.memory_gb", ("sheet", "log")),
        ("gpus.alpha.name", ()),
        ("policy.overhead", ("log",)),
        ("policy.month", ()),
        ("prices.alpha.monthly", ()),  # the site says so itself
    ],
)
def test_a_fact_knows_who_says_so(tiny, path, sources):
    """A card's facts are cited; what the site decides is its own."""
    assert tiny.facts.get(path).sources == sources


def test_a_policy_gives_its_reason(tiny):
    """The number and why it was chosen stand together."""
    assert tiny.facts.get("policy.overhead").why == "what the runtime needs"


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("gpu.alpha.memory_gb", "there is no collection gpu; did you mean gpus?"),
        ("gpus.alhpa.memory_gb", "gpus has no alhpa; did you mean alpha?"),
        ("gpus.alpha.memry_gb", "gpus.alpha has no field memry_gb; did you mean memory_gb?"),
        ("prices.gamma.monthly", "prices has no gamma; known here: alpha"),
        ("prices.alpha.montly", "prices.alpha has no field montly; did you mean monthly?"),
        ("prices.alpha.stock_by_region.wets", "prices.alpha.stock_by_region has no wets; did you mean west?"),
        ("sizes.7b.cache_shape.layer", "cache_shapes.s7b has no field layer; did you mean layers?"),
        ("policy.overhaed", "policy has no overhaed; did you mean overhead?"),
        ("site.nam", "site has no field nam; did you mean name?"),
        ("offers.alpha.price", "there is no collection offers; "),
        ("gpus", "gpus is not a value; name one of its fields: alpha, beta"),
        ("gpus.alpha", "gpus.alpha is not a value; name one of its fields: name, product, vendor"),
        ("gpus.alpha.node_sizes", "gpus.alpha.node_sizes is not a value; the path ends before it"),
        ("gpus.alpha.memory_gb.unit.id", "gpus.alpha.memory_gb has no field unit; the path ends before it"),
        ("gpus.alpha.memory_gb.amount", "gpus.alpha.memory_gb has no field amount; the path ends before it"),
        ("gpus.alpha.fp8_tensor_cores.x", "gpus.alpha.fp8_tensor_cores has no field x; the path ends before it"),
        ("site.updated.year", "site.updated has no field year; the path ends before it"),
        ("gpus.alpha.model_fields", "gpus.alpha has no field model_fields; "),
        ("gpus.alpha.__class__", "gpus.alpha has no field __class__; "),
        ("gpus.alpha.memory_gb.", "gpus.alpha.memory_gb has no field ; "),
        ("gpus..memory_gb", "gpus has no ; "),
        ("", "there is no collection ; "),
        (".", "there is no collection ; "),
    ],
)
def test_a_path_that_leads_nowhere_is_told(tiny, path, said):
    """With the nearest name where the path breaks; Python's own attributes are no fields."""
    with pytest.raises(UnknownFactError) as caught:
        tiny.facts.get(path)
    assert f"{caught.value}; {caught.value.hint}".startswith(said)


def test_members_of_a_collection(tiny):
    """In the order of the file; a collection that does not exist is told."""
    assert list(tiny.facts.members("regions")) == ["east", "west"]
    assert tiny.facts.has("gpus", "beta")
    assert not tiny.facts.has("gpus", "gamma")
    assert not tiny.facts.has("cards", "beta")
    assert "sizes" in tiny.facts.collection_names()
    with pytest.raises(UnknownFactError, match="there is no collection region"):
        tiny.facts.members("region")


def test_whether_a_path_leads_somewhere(tiny):
    """Asked before a page is promised."""
    assert tiny.facts.has_path("gpus.alpha.memory_gb")
    assert not tiny.facts.has_path("gpus.alpha.colour")


def test_a_source_by_its_id(tiny):
    """For the list of sources at the end of a page."""
    assert tiny.facts.source("log").publisher == "Somebody"
