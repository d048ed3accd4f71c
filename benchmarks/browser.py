"""What the browser must come to as well, written down natively: rules, bots and words, game by game.

    python -m benchmarks.browser FOLDER --positions 1000 --frames 2000

plays games, lets the modules in FOLDER (see docs/browser.md) play them again in Node, and counts what is equal. With
`--write OTHER` what was written down stays there, and nothing is checked; `--read OTHER` checks that later.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import random
import struct
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from mousehole.bots import knowledge
from mousehole.bots.names import LEVELS, STRONGEST
from mousehole.bots.players import player, think_for_people
from mousehole.bots.thinking import Thought
from mousehole.engine.game import Game
from mousehole.engine.match import Match
from mousehole.engine.record import new_records
from mousehole.games import IDS, load

CHECKS = Path(__file__).resolve().parent.parent / "tests" / "browser"
MANY = 1000
"""From so many frames on, every value of every option is to be seen."""
SHORT = 4
"""Of such a game so many moves are told."""
Line = dict[str, Any]


def agreed(game: Game, chance: random.Random, *, is_usual: bool = False) -> tuple[int, tuple[int, ...]]:
    """Agree on a number of seats and on options, house rules among them."""
    known = game.facts
    while True:
        seats = chance.randint(known.min_seats, known.max_seats)
        values = [option.default for option in known.options]
        for place, option in enumerate(known.options):
            if not is_usual and chance.random() < (0.2 if option.is_house else 0.5):
                values[place] = chance.randint(option.low, option.highest)
        try:
            return seats, known.check_together(seats, values)
        except Exception:  # noqa: BLE001, S112  # not everything goes together
            continue


def each_value(game: Game) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Agree once on every value of every option, all else as printed; on numbers of seats in turn."""
    known, tried = game.facts, 0
    for place, option in enumerate(known.options):
        for value in range(option.low, option.highest + 1):
            tried += 1
            values = [value if place == other else one.default for other, one in enumerate(known.options)]
            counts = range(known.min_seats, known.max_seats + 1)
            for seats in (*counts[tried % len(counts) :], *counts[: tried % len(counts)]):
                try:
                    yield seats, known.check_together(seats, values)
                except Exception:  # noqa: BLE001, S112  # it does not go together with so many seats
                    continue
                break
            else:
                print(known.id, option.name, value, "goes with nothing that is printed", flush=True)


def careful(match: Match, chance: random.Random) -> tuple[int, int]:
    """Choose any move, but rather one that does not end the game."""
    seat = chance.choice(match.actors())
    legal = match.legal(seat)
    for _ in range(4):
        action = chance.choice(legal)
        if not match.after(seat, action).is_over:
            break
    return seat, action


# Rules


def walk(game: Game, number: int) -> Line:
    """Play a random game; digest all that the contract says at every step."""
    chance, digest = random.Random(number), hashlib.sha256()
    seats, options = agreed(game, chance)
    seed = (number << 70) + 12345 + number
    match = Match(game, seats, options, seed, [], [game.deal(seats, options, seed)])
    trials = new_records(game.rules.State, knowledge.TRIALS)
    while True:
        position = match.state
        digest.update(position.tobytes())
        for seat in range(-1, seats):
            view = position.view(seat)
            digest.update(view.tobytes())
            if seat >= 0:
                legal = position.legal(seat)
                digest.update(struct.pack(f"<{len(legal)}i", *legal))
                if not position.is_over:
                    world = view.world(seat, seed + len(match.moves))
                    digest.update(world.tobytes())
                    weight = knowledge.weigh(world.record, seat, trials, knowledge.PRESENT)
                    digest.update(struct.pack("<d", weight))
        digest.update(struct.pack("<i", int(game.doors.reason(position))))
        if hasattr(game.rules, "is_undoable"):
            digest.update(struct.pack("<i", int(game.doors.is_undoable(position))))
        if match.is_over:
            break
        match.step(*careful(match, chance))
    paid = np.zeros(seats)
    game.doors.payoff(match.state, paid)
    digest.update(paid.tobytes())
    if hasattr(game.rules, "points"):
        paid = np.zeros(seats)
        game.doors.points(match.state, paid)
        digest.update(paid.tobytes())
    return {
        "seats": seats,
        "options": list(options),
        "seed": str(seed),
        "moves": match.moves,
        "digest": digest.hexdigest(),
    }


# Bots


