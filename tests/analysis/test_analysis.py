"""The analysis of a finished game: verdicts from what a seat knew, curves, luck and skill."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
from tests.bots.test_hints import certain_ball

from mousehole.analysis import Analysis, NotOver, analyse, steps
from mousehole.analysis.course import views_of
from mousehole.analysis.growing import Evaluator, true_chances
from mousehole.analysis.labels import BEST, BLUNDER, DOUBTFUL, GOOD, LABELS, MISTAKE, counted, is_settled, label_of
from mousehole.analysis.luck import TENTHS
from mousehole.analysis.verdicts import reason
from mousehole.engine.match import Match
from mousehole.games import IDS, load
from mousehole.games.cloaked_cats.codes import PASS


@pytest.fixture(autouse=True)
def _short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Search a moment only: what is tested here does not depend on how long."""
    monkeypatch.setattr("mousehole.analysis.analysing.iterations_for", lambda *_: 30)
    monkeypatch.setattr("mousehole.analysis.verdicts.LOOKS", 1)
    monkeypatch.setattr("mousehole.analysis.evaluating.TREES", 2)
    monkeypatch.setattr("mousehole.analysis.outlook.TIMES", 8)


@cache
def random_match(game_id: str, seed: int = 5) -> Match:
    """Play a game at random to its end."""
    match, rng = Match.start(load(game_id), seed=seed), np.random.default_rng(seed)
    while acting := match.actors():
        seat = int(rng.choice(acting))
        match.step(seat, int(rng.choice(match.legal(seat))))
    return match


@cache
def short_analysis(game_id: str) -> Analysis:
    """Analyse that game."""
    return analyse(random_match(game_id))


@pytest.mark.parametrize("game_id", IDS)
def test_no_game_is_analysed_before_it_is_over(game_id: str) -> None:
    """While a game goes on nothing of an analysis can be asked for, not even its first step."""
    match = Match.start(load(game_id), seed=1)
    with pytest.raises(NotOver, match="when it is over"):
        analyse(match)
    with pytest.raises(NotOver):
        steps(match)


@pytest.mark.parametrize("game_id", IDS)
def test_every_choice_has_a_verdict_and_nothing_else_has(game_id: str) -> None:
    """Each decision is judged once, with a chance for every legal move; forced moves have no verdict."""
    match, analysis = random_match(game_id), short_analysis(game_id)
    views = views_of(match)
    choices = [move for move, view in enumerate(views) if len(view.legal(view.viewer)) > 1]
    assert [verdict.move for verdict in analysis.verdicts] == choices
    for verdict in analysis.verdicts:
        view = views[verdict.move]
        assert (verdict.seat, verdict.action) == match.moves[verdict.move]
        assert sorted(one.action for one in verdict.chances) == view.legal(verdict.seat)
        assert verdict.label in LABELS
        assert verdict.label == label_of(verdict.loss)
        assert verdict.best_chance == max(one.chance for one in verdict.chances)
        assert all(0.0 <= one.chance <= 1.0 for one in verdict.chances)
        assert verdict.loss == pytest.approx(verdict.best_chance - verdict.chance)
        assert verdict.reason
        assert (verdict.label == BEST) == (verdict.loss == 0.0) == (verdict.best == verdict.action)


@pytest.mark.parametrize("game_id", IDS)
def test_the_parts_of_luck_and_skill_add_up_exactly(game_id: str) -> None:
    """Beginning, own decisions, others' gifts and chance make the end, to the last tenth, for every side."""
    match, analysis = random_match(game_id), short_analysis(game_id)
    assert [one.side for one in analysis.luck] == match.game.facts.sides(match.seats)
    for one, end in zip(analysis.luck, analysis.graph[-1].truth, strict=True):
        assert one.begin + one.own + one.given + one.chance == one.end == round(TENTHS * end)
        assert one.own <= 0 <= one.given
    lost = sum(verdict.loss for verdict in analysis.verdicts)
    assert sum(-one.own for one in analysis.luck) == pytest.approx(TENTHS * lost, abs=len(analysis.luck))


