"""Stepping many games in compiled code: the same functions serve a core of a processor and a thread of a GPU.

Game i of a batch of n plays the games i, i + n, i + 2n, ... of the batch's seed, one after the other, so what happens
in it depends on nobody else and on no number of threads. Game g is dealt from the 128-bit seed (seed, g), as in the
lab.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from mousehole.batch.words import get_word, put_bits, put_half, put_word
from mousehole.engine.chance import next_word, word
from mousehole.engine.contract import actors, apply, hide, legal, payoff, setup
from mousehole.engine.playout import first_actor, seed_playout
from mousehole.engine.rule import Actions, Numbers, Options, Record, Rng, Word, rule

NOBODY = -1
"""In place of the seat that is asked, when a game is over and no other is begun."""
WAIT, DEAL = -(2**31), -(2**31) + 1
"""In place of an action: let a game stand as it is; leave it, over or not, and begin the row's next one."""
HIDDEN_BYTE = 0xFF
"""A byte of an observation that its seat cannot know, and every byte of such a set."""
BITS, DIGIT_BITS = 8, 4

Bytes = NDArray[np.uint8]
Runs = NDArray[np.int32]
"""Rows of these seven numbers: fields of one kind that lie side by side in the record."""
OFFSET, WIDTH, MEMBERS, DIGITS, COUNT, PLACE, KIND = range(7)
NARROW, WIDE, SETS, LARGE_SETS, BYTES = range(5)
"""Numbers of one byte; numbers of two; sets, eight members at a time or 64; and whatever is written byte by byte."""
States = NDArray[Any]
Moves = NDArray[np.int32]
"""The moves of a game so far, each its action and, above SEAT_SHIFT, its seat."""
SEAT_SHIFT = 16

WHOLE = 0xFFFFFFFFFFFFFFFF
SPREAD = ((np.arange(256)[:, None] >> np.arange(BITS)) & 1).astype(np.uint8).view(np.uint64)[:, 0].copy()
"""The bits of a byte, one byte each, as a word."""


@rule
def is_allowed(masks: Bytes, row: int, action: int) -> bool:
    """Tell whether an action is among those of a game's mask."""
    return 0 <= action < BITS * masks.shape[1] and (int(masks[row, action >> 3]) >> (action & 7)) & 1 == 1


@rule
def keep_move(moves: Moves, row: int, length: int, seat: int, action: int) -> None:
    """Keep a game's move, where there is room: a batch without a history has none."""
    if length < moves.shape[1]:
        moves[row, length] = seat << SEAT_SHIFT | action


@rule
def open_game(s: Record, seats: int, options: Options, seed: Word, number: int) -> None:
    """Deal the game of a number."""
    setup(s, seats, options, word(seed), word(number))


@rule
def is_decision(s: Record, seat: int, buffer: Actions, plays_forced: int) -> int:
    """Count the legal actions of the seat that is asked; 0 if its move was forced and has been made."""
    count = legal(s, seat, buffer)
    if count == 1 and plays_forced:
        apply(s, seat, int(buffer[0]))
        return 0
    return count


@rule
def write_seats(most_seats: int, seat: int, asked: int, out: Bytes, to: int) -> None:
    """Write whose eyes these are and who is asked, an entry for each seat."""
    for k in range(most_seats):
        out[to + k] = 1 if k == seat else 0
        out[to + most_seats + k] = (asked >> k) & 1


@rule
def write_view(raw: Bytes, start: int, runs: Runs, out: Bytes, to: int) -> None:
    """Write a view as an observation: numbers a byte each, sets a byte for each member.

    It writes 4, 8 or 64 bytes at a time from front to back, some of them too many: what follows is written after it,
    and the last run, the events, ends exactly. No run is of a kind that would write into the row of another game.
    """
    for r in range(len(runs)):
        kind, count = int(runs[r, KIND]), int(runs[r, COUNT])
        offset, place = start + int(runs[r, OFFSET]), to + int(runs[r, PLACE])
        width, members = int(runs[r, WIDTH]), int(runs[r, MEMBERS])
        hidden = word(WHOLE) >> (64 - BITS * width)
        if kind == LARGE_SETS:
            for i in range(count):
                write_large_set(get_word(raw, offset + i * width) & hidden, hidden, out, place + i * members)
        elif kind == SETS:
            for i in range(count):
                write_set(get_word(raw, offset + i * width) & hidden, hidden, members, out, place + i * members)
        elif kind == NARROW:
            for i in range(0, count, 8):
                put_word(out, place + i, get_word(raw, offset + i))
        elif kind == WIDE:
            for i in range(0, count, 4):
                put_half(out, place + i, low_bytes(get_word(raw, offset + 2 * i)))
        else:
            write_bytes(raw, offset, width, members, int(runs[r, DIGITS]), count, place, out)


