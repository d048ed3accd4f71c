"""Mice Heist: what speaks for a move is about that move."""

from __future__ import annotations

import random

from tests.contract.tables import Table
from tests.contract.walking import careful_move, open_table
from tests.games.mice_heist.heist import bet, burn_deck, only_bag, only_deck, play, table

from mousehole.engine.match import Match
from mousehole.games.mice_heist import codes
from mousehole.games.mice_heist.components import TEACHES

TABLES = [Table("mice_heist", seats, (stakes,)) for seats, stakes in ((2, 1), (4, 0), (6, 1))]
MINUS = "\N{MINUS SIGN}"


def remarks(match: Match) -> dict[str, str]:
    """Say what speaks for each move of the first seat that is to move."""
    seat = match.actors()[0]
    view = match.view(seat).record
    words = match.game.words
    return {words.move_name(view, seat, action): words.remark(view, seat, action) for action in match.legal(seat)}


def drawn_for(*cards: str, chips: tuple[str, str] = ("yellow +1", "yellow +1"), agility: int = 1) -> Match:
    """Let a tester with these cards test agility 3, alone, by these chips."""
    match = play(table(hands=[cards], ratings=[(agility, 1, 1)]), "b1 agility")
    return bet(match, 0, 0, 0, chips=chips)


# Bets


def test_a_bet_says_what_it_brings_and_costs() -> None:
    """MH-5.2, MH-5.4: the odds are the same for all bets, what follows is not."""
    match = play(table(ratings=[(0, 0, 0)]), "b1 agility")
    match.state.track[0, 1] = 2
    odds = "The test asks for 3 more than the rating; two chips alone bring that in 20% of all draws."
    assert remarks(match) == {
        "bet 0": f"{odds} If it passes Pip moves up three and you stay; if not, you may learn or draw.",
        "bet 1": (
            f"{odds} If it passes Pip moves up three and you one, from space 2; if not, you cannot learn or draw."
        ),
        "bet 2": (
            f"{odds} If it passes Pip moves up three and you two, from space 2; "
            "if not, you cannot learn or draw. It takes your last chip."
        ),
    }


def test_stakes_are_what_is_on_the_track() -> None:
    """MH-5.7: a failure moves back whoever is on the track; a marker off the track stays off."""
    match = play(table(stakes=True), "b1 agility")
    assert "back" not in remarks(match)["bet 1"]
    match.state.track[0, 1] = 5
    assert "if not, you move back two and cannot learn or draw." in remarks(match)["bet 2"]


# Chips and cards


def test_a_card_says_what_is_short_before_and_after() -> None:
    """MH-5.3: what a card adds is certain, what it does with chips is the best there is to pick."""
    match = drawn_for("Move Silently", "Keep Calm", "Bite Hard", "Sleight of Hand", agility=0)
    assert remarks(match) == {
        "stop": "It fails, one short: you move up one and may learn, and the obstacle is gone for everybody.",
        "play 1 move-silently": "It leads from one short to one over.",
        "play 2 keep-calm": "It leads from one short to just enough.",
        "play 3 bite-hard": "It changes nothing: one short, as before.",
        "play 4 sleight-of-hand": "At best it leads from one short to three short.",
    }


def test_a_passed_test_is_told_what_it_pays() -> None:
    """MH-5.4: payout and cheese, and that the cards are kept."""
    match = drawn_for("Keep Calm")
    match.state.job_cheese[0] = 2
    assert remarks(match)["stop"] == "It passes, just enough: you move up three, take 2 cheese and keep your cards."


def test_a_card_that_draws_tells_the_odds() -> None:
    """MH-5.3: out of what is in the bag, and if that is empty out of all but this test's chips."""
    match = drawn_for("Push Your Luck", "Double Down", chips=("yellow +1", f"yellow {MINUS}1"), agility=0)
    only_bag(match.state.record, "blue", "yellow", "red")
    assert remarks(match) == {
        "stop": "It fails, three short: you move up one and may learn, and the obstacle is gone for everybody.",
        "play 1 push-your-luck": "The test is three short; what the card draws makes it enough in 17% of all draws.",
        "play 2 double-down": "The test is three short; what the card draws makes it enough in 33% of all draws.",
    }
    only_bag(match.state.record, "red")
    assert remarks(match)["play 1 push-your-luck"].endswith("what the card draws never makes it enough.")
    only_bag(match.state.record)
    assert remarks(match)["play 1 push-your-luck"].endswith("makes it enough in 11% of all draws.")


def test_new_chips_tell_the_odds() -> None:
    """MH-5.3: all drawn chips are in the bag when as many are drawn again."""
    match = drawn_for("Nope Nope Nope", chips=("blue +2", f"red {MINUS}2"))
    only_bag(match.state.record)
    assert remarks(match)["play 1 nope-nope-nope"] == (
        "The test is two short; what the card draws makes it enough in 25% of all draws."
    )


def test_a_chip_says_what_it_makes_of_the_test() -> None:
    """MH-5.3: Side Step leaves its chip in the bag, to be drawn again."""
    match = play(drawn_for("Side Step", chips=("green +2", f"orange {MINUS}1")), "play 1 side-step")
    assert sorted(remarks(match).values()) == [
        "It leads from one short to just enough. There is one more orange chip in the bag to draw.",
        "It leads from one short to three short. There is one more green chip in the bag to draw.",
    ]


