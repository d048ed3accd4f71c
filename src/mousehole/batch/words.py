"""Eight bytes at a time: reading and writing words at any place of an array of bytes, in compiled code on a processor.

The bits of a word are written as 64 bytes at once. Interpreted, the same functions work on the bytes one by one.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic, overload
from numpy.typing import NDArray

Bytes = NDArray[np.uint8]
WORD_BYTES, HALF_BYTES = 8, 4
BYTE_BITS, WORD_BITS = 8, 64


def place_of(context: Any, builder: Any, kind: Any, array: Any, at: Any, bits: int) -> Any:  # inside the compiler
    """Point at a place of an array of bytes as at a whole number of so many bits."""
    start = context.make_array(kind)(context, builder, array).data
    return builder.bitcast(builder.gep(start, [at]), ir.IntType(bits).as_pointer())


@intrinsic
def load_word(typing: Any, array: Any, at: Any) -> Any:
    """Compile `get_word`."""

    def generate(context: Any, builder: Any, signature: Any, given: Any) -> Any:
        loaded = builder.load(place_of(context, builder, signature.args[0], given[0], given[1], 64))
        loaded.align = 1
        return loaded

    return types.uint64(array, types.int64), generate


def storing(bits: int) -> Any:
    """Make the intrinsic that writes a whole number of so many bits."""

    @intrinsic
    def store(typing: Any, array: Any, at: Any, word: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, given: Any) -> Any:
            number = given[2] if bits == 64 else builder.trunc(given[2], ir.IntType(bits))
            stored = builder.store(number, place_of(context, builder, signature.args[0], given[0], given[1], bits))
            stored.align = 1
            return context.get_dummy_value()

        return types.void(array, types.int64, types.uint64), generate

    return store


store_word, store_half = storing(64), storing(32)


@intrinsic
def store_bits(typing: Any, array: Any, at: Any, word: Any) -> Any:
    """Compile `put_bits`: each byte of the word eight times side by side, and of each copy another bit."""
    byte, flags = ir.IntType(BYTE_BITS), ir.VectorType(ir.IntType(BYTE_BITS), WORD_BITS)
    places = range(WORD_BITS)

    def generate(context: Any, builder: Any, signature: Any, given: Any) -> Any:
        own = builder.bitcast(given[2], ir.VectorType(byte, WORD_BYTES))
        copied = ir.Constant(ir.VectorType(ir.IntType(32), WORD_BITS), [place // BYTE_BITS for place in places])
        bit = ir.Constant(flags, [1 << place % BYTE_BITS for place in places])
        kept = builder.and_(builder.shuffle_vector(own, own, copied), bit)
        is_set = builder.zext(builder.icmp_unsigned("==", kept, bit), flags)
        start = place_of(context, builder, signature.args[0], given[0], given[1], BYTE_BITS)
        stored = builder.store(is_set, builder.bitcast(start, flags.as_pointer()))
        stored.align = 1
        return context.get_dummy_value()

    return types.void(array, types.int64, types.uint64), generate


def get_word(array: Bytes, at: int) -> int:
    """Read the eight bytes from a place on as a number, the first byte the lowest."""
    return int.from_bytes(array[at : at + WORD_BYTES].tobytes(), "little")


def put_word(array: Bytes, at: int, word: int) -> None:
    """Write a number as the eight bytes from a place on."""
    array[at : at + WORD_BYTES] = np.frombuffer(int(word).to_bytes(WORD_BYTES, "little"), np.uint8)


def put_half(array: Bytes, at: int, word: int) -> None:
    """Write the low half of a number as the four bytes from a place on."""
    array[at : at + HALF_BYTES] = np.frombuffer((int(word) & 0xFFFFFFFF).to_bytes(HALF_BYTES, "little"), np.uint8)


def put_bits(array: Bytes, at: int, word: int) -> None:
    """Write each bit of a number as a byte, 1 or 0: 64 bytes from a place on, the lowest bit first."""
    array[at : at + WORD_BITS] = [(int(word) >> place) & 1 for place in range(WORD_BITS)]


@overload(get_word, inline="always")
def compile_get_word(array, at):  # type: ignore[no-untyped-def]  # the compiler passes types
    return lambda array, at: load_word(array, at)


@overload(put_word, inline="always")
def compile_put_word(array, at, word):  # type: ignore[no-untyped-def]
    return lambda array, at, word: store_word(array, at, word)


@overload(put_half, inline="always")
def compile_put_half(array, at, word):  # type: ignore[no-untyped-def]
    return lambda array, at, word: store_half(array, at, word)


@overload(put_bits, inline="always")
def compile_put_bits(array, at, word):  # type: ignore[no-untyped-def]
    return lambda array, at, word: store_bits(array, at, word)
