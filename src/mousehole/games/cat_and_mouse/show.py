"""Cat & The Mouse as a page shows it: views in the game's own names, and the things on the table a move is about."""

from __future__ import annotations

from typing import Any, cast, get_args

from mousehole.engine.rule import HIDDEN, Record
from mousehole.games.cat_and_mouse import codes
from mousehole.games.cat_and_mouse.components import (
    CARD_KINDS,
    LOOT_COUNT,
    PICKPOCKET,
    ROOM_COUNT,
    ROOMS,
    SETS,
    SMOKE_BOMB,
    VALUES,
)
from mousehole.games.cat_and_mouse.decks import maps_left
from mousehole.games.cat_and_mouse.knowledge import count_possible, possible_at, possible_rooms
from mousehole.games.cat_and_mouse.naming import PIECES, card_code, cards_in, clues_needed, set_name, short_card_name
from mousehole.games.cat_and_mouse.rules import apply, winner
from mousehole.games.cat_and_mouse.view import (
    CatAndMouseAnswer,
    CatAndMouseEvent,
    CatAndMouseLoot,
    CatAndMouseRoom,
    CatAndMouseRowCard,
    CatAndMouseSet,
    CatAndMouseTrick,
    CatAndMouseView,
    Theme,
)
from mousehole.games.cat_and_mouse.words import HOME, TRICK_TEXTS

THEMES: tuple[Theme, ...] = get_args(Theme)
CODES = tuple(card_code(card) for card in range(CARD_KINDS))
NAMES = tuple(short_card_name(card) for card in range(CARD_KINDS))
SET_CARDS = tuple([card for card in range(LOOT_COUNT) if cards >> card & 1] for cards in SETS)
SET_CODES = tuple([CODES[card] for card in cards] for cards in SET_CARDS)
SET_NAMES = tuple(set_name(number) for number in range(len(SETS)))

HEAPS = (
    ("deck", "stock"),
    ("bag", "hand"),
    ("room", "attached"),
    ("pocket", "pocket"),
    ("confiscated", "left_seen"),
    ("confiscated", "left_blind"),
)
"""Where a loot card can lie, and the record's name of that heap."""

Fields = dict[str, Any]


# The view


def show(view: Record, viewer: int) -> CatAndMouseView:
    """Write a view in the game's own names."""
    v: Fields = dict(zip(view.dtype.names or (), view.item(), strict=True))
    for name in ("row", "row_turn", "drawn", "named", "events", "missed"):
        v[name] = v[name].tolist()
    loot = loot_cards(v)
    ended = v["ended"]
    return CatAndMouseView(
        game="cat_and_mouse",
        phase=codes.PHASES[v["phase"]],
        round=v["turn"],
        subtle_movement=bool(v["subtle"]),
        deep_pockets=bool(v["deep"]),
        clues=v["clues"],
        clues_to_win=clues_needed(view),
        rooms=rooms(view, v, viewer),
        row=row_cards(v),
        drawn=[shown(room) for room in v["drawn"] if room],
        map_deck=int(maps_left(view)),
        loot_deck=v["stocks"],
        mouse_inside=v["room"] != 0,
        mouse_room=shown(v["room"]) or None,
        room_open=bool(v["room_up"]),
        possible=int(count_possible(view)),
        pocket=heap(v["pocket"], v["pockets"]),
        bag=heap(v["hand"], v["held"]),
        room_loot=heap(v["attached"], v["attached_count"]),
        looted=bool(v["looked"]),
        confiscated=heap(v["left_seen"], v["left_seen_count"]) + heap(v["left_blind"], v["left_blind_count"]),
        discarded=[CODES[card] for card in cards_in(v["used"])],
        loot=loot,
        tricks=trick_cards(v),
        sets=sets(loot),
        answers=[
            CatAndMouseAnswer(turn, room, bool(v["hits"] >> turn & 1)) for turn, room in enumerate(v["named"]) if room
        ],
        winner=codes.SIDES[int(winner(view))] if ended else None,
        reason=codes.ENDINGS.get(ended),
        events=[event(v, *told) for told in v["events"][: v["event_count"]]],
    )


def shown(number: int) -> int | None:
    """Give a number back if the viewer may see it."""
    return None if number == HIDDEN else number


def heap(cards: int, count: int) -> list[str | None]:
    """List the cards of a heap, or so many backs."""
    return [None] * count if cards == HIDDEN else [CODES[card] for card in cards_in(cards)]


