"""The command line, driven in this process with a scripted player."""

from __future__ import annotations

import contextlib
import json
import re
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mousehole.bots.knowledge import about
from mousehole.bots.nets import BadNet
from mousehole.cli import EXAMPLES, PLAIN, build_parser, main, parse, screen
from mousehole.cli.catalogue import find_game
from mousehole.cli.numbers import parse_number
from mousehole.cli.screen import markdown_text, numbered
from mousehole.cli.table import Table, bot_action, choose, fits
from mousehole.engine.errors import BadSeats, IllegalMove, UnknownGame
from mousehole.engine.game import Game
from mousehole.engine.match import Match
from mousehole.engine.notation import read_match, write_match
from mousehole.games import IDS, facts, load, pages

GAME = "hide_and_squeak"

pytestmark = pytest.mark.xdist_group(GAME)

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Give every test an empty folder to leave records in."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("mousehole.cli.play.program", lambda: "mousehole")


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Run the command line with answers that a player types; after the last one the input ends."""

    def run_command(*arguments: str, answers: object = ()) -> tuple[int, str, str]:
        typed: Iterator[object] = iter(answers)  # type: ignore[call-overload]

        def answer(question: str = "") -> str:
            sys.stdout.write(question)
            found = next(typed, EOFError())
            if isinstance(found, BaseException):
                raise found
            sys.stdout.write(f"{found}\n")
            return str(found)

        monkeypatch.setattr("builtins.input", answer)
        quick = ["--bots", "random"] if arguments[:1] == ("play",) and "--bots" not in arguments else []
        code = main([*arguments, *quick])
        shown = capsys.readouterr()
        return code, shown.out, shown.err

    return run_command


def ones() -> Iterator[str]:
    """Answer every question by the first move."""
    while True:
        yield "1"


def played(seats: int = 3, seed: int = 1, moves: int = 10**6) -> Match:
    """Play a game at random, to its end or so far."""
    match = Match.start(load(GAME), seats=seats, seed=seed, options={"dawn": 5})
    while not match.is_over and len(match.moves) < moves:
        seat = match.actors()[0]
        match.step(seat, bot_action(match, seat, "random"))
    return match


# What there is to play


def test_house_rules_are_listed_and_said(run: Run) -> None:
    """`mousehole games` lists house rules apart, with what is printed; a game with one says so when it begins."""
    code, out, _ = run("games")
    assert code == 0
    assert "House rules, each printed by default:" in out
    assert "captures=0..10 (default: 0, one for each mouse)" in " ".join(out.split())
    code, out, _ = run("play", GAME, "--seats", "3", "--seed", "7", "--options", "dawn=5,captures=1", answers=ones())
    assert "House rules: Captures: 1 (printed: one for each mouse)." in out
    code, out, err = run("play", GAME, "--seats", "6", "--options", "traps=9")
    assert (code, out) == (2, "")
    assert "5 mice cannot store 15 cheeses: with 9 traps there are 12" in " ".join(err.split())


def test_games_lists_everything(run: Run) -> None:
    """`mousehole games` names every game with its title, its sentence and its options."""
    code, out, err = run("games")
    assert (code, err) == (0, "")
    for game_id in IDS:
        known = facts(game_id)
        for text in (game_id, known.title, *(option.name + "=" for option in known.options)):
            assert text in out


@pytest.mark.parametrize("text", ["hide_and_squeak", "Hide and Squeak", "hide-and-squeak", "Hide & Squeak", "HID"])
def test_a_game_is_found_by_any_spelling(text: str) -> None:
    """A game answers to its name, its title and the beginning of either."""
    assert find_game(text) == GAME


@pytest.mark.parametrize(
    ("text", "game_id"), [("heist", "mice_heist"), ("cats", "cloaked_cats"), ("mouse", "cat_and_mouse")]
)
def test_a_word_that_only_one_game_has_finds_it(text: str, game_id: str) -> None:
    """People name a game by the word they remember."""
    assert find_game(text) == game_id


def test_a_beginning_that_several_games_have_names_them() -> None:
    """Where two games are meant, neither is guessed."""
    with pytest.raises(UnknownGame, match="'c' could be cat_and_mouse or cloaked_cats"):
        find_game("c")


def test_an_unknown_game_gets_a_suggestion() -> None:
    """A misspelt game is answered with the one that was probably meant."""
    with pytest.raises(UnknownGame, match="did you mean hide_and_squeak"):
        find_game("hide_and_sqeak")


PAGE = """\
# A game

