"""Rules are called through the game's module: `door` in place of `@rule`."""


HIDDEN = -1


def rule(function):
    return function
