"""Cat & The Mouse, rule by rule. Seat 0 is the Inspector, seat 1 the Mouse.

No order of a deck is kept: a card is drawn from those that can be on top at the moment it is drawn (CM-1.4), and only
the cards the Inspector put at the bottom of the Map deck have a place. Everything in the tale is public; what a seat
alone has seen it finds by comparing its views before and after.
"""

from __future__ import annotations

from mousehole.engine.chance import draw
from mousehole.engine.record import hush, open_record, record_type, tell
from mousehole.engine.rule import Actions, Numbers, Options, Record, rule
from mousehole.games.cat_and_mouse import FACTS
from mousehole.games.cat_and_mouse.components import (
    ALL_LOOT,
    ALL_ROOMS,
    CALLING_CARD,
    CARD_KINDS,
    CLUES_TO_WIN,
    HAS_SET,
    LONGEST_ROW,
    LOOT_COUNT,
    MOST_TURNS,
    PICKPOCKET,
    ROOM_COUNT,
    SMOKE_BOMB,
    TO_A_ROOM,
    TRICK_DECK,
    UNIT,
)
from mousehole.games.cat_and_mouse.decks import (
    bit_of,
    copies_of,
    count_bits,
    draw_map,
    maps_left,
    nth_bit,
    nth_card,
    nth_room,
    put_below,
)
from mousehole.games.cat_and_mouse.knowledge import hide, possible_at, possible_pocket, possible_rooms, redeal
from mousehole.games.cat_and_mouse.phases import (
    ANNOUNCE,
    FIRST_ROOM,
    INSPECTOR,
    KEEP,
    MONITOR,
    MOUSE,
    NAME,
    NEW_ROOM,
    OVER,
    POCKET,
    POSITION,
    ROUND_OVER,
    SECOND,
    STAY,
    TRAP,
    TURN,
    WHO_ACTS,
)

__all__ = ["hide", "possible_at", "possible_pocket", "possible_rooms", "redeal"]  # the chapter "Who knows what"

VERSION = FACTS.rules_version

# Actions (CM-3.5). Rooms and loot cards stand for themselves wherever one is chosen.
ENOUGH = LOOT_COUNT
CHECK, SPRING = range(2)
NAME_VANISH, NAME_VANISH_PICKING = ROOM_COUNT + 1, ROOM_COUNT + 2
STAY_PUT, STAY_VANISH, STAY_VANISH_PICKING = range(3)
LOOT_ROOM, CHANGE_ROOMS, END_HEIST, END_HEIST_PICKING = range(4)
NO_POSITION = LONGEST_ROW
KEEP_ONLY, KEEP_VANISH, KEEP_VANISH_PICKING = range(3)
"""Keeping a card is card * 3 + one of these."""

# Why the game ended.
(THREE_CLUES, CAUGHT, ESCAPED_WITH_SET, ESCAPED_EMPTY, ENDED_WITH_SET, ENDED_WITHOUT,
 VANISHED_WITH_SET, VANISHED_WITHOUT) = range(1, 9)  # fmt: skip

# Events of the tale, all of them public.
(TOLD_POCKET, TOLD_ENOUGH, TOLD_ENTER, TOLD_DRAW, TOLD_LAST_MAP, TOLD_NO_MAPS, TOLD_MONITOR, TOLD_CHECK, TOLD_SPRING,
 TOLD_NAME, TOLD_STAY, TOLD_TRAP, TOLD_CALLING_CARD, TOLD_LOOT, TOLD_KEEP, TOLD_LEAVE, TOLD_RETURN, TOLD_NO_RETURN,
 TOLD_END, TOLD_VANISH, TOLD_PICK) = range(1, 22)  # fmt: skip

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
    tale=3,
)


# CM-1, CM-2 Setting up and turn one


@rule
def setup(s: Record, seats: int, options: Options, low: int, high: int) -> None:
    """CM-1: twelve rooms in the Map deck, nine loot cards and the tricks in the Loot deck, the Inspector to pocket one."""
    open_record(s, seats, low, high)
    s.cat_and_mouse = VERSION
    s.tricks = options[0]
    s.subtle = options[1]
    s.deep = options[2]
    s.phase = POCKET
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
    """CM-2.1: a loot card goes into the Inspector's pocket; with Deep Pockets a second one may follow."""
    if card == ENOUGH:
        tell(s, TOLD_ENOUGH, 0, 0, 0)
        s.phase = FIRST_ROOM
        return
    s.pocket = int(s.pocket) + UNIT[card]
    s.pockets += 1
    s.stock = int(s.stock) - UNIT[card]
    s.stocks -= 1
    tell(s, TOLD_POCKET, int(s.pockets), 0, 0)
    s.phase = SECOND if s.deep and s.pockets == 1 else FIRST_ROOM


