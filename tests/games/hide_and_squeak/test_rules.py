"""Hide and Squeak, rule by rule."""

from __future__ import annotations

from itertools import cycle

import pytest
from tests.games.hide_and_squeak.house import house, maybe, names, play

from mousehole.engine.match import Match
from mousehole.games import load
from mousehole.games.hide_and_squeak import codes
from mousehole.games.hide_and_squeak.components import CORNERS, FALLS, FURNITURE, ROOMS, TOKENS, TRAPS, ends


def start(seats: int = 3, **options: int | str) -> Match:
    """Open a fresh table."""
    return Match.start(load("hide_and_squeak"), seats=seats, options=options, seed=3)


def set_up(match: Match) -> Match:
    """Lay all spares into the Kitchen and all traps into the Library."""
    return play(match, *["spare kitchen"] * 3, "trap library", "trap library", "trap larder")


# HS-1 The house


def test_nine_rooms_in_a_grid() -> None:
    """HS-1.1: the Hallway is the middle of nine rooms, and the cat can walk to the rooms beside its own only."""
    assert len(set(ROOMS)) == 9
    assert ROOMS[4] == "Hallway"
    match = house("C2 .2 .2 .2 .2 .2 .2 .2 p2", mice=2)
    assert names(match) == ["move larder", "move scullery", "listen", "pounce", "stop"]


@pytest.mark.parametrize(
    ("walls", "open_rooms"), [("east_west", ["larder", "washroom"]), ("north_south", ["scullery", "music-room"])]
)
def test_walls_close_the_hallway(walls: str, open_rooms: list[str]) -> None:
    """HS-1.2, HS-3.1: from the Hallway the cat reaches only the two sides without a wall."""
    match = house(".2 .2 .2 .2 C2 .2 .2 .2 p2", mice=2, walls=walls)
    assert [name for name in names(match) if name.startswith("move")] == [f"move {room}" for room in open_rooms]


def test_walls_close_the_way_back_too() -> None:
    """HS-1.2: the cat cannot enter the Hallway through a wall either."""
    assert "move hallway" not in names(house(".2 .2 .2 C2 .2 .2 .2 .2 p2", mice=2))
    assert "move hallway" in names(house(".2 C2 .2 .2 .2 .2 .2 .2 p2", mice=2))


def test_mice_and_squeaks_pass_walls() -> None:
    """HS-1.3, HS-3.2: a mouse behind a wall squeaks, and a mouse runs through a wall."""
    match = play(house(".2 .2 .2 p2 C2 .2 .2 .2 b2"), "listen")
    assert maybe(match, 0) == [3]
    play(match, "stop", "leave", "leave")
    assert "run hallway" in names(match)


def test_furniture_in_the_corners() -> None:
    """HS-1.4: four pieces stand upright in the four corners, for all to see."""
    s = start().view(-1).record
    assert CORNERS == (0, 2, 6, 8)
    assert len(FURNITURE) == 4
    assert s.upright == 0b1111


def test_twenty_one_tokens() -> None:
    """HS-1.5: 18 cheeses and 3 traps, and a view of a face-down token does not tell which it is."""
    match = set_up(start())
    assert match.state.tokens.sum() == TOKENS == 21
    assert match.state.traps.sum() == TRAPS == 3
    assert set(match.view(1).traps) == {-1}


# HS-2 Setting up


def test_the_cat_lays_tokens_in_six_choices() -> None:
    """HS-2.1: two tokens everywhere, then three spares, then three traps, all by the cat, who stands in the Hallway."""
    match = start()
    assert match.state.cat == 4
    assert list(match.state.tokens) == [2] * 9
    set_up(match)
    assert [seat for seat, _ in match.moves] == [0] * 6
    assert list(match.state.tokens) == [2, 2, 2, 2, 2, 2, 5, 2, 2]
    assert list(match.state.traps) == [0, 1, 2, 0, 0, 0, 0, 0, 0]


def test_no_more_traps_than_tokens() -> None:
    """HS-2.1: a room whose tokens are all traps takes no further trap; a room with spares takes three."""
    match = play(start(), *["spare kitchen"] * 3, "trap library", "trap library")
    assert "trap library" not in names(match)
    match = play(start(), *["spare kitchen"] * 3, "trap kitchen", "trap kitchen")
    assert "trap kitchen" in names(match)


