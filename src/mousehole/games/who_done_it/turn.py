"""A turn (WD-4), the abilities (WD-5) and the endgame (WD-6), in the rulebook's order.

The field `phase` says what is next: a question for the detective, the end, or something done without asking, which
`go_on` does step by step.
"""

from __future__ import annotations

from mousehole.engine.chance import forget_chance
from mousehole.engine.record import emit
from mousehole.engine.rule import Record, rule
from mousehole.games.who_done_it import codes
from mousehole.games.who_done_it.actions import cell_of, slot_of, turn_of
from mousehole.games.who_done_it.components import (
    ANY_WALLS,
    BIT,
    CAT,
    CHEESE,
    CUCUMBER,
    MOUSE,
    NEIGHBOUR,
    OPEN_SIDES,
    READING_ORDER,
    TURNS,
)
from mousehole.games.who_done_it.deck import (
    A_CARD,
    THE_CAT,
    THE_CUCUMBER,
    deal_card,
    is_belt_full,
    take_from_belt,
    turn_up,
)
from mousehole.games.who_done_it.house import belt_size
from mousehole.games.who_done_it.maze import (
    NOBODY,
    NOWHERE,
    bit_at,
    cell_of_character,
    cog_on,
    destinations,
    empty_cells,
    lay,
    nearest_to_cheese,
    next_to,
    prey_cell,
    side_towards,
    trace_from_mouse,
    turn_room,
)

PLACE_BITS, PATTERN = 12, 31
"""How `places_around` packs its cells."""


@rule
def begin_turn(s: Record) -> None:
    """The abilities that waited can be used now, before placing (WD-5)."""
    s.turns += 1
    s.slips = 0
    s.kept |= s.fresh
    s.fresh = 0
    s.phase = codes.USE_ABILITIES


# WD-4.1 to WD-4.4 Place and rotate


@rule
def usual_active(s: Record) -> int:
    """WD-4.1: the Mouse until the Cat has come out, then the Cat."""
    return MOUSE if s.cat == NOWHERE else CAT


@rule
def prepare_to_place(s: Record) -> None:
    """WD-4.3, WD-8.2: ask for a placement; if there is none, the game is lost."""
    s.phase = codes.PLACE_A_CARD
    s.active = codes.EITHER if s.easier and s.cat != NOWHERE else usual_active(s)
    for who in range(2):
        if may_be_active(s, who) and has_placement(s, who):
            return
    emit(s, codes.EVENT_NO_PLACE, int(s.active), 0, 0)
    end(s, codes.NO_PLACEMENT)


@rule
def may_be_active(s: Record, who: int) -> bool:
    """WD-4.1, WD-8.2: whether a placement can be made next to this character."""
    return s.active == who or s.active == codes.EITHER


@rule
def has_placement(s: Record, who: int) -> bool:
    """WD-4.2: whether some card of the belt can be placed next to a character."""
    here = cell_of_character(s, who)
    if next_to(bit_at(here)) & empty_cells(s, NOBODY):
        return True
    places = places_around(s, who)
    while places:
        for slot in range(belt_size(s)):
            if TURNS[int(s.belt[slot]), places & PATTERN]:
                return True
        places >>= PLACE_BITS
    return False


@rule
def has_places(s: Record, active: int) -> bool:
    """WD-4.2: whether a card of any shape could be placed next to the Active Character, or to either of them."""
    if active == codes.EITHER:
        return places_around(s, MOUSE) != 0 or places_around(s, CAT) != 0
    return places_around(s, active) != 0


@rule
def places_around(s: Record, who: int) -> int:
    """WD-4.2: the cells next to a character that can take a card, the first one lowest.

    Each is 32 times its cell, counted from 1, plus what the card must match: its open sides, or ANY_WALLS.
    """
    here = cell_of_character(s, who)
    free = empty_cells(s, NOBODY)
    single = s.rooms & ~s.full
    places = 0
    for i in range(3, -1, -1):
        cell = NEIGHBOUR[here, READING_ORDER[i]]
        if cell >= 0:
            bit = BIT[cell]
            if (free >> bit) & 1:
                places = (places << PLACE_BITS) + 32 * (cell + 1) + ANY_WALLS
            elif (single >> bit) & 1:
                places = (places << PLACE_BITS) + 32 * (cell + 1) + walls_of(s, cell)
    return places


@rule
def walls_of(s: Record, cell: int) -> int:
    """The open sides of the top card of a cell, a bit each: those a card placed on it must match."""
    card = int(s.top[cell])
    return OPEN_SIDES[card, int(s.turn[card])]


