"""Cat & The Mouse in words: what each side is told."""

from __future__ import annotations

import random
import re

from tests.games.cat_and_mouse.tables import GAME, fresh, legal, mid_game, play, rooms_by_turns

from mousehole.engine.rule import Record
from mousehole.games.cat_and_mouse import codes
from mousehole.games.cat_and_mouse.components import CALLING_CARD, PICKPOCKET, ROOMS, SMOKE_BOMB

WORDS = GAME.words


def tell(states: Record, action: int) -> dict[int, str]:
    """Play an action and return what each viewer is told."""
    before = {viewer: states.view(viewer).record for viewer in (-1, codes.INSPECTOR, codes.MOUSE)}
    play(states, action)
    return {v: " ".join(WORDS.sentences(before[v], states.view(v).record, v)) for v in before}


def test_rooms_are_told_by_number_and_name() -> None:
    """CM-1.1: wherever a text names a room, its number stands beside it."""
    name = re.compile("|".join(ROOMS))
    for seed in range(12):
        states, chooser = fresh(2, 1, 1, seed), random.Random(seed)
        while states.actors():
            seat = states.actors()[0]
            view, actions = states.view(seat).record, legal(states)
            texts = [WORDS.prompt(view, seat), *(WORDS.move_text(view, seat, action) for action in actions)]
            texts += tell(states, chooser.choice(actions)).values()
            for text in texts:
                for found in name.finditer(text):
                    number = ROOMS.index(found[0]) + 1
                    assert text[: found.start()].endswith((f"room {number}, the ", f"{number} ")), text


def test_loot_kept_is_told_to_the_mouse_alone() -> None:
    """CM-6.1: the Mouse reads what it found and kept, the others that it kept a card."""
    states = mid_game(codes.TURN, attached=(5, 8))
    assert (
        "Moonwater (gem, $30,000) and the Golden Lynx (statuette, $30,000)"
        in tell(states, codes.LOOT_ROOM)[codes.MOUSE]
    )
    told = tell(states, 15)
    assert told[codes.MOUSE].startswith("You keep Moonwater (gem, $30,000).")
    assert told[codes.INSPECTOR].startswith("The Mouse keeps one card.")
    assert told[-1].startswith("The Mouse keeps one card.")


def test_a_room_left_is_told_to_each_as_far_as_it_sees() -> None:
    """CM-6.2: the Inspector reads room and loot, the Mouse what it had seen, a spectator neither."""
    told = tell(mid_game(codes.TURN, room=7, attached=(5, 8)), codes.CHANGE_ROOMS)
    assert "room 7, the Ballroom: its card joins your row. You find Moonwater" in told[codes.INSPECTOR]
    assert "two cards you never saw" in told[codes.MOUSE]
    assert "Map deck and find 5 Library, 6 Gallery, 8 Trophy Hall" in told[codes.MOUSE]
    assert told[-1] == "The Mouse leaves its room: its card goes to the row, two cards of loot to the Inspector."


def test_the_last_tricks_are_told_to_all() -> None:
    """CM-7.2, CM-7.3: at the end everything is open: what was kept, thrown and picked."""
    states = mid_game(codes.KEEP, hand=(3, 4, SMOKE_BOMB), attached=(PICKPOCKET,), pocket=(5,))
    states.record.looked = 1
    told = tell(states, 3 * PICKPOCKET + codes.KEEP_VANISH_PICKING)
    assert told[-1] == (
        "The Mouse keeps a Pickpocket. The Mouse throws a Smoke Bomb and vanishes! "
        "The Mouse picks the Inspector's pocket: Moonwater (gem, $30,000)."
    )
    outcome = states.outcome()
    assert outcome is not None
    assert outcome.sentence == "The Mouse wins: it vanishes in a cloud of smoke with the gem collection complete."
    states = play(mid_game(codes.TURN, hand=(2, 5, PICKPOCKET), pocket=(8,)), codes.END_HEIST_PICKING)
    outcome = states.outcome()
    assert outcome is not None
    assert outcome.sentence == "The Mouse wins: it goes home with three pieces worth $30,000 each."


def test_the_trap_is_told_to_both_sides() -> None:
    """CM-5.2: a Calling Card is told with the room it saved the Mouse from."""
    told = tell(mid_game(codes.TRAP, room=7, hand=(CALLING_CARD,)), 7)
    assert told[codes.MOUSE].startswith("The Inspector sends the guards to room 7, the Ballroom: you are there! But")
    assert told[codes.INSPECTOR].startswith("You send the guards to room 7, the Ballroom: the Mouse is there! But")


def test_the_inspector_reads_where_the_mouse_can_be() -> None:
    """CM-3.3: the prompt counts the possible rooms, and names them once they are few."""
    view = mid_game(codes.ANNOUNCE).view(codes.INSPECTOR).record
    assert WORDS.prompt(view, codes.INSPECTOR) == "What do you announce? The Mouse can be in eight rooms."
    few = mid_game(codes.ANNOUNCE, room=11, turn=5, row=rooms_by_turns(10)).view(codes.INSPECTOR).record
    assert "two rooms: 11 Vault or 12 Wash House" in WORDS.prompt(few, codes.INSPECTOR)


