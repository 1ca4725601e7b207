"""Answers at engine level: verdict, margin, sentence, speed, and what is refused."""

from dataclasses import replace
from fractions import Fraction

import pytest

from gpuguide.errors import UsageError
from gpuguide.figures.sized import Asked, Desk, crossover, size
from gpuguide.figures.thumb import rule_of_thumb
from gpuguide.pricing.tokens import break_even_load, price_per_million
from gpuguide.sizing import budget, roofline
from gpuguide.sizing.answer import message, two_places
from gpuguide.sizing.engines import version
from gpuguide.sizing.formats import Interval
from tests.sizing.agreement import ROOT

DESK = Desk(ROOT)
GIB = 2**30


def ask(model, gpu, **options):
    return size(DESK, DESK.model(model), Asked(gpu=gpu, **options))


def gib(interval):
    return round(float(interval.low / GIB), 2), round(float(interval.high / GIB), 2)


def test_the_guide_s_production_default_does_not_start():
    """70B in FP8 on one card of 80 GB at 0.90: a server logged a pool of -1.44 GiB; the rule of thumb says that it fits."""
    sized = ask("llama-3.3-70b", "h100-sxm", weights="fp8")
    assert sized.answer.verdict == budget.FAILS
    assert sized.answer.pool.low <= Fraction("-1.44") * GIB <= sized.answer.pool.high
    assert message(sized.request, sized.answer).startswith("No available memory for the cache blocks.")
    thumb = rule_of_thumb(DESK, DESK.model("llama-3.3-70b"), Asked(gpu="h100-sxm", weights="fp8"))
    assert thumb[0].verdict == budget.STARTS


def test_a_larger_share_decides_it():
    verdicts = [
        ask("llama-3.3-70b", "h100-sxm", weights="fp8", gpu_memory_utilization=Fraction(share)).answer.verdict
        for share in ("0.9", "0.95", "1")
    ]
    assert verdicts == [budget.FAILS, budget.DEPENDS, budget.STARTS]


def test_the_pool_of_a_measured_card():
    """8B on a card with 80 GB and defaults: 51.38 GiB were logged."""
    low, high = gib(ask("llama-3.1-8b", "h100-sxm").answer.pool)
    assert low <= 51.38 <= high < 52


def test_seventy_billion_in_sixteen_bits_do_not_start_on_one_card_of_141():
    assert ask("llama-3.3-70b", "h200-sxm", weights="bf16").answer.verdict == budget.FAILS
    assert ask("llama-3.3-70b", "h200-sxm", weights="fp8").answer.verdict == budget.STARTS


def test_the_sentence_of_a_context_that_is_too_long():
    """What is needed, what there is, and the longest that fits, as the engine prints them."""
    sized = ask("llama-3.1-8b", "rtx-4090", context=131_072, max_batched_tokens=2048, max_num_seqs=256)
    assert sized.answer.verdict == budget.FAILS
    assert "(131072), (16.00 GiB KV cache is needed" in message(sized.request, sized.answer)
    assert f"estimated maximum model length is {sized.answer.longest[1]}" in message(sized.request, sized.answer)


def test_the_longest_context_starts_and_the_next_block_does_not():
    sized = ask("qwen3-32b", "h100-sxm", weights="fp8")
    longest = sized.answer.longest[0]
    assert ask("qwen3-32b", "h100-sxm", weights="fp8", context=longest).answer.verdict == budget.STARTS


def test_latent_ranks_hold_copies_and_copies_of_attention_do_not():
    """Eight tensor-parallel cards hold about as many sequences as one; eight copies of the attention hold several times more."""
    ranks = ask("deepseek-r1", "h200-sxm", count=8, weights="fp8")
    copies = ask("deepseek-r1", "h200-sxm", count=8, weights="fp8", data_parallel=8, tensor_parallel=1)
    assert 60 < ranks.answer.concurrency.low < ranks.answer.concurrency.high < 100
    assert copies.answer.concurrency.low > 4 * ranks.answer.concurrency.high


def test_windows_depend_on_the_version():
    """45.79 GiB for one request, and 70.79 once the scheduler may have started two batches."""
    options = {"context": 262_144, "max_batched_tokens": 32_768, "weights": "bf16"}
    needed = [ask("gemma-4-31b", "b200-sxm", engine_version=one, **options).answer.needed for one in ("0.25", "0.26")]
    assert [round(float(one / GIB), 2) for one in needed] == [45.79, 70.79]


def test_engines_are_three():
    engines = {name: ask("llama-3.1-8b", "rtx-4090", engine=name) for name in ("vllm", "sglang", "llama.cpp")}
    assert {one.answer.verdict for one in engines.values()} == {budget.STARTS}
    assert engines["llama.cpp"].request.fraction == 1


def test_a_state_counts_for_every_sequence():
    """0.9 GB of state a sequence: with little context, states and not tokens bound the sequences."""
    for engine in ("vllm", "sglang", "llama.cpp"):
        answer = ask("nemotron-h-56b", "b300-sxm", weights="fp8", engine=engine, context=1024).answer
        assert answer.concurrency.high < answer.pool.high / (Fraction(9, 10) * 10**9), engine


def test_a_bound_of_level_one_is_a_bound():
    """Of a model with experts the active ones are read, on both levels."""
    sized = ask("gpt-oss-20b", "rtx-4090", weights="mxfp4-gguf", engine="llama.cpp")
    ceiling = rule_of_thumb(DESK, DESK.model("gpt-oss-20b"), Asked(gpu="rtx-4090", weights="mxfp4"))[2]
    assert min(ceiling, sized.speeds.ceiling) > Fraction("279.65")  # measured on this card


