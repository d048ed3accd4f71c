"""Skill cards: the deck, hands and discards, and learning (MH-1.5, MH-4.1, MH-5.5).

The order of the deck is decided only as cards come up: a card's back when it becomes the top card, its face when it is
drawn. Nobody could tell that from a shuffled deck, and no hidden order has to be kept.

Decks are numbered from 1 by shuffles. `unseen` lists for each copy of a kind the deck that it came from, as long as not
everybody has seen it there: it is in that deck or in a hand. It is public, and all that `redeal` needs. Should the
numbers run out, the decks of which something is unseen, never more than there are cards, are numbered again.
"""

from __future__ import annotations

from mousehole.engine.chance import draw
from mousehole.engine.record import emit
from mousehole.engine.rule import Record, rule
from mousehole.games.mice_heist import codes
from mousehole.games.mice_heist.components import (
    FIRST_COPY,
    FIRST_KIND,
    HAND_LIMIT,
    KINDS,
    LAST_DECK,
    MAX_SEATS,
    NO_BACK,
    SHARE,
    SHARE_BITS,
    SKILL_DECK,
    TEACHES,
)
from mousehole.games.mice_heist.gestures import raise_rating, wide

PUPIL = MAX_SEATS
"""Instead of a seat that draws a card: the tester, who learns from it."""


@rule
def cards_in_deck(s: Record) -> int:
    """Count the skill deck."""
    return wide(s.deck_backs[0]) + wide(s.deck_backs[1]) + wide(s.deck_backs[2])


@rule
def has_deck(s: Record) -> bool:
    """Tell whether a skill card could be drawn: the deck or its discards hold one (MH-5.5)."""
    if s.top_back != NO_BACK:
        return True
    for kind in range(KINDS):
        if s.discards[kind] > 0:
            return True
    return False


@rule
def turn_up_back(s: Record, pick: int) -> None:
    """Let one of the cards left, picked by number, be the top one: its back shows."""
    back = 0
    while back < NO_BACK and pick >= s.deck_backs[back]:
        pick -= int(s.deck_backs[back])
        back += 1
    s.top_back = back


@rule
def add_unseen(s: Record, kind: int) -> None:
    """Note one more unseen copy of a kind in the present deck; copies of a kind stand in the order of their decks."""
    copy = FIRST_COPY[kind]
    while s.unseen[copy] != 0:
        copy += 1
    s.unseen[copy] = s.shuffles


@rule
def see(s: Record, kind: int, deck: int) -> None:
    """Note that everybody has now seen a copy of a kind that came from a deck."""
    copy = FIRST_COPY[kind]
    while s.unseen[copy] != deck:
        copy += 1
    last = FIRST_COPY[kind + 1] - 1
    while copy < last:
        s.unseen[copy] = s.unseen[copy + 1]
        copy += 1
    s.unseen[last] = 0


@rule
def renumber_decks(s: Record) -> None:
    """Number the decks that something is still unseen of from 1, in their order."""
    number = 0
    for deck in range(1, LAST_DECK + 1):
        found = 0
        for copy in range(SKILL_DECK):
            if s.unseen[copy] == deck:
                s.unseen[copy] = number + 1
                found = 1
        for seat in range(s.seats):
            for place in range(s.hand_size[seat]):
                if s.drawn_from[seat, place] == deck:
                    s.drawn_from[seat, place] = number + 1
        number += found
    s.shuffles = number


@rule
def fill_deck(s: Record) -> None:
    """Shuffle the discards into a new deck, then draw the card that is due (MH-5.5)."""
    if s.shuffles == LAST_DECK:
        renumber_decks(s)
    s.shuffles += 1
    count = 0
    for kind in range(KINDS):
        copies = wide(s.discards[kind])
        s.deck[kind] = copies
        s.deck_backs[TEACHES[kind]] += copies
        s.discards[kind] = 0
        count += copies
        for _ in range(copies):
            add_unseen(s, kind)
    turn_up_back(s, draw(s, count))
    emit(s, codes.EVENT_SHUFFLED, count, 0, 0)
    s.phase = codes.DRAW_CARDS


