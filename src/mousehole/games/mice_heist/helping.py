"""Help: secret bets, the assist card and its effects, and the chips of the test (MH-5.2, MH-5.3)."""

from __future__ import annotations

from mousehole.engine.chance import draw
from mousehole.engine.record import emit
from mousehole.engine.rule import Record, rule
from mousehole.games.mice_heist import codes
from mousehole.games.mice_heist.bag import drop_last_chip, owe_chips
from mousehole.games.mice_heist.cards import draw_due_cards, owe_card
from mousehole.games.mice_heist.components import (
    ASSIST_COPIES,
    ASSIST_KINDS,
    ASSIST_MODIFIER,
    CHEESE_BRIBE,
    CHOMP_AND_CHEW,
    GO_BIG_OR_GO_HOME,
    HELPING_PAW,
    JOBS_IN_PLAY,
    LIGHT_SABOTAGE,
    MAKE_IT_RAIN,
    NONE,
    ONE_STEP_BACK,
    SCOUT_AHEAD,
    TESTED,
    THE_LONG_GAME,
    WATCH_AND_LEARN_A,
    WATCH_AND_LEARN_D,
    WORK_TOGETHER,
)
from mousehole.games.mice_heist.gestures import clockwise, helpers, raise_rating, rating_in, take_cheese, wide
from mousehole.games.mice_heist.track import move_down


@rule
def may_bet(s: Record, seat: int) -> bool:
    """Tell whether a seat is still to choose its bet: it is not the tester, has a chip left and has not chosen."""
    return seat != s.tester and s.home[seat] > 0 and not (wide(s.has_bet) >> seat) & 1


@rule
def bettors(s: Record) -> int:
    """Return the seats still to choose their bet."""
    mask = 0
    for seat in range(s.seats):
        if may_bet(s, seat):
            mask |= 1 << seat
    return mask


@rule
def make_bet(s: Record, seat: int, chips: int) -> None:
    """Choose secretly how many chips to open (MH-5.2)."""
    s.bet[seat] = chips
    s.has_bet |= 1 << seat
    emit(s, codes.EVENT_BET_MADE, seat, 0, 0)


@rule
def show_bets(s: Record) -> None:
    """Open all fists at once: the chips shown stay out (MH-5.2, MH-1.3)."""
    for steps in range(1, s.seats):
        seat = clockwise(s, steps)
        if (wide(s.has_bet) >> seat) & 1:
            emit(s, codes.EVENT_BET_SHOWN, seat, wide(s.bet[seat]), 0)
            s.home[seat] -= s.bet[seat]
    s.has_bet = 0


@rule
def take_assist_card(s: Record) -> int:
    """Take the top assist card; an empty deck is refilled from its discards first (MH-5.5)."""
    left = 0
    for kind in range(ASSIST_KINDS):
        left += int(s.assist_deck[kind])
    if left == 0:
        for kind in range(ASSIST_KINDS):
            s.assist_deck[kind] = s.assist_discards[kind]
            left += int(s.assist_discards[kind])
            s.assist_discards[kind] = 0
        emit(s, codes.EVENT_ASSIST_SHUFFLED, 0, 0, 0)
    pick = draw(s, left)
    kind = 0
    while pick >= s.assist_deck[kind]:
        pick -= int(s.assist_deck[kind])
        kind += 1
    s.assist_deck[kind] -= 1
    return kind


@rule
def best_helper(s: Record) -> int:
    """Return the highest rating in the tested skills among the assisting players (Chomp & Chew)."""
    tested = TESTED[s.job[s.testing], s.obstacle, s.way]
    best = 0
    for steps in range(1, s.seats):
        seat = clockwise(s, steps)
        if s.bet[seat] > 0:
            best = max(best, rating_in(s, seat, tested))
    return best


@rule
def assist_modifier(s: Record, kind: int) -> int:
    """Return what an assist card adds to the test."""
    if kind == HELPING_PAW:
        return helpers(s)
    if kind == CHOMP_AND_CHEW:
        return best_helper(s)
    return ASSIST_MODIFIER[kind]


