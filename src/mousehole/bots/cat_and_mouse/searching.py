"""What a search knows: how players lean, which worlds are plausible, what needs no thought."""

from __future__ import annotations

from mousehole.bots.cat_and_mouse.beginner import greedy, monitor_greedily, second_pocket
from mousehole.bots.cat_and_mouse.loot import can_pick, completing, has_smoke_and_set, unseen
from mousehole.bots.cat_and_mouse.names import likeliest_room, maybe_unwatched, past_truths, plausibility, risk_of
from mousehole.bots.knowledge import UNSETTLED
from mousehole.engine.chance import roll
from mousehole.engine.rule import Actions, Record, Rng, rule
from mousehole.games.cat_and_mouse import codes
from mousehole.games.cat_and_mouse.components import ALL_LOOT, HAS_SET, UNIT
from mousehole.games.cat_and_mouse.decks import bit_of
from mousehole.games.cat_and_mouse.house import clues_to_win
from mousehole.games.cat_and_mouse.knowledge import count_possible

STANDS_OUT = 0.7
"""An Inspector does not think of the trap before one room is as likely as this, ..."""
FEW_ROOMS = 6
"""... but a hasty one does as soon as so few are possible."""
SURE = 0.8
"""In playouts an Inspector springs the trap when a room is as likely as this."""
SMALL_RISK = 0.16
"""With two clues in the row the Mouse runs no larger risk that a third one turns up."""


@rule
def lean(s: Record, seat: int, actions: Actions, count: int, rng: Rng) -> int:
    """In playouts both sides play as beginners do, but now and then the Inspector believes what it hears."""
    if s.phase == codes.ANNOUNCE and s.named[s.turn - 1] and roll(rng, 2) == 0:
        return codes.SPRING if likeliest_room(s)[1] >= SURE else codes.CHECK
    return greedy(s, seat, actions, count, rng)


@rule
def weigh(s: Record, seat: int) -> float:
    """For the Inspector: a Mouse may well name its own room, and does not loot on with a complete set."""
    if seat != codes.INSPECTOR or s.room <= 0:
        return 1.0
    own, other = past_truths(s)
    weight = plausibility(s, int(s.room), own, other)
    if HAS_SET[int(s.hand) & ALL_LOOT] and (int(s.searches) >> max(0, int(s.turn) - 1)) & 1:
        weight *= 0.02
    return weight


# What a search considers


@rule
def narrow(s: Record, seat: int, actions: Actions, count: int) -> int:
    """Keep the actions worth a thought; where patience or plain sense leaves only one, that one."""
    phase = s.phase
    if phase == codes.ANNOUNCE:
        return narrow_announcing(s, actions, count)
    if phase == codes.MONITOR:
        return only(actions, monitor_greedily(s))
    if phase == codes.TRAP:
        return only(actions, likeliest_room(s)[0])
    if phase == codes.SECOND:
        return only(actions, second_pocket(s, actions, count))
    if phase == codes.NAME:
        return narrow_names(s, actions, count)
    if phase == codes.TURN:
        return narrow_turn(s, actions, count)
    if phase == codes.KEEP:
        return narrow_keeping(s, actions, count)
    if phase == codes.STAY:
        return narrow_staying(s, actions, count)
    return count


@rule
def settle(s: Record, seat: int, actions: Actions, count: int, rng: Rng) -> int:
    """Monitor as beginners do, check for clues while no name was heard; at first all rooms are alike."""
    phase = s.phase
    if phase == codes.MONITOR:
        return monitor_greedily(s)
    if phase == codes.ANNOUNCE and count_possible(s) > 1 and (int(s.searches) >> (int(s.turn) - 1)) & 1:
        return codes.CHECK
    if phase == codes.FIRST_ROOM:
        return actions[roll(rng, count)]
    return UNSETTLED


@rule
def tempt(s: Record, seat: int, actions: Actions, count: int) -> int:
    """Think of the trap a little sooner, as impatient Inspectors do."""
    if s.phase == codes.ANNOUNCE and 1 < count_possible(s) <= FEW_ROOMS:
        return count
    return narrow(s, seat, actions, count)


@rule
def only(actions: Actions, action: int) -> int:
    """Keep a single action."""
    actions[0] = action
    return 1


@rule
def narrow_announcing(s: Record, actions: Actions, count: int) -> int:
    """Spring when a single room is possible; do not think of it before one stands out."""
    if count_possible(s) == 1:
        return only(actions, codes.SPRING)
    return count if likeliest_room(s)[1] >= STANDS_OUT else only(actions, codes.CHECK)


@rule
def narrow_names(s: Record, actions: Actions, count: int) -> int:
    """Vanish with a set, but not without the hope of one; do not name rooms that the Mouse knows to be in the row."""
    if has_smoke_and_set(s):
        return only(actions, codes.NAME_VANISH)
    rooms = maybe_unwatched(s)
    kept = 0
    for k in range(count):
        action = actions[k]
        if action == codes.NAME_VANISH_PICKING:
            is_kept = can_pick(s)
        elif action == codes.NAME_VANISH or rooms & bit_of(action) == 0:
            is_kept = False
        else:
            is_kept = action == s.room or s.clues < clues_to_win(s) - 1 or risk_of(s, action) <= SMALL_RISK
        if is_kept:
            actions[kept] = action
            kept += 1
    return kept


@rule
def narrow_turn(s: Record, actions: Actions, count: int) -> int:
    """End the heist with a set, but not without the hope of one."""
    if HAS_SET[int(s.hand) & ALL_LOOT]:
        return only(actions, codes.END_HEIST)
    kept = 0
    for k in range(count):
        action = actions[k]
        if action < codes.END_HEIST or (action == codes.END_HEIST_PICKING and can_pick(s)):
            actions[kept] = action
            kept += 1
    return max(kept, 1)


@rule
def narrow_keeping(s: Record, actions: Actions, count: int) -> int:
    """Vanish with a set, but not without the hope of one."""
    kept = 0
    for k in range(count):
        action = actions[k]
        hand = (int(s.hand) + UNIT[action // 3]) & ALL_LOOT
        if action % 3 == codes.KEEP_VANISH and HAS_SET[hand]:
            return only(actions, action)
        if action % 3 == codes.KEEP_ONLY or (action % 3 == codes.KEEP_VANISH_PICKING and completing(hand, unseen(s))):
            actions[kept] = action
            kept += 1
    return kept


@rule
def narrow_staying(s: Record, actions: Actions, count: int) -> int:
    """Vanish with a set, but not without the hope of one."""
    if has_smoke_and_set(s):
        return only(actions, codes.STAY_VANISH)
    if actions[count - 1] == codes.STAY_VANISH_PICKING and can_pick(s):
        actions[1] = codes.STAY_VANISH_PICKING
        return 2
    return 1
