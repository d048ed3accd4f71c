"""A sixth game joins by one line, and from then on it is a game like the others."""

from __future__ import annotations

import os
import random
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import orjson
import pytest
from pydantic import TypeAdapter
from tests.bridges import test_observation
from tests.contract import test_matches, test_pictures, test_positions, test_prose, test_rule_ids, test_travel
from tests.contract.checks import POLICIES, walk_many
from tests.contract.tables import Table, all_tables, modes
from tests.contract.test_walks import check_payoffs
from tests.contract.trace import traces
from tests.games import test_rooms
from tests.server.test_frames import table_of
from tests.sixth.hidden_marks.view import VIEW

import mousehole
from mousehole.batch import Batch
from mousehole.batch.observing import decoded
from mousehole.bots.levels import mind_of
from mousehole.bots.players import player
from mousehole.bridges.setting import setting
from mousehole.cli import main
from mousehole.engine.errors import UnknownGame
from mousehole.engine.match import Match
from mousehole.games import IDS, PACKAGES, add, facts, load, package_of, room
from mousehole.lab.arena import play_game
from mousehole.lab.playing import play_random
from mousehole.lab.results import figures
from mousehole.lab.running import run
from mousehole.lab.setup import SetUp
from mousehole.table import frames
from mousehole.table.lessons import lesson

ROOT = Path(__file__).parents[2]
SOURCE = Path(mousehole.__file__).parent
TABLE = Table("hidden_marks", 2, ())


def test_it_is_there_only_while_it_has_joined() -> None:
    """Without its one line nobody knows the game; with it everybody does; and what was added can go again."""
    assert "hidden_marks" not in mousehole.games()
    game_id = add("tests.sixth.hidden_marks")
    try:
        assert mousehole.games() == (*IDS, game_id)
        assert add("tests.sixth.hidden_marks") == game_id
        assert load(game_id) is load(game_id)
        assert list(modes())[-1] == list(all_tables())[-1] == TABLE
    finally:
        del PACKAGES[game_id]
    for ask in (facts, load):
        with pytest.raises(UnknownGame):
            ask(game_id)


