"""The server: tables that keep secrets and lose nothing.

The truth of a table is in the store: its set-up and its events, in order. `table.Table` is what they add up to,
`hall.Hall` lets people change it, and `gate` is the only way out: it builds every frame from views.
"""
