"""Positions of Cloaked Cats in words: who wears what, and which cats dance."""

from __future__ import annotations

from mousehole.engine.match import Match
from mousehole.games import load
from mousehole.games.cloaked_cats.components import CATS, FEATURES, features_mask


def features(text: str) -> int:
    """Read "white, top hat" as a set."""
    return features_mask(tuple(name.strip() for name in text.split(",") if name.strip()))


def cat_number(name: str) -> int:
    """Find a cat by pose and colour: "lazy red"."""
    return [" ".join(cat[:2]) for cat in CATS].index(name)


def ball(*cloaks: str, first: int = 0, seed: int = 1) -> Match:
    """Open a table at which the players wear these cloaks and the given one starts; cats are dealt by the seed."""
    match = Match.start(load("cloaked_cats"), seats=len(cloaks), seed=seed)
    s = match.state.record
    s.first = s.turn = first
    for player, cloak in enumerate(cloaks):
        s.cloak[player] = features(cloak)
        assert int(s.cloak[player]).bit_count() == 3
    return match


def take(match: Match, cat: int) -> None:
    """Let the player whose turn it is hold a cat, in exchange for another one of its hand."""
    s = match.state.record
    seat = int(s.turn)
    if s.hand[seat] >> cat & 1:
        return
    other = int(s.hand[seat]) & -int(s.hand[seat])
    for player in range(s.seats):
        if s.hand[player] >> cat & 1:
            s.hand[player] = int(s.hand[player]) ^ 1 << cat ^ other
    s.hand[seat] = int(s.hand[seat]) ^ 1 << cat ^ other


def play(match: Match, *names: str) -> Match:
    """Play moves by their names, each by whoever is to move; a cat that is sent out is in the hand by magic."""
    for name in names:
        (seat,) = match.actors()
        if name.startswith("send "):
            take(match, cat_number(name.removeprefix("send ")))
        match.step(seat, match.parse_move(seat, name))
    return match


def names(match: Match) -> list[str]:
    """List the names of the legal moves of whoever is to move."""
    (seat,) = match.actors()
    return list(match.move_names(seat))


def play_any_cat(match: Match) -> None:
    """Send out the first cat of the hand."""
    play(match, names(match)[0])


def shown(match: Match, player: int) -> list[str]:
    """List the features of a player that lie face up."""
    return [name for i, name in enumerate(FEATURES) if match.state.shown[player] >> i & 1]


def masks_on(match: Match, cat: str) -> list[int]:
    """List the players whose masks lie on a cat."""
    s = match.state.record
    return [player for player in range(s.seats) if s.masked[player] >> cat_number(cat) & 1]
