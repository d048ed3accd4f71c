"""House rules of Cloaked Cats: each number at work, and nothing else changed by it."""

from __future__ import annotations

import random
from itertools import combinations

import numpy as np
import pytest
from tests.games.cloaked_cats.worlds import CAT_FEATURES, story

from mousehole.engine.errors import BadOption
from mousehole.engine.match import Match
from mousehole.games import load
from mousehole.games.cloaked_cats import codes
from mousehole.games.cloaked_cats.knowledge import count_cloaks, feature_chances, next_cloak

GAME = load("cloaked_cats")
PAIRS = [1 << a | 1 << b for a, b in combinations(range(19), 2)]


def begin(seats: int = 4, seed: int = 3, **options: int) -> Match:
    """Open a table."""
    return Match.start(GAME, seats=seats, options=options, seed=seed)


@pytest.mark.parametrize("cloak", [2, 3])
def test_size_of_a_cloak(cloak: int) -> None:
    """CC-5.1: everybody hides as many features as were agreed, and stands unmasked when all of them lie face up."""
    match = begin(cloak=cloak)
    assert [int(bits).bit_count() for bits in match.state.cloak] == [cloak] * 4
    assert list(match.state.covered) == [cloak] * 4
    match.step(*first_move(match))
    seat, other = int(match.state.turn), (int(match.state.turn) + 1) % 4
    features = [f for f in range(19) if int(match.state.cloak[other]) >> f & 1]
    match.state.record.shown[other] = sum(1 << f for f in features[1:])
    match.state.record.covered[other] = 1
    match.step(seat, codes.FIRST_GUESS + 19 * other + features[0])
    assert (match.state.covered[other], match.state.last) == (0, 1)


def first_move(match: Match) -> tuple[int, int]:
    """Return whoever is asked, with its first legal move."""
    (seat,) = match.actors()
    return seat, match.legal(seat)[0]


def test_most_guesses_with_small_cloaks() -> None:
    """CC-5.1: with two features each there is one more feature to name of each of three others."""
    match = begin(cloak=2)
    match.step(*first_move(match))
    assert len(match.legal(*match.actors())) == GAME.facts.max_actions == 52


@pytest.mark.parametrize("seed", range(20))
def test_small_cloaks_are_counted(seed: int) -> None:
    """CC-5.1: cloaks of two features, counted and listed by branching on open clues, are those found by trying all."""
    chooser = random.Random(seed)
    live = chooser.getrandbits(19) | chooser.getrandbits(19)
    cats = {chooser.randrange(40) for _ in range(chooser.randrange(4))}
    clues = sum(1 << 19 + cat for cat in cats)
    expected = [c for c in PAIRS if c & live == c and all(c & CAT_FEATURES[cat] for cat in cats)]
    assert count_cloaks(clues, live, 2) == len(expected)
    found, cloak = [], next_cloak(0, clues, live, 2)
    while cloak:
        found.append(cloak)
        cloak = next_cloak(cloak, clues, live, 2)
    assert sorted(found) == sorted(expected)


def test_small_cloaks_are_dealt_again_as_they_may_be() -> None:
    """CC-5.1: chances and worlds of a view are those of all pairs that fit the story."""
    match, chooser, chances = begin(seats=2, cloak=2, seed=5), random.Random(2), np.zeros(19)
    while not match.is_over and len(match.moves) < 12:
        (seat,) = match.actors()
        fitting = [c for c in PAIRS if not c & int(match.state.cloak[seat])]
        for player, features, is_held in story(match):
            fitting = [c for c in fitting if player == seat or bool(c & features) == is_held]
        feature_chances(match.view(seat).record, 1 - seat, chances)
        assert chances == pytest.approx([sum(c >> f & 1 for c in fitting) / len(fitting) for f in range(19)])
        worlds = {int(match.state.world(seat, n).cloak[1 - seat]) for n in range(40)}
        assert worlds <= set(fitting)
        match.step(seat, chooser.choice(match.legal(seat)[: 6 if match.state.phase == codes.PLAY else 40]))


@pytest.mark.parametrize("masks", [6, 16, 24])
def test_masks(masks: int) -> None:
    """CC-5.2: everybody begins with as many masks as were agreed, and the ball ends when they are gone."""
    match = begin(masks=masks)
    assert list(match.state.stock) == [masks] * 4
    assert f"{masks:>5}" in match.view(0).text()
    match.step(*first_move(match))
    (seat,) = match.actors()
    match.state.record.stock[seat] = 1
    other = (seat + 1) % 4
    wrong = next(f for f in range(19) if not (int(match.state.cloak[other]) | int(match.state.cloak[seat])) >> f & 1)
    match.step(seat, codes.FIRST_GUESS + 19 * other + wrong)
    outcome = match.outcome()
    assert outcome is not None
    assert outcome.reason == "out_of_masks"


@pytest.mark.parametrize(("rounds", "is_over"), [(24, False), (25, True)])
def test_a_ball_does_not_last_for_ever(rounds: int, is_over: bool) -> None:
    """CC-5.2: with masks to spare a ball ends with its 25th round, however much is guessed in it."""
    match = begin(masks=24)
    s = match.state.record
    s.phase, s.turns, s.turn = codes.GUESS, 4 * rounds - 1, (int(s.first) + 3) % 4
    match.step(int(s.turn), codes.PASS)
    assert match.is_over == is_over


@pytest.mark.parametrize("hand", [1, 3, 5])
def test_cats_in_hand(hand: int) -> None:
    """CC-5.3: everybody holds as many cats as were agreed, at first and after a turn; the others are the deck."""
    match = begin(hand=hand)
    assert [int(cats).bit_count() for cats in match.state.hand] == [hand] * 4
    assert int(match.state.deck) == 40 - 4 * hand
    for _ in range(2):
        match.step(*first_move(match))
    assert list(match.state.cats) == [hand] * 4


@pytest.mark.parametrize("given", [0, 1, 3])
def test_points_for_the_starting_player(given: int) -> None:
    """CC-5.4: the starting player, and nobody else, begins with as many masks received; no stock has paid for them."""
    match = begin(starter_points=given)
    first = int(match.state.first)
    assert list(match.state.won) == [given if seat == first else 0 for seat in range(4)]
    assert list(match.state.stock) == [16] * 4
    assert match.state.points() == tuple(3 + (given if seat == first else 0) for seat in range(4))


@pytest.mark.parametrize(
    ("name", "value"), [("cloak", 1), ("cloak", 4), ("masks", 5), ("hand", 0), ("starter_points", 4)]
)
def test_numbers_out_of_range(name: str, value: int) -> None:
    """CC-5.1 to CC-5.4: what cannot be played is refused."""
    with pytest.raises(BadOption, match=f"{name} goes from"):
        begin(**{name: value})
