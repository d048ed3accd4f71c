"""Which of the strongest bots search, as it was found when this was built."""

from lions import SEARCHING


def does_lion_search(game_id):
    return game_id in SEARCHING
