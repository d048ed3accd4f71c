"""Hide and Squeak: where each mouse is likely to be, followed by the cat through all it has seen.

For every mouse the chances of its being in each room are carried from view to view: a choice of the mouse moves them as
mice are known to choose (`habits`), and what is heard, caught or taken strikes rooms out. Mice are followed one by one:
what one tells about another is left out. Whose mice they are the cat does not know: it follows them by all habits that
mice are known to have, and trusts each as far as it foresaw what was seen.
"""

from __future__ import annotations

from mousehole.bots.hide_and_squeak.habits import (
    COMMON,
    HABITS,
    REVIVES,
    RUNS_OFF,
    STARTS,
    TAKES,
    TRAITS,
    odds_of,
    room_traits,
    run_traits,
    take_traits,
)
from mousehole.bots.knowledge import PRESENT
from mousehole.engine.chance import reseed_chance, roll
from mousehole.engine.rule import HIDDEN, Numbers, Record, Rng, rule
from mousehole.games.hide_and_squeak import codes
from mousehole.games.hide_and_squeak.components import (
    ALL_ROOMS,
    COUNT,
    HALLWAY,
    MOST_MICE,
    NTH,
    ROOM_COUNT,
    RUN_COUNT,
    RUNS,
)
from mousehole.games.hide_and_squeak.secrets import redeal

CHANCES = MOST_MICE * ROOM_COUNT
TRACE = CHANCES + ROOM_COUNT + len(TRAITS) + 1
"""Chances for each mouse and room; then room to work in; then how well all that was seen had been foreseen."""
FORESEEN = TRACE - 1
MEMORY = TRACE * (1 + len(HABITS))
"""What the cat believes, and a trace for each of the habits."""
DOUBT = 0.02
"""So much of a belief stays with all rooms that are possible: habits are habits, not laws."""
LEAST_TRUST = 0.02
"""So much trust every habit keeps, for mice may change theirs."""
FINE = 1 << 30


@rule
def remember(views: Record, seat: int, memory: Numbers, edition: int) -> None:
    """Follow all mice through what the cat has seen, by the habits it knows; the mice know where they are."""
    if seat == codes.CAT:
        follow(views, HABITS[: known_to(edition)], memory)


@rule
def known_to(edition: int) -> int:
    """Say how many habits an edition knows: only the lion's cat has met mice that evade it, or search long."""
    return len(HABITS) if edition > PRESENT else COMMON


@rule
def follow(views: Record, habits: Numbers, memory: Numbers) -> None:
    """Carry the chances of all mice through the cat's views, by each of some habits, and add up what they say."""
    for k in range(len(habits)):
        trace_of(memory, k)[FORESEEN] = 1.0
    for i in range(len(views)):
        total = 0.0
        for k in range(len(habits)):
            trace = trace_of(memory, k)
            if i:
                heed(views[i - 1], views[i], habits[k], trace)
            for m in range(MOST_MICE):
                strike_out(views[i], m, trace)
            total += trace[FORESEEN]
        for k in range(len(habits)):
            trace = trace_of(memory, k)
            trace[FORESEEN] = max(trace[FORESEEN] / total, LEAST_TRUST)
    trust = 0.0
    for k in range(len(habits)):
        trust += trace_of(memory, k)[FORESEEN]
    for k in range(len(habits)):
        trace = trace_of(memory, k)
        for i in range(CHANCES):
            memory[i] += trace[i] * trace[FORESEEN] / trust


@rule
def trace_of(memory: Numbers, number: int) -> Numbers:
    """Return the part of the memory that belongs to one of the habits."""
    return memory[TRACE * (number + 1) : TRACE * (number + 2)]


@rule
def heed(before: Record, after: Record, weights: Numbers, memory: Numbers) -> None:
    """Take in what the mouse whose choice it was has done."""
    kind, mouse = int(after.events[0, 0]), int(after.events[0, 1])
    if kind == codes.EVENT_START:
        appear(before, mouse, weights[STARTS], ALL_ROOMS & ~(1 << HALLWAY), memory)
    elif kind == codes.EVENT_REVIVE:
        appear(before, mouse, weights[REVIVES], ALL_ROOMS, memory)
    elif kind == codes.EVENT_RUN:
        run_off(before, mouse, int(after.events[0, 2]), weights[RUNS_OFF], memory)
    elif kind == codes.EVENT_LEAVE:
        leave(before, mouse, weights[TAKES], memory)
    elif kind == codes.EVENT_CHEESE or kind == codes.EVENT_SPRUNG:
        take(before, mouse, int(after.events[0, 2]), weights[TAKES], memory)


