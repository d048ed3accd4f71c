"""Cloaked Cats, rule by rule (the cards are in test_cards)."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from scipy import stats
from tests.games.cloaked_cats.ball import ball, cat_number, features, masks_on, names, play, play_any_cat, shown

from mousehole.engine.match import Match
from mousehole.engine.rule import Record
from mousehole.games import load
from mousehole.games.cloaked_cats import codes
from mousehole.games.cloaked_cats.components import CATS, FEATURE_COUNT, FEATURES

WHITE, BLACK, RED = "white, brown, blue", "black, green, yellow", "red, purple, fish cocktail"
"""Cloaks that match 15 cats each: nobody runs out of masks by dancing alone."""


def deals(seats: int, count: int) -> list[Record]:
    """Return first positions of many seeds."""
    game = load("cloaked_cats")
    return [game.deal(seats, (), seed).record for seed in range(count)]


def members(bits: int) -> list[int]:
    """List the members of a set."""
    return [i for i in range(40) if bits >> i & 1]


# CC-1 Cards, CC-2 Setting up


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_first_deal(seats: int) -> None:
    """CC-1.4, CC-2.1: 16 masks, three features and three cats each, none twice; the other cats are the deck."""
    s = deals(seats, 1)[0]
    assert list(s.stock[:seats]) == [16] * seats
    cloaks = [feature for player in range(seats) for feature in members(int(s.cloak[player]))]
    hands = [cat for player in range(seats) for cat in members(int(s.hand[player]))]
    assert len(cloaks) == len(set(cloaks)) == 3 * seats
    assert len(hands) == len(set(hands)) == 3 * seats
    assert s.deck == 40 - 3 * seats
    assert s.phase == codes.PLAY
    assert s.turn == s.first


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_deal_is_fair(seats: int) -> None:
    """CC-1.1, CC-2.1: starting player, features and cats are uniform, and a cloak may have several of one kind."""
    found = deals(seats, 1500)
    starts = Counter(int(s.first) for s in found)
    assert stats.chisquare([starts[seat] for seat in range(seats)]).pvalue > 0.001
    for field, count in (("cloak", FEATURE_COUNT), ("hand", len(CATS))):
        for player in range(seats):
            dealt = Counter(card for s in found for card in members(int(s[field][player])))
            assert stats.chisquare([dealt[card] for card in range(count)]).pvalue > 0.0001
    patterns = features("striped, spotted")
    assert any(int(s.cloak[0]) & patterns == patterns for s in found)


@pytest.mark.parametrize("seed", range(3))
def test_turns_go_round_from_the_starting_player(seed: int) -> None:
    """CC-2.2: ascending seats from whoever starts; after one turn of each a new round begins with that player."""
    match = Match.start(load("cloaked_cats"), seats=3, seed=seed)
    first = int(match.state.first)
    for turn in range(6):
        assert match.actors() == ((first + turn) % 3,)
        assert match.state.turns == turn
        play_any_cat(match)
        play(match, "pass")


# CC-3 A turn


def test_a_cat_comes_from_the_own_hand() -> None:
    """CC-3.1: exactly the cats of the hand can be sent out; the one chosen lies on the floor, in order."""
    match = ball(WHITE, BLACK)
    hand = members(int(match.state.hand[0]))
    assert names(match) == [f"send {CATS[cat][0]} {CATS[cat][1]}" for cat in hand]
    play(match, names(match)[1])
    assert list(match.state.floor[:2]) == [hand[1], codes.EMPTY]
    assert members(int(match.state.hand[0])) == [hand[0], hand[2]]
    assert match.actors() == (0,)


def test_masks_come_from_all_who_match() -> None:
    """CC-3.2: the active player and the others put one mask each if any feature matches, even if several do."""
    match = play(ball("seated, purple, striped", "spotted, red, lazy", "white, black, top hat"), "send seated purple")
    assert masks_on(match, "seated purple") == [0, 1]
    assert list(match.state.stock[:3]) == [15, 15, 16]


def test_a_cat_nobody_resembles_wears_no_mask() -> None:
    """CC-3.2: nobody else puts a mask on a cat."""
    match = play(ball(WHITE, BLACK), "send lazy red")
    assert masks_on(match, "lazy red") == []
    assert list(match.state.stock[:2]) == [16, 16]
    assert match.told(0, 0) == ["You send out the lazy red cat, with a ball of yarn. No masks."]


def test_face_up_features_still_match() -> None:
    """CC-3.2: a revealed feature goes on costing masks."""
    match = play(ball(WHITE, BLACK), "send lazy red", "ask ruby green", "send lazy green")
    assert masks_on(match, "lazy green") == [1]
    assert match.state.stock[1] == 14


def test_a_right_guess() -> None:
    """CC-3.3: the feature lies face up before its owner, and the guesser gets a mask from the owner's stock."""
    match = play(ball(WHITE, BLACK), "send lazy red", "ask ruby green")
    s = match.state.record
    assert shown(match, 1) == ["green"]
    assert (list(s.stock[:2]), list(s.won[:2]), list(s.covered[:2])) == ([16, 15], [1, 0], [3, 2])
    assert match.told(1, 1)[0] == "Saffron asks you: green? Yes! One mask to Saffron."


