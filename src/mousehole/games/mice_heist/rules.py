"""Mice Heist: the record, setting up, and what can be done when.

The rulebook's chapters stand beside this one: `track` (contribution), `cards` and `bag` (skill cards, modifier chips),
`turns` (a turn from end to end), `helping` (bets and the assist card), `playing` (skill cards in a test), `outlook`
(what a card would bring), `ending` (payout and totals), `gestures` (what several of them share), `house` (the
numbers that a table may agree on, MH-7).

An action's number means, by phase: selecting, 3 * job in play + alternative; betting, the chips; scouting, the chip to
lay aside; playing, 0 to stop or 1 + hand place; picking a chip, its place or 8 for all; learning and looking on,
see `codes`; discarding, 0 to stop or 1 + hand place.
"""

from __future__ import annotations

from mousehole.engine.chance import draw
from mousehole.engine.record import clear_events, open_record, record_type
from mousehole.engine.rule import Actions, Options, Record, Word, rule
from mousehole.games.mice_heist import FACTS, codes
from mousehole.games.mice_heist.cards import can_draw, has_deck, turn_up_back
from mousehole.games.mice_heist.components import (
    ALTERNATIVES,
    ASSIST_KINDS,
    BACK_COPIES,
    CHANGE_FATE,
    CHEESE_TOKENS,
    COLOURS,
    HAND_LIMIT,
    JOBS_IN_PLAY,
    KINDS,
    MAX_SEATS,
    NONE,
    PLAYER_CHIPS,
    SKILL_COPIES,
    SKILL_DECK,
    START_RATING,
    TEST_CHIPS,
    WAYS,
)
from mousehole.games.mice_heist.ending import payoff, points, reason
from mousehole.games.mice_heist.gestures import clockwise, wide
from mousehole.games.mice_heist.helping import bettors, make_bet, may_bet, scout, set_out_assist_cards
from mousehole.games.mice_heist.house import agree, copies_in_bag
from mousehole.games.mice_heist.playing import pick_chip, play_card
from mousehole.games.mice_heist.secrets import hide, redeal
from mousehole.games.mice_heist.turns import deal_cards, discard, go_on, select, skip_question, take_lesson

__all__ = [
    "State",
    "actors",
    "apply",
    "go_on",
    "hide",
    "is_busy",
    "legal",
    "payoff",
    "points",
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
        # what is done without asking anybody, all 0 between actions
        ("afterwards", "i1"),  # the phase that comes after the cards or chips due
        ("chips_due", "i1"),
        ("cards_due", "i1"),
        ("more_food", "i1"),  # house rules lie in holes that alignment leaves: a printed game keeps its bytes
        ("more_cheese", "i1"),
        ("drawers", "i8"),  # who draws them, seat + 1 in base 8, the next one lowest
        # the game
        ("stakes", "i1"),
        ("phase", "i1"),
        ("ended", "i1"),
        ("more_hand_and_chips", "u1"),
        ("turn", "i2"),
        ("tester", "i1"),
        # players
        ("identity", "i1", MAX_SEATS),
        ("rating", "i1", (MAX_SEATS, 3)),
        ("cheese", "i1", MAX_SEATS),
        ("food", "i1", MAX_SEATS),
        ("home", "i1", MAX_SEATS),  # player chips at hand
        # jobs
        ("job", "i1", JOBS_IN_PLAY),
        ("cleared", "i1", JOBS_IN_PLAY),  # obstacles that have left the game, which is also the number of the top one
        ("job_cheese", "i1", JOBS_IN_PLAY),  # on the top obstacle
        ("track", "i1", (JOBS_IN_PLAY, MAX_SEATS)),  # the space of each marker, 0 off the track
        ("supply", "i1"),
        # the test
        ("testing", "i1"),  # the job in play, or NONE
        ("obstacle", "i1"),
        ("way", "i1"),  # which alternative
        ("bet", "i1", MAX_SEATS),  # secret until all are shown
        ("has_bet", "i1"),  # who has chosen a bet that is not shown yet, as a bitmask
        ("assist_card", "i1"),
        ("assist_sum", "i1"),
        ("card_sum", "i1"),
        ("played", "i1", KINDS),
        ("verdict", "i1"),
        ("score", "i1"),
        ("card", "i1"),  # the card that waits for a chip to be picked, or NONE
        ("learns", "i1"),  # how often the tester may still learn
        ("onlooker", "i1"),  # who looks on, counted clockwise from the tester
        ("discard_from", "i1"),  # the first hand place that may still be discarded
        # chips
        ("bag", "i1", COLOURS),
        ("chips", "i1"),  # how many this test has drawn
        ("chip_colour", "i1", TEST_CHIPS),
        ("chip_side", "i1", TEST_CHIPS),
        ("chip_doubled", "i1", TEST_CHIPS),
        # cards
        ("assist_deck", "i1", ASSIST_KINDS),
        ("assist_discards", "i1", ASSIST_KINDS),
        ("deck", "i1", KINDS),  # secret
        ("deck_backs", "i1", 3),  # cards left by back
        ("top_back", "i1"),
        ("discards", "i1", KINDS),
        ("shuffles", "i1"),  # the number of the present deck
        ("unseen", "i1", SKILL_DECK),
        ("hand_size", "i1", MAX_SEATS),
        ("hand", "i1", (MAX_SEATS, HAND_LIMIT)),  # secret; places beyond the hand are 0
        ("back", "i1", (MAX_SEATS, HAND_LIMIT)),
        ("drawn_from", "i1", (MAX_SEATS, HAND_LIMIT)),  # the number of the deck
    ],
    events=codes.MOST_EVENTS,
)


