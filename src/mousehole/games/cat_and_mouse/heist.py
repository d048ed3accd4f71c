"""Cat & The Mouse, chapters 6 to 8: the Mouse's turn, its tricks, and how a heist ends."""

from __future__ import annotations

from mousehole.engine.chance import draw
from mousehole.engine.record import emit
from mousehole.engine.rule import Record, rule
from mousehole.games.cat_and_mouse import codes
from mousehole.games.cat_and_mouse.components import ALL_LOOT, HAS_SET, PICKPOCKET, SMOKE_BOMB, UNIT
from mousehole.games.cat_and_mouse.decks import bit_of, lay, nth_card
from mousehole.games.cat_and_mouse.house import loot_for_a_room

# CM-6 The Mouse's turn


@rule
def take_turn(s: Record, action: int) -> None:
    """CM-6: loot the room, change rooms or end the heist."""
    if action == codes.LOOT_ROOM:
        s.looked = 1
        emit(s, codes.EVENT_LOOT, int(s.attached_count), 0, 0)
        s.phase = codes.KEEP
    elif action == codes.CHANGE_ROOMS:
        leave_room(s)
    else:
        end_heist(s, codes.ENDED_WITH_SET, action - codes.END_HEIST)


@rule
def keep_card(s: Record, action: int) -> None:
    """CM-6.1: one attached card is kept, the others go back to the room; CM-7.2a: the Mouse may vanish with it."""
    card = action // 3
    s.attached = int(s.attached) - UNIT[card]
    s.attached_count -= 1
    s.hand = int(s.hand) + UNIT[card]
    s.held += 1
    if action % 3 == codes.KEEP_ONLY:
        emit(s, codes.EVENT_KEEP, 0, 0, 0)
        s.phase = codes.ROUND_OVER
    else:
        emit(s, codes.EVENT_KEEP, card + 1, 0, 0)  # the game is over: everything is face up
        end_heist(s, codes.VANISHED_WITH_SET, action % 3 - codes.KEEP_VANISH)


@rule
def leave_room(s: Record) -> None:
    """CM-6.2: the room card goes to the row, what loot is left to the Inspector."""
    if s.room_up:
        s.row_shown = int(s.row_shown) | (1 << int(s.laid))
    emit(s, codes.EVENT_LEAVE, int(s.attached_count), int(s.room) if s.room_up else 0, int(s.looked))
    lay(s, int(s.room), codes.MOUSE)
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
        s.phase = codes.POSITION
    else:
        search(s)


@rule
def search(s: Record) -> None:
    """CM-6.2: the Mouse looks through the Map deck."""
    s.searches = int(s.searches) | (1 << int(s.turn))
    s.phase = codes.NEW_ROOM


@rule
def enter(s: Record, room: int) -> None:
    """CM-2.2, CM-6.2: the Mouse takes a room card; up to two loot cards are dealt to the room, unseen."""
    s.room = room
    s.deck = int(s.deck) & ~bit_of(room)
    s.searches = int(s.searches) | (1 << int(s.turn))
    s.looked = 0
    for _ in range(min(loot_for_a_room(s), int(s.stocks))):
        unit = UNIT[nth_card(int(s.stock), draw(s, int(s.stocks)))]
        s.stock = int(s.stock) - unit
        s.stocks -= 1
        s.attached = int(s.attached) + unit
        s.attached_count += 1
    emit(s, codes.EVENT_ENTER, int(s.attached_count), 0, 0)
    s.phase = codes.ROUND_OVER


# CM-8.1 Subtle Movement


@rule
def without_bit(mask: int, place: int) -> int:
    """A mask of positions after one of them is taken out and the row closes up."""
    below = (1 << place) - 1
    return (mask & below) | ((mask >> 1) & ~below)


@rule
def put_back(s: Record, place: int) -> None:
    """CM-8.1: a face-down card of the row is shuffled into the Map deck, unseen, and the row closes up."""
    if place == codes.NO_POSITION:
        emit(s, codes.EVENT_NO_RETURN, 0, 0, 0)
        search(s)
        return
    now = int(s.turn)
    is_shown = (int(s.row_shown) >> place) & 1
    s.back_turn[now] = s.row_turn[place]
    s.back_room[now] = s.row[place] if is_shown else 0
    s.back_mouse = int(s.back_mouse) | (((int(s.row_mouse) >> place) & 1) << now)
    emit(s, codes.EVENT_RETURN, place + 1, int(s.back_room[now]), 0)
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


# CM-7 Tricks


@rule
def use(s: Record, trick: int) -> None:
    """CM-7: a trick is shown and discarded."""
    s.hand = int(s.hand) - UNIT[trick]
    s.held -= 1
    s.used = int(s.used) + UNIT[trick]


@rule
def end_heist(s: Record, with_set: int, picks: int) -> None:
    """CM-6.3, CM-7.2, CM-7.3: the Mouse leaves, by ENDED_ or VANISHED_WITH_SET, perhaps with a pocketed card."""
    event = codes.EVENT_END
    if with_set == codes.VANISHED_WITH_SET:
        use(s, SMOKE_BOMB)
        event = codes.EVENT_VANISH
    emit(s, event, 0, 0, 0)
    if picks:
        use(s, PICKPOCKET)
        card = nth_card(int(s.pocket), draw(s, int(s.pockets)))
        s.pocket = int(s.pocket) - UNIT[card]
        s.pockets -= 1
        s.hand = int(s.hand) + UNIT[card]
        s.held += 1
        emit(s, codes.EVENT_PICK, card, 0, 0)
    end(s, with_set if has_set(s) else with_set + 1)


# The end of a heist


@rule
def has_set(s: Record) -> bool:
    """CM-1.3: whether the Mouse holds three loot cards of one theme or of one value."""
    return HAS_SET[int(s.hand) & ALL_LOOT]


@rule
def end(s: Record, why: int) -> None:
    """End the game."""
    s.phase = codes.OVER
    s.ended = why