def test_a_wrong_guess() -> None:
    """CC-3.3: the guesser gives a mask of its own stock to the player it asked, and nothing is revealed."""
    match = play(ball(WHITE, BLACK), "send lazy red", "ask ruby purple")
    s = match.state.record
    assert shown(match, 1) == []
    assert (list(s.stock[:2]), list(s.won[:2]), list(s.covered[:2])) == ([15, 16], [0, 1], [3, 3])
    assert match.told(0, 1)[0] == "You ask Ruby: purple? No. One mask to Ruby."


def test_one_guess_a_turn_and_none_is_needed() -> None:
    """CC-3.3: after a guess, or a pass, it is the next player's turn."""
    assert play(ball(WHITE, BLACK), "send lazy red", "ask ruby green").actors() == (1,)
    match = play(ball(WHITE, BLACK), "send lazy red", "pass")
    assert match.actors() == (1,)
    assert match.state.won.sum() == 0


def test_what_may_be_guessed() -> None:
    """CC-3.4: every feature of every other player but those face up and those the guesser holds; or pass."""
    match = play(ball(WHITE, BLACK, RED), "send lazy purple", "ask ruby green", "send lazy red")
    asked = [name for name in FEATURES if name not in {"green", "black", "yellow"}]
    assert names(match) == ["pass", *(f"ask {who} {name}" for who in ("saffron", "indigo") for name in asked)]
    assert len(names(match)) == 1 + 2 * 16


def test_most_guesses_at_once() -> None:
    """CC-3.4: with four players 48 guesses and a pass, the most a seat can ever choose from with cloaks of three."""
    match = play(ball(WHITE, BLACK, RED, "lazy, seated, striped"), "send lazy purple")
    assert len(names(match)) == 49 == load("cloaked_cats").facts.max_actions - 3


def test_an_answered_guess_may_be_repeated() -> None:
    """CC-3.4: asking again what was wrong before is allowed, and costs a mask again."""
    match = play(ball(WHITE, BLACK), "send lazy red", "ask ruby purple", "send lazy purple", "pass")
    play(match, "send seated red", "ask ruby purple")
    assert match.state.stock[0] == 14
    assert match.state.won[1] == 2


def lift(match: Match, player: int, count: int = 3) -> None:
    """Turn up features of a player, the lowest first, without anybody having guessed."""
    s = match.state.record
    for feature in members(int(s.cloak[player]))[:count]:
        s.shown[player] = int(s.shown[player]) | 1 << feature
    s.covered[player] = 3 - count


def test_a_lifted_cloak_cannot_be_guessed() -> None:
    """CC-3.4: a player whose three features lie face up is not asked any more."""
    match = play(ball(WHITE, BLACK, RED), "send lazy purple")
    lift(match, 1)
    assert not [name for name in names(match) if "ruby" in name]
    assert [name for name in names(match) if "indigo" in name]


def test_with_nobody_left_to_ask_one_passes() -> None:
    """CC-3.4: passing is then the only action; it is asked for and told like any pass."""
    match = play(ball(WHITE, BLACK, first=1), "send lazy red", "pass")
    lift(match, 1)
    match.state.record.last = 1
    match.state.record.phase = codes.GUESS
    assert names(match) == ["pass"]
    assert match.prompt(0) == "Nobody is left to ask: every other cloak is lifted."
    play(match, "pass")
    assert match.log(0)[-1] == "You let it be."