def test_only_the_cat_knows_the_traps() -> None:
    """HS-2.2: all see the counts of tokens; mice and spectators see no trap, neither on the board nor being laid."""
    match = play(start(), *["spare kitchen"] * 3, "trap library")
    for viewer in (-1, 1, 2):
        view = match.view(viewer).record
        assert list(view.tokens) == [2, 2, 2, 2, 2, 2, 5, 2, 2]
        assert set(view.traps) == {-1}
        assert match.told(viewer, 3) == ["The cat hides a trap."]
    assert match.view(0).traps[2] == 1
    assert match.told(0, 3) == ["You hide a trap in the Library."]


def test_mice_start_anywhere_but_with_the_cat() -> None:
    """HS-2.3: in seat order each mouse chooses a room but the Hallway; sharing is fine; the cat sees none of it."""
    match = set_up(start(seats=4))
    assert names(match) == [f"start {room.lower().replace(' ', '-')}" for room in ROOMS if room != "Hallway"]
    play(match, "start library", "start library", "start kitchen")
    assert [seat for seat, _ in match.moves[6:]] == [1, 2, 3]
    assert list(match.state.room[:3]) == [2, 2, 6]
    assert list(match.view(0).room[:3]) == [-1, -1, -1]
    assert list(match.view(3).room[:3]) == [2, 2, 6]
    assert maybe(match, 0) == [0, 1, 2, 3, 5, 6, 7, 8]
    assert "somewhere" in match.told(0, 6)[0]
    assert match.actors() == (0,)


# HS-3 The cat


def test_four_actions_and_no_fifth() -> None:
    """HS-3.1: after four actions of any kind the mice are asked."""
    match = play(house("C2 .2 .2 .2 .2 .2 .2 .2 p2", mice=2), "move larder", "move parlour", "listen")
    assert match.actors() == (0,)
    play(match, "move larder")
    assert match.actors() == (1,)


def test_the_cat_may_stop_at_once() -> None:
    """HS-3.1: stopping before the first action is legal."""
    assert play(house("C2 .2 .2 .2 .2 .2 .2 .2 p2", mice=2), "stop").actors() == (1,)


def test_listening() -> None:
    """HS-3.2: neighbours squeak for all to hear; the mouse in the cat's room, far mice and stunned mice do not."""
    match = play(house("p2 Cb2 .2 .2 t2 .2 .2 .2 n2", mice=5), "listen")
    for viewer in (-1, 0):
        told = " ".join(match.told(viewer, 0))
        assert "Pip squeaks in the Parlour!" in told
        assert "Tuppence squeaks in the Hallway!" in told
        assert "Bramble" not in told
        assert "Nib" not in told
        assert "Oat" not in told
    assert maybe(match, 0) == [0]
    assert maybe(match, 1) == [1, 3, 5, 6, 7, 8]
    assert maybe(match, 2) == [4]
    assert maybe(match, 4) == []


def test_a_diagonal_room_is_not_next_door() -> None:
    """HS-3.2: only orthogonal neighbours squeak."""
    match = play(house("C2 .2 .2 .2 p2 .2 .2 .2 .2", mice=2), "listen")
    assert 4 in maybe(match, 0)
    assert match.told(0, 0) == ["You listen in the Parlour: not a squeak."]


def test_a_pounce_catches_everyone_there() -> None:
    """HS-3.3: every mouse in the room is stunned, shown, and counts one capture."""
    match = play(house("Cpb2 t2 n2 .2 .2 .2 .2 .2 .2"), "pounce")
    s = match.state.record
    assert s.captures == 2
    assert list(s.room[:4]) == [codes.OFF_BOARD, codes.OFF_BOARD, 1, 2]
    assert list(match.view(0).room[:4]) == [codes.OFF_BOARD, codes.OFF_BOARD, -1, -1]
    assert maybe(match, 0) == []
    assert 0 not in maybe(match, 2)


def test_a_missed_pounce_costs_an_action() -> None:
    """HS-3.3: pouncing on nobody spends one of the four actions."""
    match = play(house("C2 .2 .2 .2 .2 .2 .2 .2 p2", mice=2), *["pounce"] * 4)
    assert match.state.captures == 0
    assert match.actors() == (1,)