@rule
def pick_unused(s: Record, used: int, count: int) -> int:
    """Draw one of the numbers below `count` that are not in a bitmask of those used."""
    left = 0
    for i in range(count):
        left += 1 - ((used >> i) & 1)
    pick = draw(s, left)
    i = 0
    while True:
        if not (used >> i) & 1:
            if pick == 0:
                return i
            pick -= 1
        i += 1


@rule
def set_out_players(s: Record) -> None:
    """Give every player a random identity with its ratings, two chips and an empty hand (MH-2.1)."""
    used = 0
    for seat in range(MAX_SEATS):
        s.identity[seat] = NONE
        for skill in range(3):
            s.rating[seat, skill] = 0
        s.cheese[seat] = 0
        s.food[seat] = 0
        s.bet[seat] = 0
        s.home[seat] = 0
        s.hand_size[seat] = 0
        for place in range(HAND_LIMIT):
            s.hand[seat, place] = 0
            s.back[seat, place] = 0
            s.drawn_from[seat, place] = 0
    for seat in range(s.seats):
        identity = pick_unused(s, used, len(START_RATING))
        used |= 1 << identity
        s.identity[seat] = identity
        s.home[seat] = PLAYER_CHIPS
        for skill in range(3):
            s.rating[seat, skill] = START_RATING[identity, skill]


@rule
def set_out_jobs(s: Record) -> None:
    """Draw four random jobs, all obstacles on them, nobody on the tracks (MH-2.1)."""
    used = 0
    for job in range(JOBS_IN_PLAY):
        drawn = pick_unused(s, used, len(WAYS))
        used |= 1 << drawn
        s.job[job] = drawn
        s.cleared[job] = 0
        s.job_cheese[job] = 0
        for seat in range(MAX_SEATS):
            s.track[job, seat] = 0
    s.supply = CHEESE_TOKENS


@rule
def set_out_decks_and_bag(s: Record) -> None:
    """Shuffle both decks and put all chips into the bag (MH-2.1)."""
    for kind in range(KINDS):
        s.deck[kind] = SKILL_COPIES[kind]
        s.discards[kind] = 0
        s.played[kind] = 0
    for skill in range(3):
        s.deck_backs[skill] = BACK_COPIES[skill]
    s.shuffles = 1
    for copy in range(SKILL_DECK):
        s.unseen[copy] = 1
    turn_up_back(s, draw(s, SKILL_DECK))
    set_out_assist_cards(s)
    for colour in range(COLOURS):
        s.bag[colour] = copies_in_bag(s, colour)
    s.chips = 0
    for i in range(TEST_CHIPS):
        s.chip_colour[i] = 0
        s.chip_side[i] = 0
        s.chip_doubled[i] = 0


@rule
def start_setup(s: Record, seats: int, options: Options, low: Word, high: Word) -> None:
    """Set up the table and let everybody draw three cards (MH-2.1)."""
    open_record(s, seats, low, high)
    s.mice_heist = VERSION
    s.stakes = options[0]
    agree(s, options[1], options[2], options[3], options[4])
    s.ended = 0
    s.turn = 1
    s.testing = NONE
    s.obstacle = NONE
    s.way = 0
    s.has_bet = 0
    s.assist_card = NONE
    s.assist_sum = 0
    s.card_sum = 0
    s.verdict = codes.PENDING
    s.score = 0
    s.card = NONE
    s.learns = 0
    s.onlooker = 0
    s.discard_from = 0
    s.tester = 0
    s.chips_due = 0
    s.cards_due = 0
    s.drawers = 0
    set_out_players(s)
    set_out_jobs(s)
    set_out_decks_and_bag(s)
    deal_cards(s)


