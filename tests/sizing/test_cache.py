"""What a model keeps of its tokens: worked by hand."""

from fractions import Fraction

import pytest

from gpuguide.errors import UsageError
from gpuguide.sizing.architecture import Architecture, Attention, Compressed, Dense, Indexer, Latent, Recurrent
from gpuguide.sizing.blocks import (
    Paging,
    blocks_in_pool,
    blocks_of_sequence,
    concurrency,
    layout,
    logged_tokens,
    longest_context,
    tokens_in_pool,
    window_blocks,
)
from gpuguide.sizing.cache import (
    CacheType,
    Sharing,
    check_sharing,
    expanded_latent_bytes_per_token,
    kv_bytes_per_token,
    sequence_bytes,
    state_bytes,
    window_bytes,
)
from gpuguide.sizing.cells import Slots, cache_bytes, cells, window_cells
from gpuguide.sizing.recurrent import GatedDelta

KV16, KV8 = CacheType("16 bits", Fraction(16)), CacheType("8 bits", Fraction(8))
Q8, Q4 = CacheType("q8", Fraction(17, 2)), CacheType("q4", Fraction(9, 2))
GQA = Attention(layers=80, heads=64, kv_heads=8, key_dim=128, value_dim=128)
LATENT = Latent(layers=61, heads=128, rank=512, rope_dim=64, nope_dim=128, value_dim=128, query_rank=1536)


def model(*keepers, **fields):
    layers = sum(group.layers for group in keepers)
    return Architecture(1024, 1000, False, keepers, (Dense(layers, 4096),), **fields)


def test_a_key_and_a_value_a_head_and_layer():
    """2 x 80 x 8 x 128 x 2 bytes."""
    assert kv_bytes_per_token(model(GQA), KV16) == 327_680


def test_query_heads_do_not_matter():
    many = Attention(layers=80, heads=8, kv_heads=8, key_dim=128, value_dim=128)
    assert kv_bytes_per_token(model(many), KV16) == kv_bytes_per_token(model(GQA), KV16)


def test_keys_and_values_may_differ_in_width():
    """9 x 4 x (192 + 128) x 2."""
    assert kv_bytes_per_token(model(Attention(9, 64, 4, 192, 128)), KV16) == 23_040


def test_a_latent_vector_is_kept_once_and_not_twice():
    """61 x (512 + 64) x 2, and the same on every tensor-parallel card."""
    assert kv_bytes_per_token(model(LATENT), KV16) == 70_272
    assert kv_bytes_per_token(model(LATENT), KV16, Sharing(8)) == 70_272


def test_a_latent_vector_may_be_padded_or_unfolded():
    """576 padded to 640; unfolded into 16 heads of 192 and 128, or of 256 twice."""
    small = Latent(27, 16, 512, 64, 128, 128)
    assert kv_bytes_per_token(model(small), KV16, Sharing(1, 128)) == 27 * 640 * 2
    assert expanded_latent_bytes_per_token(small, KV16) == 27 * 16 * (192 + 128) * 2
    assert expanded_latent_bytes_per_token(small, KV16, 256) == 27 * 16 * 512 * 2


def test_block_scales_count():
    """8.5 and 4.5 bits an element: 32,768 tokens of the latent model at q8_0 are 1,166.6 MiB."""
    assert round(float(kv_bytes_per_token(model(LATENT), Q8) * 32_768 / 2**20), 1) == 1166.6
    assert kv_bytes_per_token(model(GQA), Q4) == 327_680 * Fraction(9, 32)


@pytest.mark.parametrize(("cards", "heads"), [(1, 8), (2, 4), (8, 1), (16, 1), (64, 1)])
def test_kv_heads_are_shared_until_each_card_has_one(cards, heads):
    assert kv_bytes_per_token(model(GQA), KV16, Sharing(cards)) == 80 * heads * 256 * 2


def test_cards_must_divide_the_heads():
    with pytest.raises(UsageError, match="tensor_parallel"):
        check_sharing(model(GQA), 3)


def test_layers_that_share_a_cache_keep_none():
    reading = Attention(20, 8, 1, 256, 256, keeps=False)
    assert kv_bytes_per_token(model(Attention(15, 8, 1, 256, 256), reading), KV16) == 15 * 512 * 2


def test_a_window_bounds_what_its_layers_keep():
    """Ten full layers grow; fifty local ones keep 1,024 tokens of another shape."""
    full, local = Attention(10, 32, 4, 512, 512), Attention(50, 32, 16, 256, 256, window=1024)
    both = model(full, local)
    assert kv_bytes_per_token(both, KV16) == 10 * 4 * 1024 * 2
    assert window_bytes(both, KV16, 10**6) == 50 * 16 * 512 * 2 * 1024
    assert window_bytes(both, KV16, 100) == 50 * 16 * 512 * 2 * 100


def test_compressed_layers_keep_one_entry_for_several_tokens():
    groups = (Compressed(21, 64, 512, 4, 128), Compressed(20, 64, 512, 128, 128), Compressed(2, 64, 512, 0, 128))
    both = model(*groups, indexers=(Indexer(21, Fraction(16)),))
    assert kv_bytes_per_token(both, KV16) == 21 * 1024 // 4 + 20 * 1024 // 128 + 21 * 16
    assert window_bytes(both, KV16, 10**6) == 43 * 1024 * 128


