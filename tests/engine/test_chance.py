"""Chance: one documented algorithm, with test vectors."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest
from scipy import stats

from mousehole.engine.chance import draw, forget_chance, next_word, reseed_chance, roll, seed_chance, threefry
from mousehole.engine.record import new_records, record_type
from mousehole.engine.rule import Record

WORD = 2**64 - 1
State = record_type("chance_alone", [], events=1)


def record(low: int = 5, high: int = 7) -> Record:
    """Return a record with nothing but chance in it."""
    states = new_records(State)
    words: list[Any] = [np.uint64(low), np.uint64(high)]
    seed_chance(states[0], *words)
    return states


@pytest.mark.parametrize(
    ("key", "count", "block"),
    [
        ((0, 0), (0, 0), (0xC2B6E3A8C2C69865, 0x6F81ED42F350084D)),
        ((WORD, WORD), (WORD, WORD), (0xE02CB7C4D95D277A, 0xD06633D0893B8B68)),
        (
            (0xA4093822299F31D0, 0x082EFA98EC4E6C89),
            (0x243F6A8885A308D3, 0x13198A2E03707344),
            (0x263C7D30BB0F0AF1, 0x56BE8361D3311526),
        ),
    ],
)
def test_threefry_vectors(key: tuple[int, int], count: tuple[int, int], block: tuple[int, int]) -> None:
    """Threefry-2x64-20 gives the blocks published for zeros, ones and the digits of pi."""
    words: list[Any] = [np.uint64(word) for word in (*key, *count)]
    assert threefry(*words) == block


def test_draw_vectors() -> None:
    """The draws that follow from a seed never change: records of old games depend on them."""
    states = record()
    assert [draw(states[0], 10) for _ in range(10)] == [1, 8, 3, 4, 0, 9, 2, 8, 8, 7]
    assert [draw(states[0], 2**31 - 1) for _ in range(3)] == [377712912, 613776899, 1837407156]


def test_roll_vectors() -> None:
    """SplitMix64 gives the words published for seed 1234567, and the same numbers below n everywhere."""
    rng = np.array([1234567], np.uint64)
    assert [int(next_word(rng)) for _ in range(3)] == [6457827717110365317, 3203168211198807973, 9817491932198370423]
    rng = np.array([42], np.uint64)
    assert [roll(rng, 10) for _ in range(10)] == [7, 1, 2, 3, 0, 8, 2, 8, 3, 6]


@pytest.mark.parametrize("n", [1, 2, 3, 7, 21, 42])
def test_draws_are_uniform(n: int) -> None:
    """Every number below n is equally likely, at the table and beside it."""
    states, rng = record(n), np.array([n], np.uint64)
    for numbers in ([draw(states[0], n) for _ in range(3000)], [roll(rng, n) for _ in range(3000)]):
        counts = Counter(numbers)
        assert set(counts) <= set(range(n))
        assert n == 1 or stats.chisquare([counts[i] for i in range(n)]).pvalue > 0.001


def test_every_bit_of_the_seed_matters() -> None:
    """Seeds that differ in one bit, low or high, give other draws."""
    seen = set()
    for bit in range(128):
        seed = 1 << bit
        states = record(seed & WORD, seed >> 64)
        seen.add(tuple(draw(states[0], 1000) for _ in range(5)))
    assert len(seen) == 128


def test_forgotten_chance_shows_nothing() -> None:
    """Neither the key nor how often it was used is left in a view."""
    states = record()
    draw(states[0], 6)
    forget_chance(states[0])
    assert list(states[0].chance) == [0, 0, 0]


def test_redealt_worlds_have_a_chance_of_their_own() -> None:
    """Two worlds redealt from one view draw differently."""
    states, rng = new_records(State, 2), np.array([1], np.uint64)
    draws = []
    for i in range(2):
        reseed_chance(states[i], rng)
        draws.append([draw(states[i], 1000) for _ in range(4)])
    assert draws[0] != draws[1]
