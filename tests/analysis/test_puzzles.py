"""Puzzles and the deal of the day."""

from __future__ import annotations

from datetime import date
from itertools import islice
from pathlib import Path

import pytest

from mousehole.analysis import mining
from mousehole.analysis.daily import daily_seed
from mousehole.analysis.growing import Evaluator
from mousehole.analysis.hinting import explanation
from mousehole.analysis.mining import AHEAD, LEAST, mined
from mousehole.analysis.picking import APART
from mousehole.analysis.puzzles import DEDUCTION, MOVE, WIN, Puzzle, chosen, name_of, puzzles_of, read_line
from mousehole.analysis.riddles import facts_of, riddles_of
from mousehole.analysis.solving import depth_of
from mousehole.cli import main
from mousehole.cli.puzzling import SOLVED, read_solved
from mousehole.cli.table import seed_for
from mousehole.engine.deals import seat_of_day, thought_of_day
from mousehole.engine.match import Match
from mousehole.games import IDS, load


def test_the_deal_of_a_day_is_fixed() -> None:
    """The seed depends on game and date alone, and is the published one: it must never change."""
    day = date(2026, 11, 16)
    seeds = {daily_seed(game_id, day) for game_id in IDS} | {daily_seed(IDS[0], date(2026, 11, 17))}
    assert len(seeds) == len(IDS) + 1
    assert all(0 <= seed < 2**128 for seed in seeds)
    assert daily_seed("hide_and_squeak", day) == 38030964715452791498836200694108292359


def test_the_deal_of_the_day_is_played_by_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """`--seed today` deals what the date says, on the seat and against the bots that everybody has on the page."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("mousehole.analysis.daily.today", lambda: date(2026, 1, 2))
    monkeypatch.setattr("builtins.input", lambda _: "quit")
    main(["play", "cat_and_mouse", "--seed", "today", "--save", "game"])
    seed = daily_seed("cat_and_mouse", date(2026, 1, 2))
    assert f'[Seed "{seed}"]' in Path("game").read_text(encoding="utf-8")
    names = "the Inspector", "the Mouse"
    mine = seat_of_day(seed, 2)
    assert f"You are {names[mine]}. Bots: {names[1 - mine]} (alley cat)." in capsys.readouterr().out
    match = Match.start(load("cat_and_mouse"), seed=seed)
    assert seed_for(match, 1) == thought_of_day(seed, 0, 1)


@pytest.mark.parametrize("game_id", IDS)
def test_the_package_has_many_different_puzzles_of_every_game(game_id: str) -> None:
    """There are at least 200, none twice, they are graded, and the easiest come first."""
    found = puzzles_of(load(game_id))
    assert len(found) >= 200
    assert len({(one.seed, one.options, one.actions, one.seat, one.subject) for one in found}) == len(found)
    assert [one.grade for one in found] == sorted(one.grade for one in found)
    assert len({one.grade for one in found}) >= 3


@pytest.mark.parametrize("game_id", IDS)
def test_puzzles_of_the_package_have_one_right_answer(game_id: str) -> None:
    """Each leads by legal moves to its moment; a best move is legal and well ahead, a deduction is certain there."""
    game = load(game_id)
    names = set()
    for puzzle in puzzles_of(game):
        match = puzzle.match(game)
        assert 1 <= puzzle.grade <= 5
        assert read_line(puzzle.line()) == puzzle
        names.add(puzzle.name)
        if puzzle.kind != DEDUCTION:
            assert puzzle.best in match.legal(puzzle.seat)
            assert len(match.legal(puzzle.seat)) >= LEAST
            assert puzzle.chance - puzzle.second >= AHEAD - 0.001
            assert explanation(match, puzzle).startswith("It wins")
            assert puzzle.rival in set(match.legal(puzzle.seat)) - {puzzle.best}
        else:
            check_deduction(match, puzzle)
    assert len(names) == len(puzzles_of(game))


@pytest.mark.parametrize("game_id", IDS)
def test_a_quick_search_finds_easy_moves(game_id: str) -> None:
    """Of a sample of best moves, easy ones, a search of a moment finds each; a certain win is one, and the only one."""
    game = load(game_id)
    puzzles = puzzles_of(game)
    for puzzle in [one for one in puzzles if one.kind == MOVE and one.grade <= 2][::12]:
        view = puzzle.match(game).view(puzzle.seat)
        legal = view.legal(puzzle.seat)
        chances = Evaluator(view, 1).survey(legal, max(300, 10 * len(legal)))
        assert max(chances, key=lambda action: chances[action]) == puzzle.best, puzzle.name
    for puzzle in [one for one in puzzles if one.kind == WIN][::8]:
        assert depth_of(puzzle.match(game).state, puzzle.best) is not None, puzzle.name


def check_deduction(match: Match, puzzle: Puzzle) -> None:
    """Check a deduction: certain by counting, true, true in worlds that fit the view, and not certain a fact before."""
    room = riddles_of(puzzle.game)
    assert room is not None
    view = match.view(puzzle.seat)
    assert room.answer(view.record, puzzle.seat, puzzle.subject) == puzzle.best
    assert room.holds(match.state.record, puzzle.subject, puzzle.best)
    assert all(room.holds(view.world(puzzle.seat, seed).record, puzzle.subject, puzzle.best) for seed in range(3))
    before = view.past[-1]
    assert room.answer(before.record, puzzle.seat, puzzle.subject) is None
    assert puzzle.best in [one.code for one in room.riddle(view.record, puzzle.seat, puzzle.subject).candidates]


@pytest.mark.parametrize("game_id", [one for one in IDS if riddles_of(one)])
def test_a_riddle_tells_all_that_is_needed_and_shows_no_answer(game_id: str) -> None:
    """Its last fact leaves the answer, facts say what they leave, and the page's view has nothing worked out."""
    game, room = load(game_id), riddles_of(game_id)
    assert room is not None
    riddles = [one for one in puzzles_of(game) if one.kind == DEDUCTION]
    assert riddles
    for puzzle in riddles[::25]:
        match = puzzle.match(game)
        facts = facts_of(match, puzzle)
        assert list(facts[-1].left) == [puzzle.best]
        assert all(fact.told and fact.remark for fact in facts if fact.tells and fact.left)
        view = match.view(puzzle.seat)
        veiled = room.veiled(game.picture.show(view.record, puzzle.seat))
        assert room.veiled(veiled) == veiled
        assert veiled != game.picture.show(view.record, puzzle.seat)