def loot_cards(v: Fields) -> list[CatAndMouseLoot]:
    """List the nine loot cards, each with the place where the viewer has seen it."""
    places: list[Any] = [None] * CARD_KINDS
    for where, name in HEAPS:
        if v[name] != HIDDEN:
            for card in cards_in(v[name]):
                places[card] = where
    return [
        CatAndMouseLoot(CODES[card], NAMES[card], PIECES[card // 3], THEMES[card // 3], VALUES[card % 3], places[card])
        for card in range(LOOT_COUNT)
    ]


def sets(loot: list[CatAndMouseLoot]) -> list[CatAndMouseSet]:
    """List the six sets with how many cards of each are in the bag, lost, or in the pocket."""
    found = []
    for name, ids, cards in zip(SET_NAMES, SET_CODES, SET_CARDS, strict=True):
        places = [loot[card].where for card in cards]
        held, lost, pocketed = places.count("bag"), places.count("confiscated"), places.count("pocket")
        found.append(CatAndMouseSet(name, ids, held, lost, pocketed))
    return found


def trick_cards(v: Fields) -> list[CatAndMouseTrick]:
    """List the tricks that are in this game."""
    if not v["tricks"]:
        return []
    used, held = cards_in(v["used"]), None if v["hand"] == HIDDEN else cards_in(v["hand"])
    return [
        CatAndMouseTrick(
            CODES[card],
            NAMES[card],
            TRICK_TEXTS[card - LOOT_COUNT],
            copies=v["tricks"],
            held=None if held is None else held.count(card),
            used=used.count(card),
        )
        for card in range(LOOT_COUNT, CARD_KINDS)
    ]


def row_cards(v: Fields) -> list[CatAndMouseRowCard]:
    """List the monitored row in its order."""
    return [
        CatAndMouseRowCard(
            place=place + 1,
            room=shown(v["row"][place]),
            by=codes.SIDES[v["row_mouse"] >> place & 1],
            round=v["row_turn"][place],
            clue=bool(v["row_up"] >> place & 1),
            open_secret=bool(v["row_shown"] >> place & 1),
        )
        for place in range(v["laid"])
    ]


def rooms(view: Record, v: Fields, viewer: int) -> list[CatAndMouseRoom]:
    """List the twelve rooms with what the viewer knows of each."""
    row = v["row"][: v["laid"]]
    found = []
    named: dict[int, list[int]] = {}
    for turn, room in enumerate(v["named"]):
        named.setdefault(room, []).append(turn)
    deck = (
        max(v["deck"], 0) if viewer != codes.INSPECTOR or v["phase"] == codes.OVER else 0
    )  # the Inspector minds what is possible
    possible = int(possible_rooms(view)) if viewer == codes.INSPECTOR else 0
    hidden = [place for place, room in enumerate(row) if room == HIDDEN] if viewer == codes.MOUSE else []
    fits = {place: int(possible_at(view, place)) for place in hidden}
    for room in range(1, ROOM_COUNT + 1):
        places = [row.index(room) + 1] if room in row else []
        state: Any = "unknown"
        is_sure = False
        if places:
            state = "clue" if v["row_up"] >> (places[0] - 1) & 1 else "row"
        elif v["room"] == room:
            state = "here"
        elif room in v["drawn"]:
            state = "drawn"
        elif deck >> (room - 1) & 1:
            state = "deck"
        elif viewer == codes.INSPECTOR:
            state = "possible" if possible >> (room - 1) & 1 else "below"
        elif viewer == codes.MOUSE:
            places = [place + 1 for place in hidden if fits[place] >> (room - 1) & 1]
            state = "maybe" if places else "deck"
            is_sure = bool(places and v["missed"][room - 1])
        found.append(CatAndMouseRoom(room, ROOMS[room - 1], state, places, is_sure, named.get(room, [])))
    return found


# What the last move did


def event(v: Fields, number: int, a: int, b: int, c: int) -> CatAndMouseEvent:
    """Write one event; all of it is public but for the room just left, which stands in the row."""
    kind = codes.EVENTS[number]
    told = CatAndMouseEvent(kind)
    if number in {
        codes.EVENT_POCKET,
        codes.EVENT_ENTER,
        codes.EVENT_LOOT,
        codes.EVENT_DRAW,
        codes.EVENT_LAST_MAP,
        codes.EVENT_NO_MAPS,
    }:
        told = CatAndMouseEvent(kind, count=a)
    elif number == codes.EVENT_MONITOR:
        told = CatAndMouseEvent(kind, place=a)
    elif number in {codes.EVENT_NAME, codes.EVENT_TRAP}:
        told = CatAndMouseEvent(kind, room=a, hit=bool(b), place=c or None)
    elif number == codes.EVENT_CALLING_CARD:
        told = CatAndMouseEvent(kind, room=a)
    elif number == codes.EVENT_KEEP and a:
        told = CatAndMouseEvent(kind, card=CODES[a - 1])
    elif number == codes.EVENT_LEAVE:
        told = CatAndMouseEvent(kind, count=a, place=v["laid"], room=shown(v["row"][v["laid"] - 1]))
    elif number == codes.EVENT_RETURN:
        told = CatAndMouseEvent(kind, place=a, room=b or None)
    elif number == codes.EVENT_PICK:
        told = CatAndMouseEvent(kind, card=CODES[a])
    return told


# Moves


def touches(view: Record, seat: int, action: int) -> list[str]:
    """List the things on the table that a move is about; announcing, looting, changing and vanishing are buttons."""
    phase = int(view.phase)
    if phase in {codes.FIRST_ROOM, codes.NEW_ROOM, codes.MONITOR, codes.TRAP} or (
        phase == codes.NAME and action <= ROOM_COUNT
    ):
        return [f"room:{action}"]
    if phase in {codes.POCKET, codes.SECOND} and action != codes.ENOUGH:
        return [f"card:{CODES[action]}"]
    if phase == codes.POSITION and action != codes.NO_POSITION:
        return [f"row:{action + 1}"]
    if phase == codes.KEEP:
        touched = [f"card:{CODES[action // 3]}"]
        if action % 3 != codes.KEEP_ONLY:
            touched.append(f"trick:{CODES[SMOKE_BOMB]}")
        if action % 3 == codes.KEEP_VANISH_PICKING:
            touched.append(f"trick:{CODES[PICKPOCKET]}")
        return touched
    return []


def is_grave(view: Record, seat: int, action: int) -> bool:
    """Tell whether a move can lose: a trap that is not certain, a third clue, going home without a set."""
    phase = int(view.phase)
    if phase in {codes.ANNOUNCE, codes.TRAP}:
        return (phase == codes.TRAP or action == codes.SPRING) and is_trap_open(
            view, action if phase == codes.TRAP else 0
        )
    if phase == codes.NAME and action <= ROOM_COUNT:
        return int(view.clues) == clues_needed(view) - 1 and is_perhaps_watched(view, action)
    home = going_home(phase, action)
    return home is not None and not wins_by(view, home)


def is_trap_open(view: Record, room: int) -> bool:
    """Tell whether a trap may fall in the wrong room: in this one, or (0) in some."""
    possible = int(possible_rooms(view))
    return possible != (1 << (room - 1) if room else possible & -possible)


def is_perhaps_watched(view: Record, room: int) -> bool:
    """Tell whether a room's card may lie face down in the row, as far as the Mouse knows."""
    places = (place for place in range(int(view.laid)) if not int(view.row_up) >> place & 1)
    return any(int(possible_at(view, place)) >> (room - 1) & 1 for place in places)


def going_home(phase: int, action: int) -> int | None:
    """Give the action by which the Mouse goes home, the pocket left alone; None for one that does not lead home."""
    plain = HOME.get(phase)
    if phase == codes.KEEP:
        return action - action % 3 + codes.KEEP_VANISH if action % 3 != codes.KEEP_ONLY else None
    return plain if plain is not None and action in {plain, plain + 1} else None


def wins_by(view: Record, action: int) -> bool:
    """Tell whether going home wins with what the Mouse holds: it is played on a copy, no secret decides it."""
    after = cast("Record", view.copy())
    apply(after, codes.MOUSE, action)
    return int(after.ended) in {codes.ENDED_WITH_SET, codes.VANISHED_WITH_SET}


def is_openly_forced(view: Record, seat: int) -> bool:  # every game's signature
    """Every decision is asked (CM-7.4): whether there was a choice tells what the Mouse holds."""
    return False


def is_pass(view: Record, seat: int, action: int) -> bool:  # every game's signature
    """Tell whether a move leaves all as it is: no second card, no card slipped back."""
    return (int(view.phase), action) in {(codes.SECOND, codes.ENOUGH), (codes.POSITION, codes.NO_POSITION)}


# What a belief is about


def whereabouts(world: Record, viewer: int) -> list[str]:
    """List hidden facts of a world: to the Inspector the Mouse's room and bag, to the Mouse the row and the pocket."""
    facts = []
    if viewer != codes.MOUSE:
        if world.room > 0:
            facts.append(f"mouse:1 room:{int(world.room)}")
        facts += [f"bag card:{CODES[card]}" for card in sorted(set(cards_in(int(world.hand))))]
    if viewer != codes.INSPECTOR:
        facts += [f"row room:{int(room)}" for room in sorted(world.row[: world.laid])]
        facts += [f"pocket card:{CODES[card]}" for card in cards_in(int(world.pocket))]
    return facts