@rule
def enter(s: Record, room: int) -> None:
    """CM-2.2, CM-6.2: the Mouse takes a room card; up to two loot cards are dealt to the room, unseen."""
    s.room = room
    s.deck = int(s.deck) & ~bit_of(room)
    s.searches = int(s.searches) | (1 << int(s.turn))
    s.looked = 0
    for _ in range(min(TO_A_ROOM, int(s.stocks))):
        unit = UNIT[nth_card(int(s.stock), draw(s, int(s.stocks)))]
        s.stock = int(s.stock) - unit
        s.stocks -= 1
        s.attached = int(s.attached) + unit
        s.attached_count += 1
    tell(s, TOLD_ENTER, int(s.attached_count), 0, 0)
    s.phase = ROUND_OVER


# CM-3 The Inspector's turn


@rule
def begin_round(s: Record) -> None:
    """CM-3.1: the Inspector draws two Map cards; a last one is monitored without a choice, and none is skipped."""
    s.turn += 1
    one = other = 0
    for _ in range(min(2, maps_left(s))):
        one = other
        other = draw_map(s)
    s.phase = ANNOUNCE
    event = TOLD_NO_MAPS
    if one:
        s.drawn[0] = min(one, other)
        s.drawn[1] = max(one, other)
        s.phase = MONITOR
        event = TOLD_DRAW
    elif other:
        lay(s, other, INSPECTOR)
        event = TOLD_LAST_MAP
    tell(s, event, int(s.turn), 0, 0)


@rule
def lay(s: Record, room: int, seat: int) -> None:
    """CM-3.3: a card is laid face down at the end of the row."""
    place = int(s.laid)
    s.row[place] = room
    s.row_turn[place] = s.turn
    if seat == MOUSE:
        s.row_mouse = int(s.row_mouse) | (1 << place)
    s.laid += 1


@rule
def monitor(s: Record, room: int) -> None:
    """CM-3.1: one of the two is monitored, the other goes to the bottom of the deck."""
    other = int(s.drawn[0]) + int(s.drawn[1]) - room
    s.drawn[0] = 0
    s.drawn[1] = 0
    s.deck = int(s.deck) | bit_of(other)
    s.bottom = put_below(int(s.bottom), other)
    lay(s, room, INSPECTOR)
    tell(s, TOLD_MONITOR, int(s.laid), 0, 0)
    s.phase = ANNOUNCE


@rule
def announce(s: Record, action: int) -> None:
    """CM-3.2: check for clues, or spring the trap."""
    if action == CHECK:
        tell(s, TOLD_CHECK, 0, 0, 0)
        s.phase = NAME
    else:
        tell(s, TOLD_SPRING, 0, 0, 0)
        s.phase = STAY


# CM-4 Check for Clues


@rule
def name_room(s: Record, action: int) -> None:
    """CM-4.1: the Mouse names a room, or vanishes instead (CM-7.2b)."""
    if action > ROOM_COUNT:
        end_heist(s, True, action == NAME_VANISH_PICKING)
        return
    s.named[s.turn] = action
    place = place_in_row(s, action)
    if place < 0:
        tell(s, TOLD_NAME, action, 0, 0)
        s.phase = TURN
    else:
        turn_up(s, action, place)


@rule
def place_in_row(s: Record, room: int) -> int:
    """The position of a room in the row, or -1."""
    for place in range(s.laid):
        if s.row[place] == room:
            return place
    return -1


@rule
def turn_up(s: Record, room: int, place: int) -> None:
    """CM-4.2: the monitored card is turned face up, a clue; the third one wins the game for the Inspector."""
    s.row_up = int(s.row_up) | (1 << place)
    s.row_shown = int(s.row_shown) & ~(1 << place)
    s.hits = int(s.hits) | (1 << int(s.turn))
    s.clues += 1
    tell(s, TOLD_NAME, room, 1, place + 1)
    if s.clues == CLUES_TO_WIN:
        end(s, THREE_CLUES)
    else:
        s.phase = TURN


# CM-5 Spring the Trap


@rule
def stay_or_vanish(s: Record, action: int) -> None:
    """CM-5.1, CM-7.2c: the Mouse is always asked; staying leaves no trace."""
    if action == STAY_PUT:
        tell(s, TOLD_STAY, 0, 0, 0)
        s.phase = TRAP
    else:
        end_heist(s, True, action == STAY_VANISH_PICKING)


