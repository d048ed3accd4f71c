"""A turn of Mice Heist: selecting, betting, drawing chips, resolving, drawing cards."""

from __future__ import annotations

from collections import Counter

import pytest
from scipy import stats
from tests.games.mice_heist.conservation import check_conservation
from tests.games.mice_heist.heist import (
    bet,
    burn_deck,
    hand,
    kind_named,
    names,
    only_bag,
    only_deck,
    pile,
    play,
    play_for,
    rating,
    table,
    told,
    track,
)

from mousehole.engine.match import Match
from mousehole.games.mice_heist import codes, rules


def failed(  # the knobs of a failure
    obstacle: str = "e1 agility", bets: tuple[int, ...] = (0, 0, 0), *, match: Match | None = None
) -> Match:
    """Let the tester fail with red and orange, whatever its rating."""
    at = match or table()
    play(at, obstacle)
    bet(at, *bets, chips=["red \N{MINUS SIGN}4", "orange \N{MINUS SIGN}2"])
    if at.state.phase == codes.PLAY:
        play(at, "stop")
    return at


def succeeded(obstacle: str = "b1 agility", bets: tuple[int, ...] = (0, 0, 0), *, match: Match | None = None) -> Match:
    """Let the tester succeed with blue and green."""
    at = match or table(ratings=[(3, 3, 3)])
    play(at, obstacle)
    bet(at, *bets, chips=["blue +4", "green +2"])
    if at.state.phase == codes.PLAY:
        play(at, "stop")
    return at


# Selecting


def test_selecting() -> None:
    """MH-5.1: all four top obstacles, each alternative of an "or" test a move of its own, in table order."""
    match = table("BCEF")
    assert names(match) == [
        "b1 agility",
        "c1 charm",
        "c1 agility",
        "e1 agility",
        "f1 agility",
        "f1 charm",
        "f1 dexterity",
    ]
    match.state.cleared[:] = [4, 2, 4, 4]
    assert names(match) == [
        "b5 dexterity",
        "b5 agility",
        "c3 agility+charm",
        "e5 agility",
        "e5 charm",
        "e5 dexterity",
        "f5 charm+dexterity",
    ]


def test_a_rating_is_the_sum_of_the_skills_named() -> None:
    """MH-5.1: "A+C" adds both ratings; an alternative counts its own skill and target only."""
    match = table(ratings=[(2, 3, 5)], hands=[["Keep Calm"]])
    match.state.cleared[1] = 2
    bet(play(match, "c3 agility+charm"), 0, 0, 0, chips=["green +1", "yellow \N{MINUS SIGN}1"])
    assert "just enough" not in match.prompt(0)
    assert match.prompt(0).startswith("One short of 6")
    match = bet(
        play(table(ratings=[(2, 3, 5)], hands=[["Keep Calm"]]), "c1 agility"),
        *(0, 0, 0),
        chips=["green +1", "yellow \N{MINUS SIGN}1"],
    )
    assert match.prompt(0).startswith("Three short of 5")


def test_chips_come_home_at_ones_own_turn() -> None:
    """MH-1.3, MH-5.1: chips shown stay out over the other turns and come home, both, when their owner's turn begins."""
    match = table(ratings=[(3, 3, 3)], assist="Better Together")
    succeeded(bets=(2, 1, 0), match=match)
    assert (match.state.tester, list(match.state.home[:4])) == (1, [2, 2, 1, 2])
    play(match, "c1 charm")
    assert match.actors() == (0, 2, 3)
    assert names(match) == ["bet 0", "bet 1", "bet 2"]
    assert list(match.move_names(2)) == ["bet 0", "bet 1"]


@pytest.mark.parametrize("out", [0, 1, 2])
def test_two_players_get_one_chip_home(out: int) -> None:
    """MH-1.3: with two players a single chip comes home at one's turn."""
    match = table(seats=2, tester=1)
    match.state.home[0] = 2 - out
    if out < 2:
        failed(bets=(0,), match=match)
    else:
        play(match, "b1 agility")
    while match.state.tester == 1:
        play(match, names(match)[0])
    assert match.state.tester == 0
    assert match.state.home[0] == min(2, 3 - out)


# Help


def test_bets_are_asked_of_all_at_once() -> None:
    """MH-5.2: every other player with a chip is asked at the same time, in any order, once; a player without is not."""
    match = play(table(), "b1 agility")
    assert match.actors() == (1, 2, 3)
    match.step(2, 1)
    assert match.actors() == (1, 3)
    match.state.home[3] = 0
    assert match.actors() == (1,)


