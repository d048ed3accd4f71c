def think_for_people(level, game, view, seat, seed, seconds=None):
    raise NotImplementedError("bots think in a place of their own")
