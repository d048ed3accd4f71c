"""Hide and Squeak, rule by rule. Seat 0 is the cat, seat m + 1 is mouse m.

The numbers that a table may agree on (HS-7) stand in `house`.
"""

from __future__ import annotations

from mousehole.engine.chance import draw
from mousehole.engine.record import clear_events, emit, open_record, record_type
from mousehole.engine.rule import Actions, Numbers, Options, Record, Word, rule
from mousehole.games.hide_and_squeak import FACTS, codes
from mousehole.games.hide_and_squeak.components import (
    ALL_ROOMS,
    CAT_WAYS,
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
    UPRIGHT,
)
from mousehole.games.hide_and_squeak.house import (
    FIELDS,
    agree,
    captures_needed,
    cat_actions,
    cheese_needed,
    traps_to_lay,
)
from mousehole.games.hide_and_squeak.secrets import hide, redeal

__all__ = ["State", "actors", "apply", "hide", "legal", "payoff", "reason", "redeal", "setup"]

VERSION = FACTS.rules_version

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
    house=FIELDS,
)


# HS-2 Setting up


@rule
def setup(s: Record, seats: int, options: Options, low: Word, high: Word) -> None:
    """HS-2.1: the cat in the hallway, two tokens in every room, the spare ones in the cat's paw."""
    open_record(s, seats, low, high)
    s.hide_and_squeak = VERSION
    s.walls = options[0]
    s.dawn = options[1]
    agree(s, options[2], options[3], options[4], options[5])
    s.phase = codes.LAY_SPARES
    s.night = 0
    s.turn = codes.CAT
    s.left = SPARES
    s.cat = HALLWAY
    s.upright = UPRIGHT
    s.captures = 0
    s.stored = 0
    s.traps_laid = 0
    s.traps_found = 0
    s.ended = 0
    for m in range(MOST_MICE):
        s.room[m] = codes.OFF_BOARD
        s.stunned[m] = codes.AWAKE
        s.maybe[m] = 0
    for r in range(ROOM_COUNT):
        s.tokens[r] = LEAST_IN_ROOM
        s.traps[r] = 0


@rule
def lay_spare(s: Record, room: int) -> None:
    """HS-2.1: a spare token goes to a room."""
    s.tokens[room] += 1
    emit(s, codes.EVENT_SPARE, room, 0, 0)
    s.left -= 1
    if s.left == 0:
        s.left = traps_to_lay(s)
        s.phase = codes.LAY_TRAPS
        if s.left == 0:
            call_the_mice(s)


@rule
def lay_trap(s: Record, room: int) -> None:
    """HS-2.1: one of the tokens in a room is a trap. Only the cat knows which room (HS-2.2)."""
    s.traps[room] += 1
    s.traps_laid += 1
    emit(s, codes.EVENT_TRAP, room, 0, 0)
    s.left -= 1
    if s.left == 0:
        call_the_mice(s)


@rule
def call_the_mice(s: Record) -> None:
    """HS-2.3: all tokens lie; the first mouse is asked."""
    s.phase = codes.START
    s.turn = 1


@rule
def start(s: Record, mouse: int, room: int) -> None:
    """HS-2.3: a mouse chooses where it starts."""
    s.room[mouse] = room
    s.maybe[mouse] = ALL_ROOMS & ~(1 << HALLWAY)
    emit(s, codes.EVENT_START, mouse, room, 0)
    if mouse + 2 < s.seats:
        s.turn += 1
    else:
        begin_round(s)


# HS-3 Phase 1: the cat takes up to four actions


@rule
def begin_round(s: Record) -> None:
    """The cat prowls; whoever was stunned in the last round may revive in this one (HS-4.6)."""
    for m in range(MOST_MICE):
        if s.stunned[m] == codes.FRESHLY_STUNNED:
            s.stunned[m] = codes.STUNNED
    s.night += 1
    s.phase = codes.PROWL
    s.turn = codes.CAT
    s.left = cat_actions(s)
    emit(s, codes.EVENT_ROUND, int(s.night), 0, 0)


