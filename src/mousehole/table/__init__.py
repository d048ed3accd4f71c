"""Tables, without a store, a clock or a network: what their events add up to, what may happen next, what goes out.

Whatever runs tables elsewhere than in the server begins here.

    events.py       one data class for each kind of event, and how it is stored
    standing.py     how a table stands: what its row and events add up to
    table.py        what may happen next there: each wish becomes a draft of an event, or an error
    seats.py clocks.py contributions.py rematch.py      parts of it
    setup.py        how a table is wished for, as data and as a link
    frames.py       the one gate: what each viewer is sent; its shapes are in shapes.py
    afterwards.py   what is told when a game is over; keepsake.py is what is kept of it in words
    lessons.py      guided first games
"""
