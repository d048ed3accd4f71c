"""Counting and finding the bits of a number by the processor's own instructions, for what runs on a CPU only."""

from __future__ import annotations

from collections.abc import Callable

from numba import types
from numba.extending import intrinsic, overload


def size(bits: int) -> int:
    """Count the bits that are set."""
    return int(bits).bit_count()


def lowest_place(bits: int) -> int:
    """Return the place of the lowest bit that is set; there must be one."""
    return (int(bits) & -int(bits)).bit_length() - 1


@intrinsic
def count_ones(typing, bits):  # type: ignore[no-untyped-def]
    def emit(context, builder, signature, args):  # type: ignore[no-untyped-def]
        return builder.ctpop(args[0])

    return types.int64(types.int64), emit


@intrinsic
def count_low_zeros(typing, bits):  # type: ignore[no-untyped-def]
    def emit(context, builder, signature, args):  # type: ignore[no-untyped-def]
        is_never_zero = context.get_constant(types.boolean, 1)
        return builder.cttz(args[0], is_never_zero)

    return types.int64(types.int64), emit


@overload(size)
def compile_size(bits: int) -> Callable[[int], int]:
    """Compile `size`."""

    def counted(bits: int) -> int:
        return count_ones(bits)

    return counted


@overload(lowest_place)
def compile_lowest_place(bits: int) -> Callable[[int], int]:
    """Compile `lowest_place`."""

    def found(bits: int) -> int:
        return count_low_zeros(bits)

    return found
