"""A turn from selecting an obstacle to the cleanup (MH-5)."""

from __future__ import annotations

from mousehole.engine.chance import draw
from mousehole.engine.record import clear_events, emit
from mousehole.engine.rule import Record, rule
from mousehole.games.mice_heist import codes
from mousehole.games.mice_heist.bag import chip_sum, draw_due_chip, fill_bag, leave_chips
from mousehole.games.mice_heist.cards import (
    can_draw,
    draw_due_card,
    draw_due_cards,
    fill_deck,
    has_deck,
    learn_from_hand,
    learn_from_top,
    learn_played_card,
    owe_card,
    take_from_hand,
)
from mousehole.games.mice_heist.components import (
    ALTERNATIVES,
    HAND_LIMIT,
    IS_MANDATORY,
    KINDS,
    NONE,
    PAYOUT,
    PLAYER_CHIPS,
    TARGET,
    TESTED,
)
from mousehole.games.mice_heist.ending import end_due, end_game
from mousehole.games.mice_heist.gestures import clockwise, rating_in, take_cheese, wide
from mousehole.games.mice_heist.helping import bettors, get_help
from mousehole.games.mice_heist.house import cheese_for_waiting, full_hand
from mousehole.games.mice_heist.track import move_down, move_up

DEALT_AT_ONCE = 3
"""The queue of cards that are due has room for so many each, with six players."""


@rule
def begin_turn(s: Record) -> None:
    """Let the tester's own chips come home: all of them, with two players one (MH-1.3, MH-5.1)."""
    out = PLAYER_CHIPS - wide(s.home[s.tester])
    coming = min(out, 1) if s.seats == 2 else out
    s.home[s.tester] += coming
    s.phase = codes.SELECT
    emit(s, codes.EVENT_TURN_BEGAN, wide(s.tester), coming, wide(s.turn))


@rule
def select(s: Record, action: int) -> None:
    """Select a job's top obstacle and the alternative to be tested (MH-5.1)."""
    s.testing = action // ALTERNATIVES
    s.way = action % ALTERNATIVES
    s.obstacle = s.cleared[s.testing]
    s.phase = codes.BET
    emit(s, codes.EVENT_SELECTED, wide(s.testing), wide(s.obstacle), wide(s.way))


@rule
def test_score(s: Record) -> int:
    """Add up rating, chips, assist card and skill cards (MH-5.4), with the ratings of this moment (MH-4.2)."""
    tested = TESTED[s.job[s.testing], s.obstacle, s.way]
    return rating_in(s, wide(s.tester), tested) + chip_sum(s) + int(s.assist_sum) + int(s.card_sum)


@rule
def score_so_far(s: Record) -> int:
    """Return what the test stands at: once it is decided its score; chips only scouted are not of the test yet."""
    if s.testing == NONE or s.verdict != codes.PENDING:
        return int(s.score)
    return test_score(s) - chip_sum(s) if s.phase == codes.SCOUT else test_score(s)


@rule
def target_of_test(s: Record) -> int:
    """Return the target of the test under way."""
    return TARGET[s.job[s.testing], s.obstacle, s.way]


@rule
def resolve(s: Record) -> None:
    """Compare the score with the target; equal is success (MH-5.4)."""
    target = target_of_test(s)
    s.score = test_score(s)
    s.verdict = codes.SUCCESS if s.score >= target else codes.FAILURE
    emit(s, codes.EVENT_TESTED, wide(s.verdict), wide(s.score), target)
    s.phase = codes.SUCCEED if s.verdict == codes.SUCCESS else codes.FAIL


@rule
def remove_obstacle(s: Record) -> None:
    """Take the tested obstacle out of the game; what cheese is left on it goes to the supply."""
    cheese = wide(s.job_cheese[s.testing])
    s.supply += cheese
    s.job_cheese[s.testing] = 0
    s.cleared[s.testing] += 1
    emit(s, codes.EVENT_OBSTACLE_LEFT, wide(s.testing), wide(s.obstacle), cheese)