def test_nobody_can_bet() -> None:
    """MH-5.2: if no other player has a chip left the chips are drawn at once, without an assist card."""
    match = table(hands=[["Keep Calm"]])
    match.state.home[1:4] = 0
    play(match, "b1 agility")
    assert (match.state.phase, match.state.chips) == (codes.PLAY, 2)
    assert match.state.assist_card == -2


def test_nobody_assists() -> None:
    """MH-5.2: without an assisting player no assist card is revealed."""
    match = bet(play(table(hands=[["Keep Calm"]]), "b1 agility"), 0, 0, 0)
    assert match.state.assist_deck.sum() == 42
    assert "Assist card" not in told(match)
    assert list(match.state.home[:4]) == [2, 2, 2, 2]


def test_one_assist_card_for_all_helpers() -> None:
    """MH-5.2: however many assist, exactly one card is revealed; it stays until the clean-up and is discarded then."""
    match = bet(play(table(hands=[["Keep Calm"]], assist="Better Together"), "b1 agility"), 1, 2, 1)
    s = match.state.record
    assert (s.assist_deck.sum(), s.assist_discards.sum(), s.assist_sum) == (3, 38, 2)
    assert list(s.home[:4]) == [2, 1, 0, 1]
    while match.state.tester == 0:
        play(match, names(match)[0])
    assert (match.state.assist_discards.sum(), match.state.assist_card) == (39, -2)
    check_conservation(match.state.record)


def test_the_assist_deck_is_refilled() -> None:
    """MH-5.5: an empty assist deck is refilled from its discards when a card is needed, and not before."""
    match = table(hands=[["Keep Calm"]])
    s = match.state.record
    s.assist_discards[:] = s.assist_deck
    s.assist_deck[:] = 0
    bet(play(match, "b1 agility"), 1, 0, 0)
    assert (match.state.assist_deck.sum(), match.state.assist_discards.sum()) == (41, 0)
    assert "shuffled again" in told(match)


# Chips


def test_two_chips_are_drawn_and_stay_in_the_middle() -> None:
    """MH-5.3, MH-5.6: two chips a test, which stay out of the bag after it."""
    match = failed()
    assert match.state.bag.sum() == 9
    while match.state.tester == 0:
        play(match, names(match)[0])
    assert (match.state.chips, match.state.bag.sum()) == (0, 9)


def test_an_empty_bag_is_refilled_without_the_tests_own_chips() -> None:
    """MH-5.3: when a chip is needed and the bag is empty, all used chips go back, but not those already drawn."""
    match = table(hands=[["Push Your Luck"]])
    only_bag(match.state.record, "blue")
    bet(play(match, "b1 agility"), 0, 0, 0)
    s = match.state.record
    assert s.chip_colour[0] == 0
    assert s.bag[0] == 0
    assert s.bag.sum() == 9
    assert "used chips go back" in told(match)
    match.state.bag[:] = 0
    play(match, "play 1 push-your-luck")
    assert match.state.bag.sum() == 8
    check_conservation(match.state.record)


def test_the_bag_is_not_refilled_early() -> None:
    """MH-5.3: a bag that becomes empty stays empty until a chip is needed."""
    match = table(hands=[["Keep Calm"]])
    only_bag(match.state.record, "blue", "red")
    bet(play(match, "b1 agility"), 0, 0, 0)
    assert match.state.bag.sum() == 0


def test_chips_land_evenly() -> None:
    """MH-1.2: each chip in the bag is equally likely, and so is each side."""
    seen: Counter[tuple[int, int]] = Counter()
    match = table(hands=[["Keep Calm"]])
    match.state.home[1:4] = 0
    for key in range(2200):
        after = match.state.copy()
        after.record.chance[0] = key
        rules.apply(after.record, 0, 0)
        seen[int(after.record.chip_colour[1]), int(after.record.chip_side[1])] += 1
    copies = [1, 2, 4, 2, 1, 1]
    observed = [seen[colour, side] for colour in range(6) for side in range(2)]
    assert stats.chisquare(observed, [100 * copies[colour] for colour in range(6) for _ in range(2)]).pvalue > 0.001


# Resolving


def test_equal_is_success() -> None:
    """MH-5.4: reaching the target is enough, one less is not."""
    for agility, verdict in ((2, "succeeds"), (1, "fails")):
        match = table(ratings=[(agility, 0, 0)])
        bet(play(match, "b1 agility"), 0, 0, 0, chips=["green +2", "yellow \N{MINUS SIGN}1"])
        assert verdict in told(match)


