"""Cloaked Cats, rule by rule. All seats are alike; sets of features and cats are the bits of one number.

The chapters beside this one: `bitsets` (counting and picking in such sets), `knowledge` (what a view leaves open),
`fitting` (how many cloaks that are), `house` (the numbers that a table may agree on, CC-5).
"""

from __future__ import annotations

from mousehole.engine.chance import draw
from mousehole.engine.record import clear_events, emit, open_record, record_type
from mousehole.engine.rule import Actions, Numbers, Options, Record, Word, rule
from mousehole.games.cloaked_cats import FACTS, codes
from mousehole.games.cloaked_cats.bitsets import lowest, member, nth
from mousehole.games.cloaked_cats.components import (
    ALL_CATS,
    ALL_FEATURES,
    CAT_COUNT,
    CLOAK,
    FEATURE_COUNT,
    MOST_ROUNDS,
    MOST_SEATS,
    SHOWS,
)
from mousehole.games.cloaked_cats.house import (
    FIELDS,
    agree,
    cloak_size,
    hand_size,
    masks_each,
    opening_cats,
    starter_points,
    wins_ties,
)
from mousehole.games.cloaked_cats.secrets import hide, redeal

__all__ = ["State", "actors", "apply", "hide", "legal", "payoff", "points", "reason", "redeal", "setup"]

VERSION = FACTS.rules_version
POINT_RANK = CLOAK + 2
"""What a point counts in a rank: more than all hidden features, and than a starting player who wins ties."""

State = record_type(
    FACTS.id,
    [
        ("phase", "i1"),
        ("first", "i1"),  # the starting player
        ("turn", "i1"),  # the seat that acts
        ("turns", "i1"),  # turns completed
        ("last", "i1"),  # whether the last turns have come, in which no cat is played
        ("quiet", "i1"),  # whether this round began without a cat in any hand and nobody has guessed in it
        ("ended", "i1"),
        ("deck", "i1"),  # cats still face down; which they are is drawn when they are
        ("cats", "i1", MOST_SEATS),  # cats in each hand
        ("stock", "i1", MOST_SEATS),  # own masks left
        ("won", "i1", MOST_SEATS),  # masks received
        ("covered", "i1", MOST_SEATS),  # features not yet face up
        ("on_floor", "i1"),  # how many cats are on the dance floor
        ("floor", "i1", CAT_COUNT),  # these cats in order
        ("cloak", "i4", MOST_SEATS),  # each player's three features
        ("shown", "i4", MOST_SEATS),  # those of them that lie face up
        ("lacks", "i4", MOST_SEATS),  # features everybody knows that player not to hold
        ("danced", "i8"),  # the cats on the floor as a set
        ("masked", "i8", MOST_SEATS),  # those with this player's mask
        ("hand", "i8", MOST_SEATS),
    ],
    events=3,
    house=FIELDS,
)


# CC-2 Setting up


@rule
def setup(s: Record, seats: int, options: Options, low: Word, high: Word) -> None:
    """CC-2.1: a random starting player, three features and three cats each."""
    open_record(s, seats, low, high)
    s.cloaked_cats = VERSION
    agree(s, options[0], options[1], options[2], options[3], options[4], options[5])
    worn, held, masks = cloak_size(s), hand_size(s), masks_each(s)
    s.phase = codes.PLAY
    s.first = draw(s, seats)
    s.turn = s.first
    s.turns = 0
    s.last = 0
    s.quiet = 0
    s.ended = 0
    s.deck = CAT_COUNT - held * seats
    s.on_floor = 0
    s.danced = 0
    for i in range(CAT_COUNT):
        s.floor[i] = codes.EMPTY
    features, cats = ALL_FEATURES, ALL_CATS
    for player in range(MOST_SEATS):
        cloak = hand = 0
        if player < seats:
            for i in range(worn):
                feature = nth(features, draw(s, FEATURE_COUNT - worn * player - i))
                features ^= feature
                cloak |= feature
            for i in range(held):
                cat = nth(cats, draw(s, CAT_COUNT - held * player - i))
                cats ^= cat
                hand |= cat
        plays = player < seats
        s.cloak[player] = cloak
        s.hand[player] = hand
        s.cats[player] = held if plays else 0
        s.stock[player] = masks if plays else 0
        s.covered[player] = worn if plays else 0
        s.won[player] = starter_points(s) if player == s.first else 0
        s.shown[player] = 0
        s.lacks[player] = 0
        s.masked[player] = 0
    open_ball(s)


