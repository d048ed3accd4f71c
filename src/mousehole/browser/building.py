"""Builds one game's files, in a process of its own: the compiler is set up for the browser there."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any


def made_game(game_id: str, folder: Path) -> dict[str, Any]:
    """Compile a game and write its files; return its entry in the index."""
    compiler = import_module("mousehole.browser.compile")  # before anything else brings Numba, which it sets up

    from mousehole.analysis.growing import search_of  # noqa: PLC0415  # after it
    from mousehole.bots.knowledge import about, has_memory  # noqa: PLC0415  # after it
    from mousehole.browser.build import named  # noqa: PLC0415  # after it
    from mousehole.browser.levels import (  # noqa: PLC0415  # after it
        Numbers,
        levels_data,
        net_file,
        search_data,
        table_file,
    )
    from mousehole.browser.recipes import recipes_of  # noqa: PLC0415  # after it
    from mousehole.games import load  # noqa: PLC0415  # after it
    from mousehole.games.vectors import layout  # noqa: PLC0415  # after it

    module, doors = compiler.module_of(game_id)
    game = load(game_id)
    known = game.facts
    tables = {name: table for name, _, table in recipes_of(game_id)}

    def numbers_entry(name: str, numbers: Numbers | None) -> dict[str, Any] | None:
        if numbers is None:
            return None
        return {**named(folder, f"{game_id}.{name}", numbers.data), "parts": numbers.parts}

    return {
        **named(folder, f"{game_id}.wasm", module.data),
        "imports": list(module.imports),
        "rules_version": known.rules_version,
        "data_end": module.data_end,
        "record": game.doors.size,
        "seats_at": game.doors.seats_at,
        "house_at": game.doors.house_at,
        "max_actions": known.max_actions,
        "max_seats": known.max_seats,
        "actions": known.actions,
        "sides": [known.side_of(seat) for seat in range(known.max_seats)],
        "memory": about(game_id).MEMORY if has_memory(game_id) else 0,
        "vector": layout(game_id).size,
        "levels": levels_data(game_id),
        "study": search_data(search_of(game)),
        "made": [[name, at, tables[name].size] for name, at in module.made],
        "doors": {door.name: door.parameters for door in doors},
        "net": numbers_entry("net", net_file(game)),
        "table": numbers_entry("table", table_file(game)),
    }