def test_everything_is_added_up() -> None:
    """MH-5.4: rating + chips + assist card + skill cards."""
    match = table(ratings=[(1, 0, 0)], hands=[["Move Silently", "Keep Calm"]], assist="Better Together")
    bet(play(match, "b1 agility"), 1, 0, 0, chips=["yellow +1", "red \N{MINUS SIGN}4"])
    play(match, "play 1 move-silently", "play 1 keep-calm")
    assert "3 against 3" in told(match)
    assert "succeeds" in told(match)


def test_success() -> None:
    """MH-5.4: the cheese goes to the tester, the obstacle leaves, helpers move up first, clockwise, then the tester."""
    match = table(tester=2, ratings=[(3, 3, 3)] * 3)
    match.state.job_cheese[0], match.state.record.supply = 3, 37
    match.state.assist_deck[:] = 0
    match.state.assist_deck[5] = 4
    succeeded(bets=(2, 0, 2), match=match)
    s = match.state.record
    assert (s.cheese[2], s.job_cheese[0], s.cleared[0]) == (3, 0, 1)
    assert track(match) == [3, 0, 4, 2]  # seat 3 first: 2; seat 0 finds 2 taken: 3; the tester finds 3 taken: 4
    assert told(match).index("Nib enters") < told(match).index("Pip enters") < told(match).index("Tuppence enters")


def test_failure_of_an_obstacle_that_is_not_mandatory() -> None:
    """MH-5.4: it leaves the game, its cheese goes back to the larder, helpers get nothing."""
    match = table(assist="Better Together")
    match.state.job_cheese[2], match.state.record.supply = 2, 38
    failed(bets=(2, 0, 0), match=match)
    s = match.state.record
    assert (s.cleared[2], s.job_cheese[2], s.supply) == (1, 0, 40)
    assert track(match, 2) == [0, 0, 0, 0]


def test_failure_of_a_mandatory_obstacle() -> None:
    """MH-5.4: it stays with its cheese, and the tester may learn twice."""
    match = table()
    match.state.job_cheese[3], match.state.record.supply = 2, 38
    failed("f1 charm", match=match)
    s = match.state.record
    assert (s.cleared[3], s.job_cheese[3], s.learns) == (0, 2, 2)
    play(match, "learn top")
    assert (match.state.phase, match.state.learns) == (codes.LEARN, 1)
    play(match, "learn top")
    assert match.state.phase == codes.LOOK_ON
    assert match.state.rating[0].sum() == 2


def test_declining_ends_learning() -> None:
    """MH-5.4: after declining once the tester is not asked again, even after a mandatory obstacle."""
    assert play(failed("f1 charm"), "decline").state.phase == codes.LOOK_ON


def test_the_tester_learns_from_hand_played_or_top() -> None:
    """MH-5.4, MH-5.8: equal cards in hand are two moves, equal cards played are one."""
    cards = ["Keep Calm", "Keep Calm", "Lone Wolf", "Move Silently", "Move Silently"]
    match = table(hands=[cards], assist="The Long Game")
    play(match, "e1 agility")
    bet(match, 1, 0, 0, chips=["red \N{MINUS SIGN}4", "orange \N{MINUS SIGN}2"])
    play(match, "play 4 move-silently", "play 4 move-silently", "stop")
    assert names(match) == [
        "decline",
        "learn top",
        "learn 1 keep-calm",
        "learn 2 keep-calm",
        "learn 3 lone-wolf",
        "learn played move-silently a",
    ]
    play(match, "learn played move-silently a")
    s = match.state.record
    assert (rating(match, 0, "agility"), s.played[kind_named("Move Silently")]) == (1, 1)
    assert pile(match) == {"Move Silently A": 1}  # at once, the other one only at the clean-up (MH-4.1)
    check_conservation(s)


def test_learning_from_hand() -> None:
    """MH-4.1: the skill taught rises, the card is discarded at once, later places move up."""
    match = failed(match=table(hands=[["Keep Calm C", "Keep Calm", "Lone Wolf"]]))
    play(match, "learn 1 keep-calm")
    assert (rating(match, 0, "charm"), hand(match, 0)) == (1, ["Keep Calm", "Lone Wolf"])
    assert pile(match) == {"Keep Calm C": 1}


def test_learning_from_the_top() -> None:
    """MH-5.4, MH-1.5: the top card's skill is known, its face only once it is learnt; then all see it discarded."""
    match = table()
    only_deck(match.state.record, "Bite Hard")
    before = pile(match)
    failed(match=match)
    assert match.game.words.move_text(match.view(0).record, 0, 1) == "Learn from the top of the deck (charm)"
    play(match, "learn top")
    assert rating(match, 0, "charm") == 1
    assert pile(match) == before | {"Bite Hard C": before["Bite Hard C"] + 1}
    assert match.state.top_back == 3
    assert "Bite Hard" in told(match)


