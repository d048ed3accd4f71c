"""Cat & The Mouse, rule by rule. Seat 0 is the Inspector, seat 1 the Mouse.

No order of a deck is kept: a card is drawn from those that can be on top at the moment it is drawn (CM-1.4), and only
the cards the Inspector put at the bottom of the Map deck have a place. Everything in the events is public; what a seat
alone has seen it finds by comparing its views before and after.

The chapters beside this one: `hunt` (the Inspector's part of a round), `heist` (the Mouse's), `decks` (counting and
picking cards), `knowledge` (what can be worked out from a view), `bystander` (what a spectator can),
`house` (the numbers that a table may agree on, CM-10).
"""

from __future__ import annotations

from mousehole.engine.record import clear_events, emit, open_record, record_type
from mousehole.engine.rule import Actions, Numbers, Options, Record, Word, rule
from mousehole.games.cat_and_mouse import FACTS, codes
from mousehole.games.cat_and_mouse.components import (
    ALL_LOOT,
    ALL_ROOMS,
    CARD_KINDS,
    LONGEST_ROW,
    LOOT_COUNT,
    MOST_TURNS,
    PICKPOCKET,
    ROOM_COUNT,
    SMOKE_BOMB,
    TRICK_DECK,
    UNIT,
)
from mousehole.games.cat_and_mouse.decks import bit_of, copies_of, count_bits, maps_left, nth_bit, nth_room
from mousehole.games.cat_and_mouse.heist import enter, keep_card, put_back, take_turn
from mousehole.games.cat_and_mouse.house import FIELDS, agree
from mousehole.games.cat_and_mouse.hunt import announce, begin_round, monitor, name_room, spring_trap, stay_or_vanish
from mousehole.games.cat_and_mouse.secrets import hide, redeal

__all__ = ["State", "actors", "apply", "hide", "legal", "payoff", "reason", "redeal", "setup"]

VERSION = FACTS.rules_version

State = record_type(
    FACTS.id,
    [
        ("tricks", "i1"),
        ("subtle", "i1"),
        ("deep", "i1"),
        ("phase", "i1"),
        ("turn", "i1"),  # the round (CM-3.4)
        ("ended", "i1"),
        ("clues", "i1"),
        ("room", "i1"),  # the Mouse's room; 0: none yet, or between two rooms
        ("room_up", "i1"),  # whether its card lies face up (CM-5.2)
        ("laid", "i1"),  # the length of the row
        ("drawn", "i1", 2),  # the two Map cards the Inspector chooses from, the lower first
        ("row", "i1", LONGEST_ROW),
        ("row_turn", "i1", LONGEST_ROW),  # the round each card was laid in
        ("row_mouse", "i2"),  # positions laid by the Mouse, a bit each
        ("row_up", "i2"),  # positions that are clues
        ("row_shown", "i2"),  # face-down positions that everyone knows: laid from a room that lay face up
        ("deck", "i2"),  # the Map deck as a mask of rooms
        ("bottom", "i2"),  # its known bottom, see `decks`
        ("named", "i1", MOST_TURNS),  # the room named in each round, 0: none
        ("hits", "i2"),  # the rounds whose answer was a clue
        ("searches", "i2"),  # the rounds in which the Mouse looked through the Map deck
        ("back_turn", "i1", MOST_TURNS),  # for each round: when the card that went back to the deck was laid, 0: none
        ("back_room", "i1", MOST_TURNS),  # and which room it was, if everyone knows
        ("back_mouse", "i2"),  # and whether the Mouse had laid it, a bit a round
        ("missed", "i1", ROOM_COUNT),  # only in the Mouse's view: the search that first missed a room, see `knowledge`
        ("pocket", "i2"),
        ("pockets", "i1"),
        ("stock", "i2"),  # the Loot deck
        ("stocks", "i1"),
        ("attached", "i2"),
        ("attached_count", "i1"),
        ("looked", "i1"),  # whether the Mouse has looked at the attached loot
        ("hand", "i2"),
        ("held", "i1"),
        ("held_then", "i1"),  # of these, those already held when a Calling Card was last shown
        ("used", "i2"),
        ("left_seen", "i2"),  # confiscated loot that the Mouse had looked at ...
        ("left_seen_count", "i1"),
        ("left_blind", "i2"),  # ... and that it had not
        ("left_blind_count", "i1"),
    ],
    events=3,
    house=FIELDS,
)