@rule
def take_top_card(s: Record) -> int:
    """Take the top card off a deck that is not empty; its face is one of those its back can have."""
    back = wide(s.top_back)
    faces = wide(s.deck_backs[back])
    left = cards_in_deck(s) - 1
    drawn = draw(s, faces * max(left, 1))  # one draw for both: this card's face and the next card's back
    next_back = (drawn * SHARE[faces]) >> SHARE_BITS
    pick = drawn - next_back * faces
    kind = FIRST_KIND[back]
    while pick >= s.deck[kind]:
        pick -= int(s.deck[kind])
        kind += 1
    s.deck[kind] -= 1
    s.deck_backs[back] -= 1
    turn_up_back(s, next_back)
    return kind


@rule
def can_draw(s: Record, seat: int) -> bool:
    """Tell whether a seat can draw a card: there is one, and its hand is not full (MH-5.5)."""
    return s.hand_size[seat] < HAND_LIMIT and has_deck(s)


@rule
def add_to_hand(s: Record, seat: int, kind: int) -> None:
    """Put a card drawn into a hand, as its last place (MH-5.8)."""
    place = wide(s.hand_size[seat])
    s.hand[seat, place] = kind
    s.back[seat, place] = TEACHES[kind]
    s.drawn_from[seat, place] = s.shuffles
    s.hand_size[seat] = place + 1
    emit(s, codes.EVENT_DREW, seat, kind, place)


@rule
def owe_card(s: Record, seat: int) -> None:
    """Let a seat draw a card next, after those that are to draw already; PUPIL: let the tester learn from it."""
    s.drawers |= (wide(seat) + 1) << (3 * wide(s.cards_due))
    s.cards_due += 1


@rule
def draw_due_cards(s: Record, afterwards: int) -> None:
    """Let the seats that are to draw do so, then go on."""
    s.phase = codes.DRAW_CARDS if s.cards_due > 0 else afterwards
    s.afterwards = afterwards if s.cards_due > 0 else 0


@rule
def draw_due_card(s: Record) -> None:
    """Draw one card of those due, if it can be drawn; after the last one go on."""
    seat = (s.drawers & 7) - 1
    if seat == PUPIL or can_draw(s, seat):
        if s.top_back == NO_BACK:
            s.phase = codes.FILL_DECK
            return
        kind = take_top_card(s)
        if seat == PUPIL:
            see(s, kind, wide(s.shuffles))
            emit(s, codes.EVENT_LEARNT, wide(s.tester), kind, codes.FROM_DECK)
            learn(s, wide(s.tester), kind)
        else:
            add_to_hand(s, seat, kind)
    s.drawers >>= 3
    s.cards_due -= 1
    if s.cards_due == 0:
        s.phase = s.afterwards
        s.afterwards = 0


@rule
def take_from_hand(s: Record, seat: int, place: int) -> int:
    """Take a card out of a hand for all to see; later places move up (MH-5.8)."""
    kind = wide(s.hand[seat, place])
    see(s, kind, wide(s.drawn_from[seat, place]))
    last = wide(s.hand_size[seat]) - 1
    for k in range(place, last):
        s.hand[seat, k] = s.hand[seat, k + 1]
        s.back[seat, k] = s.back[seat, k + 1]
        s.drawn_from[seat, k] = s.drawn_from[seat, k + 1]
    s.hand[seat, last] = 0
    s.back[seat, last] = 0
    s.drawn_from[seat, last] = 0
    s.hand_size[seat] = last
    return kind


@rule
def learn(s: Record, seat: int, kind: int) -> None:
    """Raise the skill a card teaches and discard it at once (MH-4.1)."""
    s.discards[kind] += 1
    raise_rating(s, seat, TEACHES[kind])


@rule
def learn_from_top(s: Record) -> None:
    """Let the tester learn from the top of the deck, unseen but for its back (MH-5.4)."""
    owe_card(s, PUPIL)
    draw_due_cards(s, codes.LEARN)


@rule
def learn_from_hand(s: Record, seat: int, place: int) -> None:
    """Learn from a card in hand."""
    kind = take_from_hand(s, seat, place)
    emit(s, codes.EVENT_LEARNT, seat, kind, codes.FROM_HAND)
    learn(s, seat, kind)


@rule
def learn_played_card(s: Record, seat: int, kind: int) -> None:
    """Learn from a card played in this test."""
    s.played[kind] -= 1
    emit(s, codes.EVENT_LEARNT, seat, kind, codes.FROM_PLAYED)
    learn(s, seat, kind)