def test_the_question_to_stay_is_the_same_for_every_mouse() -> None:
    """CM-7.4: whoever waits reads the same line, whatever the Mouse could do."""
    for phase in (codes.STAY, codes.NAME):
        waiting = {
            WORDS.prompt(mid_game(phase, hand=hand).view(codes.INSPECTOR).record, codes.INSPECTOR)
            for hand in ((3,), (SMOKE_BOMB,), (CALLING_CARD,))
        }
        assert waiting == {"Wait for the Mouse."}


def test_the_table_fits_eighty_columns() -> None:
    """Whatever lies on the table, for every viewer, no line is longer than a terminal is wide."""
    for seed in range(40):
        states, chooser = fresh(seed % 3, seed % 2, 1, seed), random.Random(seed)
        while True:
            for viewer in (-1, codes.INSPECTOR, codes.MOUSE):
                lines = WORDS.table_text(states.view(viewer).record, viewer).splitlines()
                assert max(map(len, lines)) < 80, lines
            if not states.actors():
                break
            actions = legal(states)
            if states.record.phase == codes.ANNOUNCE:
                actions = actions[:1]
            if states.record.phase == codes.TURN and len(actions) > 1:
                actions = actions[:2]
            play(states, chooser.choice(actions))


def moments(states: Record, name: str, viewer: int) -> list[str]:
    """Play a move by its name and return what one remembers of it."""
    before = states.copy()
    seat = states.actors()[0]
    view = states.view(seat).record
    action = next(action for action in legal(states) if WORDS.move_name(view, seat, action) == name)
    play(states, action)
    return [text for _, text in WORDS.moments(before.record, states.record, viewer)]


def keeping(hand: tuple[int, ...], pocket: int) -> Record:
    """Let the Mouse, which holds a Smoke Bomb and a Pickpocket, choose between Moonwater and the Golden Lynx."""
    states = mid_game(codes.KEEP, tricks=2, attached=(5, 8), hand=(*hand, SMOKE_BOMB, PICKPOCKET), pocket=(pocket,))
    states.record.looked = 1
    return states


def test_a_moment_names_the_card_that_completed_the_set() -> None:
    """CM-7.2, CM-7.3: who keeps a card, vanishes and picks the pocket has kept the one and picked the other."""
    kept = moments(keeping((3, 4), pocket=0), "keep moonwater vanish pickpocket", codes.MOUSE)
    assert kept[0] == "You keep Moonwater (gem, $30,000): the gem collection complete."
    assert "You pick the Inspector's pocket: Glory at Dawn (panel, $10,000)." in kept
    picked = moments(keeping((3, 4), pocket=5), "keep golden-lynx vanish pickpocket", codes.INSPECTOR)
    assert "The Mouse keeps" not in " ".join(picked)
    assert (
        picked[-1]
        == "The Mouse picks Moonwater (gem, $30,000) out of the Inspector's pocket: the gem collection complete."
    )


def test_a_trap_asks_only_who_can_vanish() -> None:
    """CM-5.1, CM-7.2: a Mouse without a Smoke Bomb is not asked whether it vanishes."""
    hands = ((3,), (3, SMOKE_BOMB))
    asked = {hand: WORDS.prompt(mid_game(codes.STAY, hand=hand).record, codes.MOUSE) for hand in hands}
    assert asked[3, SMOKE_BOMB].endswith("Stay where you are, or vanish?")
    assert "vanish" not in asked[3,]


def test_a_row_of_clues_has_nothing_to_slip_back() -> None:
    """CM-8.1: where no card lies face down but the one just laid, nobody is asked which one goes back."""
    states = mid_game(codes.POSITION, row=((1, codes.INSPECTOR, 1), (2, codes.MOUSE, 2)), up=(1,), subtle=1)
    assert "leave the row as it is" in WORDS.prompt(states.view(codes.MOUSE).record, codes.MOUSE)
    assert "Which one?" in WORDS.prompt(mid_game(codes.POSITION, subtle=1).view(codes.MOUSE).record, codes.MOUSE)


def test_a_room_that_the_inspector_holds_is_not_noted_in_the_deck() -> None:
    """CM-3.1: while the Inspector looks at two cards, the Mouse cannot tell them from those in the Map deck."""
    states = mid_game(codes.MONITOR, row=(), turn=1)
    states.record.drawn[:] = (8, 9)
    states.record.deck &= ~(1 << 7 | 1 << 8)
    assert "in the Map deck" not in WORDS.table_text(states.view(codes.MOUSE).record, codes.MOUSE)
    assert "deck or drawn" in WORDS.table_text(states.view(codes.MOUSE).record, codes.MOUSE)
    states = mid_game(codes.TURN, row=(), turn=1)
    assert "in the Map deck" in WORDS.table_text(states.view(codes.MOUSE).record, codes.MOUSE)