def test_no_two_games_have_one_name(game_id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A game whose id is taken is refused, and the first one stays."""
    monkeypatch.setitem(PACKAGES, game_id, "somewhere.else")
    with pytest.raises(ValueError, match="already"):
        add("tests.sixth.hidden_marks")
    assert package_of(game_id) == "somewhere.else"


def test_games_are_listed_in_one_place() -> None:
    """No shared module names the modules of games itself, or keeps a list of games that a new one would not be in."""
    places = ("games/pages.py", "bots/knowledge.py", "browser/build.py", "browser/pack.py")  # what is built is our own
    tell_ours_apart = {SOURCE / place for place in places}
    for path in sorted({*SOURCE.rglob("*.py")} - {SOURCE / "games" / "__init__.py"}):
        if "stand_ins" in path.parts:  # the same modules, as the browser has them
            continue
        text = path.read_text(encoding="utf-8")
        assert "mousehole.games.{" not in text, path
        assert path in tell_ours_apart or not re.search(r"\bIDS\b|mousehole\.bots\.{", text), path


def test_the_page_names_no_game_outside_its_folder() -> None:
    """What a page knows of a game (colours, cover, words, drawings) stands in the game's own folder alone."""
    page = ROOT / "web" / "src"
    files = [path for path in sorted(page.rglob("*.*")) if path.suffix in {".ts", ".svelte", ".css"}]
    assert len(files) > 100
    for path in files:
        if ".test." not in path.name and path != page / "api" / "schema.ts":
            named = {game_id for game_id in IDS if game_id in path.read_text(encoding="utf-8")}
            assert named <= {path.parent.name}, path


def test_it_plays_in_a_batch(game_id: str) -> None:
    """Many games of it are stepped at once; observations that end with a single event stay inside their rows."""
    batch, agreed = Batch(game_id, 5, seed=3, keeps_moves=True), setting(game_id)
    for _ in range(12):
        for row in range(5):
            match, seat = batch.match(row), int(batch.actors[row])
            assert np.array_equal(decoded(batch.observations[row], agreed.layout), agreed.observe(match.state, seat))
            assert np.flatnonzero(batch.unpacked_masks()[row]).tolist() == match.legal(seat)
        batch.step(batch.random_actions())


@pytest.mark.parametrize("policy", POLICIES)
def test_walks_keep_the_contract(game_id: str, policy: str) -> None:
    """Views, worlds and payoffs keep the contract at every step, however the game is played."""
    for paid in walk_many(TABLE, 100, policy):
        check_payoffs(facts(game_id), paid)


def test_matches_keep_the_contract(game_id: str) -> None:
    """Words, notation, set-up, the guarded door and the end are as in every game."""
    for check in (
        test_matches.test_words_are_told_from_views_alone,
        test_matches.test_moments_are_told_to_everybody,
        test_matches.test_moves_have_names_of_their_own,
        test_matches.test_notation_replays_to_the_same_bytes,
        test_matches.test_setup_writes_every_field,
        test_matches.test_the_door_is_guarded,
        test_matches.test_the_end_has_a_reason,
        test_matches.test_secrets_exist_where_the_game_says_so,
        test_positions.test_doors_do_what_rules_do,
        test_positions.test_looking_ahead_changes_nothing,
        test_positions.test_everybody_can_be_asked_for_a_prompt,
        test_pictures.test_every_move_can_be_reached_by_touching,
    ):
        check(game_id, TABLE)
    for check_game in (
        test_positions.test_fields_are_read_by_their_names,
        test_positions.test_nobody_is_asked_when_it_is_over,
        test_positions.test_a_view_is_a_view_of_one_seat,
        test_positions.test_printing_a_match_gives_no_secret_away,
        test_pictures.test_lessons_play_by_the_true_rules,
        test_rule_ids.test_rule_ids_are_in_order_and_without_gaps,
    ):
        check_game(game_id)
    for check_table in (
        test_prose.test_every_sentence_is_one,
        test_prose.test_a_prompt_offers_nothing_that_is_not_there,
        test_prose.test_the_last_moment_tells_the_end,
    ):
        check_table(TABLE)
    for way in test_travel.WAYS:
        test_travel.test_a_match_arrives_whole(game_id, way)


def test_marks_are_neither_created_nor_lost(game_id: str) -> None:
    """Each seat has as many marks as it has put down, no cell has two, and only marked cells lie open."""
    chooser = random.Random(1)
    for seed in range(10):
        match = Match.start(load(game_id), seed=seed)
        while not match.is_over:
            match.step(match.actors()[0], chooser.choice(match.legal(match.actors()[0])))
            cross, ring = (int(mask) for mask in match.state.marks)
            assert [cross.bit_count(), ring.bit_count()] == match.state.placed.tolist()
            assert cross & ring == 0
            assert int(match.state.open) & ~(cross | ring) == 0


def test_it_has_the_rooms_of_every_game(game_id: str) -> None:
    """The same files as every game, and beside them only what bots know, which for our own games stands in `bots`."""
    found = {path.stem for path in Path(room(game_id, "rules").__file__ or "").parent.glob("*.py")}
    assert found == {*test_rooms.ROOMS, "bots"}
    test_rooms.test_secrets_are_in_their_room(game_id)
    test_rooms.test_every_number_has_its_name_and_every_name_its_number(game_id)
    test_rooms.test_no_number_stands_for_two_things(game_id)


def test_compiled_and_interpreted_rules_agree(game_id: str) -> None:
    """The compiler changes nothing: a process that runs the rules interpreted finds the same game, added there too."""
    code = (
        "from mousehole.games import add; from tests.contract.trace import traces;"
        " print(*traces(add('tests.sixth.hidden_marks')).values())"
    )
    path = os.pathsep.join([str(ROOT / "src"), str(ROOT)])
    env = {**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": path}
    done = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=True)
    assert done.stdout.split() == [*traces(game_id).values()]


def test_learners_observe_it(game_id: str) -> None:
    """The bridges' vector is the view: own marks as members of a set, and the other's only once they lie open."""
    test_observation.test_the_vector_is_the_view(game_id, 2)
    test_observation.test_the_layout_leaves_nothing_out(game_id)
    test_observation.test_what_cannot_be_told_apart_is_observed_alike(game_id, 2)


def test_bots_play_it(game_id: str) -> None:
    """Random, greedy and searching bots find the game's own module, and the greedy one completes a row."""
    game = load(game_id)
    match = Match.start(game, seed=1).play([(0, 0), (1, 8), (0, 1), (1, 7)])
    assert player(game, "greedy")(match.view(0), 0, 5).action == 2
    for names in (["random", "greedy"], ["greedy", "random"]):
        assert play_game(game, 2, (), 3, [player(game, name) for name in names]).is_over


def test_the_lab_plays_it(game_id: str) -> None:
    """Many random games are played in compiled code, and each can be had as a match."""
    found = play_random(load(game_id), 200, seed=2)
    assert np.allclose(found.payoffs.sum(axis=1), 0)
    assert found.match(3).is_over


def test_the_lab_shows_it(game_id: str) -> None:
    """A run of the sixth game has all figures but those of its box, which nobody has described."""
    shown = figures(run(SetUp(game_id, players=("kitten",), games=4), threads=1))
    assert shown is not None
    assert shown.story is not None
    assert (shown.lengths.unit, shown.worths, shown.seats) == ("decisions", (), ())


def test_a_table_sends_it(game_id: str) -> None:
    """A frame has the game's own view in the shape it describes, and the other's mark is not in it."""
    table = table_of(game_id)
    draft = table.move("ann", 0, 4, table.version, "m")
    table.apply(draft.event(table.version + 1, 1000), draft.position)  # type: ignore[union-attr]
    for viewer, mark in ((0, 0), (1, None), (-1, None)):
        body = frames.frame_body(table, viewer, frames.Company(), frames.Teller(viewer), frames.Common(), has_text=True)
        frame = orjson.loads(b"{" + body + b"}")
        assert (frame["game"], frame["title"]) == (game_id, "Hidden Marks")
        TypeAdapter(VIEW).validate_json(orjson.dumps(frame["view"]), strict=True)
        assert frame["view"]["cells"][4]["mark"] == mark
        assert len(frame["moves"]) == (9 if viewer == 1 else 0)
    assert lesson(load(game_id)).steps[-1].told == ["You mark bottom."]


def test_the_terminal_knows_it(
    game_id: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """It is listed, found by a word of its title, its rules are shown, and it is played to its end."""
    monkeypatch.chdir(tmp_path)
    assert main(["games"]) == 0
    assert "Hidden Marks, 2 players" in capsys.readouterr().out
    assert main(["rules", "marks"]) == 0
    assert "Three own marks in a row win" in " ".join(capsys.readouterr().out.split())
    monkeypatch.setattr("builtins.input", lambda _="": "1")
    assert main(["play", "hidden", "--seat", "all", "--seed", "1"]) == 0
    assert "has three in a row." in capsys.readouterr().out


def test_a_game_without_a_lion_is_played_by_its_tiger(game_id: str) -> None:
    """A game from elsewhere need not have every level: another one stands in."""
    assert mind_of(game_id, "lion") == mind_of(game_id, "tiger")
