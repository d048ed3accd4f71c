"""Positions of Mice Heist, made by naming what lies where; chance is dictated by trying keys until it obeys."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from mousehole.engine.match import Match
from mousehole.engine.rule import Record
from mousehole.games import load
from mousehole.games.mice_heist import codes, rules
from mousehole.games.mice_heist.cards import draw_due_card, draw_due_cards, fill_deck, owe_card
from mousehole.games.mice_heist.components import (
    ASSIST_CARDS,
    ASSIST_COPIES,
    CHIPS,
    JOBS,
    SKILL_CARDS,
    SKILL_COPIES,
    SKILLS,
    TEACHES,
)
from mousehole.games.mice_heist.naming import chip_name


def kind_named(name: str) -> int:
    """Find a skill card by its name; of the two Keep Calm the one that teaches dexterity, or "Keep Calm C"."""
    if name == "Keep Calm C":
        return 8
    return max(kind for kind, card in enumerate(SKILL_CARDS) if card.name == name)


def assist_named(name: str) -> int:
    """Find an assist card by its name."""
    return next(kind for kind, card in enumerate(ASSIST_CARDS) if card.name == name)


def table(  # a position has many parts, each with its usual value
    jobs: str = "BCEF",
    *,
    seats: int = 4,
    tester: int = 0,
    hands: Sequence[Sequence[str]] = (),
    ratings: Sequence[tuple[int, int, int]] = (),
    assist: str = "",
    stakes: bool = False,
) -> Match:
    """Lay out a table on which a tester's turn begins; hands that are not given are empty."""
    match = Match.start(load("mice_heist"), seats=seats, options={"stakes": int(stakes)}, seed=1)
    s = match.state.record
    letters = "".join(job.letter for job in JOBS)
    s.job = [letters.index(letter) for letter in jobs]
    s.tester = tester
    for seat in range(seats):
        s.rating[seat] = ratings[seat] if seat < len(ratings) else (0, 0, 0)
    deal(s, hands)
    if assist:
        only_assist(s, assist)
    s.events[:] = 0
    s.event_count = 0
    return match


def deal(s: Record, hands: Sequence[Sequence[str]]) -> None:
    """Give the hands named, all from the first deck; everything else lies in that deck."""
    s.deck[:] = SKILL_COPIES
    s.discards[:] = 0
    s.played[:] = 0
    s.shuffles = 1
    s.unseen[:] = 1
    for field in (s.hand, s.back, s.drawn_from, s.hand_size):
        field[:] = 0
    for seat, names in enumerate(hands):
        for place, name in enumerate(names):
            kind = kind_named(name)
            s.hand[seat, place], s.back[seat, place], s.drawn_from[seat, place] = kind, TEACHES[kind], 1
            s.deck[kind] -= 1
        s.hand_size[seat] = len(names)
    turn_up(s)


def turn_up(s: Record, back: int = -1) -> None:
    """Count the deck's backs and turn one up: the one asked for, or the first there is; 3 if it is empty."""
    s.deck_backs[:] = [s.deck[skill == TEACHES].sum() for skill in range(3)]
    s.top_back = back if back >= 0 else next((skill for skill in range(3) if s.deck_backs[skill]), 3)


def only_deck(s: Record, *names: str) -> None:
    """Leave only these cards in the deck; the others of it have been seen and are discarded."""
    s.discards[:] += s.deck
    s.deck[:] = 0
    for name in names:
        s.deck[kind_named(name)] += 1
        s.discards[kind_named(name)] -= 1
    forget_seen(s)
    turn_up(s)


def forget_seen(s: Record) -> None:
    """Note as unseen exactly the deck and the hands, all of the present deck."""
    copy = 0
    for kind, copies in enumerate(SKILL_COPIES):
        hidden = int(s.deck[kind]) + sum(
            int(s.hand[seat, place] == kind) for seat in range(s.seats) for place in range(s.hand_size[seat])
        )
        s.unseen[copy : copy + copies] = [s.shuffles] * hidden + [0] * (copies - hidden)
        copy += copies