def test_a_cat_is_drawn() -> None:
    """CC-3.5: after the guess one cat goes from the deck to the hand; only its owner sees which."""
    match = play(ball(WHITE, BLACK), "send lazy red")
    before = int(match.state.hand[0])
    play(match, "pass")
    s = match.state.record
    assert (s.deck, s.cats[0]) == (33, 3)
    (new,) = members(int(s.hand[0]) & ~before)
    assert new not in members(int(s.danced))
    assert match.told(0, 1)[-1].startswith(f"You draw the {CATS[new][0]} {CATS[new][1]} cat")
    assert match.told(1, 1)[-1] == match.told(-1, 1)[-1] == "Saffron draws a cat."


def test_the_drawn_cat_is_any_of_the_deck() -> None:
    """CC-3.5: each cat that is neither on the floor nor in a hand is equally likely."""
    drawn = Counter[int]()
    for seed in range(1500):
        match = ball(WHITE, BLACK)
        s = match.state.record
        s.hand[0], s.hand[1] = 0b111, 0b111000
        s.chance[0] = np.uint64(seed)
        play(match, "send leaping white", "pass")
        (new,) = members(int(match.state.hand[0]) & ~0b111)
        drawn[new] += 1
    assert set(drawn) == set(range(6, 40))
    assert stats.chisquare([drawn[cat] for cat in range(6, 40)]).pvalue > 0.001


def dance_to_the_end(match: Match) -> Match:
    """Let every cat dance while nobody guesses."""
    while match.state.on_floor < len(CATS):
        play_any_cat(match)
        play(match, "pass")
    return match


def test_an_empty_deck_gives_nothing() -> None:
    """CC-3.5: from then on hands shrink; no event tells of a draw."""
    match = ball(WHITE, BLACK)
    while match.state.deck:
        play_any_cat(match)
        play(match, "pass")
    assert match.log(1)[-1] == "Saffron draws the last cat." or match.log(0)[-1] == "Ruby draws the last cat."
    play_any_cat(match)
    play(match, "pass")
    assert sorted(match.state.cats[:2]) == [2, 3]
    assert "draw" not in match.log(0)[-1]


def test_without_cats_a_turn_starts_at_the_guess() -> None:
    """CC-3.5: with three players the last cat is the starting player's; the others are asked for a guess at once."""
    match = dance_to_the_end(ball(WHITE, BLACK, RED, first=2))
    s = match.state.record
    assert (s.turns, s.turn, s.phase, list(s.cats[:3])) == (40, 0, codes.GUESS, [0, 0, 0])
    assert list(s.stock[:3]) == [1, 1, 1]
    assert names(match)[0] == "pass"
    assert not s.quiet


def test_masks_received_stay_apart() -> None:
    """CC-3.6: they are counted apart from the stock and cannot be paid out: the stock alone runs down."""
    match = ball(WHITE, BLACK)
    match.state.stock[0], match.state.won[0] = 1, 5
    play(match, "send lazy red", "ask ruby purple")
    assert match.state.won[0] == 5
    assert match.outcome() is not None


# CC-4 The end


def one_left(first: int = 0) -> Match:
    """Three players, one of them with a single feature (yellow) still hidden."""
    match = ball(WHITE, BLACK, RED, first=first)
    lift(match, 1, 2)
    return match


def test_the_round_is_finished_without_cats() -> None:
    """CC-4.1: after the third feature the turn is completed with its draw; the rest of the round guesses or passes."""
    match = play(one_left(), "send lazy purple", "ask ruby yellow")
    s = match.state.record
    assert s.cats[0] == 3
    assert (s.turn, s.phase, s.last) == (1, codes.GUESS, 1)
    assert match.prompt(1).startswith("This is your last turn.")
    assert match.told(1, 1)[1].startswith("Your whole cloak is lifted: from the next turn on no cat comes")
    play(match, "pass")
    assert match.told(0, 2) == ["Ruby lets it be."]
    play(match, "ask saffron white")
    s = match.state.record
    assert (s.deck, list(s.cats[:3])) == (30, [3, 3, 3])
    outcome = match.outcome()
    assert outcome is not None
    assert outcome.reason == "unmasked"
    assert s.on_floor == 1


