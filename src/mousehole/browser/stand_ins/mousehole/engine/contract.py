def register(game_id, rules):
    pass
