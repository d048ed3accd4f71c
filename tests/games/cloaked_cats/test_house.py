"""House rules of Cloaked Cats: each number at work, and nothing else changed by it."""

from __future__ import annotations

import random
from itertools import combinations

import numpy as np
import pytest
from tests.games.cloaked_cats.worlds import CAT_FEATURES, cloaks_of, story

from mousehole.engine.errors import BadOption
from mousehole.engine.match import Match
from mousehole.games import load
from mousehole.games.cloaked_cats import codes
from mousehole.games.cloaked_cats.knowledge import count_cloaks, feature_chances, next_cloak
from mousehole.games.cloaked_cats.show import show
from mousehole.games.cloaked_cats.words import outcome_sentence

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


@pytest.mark.parametrize("opening", [0, 1, 8])
def test_cats_that_open_the_ball(opening: int) -> None:
    """CC-5.5: before the first turn so many cats of the deck dance, masked as any other; no hand is smaller for it."""
    match = begin(opening_cats=opening)
    s = match.state
    assert (int(s.on_floor), int(s.deck), list(s.cats)) == (opening, 28 - opening, [3] * 4)
    for cat in map(int, s.floor[:opening]):
        likes = [bool(int(s.cloak[seat]) & CAT_FEATURES[cat]) for seat in range(4)]
        assert [bool(int(s.masked[seat]) >> cat & 1) for seat in range(4)] == likes
        assert all(int(s.lacks[seat]) & CAT_FEATURES[cat] == CAT_FEATURES[cat] for seat in range(4) if not likes[seat])
    assert [int(n) for n in s.stock] == [16 - int(s.masked[seat]).bit_count() for seat in range(4)]
    assert (s.phase, s.turn) == (codes.PLAY, s.first)


def test_who_sent_which_cat() -> None:
    """CC-5.5: nobody sent those that opened the ball; then players take turns from the starting player on."""
    match = begin(opening_cats=2)
    for _ in range(4):
        match.step(*first_move(match))
    shown = show(match.view(0).record, 0)
    first = int(match.state.first)
    assert [dancer.host for dancer in shown.floor] == [None, None, first, (first + 1) % 4]
    assert match.view(0).text().count("opening") == 2


def test_what_an_opening_tells() -> None:
    """CC-5.5: chances and worlds of a view are those of all cloaks that fit the opening and what came after."""
    match, chances = begin(seats=2, opening_cats=3, seed=7), np.zeros(19)
    for _ in range(4):
        (seat,) = match.actors()
        fitting = cloaks_of(match, seat)[1 - seat]
        feature_chances(match.view(seat).record, 1 - seat, chances)
        assert chances == pytest.approx([sum(c >> f & 1 for c in fitting) / len(fitting) for f in range(19)])
        assert {int(match.state.world(seat, n).cloak[1 - seat]) for n in range(20)} <= set(fitting)
        match.step(*first_move(match))


@pytest.mark.parametrize(
    ("ties", "won", "hidden", "winners", "told"),
    [
        (0, (2, 1, 0, 0), (1, 2, 0, 1), {1}, "ahead of Saffron by hidden features"),
        (1, (2, 1, 0, 0), (1, 2, 0, 1), {0}, "ahead of Ruby as the starting player"),
        (1, (0, 1, 0, 0), (3, 3, 0, 1), {1}, "Ruby wins with 4 points (1 mask won, 3 features hidden)."),
        (1, (0, 1, 1, 0), (1, 2, 2, 0), {1, 2}, "Ruby and Indigo share the win"),
        (1, (1, 0, 0, 0), (3, 3, 0, 0), {0}, "Saffron wins with 4 points (1 mask won, 3 features hidden)."),
    ],
)
def test_ties_of_the_starting_player(
    ties: int, won: tuple[int, ...], hidden: tuple[int, ...], winners: set[int], told: str
) -> None:
    """CC-5.6: level on points the starting player wins, however little it hides; ties of others are as printed."""
    match = begin(starter_ties=ties)
    s = match.state.record
    s.first, s.phase, s.ended = 0, codes.OVER, codes.UNMASKED
    s.won[:], s.covered[:] = won, hidden
    payoffs = match.state.payoffs()
    assert {seat for seat in range(4) if payoffs[seat] > 0} == winners
    assert told in outcome_sentence(s)


def test_an_opening_leaves_everybody_a_mask() -> None:
    """CC-5.5: an opening that could use up a player's masks is refused in a sentence."""
    begin(opening_cats=5, masks=6)
    with pytest.raises(BadOption, match="6 cats cannot open a ball of 6 masks each"):
        begin(opening_cats=6, masks=6)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("cloak", 1),
        ("cloak", 4),
        ("masks", 5),
        ("hand", 0),
        ("starter_points", 4),
        ("opening_cats", 9),
        ("starter_ties", 2),
    ],
)
def test_numbers_out_of_range(name: str, value: int) -> None:
    """CC-5.1 to CC-5.6: what cannot be played is refused."""
    with pytest.raises(BadOption, match=f"{name} goes from"):
        begin(**{name: value})