def test_the_last_player_of_a_round_ends_it() -> None:
    """CC-4.1: if the last player of the round lifts the cloak, all have had their turns: draw, and the game is over."""
    match = play(one_left(first=1), "send lazy purple", "pass", "send lazy red", "pass")
    play(match, "send seated red", "ask ruby yellow")
    assert match.is_over
    assert match.state.cats[0] == 3
    assert match.told(0, 5)[1] == "Ruby's whole cloak is lifted."


def test_a_second_cloak_in_the_last_turns() -> None:
    """CC-4.1: another cloak lifted in the last turns changes nothing; the round ends as it would."""
    match = one_left()
    lift(match, 0, 2)
    play(match, "send lazy purple", "ask ruby yellow", "ask saffron blue")
    assert match.told(2, 2) == ["Ruby asks Saffron: blue? Yes! One mask to Ruby.", "Saffron's whole cloak is lifted."]
    assert names(match) == ["pass"]
    play(match, "pass")
    assert match.outcome().sentence.startswith("Saffron and Ruby stand unmasked.")  # type: ignore[union-attr]


def test_a_cat_can_take_the_last_mask() -> None:
    """CC-4.2: all masks are placed first, of all players; then the game is over, without guess and draw."""
    match = ball(WHITE, "black, green, spotted", "ball of yarn, red, seated")
    match.state.stock[0] = match.state.stock[1] = 1
    play(match, "send lazy blue")
    s = match.state.record
    assert list(s.stock[:3]) == [0, 0, 16]
    assert (s.cats[0], s.deck, match.is_over) == (2, 31, True)
    assert match.told(1, 0)[1] == "Saffron and you have no mask left: the ball is over at once."
    assert match.outcome().reason == "out_of_masks"  # type: ignore[union-attr]


def test_a_wrong_guess_can_take_the_last_mask() -> None:
    """CC-4.2: checked after a guess is paid; nothing is drawn."""
    match = ball(WHITE, BLACK)
    match.state.stock[0] = 1
    play(match, "send lazy red", "ask ruby purple")
    assert match.is_over
    assert match.state.cats[0] == 2
    assert match.told(0, 1)[1] == "You have no mask left: the ball is over at once."


def test_running_out_goes_before_unmasking() -> None:
    """CC-4.2: the owner pays its last mask for its last feature: the game ends at once, for want of masks."""
    match = one_left()
    match.state.stock[1] = 1
    play(match, "send lazy purple", "ask ruby yellow")
    outcome = match.outcome()
    assert outcome is not None
    assert outcome.reason == "out_of_masks"
    assert outcome.sentence.startswith("Ruby ran out of masks.")
    assert match.state.cats[0] == 2


def test_running_out_in_the_last_turns() -> None:
    """CC-4.2: it ends the last round at once too, and is the reason reported."""
    match = one_left()
    match.state.stock[1] = 2
    play(match, "send lazy purple", "ask ruby yellow", "ask saffron purple")
    assert match.outcome().reason == "out_of_masks"  # type: ignore[union-attr]
    assert match.state.turns == 1


@pytest.mark.parametrize(("cloaks", "decisions"), [((WHITE, BLACK), 82), ((WHITE, BLACK, RED), 85)])
def test_a_quiet_round_ends_the_game(cloaks: tuple[str, ...], decisions: int) -> None:
    """CC-4.3: a round that begins without cats and passes without a guess is the last; no game is longer."""
    match = dance_to_the_end(ball(*cloaks))
    while match.state.turns % len(cloaks):
        play(match, "pass")
    assert match.state.quiet == 1
    for _ in cloaks:
        assert not match.is_over
        play(match, "pass")
    outcome = match.outcome()
    assert outcome is not None
    assert outcome.reason == "quiet"
    assert set(outcome.payoffs) == {0.0}
    assert len(match.moves) == decisions <= load("cloaked_cats").facts.longest