@rule
def make_it_rain(s: Record) -> None:
    """Put a cheese onto every job's top obstacle, in table order while there is any."""
    jobs = 0
    for job in range(JOBS_IN_PLAY):
        if s.supply > 0:
            s.supply -= 1
            s.job_cheese[job] += 1
            jobs |= 1 << job
    emit(s, codes.EVENT_RAINED, jobs, 0, 0)


@rule
def work_together(s: Record) -> None:
    """Let the tester and each assisting player draw a card: tester first, then clockwise (MH-1.3)."""
    for steps in range(s.seats):
        seat = clockwise(s, steps)
        if steps == 0 or s.bet[seat] > 0:
            owe_card(s, seat)


@rule
def cheese_bribe(s: Record) -> None:
    """Let the tester and each assisting player take a cheese."""
    for steps in range(s.seats):
        seat = clockwise(s, steps)
        if steps == 0 or s.bet[seat] > 0:
            take_cheese(s, seat, 1, NONE)


@rule
def light_sabotage(s: Record) -> None:
    """Move each assisting player back one on this job's track."""
    for steps in range(1, s.seats):
        seat = clockwise(s, steps)
        if s.bet[seat] > 0:
            move_down(s, seat, wide(s.testing), 1)


@rule
def show_assist_card(s: Record) -> None:
    """Reveal one assist card and do what it says, before the chips (MH-5.2)."""
    kind = take_assist_card(s)
    s.assist_card = kind
    s.assist_sum = assist_modifier(s, kind)
    emit(s, codes.EVENT_ASSIST_SHOWN, kind, wide(s.assist_sum), 0)
    if kind == MAKE_IT_RAIN:
        make_it_rain(s)
    elif kind == WORK_TOGETHER:
        work_together(s)
    elif kind == LIGHT_SABOTAGE:
        light_sabotage(s)
    elif kind == CHEESE_BRIBE:
        cheese_bribe(s)
    elif WATCH_AND_LEARN_A <= kind <= WATCH_AND_LEARN_D:
        raise_rating(s, wide(s.tester), kind - WATCH_AND_LEARN_A)
    elif kind == THE_LONG_GAME:
        take_cheese(s, wide(s.tester), 2, NONE)
    elif kind == ONE_STEP_BACK:
        for _ in range(2):
            owe_card(s, wide(s.tester))


@rule
def draw_test_chips(s: Record) -> None:
    """Draw the chips of the test, two or with Go Big or Go Home three; then cards may be played (MH-5.3)."""
    owe_chips(s, 3 if s.assist_card == GO_BIG_OR_GO_HOME else 2)


@rule
def get_help(s: Record) -> None:
    """Open the fists; if anyone assists, reveal an assist card; then draw chips, unless the tester scouts first."""
    show_bets(s)
    if helpers(s) > 0:
        show_assist_card(s)
    draw_test_chips(s)
    if s.assist_card == SCOUT_AHEAD:
        s.afterwards = codes.SCOUT
    elif s.cards_due > 0:
        draw_due_cards(s, codes.DRAW_CHIPS)


@rule
def scout(s: Record, aside: int) -> None:
    """Lay one of the two scouted chips with the used ones and put the other back (Scout Ahead)."""
    emit(s, codes.EVENT_LAID_ASIDE, wide(s.chip_colour[aside]), wide(s.chip_colour[1 - aside]), 0)
    s.bag[s.chip_colour[1 - aside]] += 1
    drop_last_chip(s)
    drop_last_chip(s)
    draw_test_chips(s)


@rule
def set_out_assist_cards(s: Record) -> None:
    """Shuffle all assist cards into a fresh deck (MH-2.1)."""
    for kind in range(ASSIST_KINDS):
        s.assist_deck[kind] = ASSIST_COPIES[kind]
        s.assist_discards[kind] = 0
