"""The command `mousehole`. Nothing heavy is imported before a command needs it."""

from __future__ import annotations

import argparse
import codecs
import difflib
import io
import os
import re
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NoReturn

from mousehole import __version__
from mousehole.cli import catalogue
from mousehole.cli.admin_flags import add_admin
from mousehole.cli.errors import BadCommand, BadFile, BadRecord
from mousehole.cli.flags import (
    add_analyse,
    add_arena,
    add_completion,
    add_export,
    add_play,
    add_puzzle,
    add_replay,
    add_rules,
    add_serve,
    add_simulate,
    add_study,
    add_train,
    add_verify,
)
from mousehole.cli.lab_flags import add_lab, add_report, add_tune
from mousehole.engine.errors import TableError
from mousehole.games import ids

BUG = 1
BAD_INPUT = 2
BAD_RECORD = 3
BAD_FILE = 4
INTERRUPTED = 130
EXIT_CODES = {
    0: "done",
    BUG: "a fault in the program",
    BAD_INPUT: "something is wrong with what was asked for",
    BAD_RECORD: "a record is not a legal, complete game",
    BAD_FILE: "a file cannot be read or written",
    INTERRUPTED: "stopped by Ctrl-C",
}
COMMANDS = (
    *("games", "rules", "play", "replay", "analyse", "puzzle", "verify"),
    *("arena", "lab", "tune", "report", "simulate", "study", "train", "serve", "admin", "export", "warm", "completion"),
)
EXAMPLES = {
    "rules": ("mousehole rules squeak", "mousehole rules who_done_it --full"),
    "play": (
        "mousehole play",
        "mousehole play hide --bots lion",
        "mousehole play mice --seats 3 --seat all",
        "mousehole play who --options easier=on,setup=cats_crossing",
        "mousehole play --resume hide-and-squeak-1.mousehole",
    ),
    "replay": (
        "mousehole replay hide-and-squeak-1.mousehole",
        "mousehole replay hide-and-squeak-1.mousehole --as pip --to 20",
    ),
    "analyse": (
        "mousehole analyse hide-and-squeak-1.mousehole",
        "mousehole analyse hide-and-squeak-1.mousehole --seat pip --all",
    ),
    "puzzle": ("mousehole puzzle squeak --grade 3", "mousehole puzzle cloaked --mine 100 --into mined.jsonl"),
    "arena": (
        "mousehole arena cloaked --seats 2 --players tiger,kitten --games 40",
        "mousehole arena cat --players greedy,random --json",
    ),
    "lab": (
        "mousehole lab hide --seats 4 --players tiger --games 400",
        "mousehole lab hide --but dawn=12 --folder night",
        "mousehole lab 'game=mice_heist&seats=2&players=housecat&games=1000&seed=1' --json",
        "mousehole lab cat --players random --games 1e6 --engine gpu",
        "mousehole lab hide --players net --games 1e6 --engine gpu",
    ),
    "tune": (
        "mousehole tune hide --aim cat=50% --over dawn=8..24..4 --players tiger",
        "mousehole tune mice --seats 2 --aim starter=50% --over stakes --trials 10 --folder search",
    ),
    "report": ("mousehole report cloaked -o report.html --games 1000",),
    "simulate": (
        "mousehole simulate hide --games 1e6 --seats 4",
        "mousehole simulate cat --options tricks=0 --csv games.csv",
        "mousehole simulate cat --record 17",
    ),
    "study": ("mousehole study", "mousehole study variants --games 200", "mousehole study all --into docs/lab.md"),
    "verify": ("mousehole verify hide-and-squeak-1.mousehole",),
    "train": (
        "mousehole train hide --out lion --device gpu",
        "mousehole train cloaked --seats 2,3 --minutes 30 --games 512 --out mine",
        "mousehole train cloaked --seats 2,3 --minutes 60 --games 512 --out mine --resume",
    ),
    "serve": ("mousehole serve --open", "mousehole serve --port 9000 --database tables.sqlite"),
    "admin": (
        "mousehole admin tables --state playing",
        "mousehole admin people --table k3m9x2a",
        "mousehole admin close k3m9x2a --yes",
        "mousehole admin ban 192.0.2.0/24 --days 7 --reason Flooding",
        "mousehole admin purge --unused-for 365 --yes --json",
    ),
    "export": ("mousehole export site",),
    "completion": ("mousehole completion bash", "mousehole completion fish"),
}
SERVER = ("uvicorn", "fastapi", "orjson", "sqlalchemy")
"""Packages of the extra by which its absence is noticed before anything is imported."""
EXTRA = "mousehole[server]"
PLAIN = "mousehole.plain"
PLAINER = {
    "\N{MINUS SIGN}": "-",
    "\N{EN DASH}": "-",
    "\N{RIGHT SINGLE QUOTATION MARK}": "'",
    "\N{MULTIPLICATION SIGN}": "x",
}
"""What a terminal without these signs shows instead: a minus must not become a question mark."""


