"""How much memory serving takes: worked by hand, in decimal gigabytes unless a test says otherwise."""

from fractions import Fraction

from gpuguide.quantities import round_to_step
from gpuguide.sizing import memory

GB = Fraction(10**9)
GIB = Fraction(2**30)
BF16, FP8, INT4 = Fraction(2), Fraction(1), Fraction(1, 2)
ONE, TWO = Fraction(1), Fraction(2)
BYTES_OF_BF16 = Fraction(2)


def billion(number: str) -> Fraction:
    return Fraction(number) * 10**9


def cache_per_token(layers: int, kv_heads: int, head_dim: int) -> Fraction:
    """Keys and values in BF16."""
    return memory.kv_cache_per_token(TWO, Fraction(layers), Fraction(kv_heads), Fraction(head_dim), BYTES_OF_BF16)


def test_weights_are_parameters_times_bytes():
    """70 billion parameters at two bytes are 140 GB."""
    assert memory.weights(billion("70"), BF16) == 140 * GB


def test_a_70b_model_is_never_64_gigabytes():
    """70.6 billion parameters in 16 bits are 141.2 GB, which is 131.5 GiB, and no 80 GB card holds them."""
    weights = memory.weights(billion("70.6"), BF16)
    assert weights == Fraction("141.2") * GB
    assert round_to_step(weights / GIB, Fraction("0.1")) == Fraction("131.5")
    assert memory.memory_free(memory.capacity(80 * GB, ONE), memory.memory_needed(weights, Fraction(0), 1 * GB)) < 0


def test_fp8_halves_and_4_bit_quarters_the_weights():
    """One byte is half of two, half a byte a quarter."""
    assert [memory.weights(billion("70"), width) for width in (BF16, FP8, INT4)] == [140 * GB, 70 * GB, 35 * GB]


def test_a_token_keeps_a_key_and_a_value_in_every_layer_and_head():
    """2 x 80 layers x 8 heads x 128 elements x 2 bytes are 327,680 bytes."""
    assert cache_per_token(80, 8, 128) == 327_680


def test_kv_heads_decide_the_cache_and_parameters_do_not():
    """Of two models with as many parameters, eight times the KV heads keep eight times the cache."""
    assert cache_per_token(80, 64, 128) == 8 * cache_per_token(80, 8, 128) == 2_621_440


def test_a_model_with_few_kv_layers_keeps_little_cache():
    """Eight attention layers of a mixture of experts keep a tenth of what eighty keep."""
    assert cache_per_token(8, 8, 128) == 32_768


def test_kv_cache_has_no_cap():
    """32,768 tokens of 64 KV heads are 85.9 GB, more than an 80 GB card, and are said to be."""
    cache = memory.kv_cache(cache_per_token(80, 64, 128), Fraction(32_768), ONE)
    assert cache == 85_899_345_920
    assert cache > 80 * GB


def test_kv_cache_grows_with_context():
    """Four times the context needs four times the cache: 8k takes 2,684,354,560 bytes, 32k 10,737,418,240."""
    per_token = cache_per_token(80, 8, 128)
    assert memory.kv_cache(per_token, Fraction(8_192), ONE) == 2_684_354_560
    assert memory.kv_cache(per_token, Fraction(32_768), ONE) == 10_737_418_240


def test_kv_cache_grows_with_requests():
    """32 requests of 128k take 1,374 GB, ten times the 140 GB of weights."""
    cache = memory.kv_cache(cache_per_token(80, 8, 128), Fraction(131_072), Fraction(32))
    assert cache == 1_374_389_534_720
    assert cache > memory.weights(billion("70"), BF16)


def test_further_requests_add_their_own_cache():
    """Eight more requests of 2.7 GB add 21.6 GB."""
    assert memory.extra_cache(Fraction("2.7") * GB, Fraction(8)) == Fraction("21.6") * GB


def test_memory_needed_adds_weights_cache_and_overhead():
    """70 GB of weights, 2,684,354,560 bytes of cache and 2 GB are 74,684,354,560 bytes."""
    assert memory.memory_needed(70 * GB, Fraction(2_684_354_560), 2 * GB) == 74_684_354_560


def test_a_model_as_large_as_the_system_does_not_fit():
    """62.4 GB of weights on 64 GB leave 1.6 GB, less than 2 GB of overhead: it does not fit."""
    needed = memory.memory_needed(Fraction("62.4") * GB, Fraction(0), 2 * GB)
    assert memory.memory_free(64 * GB, needed) == Fraction("-0.4") * GB


def test_what_fits_exactly_leaves_nothing_and_fits():
    """78 GB and 2 GB of overhead fill 80 GB; a tenth of a gigabyte more or less decides."""
    left = [
        memory.memory_free(80 * GB, memory.memory_needed(Fraction(w) * GB, Fraction(0), 2 * GB)) for w in ("77.9", "78", "78.1")
    ]
    assert left == [GB / 10, 0, -GB / 10]


def test_cards_add_their_memory():
    """Eight cards of 192 GB hold 1,536 GB."""
    assert memory.capacity(192 * GB, Fraction(8)) == 1536 * GB


def test_gigabytes_and_gibibytes_are_two_units():
    """80 GB are 74.5 GiB, not 74; the driver's 81,559 MiB are 85.52 GB."""
    assert round_to_step(80 * GB / GIB, Fraction("0.1")) == Fraction("74.5")
    assert round_to_step(Fraction(81_559 * 2**20) / GB, Fraction("0.01")) == Fraction("85.52")


def test_a_cautious_estimate_counts_a_share_of_memory():
    """80 % of 48 GB are 38.4 GB."""
    assert memory.usable_memory(48 * GB, Fraction("0.8")) == Fraction("38.4") * GB


def test_the_largest_model_fills_the_usable_share():
    """80 % of 141 GB over 2 bytes are 56.4 billion parameters, over 0.6 byte 188 billion."""
    assert memory.largest_model(141 * GB, Fraction("0.8"), BF16) == billion("56.4")
    assert memory.largest_model(141 * GB, Fraction("0.8"), Fraction("0.6")) == billion("188")


def test_a_training_state_is_held_by_several_cards_together():
    """1,120 GB over 64 GB a card are 17.5 cards, so eighteen are needed."""
    assert memory.cards_needed(1120 * GB, 64 * GB) == Fraction("17.5")
