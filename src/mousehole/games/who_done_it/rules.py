"""Who Done It?: the record, setting up (WD-3), the contract.

The chapters beside this one: `maze` (what lies where, paths), `deck` (what is drawn), `turn` (placing, running,
abilities and the end), `actions` (reading the numbers of actions), `house` (the numbers that a table may
agree on, WD-9).
"""

from __future__ import annotations

from mousehole.engine.record import clear_events, open_record, record_type
from mousehole.engine.rule import Actions, Numbers, Options, Record, Word, rule
from mousehole.games.who_done_it import FACTS, codes
from mousehole.games.who_done_it.actions import placement
from mousehole.games.who_done_it.components import (
    BELT,
    BIT,
    CARD_COUNT,
    CELLS,
    COLUMN,
    FIRST_BIT,
    FIRST_ORDER,
    FRAME,
    FROM_COLUMN,
    PERIOD,
    ROLL,
    ROW,
    START_BOX,
    START_CARDS,
    START_CELLS,
    START_CHEESE,
    START_HOLED,
    START_MOUSE,
    START_OPEN,
    START_TURNS,
    STUDIO,
    TURNS,
)
from mousehole.games.who_done_it.deck import deal_card
from mousehole.games.who_done_it.house import FIELDS, agree, belt_size, first_cards
from mousehole.games.who_done_it.maze import FIRST_ROW, LEFT_OUT, NOBODY, NOWHERE, bit_at, clear_maze
from mousehole.games.who_done_it.secrets import hide, redeal
from mousehole.games.who_done_it.turn import (
    PATTERN,
    PLACE_BITS,
    begin_turn,
    bring_cat,
    can_use,
    choose_ability,
    go_on,
    may_be_active,
    move,
    place,
    places_around,
    turn_any_room,
)

__all__ = [
    "State",
    "actors",
    "apply",
    "go_on",
    "hide",
    "is_busy",
    "is_undoable",
    "legal",
    "payoff",
    "reason",
    "redeal",
    "setup",
    "start_action",
    "start_setup",
]

VERSION = FACTS.rules_version

State = record_type(
    FACTS.id,
    [
        ("layout", "i1"),  # which setup
        ("easier", "i1"),
        ("phase", "i1"),
        ("turns", "i1"),  # the number of the turn, from 1
        ("ended", "i1"),
        # The maze. Cells are numbered in the frame; sets of cells are numbers of 49 bits.
        ("mouse", "i1"),
        ("cat", "i1"),
        ("cheese", "i1"),
        ("top", "i1", CELLS),  # the card on top in a cell
        ("where", "i1", CARD_COUNT),  # the cell of a card, or IN_DECK, ON_BELT, LEFT_OUT
        ("turn", "i1", CARD_COUNT),  # quarter turns clockwise of a card that lies on top in the maze
        ("low_column", "i1"),  # the maze cards' own box
        ("high_column", "i1"),
        ("low_row", "i1"),
        ("high_row", "i1"),
        ("open", "i8", 4),  # cells whose top card is open on a side
        ("holed", "i8", 4),  # cells whose top card has a wall with a mouse hole on a side
        ("deck", "i8"),  # the maze cards in the deck, a bit each
        ("rooms", "i8"),  # cells with a maze card
        ("full", "i8"),  # cells with two or more
        # The deck and the agendas.
        ("belt", "i1", BELT),
        ("unseen", "i1"),  # maze cards in the deck
        ("drawn", "i1"),  # cards of the deck turned up
        ("seen", "i1"),  # agendas turned up, a bit each
        ("last", "i1"),  # the last agenda, once it is known
        ("fresh", "i1"),  # abilities that wait for the next turn, a bit each
        ("kept", "i1"),  # abilities that can be used in this one
        # The turn.
        ("slips", "i1"),  # whether the Mouse may pass mouse holes this turn
        ("active", "i1"),  # the Active Character while placing and moving
        ("covering", "i1"),  # whether the card being moved through came by the Cucumber's ability
        ("placed", "i1"),  # the cell of the card being moved through
        ("mover", "i1"),  # who moves now
        ("may_stay", "i1"),  # whether it may stay instead
        ("ways", "i8"),  # where it can go, or where the Cat can come out
        ("drew", "i1"),  # whether the last action turned up a card: then it cannot be taken back
    ],
    events=codes.MOST_EVENTS,
    house=FIELDS,
)


