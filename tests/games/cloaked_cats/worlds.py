"""A slow twin of what players can know: every way to dress the hidden players, checked against the story so far."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from mousehole.engine.match import Match
from mousehole.games.cloaked_cats import codes
from mousehole.games.cloaked_cats.components import CATS, FEATURES

ALL_CLOAKS = [sum(1 << i for i in cloak) for cloak in combinations(range(19), 3)]
CAT_FEATURES = [sum(1 << FEATURES.index(name) for name in cat) for cat in CATS]
Bits = NDArray[np.int64]


def story(match: Match) -> Iterator[tuple[int, int, bool]]:
    """Retell what every cloak must fit: a player, some features, and whether it holds one of them or none."""
    first = match.positions[0].record
    for cat in first.floor[: first.on_floor]:  # those of the opening
        for player in range(match.seats):
            yield player, CAT_FEATURES[cat], bool(int(first.masked[player]) >> int(cat) & 1)
    for number, (seat, action) in enumerate(match.moves):
        before, after = match.positions[number].record, match.positions[number + 1].record
        if action < codes.PASS:
            for player in range(match.seats):
                yield player, CAT_FEATURES[action], bool(after.stock[player] < before.stock[player])
        elif action > codes.PASS:
            asked, feature = divmod(action - codes.FIRST_GUESS, 19)
            yield seat, 1 << feature, False
            yield asked, 1 << feature, bool(after.won[seat] > before.won[seat])


def cloaks_of(match: Match, viewer: int) -> dict[int, list[int]]:
    """List, for every player whose cloak the viewer does not see, the cloaks that fit the story, taken alone."""
    own = int(match.state.cloak[viewer]) if viewer >= 0 else 0
    found = {player: [c for c in ALL_CLOAKS if not c & own] for player in range(match.seats) if player != viewer}
    for player, features, is_held in story(match):
        if player in found:
            found[player] = [cloak for cloak in found[player] if bool(cloak & features) == is_held]
    return found


def worlds_of(match: Match, viewer: int) -> list[tuple[int, ...]]:
    """List all worlds: a cloak for each hidden player, in seat order, without overlap."""
    worlds: list[tuple[int, ...]] = [()]
    for cloaks in cloaks_of(match, viewer).values():
        worlds = [(*world, cloak) for world in worlds for cloak in cloaks if not any(cloak & other for other in world)]
    return worlds


def subset_counts(cloaks: list[int]) -> Bits:
    """Count, for each of the 2**19 sets of features, the cloaks inside it."""
    table = np.zeros(1 << 19, np.int64)
    for cloak in cloaks:
        table[cloak] += 1
    for bit in range(19):
        halves = table.reshape(-1, 2, 1 << bit)
        halves[:, 1] += halves[:, 0]
    return table


def weights_of(match: Match, viewer: int, player: int) -> dict[int, int]:
    """Count, for each cloak of a player, the ways to dress up to two other hidden players around it."""
    cloaks = cloaks_of(match, viewer)
    mine = cloaks.pop(player)
    others = list(cloaks.values())
    if not others:
        return dict.fromkeys(mine, 1)
    inside = subset_counts(others[-1])
    everything = (1 << 19) - 1
    if len(others) == 1:
        return {cloak: int(inside[everything & ~cloak]) for cloak in mine}
    between = np.array(others[0], np.int64)
    return {cloak: int(inside[everything & ~(between[between & cloak == 0] | cloak)].sum()) for cloak in mine}