def decisions(game: Game, seed: int) -> Iterator[tuple[Match, int]]:
    """Find decisions with a choice, in games of every kind, half of them as printed, without end."""
    chance, number = random.Random(seed), 0
    beginner = player(game, "greedy")
    while True:
        number += 1
        seats, options = agreed(game, chance, is_usual=number % 4 != 0)
        match = Match.start(
            game, seats=seats, options=game.facts.options_by_name(options), seed=chance.getrandbits(128)
        )
        skip = chance.randrange(6)
        while not match.is_over:
            seat, action = careful(match, chance)
            if len(match.legal(seat)) > 1:
                skip -= 1
                if skip < 0:
                    skip = chance.randrange(4, 14)
                    yield match, seat
                if chance.randrange(2):
                    action = beginner(match.view(seat), seat, chance.getrandbits(60)).action
            match.step(seat, action)


def thought_line(match: Match, seat: int, level: str, seed: int) -> Line:
    """Let a bot think, and write down all of it."""
    view = match.view(seat)
    begun = time.perf_counter()
    if level in LEVELS:
        _, thought = think_for_people(level, match.game, view, seat, seed)
    else:
        thought = player(match.game, level)(view, seat, seed)
    took = time.perf_counter() - begun
    return {
        "level": level,
        "seat": seat,
        "seed": str(seed),
        "views": [frame.hex() for frame in (*view.past.frames, bytes(view.data))],
        "ms": 1000 * took,
        **thought_data(thought),
    }


def thought_data(thought: Thought) -> Line:
    """Write a thought to the last bit."""
    found = [[one.action, one.visits, struct.pack("<d", one.worth).hex()] for one in thought.findings]
    return {"action": thought.action, "iterations": thought.iterations, "findings": found}


def thoughts(game: Game, wanted: dict[str, int], seed: int = 0) -> list[Line]:
    """Let every level think so many times."""
    lines: list[Line] = []
    for level, count in wanted.items():
        for number, (match, seat) in zip(range(count), decisions(game, 100 * seed + len(level)), strict=False):
            lines.append(thought_line(match, seat, level, (number * 0x9E3779B97F4A7C15 + 77) % 2**64))
    return lines


# Words


class Script:
    """Questions to a local table and their answers, written down as they are asked."""

    def __init__(self) -> None:
        """Begin."""
        self.lines: list[tuple[str, str, str]] = []
        self.frames = 0

    def ask(self, question: str, **wish: Any) -> Any:  # noqa: ANN401  # whatever is asked and answered
        """Ask something."""
        from mousehole.browser import local  # brings what a server needs

        text = json.dumps(wish)
        said = local.ask(question, text)
        self.lines.append((question, text, said))
        self.frames += question == "frame"
        return json.loads(said).get("answer")


def told_game(game: Game, number: int, longest: int, terms: tuple[int, tuple[int, ...]] | None = None) -> Script:
    """Play a game at a local table; ask for every frame, and much else on the way and at the end."""
    chance, script, known = random.Random(number), Script(), game.facts
    seats, options = terms or agreed(game, chance, is_usual=number % 3 == 0)
    texts = known.option_texts(options)
    plans = [{"kind": "me"} if seat % 2 == 0 else {"kind": "device", "name": "Zoë"} for seat in range(seats)]
    opened = script.ask(
        "open", code="~A", game=known.id, options=texts, seats=plans, share=f"s{number}", salt="t", at=5, name="Élan"
    )
    state = script.ask("restore", row=opened["row"], events=[opened["event"]], name="Élan")
    script.ask("setup", query=opened["setup"])
    script.ask("seats", game=known.id, count=seats)
    table = sys.modules["mousehole.browser.local"].PLACES["~A"].table
    for step in range(longest):
        for viewer in range(-1, seats):
            script.ask("frame", table="~A", seat=viewer, text=True)
        if state["state"] != "playing":
            break
        match = table.started()
        seat, action = careful(match, chance)
        if step == longest - 1:
            break
        if hasattr(game.picture, "preview"):
            script.ask("preview", table="~A", seat=seat, action=action)
        if chance.randrange(20) == 0 and len(match.legal(seat)) > 1:
            ask_hint(script, game, match, seat, chance.getrandbits(64))
        wish = {"seat": seat, "action": action, "version": table.version, "id": f"k{step}"}
        state = script.ask(
            "apply", table="~A", event=script.ask("do", table="~A", what="move", at=step, **wish)["event"]
        )
        if known.has_undo and chance.randrange(3) == 0:
            wish = {"seat": seat, "version": table.version, "id": f"u{step}"}
            undone = script.ask("do", table="~A", what="undo", at=step, **wish)
            if undone is not None:
                state = script.ask("apply", table="~A", event=undone["event"])
    if state["state"] == "ending":
        ended = script.ask("do", table="~A", what="end", at=9, seat=table.ending, id="end")
        state = script.ask("apply", table="~A", event=ended["event"])
    tell_end(script, table, seats, chance)
    return script


