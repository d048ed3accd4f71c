"""Which games have a net, known without the compiler and without reading one."""

from __future__ import annotations

from importlib.resources import files
from importlib.resources.abc import Traversable

from mousehole.bots.names import UnknownBot
from mousehole.engine.facts import Facts


def net_file(game_id: str) -> Traversable:
    """Say where the net of a game is, if it has one."""
    return files("mousehole.bots") / "files" / f"{game_id}.npz"


def check_net(facts: Facts, *, has_house_rules: bool) -> None:
    """Refuse to let a game's net play where there is none, or by house rules, which it has not learnt."""
    if not net_file(facts.id).is_file():
        raise UnknownBot(f"there is no net of {facts.title}, so nobody can play by it")
    if has_house_rules:
        raise UnknownBot(f"the net of {facts.title} has learnt the printed game: it plays by no house rules")