# WD-3 Setting up


@rule
def start_setup(s: Record, seats: int, options: Options, low: Word, high: Word) -> None:
    """WD-3.1, WD-3.2: Cheese, Mouse and three cards as the setup shows, four on the belt; the first turn is next."""
    open_record(s, seats, low, high)
    s.who_done_it = VERSION
    s.layout = options[0]
    s.easier = options[1]
    agree(s, options[2], options[3], options[4])
    s.turns = 0
    s.ended = 0
    clear_maze(s)
    layout = int(s.layout)
    s.mouse = START_MOUSE[layout]
    s.cheese = START_CHEESE[layout]
    set_out_cards(s, layout)
    s.unseen = CARD_COUNT - first_cards(s)
    if s.easier:
        s.where[STUDIO] = LEFT_OUT
        s.deck &= ~(1 << STUDIO)
        s.unseen -= 1
    for slot in range(BELT):
        s.belt[slot] = NOWHERE
    s.drawn = 0
    s.seen = 0
    s.last = NOBODY
    s.fresh = 0
    s.kept = 0
    s.active = NOBODY
    s.covering = 0
    s.mover = NOBODY
    s.may_stay = 0
    s.ways = 0
    s.drew = 1
    for _ in range(belt_size(s)):
        deal_card(s)
    begin_turn(s)


@rule
def set_out_cards(s: Record, layout: int) -> None:
    """WD-3.1, WD-9.3: lay the cards of a setup into an empty maze."""
    count = first_cards(s)
    for k in range(count):
        i = FIRST_ORDER[k]
        card = START_CARDS[layout, i]
        cell = START_CELLS[layout, i]
        s.top[cell] = card
        s.where[card] = cell
        s.turn[card] = START_TURNS[layout, i]
        s.deck &= ~(1 << card)
        s.rooms |= bit_at(cell)
    for side in range(4):
        s.open[side] = START_OPEN[layout, count - 1, side]
        s.holed[side] = START_HOLED[layout, count - 1, side]
    s.low_column = START_BOX[layout, count - 1, 0]
    s.high_column = START_BOX[layout, count - 1, 1]
    s.low_row = START_BOX[layout, count - 1, 2]
    s.high_row = START_BOX[layout, count - 1, 3]


@rule
def setup(s: Record, seats: int, options: Options, low: Word, high: Word) -> None:
    """WD-3: set the table and begin the first turn."""
    start_setup(s, seats, options, low, high)
    while is_busy(s):
        go_on(s)


# The contract: who acts, what is legal, play it


@rule
def actors(s: Record) -> int:
    """The detective, until it is over."""
    return 0 if s.phase == codes.OVER else 1


@rule
def is_busy(s: Record) -> bool:
    """Whether something is to be done before the detective is asked."""
    return s.phase > codes.OVER


@rule
def legal(s: Record, seat: int, out: Actions) -> int:
    """WD-4.9: the answers to what the detective is asked."""
    if s.phase == codes.OVER or seat != codes.DETECTIVE:
        return 0
    if s.phase == codes.PLACE_A_CARD:
        count = 0
        for who in range(2):
            if may_be_active(s, who):
                count = list_placements(s, who, out, count)
        return count
    if s.phase == codes.MOVE:
        count = list_cells(s, codes.RUN, out)
        if s.may_stay:
            out[count] = codes.STAY
            count += 1
        return count
    if s.phase == codes.BRING_CAT:
        return list_cells(s, codes.CAT_AT, out)
    if s.phase == codes.TURN_A_ROOM:
        return list_turns(s, out)
    if s.phase == codes.COVER_A_ROOM:
        return list_covers(s, out)
    return list_abilities(s, out)