@rule
def low_bytes(bits: Word) -> int:
    """Return the low bytes of four numbers of two bytes, side by side."""
    bits &= word(0x00FF00FF00FF00FF)
    bits = (bits | (bits >> 8)) & word(0x0000FFFF0000FFFF)
    return bits | (bits >> 16)


@rule
def write_set(bits: Word, hidden: Word, members: int, out: Bytes, place: int) -> None:
    """Write a small set, or that it is hidden."""
    covered = word(WHOLE) if bits == hidden else word(0)
    for k in range(0, members, BITS):
        put_word(out, place + k, SPREAD[(bits >> k) & word(0xFF)] | covered)


@rule
def write_large_set(bits: Word, hidden: Word, out: Bytes, place: int) -> None:
    """Write a set of any size, or that it is hidden, 64 bytes at once."""
    if bits == hidden:
        for k in range(0, 64, BITS):
            put_word(out, place + k, word(WHOLE))
    else:
        put_bits(out, place, bits)


@rule
def write_bytes(
    raw: Bytes, offset: int, width: int, members: int, digits: int, count: int, place: int, out: Bytes
) -> None:
    """Write fields of one kind byte by byte: several entries of a set or of several categories, or one of a number."""
    entries = max(members + digits, 1)
    bits_each, kept = (DIGIT_BITS, 0xF) if digits > 0 else (1, 1) if members > 0 else (0, 0xFF)
    hidden = word(WHOLE) >> (64 - BITS * width)
    for i in range(count):
        bits = get_word(raw, offset + i * width) & hidden
        for k in range(entries):
            out[place + i * entries + k] = HIDDEN_BYTE if bits == hidden else (bits >> (bits_each * k)) & word(kept)


@rule
def write_mask(masks: Bytes, row: int, buffer: Actions, count: int) -> None:
    """Write legal actions into a mask of zeros, the lowest in the lowest bit of the first byte; each byte once."""
    place = 0
    bits = 0
    for k in range(count):
        action = int(buffer[k])
        if action >> 3 != place:
            if bits:
                masks[row, place] = bits
            place = action >> 3
            bits = 0
        bits |= 1 << (action & 7)
    if bits:
        masks[row, place] = bits


@rule
def step_games(
    states: States,
    first: int,
    end: int,
    begins: int,
    plays_forced: int,
    restarts: int,
    seats: int,
    options: Options,
    seed: Word,
    actions: Actions,
    buffer: Actions,
    paid: Numbers,
    numbers: Options,
    lengths: Actions,
    actor: Actions,
    masks: Bytes,
    rewards: Numbers,
    ends: Bytes,
    moves: Moves,
    last_moves: Moves,
    last: Options,
) -> int:
    """Step the games `first` to `end` - 1 to the next decision of each; return the first with a wrong action, or -1."""
    total = len(states)
    fault = -1
    for i in range(first, end):
        s = states[i]
        for seat in range(seats):
            rewards[i, seat] = 0.0
        ends[i] = 0
        if begins:
            lengths[i] = 0
            open_game(s, seats, options, seed, int(numbers[i]))
        elif actions[i] == DEAL:
            numbers[i] += total
            lengths[i] = 0
            open_game(s, seats, options, seed, int(numbers[i]))
        elif actor[i] == NOBODY or actions[i] == WAIT:
            continue
        elif is_allowed(masks, i, int(actions[i])):
            apply(s, int(actor[i]), int(actions[i]))
            keep_move(moves, i, int(lengths[i]), int(actor[i]), int(actions[i]))
            lengths[i] += 1
        else:
            fault = i if fault < 0 else fault
            continue
        seat = NOBODY
        count = 0
        while count == 0:
            asked = actors(s)
            if asked == 0:
                payoff(s, paid)
                for k in range(seats):
                    rewards[i, k] += paid[k]
                ends[i] += 1
                last[i, 0], last[i, 1] = numbers[i], lengths[i]
                for k in range(min(int(lengths[i]), moves.shape[1])):
                    last_moves[i, k] = moves[i, k]
                if not restarts:
                    break
                numbers[i] += total
                lengths[i] = 0
                open_game(s, seats, options, seed, int(numbers[i]))
                continue
            seat = first_actor(asked)
            count = is_decision(s, seat, buffer, plays_forced)
            if count == 0:
                keep_move(moves, i, int(lengths[i]), seat, int(buffer[0]))
                lengths[i] += 1
        actor[i] = seat if count else NOBODY
        for k in range(masks.shape[1]):
            masks[i, k] = 0
        write_mask(masks, i, buffer, count)
    return fault


