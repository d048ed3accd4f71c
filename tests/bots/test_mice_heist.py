"""What a bot knows about Mice Heist: odds, tracks, cards, bets; and that a beginner sees only what it may see."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest
from tests.contract.tables import Table
from tests.contract.walking import careful_move, open_table
from tests.games.mice_heist.heist import bet, only_bag, play, table

from mousehole.bots import mice_heist as bots
from mousehole.bots.knowledge import PRESENT
from mousehole.bots.levels import settings_of
from mousehole.bots.mice_heist.odds import LOWEST, ODDS
from mousehole.bots.mice_heist.odds import test_odds as odds_of_test
from mousehole.bots.mice_heist.tracks import hope
from mousehole.bots.names import LEVELS
from mousehole.bots.thinking import think
from mousehole.bots.worths import chance_of
from mousehole.engine.match import Match
from mousehole.engine.record import new_records
from mousehole.engine.rule import Record
from mousehole.games.mice_heist import codes, rules
from mousehole.games.mice_heist.bag import chip_sum
from mousehole.games.mice_heist.components import TEACHES, TOP_RATING
from mousehole.games.mice_heist.outlook import chance_of_two_chips
from mousehole.games.mice_heist.turns import target_of_test
from mousehole.games.mice_heist.turns import test_score as score_of_test
from mousehole.games.mice_heist.words import remark

TABLES = [Table("mice_heist", seats, (stakes,)) for seats in (2, 4, 6) for stakes in (0, 1)]
TRIALS = new_records(rules.State, 1)
"""Where nothing is tried."""
MINUS = "\N{MINUS SIGN}"


def positions(games: int = 6) -> Iterator[tuple[Match, int]]:
    """Walk through random games and stop wherever somebody has a choice."""
    for seed in range(games):
        match, chooser = open_table(TABLES[seed % len(TABLES)], seed), random.Random(seed)
        while match.actors():
            seat = match.actors()[0]
            if len(match.legal(seat)) > 1:
                yield match, seat
            match.step(*careful_move(match, chooser))


def asked(match: Match, seat: int, policy: str = "greedy", seed: int = 1, *, world: bool = False) -> int:
    """Ask a policy for a move: of the seat's view, or of a world that fits it."""
    view, legal = match.view(seat), match.legal(seat)
    rng = np.array([seed], np.uint64)
    if world:
        rules.redeal(view.record, seat, np.array([seed + 77], np.uint64))
    return int(getattr(bots, policy)(view.record, seat, np.array(legal, np.int32), len(legal), rng))


def choice(match: Match) -> str:
    """Name the move a beginner makes."""
    seat = match.actors()[0]
    return match.game.words.move_name(match.view(seat).record, seat, asked(match, seat))


def narrowed(match: Match, seat: int) -> list[int]:
    """List the moves that are worth a thought."""
    legal = match.legal(seat)
    actions = np.array(legal, np.int32)
    kept = bots.narrow(match.view(seat).record, seat, actions, len(legal), TRIALS, PRESENT)
    return [int(action) for action in actions[:kept]]


def judged(match: Match, edition: int) -> list[float]:
    """Judge a position for all seats."""
    out = np.zeros(match.seats)
    bots.judge(match.state.record, out, TRIALS, edition)
    return [float(worth) for worth in out]


def test_a_beginner_sees_no_more_than_its_view() -> None:
    """In a complete world, as in playouts, beginners and playouts choose what they would choose from the view."""
    for match, seat in positions():
        for policy in ("greedy", "lean"):
            for seed in (1, 2):
                assert asked(match, seat, policy, seed) == asked(match, seat, policy, seed, world=True)


BAG = [0, 1, 1, 2, 2, 2, 2, 3, 3, 4, 5]
"""All printed chips."""


def test_the_odds_of_two_chips() -> None:
    """The table of odds agrees with counting out a full bag, whatever was agreed, and falls as more is needed."""
    for yellow in range(9):
        bag = [0, 1, 1, *[2] * yellow, 3, 3, 4, 5]
        for short in range(-8, 9):
            assert ODDS[yellow, 2 * short - LOWEST] == pytest.approx(chance_of_two_chips(bag, bag, short))
    assert (np.diff(ODDS) <= 0).all()


