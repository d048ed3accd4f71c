"""The games whose words are here."""

from functools import cache

from lowered_importlib import import_module
from packed import IDS

from mousehole.engine.errors import UnknownGame


def ids():
    return IDS


def package_of(game_id):
    if game_id not in IDS:
        raise UnknownGame("there is no game " + repr(game_id) + " (the games: " + ", ".join(IDS) + ")")
    return "mousehole.games." + game_id


def room(game_id, name):
    return import_module(package_of(game_id) + "." + name)


def facts(game_id):
    return import_module(package_of(game_id)).FACTS


@cache
def load(game_id):
    from mousehole.engine.game import Game

    return Game(facts(game_id), room(game_id, "rules"), room(game_id, "words"), room(game_id, "show"), load)