## In short

Hunt **mice**.

## XX-1 House

- **XX-1.1** Nine rooms.

## Versions

1: first.
"""


def test_rules_are_short_unless_asked_for(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`mousehole rules` shows the summary and says how to see the rest; `--full` shows all."""
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules" / f"{GAME}.md").write_text(PAGE, encoding="utf-8")
    monkeypatch.setattr(pages, "FOLDERS", (tmp_path / "nowhere", tmp_path))
    code, out, _ = run("rules", "hide")
    assert code == 0
    assert "Hunt mice." in out
    assert "XX-1 House" in out
    assert "Nine rooms" not in out
    code, out, _ = run("rules", "hide", "--full")
    assert "XX-1.1 Nine rooms." in out


@pytest.mark.parametrize("game_id", IDS)
def test_every_game_has_a_page_that_begins_in_short(game_id: str) -> None:
    """Every game carries its rules, beginning with a summary."""
    page = pages.rules_page(game_id)
    assert pages.titles(page)[0] == "In short"
    assert pages.section(page, "In short")
    assert pages.section(page, "No such title") == ""


# Playing


def test_a_game_is_played_to_its_end_recorded_and_verified(run: Run) -> None:
    """A whole game: the outcome is told, everything is turned up, and the record verifies and replays."""
    code, out, err = run("play", GAME, "--seats", "3", "--seed", "7", "--options", "dawn=5", answers=ones())
    assert (code, err) == (0, "")
    assert "You are the cat. Bots: Pip (random), Bramble (random)." in out
    assert "Everything is turned up" in out
    assert re.search(r"You win!|You lose\.|draw", out)
    code, out, err = run("verify", "hide-and-squeak-1.mousehole")
    assert (code, err) == (0, "")
    assert out.count("\n") == 1
    assert "legal and complete" in out
    code, out, _ = run("replay", "hide-and-squeak-1.mousehole")
    assert code == 0
    assert "With everything turned up" in out


def test_moves_are_chosen_by_number_name_and_beginning(run: Run) -> None:
    """The same game comes of numbers, of names and of unique beginnings, whatever the case."""
    for answers in (["7", "2", "3"], ["spare kitchen", "spare larder", "spare library"], ["KIT", "la", "spare lib"]):
        run("play", GAME, "--seed", "7", answers=[*answers, "quit"])
    records = [Path(f"hide-and-squeak-{n}.mousehole").read_text(encoding="utf-8") for n in (1, 2, 3)]
    assert records[0] == records[1] == records[2]
    assert "3. the cat: spare library" in records[0]


def test_wishes_beside_a_move_change_nothing(run: Run) -> None:
    """Help, lists, the table, the story, an impossible undo and nonsense leave the game as it was."""
    wishes = ["", "?", "moves", "table", "log", "undo", "99", "0", "no such move", "spare", "log"]
    code, out, _ = run("play", GAME, "--seed", "7", answers=[*wishes, "spare kitchen", "log", "quit"])
    assert code == 0
    for text in (
        "take your last move back",
        "Nothing has happened yet.",
        "Hide and Squeak does not let you take moves back.",
        "The moves have the numbers 1 to 9.",
        "'no such move' is no move here",
        "'spare' could be spare parlour or spare larder or spare library or spare scullery or ...",
        "You lay a spare token in the Kitchen.",
    ):
        assert text in " ".join(out.split())
    assert Path("hide-and-squeak-1.mousehole").read_text(encoding="utf-8").count("the cat:") == 1


def test_several_seats_are_asked_in_turn_with_their_own_view(run: Run) -> None:
    """One person with two mice is asked under each one's name, and sees the table as that mouse."""
    answers = ["start larder", "start library", "quit"]
    _, out, _ = run("play", GAME, "--seats", "3", "--seed", "7", "--seat", "pip,bramble", answers=answers)
    assert "You are Pip and Bramble. Bots: the cat (random)." in out
    pip, bramble = out.index("--- Pip -"), out.index("--- Bramble -")
    assert pip < out.index("Choose the room in which Pip starts.") < bramble
    assert "Pip starts in the Larder." in out[bramble:]


