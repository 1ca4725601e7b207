"""How much memory training takes: worked by hand, in decimal gigabytes unless a test says otherwise."""

from fractions import Fraction

from hypothesis import given, settings
from hypothesis import strategies as st

from gpuguide.sizing import finetuning, memory

GB = Fraction(10**9)
ONE, TWO, FOUR = Fraction(1), Fraction(2), Fraction(4)
SEVEN_BILLION = 7 * GB
BYTES = st.integers(0, 10**13).map(Fraction)
COUNTS = st.integers(1, 512).map(Fraction)
rule = settings(derandomize=True, deadline=None, max_examples=60)


def state_of(parameters: Fraction, states: int) -> Fraction:
    """What mixed-precision training keeps, with so many bytes of optimizer states a parameter."""
    return finetuning.training_state(
        memory.weights(parameters, TWO),
        finetuning.gradients(parameters, TWO),
        finetuning.master_weights(parameters, FOUR),
        finetuning.optimizer_states(parameters, Fraction(states)),
    )


def test_gradients_weigh_as_much_as_16_bit_weights():
    """7e9 parameters x 2 B = 14 GB."""
    assert finetuning.gradients(SEVEN_BILLION, TWO) == 14 * GB


def test_adamw_keeps_two_moments_in_32_bits():
    """7e9 x (4 + 4) B = 56 GB; in 8 bits 7e9 x (1 + 1) B = 14 GB; one moment in 32 bits 28 GB."""
    assert finetuning.optimizer_states(SEVEN_BILLION, Fraction(8)) == 56 * GB
    assert finetuning.optimizer_states(SEVEN_BILLION, TWO) == 14 * GB
    assert finetuning.optimizer_states(SEVEN_BILLION, FOUR) == 28 * GB


def test_mixed_precision_adam_keeps_16_bytes_a_parameter():
    """2 + 2 + 4 + 8 = 16 B: 7e9 parameters are 112 GB, and 7.5e9 the 120 GB that the ZeRO paper prints."""
    assert finetuning.trained_parameter(TWO, TWO, FOUR, Fraction(8)) == 16
    assert state_of(SEVEN_BILLION, 8) == 112 * GB
    assert state_of(Fraction("7.5") * GB, 8) == 120 * GB


def test_8_bit_states_keep_10_bytes_a_parameter():
    """2 + 2 + 4 + 2 = 10 B: 7e9 parameters are 70 GB."""
    assert state_of(SEVEN_BILLION, 2) == 70 * GB


def test_full_finetuning_adds_activations_and_overhead():
    """14 + 14 + 56 + 28 + 1 + 2 = 115 GB."""
    parts = [14 * GB, 14 * GB, 56 * GB, 28 * GB, GB, 2 * GB]
    assert finetuning.full_finetuning(*parts) == 115 * GB


def test_cards_share_the_state_and_nothing_else():
    """112 GB over four cards are 28 GB, with 1 GB of activations and 2 GB of overhead 31 GB a card."""
    assert finetuning.sharded_training(112 * GB, FOUR, GB, 2 * GB) == 31 * GB


def test_activations_are_34_bytes_a_token_element_and_layer():
    """2048 tokens x 4096 elements x 32 layers x 34 B = 268,435,456 x 34 = 9,126,805,504 B."""
    assert finetuning.activations(Fraction(2048), ONE, Fraction(4096), Fraction(32), Fraction(34)) == 9_126_805_504


def test_checkpoints_keep_inputs_and_one_whole_layer():
    """8,388,608 x (32 x 2 + 34) = 8,388,608 x 98 = 822,083,584 B."""
    kept = finetuning.activations_checkpointed(Fraction(2048), ONE, Fraction(4096), Fraction(32), TWO, Fraction(34))
    assert kept == 822_083_584


def test_lora_adds_little_to_frozen_weights():
    """14 + 0.7 + 0.8 + 2 = 17.5 GB."""
    assert finetuning.lora(14 * GB, Fraction("0.7") * GB, Fraction("0.8") * GB, 2 * GB) == Fraction("17.5") * GB


def test_double_quantization_costs_an_eighth_of_a_bit():
    """A byte for 64 parameters and 4 B for 64 x 256: 8/64 + 32/16384 = 0.126953125 bits, 0.127 in the paper."""
    constants = finetuning.quantization_constants(ONE, Fraction(64), Fraction(256), ONE, FOUR)
    assert constants * 8 == Fraction("0.126953125")


def test_qlora_adds_the_constants():
    """35 + 1.1 + 3.3 + 3.3 + 2 = 44.7 GB."""
    parts = [Fraction(text) * GB for text in ("35", "1.1", "3.3", "3.3", "2")]
    assert finetuning.qlora(*parts) == Fraction("44.7") * GB


@rule
@given(BYTES, COUNTS, BYTES, BYTES)
def test_more_cards_never_need_more_memory_each(training: Fraction, cards: Fraction, activations: Fraction, overhead: Fraction):
    """A further card takes a share, and what is not shared stays."""
    needed = finetuning.sharded_training(training, cards, activations, overhead)
    assert activations + overhead <= finetuning.sharded_training(training, cards + 1, activations, overhead) <= needed
    assert finetuning.sharded_training(training, ONE, activations, overhead) == training + activations + overhead


@rule
@given(COUNTS, COUNTS, COUNTS, st.integers(20, 200).map(Fraction))
def test_checkpoints_save_memory_in_any_deep_model(sequence: Fraction, requests: Fraction, hidden: Fraction, layers: Fraction):
    """With twenty layers or more the inputs and one layer are less than all layers."""
    whole = finetuning.activations(sequence, requests, hidden, layers, Fraction(34))
    assert finetuning.activations_checkpointed(sequence, requests, hidden, layers, TWO, Fraction(34)) < whole
