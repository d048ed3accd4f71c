"""What hints ask of bots' knowledge, by the game's module."""

from bridge import call, has

TRIALS, PRESENT, NEWEST = 4, 1, 2


def has_memory(game_id):
    return has("imagine")


def imagine_one(record, seat, rng, memory):
    call("imagine", record, seat, rng, memory)


def weigh(record, seat, trials, edition):
    return call("weigh", record, seat, trials, edition)