# CM-1, CM-2 Setting up and turn one


@rule
def setup(s: Record, seats: int, options: Options, low: Word, high: Word) -> None:
    """CM-1: twelve rooms in the Map deck, loot and tricks in the Loot deck; the Inspector is to pocket a card."""
    open_record(s, seats, low, high)
    s.cat_and_mouse = VERSION
    s.tricks = options[0]
    s.subtle = options[1]
    s.deep = options[2]
    agree(s, options[3], options[4])
    s.phase = codes.POCKET
    s.turn = 0
    s.ended = 0
    s.clues = 0
    s.room = 0
    s.room_up = 0
    s.laid = 0
    s.drawn[0] = 0
    s.drawn[1] = 0
    for i in range(LONGEST_ROW):
        s.row[i] = 0
        s.row_turn[i] = 0
    s.row_mouse = 0
    s.row_up = 0
    s.row_shown = 0
    s.deck = ALL_ROOMS
    s.bottom = 0
    for i in range(MOST_TURNS):
        s.named[i] = 0
        s.back_turn[i] = 0
        s.back_room[i] = 0
    s.hits = 0
    s.searches = 0
    s.back_mouse = 0
    for i in range(ROOM_COUNT):
        s.missed[i] = 0
    s.pocket = 0
    s.pockets = 0
    s.stock = ALL_LOOT + TRICK_DECK[options[0]]
    s.stocks = LOOT_COUNT + 3 * options[0]
    s.attached = 0
    s.attached_count = 0
    s.looked = 0
    s.hand = 0
    s.held = 0
    s.held_then = 0
    s.used = 0
    s.left_seen = 0
    s.left_seen_count = 0
    s.left_blind = 0
    s.left_blind_count = 0


@rule
def pocket_card(s: Record, card: int) -> None:
    """CM-2.1: a loot card goes into the Inspector's pocket; with Deep Pockets (CM-8.2) a second one may follow."""
    if card == codes.ENOUGH:
        emit(s, codes.EVENT_ENOUGH, 0, 0, 0)
        s.phase = codes.FIRST_ROOM
        return
    s.pocket = int(s.pocket) + UNIT[card]
    s.pockets += 1
    s.stock = int(s.stock) - UNIT[card]
    s.stocks -= 1
    emit(s, codes.EVENT_POCKET, int(s.pockets), 0, 0)
    s.phase = codes.SECOND if s.deep and s.pockets == 1 else codes.FIRST_ROOM


# What is legal (CM-3.5)


@rule
def list_rooms(out: Actions, mask: int) -> int:
    """Write the rooms of a mask into `out`."""
    count = count_bits(mask)
    for i in range(count):
        out[i] = nth_room(mask, i)
    return count


@rule
def list_vanishing(heap: int, out: Actions, count: int, vanish: int) -> int:
    """CM-7.2, CM-7.3: a Mouse with a Smoke Bomb may vanish, with a Pickpocket as well may pick the pocket first."""
    if copies_of(heap, SMOKE_BOMB):
        out[count] = vanish
        count += 1
        if copies_of(heap, PICKPOCKET):
            out[count] = vanish + 1
            count += 1
    return count


@rule
def unnamed_rooms(s: Record) -> int:
    """CM-4.1: the rooms that may be named: all but the clues."""
    mask = ALL_ROOMS
    up = int(s.row_up)
    for i in range(count_bits(up)):
        mask &= ~bit_of(s.row[nth_bit(up, i)])
    return mask


@rule
def list_turn(s: Record, out: Actions) -> int:
    """CM-6: loot if there is some, change rooms if a Map card is left, and end the heist."""
    count = 0
    if s.attached_count > 0:
        out[count] = codes.LOOT_ROOM
        count += 1
    if maps_left(s) > 0:
        out[count] = codes.CHANGE_ROOMS
        count += 1
    out[count] = codes.END_HEIST
    count += 1
    if copies_of(int(s.hand), PICKPOCKET):
        out[count] = codes.END_HEIST_PICKING
        count += 1
    return count