def test_mining_finds_moments_with_one_best_move(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is mined is clearly ahead, repeats itself for the same deal, and leaves out what is solved."""
    monkeypatch.setattr(mining, "DEEP", 3)
    monkeypatch.setattr(mining, "GLANCE", 60)
    monkeypatch.setattr(mining, "SURELY", 0.0)
    game = load("cat_and_mouse")
    found = list(islice((puzzle for deal in range(6) for puzzle in mined(game, deal)), 2))
    assert found
    assert found == list(islice((puzzle for deal in range(6) for puzzle in mined(game, deal)), 2))
    assert all(puzzle.chance - puzzle.second >= AHEAD - 0.001 for puzzle in found)
    first = chosen(found, set())
    assert first is not None
    assert first.grade == min(puzzle.grade for puzzle in found)
    assert chosen(found, {name_of(puzzle) for puzzle in found}) is None


def test_a_puzzle_is_solved_at_the_terminal_and_remembered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A right answer is praised and not asked again; a wrong one is told what is better, and the next puzzle comes."""
    game = load("cat_and_mouse")
    match = Match.start(game, seed=3)
    while len(match.legal(match.actors()[0])) < 2:
        match.step(match.actors()[0], match.legal(match.actors()[0])[0])
    seat = match.actors()[0]
    legal = match.legal(seat)
    made = Puzzle(
        game=game.facts.id, rules=game.facts.rules_version, seats=2, options=match.options, seed=3,
        actions=tuple(action for _, action in match.moves), seat=seat, best=legal[1],
        chance=0.8, second=0.6, grade=2, reason="", rival=legal[0],
    )  # fmt: skip
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setattr("mousehole.analysis.puzzles.puzzles_of", lambda _: [made])
    for answers, said in (
        (["1"], "Better:"),
        (["quit"], "One move is clearly best."),
        (["?", "1"], "quit    leave"),
        (["show"], "Best:"),
        (["show"], "come again the next time"),
        (["99", "hint", "2"], "Right! It wins about 80 in 100, any other move about 60 in 100 at most."),
        ([], "1 solved, 1 of them with a hint.\nThere is no puzzle left"),
    ):
        typed = iter(answers)
        monkeypatch.setattr("builtins.input", lambda _, typed=typed: next(typed))
        assert main(["puzzle", "cat_and_mouse"]) == 0
        told = capsys.readouterr().out
        assert said in told
        assert (match.view(seat).move_text(legal[0]) in told.partition("Strike out")[2]) == ("hint" in answers)


def test_a_grade_is_chosen_at_the_terminal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Only puzzles of the chosen grade are asked; when it is done that is said, and the next one is offered."""
    found = puzzles_of(load("cat_and_mouse"))
    (hardest,) = (one for one in found if one.grade == 5)
    easy = [one for one in found if one.grade == 1 and one.kind == MOVE][:1]
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setattr("mousehole.analysis.puzzles.puzzles_of", lambda _: [*easy, hardest])
    right = str(hardest.match(load("cat_and_mouse")).legal(hardest.seat).index(hardest.best) + 1)
    asked: list[str] = []
    typed: list[str] = []

    def answer(line: str) -> str:
        asked.append(line)
        return typed.pop(0)

    monkeypatch.setattr("builtins.input", answer)
    for grade, answers, said in (
        ("5", ["show", "no"], "That was the last one of grade 5. Those"),
        ("5", [right, "no"], "There is no puzzle of grade 5 left to solve."),
        ("4", ["no"], "There are no puzzles of Cat & The Mouse of grade 4 yet."),
        ("5", ["yes", "quit"], "grade 1 of 5"),
    ):
        asked[:], typed[:] = [], answers
        assert main(["puzzle", "cat_and_mouse", "--grade", grade]) == 0
        told = capsys.readouterr().out
        assert said in told
        assert ("grade 1 of 5" in told) == ("yes" in answers)
        assert "Go on with grade 1? [yes] " in asked


def test_what_earlier_programs_remembered_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A list of names, as it was written before there were hints, counts as solved without one."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    (tmp_path / "mousehole").mkdir()
    (tmp_path / "mousehole" / "puzzles.json").write_text('["cat_and_mouse 1 5-8"]', encoding="utf-8")
    assert read_solved() == {"cat_and_mouse 1 5-8": SOLVED}
    (tmp_path / "mousehole" / "puzzles.json").write_text("{[", encoding="utf-8")
    assert read_solved() == {}


def test_a_riddle_is_solved_at_the_terminal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Facts are numbered, the table that would tell is not drawn, and the answer explains what each fact leaves."""
    game = load("hide_and_squeak")
    asked = next(one for one in puzzles_of(game) if one.kind == DEDUCTION)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setattr("mousehole.analysis.puzzles.puzzles_of", lambda _: [asked])
    typed = iter(["hint", str(asked.best + 1)])
    monkeypatch.setattr("builtins.input", lambda _: next(typed))
    assert main(["puzzle", "hide_and_squeak"]) == 0
    said = capsys.readouterr().out
    before, _, after = said.partition("Right!")
    assert "Where is" in before
    assert "Look at fact" in before
    assert "Left:" not in before
    assert "Left:" in after


def test_picking_keeps_different_puzzles_of_all_grades(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """No two of what is picked are near each other in a deal, and every grade that was mined is there."""
    game = load("cat_and_mouse")
    mined = tmp_path / "mined.jsonl"
    mined.write_text("".join(f"{one.line()}\n" for one in puzzles_of(game)), encoding="utf-8")
    assert main(["puzzle", "cat_and_mouse", "--pick", "20", "--out-of", str(mined)]) == 0
    found = [read_line(line) for line in capsys.readouterr().out.splitlines() if line.startswith("{")]
    assert len(found) == 20
    assert {one.grade for one in found} == {one.grade for one in puzzles_of(game)}
    places = [(one.kind, one.seed, len(one.actions)) for one in found]
    assert all(
        abs(moves - others) >= APART
        for at, (kind, deal, moves) in enumerate(places)
        for which, dealt, others in places[:at]
        if (kind, deal) == (which, dealt)
    )