@rule
def place(s: Record, who: int, number: int) -> None:
    """WD-4.2, WD-5.4: put a card of the belt next to the Active Character, or by COVERING on any maze card."""
    cell = cell_of(number)
    card = take_from_belt(s, slot_of(number))
    emit(s, codes.EVENT_COVER if who == codes.COVERING else codes.EVENT_PLACE, card, cell, int(s.top[cell]))
    lay(s, card, cell, turn_of(number))
    s.covering = 1 if who == codes.COVERING else 0
    s.active = usual_active(s) if who == codes.COVERING else who
    rotate(s, cell)
    s.mover = s.active
    s.phase = codes.ASK_TO_MOVE


@rule
def rotate(s: Record, cell: int) -> None:
    """WD-4.4: each cog of the placed card turns the neighbour on its side."""
    s.placed = cell
    for side in range(4):
        quarters = cog_on(s, cell, side)
        if quarters != 0:
            neighbour = NEIGHBOUR[cell, side]
            turn_room(s, neighbour, quarters)
            emit(s, codes.EVENT_COG, int(s.top[neighbour]), neighbour, quarters)


# WD-4.5 to WD-4.7 Move


@rule
def asks_to_move(s: Record, who: int) -> bool:
    """Ask a character at the placed card where it runs; False if the game goes on without asking."""
    if side_towards(s, who) < 0:
        return False
    must = who == s.active and not s.covering
    plain = destinations(s, who, 0)
    ways = destinations(s, who, 1) if s.slips and who == MOUSE else plain
    if ways != 0:
        s.phase = codes.MOVE
        s.mover = who
        s.ways = ways
        s.may_stay = 1 if plain == 0 and not must else 0
        return True
    if must:
        emit(s, codes.EVENT_STUCK, who, 0, 0)
        end(s, codes.CAT_STUCK if who == CAT else codes.MOUSE_STUCK)
        return True
    emit(s, codes.EVENT_STAY, who, 0, 0)
    return False


@rule
def ask_to_move(s: Record) -> None:
    """Ask the next character to move, if it can."""
    who = int(s.mover)
    if not asks_to_move(s, who):
        move_next(s, who)


@rule
def move_next(s: Record, who: int) -> None:
    """WD-4.5: after the Active Character the other one moves, then the belt is filled (WD-4.8)."""
    if who == s.active:
        s.mover = CAT if who == MOUSE else MOUSE
        s.phase = codes.ASK_TO_MOVE
    else:
        s.mover = NOBODY
        s.placed = NOWHERE
        s.active = NOBODY
        s.phase = codes.FILL_BELT


@rule
def move(s: Record, action: int) -> None:
    """WD-4.5, WD-4.6: the character runs to its destination (or stays, WD-5.1); the cell of its prey ends the game."""
    who = MOUSE if s.mover == MOUSE else CAT
    s.mover = NOBODY
    s.ways = 0
    s.may_stay = 0
    if action == codes.STAY:
        emit(s, codes.EVENT_STAY, who, 1, 0)
    else:
        cell = action - codes.RUN
        catches = cell == prey_cell(s, who)
        emit(s, codes.EVENT_RUN, who, cell_of_character(s, who), cell)
        if who == MOUSE:
            s.mouse = cell
        else:
            s.cat = cell
        if catches:
            emit(s, codes.EVENT_CAUGHT, who, 0, 0)
            end(s, codes.MOUSE_OVER_CHEESE if who == MOUSE else codes.CAT_OVER_MOUSE)
            return
    move_next(s, who)


# WD-4.8 End


@rule
def fill_belt(s: Record) -> None:
    """WD-4.8: draw until the belt has four maze cards, the Cat asks for a cell, or the Cucumber starts the endgame.

    One card a step.
    """
    drawn = turn_up(s)
    if drawn == THE_CAT:
        emit(s, codes.EVENT_CAT_DRAWN, 0, 0, 0)
        s.phase = codes.BRING_CAT
        s.ways = nearest_to_cheese(s)
        return
    if drawn == THE_CUCUMBER:
        emit(s, codes.EVENT_CUCUMBER, 0, 0, 0)
        decide(s)
        return
    if drawn == A_CARD:
        emit(s, codes.EVENT_CARD, deal_card(s), 0, 0)
    if not is_belt_full(s):
        return
    if s.covering:
        s.covering = 0
        s.phase = codes.USE_ABILITIES
    else:
        begin_turn(s)


@rule
def bring_cat(s: Record, cell: int) -> None:
    """WD-4.8: the Cat comes out next to the Cheese, or as near as can be."""
    s.ways = 0
    s.cat = cell
    emit(s, codes.EVENT_CAT_OUT, cell, int(s.cheese), 0)
    s.phase = codes.FILL_BELT


