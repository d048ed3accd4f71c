"""Chance, in two kinds.

**At the table** (`draw`): Threefry-2x64 with 20 rounds, a counter-based keyed generator. The key is the 128-bit seed,
the counter the number of blocks used; both lie in the record, and `hide` blanks them. What players see of its output
does not let them predict the rest. The n-th block is `threefry(seed_low, seed_high, n, 0)`; one block serves one draw:
the top 32 bits of its first word give a number below n without bias, by multiplication (Lemire); the rare word that
would bias the result is thrown away and the next block is used.

**Beside the table** (`roll`): SplitMix64 over a one-element array, for playouts and redeals, where nobody looks on and
only speed counts.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numba.extending import overload

from mousehole.engine.rule import Record, Rng, Word, rule

WORD = 0xFFFFFFFFFFFFFFFF
PARITY = 0x1BD11BDAA9FC1A22
GOLDEN = 0x9E3779B97F4A7C15
STIR1 = 0xBF58476D1CE4E5B9
STIR2 = 0x94D049BB133111EB


def word(number: int) -> int:
    """Take a number as a 64-bit word: interpreted a plain int, which cannot overflow; compiled an unsigned one."""
    return int(number)


@overload(word)
def compile_word(number: int) -> Callable[[int], int]:
    """Compile `word`: without it an unsigned and a signed number would add up to a float."""

    def unsigned(number: int) -> int:
        return np.uint64(number)  # type: ignore[return-value]

    return unsigned


@rule
def turned(bits: Word, by: int) -> int:
    """Rotate a 64-bit word left."""
    return ((bits << by) | (bits >> (64 - by))) & WORD


@rule
def four_rounds(a: Word, b: Word, by0: int, by1: int, by2: int, by3: int) -> tuple[int, int]:
    """Four rounds of Threefry-2x64 with the given rotations."""
    a = (a + b) & WORD
    b = turned(b, by0) ^ a
    a = (a + b) & WORD
    b = turned(b, by1) ^ a
    a = (a + b) & WORD
    b = turned(b, by2) ^ a
    a = (a + b) & WORD
    b = turned(b, by3) ^ a
    return a, b


@rule
def threefry(key0: Word, key1: Word, count0: Word, count1: Word) -> tuple[int, int]:
    """Return one block, two 64-bit words, of Threefry-2x64 with 20 rounds."""
    key2 = key0 ^ key1 ^ word(PARITY)
    a = (count0 + key0) & WORD
    b = (count1 + key1) & WORD
    a, b = four_rounds(a, b, 16, 42, 12, 31)
    a, b = (a + key1) & WORD, (b + key2 + word(1)) & WORD
    a, b = four_rounds(a, b, 16, 32, 24, 21)
    a, b = (a + key2) & WORD, (b + key0 + word(2)) & WORD
    a, b = four_rounds(a, b, 16, 42, 12, 31)
    a, b = (a + key0) & WORD, (b + key1 + word(3)) & WORD
    a, b = four_rounds(a, b, 16, 32, 24, 21)
    a, b = (a + key1) & WORD, (b + key2 + word(4)) & WORD
    a, b = four_rounds(a, b, 16, 42, 12, 31)
    return (a + key2) & WORD, (b + key0 + word(5)) & WORD


@rule
def seed_chance(s: Record, low: Word, high: Word) -> None:
    """Key the record's chance by a 128-bit seed and start counting."""
    s.chance[0] = low
    s.chance[1] = high
    s.chance[2] = 0


@rule
def forget_chance(s: Record) -> None:
    """Blank chance in a view: neither the key nor how often it was used may show."""
    for i in range(3):
        s.chance[i] = 0


@rule
def is_fair(low: int, n: int) -> bool:
    """Tell whether a product's low half may be used: the lowest 2**32 mod n would bias the result.

    That remainder is below n, so the first comparison nearly always spares the division, which is slow on a GPU.
    """
    return low >= n or low >= (0x100000000 - n) % n


@rule
def draw(s: Record, n: int) -> int:
    """Draw a number from 0 to n - 1 (n < 2**31) from the record's own chance."""
    n = int(n)
    while True:
        bits, _ = threefry(word(s.chance[0]), word(s.chance[1]), word(s.chance[2]), word(0))
        s.chance[2] = word(s.chance[2]) + word(1)
        product = int(bits >> 32) * n
        if is_fair(product & 0xFFFFFFFF, n):
            return product >> 32


@rule
def next_word(rng: Rng) -> int:
    """Return the next 64-bit word of SplitMix64."""
    state = (word(rng[0]) + GOLDEN) & WORD
    rng[0] = state
    bits = ((state ^ (state >> 30)) * STIR1) & WORD
    bits = ((bits ^ (bits >> 27)) * STIR2) & WORD
    return bits ^ (bits >> 31)


@rule
def roll(rng: Rng, n: int) -> int:
    """Draw a number from 0 to n - 1 (n < 2**31) beside the table."""
    n = int(n)
    while True:
        product = int(next_word(rng) >> 32) * n
        if is_fair(product & 0xFFFFFFFF, n):
            return product >> 32


@rule
def reseed_chance(s: Record, rng: Rng) -> None:
    """Give a redealt world a chance of its own."""
    s.chance[0] = next_word(rng)
    s.chance[1] = next_word(rng)
    s.chance[2] = 0