def test_a_scouted_chip_tells_what_is_left_to_draw() -> None:
    """MH-5.3: the chip that goes back is one of those that the test draws from."""
    match = bet(play(table(assist="Scout Ahead", ratings=[(1, 1, 1)]), "b1 agility"), 1, 0, 0)
    s = match.state.record
    s.chip_colour[:2] = (0, 4)
    only_bag(s, "yellow")
    assert remarks(match) == {
        "aside 1": "With red back in the bag, two chips alone never bring enough.",
        "aside 2": "With blue back in the bag, two chips alone bring enough in 75% of all draws.",
    }


# Lessons, and the end of a turn


def failing(*cards: str) -> Match:
    """Let a tester with these cards fail, who may learn."""
    match = table(hands=[cards], ratings=[(5, 2, 1)])
    s = match.state.record
    s.phase, s.learns, s.testing, s.obstacle = codes.LEARN, 1, 0, 0
    s.cleared[:] = 4
    return match


def test_learning_says_what_rises_and_how_many_ask_for_it() -> None:
    """MH-4.1, MH-5.4: from which rating to which, and what it costs."""
    match = failing("Bite Hard", "Quick Paws", "Lone Wolf")
    s = match.state.record
    s.played[7] = 1
    only_deck(s, "Keep Calm")
    assert remarks(match) == {
        "decline": "Nothing rises, and no card is spent. What is left asks most for dexterity.",
        "learn top": "Dexterity rises from 1 to 2; four tests left ask for it. It costs no card in hand.",
        "learn 1 bite-hard": "Charm rises from 2 to 3; three tests left ask for it. It costs one of your three cards.",
        "learn 2 quick-paws": (
            "Dexterity rises from 1 to 2; four tests left ask for it. It costs one of your three cards."
        ),
        "learn 3 lone-wolf": "Agility is at 5 already: nothing rises. It costs one of your three cards.",
        "learn played team-player c": "Charm rises from 2 to 3; three tests left ask for it. It costs no card in hand.",
    }


def test_a_back_that_nobody_knows_promises_no_skill() -> None:
    """MH-5.4: of a deck that is to be shuffled first not even the back is known."""
    match = failing()
    only_deck(match.state.record)
    assert remarks(match)["learn top"] == "Which skill rises is open. It costs no card in hand."


def test_an_onlooker_who_draws_learns_nothing() -> None:
    """MH-5.4: it holds one card more."""
    match = failing()
    s = match.state.record
    s.phase, s.onlooker = codes.LOOK_ON, 1
    assert remarks(match)["draw"] == (
        "Nothing rises, but you then hold one card. What is left asks most for dexterity."
    )


def test_a_discard_says_what_goes_and_what_comes() -> None:
    """MH-5.5: a card more is drawn for what goes, but not by who holds more than three."""
    match = table(hands=[["Keep Calm", "Lone Wolf"]])
    s = match.state.record
    s.phase = codes.DISCARD
    s.cleared[:] = 4
    assert remarks(match) == {
        "keep": "You keep two cards, and draw one card.",
        "discard 1 keep-calm": "Four tests left ask for dexterity, which it teaches. You draw one card more.",
        "discard 2 lone-wolf": "Two tests left ask for agility, which it teaches. You draw one card more.",
    }
    burn_deck(s)
    assert remarks(match)["keep"] == "You keep two cards, and there is none to draw."
    match = table(hands=[["Keep Calm"] * 4])
    match.state.record.phase = codes.DISCARD
    assert remarks(match)["keep"] == "You keep four cards, and draw no cards."
    assert remarks(match)["discard 1 keep-calm"].endswith("You draw no card for it.")


# In any game


def test_moves_that_differ_in_kind_have_other_reasons() -> None:
    """No bet reads like another, nor stopping like a card, declining like a lesson, or one skill like another."""
    asked = set()
    for seed, where in enumerate(TABLES):
        match, chooser = open_table(where, seed), random.Random(seed)
        while not match.is_over and len(match.moves) < 250:
            for seat in match.actors():
                view = match.view(seat).record
                said = {action: match.game.words.remark(view, seat, action) for action in match.legal(seat)}
                phase = int(view.phase)
                asked.add(phase)
                if phase == codes.BET:
                    assert len(set(said.values())) == len(said)
                if phase in {codes.PLAY, codes.DISCARD, codes.LEARN, codes.LOOK_ON}:
                    first = said.pop(codes.STOP)
                    assert first not in said.values()
                if phase in {codes.LEARN, codes.LOOK_ON}:
                    skills = {int(TEACHES[view.hand[seat, place]]) for place in range(view.hand_size[seat])}
                    held = {said[codes.HAND_CARD + place] for place in range(view.hand_size[seat])}
                    assert len(held) == len(skills)
            match.step(*careful_move(match, chooser))
    assert asked >= {codes.BET, codes.PLAY, codes.PICK_CHIP, codes.LEARN, codes.LOOK_ON, codes.DISCARD}
