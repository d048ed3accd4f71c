"""Hide and Squeak, rule by rule. Seat 0 is the cat, seat m + 1 is mouse m."""

from __future__ import annotations

from mousehole.engine.chance import draw, forget_chance, reseed_chance, roll
from mousehole.engine.record import clear_events, emit, open_record, record_type
from mousehole.engine.rule import HIDDEN, Actions, Numbers, Options, Record, Rng, Word, rule
from mousehole.games.hide_and_squeak import FACTS
from mousehole.games.hide_and_squeak.components import (
    ALL_ROOMS,
    CAT_ACTIONS,
    CAT_WAYS,
    CHEESE_PER_MOUSE,
    COUNT,
    FELLED,
    HALLWAY,
    LEAST_IN_ROOM,
    MOST_MICE,
    NEIGHBOURS,
    NTH,
    ROOM_COUNT,
    RUN_COUNT,
    RUNS,
    SPARES,
    SPREAD,
    TRAPS,
    UPRIGHT,
)

CAT = 0
VERSION = FACTS.rules_version

# Phases, in the order of the rulebook.
LAY_SPARES, LAY_TRAPS, START, PROWL, CHEESE, RUN, OVER = range(7)

# Actions. A room's number stands for itself wherever a room is chosen.
LISTEN, POUNCE, STOP, LEAVE, TAKE = range(9, 14)
FIRST_RUN = 14
"""A movement is FIRST_RUN + fall * 9 + final room (see `components.RUNS`)."""

# Why the game ended.
ALL_CAUGHT, CHEESE_STORED, DAWN_CAT, DAWN_MICE, DAWN_DRAW = range(1, 6)

# Where a mouse that is not on the board stands, and whether it is stunned.
OFF_BOARD = 9
AWAKE, FRESHLY_STUNNED, STUNNED = range(3)

# Events: kind, then who or where.
(EVENT_SPARE, EVENT_TRAP, EVENT_START, EVENT_MOVE, EVENT_LISTEN, EVENT_SQUEAK, EVENT_POUNCE, EVENT_CAUGHT, EVENT_STOP,
 EVENT_CHEESE, EVENT_SPRUNG, EVENT_LEAVE, EVENT_REVIVE, EVENT_RUN, EVENT_ROUND) = range(1, 16)  # fmt: skip

State = record_type(
    FACTS.id,
    [
        ("walls", "i1"),
        ("dawn", "i2"),
        ("phase", "i1"),
        ("night", "i2"),  # the round, from 1; 0 while setting up
        ("turn", "i1"),  # the seat that acts
        ("left", "i1"),  # spares or traps to lay, or the cat's actions left
        ("cat", "i1"),
        ("upright", "i1"),  # furniture still standing, a bit a piece
        ("captures", "i1"),
        ("stored", "i1"),  # cheeses taken
        ("traps_laid", "i1"),
        ("traps_found", "i1"),
        ("ended", "i1"),
        ("room", "i1", MOST_MICE),
        ("stunned", "i1", MOST_MICE),
        ("maybe", "i2", MOST_MICE),  # the rooms a mouse can be in, as everyone can work out
        ("tokens", "i1", ROOM_COUNT),
        ("traps", "i1", ROOM_COUNT),
    ],
    events=8,
)


# HS-2 Setting up


@rule
def setup(s: Record, seats: int, options: Options, low: Word, high: Word) -> None:
    """HS-2.1: the cat in the hallway, two tokens in every room, the spare ones in the cat's paw."""
    open_record(s, seats, low, high)
    s.hide_and_squeak = VERSION
    s.walls = options[0]
    s.dawn = options[1]
    s.phase = LAY_SPARES
    s.night = 0
    s.turn = CAT
    s.left = SPARES
    s.cat = HALLWAY
    s.upright = UPRIGHT
    s.captures = 0
    s.stored = 0
    s.traps_laid = 0
    s.traps_found = 0
    s.ended = 0
    for m in range(MOST_MICE):
        s.room[m] = OFF_BOARD
        s.stunned[m] = AWAKE
        s.maybe[m] = 0
    for r in range(ROOM_COUNT):
        s.tokens[r] = LEAST_IN_ROOM
        s.traps[r] = 0


