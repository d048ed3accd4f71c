"""The deck (WD-3). Its order is nowhere written down: a card is drawn as it is turned up, from those it can be.

That is the same as shuffling first: of the places of the second stack not yet drawn each is equally likely the Cat's,
of the last ones above the last agenda each equally likely the Cucumber's, and every unseen card or agenda is as likely
as any other to be the next of its kind. So nothing of the deck needs hiding, and `redeal` needs only a new chance.
"""

from __future__ import annotations

from mousehole.engine.chance import draw
from mousehole.engine.record import emit
from mousehole.engine.rule import Record, rule
from mousehole.games.who_done_it import codes
from mousehole.games.who_done_it.components import (
    AGENDA_PLACE,
    CAT_PLACE,
    CUCUMBER_PLACE,
    HOW_MANY,
    PLACES,
    SEVEN,
    SMALLEST_STACK,
    WHICH,
)
from mousehole.games.who_done_it.house import belt_size, stack_size
from mousehole.games.who_done_it.maze import NOWHERE, ON_BELT

# What the deck can turn up.
A_CARD, THE_CAT, THE_CUCUMBER, AN_AGENDA = range(4)
FIRST_SEVEN = (1 << SEVEN) - 1


@rule
def deal_card(s: Record) -> int:
    """Put a random unseen maze card at the end of the belt."""
    pick = draw(s, int(s.unseen))
    first = 0
    seven = s.deck & FIRST_SEVEN
    while pick >= HOW_MANY[seven]:
        pick -= int(HOW_MANY[seven])
        first += SEVEN
        seven = (s.deck >> first) & FIRST_SEVEN
    card = first + int(WHICH[seven, pick])
    s.unseen -= 1
    s.deck &= ~(1 << card)
    s.where[card] = ON_BELT
    slot = 0
    while s.belt[slot] != NOWHERE:
        slot += 1
    s.belt[slot] = card
    return card


@rule
def take_from_belt(s: Record, slot: int) -> int:
    """Take a card off the belt; those behind it move up."""
    card = int(s.belt[slot])
    last = belt_size(s) - 1
    for i in range(slot, last):
        s.belt[i] = s.belt[i + 1]
    s.belt[last] = NOWHERE
    return card


@rule
def is_belt_full(s: Record) -> bool:
    """Whether the belt shows as many maze cards as it should."""
    return s.belt[belt_size(s) - 1] != NOWHERE


@rule
def turn_up(s: Record) -> int:
    """Turn to the next card of the deck (WD-3.2 to WD-3.4) and say what it is. The last agenda is never drawn so."""
    stack = stack_size(s) - SMALLEST_STACK
    kind = PLACES[int(s.easier), stack, int(s.drawn), 0]
    left = PLACES[int(s.easier), stack, int(s.drawn), 1]
    s.drawn += 1
    s.drew = 1
    if kind == AGENDA_PLACE:
        turn_up_agenda(s)
        return AN_AGENDA
    may_be_character = kind == CUCUMBER_PLACE or (kind == CAT_PLACE and s.cat == NOWHERE)
    if may_be_character and draw(s, left) == 0:
        return THE_CAT if kind == CAT_PLACE else THE_CUCUMBER
    return A_CARD


@rule
def turn_up_agenda(s: Record) -> None:
    """WD-3.4: a random unseen agenda; once three are seen the last is known."""
    unseen = 0
    for agenda in range(4):
        unseen += 1 - ((int(s.seen) >> agenda) & 1)
    pick = draw(s, unseen)
    agenda = 0
    while (int(s.seen) >> agenda) & 1 or pick > 0:
        if not (int(s.seen) >> agenda) & 1:
            pick -= 1
        agenda += 1
    s.seen |= 1 << agenda
    s.fresh |= 1 << agenda
    emit(s, codes.EVENT_AGENDA, agenda, 0, 0)
    if unseen == 2:
        agenda = 0
        while (int(s.seen) >> agenda) & 1:
            agenda += 1
        s.last = agenda