def ask_hint(script: Script, game: Game, match: Match, seat: int, seed: int) -> None:
    """Ask for a hint, with a thought that was thought here."""
    script.ask("advice", table="~A", seat=seat)
    adviser, thought = think_for_people(STRONGEST, game, match.view(seat), seat, seed)
    found = [[one.action, one.visits, one.worth] for one in thought.findings]
    told = {"action": thought.action, "findings": found}
    script.ask("hint", table="~A", seat=seat, seed=str(seed), adviser=adviser, thought=told)


def tell_end(script: Script, table: Any, seats: int, chance: random.Random) -> None:  # noqa: ANN401  # a table
    """Ask for what is told of a game that is over; one that goes on refuses."""
    script.ask("record", table="~A")
    for viewer in range(-1, seats):
        script.ask("moments", table="~A", seat=viewer)
        script.ask("log", table="~A", seat=viewer)
    moves = len(table.started().moves)
    for move in sorted({0, moves, *(chance.randint(0, moves) for _ in range(6))}):
        for eyes in (None, -1, seats - 1):
            script.ask("replay", table="~A", move=move, seat=eyes)


def told_lesson(game: Game) -> Script:
    """Ask for the guided game, its previews, and what is printed."""
    script = Script()
    lesson = script.ask("lesson", game=game.facts.id)
    script.ask("components", game=game.facts.id)
    for step, told in enumerate(lesson["steps"]):
        for move in told["moves"]:
            script.ask("lesson_preview", game=game.facts.id, step=step, action=move["action"])
    return script


def finished_table(game: Game, number: int) -> Line:
    """Play a game to its end at a local table, at random; return what it is restored from."""
    chance, script, known = random.Random(number), Script(), game.facts
    plans = [{"kind": "me"}] * known.usual_seats
    opened = script.ask("open", code="~A", game=known.id, seats=plans, share=f"s{number}", salt="t", at=5)
    events = [opened["event"]]
    state = script.ask("restore", row=opened["row"], events=events)
    table = sys.modules["mousehole.browser.local"].PLACES["~A"].table
    while state["state"] in {"playing", "ending"}:
        if state["state"] == "ending":
            wish: Line = {"what": "end", "seat": table.ending, "id": "end"}
        else:
            seat = chance.choice(table.started().actors())
            action = chance.choice(table.started().legal(seat))
            wish = {"what": "move", "seat": seat, "action": action, "version": table.version, "id": f"k{len(events)}"}
        events.append(script.ask("do", table="~A", at=len(events), **wish)["event"])
        state = script.ask("apply", table="~A", event=events[-1])
    return {"row": opened["row"], "events": events}


def studied(game: Game, number: int) -> Line:
    """Analyse a finished game as a server does; write down what a page gets of it."""
    from mousehole.analysis.analysing import dealt_chances, steps
    from mousehole.analysis.course import so_far
    from mousehole.table.analysed import analysis_data
    from mousehole.table.analysed import told as said
    from mousehole.table.wire import to_json

    restore = finished_table(game, number)
    match = sys.modules["mousehole.browser.local"].PLACES["~A"].table.started()
    known = so_far(match, list(steps(match)), dealt_chances(match))
    found = {**analysis_data(match, known, len(match.moves)), **said("done", "")}
    return {"restore": restore, "theirs": f'{{"answer":{to_json(found).decode()}}}'}