def test_layers_on_several_cards_do_not_add_their_bandwidth():
    one = ask("llama-3-70b", "rtx-a6000", weights="q4_k_m", engine="llama.cpp", kv_dtype="f16")
    two = ask("llama-3-70b", "rtx-a6000", weights="q4_k_m", engine="llama.cpp", kv_dtype="f16", count=2)
    assert one.speeds.ceiling == two.speeds.ceiling
    assert two.answer.weights < one.answer.weights * Fraction(6, 10)


def test_a_band_stands_beside_the_ceiling_and_below_it():
    sized = ask("llama-3-8b", "rtx-4090", weights="gguf-f16", engine="llama.cpp", kv_dtype="f16")
    assert sized.expected is not None
    assert sized.expected.high < sized.speeds.ceiling < sized.speeds.ceiling_empty
    assert sized.expected.rows
    assert ask("llama-3-8b", "b200-sxm", weights="bf16").expected is None


def test_batches_share_the_weights_and_not_the_cache():
    one, many = (ask("qwen3-32b", "h100-sxm", count=2, batch=batch).speeds for batch in (1, 32))
    assert 15 < many.ceiling / one.ceiling < 32


def test_the_crossover_is_where_computing_takes_as_long_as_reading():
    sized = ask("llama-3.1-8b", "h100-sxm", context=64)
    batch = crossover(sized.request)
    assert batch is not None
    assert 250 < batch < 700


@pytest.mark.parametrize(("batch", "touched"), [(1, 8), (16, Fraction("101.96")), (10_000, 256)])
def test_experts_touched(batch, touched):
    """256 (1 - (31/32)^B)."""
    assert float(roofline.experts_touched(256, 8, batch)) == pytest.approx(float(touched), abs=0.05)


def test_sums_between_cards_take_time():
    """Two sums a layer, each card sends 2 x 3/4 of a hidden vector: 2 x 80 x 8,192 x 2 x 1.5 bytes at 450 GB/s."""
    link = ask("llama-3.3-70b", "h100-sxm", count=4, weights="fp8").speeds.link
    assert link == Fraction(2 * 80 * 8192 * 2 * 3, 2) / (450 * 10**9)
    assert ask("llama-3.1-8b", "h100-sxm").speeds.link == 0


@pytest.mark.parametrize(
    ("options", "field"),
    [
        ({"gpu_memory_utilization": Fraction("1.1")}, "gpu_memory_utilization"),
        ({"gpu_memory_utilization": Fraction(0)}, "gpu_memory_utilization"),
        ({"context": 0}, "context"),
        ({"batch": 0}, "batch"),
        ({"count": 0}, "count"),
        ({"count": 3}, "tensor_parallel"),
        ({"count": 4, "tensor_parallel": 2}, "count"),
        ({"tensor_parallel": 0}, "tensor_parallel"),
        ({"max_num_seqs": 0}, "max_num_seqs"),
        ({"max_batched_tokens": -1}, "max_num_batched_tokens"),
        ({"engine_version": "new"}, "engine_version"),
        ({"engine": "llama.cpp", "tensor_parallel": 2, "count": 2}, "tensor_parallel"),
    ],
)
def test_a_setting_that_cannot_be_is_refused_by_its_name(options, field):
    with pytest.raises(UsageError) as error:
        ask("llama-3.1-8b", "rtx-4090", **options)
    assert error.value.problems[0].path == field


@pytest.mark.parametrize(
    ("options", "hint"),
    [
        ({"gpu": "h100-smx"}, "did you mean h100-sxm"),
        ({"weights": "fp9"}, "did you mean fp8"),
        ({"kv_dtype": "q8_1"}, "did you mean q"),
        ({"engine": "vlm"}, "did you mean vllm"),
    ],
)
def test_an_unknown_name_offers_the_nearest(options, hint):
    asked = replace(Asked(gpu="rtx-4090"), **options)
    with pytest.raises(UsageError, match=hint):
        size(DESK, DESK.model("llama-3.1-8b"), asked)


@pytest.mark.parametrize(
    ("low", "high", "said"), [(0, 5, budget.STARTS), (-1, 0, budget.DEPENDS), (-2, -1, budget.FAILS), (-1, 1, budget.DEPENDS)]
)
def test_verdicts(low, high, said):
    """Exactly nothing left still starts."""
    assert budget.verdict(Interval(Fraction(low), Fraction(high))) == said


@pytest.mark.parametrize(("text", "numbers"), [("0.10.1.1", (0, 10, 1, 1)), ("v0.9", (0, 9)), ("0.15.2rc1", (0, 15, 2))])
def test_versions(text, numbers):
    assert version(text) == numbers


def test_versions_compare_as_numbers():
    assert version("0.10") > version("0.9.2")


def test_numbers_in_sentences_have_two_places():
    assert [two_places(Fraction(one)) for one in ("24", "3.185", "-1.44", "0.004")] == ["24.00", "3.18", "-1.44", "0.00"]


def test_a_million_tokens():
    """$3.60 an hour at 1,000 tokens/s and half load: 1.8M tokens an hour."""
    assert price_per_million(Fraction("3.6"), Fraction(1000), Fraction(1, 2)) == 2
    assert break_even_load(Fraction("3.6"), Fraction(1000), Fraction(2)) == Fraction(1, 2)


@pytest.mark.parametrize(("rate", "load"), [(0, 1), (1000, 0), (1000, 2)])
def test_no_price_without_a_rate_and_a_load(rate, load):
    with pytest.raises(UsageError):
        price_per_million(Fraction(1), Fraction(rate), Fraction(load))