def test_a_guess_in_a_round_without_cats() -> None:
    """CC-4.3: whoever guesses then pays a last mask; with masks to spare the game would go on after that round."""
    match = dance_to_the_end(ball(WHITE, BLACK))
    play(match, "ask ruby purple")
    assert match.outcome().reason == "out_of_masks"  # type: ignore[union-attr]
    match = dance_to_the_end(ball(WHITE, BLACK))
    match.state.stock[:2] = 5
    play(match, "ask ruby purple", "pass")
    assert not match.is_over
    play(match, "pass", "pass")
    assert match.outcome().reason == "quiet"  # type: ignore[union-attr]


def finish(won: list[int], covered: list[int]) -> Match:
    """End a game with these masks received and features hidden."""
    cloaks = [WHITE, BLACK, RED, "lazy, seated, striped"][: len(won)]
    match = ball(*cloaks)
    s = match.state.record
    for player, count in enumerate(covered):
        lift(match, player, 3 - count)
    s.won[: len(won)] = won
    s.turns, s.turn, s.last, s.phase = len(won) - 1, len(won) - 1, 1, codes.GUESS
    return play(match, "pass")


@pytest.mark.parametrize(
    ("won", "covered", "points", "payoffs"),
    [
        ([4, 1], [1, 0], (5, 1), (1, -1)),
        ([2, 3], [2, 0], (4, 3), (1, -1)),
        ([1, 3], [2, 0], (3, 3), (1, -1)),
        ([2, 2], [0, 0], (2, 2), (0, 0)),
        ([0, 0, 0, 0], [3, 3, 0, 1], (3, 3, 0, 1), (1 / 2, 1 / 2, -1 / 2, -1 / 2)),
        ([2, 2, 2, 0], [1, 1, 1, 0], (3, 3, 3, 0), (1 / 3, 1 / 3, 1 / 3, -1)),
        ([1, 0, 3], [2, 3, 0], (3, 3, 3), (-1 / 2, 1, -1 / 2)),
        ([0, 9, 1], [0, 0, 2], (0, 9, 3), (-1 / 2, 1, -1 / 2)),
    ],
)
def test_points_and_payoffs(won: list[int], covered: list[int], points: object, payoffs: object) -> None:
    """CC-4.4, CC-4.5: masks received plus hidden features; if level, more hidden ones win, else the win is shared."""
    outcome = finish(won, covered).outcome()
    assert outcome is not None
    assert outcome.points == points
    assert outcome.payoffs == pytest.approx(payoffs)


def test_how_the_result_is_told() -> None:
    """CC-4.4: the sentence says who won, how, and why the ball is over."""
    alone = "Ruby stands unmasked. Saffron wins with 5 points (4 masks won, 1 feature hidden)."
    ahead = "Saffron wins with 3 points (1 mask won, 2 features hidden), ahead of Ruby by hidden features."
    told = [
        (finish([4, 1], [1, 0]), alone),
        (finish([1, 3], [2, 0]), f"Ruby stands unmasked. {ahead}"),
        (finish([2, 2], [0, 0]), "Saffron and Ruby stand unmasked. Everybody shares the win: 2 points each."),
        (finish([0, 0, 0], [3, 3, 0]), "Indigo stands unmasked. Saffron and Ruby share the win: 3 points each."),
    ]
    for match, sentence in told:
        assert match.outcome().sentence == sentence  # type: ignore[union-attr]


def test_everything_is_public_once_the_game_is_over() -> None:
    """CC-4.5: every view is the whole truth then, and the table shows what was kept hidden."""
    match = finish([4, 1], [1, 0])
    for viewer in (-1, 0, 1):
        assert match.view(viewer).tobytes() == match.state.tobytes()
    assert "kept: blue" in match.game.words.table_text(match.view(-1).record, -1)


def test_cats_have_names() -> None:
    """CC-1.2, CC-3.1: a button describes the whole cat; the notation needs pose and colour only."""
    match = ball(WHITE, BLACK)
    view, cat = match.view(0).record, cat_number("leaping blue")
    assert match.game.words.move_text(view, 0, cat) == "Send out the leaping blue cat, striped, with a toy mouse"
    assert match.game.words.move_name(view, 0, cat) == "send leaping blue"
