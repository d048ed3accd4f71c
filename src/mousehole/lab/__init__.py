"""The laboratory: many games at once on the very rules a table plays by, and what they show.

`playing` plays random games by the million and games between bots; `statistics` says how sure a figure is; `studies`
are questions about the games, written as data, and `report` writes down the answers.

A set-up (`setup`) is played in `chunks` by an engine (`engines`: threads, `gpu`, `cluster`), kept in a `folder`;
`running` puts that together. `results` and `comparing` turn games into `figures`; `telling` writes them as text,
`tables` games as columns. `tuning` searches house rules, `reporting` writes a page on a game; `components` knows each
game's box.
"""