def test_holding_all_seats_tells_the_end_to_everybody(run: Run) -> None:
    """Where rivals share a terminal the last moves are told as a spectator hears them, once everything is open."""
    table = ["play", GAME, "--seats", "3", "--seat", "all", "--options", "dawn=5", "--seed", "7"]
    code, out, _ = run(*table, answers=ones())
    assert code == 0
    assert "You are the cat, Pip and Bramble." in out
    end = out[out.index("--- The end") :]
    assert "You " not in end
    assert "Everything is turned up" in end


def test_the_table_can_be_set_up_by_answers(run: Run) -> None:
    """Without a game's name everything is asked, options and bots too, and nonsense is asked again."""
    answers = ["nonsense", "1", "99", "3", "dawn=late", "dawn=5", "nobody", "cat", "tigre", "Greedy", "quit"]
    code, out, _ = run("play", "--seed", "7", "--bots", "", answers=answers)
    assert code == 0
    assert "Hide and Squeak, 3 seats, walls=east_west, dawn=5." in out
    assert "You are the cat. Bots: Pip (greedy), Bramble (greedy)." in out


def test_who_plays_alone_is_not_asked_for_a_seat_and_may_leave(run: Run) -> None:
    """A game for one asks for nothing that is settled, and `quit` is an answer before the game begins, too."""
    code, out, err = run("play", answers=["who", "quit"])
    assert (code, err) == (2, "mousehole: no game was chosen\n")
    assert "Who are you" not in out


def test_the_end_of_input_saves_and_the_game_goes_on_from_there(run: Run) -> None:
    """A game left by the end of input and resumed ends as the same game played in one go."""
    table = ["play", GAME, "--seats", "3", "--seed", "9", "--options", "dawn=5"]
    run(*table, "--save", "whole", answers=ones())
    code, out, _ = run(*table, "--save", "part", answers=["1"] * 9)
    assert code == 0
    assert "Saved to part. Go on with: mousehole play --resume part --bots random\n" in out
    code, out, _ = run("play", "--resume", "part", "--save", "rest", answers=ones())
    assert code == 0
    assert "You hide a trap in the Parlour." in out  # the last moves are told again
    assert Path("rest").read_text(encoding="utf-8") == Path("whole").read_text(encoding="utf-8")
    code, _, err = run("play", "--resume", "rest")
    assert code == 2
    assert "is over" in err


def test_an_interrupt_saves_and_says_how_to_go_on(run: Run) -> None:
    """Ctrl-C in the middle leaves without a traceback, under a free name, naming the seats that were held."""
    for number in (1, 2):
        code, out, err = run("play", GAME, "--seat", "1,2", "--seed", "7", answers=["1", KeyboardInterrupt()])
        assert (code, err) == (130, "")
        file = f"hide-and-squeak-{number}.mousehole"
        assert f"Saved to {file}. Go on with: mousehole play --resume {file} --seat 1,2 --bots random\n" in out
        assert len(read_match(Path(file).read_text(encoding="utf-8"), load).moves) == 7