@rule
def spring_trap(s: Record, room: int) -> None:
    """CM-5.2, CM-5.3: the wrong room loses, the right one wins, unless the Mouse holds a Calling Card."""
    tell(s, TOLD_TRAP, room, 1 if room == s.room else 0, 0)
    if room != s.room:
        end(s, ESCAPED_WITH_SET if has_set(s) else ESCAPED_EMPTY)
    elif copies_of(int(s.hand), CALLING_CARD):
        use(s, CALLING_CARD)
        s.held_then = s.held
        s.room_up = 1
        tell(s, TOLD_CALLING_CARD, room, 0, 0)
        s.phase = TURN
    else:
        end(s, CAUGHT)


# CM-6 The Mouse's turn


@rule
def take_turn(s: Record, action: int) -> None:
    """CM-6: loot the room, change rooms or end the heist."""
    if action == LOOT_ROOM:
        s.looked = 1
        tell(s, TOLD_LOOT, int(s.attached_count), 0, 0)
        s.phase = KEEP
    elif action == CHANGE_ROOMS:
        leave_room(s)
    else:
        end_heist(s, False, action == END_HEIST_PICKING)


@rule
def keep_card(s: Record, action: int) -> None:
    """CM-6.1: one attached card is kept, the others go back to the room; CM-7.2a: the Mouse may vanish with it."""
    card = action // 3
    s.attached = int(s.attached) - UNIT[card]
    s.attached_count -= 1
    s.hand = int(s.hand) + UNIT[card]
    s.held += 1
    if action % 3 == KEEP_ONLY:
        tell(s, TOLD_KEEP, 0, 0, 0)
        s.phase = ROUND_OVER
    else:
        tell(s, TOLD_KEEP, card + 1, 0, 0)  # the game is over: everything is face up
        end_heist(s, True, action % 3 == KEEP_VANISH_PICKING)


@rule
def leave_room(s: Record) -> None:
    """CM-6.2: the room card goes to the row, what loot is left to the Inspector."""
    if s.room_up:
        s.row_shown = int(s.row_shown) | (1 << int(s.laid))
    tell(s, TOLD_LEAVE, int(s.attached_count), int(s.room) if s.room_up else 0, int(s.looked))
    lay(s, int(s.room), MOUSE)
    s.room = 0
    s.room_up = 0
    if s.looked:
        s.left_seen = int(s.left_seen) + int(s.attached)
        s.left_seen_count += s.attached_count
    else:
        s.left_blind = int(s.left_blind) + int(s.attached)
        s.left_blind_count += s.attached_count
    s.attached = 0
    s.attached_count = 0
    s.looked = 0
    s.bottom = 0
    if s.subtle:
        s.phase = POSITION
    else:
        search(s)


@rule
def search(s: Record) -> None:
    """CM-6.2: the Mouse looks through the Map deck."""
    s.searches = int(s.searches) | (1 << int(s.turn))
    s.phase = NEW_ROOM


@rule
def without_bit(mask: int, place: int) -> int:
    """A mask of positions after one of them is taken out and the row closes up."""
    below = (1 << place) - 1
    return (mask & below) | ((mask >> 1) & ~below)


@rule
def put_back(s: Record, place: int) -> None:
    """CM-8.1: a face-down card of the row is shuffled into the Map deck, unseen, and the row closes up."""
    if place == NO_POSITION:
        tell(s, TOLD_NO_RETURN, 0, 0, 0)
        search(s)
        return
    now = int(s.turn)
    is_shown = (int(s.row_shown) >> place) & 1
    s.back_turn[now] = s.row_turn[place]
    s.back_room[now] = s.row[place] if is_shown else 0
    s.back_mouse = int(s.back_mouse) | (((int(s.row_mouse) >> place) & 1) << now)
    tell(s, TOLD_RETURN, place + 1, int(s.back_room[now]), 0)
    s.deck = int(s.deck) | bit_of(s.row[place])
    last = int(s.laid) - 1
    for i in range(place, last):
        s.row[i] = s.row[i + 1]
        s.row_turn[i] = s.row_turn[i + 1]
    s.row[last] = 0
    s.row_turn[last] = 0
    s.laid = last
    s.row_mouse = without_bit(int(s.row_mouse), place)
    s.row_up = without_bit(int(s.row_up), place)
    s.row_shown = without_bit(int(s.row_shown), place)
    search(s)


@rule
def has_set(s: Record) -> bool:
    """CM-1.3: whether the Mouse holds three loot cards of one theme or of one value."""
    return HAS_SET[int(s.hand) & ALL_LOOT]


# CM-7 Tricks


@rule
def use(s: Record, trick: int) -> None:
    """CM-7: a trick is shown and discarded."""
    s.hand = int(s.hand) - UNIT[trick]
    s.held -= 1
    s.used = int(s.used) + UNIT[trick]


