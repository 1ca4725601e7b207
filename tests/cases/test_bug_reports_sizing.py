"""Faults of sizes and fits that people met in other projects: each case, and the whole of its kind.

docs/cases.md lists all cases; the thread that reported each is named beside its test.
"""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import pytest

from gpuguide.catalog.families import load_families
from gpuguide.catalog.importing import import_config
from gpuguide.catalog.models import load_models
from gpuguide.errors import FactsError, GuideError
from gpuguide.figures.architectures import architecture_of
from gpuguide.figures.sized import Desk
from gpuguide.quantities import round_to_step
from gpuguide.site.build import Built
from gpuguide.sizing import memory
from gpuguide.sizing.architecture import Architecture, Attention, Dense, Experts
from gpuguide.sizing.cache import CacheType, kv_bytes_per_token, sequence_bytes
from gpuguide.sizing.formats import weight_bytes_per_card
from gpuguide.sizing.parameters import parameters
from tests.cases.conftest import Fit
from tests.cases.fitting import ROOM, fitting_files
from tests.cli.conftest import Run
from tests.projects import SITE_FOLDER, replaced
from tests.site.test_pages import page, rows, text

KV16 = CacheType("16 bits", Fraction(16))
GB, GIB = Fraction(10**9), Fraction(2**30)
NBSP = "\u00a0"


def verdicts(built: Built, locale: str = "en") -> list[str]:
    """What the table says of the sizes after the guide's own 7B."""
    return [row[1] for row in rows(page(built, locale), "verdicts")[2:]]


# --- B01 vram-underestimate: huggingface/accelerate#3379 ---


def test_b01_vram_underestimate_weights(run: Run, project_root: Path):
    """70.6 billion parameters at two bytes are 141.2 GB, which is 131.5 GiB: one card of 80 GB holds them in no way of asking."""
    weights = memory.weights(Fraction(70_600_000_000), Fraction(2))
    assert (weights / GB, round_to_step(weights / GIB, Fraction("0.1"))) == (Fraction("141.2"), Fraction("131.5"))
    for engine in ("vllm", "rule-of-thumb"):
        asked = ("--model", "llama-3.1-70b", "--gpu", "h100-sxm", "--weights", "bf16", "--context", 1, "--engine", engine)
        answer = json.loads(run("size", "--project", project_root, "--json", *asked).out)
        assert answer["weights_bytes_per_gpu"] >= 70_553_706_496 * 2  # the parameters of its published dimensions
        assert answer["verdict"] == "does not start"


def test_b01_vram_underestimate_in_every_language(fit: Fit):
    """70.6 billion parameters in BF16 on 80 GB: 141.2 + 1.07 + 2 GB, too large in each language."""
    built = fit(fitting_files(70_600_000_000, memory_gb=80, precision="bf16"))
    assert (verdicts(built), verdicts(built, "zh")) == (["144.3too large"], ["144.3装不下"])


def test_b01_vram_underestimate_for_no_model_and_format(project_root: Path):
    """Whatever the model and the format: its weights take at least parameters x bits / 8, and experts that sleep count too."""
    desk = Desk(project_root)
    for found in load_models(project_root).values():
        model = desk.architecture(found)
        for name in ("bf16", "fp8"):
            form = desk.form(name)
            assert weight_bytes_per_card(model, form) >= parameters(model) * form.label_bits / 8, f"{found.id} in {name}"


# --- B03 kv-from-param-count: Osmantic/ODS#3324 ---


def shaped(kv_heads: int, width: int = 4096, experts: int = 0, layers: int = 32) -> Architecture:
    """A decoder whose parameters follow from its feed-forward width and its experts."""
    feed = Experts(32, experts, 2, width) if experts else Dense(32, width)
    return Architecture(4096, 32_000, False, (Attention(layers, 64, kv_heads, 128, 128),), (feed,))


@pytest.mark.parametrize(("kv_heads", "cache"), [(8, 4_294_967_296), (64, 34_359_738_368)])
@pytest.mark.parametrize("rest", [{}, {"width": 40_960}, {"experts": 64}], ids=["plain", "ten times wider", "experts"])
def test_b03_kv_from_param_count(kv_heads: int, cache: int, rest: dict[str, int]):
    """2 x 32 layers x heads x 128 x 32,768 tokens x 2 bytes: the heads decide, a wider model or more experts change nothing."""
    assert sequence_bytes(shaped(kv_heads, **rest), KV16, 32_768) == cache


def test_b03_kv_from_param_count_few_layers():
    """A mixture of experts of which four layers keep a cache: 2 x 4 x 8 x 128 x 2 bytes a token."""
    assert kv_bytes_per_token(shaped(8, experts=64, layers=4), KV16) == 16_384