def test_a_fault_in_the_program_loses_no_game(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Even an error of our own is one line, and the game is saved."""
    monkeypatch.setattr(Table, "draw", lambda *_: 1 / 0)
    code, out, err = run("play", GAME, "--seed", "7")
    assert code == 1
    assert err.count("\n") == 1
    assert "ZeroDivisionError" in err
    assert "Saved to hide-and-squeak-1.mousehole" in out
    monkeypatch.setenv("MOUSEHOLE_DEBUG", "1")
    with pytest.raises(ZeroDivisionError):
        main(["play", GAME, "--seed", "7", "--bots", "random"])


def test_a_move_is_taken_back_where_the_game_allows_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """`undo` takes back one's own last move, as long as the game says so, and the story forgets it."""
    plain = load(GAME)
    monkeypatch.setattr(plain.rules, "is_undoable", lambda s: s.phase == 0, raising=False)
    match = Match.start(
        Game(replace(plain.facts, has_undo=True), plain.rules, plain.words, plain.picture, load), seed=1
    )
    typed = iter(["undo", "spare kitchen", "undo", "spare larder", "spare larder", "spare larder", "undo"])
    monkeypatch.setattr("builtins.input", lambda _: next(typed))
    with pytest.raises(StopIteration):
        Table(match, (0,), dict.fromkeys(range(1, 5), "random")).run()
    out = capsys.readouterr().out
    assert "There is no move of yours to take back." in out
    assert "The last move is taken back." in out
    assert "The last move cannot be taken back." in out
    assert [action for _, action in match.moves] == [1, 1, 1]


# Records


def test_replay_shows_a_seat_only_what_it_saw(run: Run) -> None:
    """The cat's replay of an unfinished game hides the mice, the truth shows them, and --to stops early."""
    match = played(moves=12)
    Path("game").write_text(write_match(match), encoding="utf-8")
    _, cat, _ = run("replay", "game", "--as", "cat")
    _, spectator, _ = run("replay", "game")
    _, truth, _ = run("replay", "game", "--as", "truth")
    assert "Pip starts somewhere below the floor." in cat
    assert "You hide a trap in" in cat
    assert "Pip starts somewhere below the floor." in spectator
    assert "The cat hides a trap." in spectator
    assert "Pip starts in the" in truth
    assert "The cat hides a trap in" in truth
    assert "The game is not over." in truth
    _, early, _ = run("replay", "game", "--as", "1", "--to", "7")
    assert "7 of 12 moves" in early
    assert "You start in the" in early
    assert "Round 1" not in early


def test_verify_refuses_what_is_not_a_whole_game(run: Run) -> None:
    """Truncated, edited and unfinished records are one line and exit code 3; a missing file is exit code 4."""
    text = write_match(played())
    lines = text.splitlines(keepends=True)
    damaged = {
        "cut": "".join(lines[:-3]),
        "edited": text.replace('[Seed "1"]', '[Seed "2"]'),
        "renamed": text.replace("the cat:", "the dog:"),
        "other result": re.sub(r'Result "[^"]*"', 'Result "9 9 9"', text),
        "unfinished": write_match(played(moves=12)),
        "nothing": "",
        "no rules": text.replace('"1"', '"77"', 1),
    }
    for name, damage in damaged.items():
        Path(name).write_text(damage, encoding="utf-8")
        code, out, err = run("verify", name)
        assert (code, out, err.count("\n")) == (3, "", 1), name
        assert err.startswith(f"mousehole: {name}: ")
    assert run("verify", "nowhere") == (4, "", "mousehole: cannot read nowhere: no such file or directory\n")


@pytest.mark.parametrize(
    ("typed", "number"),
    [("12", 12), ("1e6", 1_000_000), ("2.5E3", 2500), ("1_000_000", 1_000_000), ("1,000", 1000), ("007", 7)],
)
def test_numbers_are_read_as_people_write_them(typed: str, number: int) -> None:
    """A count may be written with a power of ten or in groups of three digits."""
    assert parse_number(typed, "games") == number


@pytest.mark.parametrize(
    "typed", ["", "1.5", "1e", "1e10", "-1", "1e-3", "10,00", "nan", "x", "\N{ARABIC-INDIC DIGIT ONE}"]
)
def test_what_is_no_whole_number_is_refused(typed: str) -> None:
    """Parts, too many, signs, and digits of other scripts are no counts."""
    with pytest.raises(BadSeats, match="whole number such as 12 or 1e6"):
        parse_number(typed, "games")


# Bad input


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (["play", "chess"], 2, "there is no game 'chess'"),
        (["rules", "chess"], 2, "there is no game 'chess'"),
        (["warm", "chess"], 2, "there is no game 'chess'"),
        (["chess"], 2, "there is no command 'chess'"),
        (["rulse", GAME], 2, "did you mean rules?"),
        (["play", GAME, "--seats", "7"], 2, "has 3 to 6 seats, not 7"),
        (["play", GAME, "--seats", "many"], 2, "not 'many'"),
        (["play", GAME, "--seat", "5"], 2, "there is no seat '5'"),
        (["play", GAME, "--seat", "-1"], 2, "there is no seat '-1'"),
        (["play", GAME, "--seat", "dog"], 2, "there is no seat 'dog'"),
        (["play", GAME, "--seat", "1,pip"], 2, "seat 1 is given twice"),
        (["play", GAME, "--seat", "1,,2"], 2, "there is no seat ''"),
        (["play", GAME, "--seed", "seven"], 2, "a seed is a whole number"),
        (["play", GAME, "--seed", "-1"], 2, "a seed is a whole number"),
        (["play", GAME, "--seed", str(2**128)], 2, "a seed is a whole number"),
        (["play", GAME, "--seed", "9" * 5000], 2, "a seed is a whole number"),
        (["play", GAME, "--options", "dawn=4"], 2, "dawn goes from 5 to 200, not 4"),
        (["play", GAME, "--options", "dawn=late"], 2, "dawn is a number, not 'late'"),
        (["play", GAME, "--options", "walls=round"], 2, "walls is one of east_west, north_south"),
        (["play", GAME, "--options", "dusk=4"], 2, "no option 'dusk'"),
        (["play", GAME, "--options", "dawn"], 2, "name=value"),
        (["play", GAME, "--options", "dawn=5", "--options", "dawn=6"], 2, "given twice"),
        (["play", GAME, "--save", "folder"], 4, "folder exists already"),
        (["play", GAME, "--save", "nowhere/x"], 4, "there is no such folder"),
        (["play", GAME, "--seat"], 2, "expected one argument"),
        (["play", GAME, "--bogus"], 2, "unrecognized arguments: --bogus (mousehole play --help says more)"),
        (["play"], 2, "no game was chosen"),
        (["play", "--resume", "missing"], 4, "cannot read missing: no such file or directory"),
        (["play", "--resume", "bytes"], 4, "cannot read 'bytes': it is no text"),
        (["play", "--resume", "good", "--seed", "3"], 2, "--seed is already settled by good"),
        (["play", "--resume", "good", "--seat", "9"], 2, "there is no seat '9'"),
        (["verify", "folder"], 4, "cannot read folder: is a directory"),
        (["verify", "a\0b"], 4, "it is no text"),
        (["replay", "text"], 3, "text: line 1 is neither a header nor a move"),
        (["replay", "good", "--as", "9"], 2, "there is no seat '9'"),
        (["replay", "good", "--as", "1,2"], 2, "--as takes one seat"),
        (["replay", "good", "--to", "13"], 2, "from 0 to 12, not '13'"),
        (["replay", "good", "--to", "-1"], 2, "from 0 to 12, not '-1'"),
        (["verify"], 2, "the following arguments are required: FILE"),
    ],
)
def test_bad_input_is_one_line(run: Run, arguments: list[str], code: int, said: str) -> None:
    """Whatever people get wrong is named in one line on standard error, and nothing is left behind.

    The exit code tells a bad command (2) from a bad record (3) and a bad file (4).
    """
    Path("folder").mkdir()
    Path("text").write_text("Once upon a time\nthere was a mouse.\n", encoding="utf-8")
    Path("bytes").write_bytes(b"\xff\xfe\x00")
    Path("good").write_text(write_match(played(moves=12)), encoding="utf-8")
    found, _, err = run(*arguments)
    assert found == code
    assert err.startswith("mousehole: ")
    assert err.count("\n") == 1
    assert said in err
    assert sorted(path.name for path in Path().iterdir()) == ["bytes", "folder", "good", "text"]