@rule
def succeed(s: Record) -> None:
    """Take the cheese, remove the obstacle, move up the assisting players and then the tester (MH-5.4)."""
    found = wide(s.job_cheese[s.testing])
    if found > 0:
        s.cheese[s.tester] += found
        s.job_cheese[s.testing] = 0
        emit(s, codes.EVENT_TOOK_CHEESE, wide(s.tester), found, NONE)
    remove_obstacle(s)
    for steps in range(1, s.seats + 1):  # once around: the tester is the last
        seat = clockwise(s, steps)
        count = PAYOUT[s.job[s.testing], s.obstacle] if seat == s.tester else wide(s.bet[seat])
        if count > 0:
            move_up(s, seat, wide(s.testing), count)
    s.phase = codes.DISCARD


@rule
def fail(s: Record) -> None:
    """Lose the stakes, remove an obstacle that is not mandatory, and let the tester learn (MH-5.4, MH-5.7)."""
    if s.stakes:
        for steps in range(1, s.seats):
            seat = clockwise(s, steps)
            if s.bet[seat] > 0:
                move_down(s, seat, wide(s.testing), wide(s.bet[seat]))
    if IS_MANDATORY[s.job[s.testing], s.obstacle]:
        s.learns = 2
    else:
        s.learns = 1
        remove_obstacle(s)
    s.phase = codes.LEARN


@rule
def can_learn(s: Record) -> bool:
    """Tell whether the tester has a card to learn from: in hand, played or on the deck."""
    if s.hand_size[s.tester] > 0 or has_deck(s):
        return True
    for kind in range(KINDS):
        if s.played[kind] > 0:
            return True
    return False


@rule
def learn_as_tester(s: Record, action: int) -> None:
    """Learn one card after a failure, if not from hand; or decline, which ends it (MH-5.4)."""
    s.learns -= 1
    if action == codes.DECLINE:
        s.learns = 0
        emit(s, codes.EVENT_DECLINED, wide(s.tester), 0, 0)
    elif action == codes.TOP_CARD:
        learn_from_top(s)
    elif action >= codes.PLAYED_CARD:
        learn_played_card(s, wide(s.tester), action - codes.PLAYED_CARD)


@rule
def ask_next_onlooker(s: Record) -> None:
    """Ask the next player clockwise who did not assist and can do something; after the last, go on (MH-5.4)."""
    s.phase = codes.LOOK_ON
    while s.onlooker < s.seats - 1:
        s.onlooker += 1
        seat = clockwise(s, wide(s.onlooker))
        if s.bet[seat] == 0 and (s.hand_size[seat] > 0 or can_draw(s, seat)):
            return
    s.onlooker = 0
    s.phase = codes.CONSOLE


@rule
def console(s: Record) -> None:
    """Move up the tester who failed by one (MH-5.4)."""
    move_up(s, wide(s.tester), wide(s.testing), 1)
    s.phase = codes.DISCARD


@rule
def look_on(s: Record, action: int) -> None:
    """Draw a card, or decline, as a player who did not assist (MH-5.4)."""
    seat = clockwise(s, wide(s.onlooker))
    if action == codes.DECLINE:
        emit(s, codes.EVENT_DECLINED, seat, 0, 0)
    elif action == codes.TOP_CARD:
        owe_card(s, seat)
    draw_due_cards(s, codes.ASK_ONLOOKERS)


@rule
def take_lesson(s: Record, seat: int, action: int) -> None:
    """Learn from a card in hand, or do what else the tester who failed or an onlooker may do (MH-5.4)."""
    if codes.HAND_CARD <= action < codes.PLAYED_CARD:
        learn_from_hand(s, seat, action - codes.HAND_CARD)
    if s.phase == codes.LEARN:
        learn_as_tester(s, action)
    else:
        look_on(s, action)


@rule
def discard(s: Record, action: int) -> None:
    """Discard a card, or no more; places only ascend (MH-5.5, MH-5.8)."""
    if action == codes.STOP:
        s.discard_from = HAND_LIMIT
        return
    place = action - 1
    kind = take_from_hand(s, wide(s.tester), place)
    s.discards[kind] += 1
    s.discard_from = place
    emit(s, codes.EVENT_DISCARDED, wide(s.tester), kind, 0)