def test_enough_captures_win_at_once() -> None:
    """HS-3.4, HS-6.1, HS-6.3: reaching or passing the number of mice ends the game in the middle of the turn."""
    match = house("Cpb2 .2 .2 .2 .2 .2 .2 .2 .2")
    play(match, "pounce")
    outcome = match.outcome()
    assert match.is_over
    assert outcome is not None
    assert (outcome.payoffs, outcome.reason) == ((1, -1, -1), "all_caught")
    match = house("Cpb2 .2 .2 .2 .2 .2 .2 .2 t2")
    match.state.record.captures = 2
    assert play(match, "pounce").state.captures == 4
    assert match.is_over


# HS-4 Cheese


def test_forced_mice_are_asked_like_the_others() -> None:
    """HS-4.1: a terrified mouse and one in an empty room have the single choice to leave, and are asked for it."""
    match = play(house("Cp2 b0 t2 .2 .2 .2 .2 .2 .2"), "stop")
    for seat, choices in ((1, ["leave"]), (2, ["leave"]), (3, ["leave", "take"])):
        assert match.actors() == (seat,)
        assert names(match) == choices
        play(match, "leave")


def test_nobody_learns_why_a_mouse_took_nothing() -> None:
    """HS-4.1: for cat and spectator, a mouse that could not take looks like one that did not want to."""
    seen = []
    for drawing in ("Cp2 .0 .2 .2 .2 .2 .2 .2 b2", "C2 p0 .2 .2 .2 .2 .2 .2 b2", "C2 .0 p2 .2 .2 .2 .2 .2 b2"):
        match = play(house(drawing), "stop", "leave")
        seen.append([match.view(viewer).tobytes() for viewer in (-1, 0)])
        assert maybe(match, 0) == list(range(9))
    assert seen[0] == seen[1] == seen[2]


def test_taking_is_public() -> None:
    """HS-4.1: all learn the mouse, the room and the face."""
    match = play(house("C2 .2 p2 .2 .2 .2 .2 .2 b1!"), "stop", "take", "take")
    assert match.told(0, 1) == ["Pip takes cheese in the Library."]
    assert maybe(match, 0) == [2]
    assert match.told(-1, 2) == ["Bramble springs a trap in the Bedroom and is stunned."]


def test_the_token_is_drawn_by_chance() -> None:
    """HS-4.2: with one trap among three tokens, a third of the takes find it."""
    trapped = 0
    for seed in range(600):
        match = house("C2 .2 p3! .2 .2 .2 .2 .2 .2", mice=2)
        match.state.chance[0] = seed
        trapped += int(play(match, "stop", "take").state.traps_found)
    assert 150 < trapped < 250


def test_three_cheeses_a_mouse_win() -> None:
    """HS-4.3, HS-6.1, HS-6.3: the last cheese ends the game before the next mouse is asked."""
    match = house("C2 .2 p2 .2 .2 .2 .2 .2 b2")
    match.state.record.stored = 5
    play(match, "stop", "take")
    outcome = match.outcome()
    assert outcome is not None
    assert (outcome.payoffs, outcome.reason) == ((-1, 1, 1), "cheese_stored")


def test_a_trap_stuns_and_counts_for_nobody() -> None:
    """HS-4.4: the trap leaves the board, the mouse is stunned, neither side comes nearer its goal."""
    match = play(house("C2 .2 p1! .2 .2 .2 .2 .2 b2"), "stop", "take")
    s = match.state.record
    assert (s.captures, s.stored, s.traps_found, s.tokens[2], s.traps[2]) == (0, 0, 1, 0, 0)
    assert s.stunned[0] == codes.FRESHLY_STUNNED


def test_a_stunned_mouse_revives_anywhere() -> None:
    """HS-4.5: it must choose a room, the cat's included, takes nothing, and nobody but mice sees where it is."""
    match = play(house("C2 .2 .2 .2 .2 .2 .2 .2 b2"), "stop")
    assert names(match) == [f"revive {room.lower().replace(' ', '-')}" for room in ROOMS]
    play(match, "revive parlour")
    assert match.actors() == (2,)
    assert match.told(0, 1) == ["Pip is back, somewhere below the floor."]
    assert match.view(0).room[0] == -1
    assert maybe(match, 0) == list(range(9))
    assert match.view(2).room[0] == 0


