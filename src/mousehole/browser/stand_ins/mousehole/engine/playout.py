"""Random play, by the game's module."""

from bridge import call


def play_out(record, rng, buffer):
    return int(call("play_out", record, rng, buffer))
