"""`mousehole games` and `mousehole rules`: what there is to play, without loading any of it."""

from __future__ import annotations

import difflib
import re

from mousehole.cli.screen import BOLD, CYAN, DIM, markdown_text, paint, wrap
from mousehole.engine.errors import UnknownGame
from mousehole.engine.facts import Facts, Option, Preset
from mousehole.games import facts, ids
from mousehole.games.pages import rules_page, section, titles

SHORT = "In short"
JOINING = {"and", "the", "it"}
"""Words of a title that name no game."""


def plain(text: str) -> str:
    """Reduce a name to what matters: "Hide & Squeak", "hide-and-squeak" and "hide_and_squeak" are one."""
    return re.sub(r"[^a-z0-9]+", "_", text.lower().replace("&", " and ")).strip("_")


def words_of(name: str) -> list[str]:
    """Split a plain name into the words that tell it from others."""
    return [word for word in name.split("_") if word not in JOINING]


def find_game(text: str) -> str:
    """Find a game by its name, its title, the beginning of either, or a word that no other game has."""
    wanted = plain(text)
    names = {plain(name): game_id for game_id in ids() for name in (facts(game_id).title, game_id)}
    if wanted in names:
        return names[wanted]
    meant = {game_id for name, game_id in names.items() if wanted and name.startswith(wanted)}
    if len(meant) == 1:
        return meant.pop()
    if meant:
        raise UnknownGame(f"{text!r} could be {' or '.join(game_id for game_id in ids() if game_id in meant)}")
    meant = {game_id for name, game_id in names.items() if wanted in words_of(name)}
    if len(meant) == 1:
        return meant.pop()
    names |= {word: game_id for name, game_id in names.items() for word in words_of(name)}
    near = difflib.get_close_matches(wanted, names, n=1, cutoff=0.5)
    hint = f"did you mean {names[near[0]]}?" if near else f"the games: {', '.join(ids())}"
    raise UnknownGame(f"there is no game {text!r}; {hint}")


def span(low: int, high: int) -> str:
    """Write a range of numbers for people."""
    return str(low) if low == high else f"{low} to {high}"


def option_text(option: Option) -> str:
    """Describe an option in one line."""
    values = " | ".join(option.choices) if option.choices else f"{option.low}..{option.high}"
    means = f", {option.printed}" if option.printed else ""
    return f"{option.name}={values} (default: {option.value_name(option.default)}{means}). {option.hint}"


def preset_text(known: Facts, preset: Preset) -> str:
    """Describe an offer of house rules in one line."""
    options = ",".join(f"{name}={known.option(name).value_name(value)}" for name, value in preset.options.items())
    return f"{preset.label}, {preset.seats} seats: --options {options}. {preset.finding}"


def facts_text(known: Facts) -> str:
    """Describe a game in a few lines."""
    players = span(known.min_seats, known.max_seats) + (" player" if known.max_seats == 1 else " players")
    lines = [
        paint(known.title, BOLD) + f", {players}, {known.minutes} minutes" + paint(f"  {known.id}", CYAN),
        wrap(known.summary, "  "),
    ]
    lines += [paint(wrap(option_text(option), "    "), DIM) for option in known.options if not option.is_house]
    house = [option for option in known.options if option.is_house]
    if house:
        lines.append(paint("    House rules, each printed by default:", DIM))
        lines += [paint(wrap(option_text(option), "      "), DIM) for option in house]
    lines += [paint(wrap(preset_text(known, preset), "    "), DIM) for preset in known.presets]
    if known.publisher:
        lines.append(paint(f"  Unofficial. The game is published by {known.publisher}.", DIM))
    return "\n".join(lines)


def show_games() -> int:
    """List every game."""
    print("\n\n".join(facts_text(facts(game_id)) for game_id in ids()))
    print("\nPlay one: mousehole play GAME      Its rules: mousehole rules GAME")
    return 0


def short_rules(game_id: str) -> str:
    """Shorten a page of rules to what somebody needs who has never seen the game."""
    page = rules_page(game_id)
    further = [title for title in titles(page) if title != SHORT]
    text = [f"# {facts(game_id).title}", "", section(page, SHORT)]
    text += ["", f"Further: {'; '.join(further)}.", "", f"All of it: `mousehole rules {game_id} --full`"]
    return markdown_text("\n".join(text))


def show_rules(game: str, *, is_full: bool) -> int:
    """Show the rules of a game."""
    game_id = find_game(game)
    print(markdown_text(rules_page(game_id)) if is_full else short_rules(game_id))
    return 0


def choose_game(answer: str) -> str:
    """Read which game is meant: by its number in the list, or by its name."""
    games = ids()
    if answer.isdecimal() and 1 <= int(answer[:4]) <= len(games):
        return games[int(answer[:4]) - 1]
    return find_game(answer)