def burn_deck(s: Record) -> None:
    """Take deck and discards out of the game, so that no card can be drawn."""
    s.deck[:] = 0
    s.discards[:] = 0
    forget_seen(s)
    turn_up(s)


def only_assist(s: Record, name: str) -> None:
    """Put all other assist cards onto the discards."""
    kind = assist_named(name)
    s.assist_discards[:] = ASSIST_COPIES
    s.assist_discards[kind] = 0
    s.assist_deck[:] = 0
    s.assist_deck[kind] = ASSIST_COPIES[kind]


def only_bag(s: Record, *colours: str) -> None:
    """Leave only chips of these colours in the bag; the others lie in the middle."""
    s.bag[:] = [sum(colour == chip.colour for colour in colours) for chip in CHIPS]


def draw_card(s: Record, seat: int) -> None:
    """Let a seat draw a card here and now."""
    owe_card(s, seat)
    draw_due_cards(s, int(s.phase))
    while s.phase in {codes.DRAW_CARDS, codes.FILL_DECK}:
        if s.phase == codes.FILL_DECK:
            fill_deck(s)
        else:
            draw_due_card(s)


def play(match: Match, *names: str) -> Match:
    """Play moves by their names, each by the first seat that is to move."""
    for name in names:
        seat = match.actors()[0]
        match.step(seat, match.parse_move(seat, name))
    return match


def play_for(match: Match, name: str, *chips: str) -> Match:
    """Play a move and let it draw exactly these chips."""
    seat = match.actors()[0]
    action = match.parse_move(seat, name)
    for key in range(60_000):
        match.state.chance[0] = key
        after = match.state.copy()
        rules.apply(after.record, seat, action)
        if sorted(drawn_chips(after.record)) == sorted(chips):
            match.step(seat, action)
            return match
    raise AssertionError(f"{name} never gives {chips}")


def drawn_chips(s: Record) -> list[str]:
    """Name the chips the last move has drawn."""
    return [
        chip_name(*(int(n) for n in event[1:]))
        for event in s.events[: s.event_count]
        if event[0] == codes.EVENT_CHIP_DRAWN
    ]


def bet(match: Match, *bets: int, chips: Sequence[str] = ()) -> Match:
    """Play everybody's bet; the last one brings the chips named, if any are."""
    for amount in bets[:-1]:
        play(match, f"bet {amount}")
    last = f"bet {bets[-1]}"
    return play_for(match, last, *chips) if chips else play(match, last)


def names(match: Match) -> list[str]:
    """List the names of the legal moves of the first seat that is to move."""
    return list(match.move_names(match.actors()[0]))


def hand(match: Match, seat: int) -> list[str]:
    """List the cards of a hand."""
    s = match.state.record
    return [SKILL_CARDS[s.hand[seat, place]].name for place in range(s.hand_size[seat])]


def told(match: Match, viewer: int = -1) -> str:
    """Tell a viewer what the last move brought."""
    return " ".join(match.told(viewer, len(match.moves) - 1))


def track(match: Match, job: int = 0) -> list[int]:
    """Return the spaces of all markers on a track."""
    s = match.state.record
    return [int(space) for space in s.track[job, : s.seats]]


def rating(match: Match, seat: int, skill: str) -> int:
    """Return a rating by the skill's name."""
    return int(match.state.rating[seat, SKILLS.index(skill)])


def pile(match: Match) -> dict[str, int]:
    """Return the skill discards by name and teaching."""
    s = match.state.record
    return {
        f"{card.name} {card.teaches}": int(s.discards[kind])
        for kind, card in enumerate(SKILL_CARDS)
        if s.discards[kind]
    }


def payoffs(match: Match) -> list[float]:
    """Return what everybody gets for the position as it stands."""
    paid = np.zeros(match.seats, np.float64)
    match.game.rules.payoff(match.state.record, paid)
    return [round(float(p), 4) for p in paid]
