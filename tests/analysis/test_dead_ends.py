"""What is said of a move that loses: what can no longer be done, where the rules show it."""

from __future__ import annotations

from random import Random

from mousehole.analysis.dead_ends import DECISIONS, MOST_DRAWN, Trying, dead_end, is_lost
from mousehole.analysis.hinting import help_with
from mousehole.analysis.labels import BLUNDER
from mousehole.analysis.puzzles import puzzles_of
from mousehole.analysis.verdicts import reason
from mousehole.bots.players import player
from mousehole.engine.match import Match
from mousehole.engine.position import Position
from mousehole.games import load
from mousehole.games.who_done_it.words import LOST
from mousehole.table.puzzling import Puzzled

GAME = load("who_done_it")


def ending(position: Position, action: int) -> str:
    """Say for which reason a move ends the game at once; nothing if it goes on."""
    outcome = position.after(0, action).outcome()
    return "" if outcome is None else outcome.reason


def test_a_losing_move_is_told_what_got_stuck() -> None:
    """The reason of a move that leaves the Mouse no way says so, before what is better, and nothing of the maze."""
    position = Match.start(GAME, seed=3).state
    view = position.view(0)
    stuck = next(action for action in view.legal(0) if ending(position, action) == "mouse_stuck")
    fine = next(action for action in view.legal(0) if not ending(position, action))
    said = reason(view, stuck, fine, 0.5, BLUNDER)
    assert said == f"After it the Mouse has no way on. Better: {view.move_text(fine)}, about 50 in 100."
    assert GAME.words.remark(view.record, 0, fine) in reason(view, fine, fine, 0.5, BLUNDER)
    assert dead_end(view, fine, fine) == ""


def test_what_is_said_to_be_lost_is_lost() -> None:
    """After a move of which a dead end is said nobody ever wins, however the game goes on and whatever is drawn."""
    chooser, bot, found = Random(7), player(GAME, "greedy"), 0
    for seed in range(6):
        match = Match.start(GAME, seed=seed)
        while not match.is_over:
            match.step(0, bot(match.view(0), 0, seed).action)
        for number, (_, action) in enumerate(match.moves[-4:], len(match.moves) - 4):
            view, ways = match.positions[number].view(0), set[str]()
            if not is_lost(Trying(60, MOST_DRAWN), view, action, DECISIONS, ways):
                continue
            found += 1
            assert ways <= set(LOST)
            for chance in range(20):
                world = view.world(0, 1000 + chance).after(0, action)
                while not world.is_over:
                    world = world.after(0, chooser.choice(world.legal(0)))
                outcome = world.outcome()
                assert outcome is not None
                assert not outcome.winners
                assert outcome.reason in ways
    assert found >= 4


def test_each_way_to_lose_has_its_words() -> None:
    """One way is said plainly, several as what is left, a risk as one; every ending that is lost has its words."""
    told = GAME.words.dead_end  # type: ignore[attr-defined]  # of games of one seat alone
    assert told({"cat_stuck"}, is_certain=True) == "After it the Cat has no way on."
    assert told({"no_placement", "cat_stuck"}, is_certain=True) == (
        "After it nothing helps: the Cat has no way on, or no card can be set down any more."
    )
    assert told({"unsolved_cheese"}, is_certain=True) == "After it the Cheese's agenda cannot be met any more."
    assert told({"no_placement"}, is_certain=False) == (
        "After it one unlucky draw is enough: no card can be set down any more."
    )
    assert set(LOST) == {one for one in GAME.words.REASONS[1:] if not one.startswith("solved")}


def test_a_wrong_answer_and_a_hint_say_what_gets_stuck() -> None:
    """A puzzle of Who Done It? says it of the move that was tried, and of the one that a hint strikes out."""
    for puzzle in puzzles_of(GAME):
        posed = Puzzled(GAME, puzzle)
        lost = dead_end(posed.view, puzzle.rival, puzzle.best)
        if lost:
            break
    assert lost.startswith("After it ")
    assert posed.verdict(puzzle.rival)["against"] == lost
    assert posed.verdict(puzzle.best)["against"] == posed.verdict(None)["against"] == ""
    assert help_with(posed.match, puzzle).text.endswith(lost)
