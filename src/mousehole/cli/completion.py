"""`mousehole completion`: what could come next on the command line, for bash, zsh and fish.

The scripts are short, because they ask the program itself: `mousehole completion SHELL --typed WORD ...` prints what
the last word could become, one a line. Nothing printed means that a file is wanted.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterable, Sequence
from pathlib import Path

from mousehole.cli.catalogue import find_game
from mousehole.engine.errors import TableError
from mousehole.engine.facts import Facts
from mousehole.games import facts, ids

BASH = """\
_mousehole() {
    local IFS=$'\\n'
    COMPREPLY=($("$1" completion bash --typed "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
    if [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} == *= ]]; then compopt -o nospace; fi
}
complete -o default -F _mousehole mousehole
"""
ZSH = """\
#compdef mousehole
_mousehole() {
    local -a found
    found=("${(@f)$("${words[1]}" completion zsh --typed "${(@)words[2,CURRENT]}" 2>/dev/null)}")
    found=(${found:#})
    if (( ! ${#found} )); then
        _files
        return
    fi
    compadd -S '' -- ${(M)found:#*=}
    compadd -- ${found:#*=}
}
(( ${+functions[compdef]} )) || { autoload -Uz compinit && compinit; }
compdef _mousehole mousehole
"""
FISH = """\
function __mousehole_complete
    set -l typed (commandline -opc) (commandline -ct)
    $typed[1] completion fish --typed $typed[2..-1] 2>/dev/null
end
complete -c mousehole -f -a '(__mousehole_complete)'
complete -c mousehole -n 'test -z "$(__mousehole_complete)"' -F
"""
SCRIPTS = {"bash": BASH, "zsh": ZSH, "fish": FISH}
OF_A_GAME = ("A=B,C=D", "NAME=VALUE", "NAME=LOW..HIGH", "COMPONENT")
"""Arguments, by their names in the help, that depend on the game that has been named."""
MOST = 12
"""A number is completed if it can be one of so few."""


def script(shell: str) -> str:
    """Return what a shell reads to complete our commands."""
    return SCRIPTS[shell]


def own_shell() -> str:
    """Name the shell of whoever asks, as far as we know it."""
    name = Path(os.environ.get("SHELL", "")).name
    return name if name in SCRIPTS else "bash"


def commands_of(parser: argparse.ArgumentParser) -> dict[str, argparse.ArgumentParser]:
    """Return the commands of a parser by name."""
    (found,) = (action for action in parser._actions if isinstance(action, argparse._SubParsersAction))  # noqa: SLF001
    return dict(found.choices)


def joined(words: Sequence[str]) -> list[str]:
    """Put together what bash takes apart at an equals sign."""
    found: list[str] = []
    for word in words:
        if found and (word == "=" or found[-1].endswith("=")):
            found[-1] += word
        else:
            found.append(word)
    return found


def candidates(parser: argparse.ArgumentParser, shell: str, typed: Sequence[str]) -> list[str]:
    """List what the last of the typed words could become."""
    words = joined(typed) or [""]
    last = words[-1]
    commands = commands_of(parser)
    if len(words) == 1:
        found: Iterable[str] = [*commands, *(flags(parser, ()) if last.startswith("-") else ())]
    elif words[0] in commands:
        found = after_command(commands[words[0]], words[1:-1], last)
    else:
        found = ()
    fitting = [word for word in found if word.startswith(last)]
    if shell == "bash" and "=" in last:  # bash replaces only what stands after the sign
        return [word.rpartition("=")[2] for word in fitting]
    return fitting


def flags(parser: argparse.ArgumentParser, before: Sequence[str]) -> list[str]:
    """List the long flags that have not been given yet."""
    actions = [action for action in parser._actions if action.help != argparse.SUPPRESS]  # noqa: SLF001
    names = [name for action in actions for name in action.option_strings if name.startswith("--")]
    return [name for name in names if name not in before]


def after_command(parser: argparse.ArgumentParser, before: Sequence[str], last: str) -> Iterable[str]:
    """List what can stand behind a command: a flag, a flag's value, or a word of its own."""
    by_flag = {name: action for action in parser._actions for name in action.option_strings}  # noqa: SLF001
    places = [action for action in parser._actions if not action.option_strings]  # noqa: SLF001
    own: list[str] = []
    expected: argparse.Action | None = None
    for word in before:
        if expected is not None:
            expected = None
        elif word in by_flag:
            expected = by_flag[word] if by_flag[word].nargs is None else None
        else:
            own.append(word)
    if expected is not None:
        return values(expected, last, own)
    if last.startswith("-"):
        return flags(parser, before)
    if not places or (len(own) >= len(places) and places[-1].nargs != "*"):
        return ()
    return values(places[min(len(own), len(places) - 1)], last, own)


def values(action: argparse.Action, last: str, own: Sequence[str]) -> Iterable[str]:
    """List what an argument can be, by the name it has in the help."""
    if action.choices is not None:
        return list(map(str, action.choices))
    known = facts_of(own)
    if action.dest == "seats" and known is not None:
        return map(str, range(known.min_seats, known.max_seats + 1))
    if known is not None and action.metavar in OF_A_GAME:
        return of_a_game(action.metavar, last, known)
    return by_name(str(action.metavar), last)


def of_a_game(metavar: str, last: str, known: Facts) -> Iterable[str]:
    """List what an argument can be in one game: its options with values, their names alone, or its components."""
    if metavar == "COMPONENT":
        from mousehole.lab.components import watching

        return [each.name for each in watching(known.id).components if each.can_do_without]
    if metavar == "NAME=VALUE":
        return options_of(known, last)
    typed = last.rpartition(",")[2]
    if metavar == "NAME=LOW..HIGH":
        return after_comma(last, [] if "=" in typed else options_of(known, ""))
    return after_comma(last, options_of(known, typed))


def by_name(metavar: str, last: str) -> Iterable[str]:
    """List what an argument can be that is the same for all games."""
    if metavar == "NAMES":
        from mousehole.bots.names import NAMES

        return after_comma(last, NAMES)
    if metavar == "NAME":
        from mousehole.lab.studies import STUDIES

        return [*STUDIES, "all"]
    return {"GAME": ids(), "SEATS": ("all",), "SEAT": ("spectator", "truth")}.get(metavar, ())


def facts_of(own: Sequence[str]) -> Facts | None:
    """Find the game that has been named so far."""
    try:
        return facts(find_game(own[0])) if own else None
    except TableError:
        return None


def options_of(known: Facts, typed: str) -> list[str]:
    """List a game's options, or, behind the equals sign, what one of them can be."""
    name, sign, _ = typed.partition("=")
    if not sign:
        return [f"{option.name}=" for option in known.options]
    options = [option for option in known.options if option.name == name and option.high - option.low < MOST]
    return [f"{name}={option.value_name(value)}" for option in options for value in range(option.low, option.high + 1)]


def after_comma(last: str, found: Iterable[str]) -> list[str]:
    """Go on with a list behind its last comma."""
    before, comma, _ = last.rpartition(",")
    return [f"{before}{comma}{word}" for word in found]