@rule
def open_ball(s: Record) -> None:
    """CC-5.5: cats of the deck come to the floor before the first turn, and are masked as any other."""
    for _ in range(opening_cats(s)):
        welcome(s, member(draw_cat(s)))


@rule
def host_of(s: Record, place: int) -> int:
    """CC-2.2, CC-5.5: who sent the cat at a place of the floor: players take turns, and nobody opened the ball."""
    if place < opening_cats(s):
        return codes.NO_HOST
    return (int(s.first) + place - opening_cats(s)) % int(s.seats)


# CC-3 A turn


@rule
def send_out(s: Record, seat: int, cat: int) -> None:
    """CC-3.1, CC-3.2: a cat comes to the floor, and everybody it resembles puts a mask on it."""
    s.hand[seat] = int(s.hand[seat]) & ~(1 << cat)
    s.cats[seat] -= 1
    masks, empty = welcome(s, cat)
    emit(s, codes.EVENT_CAT, seat, cat, masks)
    if empty:
        run_out(s, empty)
    else:
        s.phase = codes.GUESS


@rule
def welcome(s: Record, cat: int) -> tuple[int, int]:
    """CC-3.2: put a cat on the floor; return who put a mask on it, and whose stock that emptied, as sets of seats."""
    s.floor[s.on_floor] = cat
    s.on_floor += 1
    s.danced = int(s.danced) | 1 << cat
    masks = empty = 0
    for player in range(s.seats):
        if int(s.cloak[player]) & SHOWS[cat]:
            s.masked[player] = int(s.masked[player]) | 1 << cat
            s.stock[player] -= 1
            masks |= 1 << player
            if s.stock[player] == 0:
                empty |= 1 << player
        else:
            s.lacks[player] = int(s.lacks[player]) | SHOWS[cat]
    return masks, empty


@rule
def guess(s: Record, seat: int, player: int, feature: int) -> None:
    """CC-3.3: right, the feature lies face up and its owner pays a mask; wrong, the guesser pays one."""
    s.quiet = 0
    s.lacks[seat] = int(s.lacks[seat]) | 1 << feature
    if int(s.cloak[player]) >> feature & 1:
        s.shown[player] = int(s.shown[player]) | 1 << feature
        s.covered[player] -= 1
        emit(s, codes.EVENT_RIGHT, seat, player, feature)
        if s.covered[player] == 0:
            emit(s, codes.EVENT_UNMASKED, player, 0, 0)
        pay(s, player, seat)
    else:
        s.lacks[player] = int(s.lacks[player]) | 1 << feature
        emit(s, codes.EVENT_WRONG, seat, player, feature)
        pay(s, seat, player)


@rule
def pay(s: Record, payer: int, winner: int) -> None:
    """CC-3.3, CC-3.6: a mask leaves the payer's stock for good; the last one ends the game (CC-4.2)."""
    s.stock[payer] -= 1
    s.won[winner] += 1
    if s.stock[payer] == 0:
        run_out(s, 1 << payer)
    else:
        finish_turn(s)


@rule
def let_be(s: Record, seat: int) -> None:
    """CC-3.4: no guess, by choice or because nobody is left to ask."""
    emit(s, codes.EVENT_PASS, seat, 0, 0)
    finish_turn(s)


@rule
def refill(s: Record, seat: int) -> None:
    """CC-3.5: draw a cat, any of those that are neither on the floor nor in a hand. The event does not say which."""
    if s.deck == 0:
        return
    s.hand[seat] = int(s.hand[seat]) | draw_cat(s)
    s.cats[seat] += 1
    emit(s, codes.EVENT_DRAW, seat, 0, 0)


@rule
def draw_cat(s: Record) -> int:
    """Take any cat of the deck, as a set of one: those that are neither on the floor nor in a hand."""
    cats = ALL_CATS & ~int(s.danced)
    for player in range(s.seats):
        cats &= ~int(s.hand[player])
    cat = nth(cats, draw(s, int(s.deck)))
    s.deck -= 1
    return cat


@rule
def finish_turn(s: Record) -> None:
    """CC-3.5, CC-4.1: refill the hand unless these are the last turns; then the next player's turn (CC-2.2)."""
    seats = int(s.seats)
    if not s.last:
        refill(s, int(s.turn))
        for player in range(seats):
            if s.covered[player] == 0:
                s.last = 1
    s.turns += 1
    if s.turns % seats == 0:
        finish_round(s)
    if s.ended:
        return
    s.turn = (int(s.turn) + 1) % seats
    s.phase = codes.GUESS if s.last or s.cats[s.turn] == 0 else codes.PLAY


