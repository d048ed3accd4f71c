"""What the commands about games, records, bots and serving can be told; light, for every command line needs it."""

from __future__ import annotations

import argparse

from mousehole.cli.numbers import whole

SHELLS = ("bash", "zsh", "fish")
OPTIONS_HELP = "the game's options; `mousehole games` lists them"


def add_play(play: argparse.ArgumentParser) -> None:
    """Describe what can be said when a game is opened."""
    play.add_argument("game", metavar="GAME", nargs="?", help="a game's name, or the beginning of it; asked if missing")
    play.add_argument("--seat", metavar="SEATS", help="the seats you hold: 0, or 1,2,3, or names, or all (default: 0)")
    play.add_argument("--seats", metavar="N", help="how many seats the table has")
    play.add_argument("--options", metavar="A=B,C=D", action="append", default=[], help=OPTIONS_HELP)
    play.add_argument(
        "--bots",
        metavar="NAMES",
        help="who holds the other seats, in turn: random, greedy, kitten, housecat (default), alley_cat, tiger, lion",
    )
    play.add_argument(
        "--seed",
        metavar="N",
        help="deal the game from this number, so that it can be repeated, or today for the deal of the day,"
        " with its seat and its bots (default: a secret one)",
    )
    play.add_argument("--by-hand", action="store_true", help="ask for moves that leave no choice, too")
    play.add_argument("--resume", metavar="FILE", help="go on with a saved game")
    play.add_argument("--save", metavar="FILE", help="where to put the record (default: a free name in this folder)")


def add_rules(rules: argparse.ArgumentParser) -> None:
    """Describe `mousehole rules`."""
    rules.add_argument("game", metavar="GAME", help="a game's name, or the beginning of it")
    rules.add_argument("--full", action="store_true", help="all the rules, with their numbers")


def add_replay(replay: argparse.ArgumentParser) -> None:
    """Describe `mousehole replay`."""
    replay.add_argument("file", metavar="FILE", help="a record; - for standard input")
    replay.add_argument(
        "--as",
        dest="seen_by",
        metavar="SEAT",
        help="whose view to show: a seat's number or name, spectator, or truth"
        " (default: truth for a finished game, spectator for one still going on)",
    )
    replay.add_argument("--to", metavar="MOVE", help="stop after this many moves")


def add_verify(verify: argparse.ArgumentParser) -> None:
    """Describe `mousehole verify`."""
    verify.add_argument("file", metavar="FILE", help="a record; - for standard input")
    verify.add_argument("--promise", metavar="HASH", default="", help="the promise you saw before you contributed")
    verify.add_argument("--commitment", metavar="HASH", default="", help="the commitment you saw when the game began")
    verify.add_argument("--contribution", metavar="TEXT", default="", help="what you added to the deal")


def add_analyse(analyse: argparse.ArgumentParser) -> None:
    """Describe `mousehole analyse`."""
    analyse.add_argument("file", metavar="FILE", help="the record of a finished game; - for standard input")
    analyse.add_argument("--seat", metavar="SEATS", default="all", help="whose decisions to show (default: all)")
    analyse.add_argument("--all", action="store_true", help="also show the decisions that cost nothing")
    analyse.add_argument("--seed", metavar="N", default="0", help="search with other chance (default: 0)")
    analyse.add_argument("--threads", metavar="N", default="2", help="how many moves to look at at a time (default: 2)")
    analyse.add_argument("--json", action="store_true", help="everything as JSON instead of a table")


def add_puzzle(puzzle: argparse.ArgumentParser) -> None:
    """Describe `mousehole puzzle`."""
    puzzle.add_argument("game", metavar="GAME", help="a game's name, or the beginning of it")
    puzzle.add_argument(
        "--grade", type=int, choices=range(1, 6), help="how hard, from 1 to 5 (default: all, the easiest first)"
    )
    puzzle.add_argument("--mine", metavar="N", help="instead, let bots play so many deals, and write down new puzzles")
    puzzle.add_argument("--first", metavar="N", default="0", help="the number of the first deal to mine (default: 0)")
    puzzle.add_argument("--into", metavar="FILE", help="add what is mined to this file (default: print it)")
    puzzle.add_argument("--kind", choices=("move", "deduction", "win"), help="mine this kind alone (default: all)")
    puzzle.add_argument("--pick", metavar="N", help="instead, pick so many different ones of those in --out-of")
    puzzle.add_argument("--out-of", metavar="FILE", nargs="+", default=[], help="files that were mined")


def add_arena(arena: argparse.ArgumentParser) -> None:
    """Describe `mousehole arena`."""
    arena.add_argument("game", metavar="GAME", help="a game's name, or the beginning of it")
    arena.add_argument("--players", metavar="NAMES", required=True, help="the bots that play, such as tiger,kitten")
    arena.add_argument(
        "--games",
        metavar="N",
        default="100",
        help="how many games (default: 100), rounded up until every bot has held every seat equally often",
    )
    arena.add_argument("--seats", metavar="N", help="how many seats the table has")
    arena.add_argument(
        "--first",
        metavar="N",
        default="0",
        help="the number of the first deal (default: 0); another number gives new games",
    )
    arena.add_argument(
        "--options",
        metavar="A=B,C=D",
        action="append",
        default=[],
        help=OPTIONS_HELP,
    )
    arena.add_argument("--threads", metavar="N", default="1", help="how many games to play at a time (default: 1)")
    arena.add_argument("--json", action="store_true", help="the result as JSON instead of a table")