@rule
def step_lots(
    states: States,
    seen: States,
    raw: Bytes,
    first: int,
    end: int,
    begins: int,
    plays_forced: int,
    restarts: int,
    seats: int,
    most_seats: int,
    options: Options,
    seed: Word,
    actions: Actions,
    runs: Runs,
    buffer: Actions,
    paid: Numbers,
    numbers: Options,
    lengths: Actions,
    actor: Actions,
    observations: Bytes,
    masks: Bytes,
    rewards: Numbers,
    ends: Bytes,
    moves: Moves,
    last_moves: Moves,
    last: Options,
) -> int:
    """Step games and observe them, a lot at a time while it is at hand; return the first wrong one, or -1."""
    fault = -1
    for lot in range(first, end, len(seen)):
        stop = min(lot + len(seen), end)
        found = step_games(
            states, lot, stop, begins, plays_forced, restarts, seats, options, seed, actions, buffer, paid, numbers,
            lengths, actor, masks, rewards, ends, moves, last_moves, last,
        )  # fmt: skip
        if fault < 0:
            fault = found
        if len(observations) > 0:
            size = len(observations) // len(states)
            observe_games(states, seen, raw, lot, stop, actor, most_seats, runs, size, observations)
    return fault


@rule
def observe_games(
    states: States,
    seen: States,
    raw: Bytes,
    first: int,
    end: int,
    viewers: Actions,
    most_seats: int,
    runs: Runs,
    size: int,
    out: Bytes,
) -> None:
    """Write what one seat sees of each of the games `first` to `end` - 1, and zeros where it is nobody.

    A lot of them, as many as `seen` has room for, is copied, then hidden, then written: a processor waits long for
    bytes that it has only just written one by one and reads again eight at a time.
    """
    wide = len(raw) // len(seen)
    for lot in range(first, end, len(seen)):
        stop = min(lot + len(seen), end)
        for i in range(lot, stop):
            seen[i - lot] = states[i]
        for i in range(lot, stop):
            if viewers[i] != NOBODY:
                hide(seen[i - lot], int(viewers[i]))
        for i in range(lot, stop):
            if viewers[i] != NOBODY:
                write_seats(most_seats, int(viewers[i]), actors(states[i]), out, i * size)
                write_view(raw, (i - lot) * wide, runs, out, i * size)
            else:
                for k in range(i * size, (i + 1) * size):
                    out[k] = 0


@rule
def seed_generators(rngs: Rng, seed: Word, first: int) -> None:
    """Seed a generator for each row of a batch, by the batch's seed and the number of the row's first game."""
    for i in range(len(rngs)):
        seed_playout(rngs[i : i + 1], word(seed), word(first + i))


@rule
def draw_actions(masks: Bytes, actions: Actions, rngs: Rng, first: int, end: int) -> None:
    """Draw a random legal action for each of some games, each from a generator of its own."""
    for i in range(first, end):
        actions[i] = random_bit(masks, i, rngs[i : i + 1])


@rule
def random_bit(masks: Bytes, row: int, rng: Rng) -> int:
    """Draw one of the bits that are set in a game's mask; 0 if none is."""
    total = 0
    for k in range(masks.shape[1]):
        total += count_bits(int(masks[row, k]))
    if total == 0:
        return 0
    left = int(((next_word(rng) >> 32) * word(total)) >> 32)
    for k in range(masks.shape[1]):
        bits = int(masks[row, k])
        here = count_bits(bits)
        if left < here:
            for b in range(BITS):
                if (bits >> b) & 1:
                    if left == 0:
                        return k * BITS + b
                    left -= 1
        left -= here
    return 0


@rule
def count_bits(bits: int) -> int:
    """Count the bits of a byte."""
    bits -= (bits >> 1) & 0x55
    bits = (bits & 0x33) + ((bits >> 2) & 0x33)
    return (bits + (bits >> 4)) & 0x0F