def test_a_freshly_stunned_mouse_waits_a_round() -> None:
    """HS-4.6: caught in phase 1 or trapped in phase 2, a mouse does nothing until the next round's phase 2."""
    match = play(house("Cp2 .2 b1! .2 .2 .2 .2 .2 t2"), "pounce", "stop", "take")
    assert match.actors() == (3,)
    play(match, "leave", "run bedroom")
    assert match.actors() == (0,)
    play(match, "stop")
    assert match.actors() == (1,)
    play(match, "revive kitchen", "revive kitchen", "leave", "run washroom")
    assert match.state.room[0] == 7


# HS-5 Mice run


def test_mice_run_one_room_unseen() -> None:
    """HS-5.1: 0 or 1 room, through walls, in seat order; also a terrified and a revived mouse; the cat sees nothing."""
    match = play(house(".2 .2 .2 .2 Cp2 .2 .2 .2 .2", mice=2), "stop", "leave", "revive hallway")
    hall = ["run larder", "run scullery", "run hallway", "run music-room", "run washroom"]
    for seat in (1, 2):
        assert match.actors() == (seat,)
        assert names(match) == hall
        play(match, "run scullery")
    assert match.told(0, 3)[0] == "Pip may have moved."
    assert maybe(match, 1) == list(range(9))


@pytest.mark.parametrize(("room", "count"), list(enumerate([15, 10, 15, 10, 5, 10, 15, 10, 15])))
def test_the_number_of_movements(room: int, count: int) -> None:
    """HS-5.3: with all furniture upright a corner has 15 movements, a side room 10, the Hallway 5."""
    cells = [".2"] * 9
    cells[room] = "p2"
    cells[(room + 1) % 9] = "C2"
    match = play(house(" ".join(cells), mice=2), "stop", "leave", "revive hallway")
    assert len(names(match)) == count


def test_toppling_gives_a_step() -> None:
    """HS-5.2: from a corner, toppling its piece reaches every room two steps away; the step may stay unused."""
    match = play(house("p2 .2 .2 .2 .2 .2 C2 .2 .2", mice=2), "stop", "leave", "revive hallway")
    assert [name for name in names(match) if name.startswith("run clock ") and name.count(" ") == 2] == [
        f"run clock {room}" for room in ("parlour", "larder", "library", "scullery", "hallway", "kitchen")
    ]


def test_toppling_on_the_way() -> None:
    """HS-5.2: from a side room a mouse steps into a corner, topples the piece and goes on from there."""
    match = play(house(".2 p2 .2 .2 .2 .2 C2 .2 .2", mice=2), "stop", "leave", "revive hallway")
    toppled = [name for name in names(match) if "lamp" in name]
    assert toppled == [
        "run lamp larder",
        "run lamp library",
        "run lamp music-room",
    ]


def test_at_most_two_pieces_fall() -> None:
    """HS-5.2: a second piece can be reached with the bonus of the first, a third never, nor the opposite corner."""
    match = play(house("p2 .2 .2 .2 .2 .2 .2 C2 .2", mice=2), "stop", "leave", "revive hallway")
    chains = {tuple(name.split()[1:-1]) for name in names(match)}
    assert chains == {(), ("clock",), ("clock", "lamp"), ("clock", "plant")}
    play(match, "run clock lamp music-room")
    assert match.state.upright == 0b1100
    for viewer in (-1, 0):
        assert match.told(viewer, 3) == ["Pip topples the clock and the lamp."]


def test_a_piece_falls_once() -> None:
    """HS-5.2: fallen furniture gives no step to anybody."""
    match = play(house("pb2 .2 .2 .2 .2 .2 .2 C2 .2"), "stop", "leave", "leave", "run clock parlour")
    assert names(match) == ["run parlour", "run larder", "run scullery"]