def test_a_thin_bag_is_counted_with_its_refill() -> None:
    """With one chip left the second comes from all the others; with none, both do."""
    assert chance_of_two_chips([4], BAG, 1) == pytest.approx(2 / 40)  # red 2 down, and blue 4 or purple 3 up
    assert chance_of_two_chips([], BAG, 3) == pytest.approx(ODDS[4, 6 - LOWEST])


def test_a_good_bag_raises_the_odds() -> None:
    """MH-5.3: what is left in the bag is public, and a beginner looks at it."""
    match = play(table(ratings=[(2, 0, 0)]), "e1 agility")
    full = odds_of_test(match.state.record, 1)
    only_bag(match.state.record, "blue", "green")
    assert odds_of_test(match.state.record, 1) > full
    only_bag(match.state.record, "red", "orange")
    assert odds_of_test(match.state.record, 1) < full


def test_a_beginner_plays_what_is_needed() -> None:
    """Of the cards that pass the test it plays the least; when it is passed it stops; when it is hopeless it stops."""
    cards = ["Move Silently", "Keep Calm", "Keep Calm"]
    for chips, expected in (
        (["yellow +1", "green +2"], "stop"),
        (["yellow +1", "yellow +1"], "play 2 keep-calm"),
        (["yellow +1", f"yellow {MINUS}1"], "play 1 move-silently"),
        ([f"red {MINUS}4", f"orange {MINUS}2"], "stop"),
    ):
        match = bet(play(table(hands=[cards], ratings=[(1, 0, 0)]), "e1 agility"), 0, 0, 0, chips=chips)
        assert match.state.phase == codes.PLAY
        assert choice(match) == expected


def test_a_beginner_flips_the_worst_chip() -> None:
    """A card for one chip is used where it gains most."""
    match = bet(
        play(table(hands=[["Sleight of Hand", "Quick Paws"]], ratings=[(4, 0, 0)]), "e1 agility"),
        *(0, 0, 0),
        chips=[f"purple {MINUS}3", f"yellow {MINUS}1"],
    )
    assert choice(match) == "play 1 sleight-of-hand"
    play(match, "play 1 sleight-of-hand")
    match.step(0, asked(match, 0))
    assert chip_sum(match.state.record) == 2


def test_a_beginner_bets_on_what_will_pass() -> None:
    """MH-5.2: the last in line before its own turn opens both fists for a sure test and none for a hopeless one."""
    sure, hopeless = (play(table(ratings=[(5, 0, 0)]), test) for test in ("e1 agility", "f1 charm"))
    assert asked(sure, 1) == 2
    assert asked(hopeless, 1) == 0


def test_a_track_promises_more_the_higher_one_stands() -> None:
    """MH-6.2: the first expects most; near the end a lead is nearly all the food, far from it less."""
    s = table().state.record
    s.track[0, :4] = [6, 3, 1, 0]
    hopes = [hope(s, 5, 0, seat, int(s.track[0, seat])) for seat in range(4)]
    assert hopes == sorted(hopes, reverse=True)
    s.cleared[0] = 4
    assert hope(s, 1, 0, 0, 6) > hopes[0]


@pytest.mark.parametrize("edition", [PRESENT, bots.LEARNT])
def test_judgements_sum_to_zero_and_follow_the_lead(edition: int) -> None:
    """What a position is worth to all is nothing, and the seat that stands best is judged best."""
    for match, _ in positions(3):
        worths = judged(match, edition)
        assert sum(worths) == pytest.approx(0)
        assert all(-1 <= worth <= 1 for worth in worths)
    for seats in (2, 4):
        match = table(seats=seats)
        match.state.track[:, 1] = 5
        worths = judged(match, edition)
        assert max(worths) == worths[1]


def test_the_net_judges_what_it_has_learnt() -> None:
    """It judges any number of players, but does not know `stakes`: there the lion judges as the tiger does."""
    for seats, stakes in ((2, False), (3, False), (6, False), (2, True), (4, True)):
        match = table(seats=seats, ratings=[(3, 1, 0)], stakes=stakes)
        match.state.track[:, 1] = 5
        assert (judged(match, settings_of("mice_heist", "lion").edition) == judged(match, PRESENT)) == stakes


