"""What `mousehole lab`, `tune` and `report` can be told; light, for every command line is parsed with it."""

from __future__ import annotations

import argparse

OPTIONS = "the game's options, house rules too; `mousehole games` lists them"
PLAYERS = "who plays: one name for all, or one a side, such as tiger,lion (default: housecat)"


def add_game(command: argparse.ArgumentParser, what: str = "a game's name, or the beginning of it") -> None:
    """Describe which games are played."""
    command.add_argument("game", metavar="GAME", help=what)
    command.add_argument("--options", metavar="A=B,C=D", action="append", default=[], help=OPTIONS)
    command.add_argument("--players", metavar="NAMES", help=PLAYERS)
    command.add_argument("--seed", metavar="N", help="the seed that the games are drawn from (default: 0)")


def add_engine(command: argparse.ArgumentParser) -> None:
    """Describe who plays the games."""
    command.add_argument(
        "--engine",
        choices=("threads", "gpu", "ray"),
        default="threads",
        help="threads of this machine (default), a GPU for random players and nets, or a cluster of Ray",
    )
    command.add_argument("--threads", metavar="N", help="how many threads, or processes of Ray (default: all cores)")
    command.add_argument("--address", metavar="HOST:PORT", help="where a cluster is (default: one on this machine)")
    command.add_argument("--folder", metavar="FOLDER", help="keep what has been played here, and go on from there")


def add_lab(lab: argparse.ArgumentParser) -> None:
    """Describe `mousehole lab`."""
    add_game(lab, "a game's name, or a whole set-up as a link of the lab has it, in quotes")
    lab.add_argument("--seats", metavar="N", help="how many seats the table has")
    lab.add_argument("--games", metavar="N", help="how many games (default: 1000)")
    lab.add_argument(
        "--repeats", metavar="N", help="how often each deal is played, to tell luck from play (default: 1)"
    )
    lab.add_argument("--without", metavar="COMPONENT", help="a card, room or job that may not be used, such as lamp")
    lab.add_argument(
        "--but",
        metavar="NAME=VALUE",
        action="append",
        default=[],
        help="compare with a second set-up, on the same deals, that differs in this: an option, players, without",
    )
    add_engine(lab)
    lab.add_argument("--json", action="store_true", help="the figures as JSON instead of text")
    lab.add_argument("--csv", metavar="FILE", help="also write every game to this file, one per line")
    lab.add_argument("--record", metavar="G", help="instead, print game number G as a record, move by move")


def add_tune(tune: argparse.ArgumentParser) -> None:
    """Describe `mousehole tune`."""
    add_game(tune)
    tune.add_argument("--aim", metavar="WHO=SHARE", required=True, help="who should win how often, such as cat=50%%")
    tune.add_argument(
        "--over", metavar="NAME=LOW..HIGH", required=True, help="what may change, such as captures=2..4,dawn=8..24"
    )
    tune.add_argument("--seats", metavar="N", help="how many seats the table has")
    tune.add_argument("--games", metavar="N", default="200", help="how many games tell of each trial (default: 200)")
    tune.add_argument("--trials", metavar="N", default="30", help="how many set-ups are tried in all (default: 30)")
    tune.add_argument("--minutes", metavar="N", help="stop after so many minutes, if trials are not done by then")
    tune.add_argument(
        "--confirm",
        metavar="N",
        help="how many new games confirm the best (default: 1000, or four times those of a trial)",
    )
    add_engine(tune)
    tune.add_argument("--json", action="store_true", help="the result as JSON instead of text")


def add_report(report: argparse.ArgumentParser) -> None:
    """Describe `mousehole report`."""
    add_game(report)
    report.add_argument(
        "-o", "--out", metavar="FILE", required=True, help="the page; .json and .csv are written beside"
    )
    report.add_argument("--games", metavar="N", default="500", help="games at each number of players (default: 500)")
    add_engine(report)
