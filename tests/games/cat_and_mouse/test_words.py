"""Cat & The Mouse in words: what each side is told."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator

from tests.games.cat_and_mouse.tables import GAME, fresh, legal, mid_game, play, rooms_by_turns

from mousehole.engine.rule import Record
from mousehole.games.cat_and_mouse import codes
from mousehole.games.cat_and_mouse.components import CALLING_CARD, PICKPOCKET, ROOMS, SMOKE_BOMB
from mousehole.games.cat_and_mouse.knowledge import count_possible, possible_rooms
from mousehole.games.cat_and_mouse.naming import COUNTS

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
            texts += [WORDS.remark(view, seat, action) for action in actions]
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


def remarks(states: Record) -> dict[int, str]:
    """Say of every legal move what speaks for it, by the view of whoever decides."""
    seat = states.actors()[0]
    return {action: WORDS.remark(states.view(seat).record, seat, action) for action in legal(states)}


def walk(games: int, *, subtle: int = 0) -> Iterator[Record]:
    """Walk through games in which the Inspector mostly checks and the Mouse seldom goes home."""
    for seed in range(games):
        states, chooser = fresh(1, subtle, 0, seed), random.Random(seed)
        while states.actors():
            yield states
            actions = legal(states)
            if states.record.phase == codes.ANNOUNCE and chooser.random() < 0.9:
                actions = actions[:1]
            if states.record.phase == codes.TURN and len(actions) > 1:
                actions = actions[:2]
            play(states, chooser.choice(actions))


def test_a_check_tells_how_many_rooms_will_be_left() -> None:
    """CM-3.1, CM-6.2: as many rooms are possible after the next draw as a check says, if the Mouse stays or moves."""
    seen = Counter[int]()
    for states in walk(30):
        if states.record.phase != codes.TURN:
            continue
        asked = states.copy()
        asked.record.phase = codes.ANNOUNCE
        said = remarks(asked)[codes.CHECK].replace("possible.", "possible; after your next draw one.")
        for move in {codes.LOOT_ROOM, codes.CHANGE_ROOMS} & set(legal(states)):
            later = play(states.copy(), move)
            while later.record.phase != codes.ANNOUNCE:
                play(later, legal(later)[0])
            count = COUNTS[int(count_possible(later.record))]
            verb = "stays" if move == codes.LOOT_ROOM else "it moves"
            assert re.search(rf"next draw {count}\.|\b{count} if (the Mouse )?{verb}", said), (said, count)
            seen[move] += 1
    assert min(seen.values()) > 30
    assert remarks(mid_game(codes.ANNOUNCE))[codes.CHECK] == (
        "Four rooms are still possible; after your next draw two if the Mouse stays, five if it moves."
    )


def test_a_card_slipped_back_keeps_rooms_possible() -> None:
    """CM-8.1: with Subtle Movement a check says how many rooms there can be at most, and a card how many it makes."""
    said = remarks(mid_game(codes.ANNOUNCE, subtle=1))[codes.CHECK]
    assert said.endswith("after your next draw two if the Mouse stays, up to six if it moves.")
    for states in walk(12, subtle=1):
        if states.record.phase == codes.POSITION:
            said_of = remarks(states)
            for place in said_of:
                count = COUNTS[int(count_possible(play(states.copy(), place).record))]
                assert f"{count} room" in said_of[place].lower() or count == "one"
    said = remarks(mid_game(codes.POSITION, room=0, turn=2, row=rooms_by_turns(4), subtle=1))[1]
    assert said == "It is room 2, the Attic. Once it is back, nine rooms are possible to the Inspector."


def test_a_trap_is_spoken_of_room_by_room() -> None:
    """CM-5.1: of each room one reads whether the Mouse can be there, and whether it named it from where it is."""
    states = mid_game(codes.TRAP, room=11, turn=5, row=rooms_by_turns(9))
    states.record.searches = 1 << 4
    states.record.named[3:6] = (12, 0, 11)
    states.record.bottom = 10
    said = remarks(states)
    assert said[10] == "It cannot be there. The Mouse can be in two rooms: 11 Vault or 12 Wash House."
    assert said[11] == "One of two rooms still possible; the Mouse named it in round 5."
    assert said[12] == "One of two rooms still possible; the Mouse has not named it since it came to its room."
    states.record.phase = codes.ANNOUNCE
    assert remarks(states)[codes.SPRING] == (
        "The Mouse can be in two rooms: 11 Vault or 12 Wash House. In all but one of them the trap loses. "
        "The last that the Mouse named is room 11, the Vault."
    )


def test_only_a_trap_with_one_room_cannot_miss() -> None:
    """CM-5.3: a trap that cannot miss is one that catches the Mouse wherever it can be."""
    found = Counter[bool]()
    for states in walk(30):
        s = states.record
        if s.phase == codes.ANNOUNCE:
            is_sure = int(possible_rooms(s)) == 1 << int(s.room) - 1
            said = remarks(states)[codes.SPRING]
            assert said.endswith(f"{ROOMS[s.room - 1]}: the trap cannot miss.") == is_sure, said
            found[is_sure] += 1
    assert min(found.values()) > 5


def test_a_room_to_monitor_was_named_or_not() -> None:
    """CM-3.1: of two cards one reads which the Mouse has named, and that as many rooms are left with either."""
    states = mid_game(codes.MONITOR, row=rooms_by_turns(2), turn=3)
    states.record.drawn[:] = (8, 9)
    states.record.named[1:3] = 9
    assert remarks(states) == {
        8: "The Mouse has not named it yet; once named, it is a clue. Six rooms are still possible, "
        "whichever you monitor.",
        9: "The Mouse named it in rounds 1 and 2; named again, it is a clue. Six rooms are still possible, "
        "whichever you monitor.",
    }


def test_a_name_is_a_truth_or_a_lie() -> None:
    """CM-4.2: what is called a clue is one, what is called none is none, and only the own room is the truth."""
    found = Counter[str]()
    for states in walk(30):
        s = states.record
        if s.phase != codes.NAME:
            continue
        row = {int(room) for room in s.row[: s.laid]}
        for room, said in remarks(states).items():
            if room > len(ROOMS):
                continue
            assert said.startswith("The truth: no clue") == (room == s.room)
            assert ("the last clue" in said) <= (s.clues == 2)
            if "its card is in the row" in said:
                assert room in row
                found["sure"] += 1
            elif "clue if it is card" in said:
                place = int(said.split("clue if it is card ")[1].split()[0]) - 1
                assert room not in row or s.row[place] == room
                found["one"] += 1
            elif "no clue" in said:
                assert room not in row
                found["none"] += 1
    assert min(found[kind] for kind in ("sure", "one", "none")) > 5


def test_a_card_completes_or_begins_a_set() -> None:
    """CM-1.3, CM-6.1: of a card to keep one reads what it does for a set, and of a trick what it does."""
    states = mid_game(codes.KEEP, hand=(3,), attached=(4, 8, SMOKE_BOMB), left_seen=(0,))
    states.record.looked = 1
    said = {action // 3: text for action, text in remarks(states).items() if action % 3 == codes.KEEP_ONLY}
    left = " Four rooms are still possible to the Inspector."
    assert said[4] == "With it, Moonwater would complete a set." + left
    assert said[8] == "It begins the animal statuettes and three pieces worth $30,000 each." + left
    assert said[SMOKE_BOMB].startswith("End the heist out of turn")
    states = mid_game(codes.KEEP, hand=(0, 3), attached=(6,))
    states.record.looked = 1
    assert remarks(states)[18].startswith("It completes three pieces worth $10,000 each.")
    states = mid_game(codes.KEEP, attached=(6,), left_seen=(0, 8))
    states.record.looked = 1
    assert remarks(states)[18].startswith("No set with it can be completed any more.")


def test_who_goes_home_reads_what_wins() -> None:
    """CM-6.3, CM-7.3: going home wins with a set, loses without, and with a Pickpocket it takes one of some cards."""
    states = mid_game(codes.TURN, hand=(3, 4, PICKPOCKET), attached=(5, 8), pocket=(5,))
    said = remarks(states)
    assert said[codes.END_HEIST] == "Without a set you lose."
    assert said[codes.END_HEIST_PICKING] == ("You win if you pick Moonwater, of seven cards that may be in the pocket.")
    for card in (0, 1, 2, 5, 6, 7, 8):
        tried = play(mid_game(codes.TURN, hand=(3, 4, PICKPOCKET), pocket=(card,)), codes.END_HEIST_PICKING)
        assert (tried.record.ended == codes.ENDED_WITH_SET) == (card == 5)
    with_set = remarks(mid_game(codes.TURN, hand=(3, 4, 5), attached=(8,)))
    assert with_set[codes.END_HEIST] == "You win with the gem collection complete."
    assert with_set[codes.LOOT_ROOM].endswith("You hold a set: going home wins.")
    hopeless = remarks(mid_game(codes.NAME, hand=(3, SMOKE_BOMB, PICKPOCKET)))
    assert hopeless[codes.NAME_VANISH_PICKING] == "No card that may be in the pocket completes a set: you lose."


def test_staying_and_moving_say_how_long_that_is_safe() -> None:
    """CM-3.1, CM-6.2: as many draws later only one room is possible as looting, or changing rooms, says."""
    said = remarks(mid_game(codes.TURN, attached=(5, 8)))
    assert said[codes.LOOT_ROOM] == (
        "Four rooms are still possible to the Inspector; if you stay, only one after two more draws. "
        "Two cards here are unseen."
    )
    assert said[codes.CHANGE_ROOMS] == (
        "Four rooms are still possible to the Inspector; if you move, only one after three more draws. "
        "Two loot cards are dealt there, unseen."
    )
    found = mid_game(codes.TURN, attached=(5,), hand=(3, 4))
    found.record.looked = found.record.room_up = 1
    assert remarks(found)[codes.LOOT_ROOM] == (
        "Only one room is still possible to the Inspector. Moonwater here completes a set."
    )


def test_a_pocketed_card_closes_sets() -> None:
    """CM-2.1, CM-8.2: the Inspector reads which sets need the card, and with a second one which more."""
    states = fresh(deep=1)
    assert remarks(states)[0] == (
        "Without it the Mouse cannot complete the Glory triptych or three pieces worth $10,000 each."
    )
    said = remarks(play(states, 0))
    assert said[1] == "Without it the Mouse cannot complete three pieces worth $20,000 each."
    assert said[codes.ENOUGH] == "Four of the six sets stay open to the Mouse."


def test_staying_in_a_trap_and_a_new_room_have_their_reasons() -> None:
    """CM-5.1, CM-6.2: a Mouse reads whether it named a room, and whether a Calling Card saves it."""
    states = mid_game(codes.STAY, hand=(CALLING_CARD,))
    states.record.named[2] = 7
    assert remarks(states)[codes.STAY_PUT] == (
        "Four rooms are still possible to the Inspector. You have named yours. "
        "If yours is found, your Calling Card saves you."
    )
    states = mid_game(codes.NEW_ROOM, room=0)
    states.record.named[2] = 8
    said = remarks(states)
    assert said[8] == "You named it in round 2. Eight rooms are still possible to the Inspector."
    assert said[9] == "You have not named it yet. Eight rooms are still possible to the Inspector."