def plainer(error: UnicodeError) -> tuple[str | bytes, int]:
    """Write what an encoding lacks by something near it, or by a question mark."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(PLAINER.get(sign, "?") for sign in error.object[error.start : error.end]), error.end


codecs.register_error(PLAIN, plainer)


class Parser(argparse.ArgumentParser):
    """A parser whose complaints are one line."""

    def error(self, message: str) -> NoReturn:
        """Complain."""
        unknown = re.match(r"argument COMMAND: invalid choice: '(.*?)' ", message)
        if unknown:
            near = difflib.get_close_matches(unknown[1], COMMANDS, n=1)
            hint = f"did you mean {near[0]}?" if near else f"the commands: {', '.join(COMMANDS)}"
            raise BadCommand(f"there is no command {unknown[1]!r}; {hint}")
        raise BadCommand(f"{message} ({self.prog} --help says more)")


def build_parser() -> Parser:
    """Describe the command line."""
    parser = Parser(
        prog="mousehole",
        description="A table for cat-and-mouse games.",
        epilog="exit codes:\n" + "\n".join(f"  {code:<5} {meaning}" for code, meaning in EXIT_CODES.items()),
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"mousehole {__version__}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", dest="command")

    def command(name: str, run: Callable[[argparse.Namespace], int], text: str) -> Parser:
        examples = "".join(f"\n  {line}" for line in EXAMPLES.get(name, ()))
        made = commands.add_parser(
            name,
            help=text,
            description=text,
            allow_abbrev=False,
            epilog=f"examples:{examples}" if examples else None,
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        made.set_defaults(run=run)
        return made

    command("games", lambda _: catalogue.show_games(), "List the games with their seats and options.")

    add_rules(command("rules", run_rules, "Show the rules of a game."))
    add_play(command("play", run_play, "Play a game against bots, or with friends at one terminal."))
    add_replay(command("replay", run_replay, "Tell a recorded game again."))
    add_analyse(command("analyse", run_analyse, "Say what each decision of a finished game was worth, and why."))
    add_puzzle(command("puzzle", run_puzzle, "Find the best move, or what is certain, in moments of games."))
    add_verify(command("verify", run_verify, "Check that a record is a legal, complete game that ends as it says."))
    add_arena(
        command(
            "arena",
            run_arena,
            "Let bots play paired games against each other and count who wins. The same command plays the same games.",
        )
    )
    add_lab(command("lab", run_lab, "Let bots play a set-up, or two on the same deals, and show what came of it."))
    add_tune(command("tune", run_tune, "Search the house rules of a game for one that is balanced."))
    add_report(command("report", run_report, "Write a report on a game for whoever designs it."))
    add_simulate(command("simulate", run_simulate, "Play random games, by the million, and report how they went."))
    add_study(
        command(
            "study", run_study, "Answer a question about the games by playing many; without a name, list the studies."
        )
    )
    add_train(command("train", run_train, "Train a net by self-play, and write it to a file."))
    add_serve(command("serve", run_serve, "Let people play over the network: tables, seats, bots."))
    add_admin(command("admin", run_admin, "Look after a server: its tables, its people, who may not play."))
    add_export(command("export", run_export, "Write the page as plain files that need no server, for any web host."))
    add_completion(
        command(
            "completion",
            run_completion,
            "Print a script with which your shell completes commands.",
        )
    )

    command("warm", run_warm, "Compile games ahead, so that their first use is quick.").add_argument(
        "games", metavar="GAME", nargs="*", help="the games to compile (default: all)"
    )
    return parser


def need_server(what: str) -> None:
    """Complain if the packages of the extra are missing."""
    from importlib.util import find_spec

    if missing := [name for name in SERVER if find_spec(name) is None]:
        raise BadCommand(f"{what} needs packages that are not installed ({missing[0]}): pip install {EXTRA!r}")


def run_admin(given: argparse.Namespace) -> int:
    """Run `mousehole admin`."""
    need_server("the server")
    from mousehole.cli.admin import admin

    return admin(given)


def run_export(given: argparse.Namespace) -> int:
    """Run `mousehole export`."""
    need_server("the page")
    from mousehole.cli.exporting import export

    return export(Path(given.folder))


def run_serve(given: argparse.Namespace) -> int:
    """Run `mousehole serve`."""
    need_server("the server")
    from mousehole.server.settings import from_environment
    from mousehole.server.startup.run import serve

    chosen = {name: value for name, value in vars(given).items() if name not in {"command", "run", "open"}}
    is_watched = given.open or sys.stderr.isatty()  # otherwise a supervisor reads what we log
    if is_watched and given.log is None and "MOUSEHOLE_LOG" not in os.environ:
        chosen["log"] = "warning"
    return serve(from_environment(**chosen), is_shown=given.open, is_watched=is_watched)


def run_completion(given: argparse.Namespace) -> int:
    """Run `mousehole completion`."""
    from mousehole.cli.completion import candidates, own_shell, script

    shell = given.shell or own_shell()
    if given.typed is None:
        print(script(shell), end="")
    else:
        print("".join(f"{word}\n" for word in candidates(build_parser(), shell, given.typed)), end="")
    return 0


def run_rules(given: argparse.Namespace) -> int:
    """Run `mousehole rules`."""
    return catalogue.show_rules(given.game, is_full=given.full)


def run_play(given: argparse.Namespace) -> int:
    """Run `mousehole play`."""
    from mousehole.cli.play import play

    return play(given)


def run_replay(given: argparse.Namespace) -> int:
    """Run `mousehole replay`."""
    from mousehole.cli.records import replay

    return replay(given.file, given.seen_by, given.to)


def run_analyse(given: argparse.Namespace) -> int:
    """Run `mousehole analyse`."""
    from mousehole.cli.analysing import analyse_file

    return analyse_file(given)


def run_puzzle(given: argparse.Namespace) -> int:
    """Run `mousehole puzzle`."""
    from mousehole.cli.puzzling import puzzle

    return puzzle(given)


def run_verify(given: argparse.Namespace) -> int:
    """Run `mousehole verify`."""
    from mousehole.cli.records import verify

    return verify(given.file, promise=given.promise, commitment=given.commitment, contribution=given.contribution)


def run_arena(given: argparse.Namespace) -> int:
    """Run `mousehole arena`."""
    from mousehole.cli.arena import arena

    return arena(given)


def run_train(given: argparse.Namespace) -> int:
    """Run `mousehole train`."""
    from importlib.util import find_spec

    if find_spec("torch") is None:
        raise BadCommand("training needs PyTorch, which is not installed: pip install 'mousehole[train]'")
    from mousehole.cli.train import train

    return train(given)


def run_lab(given: argparse.Namespace) -> int:
    """Run `mousehole lab`."""
    from mousehole.cli.runs import lab

    return lab(given)


def run_tune(given: argparse.Namespace) -> int:
    """Run `mousehole tune`."""
    from importlib.util import find_spec

    if find_spec("optuna") is None:
        raise BadCommand("tuning needs Optuna, which is not installed: pip install 'mousehole[tune]'")
    from mousehole.cli.tune import tune

    return tune(given)


def run_report(given: argparse.Namespace) -> int:
    """Run `mousehole report`."""
    from mousehole.cli.reports import report

    return report(given)


def run_simulate(given: argparse.Namespace) -> int:
    """Run `mousehole simulate`."""
    from mousehole.cli.lab import simulate

    return simulate(given)


def run_study(given: argparse.Namespace) -> int:
    """Run `mousehole study`."""
    from mousehole.cli.lab import study

    return study(given)


def run_warm(given: argparse.Namespace) -> int:
    """Run `mousehole warm`."""
    from mousehole.cli.warming import warm

    return warm([catalogue.find_game(name) for name in given.games] or list(ids()))


def parse(parser: Parser, arguments: Sequence[str] | None) -> argparse.Namespace:
    """Read the command line; what is too much is blamed on the command it was given to."""
    given, unknown = parser.parse_known_args(arguments)
    if unknown:
        about = f"{parser.prog} {given.command}" if given.command else parser.prog
        raise BadCommand(f"unrecognized arguments: {' '.join(unknown)} ({about} --help says more)")
    return given


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; return its exit code. What people get wrong is one line on standard error."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=PLAIN)
    try:
        parser = build_parser()
        given = parse(parser, arguments)
        if given.command is None:
            parser.print_help()
            return 0
        code: int = given.run(given)
        sys.stdout.flush()
    except TableError as error:
        print(f"mousehole: {' '.join(str(error).split())}", file=sys.stderr)
        return {BadRecord: BAD_RECORD, BadFile: BAD_FILE}.get(type(error), BAD_INPUT)
    except KeyboardInterrupt:
        print("\nmousehole: interrupted", file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:  # whoever read our output has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except Exception as error:  # people get a sentence, those who look for the cause the whole story
        if os.environ.get("MOUSEHOLE_DEBUG"):
            raise
        what = " ".join(f"{type(error).__name__}: {error}".split())[:200]
        print(f"mousehole: a fault in the program ({what}); MOUSEHOLE_DEBUG=1 shows where", file=sys.stderr)
        return BUG
    return code
