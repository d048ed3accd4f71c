"""Who knows what in Cloaked Cats: counting and redealing are exact, against a slow twin."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations
from math import prod

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy import stats
from tests.games.cloaked_cats.ball import ball, features, play, play_any_cat
from tests.games.cloaked_cats.worlds import ALL_CLOAKS, CAT_FEATURES, cloaks_of, weights_of, worlds_of

from mousehole.engine.match import Match
from mousehole.engine.record import new_records
from mousehole.engine.rule import HIDDEN, Record, Rng, rule
from mousehole.games import load
from mousehole.games.cloaked_cats import codes, knowledge
from mousehole.games.cloaked_cats.bitsets import member, nth, size
from mousehole.games.cloaked_cats.knowledge import below, count_cloaks
from mousehole.games.cloaked_cats.rules import redeal

MOST_WORLDS = 3000


@rule
def redeal_often(states: Record, seat: int, rng: Rng, out: NDArray[np.int64]) -> None:
    """Redeal the first record into the second, again and again, and note the cloaks and the hands."""
    for i in range(len(out)):
        states[1] = states[0]
        redeal(states[1], seat, rng)
        for player in range(4):
            out[i, player] = states[1].cloak[player]
            out[i, 4 + player] = states[1].hand[player]


def redealt(match: Match, viewer: int, count: int) -> NDArray[np.int64]:
    """Redeal a view many times: the four cloaks and the four hands of each world."""
    states = new_records(match.game.rules.State, 2)
    states[0] = match.view(viewer).record
    out = np.zeros((count, 8), np.int64)
    redeal_often(states, viewer, np.array([7], np.uint64), out)
    return out


def stroll(seats: int, seed: int, guesses: float, turns: int) -> Match:
    """Play some turns of a random game, in which players guess with this probability."""
    match, chooser = Match.start(load("cloaked_cats"), seats=seats, seed=seed), random.Random(seed)
    while not match.is_over and match.state.turns < turns:
        (seat,) = match.actors()
        action = chooser.choice(match.legal(seat))
        if match.state.phase == codes.GUESS and chooser.random() >= guesses:
            action = codes.PASS
        match.step(seat, action)
    return match


def check_uniform(observed: Counter[tuple[int, ...]], worlds: list[tuple[int, ...]]) -> None:
    """Check by chi-square that all worlds came up alike, and no others."""
    assert set(observed) <= set(worlds)
    if len(worlds) > 1:
        assert stats.chisquare([observed[world] for world in worlds]).pvalue > 0.001


CASES = [
    (2, 1, 0.3, 5, 0),
    (2, 2, 0.0, 4, 1),
    (2, 3, 1.0, 3, 0),
    (3, 1, 0.3, 8, 2),
    (3, 2, 1.0, 8, 0),
    (4, 1, 0.3, 12, 3),
    (4, 2, 0.0, 9, 0),
    (4, 3, 1.0, 11, 1),
    (2, 4, 0.3, 7, -1),
    (3, 4, 0.3, 10, -1),
    (4, 5, 0.5, 15, -1),
]


@pytest.mark.parametrize(("seats", "seed", "guesses", "turns", "viewer"), CASES)
def test_all_worlds_that_fit_are_redealt_alike(seats: int, seed: int, guesses: float, turns: int, viewer: int) -> None:
    """CC-3.2 to CC-3.4: cloaks are uniform over all that explain every mask, answer and guess, for any viewer."""
    match = stroll(seats, seed, guesses, turns)
    assert not match.is_over
    worlds = worlds_of(match, viewer)
    assert 1 < len(worlds) <= MOST_WORLDS, len(worlds)
    out = redealt(match, viewer, 30 * len(worlds))
    hidden = [player for player in range(seats) if player != viewer]
    check_uniform(Counter(tuple(int(n) for n in row) for row in out[:, hidden]), worlds)
    assert tuple(int(match.state.cloak[player]) for player in hidden) in worlds


@pytest.mark.parametrize(("seats", "turns"), [(2, 0), (2, 1), (3, 0), (3, 1), (3, 2), (4, 0), (4, 1), (4, 2), (4, 3)])
def test_the_early_game_is_redealt_exactly(seats: int, turns: int) -> None:
    """CC-2.1, CC-3.2: with few clues, each player's cloak is as likely as the ways to dress the others around it."""
    match = stroll(seats, 10 * seats + turns, 0.5, turns)
    for player in range(1, seats):
        weights = weights_of(match, 0, player)
        drawn = Counter(int(cloak) for cloak in redealt(match, 0, 40_000)[:, player])
        cloaks = [cloak for cloak, weight in weights.items() if weight]
        assert set(drawn) <= set(cloaks)
        total = sum(weights.values())
        assert (
            stats.chisquare(
                [drawn[cloak] for cloak in cloaks], [40_000 * weights[cloak] / total for cloak in cloaks]
            ).pvalue
            > 0.001
        )


