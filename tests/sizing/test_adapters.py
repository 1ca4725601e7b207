"""How many parameters adapters train: worked by hand for published shapes."""

from fractions import Fraction

from gpuguide.sizing import adapters

SMALL = {"hidden": Fraction(4096), "query": Fraction(4096), "key_value": Fraction(1024)}  # 32 heads, 8 KV heads of 128
LARGE = {"hidden": Fraction(8192), "query": Fraction(8192), "key_value": Fraction(1024)}  # 64 heads, 8 KV heads of 128


def test_keys_are_as_wide_as_all_kv_heads():
    """8 heads x 128 = 1024."""
    assert adapters.key_value_width(Fraction(8), Fraction(128)) == 1024


def test_query_and_value_have_two_inputs_and_two_outputs():
    """(4096 + 4096) + (4096 + 1024) = 13,312."""
    assert adapters.query_value_widths(**SMALL) == 13_312


def test_attention_has_four_matrices():
    """8192 + 5120 + 5120 + 8192 = 26,624."""
    assert adapters.attention_widths(**SMALL) == 26_624


def test_a_gated_mlp_has_three_matrices():
    """3 x (4096 + 14336) = 55,296."""
    assert adapters.mlp_widths(Fraction(4096), Fraction(14_336)) == 55_296


def test_rank_16_on_all_linear_layers_of_8b_trains_42_million():
    """16 x 81,920 x 32 = 41,943,040, the count that PEFT prints for this shape."""
    widths = adapters.linear_widths(adapters.attention_widths(**SMALL), adapters.mlp_widths(Fraction(4096), Fraction(14_336)))
    assert adapters.lora_parameters(Fraction(16), widths, Fraction(32)) == 41_943_040


def test_rank_16_on_all_linear_layers_of_70b_trains_207_million():
    """16 x (51,200 + 110,592) x 80 = 207,093,760."""
    widths = adapters.linear_widths(adapters.attention_widths(**LARGE), adapters.mlp_widths(Fraction(8192), Fraction(28_672)))
    assert adapters.lora_parameters(Fraction(16), widths, Fraction(80)) == 207_093_760


def test_twice_the_rank_trains_twice_the_parameters():
    widths = adapters.query_value_widths(**SMALL)
    assert adapters.lora_parameters(Fraction(16), widths, Fraction(32)) == 2 * adapters.lora_parameters(
        Fraction(8), widths, Fraction(32)
    )