def add_train(train: argparse.ArgumentParser) -> None:
    """Describe `mousehole train`."""
    train.add_argument("game", metavar="GAME", help="a game's name, or the beginning of it")
    train.add_argument(
        "--out", metavar="FOLDER", required=True, help="where curve, checkpoints and the net are written"
    )
    train.add_argument("--resume", action="store_true", help="go on from the checkpoint in that folder")
    train.add_argument(
        "--decisions", metavar="N", help="how long to train in all, such as 1e8 (default: as the recipe)"
    )
    train.add_argument("--minutes", metavar="N", help="the same by the clock")
    train.add_argument("--device", choices=("cpu", "gpu"), default="cpu", help="where games and net are (default: cpu)")
    train.add_argument("--seats", metavar="N,M", help="the numbers of seats to learn, in equal parts")
    train.add_argument("--games", metavar="N", help="how many games to play side by side")
    train.add_argument("--width", metavar="N", help="how wide the net's layers are")
    train.add_argument("--seed", metavar="N", help="another seed, another training")


def add_simulate(simulate: argparse.ArgumentParser) -> None:
    """Describe `mousehole simulate`."""
    simulate.add_argument("game", metavar="GAME", help="a game's name, or the beginning of it")
    simulate.add_argument(
        "--games", metavar="N", default="100000", help="how many games, such as 1e6 (default: 100000)"
    )
    simulate.add_argument("--seats", metavar="N", help="how many seats the table has")
    simulate.add_argument(
        "--options",
        metavar="A=B,C=D",
        action="append",
        default=[],
        help=OPTIONS_HELP,
    )
    simulate.add_argument(
        "--seed", metavar="N", default="0", help="the seed that the games are drawn from (default: 0)"
    )
    simulate.add_argument("--threads", metavar="N", default="1", help="how many threads to use (default: 1)")
    simulate.add_argument("--json", action="store_true", help="the result as JSON instead of a table")
    simulate.add_argument("--csv", metavar="FILE", help="also write every game to this file, one per line")
    simulate.add_argument(
        "--record", metavar="G", help="instead, print game number G of the seed as a record, move by move"
    )


def add_study(study: argparse.ArgumentParser) -> None:
    """Describe `mousehole study`."""
    study.add_argument("name", metavar="NAME", nargs="?", help="a study's name, or all")
    study.add_argument(
        "--games", metavar="N", help="how many games at each table, at most (default: as the study says)"
    )
    study.add_argument("--seed", metavar="N", default="0", help="the seed that the games are drawn from (default: 0)")
    study.add_argument("--threads", metavar="N", default="1", help="how many games to play at a time (default: 1)")
    study.add_argument("--json", action="store_true", help="the result as JSON instead of Markdown")
    study.add_argument("--into", metavar="FILE", help="write the result into its section of this Markdown file")


def add_serve(serve: argparse.ArgumentParser) -> None:
    """Describe `mousehole serve`. Every flag has a variable too: `--bot-threads` is MOUSEHOLE_BOT_THREADS."""
    serve.add_argument("--host", metavar="ADDRESS", help="where to listen (default: 127.0.0.1, this machine only)")
    serve.add_argument("--port", metavar="N", type=whole, help="the port (default: 8000; 0 for any free one)")
    serve.add_argument(
        "--database",
        metavar="URL",
        help="a file, sqlite:///FILE or postgresql://... (default: a file in your data folder)",
    )
    serve.add_argument("--workers", metavar="N", type=whole, help="processes (default: 1); more need PostgreSQL")
    serve.add_argument(
        "--pace", metavar="SECONDS", type=float, help="how long a bot takes for each move (default: 1, at least 0.25)"
    )
    serve.add_argument("--bot-threads", metavar="N", type=whole, help="threads that bots think in (default: 1)")
    serve.add_argument("--tables-per-person", metavar="N", type=whole, help="tables one person may have open")
    serve.add_argument("--origins", metavar="URLS", help="other sites whose pages may use this server, with commas")
    serve.add_argument("--secure-cookies", action="store_true", default=None, help="send cookies over https only")
    serve.add_argument(
        "--log",
        metavar="LEVEL",
        choices=("debug", "info", "warning", "error"),
        help="how much to log (default: info; warning for a person who watches)",
    )
    serve.add_argument("--open", action="store_true", help="open the page in a browser")


def add_export(export: argparse.ArgumentParser) -> None:
    """Describe `mousehole export`."""
    export.add_argument("folder", metavar="FOLDER", help="a new or empty folder, or one with an earlier export")


def add_completion(completion: argparse.ArgumentParser) -> None:
    """Describe `mousehole completion`; its scripts call it again, with what has been typed so far."""
    completion.add_argument(
        "shell", metavar="SHELL", nargs="?", choices=SHELLS, help="bash, zsh or fish (default: yours)"
    )
    completion.add_argument("--typed", nargs=argparse.REMAINDER, help=argparse.SUPPRESS)
