"""Cloaked Cats in words: what speaks for a cat is exact."""

from __future__ import annotations

import random
from math import prod

import pytest
from tests.games.cloaked_cats.ball import ball, cat_number, features
from tests.games.cloaked_cats.worlds import CAT_FEATURES, cloaks_of, worlds_of

from mousehole.engine.match import Match
from mousehole.engine.rule import HIDDEN
from mousehole.games import load
from mousehole.games.cloaked_cats import codes
from mousehole.games.cloaked_cats.words import mask_chance, remark


def said_for(match: Match, cat: str) -> str:
    """Say what speaks for sending out a cat."""
    (seat,) = match.actors()
    return remark(match.view(seat).record, seat, cat_number(cat))


def test_what_speaks_for_a_cat() -> None:
    """CC-3.2: a cat tells whether its sender shares something with it, and may make somebody else lay a mask."""
    match = ball("white, black, top hat", "striped, green, yellow")
    assert said_for(match, "lazy black") == (
        "Like you it is black and has a top hat: your mask on it tells that you have at least one of its 4 features. "
        "Ruby lays a mask on it with a chance of 35%."
    )
    assert said_for(match, "seated green") == (
        "It shares nothing with you, so the others see 4 features that you do not have. "
        "Ruby lays a mask on it with a chance of 61%."
    )
    match = ball("white, black, top hat", "striped, green, yellow", "red, spotted, lazy")
    assert said_for(match, "seated green").endswith("Somebody else lays a mask on it with a chance of 88%.")


def test_a_cat_that_tells_nothing_new() -> None:
    """CC-3.2, CC-3.3: what lies face up or was shown before is no news; a last mask ends the ball (CC-4.2)."""
    match = ball("white, black, top hat", "striped, green, yellow")
    s = match.state.record
    s.shown[0], s.covered[0] = features("black"), 2
    s.lacks[0] = s.lacks[1] = features("seated, green, striped, fish cocktail") & ~int(s.cloak[1])
    assert said_for(match, "lazy black").startswith(
        "Like you it is black and has a top hat: your mask on it tells nothing new."
    )
    s.lacks[0] = features("seated, green, striped, fish cocktail")
    assert said_for(match, "seated green").startswith("It shares nothing with you, as everybody knows.")
    s.shown[1], s.covered[1] = features("green"), 2
    assert said_for(match, "seated green").endswith("Ruby is certain to lay a mask on it.")
    s.lacks[1] = features("lazy, black, striped, top hat")
    s.cloak[1] = features("red, green, yellow")
    s.stock[0] = 1
    assert said_for(match, "lazy black") == (
        "Like you it is black and has a top hat: your last mask goes on it, and the ball is over. "
        "Nobody else can lay a mask on it."
    )


@pytest.mark.parametrize("seats", [2, 3])
def test_the_chance_of_a_mask_is_exact(seats: int) -> None:
    """CC-3.2: it is the share of worlds in which others lay a mask or, as the room sees it, oneself."""
    match, chooser, checked = Match.start(load("cloaked_cats"), seats=seats, seed=4), random.Random(4), set()
    while not match.is_over:
        (seat,) = match.actors()
        public, others = match.view(seat).record.copy(), [other for other in range(seats) if other != seat]
        public.cloak[seat] = HIDDEN
        for viewer, view, players in ((seat, match.view(seat).record, others), (-1, public, [seat])):
            cloaks = cloaks_of(match, viewer)
            if match.state.record.phase == codes.PLAY and prod(map(len, cloaks.values())) < 50_000:
                asked = [list(cloaks).index(player) for player in players]
                worlds = worlds_of(match, viewer)
                for cat in match.legal(seat):
                    masked = sum(any(world[i] & CAT_FEATURES[cat] for i in asked) for world in worlds)
                    assert mask_chance(view, players, CAT_FEATURES[cat]) == pytest.approx(masked / len(worlds))
                    checked.add((viewer < 0, 0 < masked < len(worlds)))
        match.step(seat, chooser.choice(match.legal(seat)))
    assert checked == {(False, False), (False, True), (True, False), (True, True)}