def told_puzzles(game: Game, each: int) -> Script:
    """Ask some puzzles of every kind, answer them, be shown, and look at what a move would change."""
    from mousehole.browser.build import puzzles

    script, known = Script(), game.facts
    found = puzzles(known.id)
    for kind in sorted({one["kind"] for one in found}):
        for puzzle in [one for one in found if one["kind"] == kind][:: max(1, len(found) // each)][:each]:
            asked = {"game": known.id, "puzzle": puzzle}
            posed = script.ask("puzzle", **asked)["posed"]
            script.ask("puzzle_hint", **asked)
            script.ask("puzzle_answer", action=puzzle["best"], **asked)
            script.ask("puzzle_answer", action=None, **asked)
            script.ask("puzzle_answer", action=-7, **asked)
            if hasattr(game.picture, "preview") and kind != "deduction":
                script.ask("puzzle_preview", action=posed["moves"][0]["action"], **asked)
    return script


def told_beside(game: Game) -> Script:
    """Open the deal of a day, and go on from moments of a finished game; look at each table."""
    restore, script = finished_table(game, 1), Script()
    new: Line = {"share": "s", "salt": "t", "at": 9, "name": "Zoë"}
    listed = {"id": game.facts.id, "title": game.facts.title, "usual_seats": game.facts.usual_seats}
    script.ask("today", day="2030-02-03", games=[listed])
    opened = [script.ask("open_day", game=game.facts.id, day="2030-02-03", code="~D", **new)]
    script.ask("restore", **restore)
    for code, redealt in (("~B", None), ("~C", 4503599627370495)):
        wish = {"table": "~A", "move": 2, "seat": 0, "redealt": redealt}
        opened.append(script.ask("open_again", code=code, **wish, **new))
    script.ask("open_again", table="~A", move=10**6, seat=0, code="~E", **new)
    for one in opened:
        script.ask("restore", row=one["row"], events=[one["event"]], name="Zoë")
        script.ask("frame", table=one["row"]["code"], text=True)
    return script


def told(game: Game, wanted: int, longest: int) -> list[list[tuple[str, str, str]]]:
    """Write down the beginning of a game with each value of each option, and games until there are so many frames."""
    scripts, count, number = [told_lesson(game).lines], 0, 0
    for terms in each_value(game) if wanted >= MANY else ():
        script = told_game(game, count, SHORT, terms)
        scripts.append(script.lines)
        count += script.frames
    while count < wanted:
        script = told_game(game, number, longest)
        scripts.append(script.lines)
        count, number = count + script.frames, number + 1
    return scripts


def check(check_name: str, folder: Path, game_id: str, lines: object) -> Line:
    """Let Node do the same with the game's module; return what it found."""
    from hatch_build import node  # stands beside this folder

    with tempfile.NamedTemporaryFile("w", suffix=".json", encoding="utf-8") as file:
        json.dump(lines, file)
        file.flush()
        command = [str(node()[0]), str(CHECKS / check_name), str(folder), game_id, file.name]
        done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603  # our own
    if done.returncode:
        raise SystemExit(done.stdout + done.stderr)
    found: Line = json.loads(done.stdout)
    return found


def main() -> None:
    """Check every game."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, help="where the modules are")
    parser.add_argument("--games", nargs="*", default=list(IDS))
    parser.add_argument("--walks", type=int, default=24)
    parser.add_argument("--positions", type=int, default=100, help="of the tiger; a tenth of them for each other level")
    parser.add_argument("--frames", type=int, default=400)
    parser.add_argument("--puzzles", type=int, default=10, help="of each kind")
    parser.add_argument("--studies", type=int, default=1, help="games that are analysed, with nothing shortened")
    parser.add_argument("--longest", type=int, default=200, help="the longest game that words are made of")
    parser.add_argument("--seed", type=int, default=0, help="other positions for another number")
    parser.add_argument("--write", type=Path, help="write down what is to be checked, into a folder")
    parser.add_argument("--read", type=Path, help="check what was written down there")
    given = parser.parse_args()
    for game_id in given.games:
        for kind, lines in kept(game_id, given.read) if given.read else written(game_id, given):
            report(game_id, kind, lines, given)


def kept(game_id: str, folder: Path) -> Iterator[tuple[str, object]]:
    """Read what was written down about a game."""
    for path in sorted(folder.glob(f"{game_id}.*.json")):
        yield path.suffixes[0][1:], json.loads(path.read_text(encoding="utf-8"))


def written(game_id: str, given: argparse.Namespace) -> Iterator[tuple[str, object]]:
    """Write down what is to be checked of a game, kind by kind."""
    game = load(game_id)
    if given.walks:
        yield "rules", [walk(game, number) for number in range(given.walks)]
    if given.positions:
        few = max(1, given.positions // 10)
        wanted = {"random": few, "greedy": few, **dict.fromkeys(LEVELS, few), "tiger": given.positions}
        yield "bots", thoughts(game, wanted, given.seed)
    if given.frames:
        yield "words", told(game, given.frames, given.longest)
    if given.puzzles:
        yield "words", [told_puzzles(game, given.puzzles).lines, told_beside(game).lines]
    for number in range(given.studies):
        yield "studies", [{**studied(game, number), "shortened": []}]


def report(game_id: str, kind: str, lines: object, given: argparse.Namespace) -> None:
    """Check what was written down, or keep it."""
    if given.write:
        (given.write / f"{game_id}.{kind}.json").write_text(json.dumps(lines), encoding="utf-8")
    else:
        print(game_id, kind, json.dumps(check(f"check_{kind}.mjs", given.folder, game_id, lines)), flush=True)


if __name__ == "__main__":
    main()