def test_learning_from_an_empty_deck_refills_it() -> None:
    """MH-5.4: with the deck empty, choosing the top refills it from the discards first; its back is unknown."""
    match = table()
    only_deck(match.state.record)
    failed(match=match)
    assert match.state.top_back == 3
    assert "freshly shuffled" in match.game.words.move_text(match.view(0).record, 0, 1)
    play(match, "learn top")
    assert (match.state.deck_backs.sum(), match.state.discards.sum(), match.state.shuffles) == (36, 1, 2)


def test_nothing_to_learn_from() -> None:
    """MH-5.8: with no card in hand, played, in the deck or discarded, nobody is asked to learn or draw."""
    match = table()
    burn_deck(match.state.record)
    failed(match=match)
    assert match.state.tester == 1
    assert match.state.phase == codes.SELECT


def test_a_played_card_can_refill_the_deck_once_learnt() -> None:
    """MH-5.5: a card played in this test is no discard yet, but it is once the tester has learnt from it."""
    match = table(hands=[["Keep Calm"]])
    burn_deck(match.state.record)
    play(match, "f1 charm")
    bet(match, 0, 0, 0, chips=["red \N{MINUS SIGN}4", "orange \N{MINUS SIGN}2"])
    play(match, "play 1 keep-calm")
    assert names(match) == ["decline", "learn played keep-calm d"]
    play(match, "learn played keep-calm d")
    assert names(match) == ["decline", "learn top"]


def test_onlookers() -> None:
    """MH-5.4: who did not assist, clockwise from the tester, may learn from hand or draw; helpers are not asked."""
    match = table(tester=1, hands=[["Keep Calm"], [], [], ["Lone Wolf", "Side Step"]], assist="The Long Game")
    failed(bets=(0, 1, 0), match=match)
    play(match, "decline")
    assert match.actors() == (3,)
    assert names(match) == ["decline", "draw", "learn 1 lone-wolf", "learn 2 side-step"]
    play(match, "learn 2 side-step")
    assert (rating(match, 3, "agility"), hand(match, 3)) == (1, ["Lone Wolf"])
    assert match.actors() == (0,)
    assert track(match, 2)[1] == 0
    play(match, "draw")
    assert match.state.hand_size[0] == 2
    assert track(match, 2)[1] == 1  # last of all the tester moves up 1
    assert match.state.tester == 2


def test_an_onlooker_without_chips_did_not_assist() -> None:
    """MH-5.2, MH-5.4: a player who was not asked for a bet counts as having chosen none."""
    match = table()
    match.state.home[1:4] = 0
    play_for(play(match), "e1 agility", "red \N{MINUS SIGN}4", "orange \N{MINUS SIGN}2")
    play(match, "decline")
    assert match.actors() == (1,)


def test_an_onlooker_with_a_full_hand_cannot_draw() -> None:
    """MH-5.4, MH-5.5: a draw that cannot happen is not offered: ten cards in hand, or nothing to draw from."""
    ten = ["Keep Calm"] * 3 + ["Lone Wolf"] * 3 + ["Side Step"] * 3 + ["Team Player"]
    match = play(failed(match=table(hands=[[], ten])), "decline")
    assert (match.actors(), len(names(match)), "draw" in names(match)) == ((1,), 11, False)
    match = table(hands=[[], ["Keep Calm"]])
    burn_deck(match.state.record)
    failed(match=match)
    assert (match.actors(), names(match)) == ((1,), ["decline", "learn 1 keep-calm"])
    play(match, "decline")
    assert match.state.tester == 1  # seats 2 and 3 have nothing to choose from (MH-5.8)


# Drawing and clean-up


def test_discarding_and_drawing_up() -> None:
    """MH-5.5, MH-5.8: discards in ascending places, one decision each, then up to three cards."""
    match = succeeded(match=table(ratings=[(3, 0, 0)], hands=[["Keep Calm", "Lone Wolf", "Side Step", "Team Player"]]))
    assert match.state.phase == codes.DISCARD
    assert names(match) == ["keep"] + [
        f"discard {n} {card}" for n, card in enumerate(["keep-calm", "lone-wolf", "side-step", "team-player"], 1)
    ]
    play(match, "discard 2 lone-wolf")
    assert names(match) == ["keep", "discard 2 side-step", "discard 3 team-player"]
    play(match, "discard 3 team-player")
    assert match.state.tester == 1  # no later place left: nothing to ask
    assert hand(match, 0)[:2] == ["Keep Calm", "Side Step"]
    assert match.state.hand_size[0] == 3