@rule
def list_keeping(s: Record, out: Actions) -> int:
    """CM-6.1, CM-7.2a: each attached card, alone or with vanishing; equal cards give one action."""
    heap = int(s.attached)
    count = 0
    for card in range(CARD_KINDS):
        if copies_of(heap, card):
            out[count] = 3 * card
            count = list_vanishing(int(s.hand) + UNIT[card], out, count + 1, 3 * card + codes.KEEP_VANISH)
    return count


@rule
def list_positions(s: Record, out: Actions) -> int:
    """CM-8.1: face-down positions, but not the one just laid, and none."""
    count = 0
    for place in range(s.laid - 1):
        if not (int(s.row_up) >> place) & 1:
            out[count] = place
            count += 1
    out[count] = codes.NO_POSITION
    return count + 1


@rule
def list_pockets(s: Record, out: Actions) -> int:
    """CM-2.1: any loot card that is no trick; with the first one pocketed, also enough."""
    mask = int(s.stock) & ALL_LOOT
    count = count_bits(mask)
    for i in range(count):
        out[i] = nth_bit(mask, i)
    if s.phase == codes.SECOND:
        out[count] = codes.ENOUGH
        count += 1
    return count


# The contract: who acts, what is legal, play it, and what it pays


@rule
def actors(s: Record) -> int:
    """One seat at a time, told by the phase alone."""
    return codes.WHO_ACTS[s.phase]


@rule
def legal(s: Record, seat: int, out: Actions) -> int:
    """The legal actions of the seat that acts (CM-3.5)."""
    phase = s.phase
    if not (codes.WHO_ACTS[phase] >> seat) & 1:
        return 0
    if phase == codes.MONITOR:
        out[0] = s.drawn[0]
        out[1] = s.drawn[1]
        return 2
    if phase == codes.ANNOUNCE:
        out[0] = codes.CHECK
        out[1] = codes.SPRING
        return 2
    if phase == codes.NAME:
        return list_vanishing(int(s.hand), out, list_rooms(out, unnamed_rooms(s)), codes.NAME_VANISH)
    if phase == codes.STAY:
        out[0] = codes.STAY_PUT
        return list_vanishing(int(s.hand), out, 1, codes.STAY_VANISH)
    if phase == codes.TURN:
        return list_turn(s, out)
    if phase == codes.KEEP:
        return list_keeping(s, out)
    if phase == codes.POSITION:
        return list_positions(s, out)
    if phase == codes.POCKET or phase == codes.SECOND:
        return list_pockets(s, out)
    if phase == codes.TRAP:
        return list_rooms(out, ALL_ROOMS)
    return list_rooms(out, int(s.deck))


@rule
def apply(s: Record, seat: int, action: int) -> None:
    """Play a legal action."""
    clear_events(s)
    phase = s.phase
    if phase == codes.MONITOR:
        monitor(s, action)
    elif phase == codes.ANNOUNCE:
        announce(s, action)
    elif phase == codes.NAME:
        name_room(s, action)
    elif phase == codes.STAY:
        stay_or_vanish(s, action)
    elif phase == codes.TURN:
        take_turn(s, action)
    elif phase == codes.KEEP:
        keep_card(s, action)
    elif phase == codes.POSITION:
        put_back(s, action)
    elif phase == codes.TRAP:
        spring_trap(s, action)
    elif phase == codes.POCKET or phase == codes.SECOND:
        pocket_card(s, action)
    else:
        enter(s, action)
    if s.phase == codes.ROUND_OVER:
        begin_round(s)


@rule
def reason(s: Record) -> int:
    """Why the game ended; 0 while it goes on."""
    return int(s.ended)


@rule
def payoff(s: Record, out: Numbers) -> None:
    """CM-9.1: the winner gets one point from the loser."""
    out[codes.INSPECTOR] = 0.0
    out[codes.MOUSE] = 0.0
    if s.ended:
        out[winner(s)] = 1.0
        out[1 - winner(s)] = -1.0


@rule
def winner(s: Record) -> int:
    """CM-9.1: the seat that a game which is over was won by."""
    why = s.ended
    if why == codes.THREE_CLUES or why == codes.CAUGHT or why == codes.ENDED_WITHOUT or why == codes.VANISHED_WITHOUT:
        return codes.INSPECTOR
    return codes.MOUSE
