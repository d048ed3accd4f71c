"""Guided first games as pages show them: the script of a game's lesson, played by its true rules, moment by moment."""

from __future__ import annotations

from functools import cache

from mousehole.engine.game import Game
from mousehole.engine.lesson import Lesson
from mousehole.engine.match import Match
from mousehole.games import room
from mousehole.table.errors import NotHere
from mousehole.table.frames import Outgoing, foreseen, legal_moves
from mousehole.table.shapes import LessonOut, LessonStepOut


def lesson_of(game: Game) -> Lesson:
    """Return a game's script."""
    found: Lesson = room(game.facts.id, "lesson").LESSON
    return found


@cache
def lesson(game: Game) -> LessonOut:
    """Play the script and write every moment of it, as the learner sees it."""
    script, known = lesson_of(game), game.facts
    options = known.option_values(dict(script.options))
    match = Match.start(game, seats=script.seats, options=script.options, seed=script.seed)
    steps = []
    told: list[str] = []
    for step in script.steps:
        action = match.parse_move(step.seat, step.move)
        is_learners = step.seat == script.seat
        wanted = action if is_learners else None
        steps.append(moment(match, script.seat, told, step.note, wanted))
        match.step(step.seat, action)
        told = match.told(script.seat, len(match.moves) - 1)
    steps.append(moment(match, script.seat, told, script.farewell, None))
    return LessonOut(
        game=known.id,
        title=known.title,
        seats=[game.words.seat_name(script.seats, seat) for seat in range(script.seats)],
        seat=script.seat,
        options=known.option_texts(options),
        rules_version=known.rules_version,
        steps=steps,
    )


@cache
def played(game: Game, step: int) -> Match:
    """Play the script up to a step."""
    script = lesson_of(game)
    match = Match.start(game, seats=script.seats, options=script.options, seed=script.seed)
    for done in script.steps[:step]:
        match.step(done.seat, match.parse_move(done.seat, done.move))
    return match


def preview(game: Game, step: int, action: int) -> Outgoing:
    """Write what a move of the learner's would change at a step of the script."""
    script = lesson_of(game)
    if step >= len(script.steps):
        raise NotHere("the script has no such step")
    return foreseen(played(game, step), script.seat, action)


def moment(match: Match, seat: int, told: list[str], note: str, wanted: int | None) -> LessonStepOut:
    """Write how the game stands for the learner."""
    view, acting = match.view(seat), match.actors()
    return LessonStepOut(
        view=match.game.picture.show(view.record, seat),
        prompt=view.prompt() if seat in acting else "",
        moves=legal_moves(view) if seat in acting else [],
        acting=list(acting),
        told=told,
        note=note,
        wanted=wanted,
    )