@rule
def setup(s: Record, seats: int, options: Options, low: Word, high: Word) -> None:
    """Set up the table, deal three cards each and draw a starting player (MH-2.1)."""
    start_setup(s, seats, options, low, high)
    while is_busy(s):
        go_on(s)


@rule
def is_busy(s: Record) -> bool:
    """Tell whether something has to be done before anybody is asked."""
    return s.phase > codes.OVER


@rule
def actors(s: Record) -> int:
    """Tell which seats may act: the tester, those still to bet, or one that looks on."""
    if s.phase == codes.OVER:
        return 0
    if s.phase == codes.BET:
        return bettors(s)
    if s.phase == codes.LOOK_ON:
        return 1 << clockwise(s, wide(s.onlooker))
    return 1 << wide(s.tester)


@rule
def is_asked(s: Record, seat: int) -> bool:
    """Tell whether a seat is one of those that may act."""
    if s.phase == codes.OVER or seat < 0 or seat >= s.seats:
        return False
    if s.phase == codes.BET:
        return may_bet(s, seat)
    if s.phase == codes.LOOK_ON:
        return seat == clockwise(s, wide(s.onlooker))
    return seat == s.tester


@rule
def write_range(out: Actions, count: int, first: int, end: int) -> int:
    """Add the actions from `first` up to, not including, `end`; return the new count."""
    for action in range(first, end):
        out[count] = action
        count += 1
    return count


@rule
def legal_selections(s: Record, out: Actions) -> int:
    """List the alternatives of all top obstacles (MH-5.1)."""
    count = 0
    for job in range(JOBS_IN_PLAY):
        first = ALTERNATIVES * job
        count = write_range(out, count, first, first + WAYS[s.job[job], s.cleared[job]])
    return count


@rule
def legal_lessons(s: Record, seat: int, out: Actions) -> int:
    """List the cards a seat may learn from, or draw, after a failure (MH-5.4)."""
    out[0] = codes.DECLINE
    count = 1
    is_tester = seat == s.tester
    if has_deck(s) if is_tester else can_draw(s, seat):
        out[count] = codes.TOP_CARD
        count += 1
    count = write_range(out, count, codes.HAND_CARD, codes.HAND_CARD + wide(s.hand_size[seat]))
    if is_tester:
        for kind in range(KINDS):
            if s.played[kind] > 0:
                out[count] = codes.PLAYED_CARD + kind
                count += 1
    return count


@rule
def legal(s: Record, seat: int, out: Actions) -> int:
    """List what a seat may do now; nothing if it is not asked."""
    if not is_asked(s, seat):
        return 0
    if s.phase == codes.SELECT:
        return legal_selections(s, out)
    if s.phase == codes.LEARN or s.phase == codes.LOOK_ON:
        return legal_lessons(s, seat, out)
    count = 0
    first = 0
    if s.phase == codes.BET:
        end = 1 + wide(s.home[seat])
    elif s.phase == codes.SCOUT:
        end = 2
    elif s.phase == codes.PICK_CHIP:
        end = wide(s.chips)
    else:
        end = 1 + wide(s.hand_size[seat])  # STOP, then the cards
        if s.phase == codes.DISCARD:
            out[0] = codes.STOP
            count = 1
            first = 1 + wide(s.discard_from)
    count = write_range(out, count, first, end)
    if s.phase == codes.PICK_CHIP and s.card == CHANGE_FATE and s.chips > 1:
        out[count] = codes.ALL_CHIPS
        count += 1
    return count


@rule
def start_action(s: Record, seat: int, action: int) -> None:
    """Play an action as far as its player decides."""
    clear_events(s)
    chosen = wide(action)
    if s.phase == codes.SELECT:
        select(s, chosen)
    elif s.phase == codes.BET:
        make_bet(s, wide(seat), chosen)
    elif s.phase == codes.SCOUT:
        scout(s, chosen)
    elif s.phase == codes.PLAY:
        if chosen == codes.STOP:
            s.phase = codes.RESOLVE
        else:
            play_card(s, chosen - 1)
    elif s.phase == codes.PICK_CHIP:
        pick_chip(s, chosen)
    elif s.phase == codes.LEARN or s.phase == codes.LOOK_ON:
        take_lesson(s, wide(seat), chosen)
    elif s.phase == codes.DISCARD:
        discard(s, chosen)
    skip_question(s)


@rule
def apply(s: Record, seat: int, action: int) -> None:
    """Play an action, then everything that follows from it without a decision."""
    start_action(s, seat, action)
    while is_busy(s):
        go_on(s)