def test_b03_kv_from_param_count_on_pages(fit: Fit):
    """Two sizes with the same heads and another number of parameters have the same cache, without a cap at a long context."""
    files = fitting_files(30_000_000_000)
    files = replaced(files, f"{SITE_FOLDER}/sizes.yaml", "tokens: 8192", "tokens: 8388608")
    files = replaced(files, f"{SITE_FOLDER}/tables.yaml", "figure: needed/size/fp8/8k\n", "figure: cache/size/8k\n")
    assert [row[1] for row in rows(page(fit(files)), "verdicts")[1:]] == ["1,099.5too large"] * 2  # 2^17 bytes x 2^23 tokens


# --- B04 hidden-default-context: AlexsJones/llmfit#302 ---

LONG = {
    "model_type": "llama",
    "hidden_size": 4096,
    "num_hidden_layers": 32,
    "num_attention_heads": 32,
    "num_key_value_heads": 8,
    "intermediate_size": 14336,
    "vocab_size": 128256,
    "max_position_embeddings": 262_144,
    "torch_dtype": "bfloat16",
    "tie_word_embeddings": False,
}


@pytest.mark.parametrize("engine", ["vllm", "sglang", "llama.cpp", "rule-of-thumb"])
def test_b04_hidden_default_context_is_shown(run: Run, project_root: Path, tmp_path: Path, engine: str):
    """A model of 262,144 tokens is sized at the context that stands beside the answer, never at its greatest."""
    config = tmp_path / "config.json"
    config.write_text(json.dumps(LONG), encoding="utf-8")
    asked = ("size", "--project", project_root, "--config", config, "--gpu", "rtx-4090", "--engine", engine)
    answer = json.loads(run(*asked, "--json").out)
    assert (answer["context"], answer["verdict"] == "does not start") == (8192, False)
    assert "context 8192" in run(*asked).out
    assert json.loads(run(*asked, "--context", 262_144, "--json").out)["verdict"] == "does not start"  # 16 + 34 GB on 24 GB


def test_b04_hidden_default_context_of_a_ranking(run: Run, project_root: Path):
    """Who asks for the cheapest card says for which context."""
    ran = run("cheapest", "--project", project_root, "--site", "gpu-rent-hub", "--model", "llama-3.1-8b")
    assert ran.code == 2
    assert "context" in ran.err


@pytest.mark.parametrize(
    ("file", "old", "new", "says"),
    [
        ("sizes.yaml", "8k: {name: 8k, tokens: 8192}", "8k: {name: 8k}", "contexts.8k.tokens"),
        ("sizes.yaml", "8k: {name: 8k, tokens: 8192}", "8k: {name: 8k, tokens: max}", "contexts.8k.tokens"),
        ("figures.yaml", "context: context.tokens, ", "", "context"),
        ("figures.yaml", "cache: cache/size/context", "cache: cache/size", "cache/size"),
        ("tables.yaml", "figure: needed/size/fp8/8k\n", "figure: needed/size/fp8\n", "needed/size/fp8"),
    ],
)
def test_b04_hidden_default_context_is_an_error_in_data(fit: Fit, file: str, old: str, new: str, says: str):
    """A context without tokens, a cache without a context, a cell that names none: told, never filled in."""
    with pytest.raises(GuideError, match=says) as caught:
        fit(replaced(fitting_files(30_000_000_000), f"{SITE_FOLDER}/{file}", old, new))
    assert all(problem.hint for problem in caught.value.problems)


# --- B06 vram-overestimate-sliding-window: gpustack/gpustack#2101 ---


def test_b06_vram_overestimate_sliding_window(project_root: Path):
    """Ten full layers keep 128,000 tokens of 8,192 bytes, fifty-two local ones 1,024: 10.9 GB, and not 65."""
    found = load_models(project_root, ["gemma-3-27b"])["gemma-3-27b"]
    model = architecture_of(found.model, found.place)
    assert sequence_bytes(model, KV16, 128_000) == 10 * 8_192 * 128_000 + 52 * 8_192 * 1_024 == 10_921_967_616
    assert sequence_bytes(model, KV16, 512) == 62 * 8_192 * 512  # below the window every layer keeps all