ROWS = [("Move to the Music Room", "move music-room"), ("Move to the Larder", "move larder"), ("Stop here", "stop")]


@pytest.mark.parametrize(
    ("typed", "row"),
    [
        ("1", 0),
        ("03", 2),
        ("move larder", 1),
        ("MOVE  larder", 1),
        ("stop here", 2),
        ("s", 2),
        ("mus", 0),
        ("to lar", 1),
    ],
)
def test_an_answer_finds_its_move(typed: str, row: int) -> None:
    """A number, a name, a text, their beginnings and the beginnings of their words find a move."""
    assert choose(typed, ROWS) == row


def test_a_number_is_always_the_one_on_the_list() -> None:
    """A number means a place in the list, whatever numbers the moves have in their names."""
    rows = [("Name room 1", "name 1"), ("Name room 3", "name 3"), ("Name room 2", "name 2")]
    assert [choose(typed, rows) for typed in ("1", "2", "3")] == [0, 1, 2]
    assert choose("name 2", rows) == 2
    with pytest.raises(IllegalMove, match="the moves have the numbers 1 to 3"):
        choose("4", rows)


def test_words_fit_in_order() -> None:
    """Typed words begin words of the text, in the same order."""
    assert fits("to mus", "Move to the Music Room")
    assert not fits("mus to", "Move to the Music Room")