@pytest.mark.parametrize("game_id", IDS)
def test_the_graph_has_every_moment_and_ends_with_the_result(game_id: str) -> None:
    """A point for the deal and one after every move; in truth the sides share 1, and the end is what came of it."""
    match, analysis = random_match(game_id), short_analysis(game_id)
    assert [point.move for point in analysis.graph] == list(range(len(match.moves) + 1))
    for point in analysis.graph:
        if len(analysis.sides) > 1:
            assert sum(point.truth) == pytest.approx(1.0)
        assert all(0.0 <= chance <= 1.0 for chance in (*point.own, *point.truth))
    outcome = match.outcome()
    assert outcome is not None
    side_of = match.game.facts.side_of
    for side, own, truth in zip(analysis.sides, analysis.graph[-1].own, analysis.graph[-1].truth, strict=True):
        assert own == truth
        assert (truth > 0.0) == any(side_of(seat) == side for seat in outcome.winners)


@pytest.mark.parametrize("game_id", IDS)
def test_the_same_game_gives_the_same_analysis(game_id: str) -> None:
    """Neither the number of threads nor a second run changes anything; another seed may."""
    assert analyse(random_match(game_id), threads=1) == short_analysis(game_id)


@pytest.mark.parametrize("game_id", IDS)
def test_a_verdict_rests_on_what_the_seat_knew(game_id: str) -> None:
    """The view judged is the very view that the seat had, with its past, whatever is hidden behind it."""
    match = random_match(game_id)
    again = Match(match.game, match.seats, match.options, match.seed, [], [match.positions[0]])
    for view, (seat, action) in zip(views_of(match), match.moves, strict=True):
        had = again.view(seat)
        assert (view, view.past.frames) == (had, had.past.frames)
        again.step(seat, action)


@pytest.mark.parametrize("game_id", IDS)
def test_a_search_looks_at_the_moves_it_is_given(game_id: str) -> None:
    """All of them and no other, also those that the search itself finds not worth a thought."""
    match = random_match(game_id)
    view = max(views_of(match), key=lambda view: len(view.legal(view.viewer)))
    legal = view.legal(view.viewer)
    evaluator = Evaluator(view, 3)
    assert [found.action for found in evaluator.compare(legal, 2 * len(legal))] == legal
    (alone,) = evaluator.compare(legal[-1:], 20)
    assert (alone.action, alone.visits) == (legal[-1], 20)
    assert evaluator.compare(legal[-1:], 20) == evaluator.compare(legal[-1:], 20)


@pytest.mark.parametrize("game_id", IDS)
def test_the_truth_near_the_end_is_what_comes(game_id: str) -> None:
    """A position that is over has the result for its chance, whoever asks and however often it is played on."""
    last = random_match(game_id).positions[-1]
    assert true_chances(last, 1) == true_chances(last, 2)
    assert set(true_chances(last, 1)) <= {0.0, 0.25, 0.5, 1.0} or sum(true_chances(last, 1)) == pytest.approx(1.0)


def test_what_is_certain_is_said_once() -> None:
    """Of a certain guess the reason says what was certain, and not in other words again."""
    match = certain_ball()
    view, sure = match.view(0), match.parse_move(0, "ask ruby striped")
    said = reason(view, PASS, sure, 0.8, BLUNDER)
    assert said == f"Better: {view.move_text(sure)}, about 80 in 100. It was certain that Ruby is striped."
    assert reason(view, sure, sure, 0.8, BEST) == "It was certain that Ruby is striped."


def test_labels_follow_the_documented_thresholds() -> None:
    """Each label begins at its threshold, and a loss within the search's own doubt is none."""
    said = [label_of(loss) for loss in (0.0, 0.0249, 0.025, 0.05, 0.0999, 0.1, 0.2, 1.0)]
    assert said == [BEST, BEST, GOOD, DOUBTFUL, DOUBTFUL, MISTAKE, BLUNDER, BLUNDER]
    assert counted(0.03, 0.02) == 0.0
    assert counted(0.05, 0.02) == 0.05
    assert counted(-0.05, 0.0) == counted(0.02, 0.0) == 0.0


def test_a_label_is_settled_when_the_doubt_cannot_change_it() -> None:
    """Between two thresholds it is, near one it is not; a loss that may be nothing is not, either."""
    assert is_settled(0.0, 0.005)
    assert is_settled(0.15, 0.02)
    assert not is_settled(0.195, 0.01)
    assert not is_settled(0.02, 0.01)
    assert is_settled(0.6, 0.05)


def test_where_nothing_is_hidden_a_side_sees_what_is_true() -> None:
    """In a game without secrets nobody is deceived: the two curves are one."""
    open_games = [game_id for game_id in IDS if not load(game_id).facts.has_secrets]
    assert open_games
    for game_id in open_games:
        assert all(point.own == point.truth for point in short_analysis(game_id).graph)