@rule
def prowl(s: Record, action: int) -> None:
    """HS-3.1: one action of the cat, here its move; after the fourth, or when it stops, the mice come to the cheese."""
    if action == codes.LISTEN:
        listen(s)
    elif action == codes.POUNCE:
        pounce(s)
    elif action == codes.STOP:
        emit(s, codes.EVENT_STOP, 0, 0, 0)
        s.left = 1
    else:
        s.cat = action
        emit(s, codes.EVENT_MOVE, action, 0, 0)
    if s.phase == codes.PROWL:
        s.left -= 1
        if s.left == 0:
            s.phase = codes.CHEESE
            next_at_cheese(s, 0)


@rule
def listen(s: Record) -> None:
    """HS-3.2: mice next to the cat squeak; the others are heard not to be there."""
    near = NEIGHBOURS[s.cat]
    emit(s, codes.EVENT_LISTEN, int(s.cat), 0, 0)
    for m in range(s.seats - 1):
        if s.room[m] != codes.OFF_BOARD:
            if (near >> int(s.room[m])) & 1:
                s.maybe[m] = 1 << int(s.room[m])
                emit(s, codes.EVENT_SQUEAK, m, int(s.room[m]), 0)
            else:
                s.maybe[m] = int(s.maybe[m]) & ~near


@rule
def pounce(s: Record) -> None:
    """HS-3.3, HS-3.4: every mouse in the cat's room is caught; enough captures end the game."""
    emit(s, codes.EVENT_POUNCE, int(s.cat), 0, 0)
    for m in range(s.seats - 1):
        if s.room[m] == s.cat:
            stun(s, m)
            s.captures += 1
            emit(s, codes.EVENT_CAUGHT, m, int(s.cat), 0)
        else:
            s.maybe[m] = int(s.maybe[m]) & ~(1 << int(s.cat))
    if s.captures >= captures_needed(s):
        end(s, codes.ALL_CAUGHT)


@rule
def stun(s: Record, mouse: int) -> None:
    """Lift a mouse from the board to the top board, for this round and until the next one's phase 2."""
    s.stunned[mouse] = codes.FRESHLY_STUNNED
    s.room[mouse] = codes.OFF_BOARD
    s.maybe[mouse] = 0


# HS-4 Phase 2: cheese


@rule
def next_at_cheese(s: Record, mouse: int) -> None:
    """HS-4.1, HS-4.6: the next mouse, from this one on, that is asked; freshly stunned ones are not."""
    while mouse < s.seats - 1 and s.stunned[mouse] == codes.FRESHLY_STUNNED:
        mouse += 1
    if mouse < s.seats - 1:
        s.turn = mouse + 1
    elif s.night == s.dawn:
        break_of_dawn(s)
    else:
        s.phase = codes.RUN
        next_to_run(s, 0)


@rule
def can_take(s: Record, mouse: int) -> bool:
    """HS-4.1: a mouse takes cheese unless it is terrified or there is none."""
    room = int(s.room[mouse])
    return room != s.cat and s.tokens[room] > 0


@rule
def take_or_revive(s: Record, mouse: int, action: int) -> None:
    """HS-4: a mouse takes a token, leaves it, or comes back to the board."""
    if s.stunned[mouse] == codes.STUNNED:
        revive(s, mouse, action)
    elif action == codes.TAKE:
        take_token(s, mouse)
    else:
        emit(s, codes.EVENT_LEAVE, mouse, 0, 0)
    if s.phase == codes.CHEESE:
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
        emit(s, codes.EVENT_SPRUNG, mouse, room, 0)
        stun(s, mouse)
    else:
        s.stored += 1
        s.maybe[mouse] = 1 << room
        emit(s, codes.EVENT_CHEESE, mouse, room, 0)
        if s.stored >= cheese_needed(s):
            end(s, codes.CHEESE_STORED)