@given(st.text(min_size=1))
def test_any_answer_is_a_move_or_a_clear_error(typed: str) -> None:
    """No text that somebody can type breaks the table."""
    with contextlib.suppress(IllegalMove):
        assert choose(typed, ROWS) in range(3)


@given(st.lists(st.one_of(st.text(), st.sampled_from(["1", "2", "undo", "?", "log", "table"])), max_size=12))
@settings(max_examples=20, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
def test_any_typing_leaves_a_record_that_can_be_read(tmp_path: Path, typed: list[str]) -> None:
    """Whatever is typed at the table, the game is saved at the end of input and reads back."""
    answers = iter([line for line in typed if line.strip().lower() not in {"quit", "q", "exit"}])

    def answer(_: str) -> str:
        try:
            return next(answers)
        except StopIteration:
            raise EOFError from None

    saved = tmp_path / "saved"
    saved.unlink(missing_ok=True)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("builtins.input", answer)
        assert main(["play", GAME, "--seed", "3", "--save", str(saved), "--bots", "random"]) == 0
    read_match(saved.read_text(encoding="utf-8"), load)


# The looks


def test_long_lists_stand_in_columns(monkeypatch: pytest.MonkeyPatch) -> None:
    """Many moves are set in columns that fit the terminal, read downwards, without losing one."""
    monkeypatch.setattr(screen, "width", lambda: 60)
    rows = [(f"Name room {n}", f"name {n}") for n in range(1, 14)]
    lines = numbered(rows).splitlines()
    assert lines[0] == "   1  Name room 1    name 1     8  Name room 8    name 8"
    assert len(lines) == 7
    assert all(len(line) <= 60 for line in lines)
    assert len(numbered(rows[:3]).splitlines()) == 3
    many = numbered([(f"Name room {n}", f"name {n}") for n in range(1, 26)])
    assert "name 25" not in many
    assert many.splitlines()[0] == "   1  Name room 1    10  Name room 10   19  Name room 19"


def test_moves_too_long_for_the_terminal_hang_under_their_number(monkeypatch: pytest.MonkeyPatch) -> None:
    """A long move is broken between words, and its further lines stand under its first."""
    monkeypatch.setattr(screen, "width", lambda: 40)
    lines = numbered([("Stop", "stop"), ("Set the Minute Lane down at f4 (open E and W)", "place")]).splitlines()
    assert lines == ["  1  Stop", "  2  Set the Minute Lane down at f4", "     (open E and W)"]


def test_the_examples_of_the_help_are_commands() -> None:
    """Every example that `--help` shows is one that the command line can read."""
    for name, examples in EXAMPLES.items():
        for line in examples:
            program, *arguments = line.split()
            assert (program, parse(build_parser(), arguments).command) == ("mousehole", name)


def test_a_text_that_is_its_own_name_stands_once() -> None:
    """A move whose text says its name already is not followed by it."""
    assert numbered([("Stop", "stop"), ("Go on", "go on")]) == "  1  Stop\n  2  Go on"


def test_a_minus_stays_a_minus_in_a_plain_encoding() -> None:
    """An encoding that lacks the minus sign shows a hyphen: a question mark would hide whether a chip helps."""
    assert "orange \N{MINUS SIGN}2, \N{SNOWMAN}".encode("ascii", PLAIN) == b"orange -2, ?"
    assert "orange \N{MINUS SIGN}2".encode("cp1252", PLAIN) == b"orange -2"


def test_markdown_is_shown_plain() -> None:
    """Headings, bold words and code lose their marks; lists wrap under their text."""
    text = markdown_text("## Title\n- **A-1** see `x` " + "word " * 30)
    assert text.startswith("Title\n- A-1 see x word")
    assert text.splitlines()[2].startswith("  word")


def test_warm_compiles_with_progress(run: Run) -> None:
    """`mousehole warm` says how far it is, game by game."""
    code, out, err = run("warm", GAME)
    assert (code, err) == (0, "")
    assert out.startswith("Hide and Squeak: 10% 20% ")
    assert " 100% (" in out
    assert "Everything is ready" in out


def test_without_a_command_help_is_shown(run: Run) -> None:
    """`mousehole` alone lists its commands."""
    code, out, _ = run()
    assert code == 0
    assert "COMMAND" in out


def test_a_tiger_sits_down_for_a_lion_without_its_net(
    run: Run, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """A net that cannot be read ends nobody's game at the terminal: the tiger plays, and that is said once."""

    def refuse(*_: object) -> None:
        raise BadNet("the net of Hide and Squeak cannot be read: it is cut off")

    monkeypatch.setattr("mousehole.bots.insight.net_of", refuse)
    monkeypatch.setitem(about(GAME).LEVELS, "tiger", about(GAME).LEVELS["housecat"])  # quick, and no lion
    code, out, err = run(
        "play", GAME, "--seats", "5", "--seed", "7", "--options", "dawn=5", "--bots", "lion", answers=ones()
    )
    assert (code, err) == (0, "")
    assert "traceback" not in out.lower()
    told = [record.getMessage() for record in caplog.records if "instead" in record.getMessage()]
    assert told == ["the tiger plays instead of the lion: the net of Hide and Squeak cannot be read: it is cut off"]


def test_bots_hold_the_other_seats_and_the_tiger_gives_hints(run: Run) -> None:
    """Bots are seated in turn by name, and `hint` tells the tiger's move, its view of the chances, and a reason."""
    code, out, _ = run(
        "play", GAME, "--seats", "4", "--bots", "kitten,greedy", "--seed", "3", answers=[1] * 6 + ["hint", "quit"]
    )
    assert code == 0
    assert "Bots: Pip (kitten), Bramble (greedy), Tuppence (kitten)." in out
    assert re.search(r"The lion would choose: .*\. Your chance to win: about \d+ in 100\.", out.replace("\n", " "))
    assert "--bots kitten,greedy,kitten" in out


def test_a_hint_is_told_after_the_wait(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """The line that asks for patience is wiped before the hint is told: they must not run into each other."""

    @contextlib.contextmanager
    def waiting(text: str) -> Iterator[None]:
        sys.stdout.write(text)
        yield
        sys.stdout.write("\nwiped\n")

    monkeypatch.setattr("mousehole.cli.table.patience", waiting)
    _, out, _ = run("play", GAME, "--seed", "3", answers=["hint", "quit"])
    assert "\nwiped\nThe lion would choose: " in out


def test_a_bot_that_does_not_exist_is_bad_input(run: Run) -> None:
    """An unknown bot is one line on standard error and exit code 2, at a table and in the arena."""
    for arguments in (["play", GAME, "--bots", "tigre"], ["arena", GAME, "--players", "tigre"]):
        code, _, err = run(*arguments)
        assert (code, err.count("\n")) == (2, 1)
        assert "did you mean tiger?" in err


@pytest.mark.parametrize("wrong", [["--games", "0"], ["--games", "many"], ["--threads", "0"], ["--seats", "9"]])
def test_an_arena_needs_sensible_numbers(run: Run, wrong: list[str]) -> None:
    """Numbers that make no arena are refused in one line."""
    code, _, err = run("arena", GAME, "--players", "random", *wrong)
    assert (code, err.count("\n")) == (2, 1)


def test_the_arena_counts_wins(run: Run) -> None:
    """The arena prints a table with a line for every player and role, and the same as JSON."""
    code, out, _ = run("arena", GAME, "--players", "greedy,random", "--games", "10")
    assert code == 0
    assert re.search(r"greedy +all +10 ", out)
    assert "Games ended by:" in out
    _, out, _ = run("arena", GAME, "--players", "greedy,random", "--games", "10", "--json")
    assert json.loads(out)["overall"]["greedy"]["games"] == 10