@rule
def lay_spare(s: Record, room: int) -> None:
    """HS-2.1: a spare token goes to a room."""
    s.tokens[room] += 1
    emit(s, EVENT_SPARE, room, 0, 0)
    s.left -= 1
    if s.left == 0:
        s.phase = LAY_TRAPS
        s.left = TRAPS


@rule
def lay_trap(s: Record, room: int) -> None:
    """HS-2.1: one of the tokens in a room is a trap. Only the cat knows which room (HS-2.2)."""
    s.traps[room] += 1
    s.traps_laid += 1
    emit(s, EVENT_TRAP, room, 0, 0)
    s.left -= 1
    if s.left == 0:
        s.phase = START
        s.turn = 1


@rule
def start(s: Record, mouse: int, room: int) -> None:
    """HS-2.3: a mouse chooses where it starts."""
    s.room[mouse] = room
    s.maybe[mouse] = ALL_ROOMS & ~(1 << HALLWAY)
    emit(s, EVENT_START, mouse, room, 0)
    if mouse + 2 < s.seats:
        s.turn += 1
    else:
        begin_round(s)


# HS-3 Phase 1: the cat takes up to four actions


@rule
def begin_round(s: Record) -> None:
    """The cat prowls; whoever was stunned in the last round may revive in this one (HS-4.6)."""
    for m in range(MOST_MICE):
        if s.stunned[m] == FRESHLY_STUNNED:
            s.stunned[m] = STUNNED
    s.night += 1
    s.phase = PROWL
    s.turn = CAT
    s.left = CAT_ACTIONS
    emit(s, EVENT_ROUND, int(s.night), 0, 0)


@rule
def prowl(s: Record, action: int) -> None:
    """HS-3.1: one action of the cat, here its move; after the fourth, or when it stops, the mice come to the cheese."""
    if action == LISTEN:
        listen(s)
    elif action == POUNCE:
        pounce(s)
    elif action == STOP:
        emit(s, EVENT_STOP, 0, 0, 0)
        s.left = 1
    else:
        s.cat = action
        emit(s, EVENT_MOVE, action, 0, 0)
    if s.phase == PROWL:
        s.left -= 1
        if s.left == 0:
            s.phase = CHEESE
            next_at_cheese(s, 0)


@rule
def listen(s: Record) -> None:
    """HS-3.2: mice next to the cat squeak; the others are heard not to be there."""
    near = NEIGHBOURS[s.cat]
    emit(s, EVENT_LISTEN, int(s.cat), 0, 0)
    for m in range(s.seats - 1):
        if s.room[m] != OFF_BOARD:
            if (near >> int(s.room[m])) & 1:
                s.maybe[m] = 1 << int(s.room[m])
                emit(s, EVENT_SQUEAK, m, int(s.room[m]), 0)
            else:
                s.maybe[m] = int(s.maybe[m]) & ~near


@rule
def pounce(s: Record) -> None:
    """HS-3.3, HS-3.4: every mouse in the cat's room is caught; enough captures end the game."""
    emit(s, EVENT_POUNCE, int(s.cat), 0, 0)
    for m in range(s.seats - 1):
        if s.room[m] == s.cat:
            stun(s, m)
            s.captures += 1
            emit(s, EVENT_CAUGHT, m, int(s.cat), 0)
        else:
            s.maybe[m] = int(s.maybe[m]) & ~(1 << int(s.cat))
    if s.captures >= s.seats - 1:
        end(s, ALL_CAUGHT)


@rule
def stun(s: Record, mouse: int) -> None:
    """Lift a mouse from the board to the top board, for this round and until the next one's phase 2."""
    s.stunned[mouse] = FRESHLY_STUNNED
    s.room[mouse] = OFF_BOARD
    s.maybe[mouse] = 0


# HS-4 Phase 2: cheese


