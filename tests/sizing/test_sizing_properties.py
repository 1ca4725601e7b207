"""What holds of sizes whatever the model and the card, and that nothing on the way is a float."""

from fractions import Fraction

from hypothesis import given, settings
from hypothesis import strategies as st

from gpuguide.sizing import memory, speed

PARAMETERS = st.integers(1, 10**13).map(Fraction)
WIDTHS = st.sampled_from([Fraction(text) for text in ("2", "1", "0.5", "0.6")])
BYTES = st.integers(0, 10**13).map(Fraction)
SOME_BYTES = st.integers(1, 10**13).map(Fraction)
COUNTS = st.integers(1, 512).map(Fraction)
TOKENS = st.integers(1, 10**7).map(Fraction)
SHARES = st.fractions(0, 1)
WHOLE = Fraction(1)
rule = settings(derandomize=True, deadline=None, max_examples=60)


@rule
@given(PARAMETERS, WIDTHS, BYTES, BYTES)
def test_memory_needed_is_at_least_the_weights(parameters: Fraction, width: Fraction, cache: Fraction, overhead: Fraction):
    """No estimate is below parameters x bytes."""
    weights = memory.weights(parameters, width)
    assert weights == parameters * width
    assert memory.memory_needed(weights, cache, overhead) >= weights


@rule
@given(COUNTS, COUNTS, COUNTS, TOKENS, COUNTS)
def test_kv_cache_doubles_with_context_requests_layers_and_heads(
    layers: Fraction, heads: Fraction, size: Fraction, context: Fraction, requests: Fraction
):
    """Twice any of them is twice the cache."""

    def cache(layers: Fraction, heads: Fraction, context: Fraction, requests: Fraction) -> Fraction:
        return memory.kv_cache(memory.kv_cache_per_token(2 * WHOLE, layers, heads, size, 2 * WHOLE), context, requests)

    once = cache(layers, heads, context, requests)
    assert cache(layers, heads, 2 * context, requests) == 2 * once
    assert cache(layers, heads, context, 2 * requests) == 2 * once
    assert cache(2 * layers, heads, context, requests) == 2 * once
    assert cache(layers, 2 * heads, context, requests) == 2 * once


def test_kv_cache_does_not_ask_for_parameters():
    """The number of parameters is no input of the cache."""
    asked = memory.kv_cache_per_token.__annotations__ | memory.kv_cache.__annotations__
    assert "parameters" not in asked


@rule
@given(SOME_BYTES, COUNTS, COUNTS)
def test_more_cards_never_hold_less(card: Fraction, cards: Fraction, further: Fraction):
    """A server of more cards holds what a smaller one holds."""
    assert memory.capacity(card, cards + further) > memory.capacity(card, cards)


@rule
@given(SOME_BYTES, BYTES)
def test_what_is_left_and_what_is_used_make_the_whole(capacity: Fraction, used: Fraction):
    """Nothing gets lost between capacity and need."""
    assert memory.memory_free(capacity, used) + used == capacity


@rule
@given(SOME_BYTES, SHARES, WIDTHS)
def test_the_largest_model_fits_the_usable_memory_exactly(card: Fraction, share: Fraction, width: Fraction):
    """Its weights are the usable memory, which is never more than the card's."""
    usable = memory.usable_memory(card, share)
    assert memory.weights(memory.largest_model(card, share, width), width) == usable <= card


@rule
@given(SOME_BYTES, SOME_BYTES, SOME_BYTES)
def test_more_weights_are_never_faster(bandwidth: Fraction, weights: Fraction, further: Fraction):
    """The ceiling falls as the weights grow."""
    assert speed.decode_ceiling(bandwidth, weights + further) < speed.decode_ceiling(bandwidth, weights)


@rule
@given(SOME_BYTES, SOME_BYTES)
def test_ceilings_are_exact(bandwidth: Fraction, weights: Fraction):
    """A ceiling times its weights gives the bandwidth back; a float would not."""
    ceiling = speed.decode_ceiling(bandwidth, weights)
    assert type(ceiling) is Fraction
    assert ceiling * weights == bandwidth
