"""Hide and Squeak as a beginner plays it who has read the rules."""

from __future__ import annotations

from mousehole.engine.chance import roll
from mousehole.engine.rule import Actions, Record, Rng, rule
from mousehole.games.hide_and_squeak import codes
from mousehole.games.hide_and_squeak.components import COUNT, NEIGHBOURS, ROOM_COUNT
from mousehole.games.hide_and_squeak.house import cat_actions


@rule
def prey_in(s: Record, room: int) -> float:
    """Add up the chances that mice are in a room, as far as everyone can tell."""
    expected = 0.0
    for m in range(s.seats - 1):
        mask = int(s.maybe[m])
        if (mask >> room) & 1:
            expected += 1.0 / COUNT[mask]
    return expected


@rule
def greedy(s: Record, seat: int, actions: Actions, count: int, rng: Rng) -> int:
    """Play as a beginner who has read the rules."""
    if s.phase == codes.PROWL:
        return prowl_greedily(s, actions, count, rng)
    if s.phase == codes.CHEESE and s.stunned[seat - 1] != codes.STUNNED:
        return actions[count - 1]
    if s.phase == codes.RUN or s.phase == codes.START or (s.phase == codes.CHEESE):
        return go_to_tokens(s, actions, count, rng)
    return actions[roll(rng, count)]


@rule
def prowl_greedily(s: Record, actions: Actions, count: int, rng: Rng) -> int:
    """Pounce where a mouse is likely, listen first of all, otherwise walk to the likeliest room."""
    if prey_in(s, int(s.cat)) >= 0.5:
        return codes.POUNCE
    if s.left == cat_actions(s):
        return codes.LISTEN
    best, highest = codes.LISTEN, 0.34
    for k in range(count):
        if actions[k] < codes.LISTEN:
            hope = prey_in(s, actions[k])
            if hope > highest:
                best, highest = actions[k], hope
    if best == codes.LISTEN and s.left < 3:
        return actions[roll(rng, count - 3)]
    return best


@rule
def go_to_tokens(s: Record, actions: Actions, count: int, rng: Rng) -> int:
    """Go where tokens lie and the cat is not, without toppling anything."""
    best, highest = actions[roll(rng, count)], -1000
    for k in range(count):
        if actions[k] < codes.FIRST_RUN + ROOM_COUNT:
            room = actions[k] % codes.FIRST_RUN if actions[k] < codes.FIRST_RUN else actions[k] - codes.FIRST_RUN
            worth = 10 * int(s.tokens[room]) + roll(rng, 10)
            if room == s.cat:
                worth -= 100
            elif (NEIGHBOURS[s.cat] >> room) & 1:
                worth -= 25
            if worth > highest:
                best, highest = actions[k], worth
    return best