@rule
def next_at_cheese(s: Record, mouse: int) -> None:
    """HS-4.1, HS-4.6: the next mouse, from this one on, that is asked; freshly stunned ones are not."""
    while mouse < s.seats - 1 and s.stunned[mouse] == FRESHLY_STUNNED:
        mouse += 1
    if mouse < s.seats - 1:
        s.turn = mouse + 1
    elif s.night == s.dawn:
        break_of_dawn(s)
    else:
        s.phase = RUN
        next_to_run(s, 0)


@rule
def can_take(s: Record, mouse: int) -> bool:
    """HS-4.1: a mouse takes cheese unless it is terrified or there is none."""
    room = int(s.room[mouse])
    return room != s.cat and s.tokens[room] > 0


@rule
def take_or_revive(s: Record, mouse: int, action: int) -> None:
    """HS-4: a mouse takes a token, leaves it, or comes back to the board."""
    if s.stunned[mouse] == STUNNED:
        revive(s, mouse, action)
    elif action == TAKE:
        take_token(s, mouse)
    else:
        emit(s, EVENT_LEAVE, mouse, 0, 0)
    if s.phase == CHEESE:
        next_at_cheese(s, mouse + 1)


@rule
def take_token(s: Record, mouse: int) -> None:
    """HS-4.2 to HS-4.4: a random token of the room is turned up: cheese for the team, or a trap."""
    room = int(s.room[mouse])
    is_trap = draw(s, int(s.tokens[room])) < s.traps[room]
    s.tokens[room] -= 1
    if is_trap:
        s.traps[room] -= 1
        s.traps_found += 1
        emit(s, EVENT_SPRUNG, mouse, room, 0)
        stun(s, mouse)
    else:
        s.stored += 1
        s.maybe[mouse] = 1 << room
        emit(s, EVENT_CHEESE, mouse, room, 0)
        if s.stored >= CHEESE_PER_MOUSE * (s.seats - 1):
            end(s, CHEESE_STORED)


@rule
def revive(s: Record, mouse: int, room: int) -> None:
    """HS-4.5: a stunned mouse comes back in a room of its choice; it takes nothing this round."""
    s.stunned[mouse] = AWAKE
    s.room[mouse] = room
    s.maybe[mouse] = ALL_ROOMS
    emit(s, EVENT_REVIVE, mouse, room, 0)


# HS-5 Phase 3: mice move


@rule
def next_to_run(s: Record, mouse: int) -> None:
    """HS-5.1: the next mouse on the board, from this one on; after the last a new round begins."""
    while mouse < s.seats - 1 and s.room[mouse] == OFF_BOARD:
        mouse += 1
    if mouse < s.seats - 1:
        s.turn = mouse + 1
    else:
        begin_round(s)


@rule
def run(s: Record, mouse: int, action: int) -> None:
    """HS-5: a whole movement: the furniture that falls, in order, and the final room."""
    fall = (action - FIRST_RUN) // ROOM_COUNT
    room = (action - FIRST_RUN) % ROOM_COUNT
    s.room[mouse] = room
    s.maybe[mouse] = SPREAD[fall, s.maybe[mouse]]
    s.upright = int(s.upright) & ~FELLED[fall]
    emit(s, EVENT_RUN, mouse, fall, room)
    next_to_run(s, mouse + 1)


# HS-6 The end


@rule
def break_of_dawn(s: Record) -> None:
    """HS-6.2: nobody has won in time; the side nearer its goal wins."""
    cheese, caught = int(s.stored), CHEESE_PER_MOUSE * int(s.captures)
    end(s, DAWN_MICE if cheese > caught else DAWN_CAT if cheese < caught else DAWN_DRAW)


@rule
def end(s: Record, why: int) -> None:
    """HS-6.1: the game ends the moment a side has won, or at dawn."""
    s.phase = OVER
    s.ended = why
    s.turn = 0
    s.left = 0


@rule
def reason(s: Record) -> int:
    """Why the game ended; 0 while it goes on."""
    return int(s.ended)


