"""Hide and Squeak: who knows what. `hide` blanks what a seat cannot know, `redeal` fills it in again by chance."""

from __future__ import annotations

from mousehole.engine.chance import forget_chance, reseed_chance, roll
from mousehole.engine.rule import HIDDEN, Record, Rng, rule
from mousehole.games.hide_and_squeak import codes
from mousehole.games.hide_and_squeak.components import COUNT, NTH, ROOM_COUNT


@rule
def hide(s: Record, seat: int) -> None:
    """The mice know where mice are, the cat where traps lie, a spectator neither."""
    if s.phase == codes.OVER:
        return
    forget_chance(s)
    if seat != codes.CAT:
        for r in range(ROOM_COUNT):
            s.traps[r] = HIDDEN
        if s.events[0, 0] == codes.EVENT_TRAP:
            s.events[0, 1] = HIDDEN
    if seat <= codes.CAT:
        for m in range(s.seats - 1):
            if s.room[m] != codes.OFF_BOARD:
                s.room[m] = HIDDEN
        if s.events[0, 0] == codes.EVENT_START or s.events[0, 0] == codes.EVENT_REVIVE:
            s.events[0, 2] = HIDDEN
        elif s.events[0, 0] == codes.EVENT_RUN:
            s.events[0, 3] = HIDDEN


@rule
def redeal(s: Record, seat: int, rng: Rng) -> None:
    """Rooms uniform in each mouse's mask, traps a uniform subset of the face-down tokens."""
    if s.phase == codes.OVER:
        return
    if seat <= codes.CAT:
        redeal_mice(s, rng)
    if seat != codes.CAT:
        redeal_traps(s, rng)
    reseed_chance(s, rng)


@rule
def redeal_mice(s: Record, rng: Rng) -> None:
    """Put each mouse on the board into one of the rooms it can be in, and let the events agree."""
    for m in range(s.seats - 1):
        if s.room[m] == HIDDEN:
            mask = int(s.maybe[m])
            s.room[m] = NTH[mask, roll(rng, COUNT[mask])]
    mouse = int(s.events[0, 1])
    if s.events[0, 0] == codes.EVENT_START or s.events[0, 0] == codes.EVENT_REVIVE:
        s.events[0, 2] = s.room[mouse]
    elif s.events[0, 0] == codes.EVENT_RUN:
        s.events[0, 3] = s.room[mouse]


@rule
def redeal_traps(s: Record, rng: Rng) -> None:
    """Choose which of the face-down tokens are the traps not yet found; any of them may be the one laid last."""
    face_down = room = 0
    for r in range(ROOM_COUNT):
        s.traps[r] = 0
        face_down += int(s.tokens[r])
    for _ in range(s.traps_laid - s.traps_found):
        pick = roll(rng, face_down)
        face_down -= 1
        room = 0
        while pick >= s.tokens[room] - s.traps[room]:
            pick -= s.tokens[room] - s.traps[room]
            room += 1
        s.traps[room] += 1
    if s.events[0, 0] == codes.EVENT_TRAP:
        s.events[0, 1] = room