def test_b06_vram_overestimate_sliding_window_missing_in_the_catalog(run: Run, project_root: Path, tmp_path: Path):
    """An entry that lost its window is sized by nothing: what it states of its cache no longer follows from its layers."""
    for name in ("data/model-sources.yaml", "data/vocabulary.yaml", "data/sources.yaml"):
        copy(project_root, tmp_path, name)
    for folder in ("data/sizing", "data/gpus"):
        for path in (project_root / folder).iterdir():
            copy(project_root, tmp_path, f"{folder}/{path.name}")
    entry = (project_root / "data/models/gemma-3-27b.yaml").read_text("utf-8")
    assert ", window: 1024" in entry
    copy(project_root, tmp_path, "data/models/gemma-3-27b.yaml", entry.replace(", window: 1024", ""))
    ran = run("size", "--project", tmp_path, "--model", "gemma-3-27b", "--gpu", "h100-sxm", "--context", 128_000)
    assert (ran.code, ran.out) == (3, "")
    assert (
        "data/models/gemma-3-27b.yaml:2:1: stated.kv_bytes_per_token: the dimensions give 507904, and 81920 is stated" in ran.err
    )
    assert "write the dimension that is missing (a window" in ran.err


def copy(root: Path, target: Path, name: str, content: str | None = None) -> None:
    path = target / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(content if content is not None else (root / name).read_text("utf-8"), "utf-8")


@pytest.mark.parametrize(
    "changes",
    [
        {"model_type": "llama", "sliding_window": 4096},
        {"model_type": "mistral_of_tomorrow", "sliding_window": 4096},
        {"model_type": "qwen2", "sliding_window": 0, "use_sliding_window": True, "max_window_layers": 0},
        {"model_type": "gemma3_text", "sliding_window": 0},
        {"model_type": "gemma3_text", "sliding_window": "wide"},
        {"model_type": "gemma3_text", "sliding_window": -1},
    ],
)
def test_b06_vram_overestimate_sliding_window_not_understood(project_root: Path, changes: dict[str, object]):
    """Which layers have the window is not known, or how wide it is: refused by its key, never counted as full attention."""
    text = json.dumps({**LONG, **changes})
    with pytest.raises(FactsError) as caught:
        import_config(text, "config.json", None, load_families(project_root))
    assert any(key in str(caught.value) for key in ("sliding_window", "model_type"))


# --- B08 gb-vs-gib: modal-labs/modal-client#2797, alvarobartt/hf-mem#33, unslothai/unsloth#9570, brevdev/cloud#140 ---


@pytest.mark.parametrize(("memory_gb", "gib"), [(80, "74.5"), (141, "131.3")])
def test_b08_gb_vs_gib(fit: Fit, memory_gb: int, gib: str):
    """80 x 10^9 / 2^30 = 74.505…: one fact under two labels, each true; nothing is cut to 74."""
    built = fit(fitting_files(30_000_000_000, memory_gb=memory_gb))
    sentence = f"{memory_gb}.0{NBSP}GB or {gib}{NBSP}GiB."
    assert sentence in [text(tag) for tag in page(built).select("p")]


def test_b08_gb_vs_gib_in_one_verdict(fit: Fit):
    """79.9 GB fit 80 GB although 79.9 is above 74.5: both sides of a verdict are counted in bytes."""
    built = fit(fitting_files(79_900_000_000 - 2_000_000_000 - 1_073_741_824, memory_gb=80))
    assert verdicts(built) == ["79.9tight"]


@pytest.mark.parametrize(("field", "value"), [("memory_gb", "80GB"), ("memory_gb", "74.5GiB"), ("memory_gb", "80 GiB")])
def test_b08_gb_vs_gib_in_data(fit: Fit, field: str, value: str):
    """The unit stands in the field's name; a number with another unit behind it is refused."""
    files = fitting_files(30_000_000_000)
    files["data/gpus/alpha.yaml"] = files["data/gpus/alpha.yaml"].replace(f"{field}: 64", f"{field}: {value}")
    with pytest.raises(FactsError, match=rf"gpus\.alpha\.{field}: expected a number, got the text"):
        fit(files)


# --- B10 no-headroom: jundot/omlx#11 ---


VERDICTS = {
    62_400_000_000: "too large",  # 62.4 GB on 64: with cache and reserve 65.5
    ROOM + 100_000_000: "too large",
    ROOM + 1: "too large",
    ROOM: "tight",
    ROOM - 100_000_000: "tight",
    ROOM - 5_000_000_000 + 1: "tight",
    ROOM - 5_000_000_000: "fits",
}


def test_b10_no_headroom(fit: Fit):
    """Weights, cache and reserve on 64 GB, to the byte: exactly full fits and is tight, one byte more does not fit."""
    built = fit(fitting_files(*VERDICTS))
    assert [said.lstrip("0123456789.") for said in verdicts(built)] == list(VERDICTS.values())
    words = {"too large": "装不下", "tight": "勉强", "fits": "装得下"}
    assert [said.lstrip("0123456789.") for said in verdicts(built, "zh")] == [words[said] for said in VERDICTS.values()]