@rule
def payoff(s: Record, out: Numbers) -> None:
    """HS-6.3: the cat's side against the mice's."""
    cat = 0.0
    if s.ended == ALL_CAUGHT or s.ended == DAWN_CAT:
        cat = 1.0
    elif s.ended == CHEESE_STORED or s.ended == DAWN_MICE:
        cat = -1.0
    out[CAT] = cat
    for seat in range(1, s.seats):
        out[seat] = -cat


# The contract: who acts, what is legal, play it


@rule
def actors(s: Record) -> int:
    """One seat at a time."""
    if s.phase == OVER:
        return 0
    return 1 << int(s.turn)


@rule
def list_rooms(out: Actions, mask: int) -> int:
    """Write the rooms of a mask into `out`."""
    for i in range(COUNT[mask]):
        out[i] = NTH[mask, i]
    return COUNT[mask]


@rule
def legal(s: Record, seat: int, out: Actions) -> int:
    """The legal actions of the seat that acts."""
    if s.phase == OVER or s.turn != seat:
        return 0
    if s.phase == PROWL:
        count = list_rooms(out, CAT_WAYS[s.walls, s.cat])
        out[count] = LISTEN
        out[count + 1] = POUNCE
        out[count + 2] = STOP
        return count + 3
    if s.phase == CHEESE:
        if s.stunned[seat - 1] == STUNNED:
            return list_rooms(out, ALL_ROOMS)
        out[0] = LEAVE
        if not can_take(s, seat - 1):
            return 1
        out[1] = TAKE
        return 2
    if s.phase == RUN:
        room = s.room[seat - 1]
        count = RUN_COUNT[room, s.upright]
        for i in range(count):
            out[i] = FIRST_RUN + RUNS[room, s.upright, i]
        return count
    if s.phase == START:
        return list_rooms(out, ALL_ROOMS & ~(1 << HALLWAY))
    if s.phase == LAY_SPARES:
        return list_rooms(out, ALL_ROOMS)
    count = 0
    for room in range(ROOM_COUNT):
        if s.traps[room] < s.tokens[room]:
            out[count] = room
            count += 1
    return count


@rule
def apply(s: Record, seat: int, action: int) -> None:
    """Play a legal action."""
    clear_events(s)
    mouse = seat - 1
    if s.phase == PROWL:
        prowl(s, action)
    elif s.phase == CHEESE:
        take_or_revive(s, mouse, action)
    elif s.phase == RUN:
        run(s, mouse, action)
    elif s.phase == START:
        start(s, mouse, action)
    elif s.phase == LAY_SPARES:
        lay_spare(s, action)
    else:
        lay_trap(s, action)


# Who knows what


@rule
def hide(s: Record, seat: int) -> None:
    """The mice know where mice are, the cat where traps lie, a spectator neither."""
    if s.phase == OVER:
        return
    forget_chance(s)
    if seat != CAT:
        for r in range(ROOM_COUNT):
            s.traps[r] = HIDDEN
        if s.events[0, 0] == EVENT_TRAP:
            s.events[0, 1] = HIDDEN
    if seat <= CAT:
        for m in range(s.seats - 1):
            if s.room[m] != OFF_BOARD:
                s.room[m] = HIDDEN
        if s.events[0, 0] == EVENT_START or s.events[0, 0] == EVENT_REVIVE:
            s.events[0, 2] = HIDDEN
        elif s.events[0, 0] == EVENT_RUN:
            s.events[0, 3] = HIDDEN


@rule
def redeal(s: Record, seat: int, rng: Rng) -> None:
    """Rooms uniform in each mouse's mask, traps a uniform subset of the face-down tokens."""
    if s.phase == OVER:
        return
    if seat <= CAT:
        redeal_mice(s, rng)
    if seat != CAT:
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
    if s.events[0, 0] == EVENT_START or s.events[0, 0] == EVENT_REVIVE:
        s.events[0, 2] = s.room[mouse]
    elif s.events[0, 0] == EVENT_RUN:
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
    if s.events[0, 0] == EVENT_TRAP:
        s.events[0, 1] = room
