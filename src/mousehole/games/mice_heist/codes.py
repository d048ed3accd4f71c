"""The numbers in a record of Mice Heist, each beside the name that a page is sent for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mousehole.games.mice_heist.components import HAND_LIMIT, TEST_CHIPS

if TYPE_CHECKING:
    from mousehole.games.mice_heist.view import EventKind, Phase, Source, Verdict

# Phases in the order of a turn: what is asked now.
PHASES: dict[int, Phase] = {
    (SELECT := 1): "select",
    (BET := 2): "bet",
    (SCOUT := 3): "scout",
    (PLAY := 4): "play",
    (PICK_CHIP := 5): "pick_chip",
    (LEARN := 6): "learn",
    (LOOK_ON := 7): "look_on",
    (DISCARD := 8): "discard",
    (OVER := 9): "over",
}

# Phases that need nobody's decision: what is done next. No action ends in one of them.
(HELP, DRAW_CARDS, FILL_DECK, DRAW_CHIPS, FILL_BAG, RESOLVE, SUCCEED, FAIL, ASK_ONLOOKERS, CONSOLE, CLEAN_UP, PAY_OUT,
 FIRST_TURN) = range(10, 23)  # fmt: skip

# Actions.
STOP = 0
"""Play or discard no more card; the actions after it name hand places."""
DECLINE, TOP_CARD, HAND_CARD = 0, 1, 2
PLAYED_CARD = HAND_CARD + HAND_LIMIT
"""Where to learn from: actions from HAND_CARD on name a hand place, those from PLAYED_CARD on a kind played."""
ALL_CHIPS = TEST_CHIPS
"""The action that flips every chip (Change Fate)."""

# The verdict on the test.
VERDICTS: dict[int, Verdict | None] = {
    (PENDING := 0): None,
    (SUCCESS := 1): "success",
    (FAILURE := 2): "failure",
}

# Where a card that was learnt came from.
SOURCES: dict[int, Source] = {
    (FROM_DECK := 0): "deck",
    (FROM_HAND := 1): "hand",
    (FROM_PLAYED := 2): "played",
}

# Why the game ended.
ENDINGS = {
    (JOB_DONE := 1): "job_done",
    (LAST_TURN_PLAYED := 2): "last_turn",
}

# Events, each with what its three numbers are.
EVENTS: dict[int, EventKind] = {
    (EVENT_TURN_BEGAN := 1): "turn_began",  # seat, chips that came home, turn
    (EVENT_SELECTED := 2): "selected",  # job in play, obstacle, way
    (EVENT_BET_MADE := 3): "bet_made",  # seat
    (EVENT_BET_SHOWN := 4): "bet_shown",  # seat, chips
    (EVENT_ASSIST_SHOWN := 5): "assist_shown",  # kind, modifier
    (EVENT_ASSIST_SHUFFLED := 6): "assist_shuffled",
    (EVENT_RAINED := 7): "rained",  # jobs that got a cheese, as a bitmask
    (EVENT_TOOK_CHEESE := 8): "took_cheese",  # seat, tokens, job in play if it was instead of a move, else NONE
    (EVENT_RATING_ROSE := 9): "rating_rose",  # seat, skill, new rating
    (EVENT_DREW := 10): "drew",  # seat, kind (secret), place in hand
    (EVENT_SHUFFLED := 11): "shuffled",  # cards in the new deck
    (EVENT_MOVED := 12): "moved",  # seat, job in play, 16 * from + to
    (EVENT_CHIP_DRAWN := 13): "chip_drawn",  # colour, side, doubled
    (EVENT_BAG_FILLED := 14): "bag_filled",
    (EVENT_SCOUTED := 15): "scouted",  # colour, colour
    (EVENT_LAID_ASIDE := 16): "laid_aside",  # colour, colour that went back
    (EVENT_CARD_PLAYED := 17): "card_played",  # kind, what it adds
    (EVENT_CHIP_FLIPPED := 18): "chip_flipped",  # colour, side now up, doubled
    (EVENT_CHIP_RETURNED := 19): "chip_returned",  # colour
    (EVENT_ALL_RETURNED := 20): "all_returned",  # how many
    (EVENT_TESTED := 21): "tested",  # verdict, score, target
    (EVENT_OBSTACLE_LEFT := 22): "obstacle_left",  # job in play, obstacle, cheese that went to the supply
    (EVENT_LEARNT := 23): "learnt",  # seat, kind, source
    (EVENT_DECLINED := 24): "declined",  # seat
    (EVENT_DISCARDED := 25): "discarded",  # seat, kind
    (EVENT_PAID := 26): "paid",  # job in play, first three seats (+ 1) in base 8, seats that got a cheese as a bitmask
    (EVENT_ENDED := 27): "ended",  # reason
}
MOST_EVENTS = 36
"""The last bet of six seats tells most: 6 bets, 1 card and 1 shuffle, 5 moves back, 3 chips and a refilled bag; if
the tester has no card, also verdict, obstacle and cheese, 6 moves, 3 draws and a shuffle, 4 payments, 1 end: 36."""