# WD-5 Abilities


@rule
def can_use(s: Record, agenda: int) -> bool:
    """WD-8.3: whether a kept ability can be used now."""
    return ((int(s.kept) >> agenda) & 1) != 0 and (agenda != CAT or s.cat != NOWHERE)


@rule
def use_abilities(s: Record) -> None:
    """WD-5: use what waits; in easier mode ask (WD-8.3). Then place."""
    if s.easier:
        for agenda in range(4):
            if can_use(s, agenda):
                s.phase = codes.ABILITIES
                return
    else:
        for agenda in range(4):
            if (int(s.kept) >> agenda) & 1 and asks_for_ability(s, agenda):
                return
    s.phase = codes.PREPARE_TO_PLACE


@rule
def choose_ability(s: Record, action: int) -> None:
    """WD-8.3: use a kept ability, then be asked again; or pass and place."""
    if action == codes.PASS:
        emit(s, codes.EVENT_PASS, 0, 0, 0)
        s.phase = codes.PREPARE_TO_PLACE
    elif asks_for_ability(s, action - codes.USE):
        emit(s, codes.EVENT_USE, action - codes.USE, 0, 0)
    else:
        s.phase = codes.USE_ABILITIES


@rule
def asks_for_ability(s: Record, agenda: int) -> bool:
    """Use an ability; True if it asks for more."""
    s.kept = int(s.kept) & ~(1 << agenda)
    if agenda == CHEESE:
        s.phase = codes.TURN_A_ROOM
        return True
    if agenda == CUCUMBER:
        s.phase = codes.COVER_A_ROOM
        return True
    if agenda == MOUSE:
        s.slips = 1
        emit(s, codes.EVENT_HOLES, 0, 0, 0)
    else:
        swap_cat_and_cheese(s)
    return False


@rule
def swap_cat_and_cheese(s: Record) -> None:
    """WD-5.2: Cat and Cheese swap cells; gone if the Cat is not out."""
    if s.cat == NOWHERE:
        emit(s, codes.EVENT_GONE, 0, 0, 0)
        return
    cell = int(s.cat)
    s.cat = s.cheese
    s.cheese = cell
    emit(s, codes.EVENT_SWAP, int(s.cat), int(s.cheese), 0)


@rule
def turn_any_room(s: Record, action: int) -> None:
    """WD-5.3: turn one maze card, or leave everything as it is."""
    if action == codes.TURN:
        emit(s, codes.EVENT_LEAVE, 0, 0, 0)
    else:
        cell = cell_of(action - codes.TURN)
        turn_room(s, cell, turn_of(action - codes.TURN))
        emit(s, codes.EVENT_TURN, int(s.top[cell]), cell, turn_of(action - codes.TURN))
    s.phase = codes.USE_ABILITIES


# WD-6 The endgame


@rule
def decide(s: Record) -> None:
    """WD-6: the last agenda is revealed and the paths are traced."""
    traced = trace_from_mouse(s)
    to_cheese = 1 if traced & bit_at(int(s.cheese)) else 0
    to_cat = 1 if traced & bit_at(int(s.cat)) else 0
    last = int(s.last)
    emit(s, codes.EVENT_VERDICT, last, to_cheese, to_cat)
    end(s, (codes.SOLVED if is_fulfilled(last, to_cheese, to_cat) else codes.UNSOLVED) + last)


@rule
def is_fulfilled(agenda: int, to_cheese: int, to_cat: int) -> bool:
    """WD-6.2: Mouse: only the way to the Cheese; Cat: only that to the Mouse; Cheese: none; Cucumber: both."""
    wants_cheese = 1 if agenda == MOUSE or agenda == CUCUMBER else 0
    wants_cat = 1 if agenda == CAT or agenda == CUCUMBER else 0
    return to_cheese == wants_cheese and to_cat == wants_cat


@rule
def end(s: Record, why: int) -> None:
    """End the game. Chance is blanked, for a losing move may be taken back and must not have shown what comes next."""
    s.phase = codes.OVER
    s.ended = why
    s.active = NOBODY
    s.mover = NOBODY
    s.placed = NOWHERE
    s.covering = 0
    forget_chance(s)


@rule
def go_on(s: Record) -> None:
    """Do the next thing that is done without asking."""
    if s.phase == codes.ASK_TO_MOVE:
        ask_to_move(s)
    elif s.phase == codes.FILL_BELT:
        fill_belt(s)
    else:
        if s.phase == codes.USE_ABILITIES:
            use_abilities(s)
        if s.phase == codes.PREPARE_TO_PLACE:
            prepare_to_place(s)