def test_what_is_narrowed_is_legal_and_never_empty() -> None:
    """At least one move is left, in order, and selections and bets are all considered."""
    for match, seat in positions():
        kept, legal = narrowed(match, seat), match.legal(seat)
        assert kept
        assert kept == [action for action in legal if action in set(kept)]
        if match.state.phase == codes.SELECT or match.state.has_bet:
            assert kept == list(legal)


def test_a_passed_test_needs_no_card() -> None:
    """MH-5.3: once it is passed, playing on is not worth a thought; of equal cards one is."""
    cards = ["Keep Calm", "Keep Calm", "Quick Paws"]
    match = bet(play(table(hands=[cards], ratings=[(3, 0, 0)]), "e1 agility"), 0, 0, 0, chips=["yellow +1", "green +2"])
    assert narrowed(match, 0) == [0]
    match = bet(
        play(table(hands=[cards], ratings=[(3, 0, 0)]), "e1 agility"),
        *(0, 0, 0),
        chips=["yellow +1", f"yellow {MINUS}1"],
    )
    assert narrowed(match, 0) == [0, 1]


@pytest.mark.parametrize("level", LEVELS[1:])
def test_no_level_above_kitten_learns_for_nothing(level: str) -> None:
    """MH-4.1: nobody learns a skill that cannot rise, nor plays a card into a test that is passed."""
    settings = replace(settings_of("mice_heist", level), iterations=12)
    lessons = wasted = 0
    for match, seat in positions(3):
        s = match.state.record
        s.rating[seat, 0] = TOP_RATING
        if s.phase == codes.PLAY and score_of_test(s) >= target_of_test(s):
            wasted += think(match.game, match.view(seat), seat, 1, settings).action != codes.STOP
        if s.phase == codes.LEARN:
            chosen = think(match.game, match.view(seat), seat, 1, settings).action
            empty = [action for action in match.legal(seat) if learns_nothing(s, seat, action)]
            lessons += len(empty) > 0
            wasted += chosen in empty
    assert lessons > 2
    assert wasted == 0


def learns_nothing(s: Record, seat: int, action: int) -> bool:
    """Tell whether a lesson is about agility, in which this seat is as good as can be."""
    if codes.HAND_CARD <= action < codes.PLAYED_CARD:
        return bool(TEACHES[s.hand[seat, action - codes.HAND_CARD]] == 0)
    if action >= codes.PLAYED_CARD:
        return bool(TEACHES[action - codes.PLAYED_CARD] == 0)
    return bool(action == codes.TOP_CARD and s.top_back == 0)


def test_bets_in_fists_are_weighed() -> None:
    """In worlds where others bet on a sure test they bet more; with nothing hidden all worlds weigh alike."""
    for test, likelier in (("e1 agility", 2), ("f1 charm", 0)):
        match = play(table(ratings=[(5, 0, 0)]), test, "bet 1")
        weights = {}
        for chips in range(3):
            match.state.bet[1] = chips
            weights[chips] = bots.weigh(match.state.record, 2)
        assert sum(weights.values()) == pytest.approx(1)
        assert max(weights, key=lambda chips: weights[chips]) == likelier
        assert bots.weigh(match.state.record, 1) == 1
    assert bots.weigh(table().state.record, 0) == 1


def test_there_is_a_remark_everywhere() -> None:
    """Beside a hint stands what speaks for the move, in every phase, from the view alone."""
    seen = set()
    for match, seat in positions():
        text = remark(match.view(seat).record, seat, match.legal(seat)[-1])
        assert text.endswith(".")
        assert 20 < len(text) < 250
        seen.add((int(match.state.phase), text[:12]))
    assert len({phase for phase, _ in seen}) >= 6


def test_a_worth_is_read_as_a_chance_at_every_table() -> None:
    """An even position is one chance in as many as there are sides; the winner has it all."""
    for sides in (2, 3, 4, 6):
        assert chance_of(0.0, sides) == pytest.approx(1 / sides)
        assert chance_of(1.0, sides) == pytest.approx(1)
        assert chance_of(-1 / (sides - 1), sides) == pytest.approx(0)
    assert chance_of(-1.0, 1) == 0
    assert chance_of(1.0, 1) == 1