@rule
def draw_up(s: Record) -> None:
    """Draw until the hand is full, unless the game ends now; then clean up (MH-5.5)."""
    if not end_due(s):
        for _ in range(wide(s.hand_size[s.tester]), full_hand(s)):
            owe_card(s, wide(s.tester))
    draw_due_cards(s, codes.CLEAN_UP)


@rule
def clear_test(s: Record) -> None:
    """Clear away the test: cards to their discards, chips stay in the middle (MH-5.6)."""
    if s.assist_card != NONE:
        s.assist_discards[s.assist_card] += 1
    for kind in range(KINDS):
        s.discards[kind] += s.played[kind]
        s.played[kind] = 0
    leave_chips(s)
    for seat in range(s.seats):
        s.bet[seat] = 0
    s.testing = NONE
    s.obstacle = NONE
    s.way = 0
    s.assist_card = NONE
    s.assist_sum = 0
    s.card_sum = 0
    s.score = 0
    s.verdict = codes.PENDING
    s.learns = 0
    s.discard_from = 0


@rule
def clean_up(s: Record) -> None:
    """Clear away the test, and end the game or pass the turn clockwise (MH-5.6, MH-6.1)."""
    clear_test(s)
    why = end_due(s)
    if why:
        s.ended = why
        s.phase = codes.PAY_OUT
    else:
        s.tester = clockwise(s, 1)
        s.turn += 1
        begin_turn(s)


@rule
def begin_first_turn(s: Record) -> None:
    """Draw a starting player, once everybody has all its cards (MH-2.1); whoever waits may get cheese (MH-7.4)."""
    clear_events(s)
    if s.hand_size[0] < full_hand(s):
        deal_cards(s)
        return
    s.tester = draw(s, wide(s.seats))
    if cheese_for_waiting(s):
        for steps in range(1, s.seats):
            take_cheese(s, clockwise(s, steps), cheese_for_waiting(s), NONE)
    begin_turn(s)


@rule
def deal_cards(s: Record) -> None:
    """Deal everybody the cards that its hand lacks, three at most: more are not owed to all at once (MH-2.1)."""
    for seat in range(s.seats):
        for _ in range(min(full_hand(s) - wide(s.hand_size[seat]), DEALT_AT_ONCE)):
            owe_card(s, seat)
    draw_due_cards(s, codes.FIRST_TURN)


@rule
def skip_question(s: Record) -> None:
    """Go on where the question that is due leaves nothing to choose."""
    if s.phase == codes.BET:
        if bettors(s) == 0:
            s.phase = codes.HELP
    elif s.phase == codes.PLAY:
        if s.hand_size[s.tester] == 0:
            s.phase = codes.RESOLVE
    elif s.phase == codes.LEARN:
        if s.learns == 0 or not can_learn(s):
            s.learns = 0
            s.phase = codes.ASK_ONLOOKERS
    elif s.phase == codes.DISCARD and (s.discard_from >= s.hand_size[s.tester] or end_due(s)):
        draw_up(s)


@rule
def go_on(s: Record) -> None:
    """Do the next thing that needs nobody's decision."""
    if s.phase == codes.DRAW_CARDS:
        draw_due_card(s)
    elif s.phase == codes.DRAW_CHIPS:
        draw_due_chip(s)
    elif s.phase == codes.HELP:
        get_help(s)
    elif s.phase == codes.RESOLVE:
        resolve(s)
    elif s.phase == codes.ASK_ONLOOKERS:
        ask_next_onlooker(s)
    elif s.phase == codes.SUCCEED:
        succeed(s)
    elif s.phase == codes.FAIL:
        fail(s)
    elif s.phase == codes.CONSOLE:
        console(s)
    elif s.phase == codes.CLEAN_UP:
        clean_up(s)
    elif s.phase == codes.FILL_BAG:
        fill_bag(s)
    elif s.phase == codes.FILL_DECK:
        fill_deck(s)
    elif s.phase == codes.PAY_OUT:
        end_game(s, wide(s.ended))
    elif s.phase == codes.FIRST_TURN:
        begin_first_turn(s)
    skip_question(s)
