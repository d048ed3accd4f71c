"""What bots need beside their module: how each level thinks, and the numbers some of them play by, as files."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mousehole.bots import nets
from mousehole.bots.inputs import inputs
from mousehole.bots.knowledge import PRESENT
from mousehole.bots.levels import BySeat, ByTable, mind_of
from mousehole.bots.names import LEVELS, STANDS_FOR
from mousehole.bots.thinking import Settings
from mousehole.browser.doors import settings_in
from mousehole.engine.game import Game
from mousehole.games.vectors import layout

LEFT_OUT = {"seconds", "threads", "is_former"}
"""Settings that mean nothing in a browser."""
LINE = 8


@dataclass(frozen=True)
class Numbers:
    """A file of numbers that a bot plays by."""

    data: bytes
    parts: list[dict[str, Any]]


def search_data(settings: Settings) -> dict[str, Any]:
    """Write how a level searches, with few players and in a crowd."""
    crowd = None if settings.crowd is None else search_data(settings.crowd)
    kept = {name: value for name, value in asdict(settings).items() if name not in LEFT_OUT}
    return kept | {"crowd": crowd}


def mind_data(game_id: str, level: str) -> dict[str, Any]:
    """Write how a level thinks; who was made for the printed game alone leaves house rules to another one."""
    mind = mind_of(game_id, level)
    is_trained = not isinstance(mind, Settings) or mind.has_net or mind.edition > PRESENT
    own: Mapping[int, Settings] = mind.own if isinstance(mind, BySeat) else {}
    if isinstance(mind, Settings):
        search = mind
    elif isinstance(mind, BySeat):
        search = mind.others
    elif isinstance(mind, ByTable):
        search = mind.beside
    else:
        raise TypeError(f"the {level} of {game_id} thinks in a way that no module knows")
    return {
        "search": search_data(search),
        "own": {str(seat): search_data(settings) for seat, settings in own.items()},
        "has_table": isinstance(mind, ByTable),
        "stands_in": STANDS_FOR[level] if is_trained else None,
    }


def levels_data(game_id: str) -> dict[str, Any]:
    """Write how every level thinks about a game."""
    return {level: mind_data(game_id, level) for level in LEVELS}


def filed(arrays: Mapping[str, NDArray[Any]], scales: Mapping[str, str] | None = None) -> Numbers:
    """Put arrays into one file, one behind the other."""
    data, parts = bytearray(), []
    for name, array in arrays.items():
        data += bytes(-len(data) % LINE)
        scale = (scales or {}).get(name)
        kind = array.dtype.str[1:]
        parts.append({"name": name, "kind": kind, "shape": list(array.shape), "at": len(data), "scale": scale})
        data += np.ascontiguousarray(array).tobytes()
    return Numbers(bytes(data), parts)


def net_file(game: Game) -> Numbers | None:
    """Write the net of a game, where a level has one: its weights as the whole steps they are stored in."""
    game_id = game.facts.id
    if not any(settings.has_net for settings in settings_in(game_id)):
        return None
    nets.net_of(game)  # it is what it should be
    stored, known = nets.stored_arrays(game), inputs(game_id)
    arrays = {"plan": layout(game_id).plan, "starts": known.starts, "lows": known.lows, "scales": known.scales}
    scales = {}
    for layer in nets.LAYERS:
        arrays[f"{layer}_scale"] = stored[f"{layer}_scale"]
        arrays[f"{layer}_bias"] = stored[f"{layer}_bias"]
        arrays[layer] = stored[f"{layer}_steps"]
        scales[layer] = f"{layer}_scale"
    return filed(arrays, scales)


def table_file(game: Game) -> Numbers | None:
    """Write the table of a game, where a level has one."""
    for level in LEVELS:
        mind = mind_of(game.facts.id, level)
        if isinstance(mind, ByTable):
            return filed(mind.parts())
    return None