@pytest.mark.parametrize(("seats", "guesses"), [(2, 0.0), (2, 0.6), (3, 0.0), (3, 0.6), (4, 0.0), (4, 0.6)])
def test_chances_and_certainties_are_exact(seats: int, guesses: float) -> None:
    """CC-3.2 to CC-3.4: how likely each feature is, and what is certain, agree with counting worlds, all game long."""
    for seed in range(3):
        whole = stroll(seats, seed, guesses, 99)
        match = Match.start(whole.game, seats=seats, seed=seed)
        for number, move in enumerate(whole.moves[: min(40, len(whole.moves) - 1)]):
            match.step(*move)
            viewer, player = number % seats, (number + 1 + number // seats % (seats - 1)) % seats
            check_chances(match, viewer, player, weights_of(match, viewer, player))


def check_chances(match: Match, viewer: int, player: int, weights: dict[int, int]) -> None:
    """Compare chances and certainties with weighted cloaks."""
    total = sum(weights.values())
    expected = [sum(w for c, w in weights.items() if c >> f & 1) for f in range(19)]
    view, out = match.view(viewer).record, np.full(19, np.nan)
    knowledge.feature_chances(view, player, out)
    assert out * total == pytest.approx(expected)
    assert knowledge.surely_holds(view, player) == sum(1 << f for f in range(19) if expected[f] == total)
    assert knowledge.surely_lacks(view, player) == sum(1 << f for f in range(19) if expected[f] == 0)


def test_a_spectators_chances_are_exact() -> None:
    """CC-3.2: the same for somebody who sees no cloak at all."""
    for seats, seed in ((2, 1), (3, 2), (4, 3)):
        match = stroll(seats, seed, 0.5, 3 * seats)
        worlds = worlds_of(match, -1)
        for player in range(seats):
            check_chances(match, -1, player, dict(Counter(world[player] for world in worlds)))


def test_what_is_known_is_certain() -> None:
    """CC-4.1: one's own cloak, and one that lies face up, are known feature by feature."""
    match = ball("white, brown, blue", "black, green, yellow", "red, purple, lazy")
    s = match.state.record
    s.shown[1], s.covered[1] = s.cloak[1], 0
    view, out = match.view(0).record, np.zeros(19)
    assert view.cloak[1] == s.cloak[1]
    for player in (0, 1):
        knowledge.feature_chances(view, player, out)
        assert sum(1 << f for f in range(19) if out[f] == 1.0) == s.cloak[player]
        assert out.sum() == 3
        assert knowledge.surely_holds(view, player) == s.cloak[player]
        assert knowledge.surely_lacks(view, player) == ~int(s.cloak[player]) & (1 << 19) - 1


def test_two_opponents_can_be_told_together() -> None:
    """CC-2.1: each feature is on one card, so what one opponent must hold another cannot."""
    match = ball("white, brown, blue", "lazy, red, top hat", "seated, green, striped")
    s = match.state.record
    everything = (1 << 19) - 1
    s.lacks[1] = everything & ~features("lazy, red, top hat")
    s.lacks[2] = everything & ~features("lazy, seated, green, striped")
    view = match.view(0).record
    assert knowledge.surely_holds(view, 2) == features("seated, green, striped")


def test_a_guesser_does_not_hold_what_it_names() -> None:
    """CC-3.4: naming a feature tells everybody that the guesser does not hold it, right or wrong."""
    for asked in ("green", "purple"):
        match = play(ball("white, brown, blue", "black, green, yellow"), "send lazy red", f"ask ruby {asked}")
        for viewer in (1, -1):
            assert knowledge.surely_lacks(match.view(viewer).record, 0) & features(asked)


@pytest.mark.parametrize("viewer", [0, -1])
def test_unseen_cats_are_dealt_uniformly(viewer: int) -> None:
    """CC-2.1, CC-3.5: other hands are a uniform deal of the cats neither on the floor nor in one's own hand."""
    match = ball("white, brown, blue", "black, green, yellow")
    while match.state.on_floor < (34 if viewer < 0 else 30):
        play_any_cat(match)
        play(match, "pass")
    s = match.state.record
    seen = int(s.danced) | (int(s.hand[0]) if viewer == 0 else 0)
    unseen = [cat for cat in range(40) if not seen >> cat & 1]
    hands = [sum(1 << cat for cat in hand) for hand in combinations(unseen, int(s.cats[1]))]
    out = redealt(match, viewer, 200 * len(hands))
    drawn = Counter(int(hand) for hand in out[:, 5])
    assert set(drawn) == set(hands)
    assert stats.chisquare([drawn[hand] for hand in hands]).pvalue > 0.001
    if viewer < 0:
        assert all(int(a) | int(b) == sum(1 << cat for cat in unseen) for a, b in out[:, 4:6])


def test_what_a_view_hides() -> None:
    """CC-2.1, CC-3.5: others' cloaks and cats; a lifted cloak and an empty hand are no secret."""
    match = ball("white, brown, blue", "black, green, yellow")
    s = match.state.record
    for viewer in (-1, 0, 1):
        view = match.view(viewer).record
        for player in (0, 1):
            is_own = player == viewer
            assert view.cloak[player] == (s.cloak[player] if is_own else HIDDEN)
            assert view.hand[player] == (s.hand[player] if is_own else HIDDEN)
        assert not view.chance.any()
    s.cats[1] = s.hand[1] = 0
    assert match.view(0).hand[1] == 0


def test_drawing_tells_others_nothing() -> None:
    """CC-3.5: whichever cat was drawn, everybody else has the same view and is told the same."""
    seen = set()
    for seed in range(20):
        match = ball("white, brown, blue", "black, green, yellow")
        match.state.chance[0] = np.uint64(seed)
        play(match, "send lazy red", "pass")
        seen.add((match.view(1).tobytes(), match.view(-1).tobytes(), *match.told(1, 1), *match.told(-1, 1)))
    assert len(seen) == 1


@pytest.mark.parametrize("seed", range(30))
def test_counting_cloaks(seed: int) -> None:
    """CC-3.2: cloaks counted by branching on open clues are those found by trying all 969."""
    chooser = random.Random(seed)
    live = chooser.getrandbits(19) | chooser.getrandbits(19)
    cats = {chooser.randrange(40) for _ in range(chooser.randrange(6))}
    shown = 1 << chooser.randrange(19) if chooser.random() < 0.3 else 0
    clues = sum(1 << 19 + cat for cat in cats) | shown
    expected = sum(
        c & live == c and c & shown == shown and all(c & CAT_FEATURES[cat] for cat in cats) for c in ALL_CLOAKS
    )
    assert count_cloaks(clues, live, 3) == expected


def test_sets_as_bits() -> None:
    """CC-2.1: the n-th member of a set is found for every member of any set of cats."""
    chooser = random.Random(1)
    for _ in range(200):
        bits = chooser.getrandbits(40)
        members = [i for i in range(40) if bits >> i & 1]
        assert [member(nth(bits, n)) for n in range(len(members))] == members
        assert size(bits & (1 << 19) - 1) == (bits & (1 << 19) - 1).bit_count()
    assert [member(1 << i) for i in range(62)] == list(range(62))


def test_large_numbers_are_drawn_without_bias() -> None:
    """CC-2.1: a spectator of four players chooses among 18,623,404,800 worlds, more than 32 bits can number."""
    worlds = 969 * 560 * 286 * 120
    rng = np.array([5], np.uint64)
    drawn = [below(rng, worlds) for _ in range(4000)]
    assert 0 <= min(drawn) <= max(drawn) < worlds
    assert stats.kstest(np.array(drawn) / worlds, "uniform").pvalue > 0.001
    match = Match.start(load("cloaked_cats"), seats=4, seed=1)
    assert prod(len(cloaks) for cloaks in cloaks_of(match, -1).values()) == 969**4
    seen = Counter(int(cloak) for cloak in redealt(match, -1, 20_000)[:, 3])
    assert stats.chisquare([seen[cloak] for cloak in ALL_CLOAKS]).pvalue > 0.001