def test_a_large_hand_draws_nothing() -> None:
    """MH-5.5: with three cards or more nothing is drawn."""
    match = succeeded(match=table(ratings=[(3, 0, 0)], hands=[["Keep Calm", "Lone Wolf", "Side Step", "Team Player"]]))
    play(match, "keep")
    assert match.state.hand_size[0] == 4


def test_drawing_up_refills_the_deck_without_the_cards_just_played() -> None:
    """MH-5.5: the deck runs out in the middle of drawing; cards played in this test are discarded after that."""
    match = table(ratings=[(5, 0, 0)], hands=[["Keep Calm"]])
    only_deck(match.state.record, "Bite Hard")
    discards = match.state.discards.sum()
    play(match, "b1 agility")
    bet(match, 0, 0, 0, chips=["blue +4", "green +2"])
    play(match, "play 1 keep-calm")  # the last card: the test is resolved, three cards are drawn
    s = match.state.record
    assert s.shuffles == 2
    assert hand(match, 0)[0] == "Bite Hard"
    assert [int(deck) for deck in s.drawn_from[0, :3]] == [1, 2, 2]
    assert s.deck_backs.sum() == discards - 2
    assert pile(match) == {"Keep Calm D": 1}
    check_conservation(s)


def test_no_card_anywhere() -> None:
    """MH-5.5: with deck and discards empty nothing is drawn."""
    match = table(ratings=[(5, 0, 0)])
    burn_deck(match.state.record)
    succeeded(match=match)
    assert match.state.hand_size[0] == 0
    assert match.state.tester == 1


def test_the_turn_passes_clockwise() -> None:
    """MH-5.6, MH-2.1: after the clean-up the next player clockwise is the tester, and the test is cleared away."""
    match = table(tester=3, ratings=[(0, 0, 0)] * 3 + [(5, 0, 0)])
    succeeded(match=match)
    s = match.state.record
    assert (s.tester, s.turn, s.phase, s.testing, s.chips, s.verdict, s.score) == (0, 2, codes.SELECT, -2, 0, 0, 0)
    assert not s.bet.any()


def test_stakes() -> None:
    """MH-5.7: on failure helpers, clockwise from the tester, first move back by their chips; without the option not."""
    for stakes in (True, False):
        match = table(stakes=stakes, assist="Better Together")
        match.state.track[2, :4] = [0, 4, 3, 2]
        failed(bets=(2, 1, 2), match=match)
        if stakes:
            assert told(match).index("Bramble moves back") < told(match).index("Stealth Mission leaves")
        # Bramble 4 - 2: space 2 is Nib's, so 1; Tuppence 3 - 1: 2 is Nib's, 1 Bramble's, so off; Nib 2 - 2: off.
        assert track(match, 2) == ([0, 1, 0, 0] if stakes else [0, 4, 3, 2])


def test_stakes_do_not_touch_a_success() -> None:
    """MH-5.7: only failures cost."""
    match = table(ratings=[(3, 0, 0)], stakes=True, assist="Better Together")
    succeeded(bets=(1, 0, 0), match=match)
    assert track(match) == [3, 1, 0, 0]


def test_hand_places() -> None:
    """MH-5.8: places count from the card longest in hand; equal cards in two places are two moves."""
    match = bet(play(table(hands=[["Keep Calm", "Lone Wolf", "Keep Calm"]]), "b1 agility"), 0, 0, 0)
    assert names(match) == ["stop", "play 1 keep-calm", "play 2 lone-wolf", "play 3 keep-calm"]
    play(match, "play 1 keep-calm")
    assert names(match) == ["stop", "play 1 lone-wolf", "play 2 keep-calm"]


def test_phases_are_those_of_the_book() -> None:
    """MH-5.1 to MH-5.6: a failed turn asks for obstacle, bets, cards, lessons, onlookers and discards in this order."""
    match = table(hands=[["Keep Calm", "Lone Wolf"]])
    phases = [int(match.state.phase)]
    play(match, "e1 agility")
    phases.append(int(match.state.phase))
    bet(match, 0, 0, 0, chips=["red \N{MINUS SIGN}4", "orange \N{MINUS SIGN}2"])
    for move in ("stop", "decline", "decline", "decline", "decline", "keep"):
        phases.append(int(match.state.phase))
        play(match, move)
    assert phases == [
        codes.SELECT,
        codes.BET,
        codes.PLAY,
        codes.LEARN,
        codes.LOOK_ON,
        codes.LOOK_ON,
        codes.LOOK_ON,
        codes.DISCARD,
    ]
    assert match.state.tester == 1
