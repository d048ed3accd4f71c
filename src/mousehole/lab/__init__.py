"""The laboratory: many games at once on the very rules a table plays by, and what they show.

`playing` plays random games by the million and games between bots; `statistics` says how sure a figure is; `studies`
are questions about the games, written as data, and `report` writes down the answers.
"""