def test_index_keys_do_not_follow_the_cache_type():
    indexed = model(LATENT, indexers=(Indexer(61, Fraction(132)),))
    assert kv_bytes_per_token(indexed, KV16) - kv_bytes_per_token(model(LATENT), KV16) == 8052
    assert kv_bytes_per_token(indexed, KV8) - kv_bytes_per_token(model(LATENT), KV8) == 8052


HYBRID = model(Attention(16, 24, 4, 256, 256), Recurrent(48, GatedDelta(16, 48, 128, 128, 4)))


def test_a_state_does_not_grow():
    """48 x (48 x 128 x 128 x 4 bytes + (2 x 2,048 + 6,144) x 3 x 2 bytes)."""
    assert state_bytes(HYBRID, KV16) == 48 * (786_432 * 4 + 30_720 * 2) == 153_944_064
    assert sequence_bytes(HYBRID, KV16, 1000) - sequence_bytes(HYBRID, KV16, 999) == 65_536


def test_one_kind_of_layers_is_plain_blocks():
    placed, paging = layout(model(GQA), KV16, Sharing(), Paging()), Paging()
    assert placed.block_bytes == 16 * 327_680
    assert blocks_of_sequence(placed, 8192, paging) == 512
    assert blocks_in_pool(placed, 512 * 16 * 327_680 + 5) == 512
    assert tokens_in_pool(placed, 512, 8192, paging) == 8192
    assert blocks_in_pool(placed, -5) == 0


def test_a_window_in_blocks_holds_what_is_in_flight():
    """ceil((128 - 1 + 2,048) / 16) + 1, and never more than the context."""
    assert window_blocks(128, 16, 16_384, 2048) == 137
    assert window_blocks(128, 16, 64, 2048) == 5


def test_two_kinds_share_a_pool_in_groups():
    """18 full and 18 local layers: two groups of 18; 330,018 blocks are 284.25 sequences, logged as twice their tokens."""
    paging = Paging(in_flight=2048)
    placed = layout(model(Attention(18, 64, 8, 64, 64), Attention(18, 64, 8, 64, 64, window=128)), KV16, Sharing(4), paging)
    assert (placed.groups, placed.size) == (2, 18)
    assert blocks_of_sequence(placed, 16_384, paging) == 1024 + 137
    assert round(float(concurrency(placed, 330_018, 16_384, paging)), 2) == 284.25
    assert logged_tokens(placed, 330_018) == 2_640_144


def test_pages_are_as_large_as_the_largest_kind():
    """Local pages of 256 KiB hold 16 tokens; global ones hold 32; one and five groups of ten layers."""
    full, local = Attention(10, 32, 4, 512, 512), Attention(50, 32, 16, 256, 256, window=1024)
    paging = Paging(in_flight=32_768)
    placed = layout(model(full, local), KV16, Sharing(), paging)
    assert placed.page == 256 * 1024
    assert (placed.size, placed.groups) == (10, 6)
    assert blocks_of_sequence(placed, 262_144, paging) == 8192 + 5 * 2113
    twice = Paging(in_flight=65_536)
    needed = blocks_of_sequence(placed, 262_144, twice) * placed.block_bytes
    assert round(float(needed / 2**30), 2) == 70.79


def test_attention_blocks_grow_until_a_page_holds_a_state():
    """Two cards, 8-bit cache: a state of 1,603,584 bytes, 1,024 bytes a token, so blocks of 1,568 tokens."""
    paging = Paging(state_blocks=2)
    placed = layout(HYBRID, KV8, Sharing(2), paging)
    assert placed.smallest_block == 1568
    blocks = blocks_in_pool(placed, Fraction("4.99") * 2**30)
    assert tokens_in_pool(placed, blocks, 131_072, paging) == 302_921


def test_engines_without_groups_give_every_layer_a_full_context():
    paging = Paging(groups=False)
    placed = layout(model(Attention(18, 64, 8, 64, 64), Attention(18, 64, 8, 64, 64, window=128)), KV16, Sharing(), paging)
    assert (placed.groups, placed.size) == (1, 36)


def test_the_longest_context_fills_the_pool():
    placed, paging = layout(model(GQA), KV16, Sharing(), Paging()), Paging()
    assert longest_context(placed, 10, paging, 10**6) == 160
    assert longest_context(placed, 10, paging, 100) == 100
    assert longest_context(placed, 0, paging, 100) == 0


@pytest.mark.parametrize(("slots", "wanted"), [(1, 1024), (3, 1536), (4, 1024)])
def test_cells_are_padded_for_each_slot(slots, wanted):
    assert cells(1024, Slots(slots)) == wanted


def test_windows_take_a_batch_too():
    """128 + 4,096 padded to 4,352; a shared cache holds the windows of all slots."""
    assert window_cells(128, 64_000, Slots(1, batch=4096)) == 4352
    assert window_cells(1024, 65_536, Slots(4, unified=True)) == 4 * 1024 + 512
    assert window_cells(1024, 65_536, Slots(4, windows_as_full=True)) == 65_536


def test_a_cache_of_cells_is_cells_times_bytes():
    both = model(Attention(3, 4, 1, 256, 256), Attention(15, 4, 1, 256, 256, window=512))
    assert cache_bytes(both, KV16, 1024, Slots(3)) == 27 * 2**20
    assert cache_bytes(both, KV16, 1024, Slots(4)) == 18 * 2**20


def test_states_are_kept_for_each_slot():
    assert cache_bytes(HYBRID, KV16, 1024, Slots(2)) - cache_bytes(HYBRID, KV16, 1024, Slots(1)) == 48 * (786_432 + 30_720) * 4
