"""How fast decoding can be, and what keeps a card busy: worked by hand."""

from fractions import Fraction

from gpuguide.sizing import speed

GB = Fraction(10**9)
TFLOPS = Fraction(10**12)


def test_a_token_takes_at_least_one_reading_of_the_weights():
    """3,350 GB/s read 16 GB 209.375 times a second."""
    assert speed.decode_ceiling(3350 * GB, 16 * GB) == Fraction("209.375")


def test_fp8_doubles_the_ceiling():
    """Half the bytes are read twice as often."""
    assert speed.decode_ceiling(3350 * GB, 8 * GB) == 2 * speed.decode_ceiling(3350 * GB, 16 * GB)


def test_intensity_is_compute_over_bandwidth():
    """990 TFLOPS over 3.35 TB/s are 295.5 operations a byte."""
    assert speed.arithmetic_intensity(990 * TFLOPS, 3350 * GB) == Fraction(19_800, 67)


def test_decode_does_one_operation_a_byte_in_bf16():
    """Two operations a parameter over two bytes; in FP8 they are two a byte."""
    assert speed.operations_per_byte(Fraction(2), Fraction(2)) == 1
    assert speed.operations_per_byte(Fraction(2), Fraction(1)) == 2


def test_makers_print_twice_the_dense_rate_with_sparsity():
    """989.5 TFLOPS dense are 1,979 with structured sparsity."""
    assert speed.sparse_rate(Fraction("989.5") * TFLOPS, Fraction(2)) == 1979 * TFLOPS