@rule
def appear(s: Record, mouse: int, weights: Numbers, rooms: int, memory: Numbers) -> None:
    """Let a mouse choose one of some rooms."""
    traits = memory[CHANCES + ROOM_COUNT :]
    total = 0.0
    for room in range(ROOM_COUNT):
        memory[mouse * ROOM_COUNT + room] = 0.0
        if (rooms >> room) & 1:
            room_traits(s, mouse, room, traits)
            memory[mouse * ROOM_COUNT + room] = odds_of(weights, traits)
            total += memory[mouse * ROOM_COUNT + room]
    for room in range(ROOM_COUNT):
        memory[mouse * ROOM_COUNT + room] /= total


@rule
def run_off(s: Record, mouse: int, fall: int, weights: Numbers, memory: Numbers) -> None:
    """Let a mouse move from wherever it may be, felling what was heard to fall."""
    after = memory[CHANCES : CHANCES + ROOM_COUNT]
    traits = memory[CHANCES + ROOM_COUNT :]
    for room in range(ROOM_COUNT):
        after[room] = 0.0
    for start in range(ROOM_COUNT):
        chance = memory[mouse * ROOM_COUNT + start]
        if chance > 0.0:
            total = 0.0
            for k in range(RUN_COUNT[start, int(s.upright)]):
                run_traits(s, mouse, start, RUNS[start, int(s.upright), k], traits)
                total += odds_of(weights, traits)
            for k in range(RUN_COUNT[start, int(s.upright)]):
                run = RUNS[start, int(s.upright), k]
                if run // ROOM_COUNT == fall:
                    run_traits(s, mouse, start, run, traits)
                    after[run % ROOM_COUNT] += chance * odds_of(weights, traits) / total
    for room in range(ROOM_COUNT):
        memory[mouse * ROOM_COUNT + room] = after[room]


@rule
def leave(s: Record, mouse: int, weights: Numbers, memory: Numbers) -> None:
    """A mouse that took nothing is rather where there is nothing to take, or where it would not have."""
    traits = memory[CHANCES + ROOM_COUNT :]
    for room in range(ROOM_COUNT):
        if room != s.cat and s.tokens[room] > 0:
            take_traits(s, mouse, room, traits)
            memory[mouse * ROOM_COUNT + room] /= 1.0 + odds_of(weights, traits)


@rule
def take(s: Record, mouse: int, room: int, weights: Numbers, memory: Numbers) -> None:
    """A mouse that took a token is where it took it, and would have."""
    traits = memory[CHANCES + ROOM_COUNT :]
    take_traits(s, mouse, room, traits)
    odds = odds_of(weights, traits)
    memory[FORESEEN] *= max(memory[mouse * ROOM_COUNT + room], DOUBT) * odds / (1.0 + odds)
    for other in range(ROOM_COUNT):
        memory[mouse * ROOM_COUNT + other] = 1.0 if other == room else 0.0


@rule
def strike_out(s: Record, mouse: int, memory: Numbers) -> None:
    """Keep the rooms that are possible by what everyone knows; of a mouse not followed so far, guess by the tokens."""
    mask = int(s.maybe[mouse])
    chances = memory[mouse * ROOM_COUNT : (mouse + 1) * ROOM_COUNT]
    total = guessed = 0.0
    for room in range(ROOM_COUNT):
        if not (mask >> room) & 1:
            chances[room] = 0.0
        total += chances[room]
    memory[FORESEEN] *= 1.0 if mask == 0 else max(total, DOUBT)
    for k in range(COUNT[mask]):
        room = NTH[mask, k]
        if total <= 0.0:
            chances[room] = 1.0 + float(s.tokens[room])
        guessed += chances[room]
    for k in range(COUNT[mask]):
        chances[NTH[mask, k]] /= guessed


@rule
def imagine(s: Record, seat: int, rng: Rng, memory: Numbers) -> None:
    """For the cat: put each mouse where it is likely to be. The mice guess the traps as they lie by chance."""
    if seat == codes.CAT and s.phase != codes.OVER:
        for m in range(s.seats - 1):
            if s.room[m] == HIDDEN:
                s.room[m] = likely_room(int(s.maybe[m]), memory[m * ROOM_COUNT : (m + 1) * ROOM_COUNT], rng)
        mouse = int(s.events[0, 1])
        if s.events[0, 0] == codes.EVENT_START or s.events[0, 0] == codes.EVENT_REVIVE:
            s.events[0, 2] = s.room[mouse]
        elif s.events[0, 0] == codes.EVENT_RUN:
            s.events[0, 3] = s.room[mouse]
        reseed_chance(s, rng)
    else:
        redeal(s, seat, rng)


@rule
def likely_room(mask: int, chances: Numbers, rng: Rng) -> int:
    """Draw a room by its chance, and now and then any that is possible."""
    pick = float(roll(rng, FINE)) / FINE
    if pick < DOUBT:
        return NTH[mask, roll(rng, COUNT[mask])]
    pick = (pick - DOUBT) / (1.0 - DOUBT)
    last = NTH[mask, 0]
    for k in range(COUNT[mask]):
        room = NTH[mask, k]
        if chances[room] > 0.0:
            last = room
            pick -= chances[room]
            if pick < 0.0:
                return room
    return last