@rule
def list_placements(s: Record, who: int, out: Actions, count: int) -> int:
    """WD-4.2: each card of the belt next to a character: in an empty cell, or on a single card with the same walls."""
    around = places_around(s, who)
    for slot in range(belt_size(s)):
        card = int(s.belt[slot])
        places = around
        while places:
            turns = int(TURNS[card, places & PATTERN])
            if turns:
                cell = ((places >> 5) & 127) - 1
                count = add_turns(out, count, codes.PLACE + who * codes.PLACEMENTS + placement(slot, cell, 0), turns)
            places >>= PLACE_BITS
    return count


@rule
def add_turns(out: Actions, count: int, action: int, turns: int) -> int:
    """Add an action for each of a set of turns. Each is written; what is not in the set is written over."""
    out[count] = action
    count += turns & 1
    out[count] = action + 1
    count += (turns >> 1) & 1
    out[count] = action + 2
    count += (turns >> 2) & 1
    out[count] = action + 3
    return count + ((turns >> 3) & 1)


@rule
def list_cells(s: Record, base: int, out: Actions) -> int:
    """The cells of `ways`: they all lie in the maze's box or touch it."""
    top = max(min(int(s.low_row), ROW[int(s.mouse)], ROW[int(s.cheese)]) - 1, 0)
    left = max(min(int(s.low_column), COLUMN[int(s.mouse)], COLUMN[int(s.cheese)]) - 1, 0)
    count = 0
    for row in range(top, min(top + ROLL, FRAME)):
        columns = int(FROM_COLUMN[left, (s.ways >> BIT[FRAME * row]) & FIRST_ROW])
        while columns:
            out[count] = base + FRAME * row + left + int(FIRST_BIT[columns])
            count += 1
            columns &= columns - 1
    return count


@rule
def list_turns(s: Record, out: Actions) -> int:
    """WD-5.3: leave, or each maze card with each turn that changes what one sees."""
    out[0] = codes.TURN
    count = 1
    for cell in range(CELLS):
        if s.top[cell] >= 0:
            for quarters in range(1, PERIOD[int(s.top[cell])]):
                out[count] = codes.TURN + placement(0, cell, quarters)
                count += 1
    return count


@rule
def list_covers(s: Record, out: Actions) -> int:
    """WD-5.4: each card of the belt, on each maze card, in each turn."""
    count = 0
    for slot in range(belt_size(s)):
        for cell in range(CELLS):
            if s.top[cell] >= 0:
                for turn in range(PERIOD[int(s.belt[slot])]):
                    out[count] = codes.COVER + placement(slot, cell, turn)
                    count += 1
    return count


@rule
def list_abilities(s: Record, out: Actions) -> int:
    """WD-8.3: each kept ability that can be used, or pass."""
    count = 0
    for agenda in range(4):
        if can_use(s, agenda):
            out[count] = codes.USE + agenda
            count += 1
    out[count] = codes.PASS
    return count + 1


@rule
def start_action(s: Record, seat: int, action: int) -> None:
    """Play a legal action as far as the detective decides."""
    clear_events(s)
    s.drew = 0
    if s.phase == codes.PLACE_A_CARD or s.phase == codes.COVER_A_ROOM:
        place(s, action // codes.PLACEMENTS, action % codes.PLACEMENTS)
    elif s.phase == codes.MOVE:
        move(s, action)
    elif s.phase == codes.BRING_CAT:
        bring_cat(s, action - codes.CAT_AT)
    elif s.phase == codes.TURN_A_ROOM:
        turn_any_room(s, action)
    else:
        choose_ability(s, action)


@rule
def apply(s: Record, seat: int, action: int) -> None:
    """Play a legal action and all that follows from it without asking."""
    start_action(s, seat, action)
    while is_busy(s):
        go_on(s)


# WD-7 The end


@rule
def reason(s: Record) -> int:
    """WD-7.1: why the game ended; 0 while it goes on."""
    return int(s.ended)


@rule
def payoff(s: Record, out: Numbers) -> None:
    """WD-6.2: the detective has won or lost."""
    out[codes.DETECTIVE] = 1.0 if s.ended >= codes.SOLVED else -1.0


@rule
def is_undoable(s: Record) -> bool:
    """Whether the last action may be taken back: free within the turn, up to the draw."""
    return s.drew == 0