@rule
def revive(s: Record, mouse: int, room: int) -> None:
    """HS-4.5: a stunned mouse comes back in a room of its choice; it takes nothing this round."""
    s.stunned[mouse] = codes.AWAKE
    s.room[mouse] = room
    s.maybe[mouse] = ALL_ROOMS
    emit(s, codes.EVENT_REVIVE, mouse, room, 0)


# HS-5 Phase 3: mice move


@rule
def next_to_run(s: Record, mouse: int) -> None:
    """HS-5.1: the next mouse on the board, from this one on; after the last a new round begins."""
    while mouse < s.seats - 1 and s.room[mouse] == codes.OFF_BOARD:
        mouse += 1
    if mouse < s.seats - 1:
        s.turn = mouse + 1
    else:
        begin_round(s)


@rule
def run(s: Record, mouse: int, action: int) -> None:
    """HS-5: a whole movement: the furniture that falls, in order, and the final room."""
    fall = (action - codes.FIRST_RUN) // ROOM_COUNT
    room = (action - codes.FIRST_RUN) % ROOM_COUNT
    s.room[mouse] = room
    s.maybe[mouse] = SPREAD[fall, s.maybe[mouse]]
    s.upright = int(s.upright) & ~FELLED[fall]
    emit(s, codes.EVENT_RUN, mouse, fall, room)
    next_to_run(s, mouse + 1)


# HS-6 The end


@rule
def break_of_dawn(s: Record) -> None:
    """HS-6.2: nobody has won in time; the side nearer its goal wins."""
    cheese, caught = int(s.stored) * captures_needed(s), int(s.captures) * cheese_needed(s)
    end(s, codes.DAWN_MICE if cheese > caught else codes.DAWN_CAT if cheese < caught else codes.DAWN_DRAW)


@rule
def end(s: Record, why: int) -> None:
    """HS-6.1: the game ends the moment a side has won, or at dawn."""
    s.phase = codes.OVER
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
    if s.ended == codes.ALL_CAUGHT or s.ended == codes.DAWN_CAT:
        cat = 1.0
    elif s.ended == codes.CHEESE_STORED or s.ended == codes.DAWN_MICE:
        cat = -1.0
    out[codes.CAT] = cat
    for seat in range(1, s.seats):
        out[seat] = -cat


# The contract: who acts, what is legal, play it


@rule
def actors(s: Record) -> int:
    """One seat at a time."""
    if s.phase == codes.OVER:
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
    if s.phase == codes.OVER or s.turn != seat:
        return 0
    if s.phase == codes.PROWL:
        count = list_rooms(out, CAT_WAYS[s.walls, s.cat])
        out[count] = codes.LISTEN
        out[count + 1] = codes.POUNCE
        out[count + 2] = codes.STOP
        return count + 3
    if s.phase == codes.CHEESE:
        if s.stunned[seat - 1] == codes.STUNNED:
            return list_rooms(out, ALL_ROOMS)
        out[0] = codes.LEAVE
        if not can_take(s, seat - 1):
            return 1
        out[1] = codes.TAKE
        return 2
    if s.phase == codes.RUN:
        room = s.room[seat - 1]
        count = RUN_COUNT[room, s.upright]
        for i in range(count):
            out[i] = codes.FIRST_RUN + RUNS[room, s.upright, i]
        return count
    if s.phase == codes.START:
        return list_rooms(out, ALL_ROOMS & ~(1 << HALLWAY))
    if s.phase == codes.LAY_SPARES:
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
    if s.phase == codes.PROWL:
        prowl(s, action)
    elif s.phase == codes.CHEESE:
        take_or_revive(s, mouse, action)
    elif s.phase == codes.RUN:
        run(s, mouse, action)
    elif s.phase == codes.START:
        start(s, mouse, action)
    elif s.phase == codes.LAY_SPARES:
        lay_spare(s, action)
    else:
        lay_trap(s, action)
