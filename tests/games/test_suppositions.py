"""What can be supposed of hidden things: shares of fitting worlds, true to what is certain."""

from __future__ import annotations

import random

import pytest

from mousehole.bots.hints import supposed
from mousehole.engine.match import Match
from mousehole.games import load


def played(game_id: str, moves: int) -> Match:
    """Play a few moves at random."""
    match, chooser = Match.start(load(game_id), seed=4), random.Random(4)
    while (acting := match.actors()) and len(match.moves) < moves:
        match.step(acting[0], chooser.choice(match.legal(acting[0])))
    return match


def test_cloaks_are_supposed_as_the_notebook_is_certain() -> None:
    """Every cloak has its three features; what is certain has all worlds or none; one's own is no supposition."""
    match = played("cloaked_cats", 16)
    view = match.view_then(0, len(match.moves))
    found = supposed(match.game, view, 0, 1)
    shown = match.game.picture.show(view.record, 0)
    assert not any(fact.startswith("cloak:0 ") for fact in found)
    for player in range(1, match.seats):
        shares = [found.get(f"cloak:{player} feature:{feature}", 0.0) for feature in range(19)]
        assert sum(shares) == pytest.approx(3.0)
        for share, note in zip(shares, shown.players[player].notes, strict=True):
            assert {"yes": share == 1.0, "no": share == 0.0, "open": share < 1.0}[note]


def test_hands_are_supposed_place_by_place() -> None:
    """Each card of another hand is something, and of the kind that its back shows; one's own hand is no supposition."""
    match = played("mice_heist", 40)
    seat = match.actors()[0]
    found = supposed(match.game, match.view_then(seat, len(match.moves)), seat, 1)
    shown = match.game.picture.show(match.view(seat).record, seat)
    cards = match.game.picture.components().skill_cards
    assert not any(fact.startswith(f"hand:{seat} ") for fact in found)
    for mouse in shown.mice:
        for held in mouse.hand if mouse.seat != seat else []:
            shares = {card.id: found.get(f"hand:{mouse.seat} place:{held.place} card:{card.id}", 0.0) for card in cards}
            assert sum(shares.values()) == pytest.approx(1.0)
            assert {cards[kind].teaches for kind, share in shares.items() if share > 0.0} == {held.back}