@rule
def end_heist(s: Record, vanishing: bool, picking: bool) -> None:
    """CM-6.3, CM-7.2, CM-7.3: the Mouse leaves with what it has, perhaps with a card out of the Inspector's pocket."""
    if vanishing:
        use(s, SMOKE_BOMB)
    tell(s, TOLD_VANISH if vanishing else TOLD_END, 0, 0, 0)
    if picking:
        use(s, PICKPOCKET)
        card = nth_card(int(s.pocket), draw(s, int(s.pockets)))
        s.pocket = int(s.pocket) - UNIT[card]
        s.pockets -= 1
        s.hand = int(s.hand) + UNIT[card]
        s.held += 1
        tell(s, TOLD_PICK, card, 0, 0)
    with_set = VANISHED_WITH_SET if vanishing else ENDED_WITH_SET
    end(s, with_set if has_set(s) else with_set + 1)


# CM-9 The end


@rule
def end(s: Record, why: int) -> None:
    """End the game."""
    s.phase = OVER
    s.ended = why


@rule
def reason(s: Record) -> int:
    """Why the game ended; 0 while it goes on."""
    return int(s.ended)


@rule
def payoff(s: Record, out: Numbers) -> None:
    """CM-9.1: the winner gets one point from the loser."""
    why = s.ended
    inspector = 0.0
    if why == THREE_CLUES or why == CAUGHT or why == ENDED_WITHOUT or why == VANISHED_WITHOUT:
        inspector = 1.0
    elif why:
        inspector = -1.0
    out[INSPECTOR] = inspector
    out[MOUSE] = -inspector


# The contract: who acts, what is legal, play it


@rule
def actors(s: Record) -> int:
    """One seat at a time, told by the phase alone."""
    return WHO_ACTS[s.phase]


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
        out[count] = LOOT_ROOM
        count += 1
    if maps_left(s) > 0:
        out[count] = CHANGE_ROOMS
        count += 1
    out[count] = END_HEIST
    count += 1
    if copies_of(int(s.hand), PICKPOCKET):
        out[count] = END_HEIST_PICKING
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
            count = list_vanishing(int(s.hand) + UNIT[card], out, count + 1, 3 * card + KEEP_VANISH)
    return count


@rule
def list_positions(s: Record, out: Actions) -> int:
    """CM-8.1: face-down positions, but not the one just laid, and none."""
    count = 0
    for place in range(s.laid - 1):
        if not (int(s.row_up) >> place) & 1:
            out[count] = place
            count += 1
    out[count] = NO_POSITION
    return count + 1


@rule
def list_pockets(s: Record, out: Actions) -> int:
    """CM-2.1: any loot card that is no trick; with the first one pocketed, also enough."""
    mask = int(s.stock) & ALL_LOOT
    count = count_bits(mask)
    for i in range(count):
        out[i] = nth_bit(mask, i)
    if s.phase == SECOND:
        out[count] = ENOUGH
        count += 1
    return count


@rule
def legal(s: Record, seat: int, out: Actions) -> int:
    """The legal actions of the seat that acts (CM-3.5)."""
    phase = s.phase
    if not (WHO_ACTS[phase] >> seat) & 1:
        return 0
    if phase == MONITOR:
        out[0] = s.drawn[0]
        out[1] = s.drawn[1]
        return 2
    if phase == ANNOUNCE:
        out[0] = CHECK
        out[1] = SPRING
        return 2
    if phase == NAME:
        return list_vanishing(int(s.hand), out, list_rooms(out, unnamed_rooms(s)), NAME_VANISH)
    if phase == STAY:
        out[0] = STAY_PUT
        return list_vanishing(int(s.hand), out, 1, STAY_VANISH)
    if phase == TURN:
        return list_turn(s, out)
    if phase == KEEP:
        return list_keeping(s, out)
    if phase == POSITION:
        return list_positions(s, out)
    if phase == POCKET or phase == SECOND:
        return list_pockets(s, out)
    if phase == TRAP:
        return list_rooms(out, ALL_ROOMS)
    return list_rooms(out, int(s.deck))


@rule
def apply(s: Record, seat: int, action: int) -> None:
    """Play a legal action."""
    hush(s)
    phase = s.phase
    if phase == MONITOR:
        monitor(s, action)
    elif phase == ANNOUNCE:
        announce(s, action)
    elif phase == NAME:
        name_room(s, action)
    elif phase == STAY:
        stay_or_vanish(s, action)
    elif phase == TURN:
        take_turn(s, action)
    elif phase == KEEP:
        keep_card(s, action)
    elif phase == POSITION:
        put_back(s, action)
    elif phase == TRAP:
        spring_trap(s, action)
    elif phase == POCKET or phase == SECOND:
        pocket_card(s, action)
    else:
        enter(s, action)
    if s.phase == ROUND_OVER:
        begin_round(s)
