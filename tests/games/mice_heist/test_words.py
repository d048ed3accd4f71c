"""Mice Heist in words: what is said fits who reads it, and what can be done."""

from __future__ import annotations

import re

from tests.games.mice_heist.heist import bet, burn_deck, play, table, told

from mousehole.engine.match import Match
from mousehole.games.mice_heist import codes


def prompt(match: Match, seat: int) -> str:
    """Say what a seat is asked."""
    return match.game.words.prompt(match.view(seat).record, seat)


def test_bets_are_told_in_one_sentence_to_each() -> None:
    """MH-5.2: whoever reads it is "you", with a capital only where the sentence begins."""
    match = bet(play(table(seats=5, tester=4), "b1 agility"), 0, 0, 0, 0)
    assert "Pip, Bramble, Tuppence and Nib abstain." in told(match)
    assert "You, Bramble, Tuppence and Nib abstain." in told(match, 0)
    assert "Pip, you, Tuppence and Nib abstain." in told(match, 1)
    match = bet(play(table(), "b1 agility"), 1, 0, 2)
    assert "Bramble opens one chip, Nib opens two chips, you abstain." in told(match, 2)
    assert "You open one chip, Nib opens two chips, Tuppence abstains." in told(match, 1)


def test_scouted_chips_are_not_of_the_test() -> None:
    """MH-5.3: while two chips are scouted, the drawing names them apart, adds up without them and gives no verdict."""
    match = bet(play(table(assist="Scout Ahead", ratings=[(1, 1, 1)]), "b1 agility"), 1, 0, 0)
    view = match.view(0).record
    assert view.phase == codes.SCOUT
    drawn = " ".join(match.game.words.table_text(view, 0).split())
    told_of = drawn[drawn.index("rating 1") : drawn.index("Bag:")]
    assert re.fullmatch(r"rating 1 \| scouted \w+ and \w+ \| Scout Ahead 0 = 1: the chips are still to come ", told_of)


def test_names_of_those_who_are_level_make_one_list() -> None:
    """MH-6.3: three with the same total are listed as three, and the best skilled wins."""
    match = table(ratings=[(1, 1, 1), (1, 0, 0), (0, 0, 0), (0, 0, 0)])
    s = match.state.record
    s.phase, s.ended = codes.OVER, codes.JOB_DONE
    s.cheese[:4] = (5, 5, 5, 1)
    told_of = match.game.words.outcome_sentence(s)
    assert told_of == "Pip, Bramble and Tuppence have 5 points, but Pip is better skilled and wins."


def discarding(cards: int) -> Match:
    """Lay out a table whose tester has so many cards and may discard."""
    match = table(hands=[["Keep Calm"] * cards])
    match.state.record.phase = codes.DISCARD
    return match


def test_drawing_up_is_promised_to_those_who_will_draw() -> None:
    """MH-5.5: who holds three cards or more is not told that it draws."""
    assert prompt(discarding(2), 0).endswith("you draw until you hold three cards.")
    assert prompt(discarding(4), 0).endswith("you draw until you hold three cards, if you hold fewer by then.")


def test_who_looks_on_is_offered_what_there_is() -> None:
    """MH-5.4: to learn needs a card in hand, to draw a card that can be drawn."""
    match = table(hands=[[], ["Keep Calm"]])
    s = match.state.record
    s.phase, s.onlooker = codes.LOOK_ON, 1
    assert prompt(match, 1).endswith("you may learn from a card or draw one.")
    s.onlooker = 2
    assert prompt(match, 2).endswith("you may draw a card.")
    burn_deck(s)
    assert prompt(match, 1).endswith("you may learn from a card.")
    assert prompt(match, 2).endswith("there is no card to learn from, and none to draw.")


def test_one_chip_leaves_nothing_to_pick() -> None:
    """MH-5.3: Change Fate on a single chip does not ask for one or all."""
    match = table()
    s = match.state.record
    s.phase, s.chips, s.card = codes.PICK_CHIP, 1, 10
    assert prompt(match, 0) == "Change Fate: there is only one chip."