@rule
def finish_round(s: Record) -> None:
    """CC-4.1, CC-4.3: the game ends with the round if a cloak is lifted, or if no cat was left and nobody guessed.

    CC-5.2: with so many masks that a ball could go on without cats for ever, it ends with the 25th round.
    """
    if s.last:
        end(s, codes.UNMASKED)
    elif s.quiet or s.turns >= MOST_ROUNDS * s.seats:
        end(s, codes.QUIET)
    else:
        s.quiet = 1
        for player in range(s.seats):
            if s.cats[player]:
                s.quiet = 0


# CC-4 The end


@rule
def run_out(s: Record, players: int) -> None:
    """CC-4.2: a stock is empty, the game ends at once."""
    emit(s, codes.EVENT_EMPTY, players, 0, 0)
    end(s, codes.OUT_OF_MASKS)


@rule
def end(s: Record, why: int) -> None:
    """End the game."""
    s.phase = codes.OVER
    s.ended = why


@rule
def reason(s: Record) -> int:
    """Why the game ended; 0 while it goes on."""
    return int(s.ended)


@rule
def points(s: Record, out: Numbers) -> None:
    """CC-4.4: one point a mask received, one a feature still hidden."""
    for player in range(s.seats):
        out[player] = points_of(s, player)


@rule
def points_of(s: Record, player: int) -> int:
    """CC-4.4: what a player's masks and hidden features come to."""
    return int(s.won[player]) + int(s.covered[player])


@rule
def rank(s: Record, player: int) -> int:
    """CC-4.4: more points first, then more hidden features; CC-5.6: or, on level points, the starting player."""
    if wins_ties(s) and player == s.first:
        return POINT_RANK * points_of(s, player) + POINT_RANK - 1
    return POINT_RANK * points_of(s, player) + int(s.covered[player])


@rule
def payoff(s: Record, out: Numbers) -> None:
    """CC-4.5: the winners share +1, the others -1; nothing if all win."""
    best = winners = 0
    for player in range(s.seats):
        if rank(s, player) > best:
            best = rank(s, player)
            winners = 0
        if rank(s, player) == best:
            winners += 1
    losers = int(s.seats) - winners
    for player in range(s.seats):
        if losers == 0:
            out[player] = 0.0
        elif rank(s, player) == best:
            out[player] = 1.0 / winners
        else:
            out[player] = -1.0 / losers


# The contract: who acts, what is legal, play it, what is hidden (redeal is in `knowledge`)


@rule
def actors(s: Record) -> int:
    """One seat at a time."""
    if s.phase == codes.OVER:
        return 0
    return 1 << int(s.turn)


@rule
def legal(s: Record, seat: int, out: Actions) -> int:
    """A cat from the hand, or a pass and the guesses that CC-3.4 allows."""
    if s.phase == codes.OVER or s.turn != seat:
        return 0
    count = 0
    if s.phase == codes.PLAY:
        cats = int(s.hand[seat])
        while cats:
            out[count] = member(lowest(cats))
            cats &= cats - 1
            count += 1
        return count
    return list_guesses(s, seat, out)


@rule
def list_guesses(s: Record, seat: int, out: Actions) -> int:
    """CC-3.4: a pass, then, of each player with something to hide, every feature neither face up nor one's own."""
    out[0] = codes.PASS
    count = 1
    features = ALL_FEATURES & ~int(s.cloak[seat])
    for player in range(s.seats):
        features &= ~int(s.shown[player])
    number = base = 0
    for player in range(s.seats):
        if player == seat or s.covered[player] == 0:
            continue
        if number == 0:
            base = codes.FIRST_GUESS + FEATURE_COUNT * player
            for feature in range(FEATURE_COUNT):
                out[count] = base + feature
                count += features >> feature & 1
            number = count - 1
        else:  # the same features as for the player before
            for i in range(number):
                out[count + i] = out[1 + i] + FEATURE_COUNT * player + codes.FIRST_GUESS - base
            count += number
    return count


@rule
def apply(s: Record, seat: int, action: int) -> None:
    """Play a legal action."""
    clear_events(s)
    if action < codes.PASS:
        send_out(s, seat, int(action))
    elif action == codes.PASS:
        let_be(s, seat)
    else:
        guess(s, seat, (action - codes.FIRST_GUESS) // FEATURE_COUNT, (action - codes.FIRST_GUESS) % FEATURE_COUNT)