def test_movements_agree_with_walking_step_by_step() -> None:
    """HS-5.2, HS-5.3: the table of movements is what a step-by-step walk finds, for every room and furniture."""
    for room in range(9):
        for upright in range(16):
            found = set()
            trail: list[tuple[int, int, int, tuple[int, ...]]] = [(room, 1, upright, ())]
            while trail:
                here, steps, standing, fallen = trail.pop()
                found.add((fallen, here))
                if here in CORNERS and standing >> CORNERS.index(here) & 1:
                    piece = CORNERS.index(here)
                    trail.append((here, steps + 1, standing & ~(1 << piece), (*fallen, piece)))
                if steps:
                    near = [r for r in range(9) if abs(r // 3 - here // 3) + abs(r % 3 - here % 3) == 1]
                    trail += [(r, steps - 1, standing, fallen) for r in near]
            table = {
                (fall, end) for fall in FALLS if all(upright >> piece & 1 for piece in fall) for end in ends(room, fall)
            }
            assert table == found


# HS-6 The end


@pytest.mark.parametrize(
    ("stored", "captures", "payoffs", "reason"),
    [
        (4, 1, (-1, 1, 1), "dawn_mice"),
        (2, 1, (1, -1, -1), "dawn_cat"),
        (3, 1, (0, 0, 0), "dawn_draw"),
        (0, 0, (0, 0, 0), "dawn_draw"),
    ],
)
def test_dawn(stored: int, captures: int, payoffs: tuple[float, ...], reason: str) -> None:
    """HS-6.2, HS-6.3: at the end of phase 2 of the dawn round the side nearer its goal wins; phase 3 is left out."""
    match = house("C2 .2 p2 .2 .2 .2 .2 .2 b2", dawn=5)
    match.state.record.night = 5
    match.state.record.stored, match.state.record.captures = stored, captures
    play(match, "stop", "leave")
    assert not match.is_over
    play(match, "leave")
    outcome = match.outcome()
    assert outcome is not None
    assert (outcome.payoffs, outcome.reason) == (payoffs, reason)


def test_the_round_before_dawn_has_a_third_phase() -> None:
    """HS-6.2: only the dawn round leaves phase 3 out."""
    match = house("C2 .2 p2 .2 .2 .2 .2 .2 b2", dawn=5)
    match.state.record.night = 4
    play(match, "stop", "leave", "leave", "run library", "run bedroom")
    assert match.actors() == (0,)
    assert match.state.night == 5


def patrol(match: Match) -> None:
    """Play the cat that lays all spares on its beat and all traps beside it, then walks up and down for ever."""
    play(match, "spare larder", "spare hallway", "spare washroom", "trap parlour", "trap music-room", "trap kitchen")
    beat = cycle(["larder", "hallway", "washroom", "hallway"])
    while not match.is_over:
        (seat,) = match.actors()
        if seat == 0:
            play(match, f"move {next(beat)}" if match.state.left % 2 == 0 else "pounce")
        else:
            match.step(seat, sneak(match, seat))


def sneak(match: Match, seat: int) -> int:
    """Choose for a mouse that keeps to its side of the beat, goes where tokens lie and takes whenever it can."""
    s, legal = match.state.record, match.legal(seat)
    side = [0, 3, 6] if seat % 2 else [2, 5, 8]
    with_tokens = [room for room in side if s.tokens[room] > 0] or side
    if codes.TAKE in legal:
        return codes.TAKE
    if s.phase in {codes.START, codes.CHEESE}:
        return next(action for action in legal if action in with_tokens or action == codes.LEAVE)
    here = int(s.room[seat - 1])
    goal = min(with_tokens, key=lambda room: (abs(room - here), room))
    step = here + (3 if goal > here else -3 if goal < here else 0)
    return codes.FIRST_RUN + step


@pytest.mark.parametrize(
    ("mice", "reason", "stored"),
    [(2, "cheese_stored", 6), (3, "cheese_stored", 9), (4, "dawn_mice", 9), (5, "dawn_mice", 9)],
)
def test_a_patrolling_cat_does_not_stall_the_game(mice: int, reason: str, stored: int) -> None:
    """HS-6.2: against the hallway patrol two and three mice win by cheese, four and five at dawn, 9 to 0."""
    match = start(seats=mice + 1)
    patrol(match)
    outcome = match.outcome()
    assert outcome is not None
    assert (outcome.reason, int(match.state.stored), int(match.state.captures)) == (reason, stored, 0)
