"""What the numbers in a record of Mice Heist can be."""

from __future__ import annotations

from mousehole.engine.observing import Fields, amount, category, flag, members, secret
from mousehole.games.mice_heist import FACTS, codes, components

_, _, FOOD, YELLOW, _ = (option.highest for option in FACTS.options)
SEAT = category(components.MAX_SEATS - 1)
JOB = category(components.JOBS_IN_PLAY - 1, components.NONE)
CHEESE = amount(components.CHEESE_TOKENS)
KIND = category(components.KINDS - 1)
COPIES = max(card.copies for card in components.SKILL_CARDS)
ASSIST_COPIES = max(card.copies for card in components.ASSIST_CARDS)
MOST_ADDED = max(int((components.CARD_ADDS + components.CARD_ADDS_IF_TESTED).max()), components.MAX_SEATS - 1)
ADDED = min(100, components.HAND_LIMIT * MOST_ADDED)
"""The most that cards add to a test: every place of a full hand is used."""
BY_CHIPS = components.TEST_CHIPS * 2 * max(abs(side) for chip in components.CHIPS for side in chip.sides)
HELP = amount(2 * components.TOP_RATING + components.MAX_SEATS, min(card.modifier for card in components.ASSIST_CARDS))
SCORE = amount(min(120, 2 * components.TOP_RATING + BY_CHIPS + HELP.high + ADDED), -BY_CHIPS + HELP.low)
PAID = 8**3 - 1
"""Three seats in base 8."""
MOVED = 16 * components.TRACK_SPACES + components.TRACK_SPACES
"""Two spaces of a track in one number."""

FIELDS: Fields = {
    "seats": amount(FACTS.max_seats, FACTS.min_seats),
    "stakes": flag(),
    "phase": category(codes.OVER),
    "ended": category(max(codes.ENDINGS)),
    "turn": amount(components.LAST_TURN),
    "tester": SEAT,
    "identity": category(len(components.IDENTITIES) - 1, components.NONE),
    "rating": amount(components.TOP_RATING),
    "cheese": CHEESE,
    "food": amount(components.FOOD[0] * components.JOBS_IN_PLAY, most=FOOD * components.JOBS_IN_PLAY),
    "home": amount(components.PLAYER_CHIPS),
    "job": category(len(components.JOBS) - 1),
    "cleared": amount(components.OBSTACLES_A_JOB),
    "job_cheese": CHEESE,
    "track": amount(components.TRACK_SPACES),
    "supply": CHEESE,
    "testing": JOB,
    "obstacle": category(components.OBSTACLES_A_JOB - 1, components.NONE),
    "way": category(components.TARGET.shape[2] - 1),
    "bet": secret(amount(components.PLAYER_CHIPS)),
    "has_bet": members(components.MAX_SEATS),
    "assist_card": category(components.ASSIST_KINDS - 1, components.NONE),
    "assist_sum": HELP,
    "card_sum": amount(ADDED),
    "played": amount(COPIES),
    "verdict": category(max(codes.VERDICTS)),
    "score": SCORE,
    "card": category(components.KINDS - 1, components.NONE),
    "learns": amount(components.TOP_RATING),
    "onlooker": amount(components.MAX_SEATS),
    "discard_from": amount(components.HAND_LIMIT),
    "bag": amount(max(chip.copies for chip in components.CHIPS), most=YELLOW),
    "chips": amount(components.TEST_CHIPS),
    "chip_colour": category(components.COLOURS - 1),
    "chip_side": flag(),
    "chip_doubled": flag(),
    "assist_deck": amount(ASSIST_COPIES),
    "assist_discards": amount(ASSIST_COPIES),
    "deck": secret(amount(COPIES)),
    "deck_backs": amount(components.SKILL_DECK),
    "top_back": category(components.NO_BACK),
    "discards": amount(COPIES),
    "shuffles": amount(components.LAST_DECK),
    "unseen": amount(components.LAST_DECK),
    "hand_size": amount(components.HAND_LIMIT),
    "hand": secret(KIND),
    "back": category(components.NO_BACK - 1),
    "drawn_from": amount(components.LAST_DECK),
    "event_count": amount(codes.MOST_EVENTS),
    "events": (
        category(max(codes.EVENTS)),
        secret(
            amount(max(components.SKILL_DECK, 1 << components.JOBS_IN_PLAY))
        ),  # a seat, a job, a card, a colour, how many
        amount(PAID, SCORE.low),  # a card, a job, a skill, how many, the score, or three seats in base 8
        amount(
            max(components.LAST_TURN, MOVED), components.NONE
        ),  # how many, the turn, or two spaces of a track in one number
    ),
}
LEFT_OUT = frozenset({"afterwards", "chips_due", "cards_due", "drawers"})
"""Fields that are 0 whenever somebody is asked."""
