"""The catalog of models: what the dimensions give is what sources state."""

from fractions import Fraction
from pathlib import Path

import pytest

from gpuguide.catalog.models import load_model, load_models
from gpuguide.errors import FactsError, UsageError
from gpuguide.figures.architectures import architecture_of
from gpuguide.quantities import Missing
from gpuguide.sizing.cache import CacheType, index_bytes_per_token, kv_bytes_per_token, state_bytes, window_bytes
from gpuguide.sizing.parameters import active_parameters, parameters

ROOT = Path(__file__).resolve().parents[2]
MODELS = load_models(ROOT)
SIXTEEN = CacheType("16 bits", Fraction(16))
each_model = pytest.mark.parametrize("found", MODELS.values(), ids=list(MODELS))


@each_model
def test_parameters_are_the_stated_ones(found):
    """All parameters and those of one token, counted from the dimensions, to the last one."""
    model, stated = architecture_of(found.model, found.place), found.model.stated
    if not isinstance(stated.parameters, Missing):
        assert parameters(model) == stated.parameters
    if not isinstance(stated.active_parameters, Missing):
        assert active_parameters(model) == stated.active_parameters


@each_model
def test_cache_is_the_stated_one(found):
    """Bytes a token, of index keys, of a window's token and of the state, at two bytes an element."""
    model, stated = architecture_of(found.model, found.place), found.model.stated
    index = index_bytes_per_token(model)
    assert kv_bytes_per_token(model, SIXTEEN) - index == stated.kv_bytes_per_token
    assert index == (stated.kv_index_bytes_per_token or 0)
    assert window_bytes(model, SIXTEEN, 1) == (stated.window_bytes_per_token or 0)
    assert state_bytes(model, SIXTEEN) == (stated.state_bytes or 0)


def test_stored_totals_hold_what_the_decoder_lacks():
    """Where a checkpoint stores more than the decoder, the difference is an encoder, a further head, or a table counted twice."""
    for found in MODELS.values():
        stated = found.model.stated
        assert stated is not None
        if stated.stored is None or isinstance(stated.parameters, Missing) or stated.stored == stated.parameters:
            continue
        assert found.model.notes or found.model.towers or found.model.doubts, found.id


def test_published_names_are_within_a_few_percent():
    """A maker's round number is near what the dimensions give."""
    scales = {"B": 10**9, "T": 10**12}
    for found in MODELS.values():
        text = found.model.stated.published if found.model.stated else None
        if text is None or found.model.origin == "measured cases":
            continue
        said = Fraction(text[:-1]) * scales[text[-1]]
        assert abs(parameters(architecture_of(found.model, found.place)) - said) < said * Fraction(6, 100), found.id


def test_there_are_all_the_facts():
    by_origin = [found.model.origin for found in MODELS.values()]
    assert (by_origin.count("architecture facts"), by_origin.count("measured cases")) == (114, 8)


def test_marks_of_doubt_are_kept():
    assert sum(not found.model.verified for found in MODELS.values()) == 3 + 8
    assert all(found.model.unverified for found in MODELS.values())


@pytest.mark.parametrize("name", ["llama-3.1-8b", "Llama 3.1 8B", "meta-llama/Llama-3.1-8B-Instruct", "LLAMA_3.1_8B"])
def test_a_model_is_found_in_any_spelling(name):
    assert load_model(ROOT, name).id == "llama-3-1-8b"


def test_an_unknown_model_offers_the_nearest():
    with pytest.raises(UsageError, match="did you mean llama-3-1-8b"):
        load_model(ROOT, "lama-3.1-8b")


BASE = """name: A
family: a
repository: a/a
licence: none known
hidden: 64
vocabulary: 100
tied_embeddings: false
max_context: 128
stored_as: bf16
attention:
  - {GROUP}
feed_forward:
  - {FEED}
origin: config.json
verified: true
read_in: test
unverified: []
sources: []
doubts: []
"""
ATTENTION = "{kind: attention, layers: 2, heads: 8, kv_heads: 4, key_dim: 8, value_dim: 8}"
DENSE = "{kind: dense, layers: 2, width: 128}"
EXPERTS = "{kind: experts, layers: 2, experts: 8, active: 2, width: 16}"


@pytest.mark.parametrize(
    ("group", "feed", "field"),
    [
        (ATTENTION.replace(", key_dim: 8", ""), DENSE, "key_dim"),
        (ATTENTION.replace("heads: 8", "heads: 0", 1), DENSE, "heads"),
        (ATTENTION.replace("kv_heads: 4", "kv_heads: 3"), DENSE, "kv_heads"),
        (ATTENTION.replace("}", ", window: 0}"), DENSE, "window"),
        (ATTENTION.replace("}", ", chunked: true}"), DENSE, "window"),
        (ATTENTION, EXPERTS.replace("active: 2", "active: 9"), "active"),
        (ATTENTION, EXPERTS.replace("}", ", shared: 1}"), "shared_width"),
        (ATTENTION.replace("layers: 2", "layers: -1"), DENSE, "layers"),
        ("{kind: recurrent, layers: 2, mixer: mamba2, heads: 4, head_dim: 8, groups: 1, state: 16}", DENSE, "conv"),
        ("{kind: retention, layers: 2}", DENSE, "attention"),
    ],
)
def test_a_dimension_that_cannot_be_is_refused_by_its_name(tmp_path, group, feed, field):
    (tmp_path / "data/models").mkdir(parents=True)
    (tmp_path / "data/model-sources.yaml").write_text("sources: {}\n")
    text = BASE.replace("{GROUP}", group).replace("{FEED}", feed)
    (tmp_path / "data/models/a.yaml").write_text(text)
    with pytest.raises(FactsError) as error:
        found = load_models(tmp_path)["a"]
        architecture_of(found.model, found.place)
    assert field in str(error.value)
    assert "data/models/a.yaml" in str(error.value)
